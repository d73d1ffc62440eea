import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import type { PersonalData } from '../../data/accounts/personalData.ts';
import { rights } from '../../i18n/es/fleet/rights.ts';
import { replies } from '../../i18n/es/replies.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { renderPanel } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../../testing/looks.ts';
import DataCopy from './DataCopy.tsx';

const { dataCopy: t } = replies;
const created = { created_at: '2025-03-01T12:00:00Z' };
const data: PersonalData = {
  issued_at: '2026-11-24T13:00:00Z',
  account: {
    id: 'a1',
    email: 'diego@example.com',
    phone: null,
    user_metadata: { name: 'Diego', locale: 'es' },
  },
  passkeys: [],
  drivers: [
    {
      name: 'Diego Fuentes',
      license_plate: 'BBCD12',
      state: 'active',
      average_rating: 4.8,
      has_account: true,
      ratings: [{ rating: 2, comment: 'Llegó tarde', reasons: ['punctuality'], ...created }],
    },
  ],
  content: { draft_edited_at: null, releases: [] },
  documents: [{ kind: 'Licencia A1', number: '123', expires_on: '2027-05-31' }],
  shifts: [
    { phone: '+56912345678', license_plate: 'BBCD12', started_at: '2026-11-20T11:30:00Z', ended_at: null },
    { phone: '+56912345678', license_plate: 'GKGK39', started_at: '2026-11-21T11:30:00Z', ended_at: null },
  ],
  trips: [
    { code: 'HJKMN', day: '2026-11-20', clock: '18:30', route: 'las-condes', pesos: 18_000 },
    { code: 'PRTUV', day: '2026-11-21', clock: '09:00', route: null, pesos: null },
  ],
  hand_overs: [
    { at: '2026-11-20T23:00:00Z', expected: 18_000, handed: 17_000, note: 'Faltan mil' },
    { at: '2026-11-21T23:00:00Z', expected: 9_000, handed: 9_000, note: null },
  ],
  announcements: { written: [], read: [{ text: 'Mañana hay paro', read_at: '2026-11-01T12:00:00Z' }] },
  requests: [{ number: '482190', kind: 'access', replies: [{ text: 'Listo', ...created }] }],
  audit_log: [{ at: '2026-11-20T11:30:00Z', action: 'login', by: 'you', address: '203.0.113.7' }],
  something_new: [{ a_new_field: 'visible' }],
};

async function openCopy(language: string) {
  for (const name of ['rights', 'audit'] as const) await loadNamespace(name, 'es');
  const row = { language, name: 'Diego Fuentes', number: '482190' };
  await renderPanel('es', <DataCopy row={row} data={data} onClose={() => undefined} />);
  return page.getByRole('dialog', { name: rights.account.print }).getByRole('article');
}

/** The value under a label of a part of the sheet. */
const fact = (sheet: ReturnType<typeof page.getByRole>, label: string) =>
  sheet
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .element().nextElementSibling?.textContent;

test('the copy says whose data it is and, by heading, everything that is kept', async () => {
  const sheet = await openCopy('es');
  await expect.element(sheet.getByRole('heading', { name: t.title })).toBeVisible();
  expect(fact(sheet, t.request)).toBe('482190');
  expect(fact(sheet, t.person)).toBe('Diego Fuentes');
  expect(fact(sheet, t.issued)).toBe('24 de noviembre de 2026');
  expect(fact(sheet, t.labels.license_plate)).toBe('BB·CD·12');
  expect(fact(sheet, t.labels.average_rating)).toBe('4,8');
  expect(fact(sheet, t.labels.reasons)).toBe('Puntualidad');
  expect(fact(sheet, t.labels.expires_on)).toBe('31 may 2027');
  expect(fact(sheet, t.labels.at)).toBe('20 nov 2026 08:30');
  expect(fact(sheet, t.labels.by)).toBe('usted');
  expect(fact(sheet, t.labels.user_metadata)).toBe('Nombre: Diego · locale: es');
  for (const text of ['Inició sesión', 'Mañana hay paro', 'Listo', 'visible'])
    await expect.element(sheet.getByText(text, { exact: true })).toBeVisible();
  await expect
    .element(sheet.getByRole('row').nth(2))
    .toHaveTextContent('+56 9 1234 5678GK·GK·3921 nov 2026 08:30');
  const rows = sheet.getByRole('row').elements();
  const texts = rows.map((row) => Array.from(row.children, ({ textContent }) => textContent));
  const { code, day, clock, route, pesos, at, expected, handed, note } = t.labels;
  for (const names of [
    [day, clock, route, pesos, code],
    [expected, handed, at, note],
  ])
    expect(texts.map((cells) => cells.toSorted())).toContainEqual(names.toSorted());
  expect(texts.flat()).toEqual(
    expect.arrayContaining(['20 nov 2026', '18:30', 'HJKMN', '17000', 'Faltan mil']),
  );
  const headings = sheet.getByRole('heading', { level: 4 }).elements();
  expect(headings.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
    t.headings.account,
    t.headings.drivers,
    t.headings.shifts,
    t.headings.trips,
    t.headings.hand_overs,
  ]);
  const { passkeys, content } = t.headings;
  await expect.element(sheet.getByText(t.nothing(`${passkeys}, ${content}`))).toBeVisible();
  await expect.element(sheet.getByRole('heading', { name: passkeys })).not.toBeInTheDocument();
});

test.for(languages)(
  'it is written in the language of the request and fits every screen (%s)',
  async (language) => {
    const sheet = await openCopy(language);
    const { title } = (await loadNamespace('replies', language)).dataCopy;
    await expect.element(sheet.getByRole('heading', { name: title })).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('it is readable in both themes, and printed alone', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  onTestFinished(() => print.mockRestore());
  await openCopy('de');
  await expectAccessibleInBothThemes();
  await page.getByRole('button', { name: rights.account.printNow, exact: true }).click();
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('body > .print-root')?.textContent).toContain('Llegó tarde');
});
