import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { FleetDocument } from '../../data/documents/documents.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { documents as spanish } from '../../i18n/es/fleet/documents.ts';
import { Addressed, renderPanel } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { rowId } from '../../testing/panelLists.tsx';
import DocumentsSection from './DocumentsSection.tsx';
import { documentName } from './names.ts';

const [wide] = devices;
const button = (name: string) => page.getByRole('button', { name, exact: true });

const licence: FleetDocument = {
  id: rowId(0),
  kind_id: 'kind-1',
  kind: 'Licencia A1',
  owner: 'driver',
  driver_id: 'driver',
  vehicle_id: null,
  owner_name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  license_plate: 'BBBB12',
  number: '12.345.678-9',
  issued_on: '2024-01-31',
  expires_on: '2030-01-31',
  days_left: 1000,
  state: 'valid',
  file: 'drivers/driver/a.pdf',
  critical: true,
  verified_at: '2026-01-01T00:00:00Z',
  override_until: null,
  override_reason: null,
  version: 1,
  driver_code: 'C-014',
};

/** Documents in every state that the list shows. */
const rows: readonly FleetDocument[] = [
  {
    ...licence,
    id: rowId(1),
    kind: 'Permiso de circulación',
    owner: 'vehicle',
    owner_name: 'TAXI01',
    driver_id: null,
    vehicle_id: 'car',
    state: 'expired',
    days_left: -3,
    override_until: '2026-12-24',
    override_reason: 'Hora en la planta de revisión',
  },
  { ...licence, id: rowId(2), state: 'within_7', days_left: 5 },
  { ...licence, id: rowId(3), verified_at: null },
  licence,
];

/** As the section reads it from an address without filters. */
const filter = { search: '', state: '', owner: '', kind: '', month: '', subject: '' };

function open(language: StaffLanguage = 'es', shown = rows) {
  history.replaceState(null, '', '?view=list');
  const lists = [['documents', filter, shown]] as const;
  return renderPanel(language, <Addressed id="documents" of={DocumentsSection} />, ...lists);
}

test.for(staffLanguages)('the list of documents and its dialogs fit every screen (%s)', async (language) => {
  const t = await loadNamespace('documents', language);
  await page.viewport(wide.width, wide.height);
  await open(language);
  await expect.element(page.getByText(t.states.waiting, { exact: true }).last()).toBeVisible();
  await expectFitsEverywhere();
  await button(t.edit('Permiso de circulación, TA·XI·01')).click();
  await expect.element(page.getByText(t.override.title)).toBeVisible();
  await expectFitsEverywhere();
  await userEvent.keyboard('{Escape}');
  await button(t.add).click();
  await expect.element(page.getByLabelText(t.form.expiresOn)).toBeVisible();
  await expectFitsEverywhere();
  await userEvent.keyboard('{Escape}');
});

test('the documents and their dialogs are accessible as table and as cards', async () => {
  await open();
  for (const { width, height } of [wide, phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
  await button(spanish.edit('Permiso de circulación, TA·XI·01')).click();
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{Escape}');
  await button(spanish.add).click();
  await expectAccessibleInBothThemes();
});

const due = (days_left: number, state: FleetDocument['state']): FleetDocument => ({
  ...licence,
  id: String(days_left),
  kind: `Documento ${days_left}`,
  days_left,
  state,
});

test('each document says its true number of days, in words where there are some', async () => {
  await page.viewport(wide.width, wide.height);
  await open('es', [
    due(-400, 'expired'),
    due(-1, 'expired'),
    due(0, 'within_7'),
    due(1, 'within_7'),
    due(3, 'within_7'),
    due(27, 'within_30'),
    { ...due(5, 'within_7'), verified_at: null, file: null },
  ]);
  const row = (days: number) =>
    page.getByRole('row').filter({ has: page.getByText(`Documento ${days}`, { exact: true }) });
  for (const [days, words] of [
    [-400, 'Venció hace 400 días'],
    [-1, 'Venció ayer'],
    [0, 'Vence hoy'],
    [1, 'Vence mañana'],
    [3, 'Vence en 3 días'],
    [27, 'Vence en 27 días'],
    [5, spanish.states.waiting],
  ] as const)
    await expect.element(row(days).getByText(words, { exact: true })).toBeVisible();
  await expect.element(row(27).getByText(new RegExp(spanish.withFile))).toBeVisible();
  await expect.element(row(5).getByText(new RegExp(spanish.withoutFile))).toBeVisible();
});

test('a document that waits is rejected, one in force is deleted, and the question says which', async () => {
  await page.viewport(wide.width, wide.height);
  await open();
  const { rejection, deletion } = spanish;
  const name = documentName(licence);
  await page.getByRole('button', { name: rejection.of(name), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: rejection.title });
  await expect.element(dialog.getByText(rejection.text)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: rejection.action, exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page
    .getByRole('button', { name: spanish.delete(name), exact: true })
    .first()
    .click();
  await expect.element(page.getByRole('dialog', { name: deletion.title })).toBeVisible();
});

test('the question before a deletion speaks of the file of a document that has one', async () => {
  await page.viewport(wide.width, wide.height);
  await open('es', [licence, { ...licence, id: rowId(4), file: null }]);
  const { delete: labelOf, deletion } = spanish;
  const remove = button(labelOf(documentName(licence)));
  const dialog = page.getByRole('dialog', { name: deletion.title });
  await remove.first().click();
  await expect.element(dialog.getByText(deletion.text)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await remove.last().click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText(deletion.text)).not.toBeInTheDocument();
});

test.for(staffLanguages)('the days that are left read well in %s', async (language) => {
  const { expiry } = await loadNamespace('documents', language);
  const texts = [-2, -1, 0, 1, 2].map((days) => expiry(days, String(Math.abs(days))));
  expect(new Set(texts).size).toBe(5);
  expect(texts.map((text) => /\d/.test(text))).toEqual([true, false, false, false, true]);
});
