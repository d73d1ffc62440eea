import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { FoundOwner, GridDocument, GridRow } from '../../data/documents/documentGrid.ts';
import { documentBulk as t } from '../../i18n/es/fleet/documentBulk.ts';
import { documents as words } from '../../i18n/es/fleet/documents.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { renderPanel, section } from '../../testing/administration.tsx';
import { expectAccessibleInBothThemes, expectFitsEverywhere, sizes } from '../../testing/looks.ts';
import DocumentsSection from './DocumentsSection.tsx';

const [wide, , phone] = sizes;
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
  await loadNamespace('documentBulk', language);
  const location = {
    ...section.location,
    filter: (name: string) => (name === 'view' ? 'grid' : (filters[name] ?? '')),
    setFilters: vi.fn(),
  };
  const onDone = vi.fn();
  await renderPanel(
    language,
    <DocumentsSection {...section} onDone={onDone} location={location} />,
    ['document-grid', { ...filter, ...filters }, shown],
    ['documents', { ...filter, ...filters, day: '' }, []],
  );
  return { location, onDone };
}

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

const foundVehicle: FoundOwner = {
  written: 'BBCD12',
  owner: 'vehicle',
  id: 'car',
  name: 'BBCD12',
  driver_code: null,
  documents: [],
};

/** A phone has the further buttons of the list behind another. */
async function showActions() {
  const more = document.querySelector<HTMLElement>('[aria-expanded=false][aria-controls]');
  if (more?.checkVisibility()) await userEvent.click(more);
}

test.for(staffLanguages)(
  'the grid and the dialogs for many documents fit every screen (%s)',
  async (language) => {
    const own = await loadNamespace('documentBulk', language);
    await page.viewport(wide.width, wide.height);
    await openGrid(language);
    await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
    await expectFitsEverywhere();
    for (const title of [own.file.open, own.upload.open]) {
      await showActions();
      await button(title).click();
      await expect.element(page.getByRole('dialog')).toBeVisible();
      await expectFitsEverywhere();
      await userEvent.keyboard('{Escape}');
    }
  },
);

test('the grid is accessible as table and as cards', async () => {
  await openGrid();
  for (const { width, height } of [wide, phone]) {
    await page.viewport(width, height);
    await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
    await expectAccessibleInBothThemes();
  }
});

test('a cell says the days that are left and whether there is a file; a missing document is a gap', async () => {
  await page.viewport(wide.width, wide.height);
  await openGrid();
  const name = (plate: string) => `Permiso de circulación, ${plate}`;
  await expect.element(button(t.open(name('BB·CD·12'), `Vence en 3 días, ${words.withFile}`))).toBeVisible();
  await expect.element(page.getByText('3 días', { exact: true })).toBeVisible();
  await expect
    .element(button(t.open(name('TA·XI·01'), `Venció hace 2 días, ${words.withFile}`)))
    .toBeVisible();
  await expect.element(page.getByText('hace 2 días', { exact: true })).toBeVisible();
  await expect.element(button(t.addMissing(name('WX·YZ·99')))).toBeVisible();
  await expect.element(page.getByText(t.missing, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /AB·12·34: Vigente.*Sin archivo/ })).toBeVisible();
});

test('a gap opens the dialog with plate and kind filled in, and “save and next” goes to the next gap', async () => {
  await page.viewport(wide.width, wide.height);
  const { onDone } = await openGrid();
  const next = { ...rows[1]!, id: 'next', name: 'ZZZZ99', license_plate: 'ZZZZ99' };
  let gaps: readonly GridRow[] = [next];
  const sent = answer({
    '/rest/v1/vehicles': () => Response.json([{ id: 'bare' }]),
    '/rest/v1/documents': () => Response.json([{ id: 'new' }], { status: 201 }),
    '/rpc/document_grid': () => Response.json(gaps.map((row) => ({ ...row, total: 1 }))),
  });
  await button(t.addMissing('Permiso de circulación, WX·YZ·99')).click();
  await expect.element(page.getByLabelText(words.form.plate)).toHaveValue('WXYZ99');
  await expect.element(page.getByRole('dialog').getByLabelText(words.kind)).toHaveValue('kind-2');
  await page.getByLabelText(words.form.expiresOn).fill('2027-03-31');
  await button(t.next).click();
  await expect.element(page.getByLabelText(words.form.plate)).toHaveValue('ZZZZ99');
  await expect.element(page.getByText(words.added)).toBeVisible();
  expect(sent.find(({ path }) => path.endsWith('/documents'))?.body).toMatchObject({
    vehicle_id: 'bare',
    kind_id: 'kind-2',
    expires_on: '2027-03-31',
  });
  gaps = [];
  await page.getByLabelText(words.form.expiresOn).fill('2027-03-31');
  await button(t.next).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(t.noGaps(words.added)));
});

const inAMonth = new Date(Date.now() + 32 * 24 * 60 * 60_000);
const nextMonth = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric' }).format(inAMonth);

test('the filters choose a month and the owners that lack a document; the view stands in the address', async () => {
  await page.viewport(wide.width, wide.height);
  const { location } = await openGrid();
  await page.getByLabelText(words.state).selectOptions(t.expiresIn(nextMonth));
  expect(location.setFilters).toHaveBeenLastCalledWith({
    month: expect.stringMatching(/^20\d\d-\d\d$/),
    state: '',
    day: '',
  });
  await page.getByLabelText(words.state).selectOptions('missing');
  expect(location.setFilters).toHaveBeenLastCalledWith({ state: 'missing', month: '' });
  await expect.element(button(t.views.grid)).toHaveAttribute('aria-pressed', 'true');
  await button(words.calendar).click();
  expect(location.setFilters).toHaveBeenLastCalledWith({ view: 'calendar', day: '' });
});

test('the documents of one vehicle say so, and all can be shown again', async () => {
  await page.viewport(wide.width, wide.height);
  const subject = '0f0e3a52-6c1c-4a53-9a0e-3f9d4a1c2b11';
  const { location } = await openGrid('es', [vehicle], { subject });
  await expect.element(page.getByText(t.onlyOwner('BB·CD·12'))).toBeVisible();
  await button(t.showAll).click();
  expect(location.setFilters).toHaveBeenLastCalledWith({ subject: '', owner: '' });
});

const csv = (...lines: readonly string[]) =>
  new File([['patente;tipo;vence', ...lines].join('\n')], 'documentos.csv', { type: 'text/csv' });

test('a file of documents shows what it adds and renews before it is sent, and an error refuses all of it', async () => {
  await page.viewport(wide.width, wide.height);
  const { onDone } = await openGrid();
  const held = {
    id: 'held',
    kind_id: 'kind-2',
    number: null,
    expires_on: '2026-11-29',
    issued_on: null,
    file: null,
    version: 4,
  };
  const sent = answer({
    '/rpc/document_owners': () =>
      Response.json([
        { ...foundVehicle, documents: [held] },
        { ...foundVehicle, written: 'WXYZ99', id: 'bare', name: 'WXYZ99' },
      ]),
    '/rpc/import_documents': () => Response.json(2),
  });
  await button(t.file.open).click();
  const field = page.getByLabelText(t.file.file);
  await field.upload(
    csv('BBCD12;permiso;24-11-2027', 'NADA11;permiso;24-11-2027', 'WXYZ99;permiso;24-11-27'),
  );
  await expect
    .element(page.getByText(`Línea 4: ${t.file.fields.expiresOn}: ${t.file.problems.day}`))
    .toBeVisible();
  await field.upload(csv('BBCD12;permiso;24-11-2027', 'NADA11;permiso;24-11-2027'));
  await expect
    .element(page.getByText(`Línea 3: ${t.file.fields.owner}: ${t.file.problems.unknown_owner}`))
    .toBeVisible();
  await expect.element(button(t.file.take)).toBeDisabled();
  await field.upload(csv('bb·cd-12;permiso circulación;24/11/2027', 'WXYZ99;PERMISO;2027-03-31'));
  await expect.element(page.getByText('29 nov 2026 → 24 nov 2027')).toBeVisible();
  await expect.element(page.getByText('31 mar 2027 · nuevo')).toBeVisible();
  await expectAccessibleInBothThemes();
  expect(sent.some(({ path }) => path.includes('import_documents'))).toBe(false);
  await button(t.file.take).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(t.file.done('1', '1')));
  expect(sent.find(({ path }) => path.includes('import_documents'))?.body).toMatchObject({
    documents: [
      { id: 'held', version: 4, expires_on: '2027-11-24' },
      { vehicle_id: 'bare', kind_id: 'kind-2', expires_on: '2027-03-31' },
    ],
  });
});

test('while a file is read or sent, no other can be chosen', async () => {
  await page.viewport(wide.width, wide.height);
  const { onDone } = await openGrid();
  const [owners, imported] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  answer({ '/rpc/document_owners': () => owners.promise, '/rpc/import_documents': () => imported.promise });
  await button(t.file.open).click();
  const field = page.getByLabelText(t.file.file);
  await field.upload(csv('WXYZ99;permiso;2027-03-31'));
  await expect.element(field).toBeDisabled();
  owners.resolve(Response.json([{ ...foundVehicle, written: 'WXYZ99', id: 'bare', name: 'WXYZ99' }]));
  await expect.element(field).toBeEnabled();
  await button(t.file.take).click();
  await expect.element(field).toBeDisabled();
  await expect.element(page.getByText('31 mar 2027 · nuevo')).toBeVisible();
  imported.resolve(Response.json(1));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(t.file.done('1', '0')));
});

const pdf = (name: string) =>
  new File(['%PDF-1.4 %%EOF'], name, { type: 'application/pdf', lastModified: 1 });

test('files are assigned by their names, mended by hand, and stored; one that failed is sent again alone', async () => {
  await page.viewport(wide.width, wide.height);
  const { onDone } = await openGrid();
  let uploads = 0;
  const sent = answer({
    '/rpc/document_owners': () =>
      Response.json([foundVehicle, { ...foundVehicle, written: 'WXYZ99', id: 'bare', name: 'WXYZ99' }]),
    '/storage/v1/object/documentos/': () => {
      uploads += 1;
      return uploads === 1
        ? Response.json(
            { statusCode: '503', code: 'SlowDown', error: 'SlowDown', message: 'busy' },
            { status: 503 },
          )
        : Response.json({ Id: 'x', Key: 'documentos/x' });
    },
    '/rest/v1/documents': () => Response.json([], { status: 200 }),
  });
  await button(t.upload.open).click();
  await page
    .getByLabelText(t.upload.choose)
    .upload([pdf('bb·cd-12_permiso-circulacion vence 31-03-2027.pdf'), pdf('escaneo 1.pdf')]);
  const first = 'bb·cd-12_permiso-circulacion vence 31-03-2027.pdf';
  await expect.element(page.getByLabelText(t.upload.of(t.upload.owner, first))).toHaveValue('BBCD12');
  await expect.element(page.getByLabelText(t.upload.of(t.upload.kind, first))).toHaveValue('kind-2');
  await expect.element(page.getByLabelText(t.upload.of(t.upload.expires, first))).toHaveValue('2027-03-31');
  await expect.element(page.getByText(t.upload.unassigned(1, '1'))).toBeVisible();
  await expectAccessibleInBothThemes();
  await page.getByLabelText(t.upload.of(t.upload.owner, 'escaneo 1.pdf')).fill('wx-yz-99');
  await page.getByLabelText(t.upload.of(t.upload.kind, 'escaneo 1.pdf')).selectOptions('kind-2');
  await expect.element(page.getByText(t.upload.needsDay)).toBeVisible();
  await page.getByLabelText(t.upload.of(t.upload.expires, 'escaneo 1.pdf')).fill('2027-05-31');
  await button(t.upload.take(2, '2')).click();
  await expect.element(button(t.upload.retryFile(first))).toBeVisible();
  await expect.element(page.getByText(t.upload.stored)).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await button(t.upload.retryFile(first)).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(t.upload.done(2, '2')));
  const names = sent.filter(({ path }) => path.includes('/storage/')).map(({ path }) => path);
  expect(names).toHaveLength(3);
  // The same name in both attempts: nothing is stored twice.
  expect(new Set(names).size).toBe(2);
});

test('a file that cannot be used is named with its reason, and so are two for one document', async () => {
  await page.viewport(wide.width, wide.height);
  await openGrid();
  answer({ '/rpc/document_owners': () => Response.json([foundVehicle]) });
  await button(t.upload.open).click();
  await page
    .getByLabelText(t.upload.choose)
    .upload([
      new File(['ftypheic'], 'BBCD12 permiso.heic', { type: 'image/heic' }),
      new File(['word'], 'BBCD12 permiso.docx', { type: 'application/msword' }),
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'BBCD12 permiso.pdf', { type: 'application/pdf' }),
      pdf('BBCD12 permiso vence 31-03-2027.pdf'),
      pdf('permiso BBCD12 vence 31-03-2027.pdf'),
      pdf('permiso BBCD12 vence 31-03-2027.pdf'),
    ]);
  for (const reason of [t.upload.heic, t.upload.type, t.upload.size, t.upload.sameFile])
    await expect.element(page.getByText(reason, { exact: true })).toBeVisible();
  await expect.element(page.getByText(t.upload.twice)).toHaveLength(2);
  await expect.element(button(t.upload.take(0, '0'))).toBeDisabled();
  await button(t.upload.remove('BBCD12 permiso vence 31-03-2027.pdf')).click();
  await expect.element(button(t.upload.take(1, '1'))).toBeEnabled();
});
