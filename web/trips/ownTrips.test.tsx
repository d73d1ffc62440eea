import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages, type Language } from '../i18n/languages.ts';
import { forgetEverything } from '../data/personal.ts';
import type { OwnTrips as Day } from '../data/trips/ownTrips.ts';
import { ownTrips as spanish } from '../i18n/es/fleet/ownTrips.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { storedEntries } from '../outbox/store.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere, expectNothingCutOff } from '../testing/looks.ts';
import { ownTrip, ownTripsOf } from '../testing/exampleTrip.ts';
import { driver as someDriver, VehicleDialog } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { skipTime } from '../testing/skipTime.ts';
import { newUuid } from '../util/uuid.ts';
import { setPin } from '../account/pin/pin.ts';
import OwnTrips from './OwnTrips.tsx';

afterEach(() => forgetEverything());

const namespaces = ['ownTrips', 'shift', 'kiosk', 'account'] as const;
const waiting = ownTrip(0, { state: 'waiting', is_accepted: true, seconds_waited: 4_000 });
const later = ownTrip(20, { id: newUuid(), code: 'RBNHP', clock: '10:15', sign_text: null, direction: 'to' });
const isOver = ownTrip(-5, { id: newUuid(), code: 'WWXYT', clock: '06:10', state: 'done' });

const addressOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input));

/** The trips are answered, with the vehicles of the company if it has any; nothing else is reached. */
function serve(day: Day, vehicles?: readonly object[]) {
  const served = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = addressOf(input);
    if (url.includes('own_trips')) return Promise.resolve(Response.json(day));
    if (url.includes('/vehicle'))
      return Promise.resolve(Response.json(url.includes('/vehicles') ? (vehicles ?? []) : []));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  onTestFinished(() => served.mockRestore());
}

async function open(language: Language, day: Day, vehicles?: readonly object[]) {
  serve(day, vehicles);
  const driver = { ...someDriver, id: newUuid() };
  await renderIn(language, <OwnTrips driver={driver} />, namespaces);
  return driver.id;
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
/** Holds the button of a step down for as long as it has to be held. */
async function hold(name: string): Promise<void> {
  const step = button(new RegExp(`^${name}`));
  await expect.element(step).toBeVisible();
  await skipTime(700, async () => {
    (step.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter>}');
  });
  await userEvent.keyboard('{/Enter}');
}
const tapsOf = async (driverId: string) =>
  (await storedEntries(driverId)).flatMap((entry) => ('tap' in entry ? [entry.tap] : []));

test.for(languages)('the trips of a day fit every screen and both themes (%s)', async (language) => {
  const t = await loadNamespace('ownTrips', language);
  await open(
    language,
    ownTripsOf([isOver, waiting, later], { taken: { cash: 25_000 }, to_hand_over: 25_000 }),
  );
  await expect.element(page.getByText(t.handOver('$25.000'))).toBeVisible();
  await expect.element(button(t.noShow)).toBeVisible();
  await page.getByText('10:15').first().click();
  await expectFitsEverywhere();
  await expectAccessibleInBothThemes();
});

test('on a tablet the trips are read from the driver’s seat', async () => {
  serve(ownTripsOf([waiting]));
  const trips = <OwnTrips driver={{ ...someDriver, id: newUuid() }} />;
  await renderIn('es', <VehicleDialog title={spanish.title}>{trips}</VehicleDialog>, namespaces);
  await expect.element(button(/A bordo/)).toBeVisible();
  await expectReadableEverywhere();
});

test('a trip goes from its acceptance to its payment with one held button at a time, without a signal', async () => {
  const driverId = await open('es', ownTripsOf([ownTrip(1)]));
  await expect.element(page.getByText('1 viaje · próximo 14:30, en 1\u00a0h\u00a00\u00a0min')).toBeVisible();
  expect(button(/Voy en camino/).elements()).toEqual([]);
  await button(spanish.accept).click();
  // A press alone moves nothing.
  await button(/^Voy en camino/).click();
  await expect.element(page.getByText(spanish.states.confirmed)).toBeVisible();
  for (const [step, state] of [
    ['Voy en camino', 'En camino'],
    ['Estoy esperando', 'Esperando'],
    ['A bordo', 'A bordo'],
  ] as const) {
    await hold(step);
    await expect.element(page.getByText(state, { exact: true }).first()).toBeVisible();
  }
  await hold('Terminado');
  await button(/^Efectivo \$25\.000$/).click();
  await expect.element(page.getByText(spanish.unsent)).toBeVisible();
  await expect.poll(async () => (await tapsOf(driverId)).length).toBe(5);
  const taps = await tapsOf(driverId);
  expect(taps.map(({ kind }) => kind).toSorted()).toEqual(
    ['accepted', 'on_way', 'waiting', 'on_board', 'done'].toSorted(),
  );
  expect(taps.find(({ kind }) => kind === 'done')?.details.payments).toMatchObject([
    { kind: 'fare', method: 'cash', pesos: 25_000 },
  ]);
  expect(JSON.stringify(taps)).not.toMatch(/Jürgen|Müller|4915112345678|Alameda/);
});

test('the first tap without a shift offers to begin one, and the trip does not depend on it', async () => {
  const vehicle = {
    id: newUuid(),
    license_plate: 'WXYZ98',
    class: 'turismo',
    brand_model: null,
    colour: null,
  };
  const trips = ownTripsOf([ownTrip(1, { is_accepted: true })]);
  const driverId = await open('es', trips, [{ ...vehicle, vehicle_drivers: [] }]);
  const asked = () =>
    vi
      .mocked(window.fetch)
      .mock.calls.map(([input]) => addressOf(input))
      .join(' ');
  await expect.poll(asked).toContain('/vehicles');
  await hold('Voy en camino');
  await expect.element(page.getByText(spanish.noShift)).toBeVisible();
  expect(await tapsOf(driverId)).toEqual([]);
  await button(spanish.withoutShift).click();
  await expect.poll(() => tapsOf(driverId)).toMatchObject([{ kind: 'on_way' }]);
});

test('another amount takes a field more, and what cannot be read is not taken', async () => {
  const driverId = await open('es', ownTripsOf([ownTrip(0, { state: 'on_board', is_accepted: true })]));
  await hold('Terminado');
  await button(spanish.otherAmount).click();
  // The server refuses a tap with more pesos than a trip can cost, each time that it is sent.
  for (const typed of ['24,5', '999999999']) {
    await page.getByLabelText(spanish.amount).fill(typed);
    await expect.element(page.getByText(spanish.amountProblem)).toBeVisible();
    await expect.element(button(/^Tarjeta/)).toBeDisabled();
  }
  await page.getByLabelText(spanish.amount).fill('30.000');
  await page.getByLabelText(spanish.extra).fill('mil');
  await expect.element(page.getByLabelText(spanish.extra)).toBeInvalid();
  await expect.element(page.getByLabelText(spanish.amount)).toBeValid();
  await page.getByLabelText(spanish.extra).fill('4.200');
  await button('Tarjeta $34.200').click();
  await expect
    .poll(async () => (await tapsOf(driverId))[0]?.details.payments)
    .toMatchObject([
      { kind: 'fare', method: 'card', pesos: 30_000 },
      { kind: 'other', method: 'card', pesos: 4_200 },
    ]);
});

test('a change that matters is named and asked again, and who cannot drive says why', async () => {
  const changed = ['clock', 'to_text', 'note'];
  const driverId = await open('es', ownTripsOf([ownTrip(3, { changed })]));
  await expect.element(page.getByText('Cambió: la hora, el lugar. ¿Lo aceptas así?')).toBeVisible();
  await button(spanish.decline).click();
  await button(spanish.declineReasons.vehicle).click();
  await expect.element(page.getByText(spanish.declined)).toBeVisible();
  await expect
    .poll(() => tapsOf(driverId))
    .toMatchObject([{ kind: 'declined', details: { reason: 'vehicle' } }]);
});

test('a passenger is given up only after the free waiting, a call and a message', async () => {
  const driverId = await open('es', ownTripsOf([waiting]));
  await button(spanish.noShow).click();
  await expect.element(button(spanish.noShow)).toBeDisabled();
  await page.getByLabelText(spanish.called).click();
  await page.getByLabelText(spanish.wrote).click();
  await button(spanish.noShow).click();
  await expect
    .poll(() => tapsOf(driverId))
    .toMatchObject([{ kind: 'no_show', details: { called: true, wrote: true } }]);
});

test('within the free waiting nobody is given up, and it counts from the landing', async () => {
  await open('es', ownTripsOf([ownTrip(0, { ...waiting, seconds_waited: -600 })]));
  await expect.element(page.getByText('Espera sin costo: quedan 1\u00a0h\u00a010\u00a0min')).toBeVisible();
  expect(button(spanish.noShow).elements()).toEqual([]);
});

test('the ways out: call, chat, map and flight; what a tablet stores names nobody', async () => {
  await open('es', ownTripsOf([ownTrip(1)]));
  const target = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');
  await expect.element(page.getByRole('link', { name: spanish.call })).toBeVisible();
  expect(target(spanish.call)).toBe('tel:+4915112345678');
  expect(target(spanish.write)).toMatch(/^https:\/\/wa\.me\/4915112345678\?text=/);
  expect(decodeURIComponent(target(spanish.map)!)).toContain('Hotel Plaza San Francisco');
  expect(target(spanish.searchFlight)).toContain('LA703');
  expect(localStorage.getItem('personal:trips')).not.toMatch(/Jürgen|4915112345678|Alameda|bicicleta/);
});

test('a phone that was in a drawer for two days forgets who travelled, without a signal', async () => {
  const driverId = await open('es', ownTripsOf([ownTrip(1)]));
  await expect.element(page.getByText('Jürgen Müller-Lüdenscheidt')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const offline = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  onTestFinished(() => offline.mockRestore());
  await renderIn('es', <OwnTrips driver={{ ...someDriver, id: driverId }} />, namespaces);
  await expect.element(page.getByText(spanish.none).first()).toBeVisible();
  expect(localStorage.getItem('personal:trips')).not.toContain('KMTRW');
});

test('the trips hold text of 200 % on a small phone, the question for the payment too', async () => {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  await open('de', ownTripsOf([ownTrip(0, { state: 'on_board', is_accepted: true }), later]));
  const t = await loadNamespace('ownTrips', 'de');
  await expect.element(button(new RegExp(`^${t.steps.done}`))).toBeVisible();
  expectNothingCutOff();
  await hold(t.steps.done);
  await button(t.otherAmount).click();
  expectNothingCutOff();
});

test('the chat with the passenger opens with who writes, in the language of the booking', async () => {
  for (const [language, said] of [
    ['de', 'Guten Tag, hier ist Juan, Ihr Fahrer von'],
    ['pt', 'Olá, sou Juan, seu motorista da'],
    ['xx', 'Hello, this is Juan, your driver from'],
  ] as const) {
    serve(ownTripsOf([ownTrip(1, { language, code: 'KMRAT', clock: '14:30' })]));
    const driver = { ...someDriver, id: newUuid(), name: 'Juan Soto Lagos' };
    const { unmount } = await renderIn('es', <OwnTrips driver={driver} />, namespaces);
    const chat = page.getByRole('link', { name: spanish.write });
    await expect.element(chat).toBeVisible();
    const text = new URL((chat.element() as HTMLAnchorElement).href).searchParams.get('text');
    expect(text?.startsWith(said)).toBe(true);
    expect(text).toMatch(/14:30.*KMRAT/);
    await unmount();
  }
});

test('what a passenger has written stays text', async () => {
  const hostile = '<img src=x onerror=alert(1)>=HYPERLINK("https://evil.example")';
  const words = { name: hostile, to_text: hostile, note: hostile, sign_text: hostile.slice(0, 40) };
  await open('es', ownTripsOf([ownTrip(1, words)]));
  await expect.element(page.getByText(hostile, { exact: true }).first()).toBeVisible();
  await button(spanish.sign).click();
  await expect.element(page.getByRole('dialog').getByText(hostile.slice(0, 40))).toBeVisible();
  expect(document.querySelector('img[src="x"]')).toBeNull();
});

test('on the driver’s own phone the copy says who travels; a tablet, and a device with a PIN, keep nobody at the same address', async () => {
  const address = window.location.href;
  window.history.replaceState(null, '', '/mis-viajes');
  onTestFinished(() => window.history.replaceState(null, '', address));
  const day = ownTripsOf([ownTrip(1)]);
  const copy = () => localStorage.getItem('personal:trips');
  const pixels = vi.spyOn(screen, 'width', 'get').mockReturnValue(800);
  onTestFinished(() => pixels.mockRestore());
  vi.spyOn(screen, 'height', 'get').mockReturnValue(1280);
  await open('es', day);
  await expect.poll(copy).not.toBeNull();
  expect(copy()).not.toMatch(/Jürgen|4915112345678/);
  pixels.mockReturnValue(390);
  await open('es', day);
  await expect.poll(copy).toContain('Jürgen Müller-Lüdenscheidt');
  await setPin('', '25807');
  await open('es', day);
  await expect.poll(copy).not.toContain('Jürgen');
  expect(copy()).toContain('Müller-Lüdenscheidt');
});
