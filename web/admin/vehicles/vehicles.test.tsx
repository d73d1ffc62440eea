import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { exampleVehicle } from '../../../shared/testing/records.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { shift } from '../../i18n/es/fleet/shift.ts';
import { vehicles as spanish } from '../../i18n/es/fleet/vehicles.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { renderPanel, section } from '../../testing/administration.tsx';
import { devices, expectAccessibleInBothThemes, expectFitsEverywhere, phone } from '../../testing/looks.ts';
import { driver } from '../../testing/panels.tsx';
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
  shift: { id: 'shift', started_at: '2026-11-23T10:00:00Z', name: 'Maximiliano Hernández-Valenzuela' },
};
/** With everything that is known of a vehicle, and with nothing. */
const listed: readonly ListedVehicle[] = [
  vehicle,
  {
    ...vehicle,
    id: 'bare',
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

const open = async (language: StaffLanguage = 'es') => {
  await Promise.all([loadNamespace('vehicles', language), loadNamespace('shift', language)]);
  await renderPanel(language, <VehiclesSection {...section} />, ['vehicles', '', listed]);
};

test.for(staffLanguages)(
  'the vehicles fit every screen, while one is edited and in each dialog (%s)',
  async (language) => {
    const t = await loadNamespace('vehicles', language);
    await open(language);
    await expect.element(page.getByText('WX·YZ·99')).toBeVisible();
    await expectFitsEverywhere();
    await button(t.edit('BB·CD·12')).click();
    await expect.element(page.getByLabelText(t.fields.registration_number)).toBeVisible();
    await expectFitsEverywhere();
    await userEvent.keyboard('{Escape}');
    const { delete: label, moreActions } = await loadNamespace('admin', language);
    await button(moreActions('BB·CD·12')).click();
    await button(t.delete('BB·CD·12')).click();
    await expect.element(page.getByText(t.deletion.inUse(vehicle.shift!.name))).toBeVisible();
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: label, exact: true }))
      .toBeDisabled();
    await expectFitsEverywhere();
    await userEvent.keyboard('{Escape}');
    await button(t.add).click();
    await expect.element(page.getByText(t.everybodyHint)).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the vehicles are accessible as table and as cards, while one is edited and in the dialog of a new one', async () => {
  await open();
  for (const { width, height } of [devices[0], phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
  await button(spanish.edit('BB·CD·12')).click();
  await expectAccessibleInBothThemes();
  await userEvent.keyboard('{Escape}');
  await button(spanish.add).click();
  await expectAccessibleInBothThemes();
});

test('the list says who drives a vehicle now, for whom it is, and what is known of it', async () => {
  await page.viewport(1280, 800);
  await open();
  const rows = page.getByRole('row');
  await expect.element(rows.nth(2)).toBeVisible();
  const [known = '', bare = ''] = rows
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(known).toContain('BB·CD·12Mercedes-Benz Sprinter 415 minibús');
  expect(known).toContain(`Blanco perlado · ${shift.classes.turismo}`);
  expect(known).toContain('15 asientos · 20 maletas');
  expect(bare).toContain(`WX·YZ·99${shift.classes.basico}${spanish.everybody}—`);
  const ending = button(spanish.endShiftOf(vehicle.shift!.name));
  await expect.element(ending).toBeVisible();
  // A phone has it in the heading of the card.
  await page.viewport(360, 740);
  await expect.element(ending).toBeVisible();
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
    if (init?.method === 'POST') calls.push([new URL(url).pathname, JSON.parse(String(init.body))]);
    return Promise.resolve(Response.json(init?.method === 'POST' ? vehicle.id : []));
  });
  onTestFinished(() => spy.mockRestore());
  await open();
  await button(spanish.edit('BB·CD·12')).click();
  await page.getByLabelText(spanish.fields.seats).fill('14');
  await button(spanish.removeDriver(driver.name)).click();
  await button('Guardar').click();
  const changes = { fields: { seats: 14 }, vehicle: vehicle.id, version: 1, added: [], removed: ['2'] };
  await expect.poll(() => calls).toEqual([['/rest/v1/rpc/save_vehicle', changes]]);
});

const file = (text: string) => new File([text], 'autos.csv', { type: 'text/csv' });

test('a file with errors is refused with line and reason, and sends nothing', async () => {
  const send = vi.spyOn(globalThis, 'fetch');
  await page.viewport(360, 740);
  await open();
  await showActions();
  await button(spanish.file.open).click();
  const field = page.getByLabelText(spanish.file.file);
  await field.upload(file('patente;asientos\nBBCD12;4\nbbcd-12;muchos'));
  await expect.element(page.getByText(spanish.file.refused)).toBeVisible();
  await expect.element(page.getByText('Línea 3: Asientos: Un número entero', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: spanish.file.take })).toBeDisabled();
  await expectAccessibleInBothThemes();
  await field.upload(file('patente;asientos\nBBCD12;4\nWXYZ98;5'));
  await expect.element(page.getByText(spanish.file.found('2'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: spanish.file.take })).toBeEnabled();
  expect(send.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
  send.mockRestore();
});
