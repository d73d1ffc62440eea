import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { driverAtWheel, type Shift } from '../data/shifts/driverAtWheel.ts';
import { vehiclesShown, type OfferedVehicle } from '../data/shifts/shifts.ts';
import { forgetEverything } from '../data/personal.ts';
import { DriverCard } from '../home/DriverCard.tsx';
import { account } from '../i18n/es/account.ts';
import { shift as spanish } from '../i18n/es/fleet/shift.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { VehicleDialog, driver, openPanel } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { VehicleKeys } from './VehicleKeys.tsx';
import { storeShift } from './shifts.ts';
import { openShift, useOpenShift } from './openShift.ts';
import { TakeOver } from './TakeOver.tsx';

const vehicle: OfferedVehicle = {
  id: 'car',
  license_plate: 'WXYZ98',
  class: 'turismo',
  brand_model: 'Mercedes-Benz Sprinter 415 minibús',
  colour: 'Blanco perlado',
  isOwn: false,
};
const bare = {
  ...vehicle,
  id: 'bare',
  license_plate: 'AABB11',
  brand_model: null,
  colour: null,
  isOwn: true,
};
const shift: Shift = {
  id: 'shift',
  device_id: null,
  started_at: '2026-11-23T10:00:00Z',
  ended_at: null,
  vehicle,
};

afterEach(() => forgetEverything());

function openChoice(language: Language, onTake = vi.fn()) {
  const choice = { vehicles: [bare, vehicle], last: { ...shift, ended_at: '2026-11-23T20:00:00Z' } };
  const keys = (
    <VehicleKeys choice={choice} takenId={undefined} busyId="bare" returnedId={undefined} onTake={onTake} />
  );
  return renderIn(language, <VehicleDialog title="Auto">{keys}</VehicleDialog>, ['shift']);
}

test.for(languages)(
  'the vehicles and the question before a take-over fit every screen (%s)',
  async (language) => {
    const t = await loadNamespace('shift', language);
    const choice = await openChoice(language);
    await expect.element(page.getByText(t.last)).toBeVisible();
    await expectFitsEverywhere();
    for (const key of page.getByRole('listitem').getByRole('button').elements())
      expect(key.getBoundingClientRect().height).toBeGreaterThanOrEqual(56);
    await choice.unmount();
    const name = 'Maximiliano Hernández-Valenzuela de la Fuente';
    const question = (
      <TakeOver vehicle={vehicle} name={name} busy={false} onTake={vi.fn()} onBack={vi.fn()} />
    );
    await renderIn(language, <VehicleDialog title="Auto">{question}</VehicleDialog>, ['shift']);
    await expect.element(page.getByText(t.taken(name))).toBeVisible();
    await expectFitsEverywhere();
  },
);

test('the last vehicle comes first, and one tap takes it', async () => {
  const onTake = vi.fn();
  await openChoice('es', onTake);
  const keys = page.getByRole('listitem').getByRole('button');
  expect(keys.elements().map(({ textContent }) => textContent)).toEqual([
    `WX·YZ·98${spanish.last}Mercedes-Benz Sprinter 415 minibús · Blanco perlado · Turismo`,
    `AA·BB·11${spanish.assigned}Turismo`,
  ]);
  await keys.first().click();
  expect(onTake).toHaveBeenCalledExactlyOnceWith(vehicle);
  await expectAccessibleInBothThemes();
});

function Card() {
  return <DriverCard driver={driverAtWheel(driver, useOpenShift(driver.id))} rating={5} onOpen={vi.fn()} />;
}

test('the card shows the vehicle of the shift as soon as it starts, and the driver’s own plate afterwards', async () => {
  await renderIn('es', <Card />);
  await expect.element(page.getByText('BB·CD·12')).toBeVisible();
  storeShift(driver.id, shift);
  await expect.element(page.getByText('WX·YZ·98')).toBeVisible();
  storeShift(driver.id, null);
  await expect.element(page.getByText('BB·CD·12')).toBeVisible();
});

test('a driver without a plate shows none until a shift starts', async () => {
  const plateless = { ...driver, license_plate: null };
  const card = <DriverCard driver={driverAtWheel(plateless, null)} rating={5} onOpen={vi.fn()} />;
  const rendered = await renderIn('es', card);
  await expect.element(page.getByText(driver.driver_code)).toBeVisible();
  await expect.element(page.getByText('CHILE')).not.toBeInTheDocument();
  await rendered.unmount();
});

test('a device without a signal keeps showing the vehicle; it forgets it with the driver', async () => {
  storeShift(driver.id, shift);
  const start = (name: string) =>
    import(/* @vite-ignore */ `./openShift.ts?start=${name}`) as Promise<typeof import('./openShift.ts')>;
  const later = await start('later');
  expect(later.openShift(driver.id)).toEqual(shift);
  expect(later.openShift('somebody else')).toBeNull();
  forgetEverything();
  const next = await start('next');
  expect(next.openShift(driver.id)).toBeNull();
});

/** A network that answers the first requests, until the signal is lost. */
function loseSignal(answers: Readonly<Record<string, unknown>> = {}): void {
  const network = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const address = Object.keys(answers).find((part) => String(input).includes(part));
    if (address === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json(answers[address]));
  });
  onTestFinished(() => network.mockRestore());
}

test.for(languages)(
  'without a signal the driver is told that the vehicle stays, and what to do (%s)',
  async (language) => {
    const { noSignal } = await loadNamespace('shift', language);
    storeShift(driver.id, shift);
    loseSignal();
    await openPanel('shift', language, undefined, driverAtWheel(driver, shift));
    await expect.element(page.getByText(noSignal('WX·YZ·98'))).toBeVisible();
    await expectFitsEverywhere();
    expect(openShift(driver.id)).toEqual(shift);
  },
);

test('a signal that is lost while the driver chooses or leaves a vehicle changes nothing', async () => {
  storeShift(driver.id, shift);
  loseSignal({ 'v1/shifts': [shift], 'v1/vehicle_drivers': [{ vehicles: bare }], 'v1/vehicles': [] });
  await openPanel('shift', 'es', undefined, driverAtWheel(driver, shift));
  const told = page.getByText(spanish.noSignal('WX·YZ·98'));
  await page.getByRole('button', { name: /AA·BB·11/ }).click();
  await expect.element(told).toBeVisible();
  await page.getByRole('button', { name: spanish.end }).click();
  // The question comes first.
  await page.getByRole('button', { name: spanish.end }).click();
  await expect.poll(() => told.elements()).toHaveLength(2);
  expect(openShift(driver.id)).toEqual(shift);
});

/** Opens the panel in a company with a long list, finds a vehicle that Elena has, and presses it. A take-over lasts until the signal drops. */
async function pressTakenVehicle() {
  const row = { ...vehicle, vehicle_drivers: [] };
  const rows = Array.from({ length: vehiclesShown }, (_, index) => ({
    ...row,
    id: `car-${index}`,
    license_plate: `ZZZZ${index + 10}`,
  }));
  const signalLoss = Promise.withResolvers<void>();
  const respond = async (address: string, body: unknown) => {
    if (address.includes('rpc/start_shift') && String(body).includes('"take_over":true')) {
      await signalLoss.promise;
      throw new TypeError('Failed to fetch');
    }
    if (address.includes('rpc/start_shift'))
      return Response.json({ code: 'vehicle_in_use', message: 'in use', details: 'Elena' }, { status: 409 });
    if (!address.includes('v1/vehicles')) return Response.json([]);
    return Response.json(address.includes(vehicle.license_plate) ? [row] : rows);
  };
  const network = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input, init) => respond(String(input), init?.body));
  onTestFinished(() => network.mockRestore());
  await openPanel('shift', 'es');
  const search = page.getByLabelText(spanish.search);
  await search.fill(vehicle.license_plate);
  const key = page.getByRole('listitem').getByRole('button', { name: /WX·YZ·98/ });
  await key.click();
  const question = page.getByText(spanish.taken('Elena'));
  await expect.element(question).toBeVisible();
  expect(document.activeElement?.textContent).toContain(spanish.taken('Elena'));
  return { search, key, question, dropSignal: signalLoss.resolve };
}

test('a driver who does not take a vehicle over finds the search and the vehicle again', async () => {
  const { search, key, question } = await pressTakenVehicle();
  await expect.element(search).not.toBeVisible();
  await page.getByRole('button', { name: spanish.back }).click();
  await expect.element(key).toHaveFocus();
  await expect.element(search).toHaveValue(vehicle.license_plate);
  await expect.element(question).not.toBeInTheDocument();
});

test('the question stays while a vehicle is taken over, and when the signal is lost', async () => {
  const { question, dropSignal } = await pressTakenVehicle();
  const take = page.getByRole('button', { name: spanish.takeOver('WX·YZ·98') });
  await take.click();
  await expect.element(take).toHaveAttribute('aria-disabled', 'true');
  await expect.element(question).toBeVisible();
  dropSignal();
  await expect.element(page.getByText(spanish.noSignal('BB·CD·12'))).toBeVisible();
  await expect.element(take).toHaveFocus();
});

test('a shift is shown with the time in Chile, wherever the clock of the device is', async () => {
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (Format, [locale, options]) => new Format(locale, { timeZone: 'Asia/Tokyo', ...options }),
  });
  onTestFinished(() => {
    Intl.DateTimeFormat = DateTimeFormat;
  });
  storeShift(driver.id, shift);
  loseSignal();
  await openPanel('shift', 'es');
  await expect.element(page.getByText(spanish.current('lun, 07:00'))).toBeVisible();
});

test('the panels that name a plate name the one of the vehicle', async () => {
  const atWheel = driverAtWheel(driver, shift);
  const safety = await openPanel('safety', 'es', undefined, atWheel);
  await expect.element(page.getByText('WX\u00a0YZ\u00a098', { exact: false })).toBeVisible();
  await safety.unmount();
  const panel = await openPanel('driver', 'es', undefined, atWheel);
  await expect.element(page.getByText('Mercedes-Benz Sprinter 415 minibús · Blanco perlado')).toBeVisible();
  await expectFitsEverywhere();
  await panel.unmount();
  await openPanel('return', 'es', undefined, atWheel);
  const link = page.getByRole('link').first();
  await expect.element(link).toBeVisible();
  expect(decodeURIComponent(link.element().getAttribute('href') ?? '')).toContain('C-104 (WX·YZ·98)');
});

test('M9 a driver without a PIN is proposed one beside the vehicles', async () => {
  loseSignal({ 'v1/shifts': [], 'v1/vehicle_drivers': [{ vehicles: bare }], 'v1/vehicles': [] });
  await openPanel('shift', 'es');
  await expect.element(page.getByText(spanish.pinTip)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /AA·BB·11/ })).toBeVisible();
  await page.getByRole('button', { name: spanish.setPin }).click();
  // The sign-in was a while ago.
  await expect.element(page.getByLabelText(account.currentPassword, { exact: true })).toBeVisible();
});

test.for(['es', 'de'] as const)('a shift of today says so (%s)', async (language) => {
  const { current } = await loadNamespace('shift', language);
  const today = { es: 'hoy', de: 'heute' };
  storeShift(driver.id, { ...shift, started_at: new Date().toISOString() });
  loseSignal();
  await openPanel('shift', language, undefined, driverAtWheel(driver, shift));
  await expect.element(page.getByText(current(`${today[language]}, `), { exact: false })).toBeVisible();
});
