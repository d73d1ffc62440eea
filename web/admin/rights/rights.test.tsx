import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { Breach } from '../../data/company/breaches.ts';
import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import type { TimelineEntry } from '../../data/tickets/tickets.ts';
import { errors } from '../../i18n/es/errors.ts';
import { rights as spanish } from '../../i18n/es/fleet/rights.ts';
import { replies as spanishReplies } from '../../i18n/es/replies.ts';
import { tickets as shared } from '../../i18n/es/fleet/tickets.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, renderPanel, SignedIn, signInAs } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere, sizes } from '../../testing/looks.ts';
import { rightsRows } from '../../testing/panelLists.tsx';
import RightsSection from './RightsSection.tsx';

const noFilter = { search: '', state: '', kind: '' };
const row: RightsRequest = { ...rightsRows[0]!, id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11' };
const entry = { spanish: null, mail: null, created_at: '2026-11-24T13:00:00Z', author: 'carla@example.com' };
const timeline: readonly TimelineEntry[] = [
  { ...entry, id: '1', kind: 'event', body: 'link' },
  { ...entry, id: '2', kind: 'note', body: 'Dos casos con ese correo' },
];
const breach: Breach = {
  id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b12',
  happened_on: '2026-11-20',
  known_at: '2026-11-21T13:00:00Z',
  what: 'Se perdió una tableta',
  which_data: 'Nombre y teléfono de un conductor',
  people: 1,
  consequences: null,
  measures: 'Se bloqueó a distancia',
  agency_told_at: null,
  people_told_at: null,
  created_at: '2026-11-21T13:00:00Z',
  version: 1,
};
const [rosa, rosario] = ['Rosa Pérez', 'Rosario Pérez'].map((name, index) => ({
  id: `driver-${index}`,
  name,
  license_plate: `RRRR1${index}`,
}));

/** Answers the panel's requests until the test ends, and notes its calls of functions. */
function backend(opened: RightsRequest = row, breaches: readonly Breach[] = []) {
  const calls: { readonly name: string; readonly body: unknown }[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    ticket_timeline: timeline,
    create_rights_link: 'f'.repeat(64),
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, name = ''] = /rpc\/(\w+)/.exec(url) ?? [];
    const tables: Readonly<Record<string, readonly unknown[]>> = {
      breaches,
      user_drivers: [{ driver: rosa }],
      drivers: [rosa, rosario],
    };
    const [, table = ''] = /v1\/(\w+)/.exec(url) ?? [];
    const rows = tables[table] ?? [opened];
    if (name === '') return Promise.resolve(Response.json(rows, { headers: { 'content-range': '0-0/1' } }));
    const body: unknown = JSON.parse(String(init?.body));
    if (name !== 'ticket_timeline') calls.push({ name, body });
    const given = (body as { readonly entry?: Partial<Breach> }).entry;
    const isStale = given?.version !== undefined && given.version !== breaches[0]?.version;
    const conflict = { code: 'edit_conflict', message: '' };
    if (isStale) return Promise.resolve(Response.json(conflict, { status: 409 }));
    return Promise.resolve(Response.json(answers[name] ?? null));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

const rights = <Addressed id="rights" of={RightsSection} />;

async function open(language: StaffLanguage = 'es', rows: readonly RightsRequest[] = [row], node = rights) {
  history.replaceState(null, '', '?section=rights');
  for (const name of ['rights', 'tickets'] as const) await loadNamespace(name, language);
  return renderPanel(language, node, ['rights', noFilter, rows]);
}

const numbered = new RegExp(row.number);
const openFirst = () => page.getByRole('link', { name: numbered }).click();

test.for(staffLanguages)('requests fit every screen, and so does an opened one (%s)', async (language) => {
  backend();
  await open(language);
  await expect.element(page.getByText(row.number)).toBeVisible();
  await expectFitsEverywhere();
  await openFirst();
  await expect.element(page.getByText('Dos casos con ese correo')).toBeVisible();
  await expectFitsEverywhere();
});

test('the timeline says what was done and by whom', async () => {
  backend();
  await open();
  await openFirst();
  const history = page.getByRole('list', { name: spanish.timeline });
  await expect.element(history.getByText(spanish.events.link)).toBeVisible();
  await expect.element(history.getByText(/carla@example\.com/).first()).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('a result fills the reply in the person’s language with the Spanish beside it, and closes the request', async () => {
  const calls = backend();
  const { rights: german } = await loadNamespace('replies', 'de');
  await open();
  await openFirst();
  await page.getByRole('combobox', { name: spanish.result }).selectOptions(spanish.results.granted);
  const text = german.templates.granted.erasure(row.number);
  await expect.element(page.getByRole('textbox', { name: shared.replyIn('alemán') })).toHaveValue(text);
  const inSpanish = spanishReplies.rights.templates.granted.erasure(row.number);
  await expect.element(page.getByRole('textbox', { name: shared.inSpanish })).toHaveValue(inSpanish);
  await page.getByRole('button', { name: shared.send, exact: true }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([
      {
        name: 'send_ticket_reply',
        body: { ticket_id: row.id, reply: text, spanish: inSpanish, outcome: 'granted' },
      },
    ]);
});

test('a link that no mail server took shows beside the contact that is not confirmed', async () => {
  backend({ ...row, confirmed_at: null, link_mail: 'failed' });
  await open();
  await openFirst();
  const identity = `${spanish.notConfirmed} · ${shared.mails.failed}`;
  await expect.element(page.getByText(identity)).toBeVisible();
});

test('a result keeps a reply that somebody has typed, and takes its own template back', async () => {
  backend();
  const { rights: german } = await loadNamespace('replies', 'de');
  await open();
  await openFirst();
  const result = page.getByRole('combobox', { name: spanish.result });
  const reply = page.getByRole('textbox', { name: shared.replyIn('alemán') });
  await result.selectOptions(spanish.results.granted);
  await expect.element(reply).toHaveValue(german.templates.granted.erasure(row.number));
  await result.selectOptions(spanish.results.refused);
  await expect.element(reply).toHaveValue(german.templates.refused(row.number));
  await result.selectOptions(spanish.states.open);
  await expect.element(reply).toHaveValue('');
  await reply.fill('Wir haben alles gelöscht.');
  await result.selectOptions(spanish.results.granted);
  await result.selectOptions(spanish.states.open);
  await expect.element(result).toHaveValue('');
  await expect.element(reply).toHaveValue('Wir haben alles gelöscht.');
  await expect.element(page.getByRole('textbox', { name: shared.inSpanish })).toHaveValue('');
});

test('a wrong driver is seen and corrected while the request is open', async () => {
  const calls = backend({ ...row, person: 'driver', account_id: 'account', confirmed_at: row.created_at });
  await open();
  await openFirst();
  await expect.element(page.getByText('Rosa Pérez · RR·RR·10')).toBeVisible();
  await page.getByRole('combobox', { name: spanish.account.choose }).fill('Ros');
  await page.getByRole('option', { name: /^Rosario Pérez/ }).click();
  await expect
    .poll(() => calls)
    .toEqual([{ name: 'set_rights_driver', body: { request_id: row.id, driver: rosario!.id } }]);
});

test('P2: a confirmed contact that is not the chosen account’s shows, and the administrator can still say who it is', async () => {
  const other = { ...row, person: 'driver', account_id: 'account', confirmed_at: row.created_at } as const;
  const calls = backend({ ...other, proof: 'email', proved_account_id: null });
  await open();
  await openFirst();
  await expect.element(page.getByText(spanish.otherContact)).toBeVisible();
  await page.getByRole('button', { name: spanish.confirm.identified }).click();
  await expect.poll(() => calls).toMatchObject([{ name: 'identify_rights_author' }]);
});

test('a closed request says whose data it concerned, and takes no other driver', async () => {
  const closed = { ...row, person: 'driver', account_id: 'account', outcome: 'granted' } as const;
  backend(closed);
  await open();
  await openFirst();
  await expect.element(page.getByText('Rosa Pérez · RR·RR·10')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: spanish.account.choose })).not.toBeInTheDocument();
});

test('a telephone number is confirmed by a link that goes out by WhatsApp', async () => {
  backend({ ...row, email: null, phone: '+4915123456789' });
  await open();
  await openFirst();
  await page.getByRole('button', { name: spanish.confirm.link }).click();
  const chat = page.getByRole('link', { name: new RegExp(spanish.confirm.whatsapp) });
  await expect
    .element(chat)
    .toHaveAttribute('href', expect.stringContaining('https://wa.me/4915123456789?text='));
  const href = decodeURIComponent(chat.element().getAttribute('href')!);
  expect(href).toContain(`/rights/request?lang=de#${'f'.repeat(64)}`);
});

test('the deadline is extended with a reason; blocking has no extension', async () => {
  const calls = backend();
  await open();
  await openFirst();
  await page.getByRole('button', { name: spanish.extend.button }).click();
  await page.getByRole('textbox', { name: spanish.extend.reason }).fill('Hay que buscar en papel');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([{ name: 'extend_rights_request', body: { reason: 'Hay que buscar en papel' } }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a request that came on paper is entered with its day', async () => {
  const calls = backend();
  await open();
  await page.getByRole('button', { name: spanish.add }).click();
  await page.getByRole('radio', { name: spanish.channels.paper }).click();
  await page.getByRole('textbox', { name: spanish.form.name }).fill('Rosa Pérez');
  await page.getByRole('textbox', { name: spanish.body }).fill('Qué datos tienen de mí');
  await page.getByRole('checkbox', { name: spanish.form.identified }).click();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([
      {
        name: 'file_rights_request',
        body: { channel: 'paper', name: 'Rosa Pérez', identified: true },
      },
    ]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a result that was chosen stays with the reply that somebody has begun', async () => {
  backend();
  signInAs('carla');
  const result = page.getByRole('combobox', { name: spanish.result });
  const reply = page.getByRole('textbox', { name: shared.replyIn('alemán') });
  const { rights: german } = await loadNamespace('replies', 'de');
  const before = await open('es', [row], <SignedIn>{rights}</SignedIn>);
  await openFirst();
  await result.selectOptions(spanish.results.refused);
  await expect.element(reply).toHaveValue(german.templates.refused(row.number));
  await before.unmount();
  await open('es', [row], <SignedIn>{rights}</SignedIn>);
  await openFirst();
  await expect.element(reply).toHaveValue(german.templates.refused(row.number));
  await expect.element(result).toHaveValue('refused');
});

test('going back closes the form of a new request', async () => {
  backend();
  await open();
  await page.getByRole('button', { name: spanish.add }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(new URLSearchParams(window.location.search).get('act')).toBe('new');
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a company without requests reads what the section is for', async () => {
  backend();
  await open('es', []);
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
});

async function openBreaches(rows: readonly Breach[], opened = '') {
  history.replaceState(null, '', `?section=rights&view=breaches${opened}`);
  for (const name of ['rights', 'tickets'] as const) await loadNamespace(name, 'es');
  await renderPanel('es', rights, ['rights', { search: '' }, rows]);
}

test('an address opens the form of a new incident and that of an entry; going back closes it', async () => {
  backend(row, [breach]);
  const what = page.getByRole('textbox', { name: spanish.breach.what, exact: true });
  await openBreaches([breach], '&act=breach');
  await expect.element(what).toHaveValue('');
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect.element(what).not.toBeInTheDocument();
  await page.getByRole('button', { name: spanish.breach.edit(breach.what) }).click();
  await expect.element(what).toHaveValue(breach.what);
  expect(location.search).toBe(`?section=rights&view=breaches&act=edit&record=${breach.id}`);
  history.back();
  await expect.element(what).not.toBeInTheDocument();
});

test('a breach is entered with what is known', async () => {
  const calls = backend();
  await openBreaches([]);
  await expect.element(page.getByText(spanish.breach.emptyHint)).toBeVisible();
  await page.getByRole('button', { name: spanish.breach.add }).click();
  await page.getByRole('textbox', { name: spanish.breach.what, exact: true }).fill(breach.what);
  await page.getByRole('textbox', { name: spanish.breach.data }).fill(breach.which_data);
  await expectFitsEverywhere();
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([
      {
        name: 'save_breach',
        body: {
          entry: { id: expect.any(String) as string, what: breach.what, people: null, agency_told_at: null },
        },
      },
    ]);
});

test('the register shows an entry whole, on every screen and in both themes', async () => {
  const t = spanish.breach;
  await openBreaches([
    { ...breach, consequences: 'Llamadas de extraños', people_told_at: '2026-11-23T13:00:00Z' },
  ]);
  const shown = [
    breach.what,
    `${t.data}: ${breach.which_data}`,
    `${t.people}: 1`,
    `${t.consequences}: Llamadas de extraños`,
    `${t.measures}: ${breach.measures}`,
    `${t.happened}: 20 nov 2026`,
    `${t.known}: 21 nov 2026`,
    `${t.agency}: ${t.notTold}`,
    `${t.persons}: 23 nov 2026`,
  ];
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    for (const text of shown) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
  const letters = page.getByRole('link', { name: t.letters });
  await expect.element(letters).toHaveAttribute('href', '?section=help&guide=breaches');
});

test('a breach that another administrator has completed meanwhile keeps their words and mine', async () => {
  const calls = backend(row, [{ ...breach, version: 2, people: 7 }]);
  await openBreaches([breach]);
  await page.getByRole('button', { name: spanish.breach.edit(breach.what) }).click();
  await page.getByRole('textbox', { name: spanish.breach.consequences }).fill('Llamadas de extraños');
  const save = page.getByRole('button', { name: 'Guardar', exact: true });
  await save.click();
  await expect.element(page.getByText(spanish.breach.conflict)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: spanish.breach.people })).toHaveValue('7');
  await save.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(calls.at(-1)).toMatchObject({
    body: { breach: breach.id, entry: { version: 2, people: 7, consequences: 'Llamadas de extraños' } },
  });
});

test('an entry without what happened, or with half a person, says what to mend', async () => {
  const calls = backend();
  await openBreaches([]);
  await page.getByRole('button', { name: spanish.breach.add }).click();
  await page.getByRole('textbox', { name: spanish.breach.people }).fill('1,5');
  await page.getByRole('textbox', { name: spanish.breach.data }).fill(breach.which_data);
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect.element(page.getByText(spanish.breach.peopleInvalid)).toBeVisible();
  await expect.element(page.getByText(errors.field.required)).toBeVisible();
  expect(calls).toEqual([]);
});

test('a change of a breach keeps the time of each day that stays', async () => {
  const calls = backend(row, [breach]);
  await openBreaches([breach]);
  await page.getByRole('button', { name: spanish.breach.edit(breach.what) }).click();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
  await page.getByLabelText(spanish.breach.agency).fill('2026-11-22');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const { id, created_at: _, ...kept } = breach;
  expect(calls.at(-1)).toMatchObject({
    body: { breach: id, entry: { ...kept, agency_told_at: '2026-11-22T15:00:00.000Z' } },
  });
});
