import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import type { RightsPage } from '../../data/tickets/ticketPages.ts';
import { rightsPage as spanish } from '../../i18n/es/rightsPage.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import type { Language } from '../../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { renderPublicIn } from '../../testing/render.tsx';
import { PageFrame } from '../PageFrame.tsx';
import RightsRequestScreen from './RightsRequestScreen.tsx';
import RightsScreen from './RightsScreen.tsx';

/** Replaces the network until the test ends. */
function network(answer: () => Response | Promise<Response>) {
  const sent: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = String(input).replace(/^.*\/v1\//, '');
    sent.push({ path, body: JSON.parse(String(init?.body)) as Record<string, unknown> });
    return answer();
  });
  onTestFinished(() => spy.mockRestore());
  return sent;
}

const openForm = (language: Language) =>
  renderPublicIn(
    language,
    <PageFrame andes>
      <RightsScreen />
    </PageFrame>,
    ['publicPages', 'rightsPage'],
  );

async function write(t: typeof spanish) {
  await page.getByRole('radio', { name: t.kinds.erasure }).click();
  await page.getByRole('textbox', { name: t.form.body }).fill('Bitte alles löschen.');
  await page.getByRole('textbox', { name: t.form.name }).fill('Anna Weber');
  await page.getByRole('textbox', { name: t.form.contact }).fill('anna@example.de');
  await page.getByRole('button', { name: t.form.send }).click();
}

test.for(languages)('a person asks, and gets a number and a page (%s)', async (language) => {
  const sent = network(() => Response.json('482195'));
  const t = await loadNamespace('rightsPage', language);
  await openForm(language);
  await expectFitsEverywhere();
  await write(t);
  await expect.element(page.getByRole('heading', { name: t.outcome.title('482195') })).toHaveFocus();
  expect(sent).toMatchObject([
    {
      path: 'rpc/open_rights_request',
      body: { kind: 'erasure', person: 'passenger', email: 'anna@example.de', phone: null, language },
    },
  ]);
  const link = page.getByRole('link', { name: t.outcome.open }).element() as HTMLAnchorElement;
  expect(link.hash).toBe(`#${String(sent[0]!.body['secret'])}`);
});

test('what lacks is named, and nothing is sent', async () => {
  const sent = network(() => Response.json('482195'));
  await openForm('es');
  await page.getByRole('button', { name: spanish.form.send }).click();
  for (const problem of Object.values(spanish.form.problems))
    await expect.element(page.getByText(problem)).toBeVisible();
  expect(sent).toEqual([]);
  await expectAccessibleInBothThemes();
});

test('a lost connection keeps the words, and a second press sends the same request', async () => {
  let isOnline = false;
  const sent = network(() =>
    isOnline ? Response.json('482195') : Promise.reject(new TypeError('Failed to fetch')),
  );
  await openForm('es');
  await write(spanish);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: spanish.form.name })).toHaveValue('Anna Weber');
  isOnline = true;
  await page.getByRole('button', { name: spanish.form.send }).click();
  await expect.element(page.getByText(spanish.outcome.title('482195'))).toBeVisible();
  expect(sent[1]!.body['secret']).toBe(sent[0]!.body['secret']);
});

test('corrected words make another request after a lost response, the earlier words do not', async () => {
  let isOnline = false;
  const sent = network(() =>
    isOnline ? Response.json('482195') : Promise.reject(new TypeError('Failed to fetch')),
  );
  await openForm('es');
  await write(spanish);
  const alert = page.getByRole('alert');
  await expect.element(alert).toBeVisible();
  const send = page.getByRole('button', { name: spanish.form.send });
  const contact = page.getByRole('textbox', { name: spanish.form.contact });
  await contact.fill('anna@example.com');
  await send.click();
  await expect.poll(() => sent).toHaveLength(2);
  await expect.element(alert).toBeVisible();
  await contact.fill('anna@example.de');
  isOnline = true;
  await send.click();
  await expect.element(page.getByText(spanish.outcome.title('482195'))).toBeVisible();
  const [first, corrected, last] = sent.map(({ body }) => body['secret']);
  expect(corrected).not.toBe(first);
  expect(last).toBe(first);
  const link = page.getByRole('link', { name: spanish.outcome.open }).element() as HTMLAnchorElement;
  expect(link.hash).toBe(`#${String(last)}`);
});

const request: RightsPage = {
  number: '482195',
  kind: 'erasure',
  outcome: null,
  received_on: '2026-11-24',
  due_on: '2027-01-23',
  extension_reason: 'Muchas solicitudes',
  confirmed: false,
  may_confirm: true,
  messages: [],
};

const openPage = (language: Language, shown: RightsPage | null) =>
  renderPublicIn(
    language,
    <PageFrame andes>
      <RightsRequestScreen secret="secret" asked={Promise.resolve(shown)} />
    </PageFrame>,
    ['publicPages', 'rightsPage', 'help'],
  );

test.for(languages)('the page says until when, and the link’s holder confirms (%s)', async (language) => {
  const sent = network(() => Response.json([{ ...request, may_confirm: false, confirmed: true }]));
  const { page: t } = await loadNamespace('rightsPage', language);
  await openPage(language, request);
  await expect.element(page.getByText(t.extended('Muchas solicitudes'))).toBeVisible();
  await expectFitsEverywhere();
  await page.getByRole('button', { name: t.confirm }).click();
  await expect.element(page.getByText(t.confirmed)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: t.title('482195') })).toHaveFocus();
  expect(sent[0]).toEqual({ path: 'rpc/confirm_rights_request', body: { secret: 'secret' } });
});

test('an answered request shows the reply as text, and the way to the Agency', async () => {
  const reply = { id: '1', from_company: true, body: '<b>Borrado</b>', created_at: '2026-11-25T12:00:00Z' };
  await openPage('es', { ...request, may_confirm: false, outcome: 'refused', messages: [reply] });
  await expect.element(page.getByText('<b>Borrado</b>')).toBeVisible();
  await expect.element(page.getByText(spanish.page.agency)).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('the phone that wrote an answered request is told to open the link that was sent', async () => {
  await openPage('es', { ...request, may_confirm: false, outcome: 'granted' });
  await expect.element(page.getByText(spanish.page.states.granted)).toBeVisible();
  await expect.element(page.getByText(spanish.page.unconfirmed)).toBeVisible();
});

test('a person who comes back without a signal keeps the page', async () => {
  network(() => Promise.reject(new TypeError('Failed to fetch')));
  await openPage('es', request);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText(spanish.page.title('482195'))).toBeVisible();
  await expectFitsEverywhere();
});

test('an unknown secret opens no request', async () => {
  await openPage('es', null);
  await expect.element(page.getByText(spanish.page.unknownTitle)).toBeVisible();
});
