import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StaffRole } from '../../../shared/roles.ts';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { exampleVehicle } from '../../../shared/testing/records.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { shift } from '../../i18n/es/fleet/shift.ts';
import { vehicles as spanish } from '../../i18n/es/fleet/vehicles.ts';
import { admin } from '../../i18n/es/admin.ts';
import { errors } from '../../i18n/es/errors.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { fileOf, renderPanel, section } from '../../testing/administration.tsx';
import { openSection } from '../../testing/panelLists.tsx';
import { driver } from '../../testing/panels.tsx';
import { useListLocation } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useVehicleColumns } from './columns.tsx';
import VehiclesSection from './VehiclesSection.tsx';

const vehicle: ListedVehicle = {
  ...exampleVehicle,
  id: '0f0e3a52-6c1c-4a53-9a0e-3f9d4a1c2b11',
  brand_model: 'Mercedes-Benz Sprinter 415 minibús',
  colour: 'Blanco perlado',
  seats: 15,
  bags: 20,
  registration_number: 'RNSTP-2026-001234',
  created_at: '2026-03-01T12:00:00Z',
  version: 1,
  drivers: [
    { ...driver, name: 'Maximiliano Hernández-Valenzuela' },
    { ...driver, id: '2' },
  ],
  shift: {
    id: 'shift',
    started_at: '2026-11-23T10:00:00Z',
    driver_id: driver.id,
    name: 'Maximiliano Hernández-Valenzuela',
  },
};
const { id, shift: driven } = vehicle;
/** With everything that is known of a vehicle, and with nothing. */
const listed: readonly ListedVehicle[] = [
  vehicle,
  {
    ...vehicle,
    id: '0f0e3a52-6c1c-4a53-9a0e-3f9d4a1c2b12',
    license_plate: 'WXYZ99',
    class: 'basico',
    brand_model: null,
    colour: null,
    seats: null,
    bags: null,
    drivers: [],
    shift: null,
  },
];
/** A phone has the further buttons of the list behind another. */
async function showActions() {
  const more = document.querySelector<HTMLElement>('[aria-expanded=false][aria-controls]');
  if (more?.checkVisibility()) await userEvent.click(more);
}
const button = (label: string) => page.getByRole('button', { name: label, exact: true });

const article = page.getByRole('article', { name: 'BB·CD·12' });
/** Opens the acts of the first vehicle that the list offers behind one button. */
const openActs = () => button(admin.moreActions('BB·CD·12')).click();

/** Opens the section with vehicles that have nothing besides the own record. */
function open(options: { role?: StaffRole; at?: string; rows?: typeof listed } = {}) {
  const { rows = listed, ...opening } = options;
  const cards = ['documents', 'shifts', 'reviews', 'devices', 'papers'];
  const belongings = { documents: 2, files: 1, pastShifts: 8, shiftDays: 365, openShift: null };
  return openSection('vehicles', {
    ...opening,
    loaded: [
      [[adminKey, 'vehicles', { search: '' }, 1], { rows, page: 1, total: rows.length }],
      [[adminKey, 'vehicles', 'record', id], rows[0]],
      [[adminKey, 'belongings', 'vehicle', id], belongings],
      ...cards.map((name) => [[adminKey, name, 'of', id], []] as const),
    ],
  });
}

function Located() {
  return <VehiclesSection {...section} location={useListLocation(['vehicles'])} />;
}

/** Opens the section without the panel around it. */
async function openAlone(language: StaffLanguage = 'es') {
  const assigned = vehicle.drivers.map((each) => ({ driver: each }));
  const row = {
    ...vehicle,
    vehicle_drivers: assigned,
    shifts: [{ ...driven, driver: { name: driven!.name } }],
  };
  const served = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = input instanceof Request ? input.url : String(input);
    return Promise.resolve(Response.json(url.includes('id=eq.') && url.includes('/vehicles?') ? [row] : []));
  });
  onTestFinished(() => served.mockRestore());
  history.replaceState(null, '', '?section=vehicles');
  const names = ['vehicles', 'shift', 'devices', 'printing', 'reviews', 'reasons', 'shiftRecords'] as const;
  await Promise.all(names.map((name) => loadNamespace(name, language)));
  await renderPanel(language, <Located />, ['vehicles', { search: '' }, listed]);
}

test.for(staffLanguages)(
  'the vehicles fit every screen, while one is edited and in each dialog (%s)',
  async (language) => {
    const t = await loadNamespace('vehicles', language);
    await openAlone(language);
    await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
    await expectFitsEverywhere();
    await button(t.edit('BB·CD·12')).click();
    await expect.element(page.getByLabelText(t.fields.registration_number)).toBeVisible();
    await expectFitsEverywhere();
    await userEvent.keyboard('{Escape}');
    const { delete: label, moreActions, record } = await loadNamespace('admin', language);
    await page.getByRole('link', { name: 'BB·CD·12' }).click();
    await expect.element(article.getByText(t.vehicle)).toBeVisible();
    await expectFitsEverywhere();
    await article.getByRole('button', { name: moreActions('BB·CD·12') }).click();
    await button(record.delete).last().click();
    await expect.element(page.getByText(t.deletion.inUse(driven!.name))).toBeVisible();
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: label, exact: true }))
      .toBeDisabled();
    await expectFitsEverywhere();
    await userEvent.keyboard('{Escape}');
    await button(record.back).click();
    await button(t.add).click();
    await expect.element(page.getByText(t.everybodyHint)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the vehicles are accessible as table and as cards, while one is edited, on its page and in the dialog of a new one', async () => {
  await open();
  for (const { width, height } of [devices[0], phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
  await button(spanish.edit('BB·CD·12')).click();
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: 'BB·CD·12' }).click();
  await expect.element(article.getByText(spanish.vehicle)).toBeVisible();
  await expectAccessibleInBothThemes();
  await button(admin.record.back).click();
  await button(spanish.add).click();
  await expectAccessibleInBothThemes();
});

test('the list says who drives a vehicle now, for whom it is, and what is known of it', async () => {
  await page.viewport(1280, 800);
  await open();
  const rows = page.getByRole('main').getByRole('row');
  await expect.element(rows.nth(2)).toBeVisible();
  const [known = '', bare = ''] = rows
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(known).toContain('BB·CD·12Mercedes-Benz Sprinter 415 minibús');
  expect(known).toContain(`Blanco perlado · ${shift.classes.turismo}`);
  expect(known).toContain('15 asientos · 20 maletas');
  expect(bare).toContain(`WX·YZ·99${shift.classes.basico}${spanish.everybody}${spanish.free}`);
});

test('a press anywhere on a row opens the page of its vehicle, and going back returns to the row', async () => {
  await page.viewport(1280, 800);
  await open();
  await page.getByText('15 asientos').click();
  await expect.element(article.getByText(vehicle.registration_number!)).toBeVisible();
  const assigned = article.getByRole('link', { name: driver.name, exact: true });
  await expect.element(assigned).toHaveAttribute('href', '?section=drivers&record=2');
  const driving = article.getByRole('link', { name: driven!.name, exact: true }).first();
  await expect.element(driving).toHaveAttribute('href', `?section=drivers&record=${driver.id}`);
  for (const card of [admin.documents, admin.shifts])
    await expect.element(article.getByRole('region', { name: card, exact: true })).toBeVisible();
  history.back();
  await expect.element(article).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'BB·CD·12' })).toHaveFocus();
});

test('the address of a page shows it again, and closing it leads to the list', async () => {
  await page.viewport(phone.width, phone.height);
  await open({ at: `?section=vehicles&record=${id}` });
  await expect.element(article.getByText(driven!.name).first()).toBeVisible();
  // The shift is longer than any working day: its end is due.
  expect(article.getByRole('button').elements()[1]!.textContent).toBe(spanish.endShift);
  await button(admin.record.back).click();
  await expect.element(page.getByRole('link', { name: 'WX·YZ·99' })).toBeVisible();
  expect(location.search).toBe('?section=vehicles');
});

test.for([
  ['admin', [admin.selection.print, spanish.endShift, admin.record.delete]],
  ['office', [admin.selection.print, spanish.endShift]],
] as const)('the menu of a vehicle has the acts of the role %s', async ([role, titles]) => {
  await open({ role, rows: [{ ...vehicle, shift: { ...driven!, started_at: new Date().toISOString() } }] });
  await openActs();
  const menu = document.querySelector(':popover-open')!;
  expect([...menu.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(titles);
});

/** Serves the calls to the database that end and reopen shifts, and collects them in order. */
function serveShifts(reopening: () => Response): readonly string[] {
  const calls: string[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, name] = /rpc\/(end_shift|reopen_shift)$/.exec(url) ?? [];
    if (!name) return Promise.resolve(Response.json([]));
    calls.push(`${name} ${String(init?.body)}`);
    return Promise.resolve(name === 'reopen_shift' ? reopening() : new Response(null, { status: 204 }));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

/** Ends the shift of the first vehicle and undoes that. */
async function endAndUndo() {
  await page.viewport(phone.width, phone.height);
  await open();
  await openActs();
  await button(spanish.endShift).click();
  await expect.element(page.getByText(spanish.shiftEnded(driven!.name, 'BB·CD·12'))).toBeVisible();
  await button(admin.removal.undo).click();
}

test('a shift ends at once, and undoing that reopens it', async () => {
  const calls = serveShifts(() => new Response(null, { status: 204 }));
  await endAndUndo();
  await expect.element(page.getByText(admin.removal.undone)).toBeVisible();
  expect(calls).toEqual(['end_shift {"shift":"shift"}', 'reopen_shift {"shift":"shift"}']);
});

test('a shift is not reopened once the driver has begun another one, and the panel says so', async () => {
  const refusal = { code: 'driver_on_shift', message: '', details: null, hint: null };
  serveShifts(() => Response.json(refusal, { status: 409 }));
  await endAndUndo();
  await expect.element(page.getByText(admin.removal.driverOnShift)).toBeVisible();
});

test('an act of the menu gives the focus back to its button, or to that of the next row', async () => {
  const [wide] = devices;
  await page.viewport(wide.width, wide.height);
  await open({ rows: [{ ...vehicle, shift: null }, listed[1]!] });
  await openActs();
  await button(admin.record.delete).click();
  await page.getByRole('dialog').getByRole('button', { name: admin.cancel, exact: true }).click();
  await expect.element(button(admin.moreActions('BB·CD·12'))).toHaveFocus();
  await openActs();
  await button(admin.record.delete).click();
  await page.getByRole('dialog').getByRole('button', { name: admin.delete, exact: true }).click();
  await expect.element(button(admin.moreActions('BB·CD·12'))).not.toBeInTheDocument();
  await expect.element(button(admin.moreActions('WX·YZ·99'))).toHaveFocus();
});

test('an assigned driver is taken off in the editor', async () => {
  await open();
  await button(spanish.edit('BB·CD·12')).click();
  await button(spanish.removeDriver(driver.name)).click();
  await expect.element(button(spanish.removeDriver(driver.name))).not.toBeInTheDocument();
  await expect.element(button(spanish.removeDriver('Maximiliano Hernández-Valenzuela'))).toBeVisible();
});

test('vehicle and drivers are saved by one call, so that nobody meets the one without the others', async () => {
  const calls: unknown[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('rpc/save_vehicle')) calls.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json(init?.method === 'POST' ? vehicle.id : []));
  });
  onTestFinished(() => spy.mockRestore());
  await open();
  await button(spanish.edit('BB·CD·12')).click();
  await page.getByLabelText(spanish.fields.seats).fill('14');
  await button(spanish.removeDriver(driver.name)).click();
  await button('Guardar').click();
  const changes = { fields: { seats: 14 }, vehicle: vehicle.id, version: 1, added: [], removed: ['2'] };
  await expect.poll(() => calls).toEqual([changes]);
});

test('a plate that is none of Chile is saved, with the advice to check it', async () => {
  const spy = vi
    .spyOn(window, 'fetch')
    .mockImplementation((_, init) => Promise.resolve(Response.json(init?.method === 'POST' ? id : [])));
  onTestFinished(() => spy.mockRestore());
  await open();
  await button(spanish.edit('BB·CD·12')).click();
  await page.getByLabelText(spanish.fields.license_plate).fill('BBCD1');
  await button('Guardar').click();
  await expect.element(page.getByRole('status').filter({ hasText: spanish.oddPlate })).toBeVisible();
});

const file = (text: string) => new File([text], 'autos.csv', { type: 'text/csv' });

const importing = admin.importing;

/** Opens the dialog for a file; the server knows the first vehicle, and answers an import. */
async function openImport(imported = () => Response.json(1)) {
  await page.viewport(360, 740);
  await openAlone();
  const sent: unknown[] = [];
  const { drivers: _, shift: __, ...stored } = vehicle;
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('rpc/file_subjects'))
      return Promise.resolve(Response.json([{ vehicle: stored, driver: null, documents: [] }]));
    if (!url.endsWith('rpc/import_vehicles')) return Promise.resolve(Response.json([]));
    sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(imported());
  });
  onTestFinished(() => spy.mockRestore());
  await showActions();
  await button(spanish.file.open).click();
  return { field: page.getByLabelText(importing.file), save: button('Guardar'), sent };
}

test('an import without a file says so at the field', async () => {
  const { field, save, sent } = await openImport();
  await save.click();
  await expect.element(page.getByText(errors.field.required)).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.upload(file('patente;asientos\nBBCD12;5'));
  await expect.element(page.getByText(errors.field.required)).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('a file with errors is refused with line and reason, and sends nothing', async () => {
  const { field, save, sent } = await openImport();
  await field.upload(file('patente;asientos\nBBCD12;4\nWXYZ98;muchos'));
  await expect.element(page.getByText(importing.refused)).toBeVisible();
  await expect.element(page.getByText('Línea 3: Asientos: Un número entero', { exact: false })).toBeVisible();
  await expect.element(save).toBeDisabled();
  await expectAccessibleInBothThemes();
  expect(sent).toEqual([]);
});

const nothing = () => undefined;
const useExported = () => useVehicleColumns({ acts: [], onEdit: nothing });

test('a list that was exported changes nothing when it is imported, and one changed cell is one change', async () => {
  const exported = async (row: ListedVehicle) => file(await fileOf(useExported, [row]));
  const [unchanged, changed] = [
    await exported(vehicle),
    await exported({ ...vehicle, seats: 3, colour: null }),
  ];
  const { field, save, sent } = await openImport();
  await field.upload(unchanged);
  await expect.element(page.getByText(importing.counts.same('1'), { exact: false })).toBeVisible();
  await expect.element(page.getByText(importing.nothing)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await field.upload(changed);
  await expect.element(page.getByText(importing.counts.changed('1'))).toBeVisible();
  const change = `Color: ${vehicle.colour} → vacío · Asientos: ${vehicle.seats} → 3`;
  await expect.element(page.getByText(change)).toBeVisible();
  await expectAccessibleInBothThemes();
  await save.click();
  await expect.element(field).not.toBeInTheDocument();
  const { drivers: _, shift: __, created_at: ___, ...stored } = vehicle;
  expect(sent).toEqual([{ vehicles: [{ ...stored, seats: 3, colour: null }] }]);
});

test('a vehicle that somebody else has changed since is named with its line, and nothing is saved', async () => {
  const conflict = { code: 'edit_conflict', message: 'changed', details: '2', hint: null };
  const { field, save } = await openImport(() => Response.json(conflict, { status: 409 }));
  await field.upload(file('patente;color\nNUEV01;Rojo\nBBCD12;Azul'));
  await save.click();
  await expect.element(page.getByText(`Línea 3: ${importing.problems.edit_conflict}`)).toBeVisible();
  await expect.element(save).toBeDisabled();
});
