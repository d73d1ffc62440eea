import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { trips as spanish } from '../../i18n/es/fleet/trips.ts';
import { noTripFilter, openSection, rowId, tripRows } from '../../testing/panelLists.tsx';
import { tripBackend } from '../../testing/trips.ts';
import { adminKey } from '../parts/useChange.ts';

const request: Trip = { ...tripRows[0]!, id: rowId(70), code: 'AAAAA' };
const other: Trip = { ...tripRows[1]!, id: rowId(71), code: 'KMRAT', clock: '14:30', driver_id: rowId(1) };
const noReason = { clash: null, clash_code: null, clash_clock: null, documents: null, fits: true };
const juan = {
  ...noReason,
  id: rowId(1),
  name: 'Juan Soto',
  in_shift: true,
  vehicle_id: rowId(2),
  license_plate: 'BBCL12',
  seats: 4,
  is_free: true,
};
const ana = {
  ...juan,
  id: rowId(3),
  name: 'Ana Rojas',
  in_shift: false,
  vehicle_id: null,
  license_plate: null,
  clash: 'overlap',
  clash_code: 'KMRAT',
  clash_clock: '14:30',
  documents: 'expired',
  fits: false,
  is_free: false,
};
const functions = { trip_drivers: [juan, ana], trip_timeline: [] };
const overlap = { code: 'overlap', message: 'busy', details: 'KMRAT' };

async function open(rows: readonly Trip[], record?: string) {
  await page.viewport(1280, 800);
  await openSection('trips', {
    loaded: [[[adminKey, 'trips', noTripFilter, 1], { rows, page: 1, total: rows.length }]],
    ...(record && { record, sign: 'article section' }),
  });
}

const assign = page.getByRole('button', { name: `${spanish.assign}: AAAAA` });
const nameOf = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('two presses assign a driver with the vehicle, and confirm the trip', async () => {
  const calls = tripBackend({ rows: [request, other], functions });
  await open([request]);
  await assign.click();
  await expect.element(page.getByText(`${plateInPairs('BBCL12')} · ${spanish.inShift}`)).toBeVisible();
  const reasons = 'sin auto · otro viaje 14:30 KMRAT · documentos vencidos · faltan asientos';
  await expect.element(nameOf('Ana Rojas').getByText(reasons)).toBeVisible();
  await nameOf('Juan Soto').click();
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]!.body).toMatchObject({
    trip: request.id,
    version: request.version,
    fields: { driver_id: juan.id, vehicle_id: juan.vehicle_id, state: 'confirmed' },
    allowed: [],
  });
  await expect.element(page.getByText(spanish.assignedTo('AAAAA', 'Juan Soto'))).toBeVisible();
});

test('an overlap names the other trip, and is allowed by a press', async () => {
  const calls = tripBackend({ rows: [request, other], functions, errors: [overlap] });
  await open([request]);
  await assign.click();
  await nameOf('Juan Soto').click();
  const dialog = page.getByRole('dialog', { name: spanish.overlapTitle });
  await expect.element(dialog.getByText(spanish.overlapDriver('Juan Soto', 'KMRAT', '14:30'))).toBeVisible();
  await dialog.getByRole('button', { name: spanish.assignAnyway }).click();
  await expect
    .poll(() => calls)
    .toMatchObject([{}, { body: { allowed: [other.id], fields: { driver_id: juan.id } } }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('an overlap that is not wanted changes nothing', async () => {
  const calls = tripBackend({ rows: [request, other], functions, errors: [overlap] });
  await open([request]);
  await assign.click();
  await nameOf('Juan Soto').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

test('a trip without a day cannot be assigned, and an ended one neither', async () => {
  tripBackend({ rows: [request], functions });
  await open([
    { ...request, day: null, clock: null },
    { ...request, id: rowId(72), state: 'cancelled' },
  ]);
  await expect.element(page.getByRole('cell', { name: spanish.none }).first()).toBeVisible();
  await expect.element(assign).not.toBeInTheDocument();
});

test('one driver gets several trips, and those that fail stay ticked', async () => {
  const second: Trip = { ...request, id: rowId(73), code: 'BBBBB', name: 'Rosa Vera' };
  const calls = tripBackend({ rows: [request, second], functions, errors: [null, overlap] });
  await open([request, second]);
  await page.getByRole('checkbox', { name: /toda la página/ }).click();
  await page.getByRole('button', { name: spanish.assignMany }).click();
  await nameOf('Juan Soto').click();
  await expect.poll(() => calls).toHaveLength(2);
  await expect.element(page.getByText(/Juan Soto tiene 1 viaje más\. .*BBBBB.*KMRAT/)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: /BBBBB/ })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /AAAAA/ })).not.toBeChecked();
});

const assigned: Trip = {
  ...request,
  state: 'confirmed',
  driver_id: juan.id,
  driver_name: 'Juan Soto',
  license_plate: 'BBCL12',
  vehicle_id: juan.vehicle_id,
};

test('the page takes the driver off, and changes the vehicle', async () => {
  const vehicle = { ...noReason, id: rowId(9), license_plate: 'CCDD34', brand_model: 'Hyundai H1', seats: 9 };
  const calls = tripBackend({ rows: [assigned], functions: { ...functions, trip_vehicles: [vehicle] } });
  await open([assigned], assigned.id);
  await page.getByRole('button', { name: spanish.changeVehicle }).click();
  await nameOf(plateInPairs('CCDD34')).click();
  await page.getByRole('button', { name: spanish.unassign }).click();
  await expect
    .poll(() => calls.map(({ body }) => body.fields))
    .toEqual([{ vehicle_id: rowId(9) }, { driver_id: null, vehicle_id: null }]);
});

test('going back from the page of a trip takes the question about an overlap along', async () => {
  const calls = tripBackend({ rows: [assigned, other], functions, errors: [overlap] });
  await open([assigned]);
  await page.getByRole('link', { name: assigned.clock! }).click();
  await page.getByRole('button', { name: `${spanish.changeDriver}: AAAAA` }).click();
  await nameOf('Ana Rojas').click();
  const dialog = page.getByRole('dialog', { name: spanish.overlapTitle });
  await expect.element(dialog).toBeVisible();
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  history.forward();
  await expect.element(page.getByRole('button', { name: spanish.changeVehicle })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

test('another company takes the trip', async () => {
  const calls = tripBackend({ rows: [assigned], functions });
  await open([assigned], assigned.id);
  await page.getByRole('button', { name: spanish.external }).click();
  await page.getByRole('textbox', { name: 'Empresa' }).fill('Transfer Sur');
  await page.getByRole('textbox', { name: spanish.externalPhone }).fill('+56 9 8765 4321');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]!.body).toMatchObject({
    fields: { is_external: true, driver_id: null, vehicle_id: null },
    person: { external_name: 'Transfer Sur', external_phone: '+56 9 8765 4321', external_plate: null },
  });
});

test('a number of the other company without its country code is said at its field', async () => {
  const error = { code: 'phone_invalid', message: 'The telephone number needs its country code' };
  tripBackend({ rows: [assigned], functions, errors: [error] });
  await open([assigned], assigned.id);
  await page.getByRole('button', { name: spanish.external }).click();
  await page.getByRole('textbox', { name: 'Empresa' }).fill('Transfer Sur');
  const phone = page.getByRole('textbox', { name: spanish.externalPhone });
  await phone.fill('123');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect.element(phone).toHaveAccessibleDescription(spanish.forms.problems.phone_invalid);
  await expect.element(phone).toHaveFocus();
});
