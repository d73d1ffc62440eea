import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { help } from '../i18n/es/help.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { renderPublicIn } from '../testing/render.tsx';
import { forgetStoredCase, readCases } from '../passenger/caseStore.ts';
import HelpScreen from './HelpScreen.tsx';
import { PageFrame } from './PageFrame.tsx';

type Messages = typeof help;

beforeEach(() => {
  localStorage.removeItem('cases');
  history.replaceState(null, '');
});

const open = (language: Language) =>
  renderPublicIn(
    language,
    <PageFrame andes>
      <HelpScreen code="K7M2QX" />
    </PageFrame>,
    ['publicPages', 'help'],
  );

/** Replaces the network until the test ends. */
function network(answer: (path: string, body: unknown) => Response | Promise<Response>) {
  const sent: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = String(input).replace(/^.*\/v1\//, '');
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    sent.push({ path, body });
    return answer(path, body);
  });
  onTestFinished(() => spy.mockRestore());
  return sent;
}

const opened = () => Response.json([{ number: '482195', photo: null }]);

async function addPhoto({ form: t }: Messages) {
  const canvas = document.createElement('canvas');
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  const file = new File([picture!], 'photo.png', { type: 'image/png' });
  await page.getByLabelText(t.photo).upload(file);
  await expect.element(page.getByRole('img', { name: t.photoAlt })).toBeVisible();
}

async function write(language: Language) {
  const t = await loadNamespace('help', language);
  await page.getByRole('radio', { name: t.kinds.lost, exact: true }).click();
  await page.getByRole('textbox', { name: t.form.body }).fill('Mein Handy liegt im Auto.');
  await page.getByRole('textbox', { name: t.form.contact }).fill('anna@example.de');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: t.form.send, exact: true }).click();
  return t;
}

test.for(languages)('a passenger writes, and gets a number and a page (%s)', async (language) => {
  const sent = network(opened);
  await open(language);
  await expectFitsEverywhere();
  const t = await write(language);
  await expect.element(page.getByText('482195')).toBeVisible();
  await expectFitsEverywhere();
  expect(sent).toMatchObject([
    {
      path: 'rpc/open_case',
      body: { kind: 'lost', language, email: 'anna@example.de', phone: null, code: 'K7M2QX', consent: true },
    },
  ]);
  const [stored] = readCases();
  expect(stored).toMatchObject({ number: '482195', written: null });
  const link = page.getByRole('link', { name: t.outcome.open }).element() as HTMLAnchorElement;
  expect(new URL(link.href).hash).toBe(`#${stored!.secret}`);
  expect(stored!.secret).toMatch(/^[\w-]{43}$/);
});

test('a mistyped year leaves the time out, and the case goes all the same', async () => {
  const sent = network(opened);
  await open('de');
  const { form } = await loadNamespace('help', 'de');
  await page.getByLabelText(form.when).fill('2006-11-26T21:30');
  await write('de');
  await expect.element(page.getByText('482195')).toBeVisible();
  expect(sent).toMatchObject([{ body: { happened_at: null, body: 'Mein Handy liegt im Auto.' } }]);
});

test('without a connection the case stays on the phone and is sent once, with the same secret', async () => {
  let isOnline = false;
  const sent = network(() => (isOnline ? opened() : Promise.reject(new TypeError('Failed to fetch'))));
  await open('de');
  const t = await write('de');
  await expect.element(page.getByText(t.outcome.waitingTitle)).toBeVisible();
  expect(readCases()).toMatchObject([{ number: null, written: { body: 'Mein Handy liegt im Auto.' } }]);
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('482195')).toBeVisible();
  expect(new Set(sent.map(({ body }) => body['secret'])).size).toBe(1);
  const before = sent.length;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => readCases()[0]?.written).toBeNull();
  expect(sent).toHaveLength(before);
});

test('the page of a case that waits becomes its answer, over a reload too', async () => {
  let isOnline = false;
  const sent = network(() => (isOnline ? opened() : Promise.reject(new TypeError('Failed to fetch'))));
  const { unmount } = await open('es');
  const { outcome, form } = await write('es');
  await expect.element(page.getByText(outcome.waitingTitle)).toBeVisible();
  await unmount();
  await open('es');
  await expect.element(page.getByText(outcome.waitingTitle)).toBeVisible();
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('heading', { name: outcome.title })).toBeVisible();
  await expect.element(page.getByText('482195')).toBeVisible();
  const link = page.getByRole('link', { name: outcome.open }).element() as HTMLAnchorElement;
  expect(link.hash).toBe(`#${String(sent.at(-1)?.body['secret'])}`);
  await page.getByRole('button', { name: outcome.another }).click();
  await expect.element(page.getByRole('heading', { name: form.title })).toBeVisible();
});

/** Files that no browser can draw, as telephones name them. */
const unreadable: Readonly<Record<string, () => Promise<File> | File>> = {
  'an empty file': () => new File([], 'foto.jpg', { type: 'image/jpeg' }),
  'a document with the name of a photo': () =>
    new File(['%PDF-1.7\n1 0 obj'], 'foto.jpg', { type: 'image/jpeg' }),
  HEIC: () => new File(['\0\0\0\u0018ftypheic\0\0\0\0'], 'IMG_1.HEIC', { type: 'image/heic' }),
  'a film': () => new File(['\0\0\0\u0018ftypmp42'], 'foto.png', { type: 'image/png' }),
  'the beginning of a photo': async () => {
    const canvas = new OffscreenCanvas(400, 400);
    canvas.getContext('2d')!.fillRect(0, 0, 200, 200);
    const whole = await canvas.convertToBlob({ type: 'image/jpeg' });
    return new File([whole.slice(0, 60)], 'foto.jpg', { type: 'image/jpeg' });
  },
};

test.for(Object.keys(unreadable))(
  '%s is refused when it is chosen, and the photo before stays',
  async (name) => {
    const sent = network(opened);
    await open('es');
    const { form: t } = await loadNamespace('help', 'es');
    await page.getByLabelText(t.photo).upload(await unreadable[name]!());
    await expect.element(page.getByText(t.photoFailed)).toBeVisible();
    expect(page.getByRole('img', { name: t.photoAlt }).elements()).toEqual([]);
    await addPhoto(await loadNamespace('help', 'es'));
    await expect.element(page.getByText(t.photoFailed)).not.toBeInTheDocument();
    await page.getByLabelText(t.otherPhoto).upload(await unreadable[name]!());
    await expect.element(page.getByText(t.photoFailed)).toBeVisible();
    await expect.element(page.getByRole('img', { name: t.photoAlt })).toBeVisible();
    expect(sent).toEqual([]);
  },
);

test('a passenger reads that their photo is lost, where the phone has no room for it', async () => {
  network(opened);
  await open('es');
  await addPhoto(await loadNamespace('help', 'es'));
  const { setItem } = Storage.prototype;
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
    this: Storage,
    key,
    value,
  ) {
    if (value.includes('data:image')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  onTestFinished(() => full.mockRestore());
  const { outcome } = await write('es');
  await expect.element(page.getByText('482195')).toBeVisible();
  await expect.element(page.getByText(outcome.photoLost)).toBeVisible();
});

test('a case is sent and shown beside an older one, where the storage takes nothing more', async () => {
  const sent = network(opened);
  await open('es');
  const { outcome } = await write('es');
  await page.getByRole('button', { name: outcome.another }).click();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => {
    full.mockRestore();
    for (const { secret } of readCases()) forgetStoredCase(secret);
  });
  await write('es');
  await expect.element(page.getByRole('heading', { name: outcome.title })).toBeVisible();
  expect(sent.map(({ body }) => body['secret']).toReversed()).toEqual(
    readCases().map(({ secret }) => secret),
  );
  expect(sent).toHaveLength(2);
});

test('a photo arrives after its case, and a refused one does not hold the case back', async () => {
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = String(input);
    sent.push([url.replace(/^.*\/v1\//, ''), init?.body instanceof Blob ? init.body.type : 'json']);
    return Promise.resolve(
      url.includes('/rpc/')
        ? Response.json([{ number: '482195', photo: 'a.jpg' }])
        : Response.json({ code: 'InvalidMimeType', message: '' }, { status: 400 }),
    );
  });
  const sent: unknown[] = [];
  onTestFinished(() => spy.mockRestore());
  await open('de');
  await addPhoto(await loadNamespace('help', 'de'));
  await write('de');
  await expect.element(page.getByText('482195')).toBeVisible();
  await expect.poll(() => readCases()[0]?.photo).toBeNull();
  await expect.element(page.getByText((await loadNamespace('help', 'de')).outcome.photoLost)).toBeVisible();
  expect(sent).toEqual([
    ['rpc/open_case', 'json'],
    ['object/casos/a.jpg', 'image/jpeg'],
  ]);
});

test('a form that lacks something says so at its field, and sends nothing', async () => {
  const sent = network(opened);
  await open('es');
  const { form: t } = await loadNamespace('help', 'es');
  await page.getByRole('textbox', { name: t.contact }).fill('anna');
  await page.getByRole('button', { name: t.send, exact: true }).click();
  for (const problem of Object.values(t.problems))
    await expect.element(page.getByText(problem)).toBeVisible();
  expect(sent).toEqual([]);
  await expectFitsEverywhere();
});

test('a case that the server refuses brings the passenger back to all they wrote, to send it again', async () => {
  const taken = Promise.withResolvers<Response>();
  const answers = [
    Response.json({ code: 'over_case_rate_limit', message: '' }, { status: 429 }),
    taken.promise,
  ];
  const sent = network(() => answers.shift()!);
  await open('es');
  await addPhoto(await loadNamespace('help', 'es'));
  const { form, outcome } = await write('es');
  await expect.element(page.getByText(outcome.tooMany)).toBeVisible();
  await page.getByRole('button', { name: outcome.back }).click();
  await expect.element(page.getByRole('heading', { name: form.title })).toHaveFocus();
  expect(readCases()).toEqual([]);
  const body = page.getByRole('textbox', { name: form.body });
  await expect.element(body).toHaveValue('Mein Handy liegt im Auto.');
  await expect.element(page.getByRole('textbox', { name: form.contact })).toHaveValue('anna@example.de');
  await expect.element(page.getByRole('img', { name: form.photoAlt })).toBeVisible();
  await page.getByRole('button', { name: form.send, exact: true }).click();
  await expect.element(page.getByText(outcome.waitingTitle)).toBeVisible();
  taken.resolve(opened());
  await expect.element(page.getByText('482195')).toBeVisible();
  expect(sent[1]!.body['secret']).not.toBe(sent[0]!.body['secret']);
  await page.getByRole('button', { name: outcome.another }).click();
  await expect.element(page.getByRole('heading', { name: form.title })).toHaveFocus();
  await expect.element(body).toHaveValue('');
});

test('the form is accessible in both themes, with its errors too', async () => {
  await open('es');
  await expectAccessibleInBothThemes();
  const { form: t } = await loadNamespace('help', 'es');
  await userEvent.click(page.getByRole('button', { name: t.send, exact: true }));
  await expectAccessibleInBothThemes();
});

test('the address of a trip’s page fills in what is known, and nothing that is none', async () => {
  const t = await loadNamespace('help', 'es');
  onTestFinished(() => history.replaceState(null, '', '/'));
  const at = new Date(2026, 10, 26, 21, 30);
  history.replaceState(null, '', `/help/K7M2QX#kind=lost&place=HKMPR&at=${at.toISOString()}`);
  const { unmount } = await open('es');
  await expect.element(page.getByRole('radio', { name: t.kinds.lost, exact: true })).toBeChecked();
  await expect.element(page.getByLabelText(t.form.when)).toHaveValue('2026-11-26T21:30');
  await expect.element(page.getByLabelText(t.form.place)).toHaveValue('HKMPR');
  await unmount();
  history.replaceState(null, '', '/help#kind=<b>&at=yesterday');
  await open('es');
  await expect.element(page.getByLabelText(t.form.when)).toHaveValue('');
  await expect.element(page.getByLabelText(t.form.place)).toHaveValue('');
});
