import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { GridDocument, GridRow } from '../../data/documents/documentGrid.ts';
import { admin as words } from '../../i18n/es/admin.ts';
import { documents as t } from '../../i18n/es/fleet/documents.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, renderPanel } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import DocumentsSection from './DocumentsSection.tsx';

const [wide] = devices;
const button = (name: string) => page.getByRole('button', { name, exact: true });

const permit: GridDocument = {
  id: 'permit',
  kind_id: 'kind-2',
  expires_on: '2026-11-29',
  days_left: 3,
  state: 'within_7',
  waiting: false,
  has_file: true,
};
const vehicle: GridRow = {
  id: 'car',
  owner: 'vehicle',
  name: 'BBCD12',
  license_plate: 'BBCD12',
  driver_code: null,
  documents: [permit],
};
const valid = {
  ...permit,
  id: 'valid',
  days_left: 400,
  state: 'valid',
  expires_on: '2027-12-31',
  has_file: false,
} as const;
const rows: readonly GridRow[] = [
  vehicle,
  { ...vehicle, id: 'bare', name: 'WXYZ99', license_plate: 'WXYZ99', documents: [] },
  { ...vehicle, id: 'valid', name: 'AB1234', license_plate: 'AB1234', documents: [valid] },
  {
    ...vehicle,
    id: 'late',
    name: 'TAXI01',
    license_plate: 'TAXI01',
    documents: [{ ...permit, id: 'late', days_left: -2, state: 'expired' }],
  },
];
const filter = { search: '', state: '', kind: '', owner: '', month: '', subject: '' };

async function openGrid(
  language: StaffLanguage = 'es',
  shown = rows,
  filters: Readonly<Record<string, string>> = {},
) {
  await loadNamespace('documents', language);
  history.replaceState(null, '', `?${new URLSearchParams(filters)}`);
  const onDone = vi.fn();
  await renderPanel(language, <Addressed id="documents" of={DocumentsSection} onDone={onDone} />, [
    'document-grid',
    { ...filter, ...filters },
    shown,
  ]);
  return onDone;
}

/** A part of the address; null for none. */
const inAddress = (name: string) => new URLSearchParams(location.search).get(name);

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** Answers requests by the end of their path, and notes those that were sent. */
function answer(responses: Readonly<Record<string, () => Response | Promise<Response>>>): readonly Sent[] {
  const sent: Sent[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(String(input instanceof Request ? input.url : input), window.location.href).pathname;
    const { body } = init ?? {};
    sent.push({ path, body: typeof body === 'string' ? JSON.parse(body) : body });
    const [, respond] = Object.entries(responses).find(([end]) => path.includes(end)) ?? [];
    return respond?.() ?? Response.json({ message: 'not asked for here' }, { status: 404 });
  });
  onTestFinished(() => served.mockRestore());
  return sent;
}

/** A vehicle as the search for the subjects of a file finds it. */
const found = (plate: string, ...documents: readonly object[]) => ({
  vehicle: { id: plate, license_plate: plate },
  driver: null,
  documents,
});

/** A phone has the further buttons of the list behind another. */
async function showActions() {
  const more = document.querySelector<HTMLElement>('[aria-expanded=false][aria-controls]');
  if (more?.checkVisibility()) await userEvent.click(more);
}

test.for(staffLanguages)('the grid and its dialogs fit every screen (%s)', async (language) => {
  const own = await loadNamespace('documents', language);
  await page.viewport(wide.width, wide.height);
  await openGrid(language);
  await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
  await expectFitsEverywhere();
  const gap = own.grid.cell('Permiso de circulación', 'WX·YZ·99', own.grid.gaps.missing);
  for (const title of [gap, own.file.open]) {
    await showActions();
    await button(title).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectFitsEverywhere();
    await userEvent.keyboard('{Escape}');
  }
});

test('the grid is accessible as table and as cards', async () => {
  await openGrid();
  for (const { width, height } of [wide, phone]) {
    await page.viewport(width, height);
    await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
    await expectAccessibleInBothThemes();
  }
});

const cell = (plate: string, state: string) => button(t.grid.cell('Permiso de circulación', plate, state));

test('a cell says whose document it is, the days that are left and whether there is a file, or that it is missing', async () => {
  await page.viewport(wide.width, wide.height);
  await openGrid();
  for (const [plate, state, shown] of [
    ['BB·CD·12', `Vence en 3 días, ${t.withFile}`, '3 días'],
    ['TA·XI·01', `Venció hace 2 días, ${t.withFile}`, 'hace 2 días'],
    ['WX·YZ·99', 'falta', 'falta'],
  ] as const)
    await expect.element(cell(plate, state).getByText(shown, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /AB·12·34: Vigente.*Sin archivo/ })).toBeVisible();
});

test('a cell is as large as a thumb on a phone', async () => {
  await page.viewport(phone.width, phone.height);
  await openGrid();
  await expect.element(cell('WX·YZ·99', 'falta')).toBeVisible();
  const cells = page.getByRole('button', { name: /^Permiso de circulación de / }).elements();
  expect(cells).toHaveLength(rows.length);
  for (const each of cells) expect(each.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test('a gap opens the form of its document at the file, and “save and next” goes to the next gap', async () => {
  await page.viewport(wide.width, wide.height);
  const onDone = await openGrid();
  const next = { ...rows[1]!, id: 'next', name: 'ZZZZ99', license_plate: 'ZZZZ99' };
  let gaps: readonly GridRow[] = [next];
  const sent = answer({
    '/rest/v1/vehicles': () => Response.json([{ id: 'bare' }]),
    '/rest/v1/documents': () => Response.json([{ id: 'new' }], { status: 201 }),
    '/rpc/document_grid': () => Response.json(gaps.map((row) => ({ ...row, total: 1 }))),
    '/storage/v1/object/documentos/': () => Response.json({ Id: 'x', Key: 'documentos/x' }),
  });
  await cell('WX·YZ·99', 'falta').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Permiso de circulación, WX·YZ·99')).toBeVisible();
  const chooser = dialog.getByLabelText(words.chooseFile);
  await expect.element(chooser).toHaveFocus();
  // A computer has no camera behind it.
  await expect.element(dialog.getByText(t.form.takePhoto)).not.toBeVisible();
  await chooser.upload(new File(['%PDF-1.4 %%EOF'], 'permiso.pdf', { type: 'application/pdf' }));
  await expect.element(dialog.getByText('permiso.pdf')).toBeVisible();
  await page.getByLabelText(t.form.expiresOn).fill('2027-03-31');
  await button(t.form.next).click();
  await expect.element(dialog.getByText('Permiso de circulación, ZZ·ZZ·99')).toBeVisible();
  await expect.element(page.getByText(t.added)).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith('/documents'))?.body).toMatchObject({
    vehicle_id: 'bare',
    kind_id: 'kind-2',
    expires_on: '2027-03-31',
    file: expect.stringMatching(/^vehicles\/bare\/.+\.pdf$/),
  });
  gaps = [];
  await page.getByLabelText(t.form.expiresOn).fill('2027-03-31');
  await button(t.form.next).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(t.form.noGaps(t.added)));
});

const inAMonth = new Date(Date.now() + 32 * 24 * 60 * 60_000);
const nextMonth = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric' }).format(inAMonth);

test('the filters choose a month and the owners that lack a document; the view stands in the address', async () => {
  await page.viewport(wide.width, wide.height);
  await openGrid();
  await page.getByLabelText(t.state).selectOptions(t.expiresIn(nextMonth));
  expect(inAddress('month')).toMatch(/^20\d\d-\d\d$/);
  await page.getByLabelText(t.state).selectOptions('missing');
  expect([inAddress('state'), inAddress('month')]).toEqual(['missing', null]);
  const view = (name: string) => page.getByRole('tab', { name });
  await expect.element(view(t.views.grid)).toHaveAttribute('aria-selected', 'true');
  await view(t.views.list).click();
  expect(inAddress('view')).toBe('list');
});

test('the documents of one vehicle say so, and all can be shown again', async () => {
  await page.viewport(wide.width, wide.height);
  const subject = '0f0e3a52-6c1c-4a53-9a0e-3f9d4a1c2b11';
  await openGrid('es', [vehicle], { subject });
  await page.getByRole('button', { name: `${t.onlyOwner('BB·CD·12')} ${t.showAll}` }).click();
  expect(inAddress('subject')).toBeNull();
});

const csv = (...lines: readonly string[]) =>
  new File([['patente;tipo;vence', ...lines].join('\n')], 'documentos.csv', { type: 'text/csv' });

const { importing } = words;
const kinds = () => Response.json([{ id: 'kind-2', owner: 'vehicle', name: 'Permiso de circulación' }]);

test('a file of documents shows what it adds and renews before it is sent, and an error refuses all of it', async () => {
  await page.viewport(wide.width, wide.height);
  const onDone = await openGrid();
  const held = {
    id: 'held',
    kind_id: 'kind-2',
    number: null,
    expires_on: '2026-11-29',
    issued_on: null,
    verified_at: '2026-01-01T12:00:00Z',
    version: 4,
  };
  const sent = answer({
    '/document_kinds': kinds,
    '/rpc/file_subjects': () => Response.json([found('BBCD12', held), found('WXYZ99')]),
    '/rpc/import_documents': () => Response.json(2),
  });
  await button(t.file.open).click();
  const [field, save] = [page.getByLabelText(importing.file), button('Guardar')];
  await field.upload(
    csv('BBCD12;permiso;24-11-2027', 'NADA11;permiso;24-11-2027', 'WXYZ99;permiso;24-11-27'),
  );
  await expect
    .element(page.getByText(`Línea 3: ${t.file.fields.owner}: ${t.file.problems.unknown_owner}`))
    .toBeVisible();
  await expect
    .element(page.getByText(`Línea 4: ${t.file.fields.expiresOn}: ${importing.problems.day}`))
    .toBeVisible();
  await expect.element(save).toBeDisabled();
  await field.upload(csv('bb·cd-12;permiso circulación;24/11/2027', 'WXYZ99;PERMISO;2027-03-31'));
  await expect.element(page.getByText('Vence: 29-11-2026 → 24-11-2027')).toBeVisible();
  await expect.element(page.getByText('Vence: 31-03-2027')).toBeVisible();
  await expectAccessibleInBothThemes();
  expect(sent.some(({ path }) => path.includes('import_documents'))).toBe(false);
  await save.click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(importing.done('1', '1')));
  expect(sent.find(({ path }) => path.includes('import_documents'))?.body).toMatchObject({
    documents: [
      { id: 'held', version: 4, expires_on: '2027-11-24' },
      { vehicle_id: 'WXYZ99', kind_id: 'kind-2', expires_on: '2027-03-31' },
    ],
  });
});

test('while a file is read or sent, no other can be chosen', async () => {
  await page.viewport(wide.width, wide.height);
  const onDone = await openGrid();
  const [subjects, imported] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  answer({
    '/document_kinds': kinds,
    '/rpc/file_subjects': () => subjects.promise,
    '/rpc/import_documents': () => imported.promise,
  });
  await button(t.file.open).click();
  const field = page.getByLabelText(importing.file);
  await field.upload(csv('WXYZ99;permiso;2027-03-31'));
  await expect.element(field).toBeDisabled();
  subjects.resolve(Response.json([found('WXYZ99')]));
  await expect.element(field).toBeEnabled();
  await button('Guardar').click();
  await expect.element(field).toBeDisabled();
  await expect.element(page.getByText('Vence: 31-03-2027')).toBeVisible();
  imported.resolve(Response.json(1));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(importing.done('1', '0')));
});
