import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { PassengerCase } from '../../data/tickets/cases.ts';
import type { TimelineEntry } from '../../data/tickets/tickets.ts';
import { admin as words } from '../../i18n/es/admin.ts';
import { cases as spanish } from '../../i18n/es/fleet/cases.ts';
import { replies as spanishReplies } from '../../i18n/es/replies.ts';
import { tickets as shared } from '../../i18n/es/fleet/tickets.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, renderPanel, section, SignedIn, signInAs } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import { caseRows } from '../../testing/panelLists.tsx';
import CasesSection from './CasesSection.tsx';

const noFilter = { search: '', state: '', kind: '', driver: '', from: '', until: '' };
const row: PassengerCase = { ...caseRows[0]!, id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11' };
const entry = { spanish: null, mail: null, author: 'olga@example.com' };
const timeline: readonly TimelineEntry[] = [
  { ...entry, id: '1', kind: 'note', body: 'Diego lo tiene', created_at: '2026-11-24T13:00:00Z' },
  {
    ...entry,
    id: '2',
    kind: 'reply',
    body: '<b>Gefunden</b>',
    spanish: 'Encontrado',
    mail: 'sent',
    created_at: '2026-11-24T14:00:00Z',
  },
  { ...entry, id: '3', kind: 'event', body: 'reopened', created_at: '2026-11-24T15:00:00Z' },
];

/**
 * Answers the panel's requests until the test ends, and notes its calls of functions.
 * @param lost the number of calls whose response is lost at first
 * @param answering the calls are answered after it
 * @param opened the case that opens
 */
function backend(lost = 0, answering: Promise<void> = Promise.resolve(), opened = row) {
  const calls: { readonly name: string; readonly body: unknown }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, name] = /rpc\/(\w+)/.exec(url) ?? [];
    if (name === 'ticket_timeline') return Promise.resolve(Response.json(timeline));
    if (name) {
      calls.push({ name, body: JSON.parse(String(init?.body)) as unknown });
      if (calls.length <= lost) return Promise.reject(new TypeError('Failed to fetch'));
      return answering.then(() => new Response(null, { status: 204 }));
    }
    const rows = /v1\/drivers/.test(url) ? [{ contact: '+56987654321' }] : [opened];
    return Promise.resolve(Response.json(rows, { headers: { 'content-range': '0-0/1' } }));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

const cases = <Addressed id="cases" of={CasesSection} />;

async function open(
  language: StaffLanguage = 'es',
  rows: readonly PassengerCase[] = [row, ...caseRows.slice(1, 3)],
  node = cases,
) {
  history.replaceState(null, '', '?section=cases');
  for (const name of ['cases', 'tickets'] as const) await loadNamespace(name, language);
  return renderPanel(language, node, ['cases', noFilter, rows]);
}

const numbered = new RegExp(row.number);
const openFirst = () => page.getByRole('link', { name: numbered }).click();
const title = page.getByRole('article').getByRole('heading', { name: numbered });
const reply = page.getByRole('textbox', { name: shared.replyIn('alemán') });

test.for(staffLanguages)('the cases fit every screen, and so does an opened one (%s)', async (language) => {
  backend();
  const t = await loadNamespace('cases', language);
  await open(language);
  await expect.element(page.getByText(row.number)).toBeVisible();
  await expectFitsEverywhere();
  await openFirst();
  await expect.element(page.getByText('<b>Gefunden</b>')).toBeVisible();
  await expect.element(page.getByText(t.events.reopened)).toBeVisible();
  await expectFitsEverywhere();
});

test('a company without cases finds the page on which passengers write', async () => {
  backend();
  await open('es', []);
  const link = page.getByRole('link', { name: spanish.helpPage });
  await expect.element(link).toHaveAttribute('href', `${window.location.origin}/help`);
  await expect.element(page.getByRole('img', { name: spanish.helpPage })).toBeVisible();
});

test('P3: the cases that are held back stand in a folded group', async () => {
  backend();
  await open();
  await expect.element(page.getByRole('button', { name: spanish.heldCount('1') })).toBeVisible();
});

test('on a tablet held upright the export stands in one row with the days', async () => {
  backend();
  await page.viewport(800, 1280);
  await open();
  const middle = (element: Element) => {
    const { top, height } = element.getBoundingClientRect();
    return Math.round(top + height / 2);
  };
  const until = page.getByLabelText(spanish.until);
  await expect.element(until).toBeVisible();
  const exporting = page.getByRole('button', { name: words.selection.exportAll });
  expect(middle(exporting.element())).toBe(middle(until.element()));
});

test('a template fills the reply in the passenger’s language, with the Spanish beside it', async () => {
  const calls = backend();
  const { cases: german } = await loadNamespace('replies', 'de');
  await open();
  await openFirst();
  await page.getByRole('combobox', { name: spanish.template }).selectOptions(spanish.templates.found);
  const text = german.found(row.number);
  await expect.element(reply).toHaveValue(text);
  const inSpanish = spanishReplies.cases.found(row.number);
  await expect.element(page.getByRole('textbox', { name: shared.inSpanish })).toHaveValue(inSpanish);
  await page.getByRole('button', { name: shared.send, exact: true }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([
      { name: 'send_ticket_reply', body: { ticket_id: row.id, reply: text, spanish: inSpanish } },
    ]);
});

test.for([
  ['lost', 'found'],
  ['complaint', 'sorry'],
  ['receipt', 'receipt'],
  ['accessibility', 'moreDetails'],
] as const)('the first template for the kind %s is %s', async ([kind, first]) => {
  const opened = { ...row, kind };
  backend(0, Promise.resolve(), opened);
  await open('es', [opened]);
  await openFirst();
  const choice = page.getByRole('combobox', { name: spanish.template });
  await expect.element(choice).toBeVisible();
  const names = [...choice.element().querySelectorAll('option')].map(({ text }) => text);
  expect(names).toHaveLength(1 + Object.keys(spanish.templates).length);
  expect(names[1]).toBe(spanish.templates[first]);
});

test('a template goes below what somebody has typed; the next one takes its place', async () => {
  backend();
  const { cases: german } = await loadNamespace('replies', 'de');
  await open();
  await openFirst();
  const choice = page.getByRole('combobox', { name: spanish.template });
  const inSpanish = page.getByRole('textbox', { name: shared.inSpanish });
  const [found, sorry] = [german.found(row.number), german.sorry(row.number)];
  await reply.fill('Liebe Anna,');
  await choice.selectOptions(spanish.templates.found);
  await expect.element(reply).toHaveValue(`Liebe Anna,\n\n${found}`);
  await expect.element(inSpanish).toHaveValue(spanishReplies.cases.found(row.number));
  await choice.selectOptions(spanish.templates.sorry);
  await expect.element(reply).toHaveValue(`Liebe Anna,\n\n${sorry}`);
  // A corrected template is typed text too.
  await reply.fill(`${sorry} Bis bald!`);
  await choice.selectOptions(spanish.templates.found);
  await expect.element(reply).toHaveValue(`${sorry} Bis bald!\n\n${found}`);
  await expect.element(inSpanish).toHaveValue(spanishReplies.cases.found(row.number));
});

test('a reply that is sent again after a lost response has its first id; another reply has another one', async () => {
  const calls = backend(2);
  await open();
  await openFirst();
  const send = page.getByRole('button', { name: shared.send, exact: true });
  for (const text of ['Gefunden', 'Gefunden', 'Gefunden!']) {
    const sent = calls.length + 1;
    await reply.fill(text);
    await send.click();
    await expect.poll(() => calls.length).toBe(sent);
    await expect.element(send).toBeEnabled();
  }
  await expect.element(reply).toHaveValue('');
  await reply.fill('Gefunden!');
  await send.click();
  await expect.poll(() => calls.length).toBe(4);
  const ids = calls.map(({ body }) => (body as { readonly id: string }).id);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('words that somebody types while the reply is being sent stay', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = backend(0, promise);
  await open();
  await openFirst();
  const inSpanish = page.getByRole('textbox', { name: shared.inSpanish });
  await reply.fill('Gefunden');
  await inSpanish.fill('Encontrado');
  await page.getByRole('button', { name: shared.send, exact: true }).click();
  await expect.poll(() => calls.length).toBe(1);
  await reply.fill('Gefunden\n\nBis Freitag!');
  resolve();
  await expect.element(inSpanish).toHaveValue('');
  await expect.element(reply).toHaveValue('Bis Freitag!');
});

test('closing, noting and deleting call for the case; the office does not delete', async () => {
  const calls = backend();
  await open();
  await openFirst();
  await page.getByRole('textbox', { name: shared.note }).fill('Llamar mañana');
  await page.getByRole('button', { name: shared.addNote }).click();
  await expect.poll(() => calls.map(({ name }) => name)).toEqual(['note_ticket']);
  await page.getByRole('button', { name: spanish.close, exact: true }).click();
  await expect.poll(() => calls.map(({ name }) => name)).toEqual(['note_ticket', 'set_case_state']);
});

test('the name of a driver leads to the cases about this one', async () => {
  backend();
  await open();
  const name = page.getByRole('link', { name: row.driver_name! }).first();
  await expect.element(name).toHaveAttribute('href', '?section=cases&driver=driver');
});

test('an address narrows the cases to a driver and to days in Chile, and the chip shows all again', async () => {
  const asked: URL[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    asked.push(new URL(input instanceof Request ? input.url : String(input)));
    return Promise.resolve(Response.json([], { headers: { 'content-range': '*/0' } }));
  });
  onTestFinished(() => spy.mockRestore());
  const driver = '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b10';
  const filters: Readonly<Record<string, string>> = { driver, from: '2026-11-01', until: '2026-11-30' };
  const changes: object[] = [];
  const location = {
    ...section.location,
    filter: (name: string) => filters[name] ?? '',
    setFilters: (change: object) => changes.push(change),
  };
  await renderPanel('es', <CasesSection {...section} location={location} />, ['cases', noFilter, []]);
  await expect
    .poll(() =>
      asked
        .filter(({ searchParams }) => searchParams.has('driver_id'))
        .map((url) => url.searchParams.toString()),
    )
    .toEqual([
      expect.stringMatching(
        /driver_id=eq\.6f1f3a52.*created_at=gte\.2026-11-01T03%3A00.*created_at=lt\.2026-12-01T03%3A00/,
      ),
    ]);
  await page.getByRole('button', { name: spanish.showAll, exact: false }).click();
  expect(changes).toEqual([{ driver: '' }]);
});

test('a press on the row opens the case under its address, and going back closes it', async () => {
  backend();
  await open();
  await page.getByText(row.body!).first().click();
  await expect.element(title).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('record')).toBe(row.id);
  history.back();
  await expect.element(title).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: numbered })).toHaveFocus();
});

test('words in a foreign language are copied for a translator', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => written.mockRestore());
  backend();
  await open();
  await openFirst();
  await page.getByRole('button', { name: shared.copy }).click();
  await expect.element(page.getByRole('button', { name: shared.copied })).toBeVisible();
  expect(written).toHaveBeenCalledWith(row.body);
});

test('a case shows whom to call, and leads to driver, vehicle and shift', async () => {
  const vehicle = '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b12';
  const opened = { ...row, phone: '+4915123456789', vehicle_id: vehicle, shift_id: 'shift' };
  backend(0, Promise.resolve(), opened);
  await open('es', [opened]);
  await openFirst();
  const hrefOf = (name: string | RegExp) =>
    page.getByRole('article').getByRole('link', { name }).element().getAttribute('href');
  await expect.element(page.getByRole('link', { name: words.call('+56 9 8765 4321') })).toBeVisible();
  expect(hrefOf(words.call('+56 9 8765 4321'))).toBe('tel:+56987654321');
  expect(hrefOf(words.call('+49 15 12345 6789'))).toBe('tel:+4915123456789');
  expect(
    page
      .getByRole('link', { name: /^WhatsApp/ })
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://wa.me/4915123456789', 'https://wa.me/56987654321']);
  expect(hrefOf(row.driver_name!)).toBe('?section=drivers&record=driver');
  expect(hrefOf(plateInPairs(row.license_plate!))).toBe(`?section=vehicles&record=${vehicle}`);
  expect(hrefOf(spanish.shift)).toMatch(/^\?section=shifts&driver=driver&day=\d{4}-\d\d-\d\d$/);
});

test('on a phone contact and driver come between the passenger’s words and the reply', async () => {
  await page.viewport(360, 740);
  backend();
  await open();
  await openFirst();
  await expect.element(reply).toBeVisible();
  const article = page.getByRole('article');
  const tops = [
    article.getByText(row.body!),
    article.getByText(row.email!, { exact: true }),
    article.getByRole('link', { name: row.driver_name! }),
    article.getByRole('list', { name: spanish.timeline }),
    reply,
    article.getByRole('heading', { name: spanish.driver }),
    page.getByRole('textbox', { name: shared.note }),
  ].map((part) => part.element().getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test('a closed case hides the reply until somebody wants to reply again', async () => {
  const opened: PassengerCase = { ...row, state: 'closed', is_closed: true };
  backend(0, Promise.resolve(), opened);
  await open('es', [opened]);
  await openFirst();
  await page.getByRole('button', { name: shared.again }).click();
  await expect.element(reply).toBeVisible();
});

test('a reply that somebody has begun is there again after Escape, going back and a reload', async () => {
  backend();
  signInAs('olga');
  const signedIn = <SignedIn>{cases}</SignedIn>;
  const before = await open('es', [row], signedIn);
  await openFirst();
  await page.getByRole('combobox', { name: spanish.template }).selectOptions(spanish.templates.found);
  await expect.element(reply).not.toHaveValue('');
  await reply.fill('Wir haben es');
  await page.getByRole('textbox', { name: shared.note }).fill('Llamar mañana');
  await userEvent.keyboard('{Escape}');
  history.back();
  await expect.element(title).not.toBeInTheDocument();
  await openFirst();
  await expect.element(reply).toHaveValue('Wir haben es');
  await before.unmount();

  const calls = backend();
  await open('es', [row], signedIn);
  await openFirst();
  await expect.element(reply).toHaveValue('Wir haben es');
  await expect.element(page.getByRole('textbox', { name: shared.note })).toHaveValue('Llamar mañana');
  await page.getByRole('button', { name: words.draft.discard }).first().click();
  await expect.element(reply).toHaveValue('');
  await page.getByRole('button', { name: words.removal.undo }).click();
  await page.getByRole('button', { name: shared.send, exact: true }).click();
  await expect.element(reply).toHaveValue('');
  expect(calls).toMatchObject([{ name: 'send_ticket_reply', body: { reply: 'Wir haben es' } }]);
  expect(Object.keys(localStorage).filter((key) => key.includes('reply:'))).toEqual([]);
});

test('a reply whose page is left while it is being sent, and that is sent again, arrives once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = backend(0, promise);
  signInAs('olga');
  const signedIn = <SignedIn>{cases}</SignedIn>;
  const send = page.getByRole('button', { name: shared.send, exact: true });
  const left = await open('es', [row], signedIn);
  await openFirst();
  await reply.fill('Wir haben es');
  await send.click();
  await expect.poll(() => calls.length).toBe(1);
  await left.unmount();

  await open('es', [row], signedIn);
  await openFirst();
  await expect.element(reply).toHaveValue('Wir haben es');
  await send.click();
  resolve();
  await expect.element(reply).toHaveValue('');
  const [first, second] = calls.map(({ body }) => (body as { readonly id: string }).id);
  expect(second).toBe(first);
  await reply.fill('Wir haben es');
  await send.click();
  await expect.poll(() => calls.length).toBe(3);
  expect(calls[2]).not.toMatchObject({ body: { id: first } });
  await expect.element(reply).toHaveValue('');
});

test('a company without cases reads what they are for', async () => {
  backend();
  await open('es', []);
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
});

test('an opened case is accessible in both themes', async () => {
  backend();
  await open();
  await openFirst();
  await expect.element(page.getByText('<b>Gefunden</b>')).toBeVisible();
  await expectAccessibleInBothThemes();
});
