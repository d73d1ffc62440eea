import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sessionStorageKey } from '../data/environment.ts';
import { booking as t } from '../i18n/es/booking.ts';
import { help } from '../i18n/es/help.ts';
import { home } from '../i18n/es/home.ts';
import { tripCode } from '../i18n/es/tripCode.ts';
import { rememberDriver } from '../session/memory.ts';
import { user } from '../testing/accounts.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn, renderPublicIn } from '../testing/render.tsx';
import { passengersTrip } from '../testing/exampleTrip.ts';
import BookScreen from './booking/BookScreen.tsx';
import { newValues, storedBooking } from './booking/values.ts';
import { readCases, sendCases, storeCase } from '../passenger/caseStore.ts';
import { forgetPassenger } from '../passenger/forgetPassenger.ts';
import HelpScreen from './HelpScreen.tsx';
import TripScreen from './trip/TripScreen.tsx';

beforeEach(() => localStorage.clear());

/** Signs a driver in on this device. */
function share(): void {
  localStorage.setItem(sessionStorageKey(), JSON.stringify({ user, access_token: 'a', expires_at: 1 }));
  rememberDriver(user.id, driver);
}

const box = (name: string) => page.getByLabelText(name, { exact: true });
const openBooking = () => renderIn('es', <BookScreen />, ['booking', 'tripCode', 'panels']);
const openHelp = () => renderPublicIn('es', <HelpScreen code="K7M2QX" />, ['help']);

const written = {
  kind: 'complaint',
  body: 'No encontró el hotel',
  language: 'es',
  happened_at: null,
  place: null,
  email: 'jane@example.com',
  phone: null,
  code: null,
} as const;

/** Replaces the network until the test ends. */
function network(answer: () => Response | Promise<Response>) {
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async () => answer());
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test('a booking that is typed on a driver’s device is stored nowhere, and leaves it as a code only', async () => {
  storedBooking.write({ ...newValues(), name: 'Jane Passenger', address: 'Secret Hotel 12' });
  share();
  const before = JSON.stringify(localStorage);
  const { unmount } = await openBooking();
  await expect.element(box(t.name)).toHaveValue('');
  await box(tripCode.fields.date).fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await box(tripCode.fields.time.to).fill('09:30');
  await page.getByRole('combobox', { name: tripCode.fields.place.to }).selectOptions('providencia');
  await box(t.name).fill('Ana');
  const code = page.getByRole('img', { name: home.whatsappQr });
  await expect.element(code).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  expect(page.getByRole('button', { name: t.calendar }).elements()).toEqual([]);
  expect(JSON.stringify(localStorage)).toBe(before);
  await unmount();
  forgetPassenger();
  expect(storedBooking.read()).toBeNull();
});

test('a passenger’s own phone keeps what is typed, and opens the chat', async () => {
  storedBooking.write({ ...newValues(), name: 'Jane Passenger' });
  await openBooking();
  await expect.element(box(t.name)).toHaveValue('Jane Passenger');
  await box(t.name).fill('Ana');
  expect(storedBooking.read()?.name).toBe('Ana');
});

test('a message that waits on a driver’s device is shown to nobody, not even after a sign-out, and still arrives', async () => {
  share();
  network(() => Promise.reject(new TypeError('offline')));
  storeCase(written, null);
  const { unmount } = await openHelp();
  await expect.element(page.getByText(help.form.title)).toBeVisible();
  expect(page.getByText(help.form.own).elements()).toEqual([]);
  await unmount();
  forgetPassenger();
  expect(readCases()).toHaveLength(1);
  localStorage.removeItem(sessionStorageKey());
  const again = await openHelp();
  await expect.element(page.getByText(help.form.title)).toBeVisible();
  expect(page.getByText(help.form.own).elements()).toEqual([]);
  await again.unmount();
  const spy = network(() => Response.json([{ number: '482195', photo: null }]));
  expect(await sendCases()).toBeNull();
  expect(String(spy.mock.calls[0]?.[1]?.body)).toContain('No encontró el hotel');
  forgetPassenger();
  expect(readCases()).toEqual([]);
});

test('a message that an earlier version stored on a driver’s device goes once it has arrived', async () => {
  const old = { secret: 's', number: '482195', written: null, photo: null, photoName: null };
  localStorage.setItem('cases', JSON.stringify([old, { ...old, secret: 'w', number: null, written }]));
  share();
  forgetPassenger();
  expect(readCases()).toEqual([{ ...old, secret: 'w', number: null, written, shared: true }]);
});

test('the next passenger finds the zoom, the text size and the language as they were', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const viewport = document.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width';
  document.head.prepend(viewport);
  const scale = vi.spyOn(window.visualViewport!, 'scale', 'get').mockReturnValue(4);
  onTestFinished(() => {
    vi.useRealTimers();
    scale.mockRestore();
    viewport.remove();
  });
  localStorage.setItem('language', 'de');
  localStorage.setItem('text-size', 'larger');
  forgetPassenger();
  expect(viewport.content).toBe('width=device-width, maximum-scale=1');
  vi.runAllTimers();
  expect(viewport.content).toBe('width=device-width');
  expect([localStorage.getItem('language'), localStorage.getItem('text-size')]).toEqual(['es', 'normal']);
});

test('the page of a trip leaves nothing on a driver’s device, and shows nothing that was stored before', async () => {
  const stored = { secret: 's', at: '2026-11-24T12:00:00Z', trip: passengersTrip };
  localStorage.setItem('trip-page', JSON.stringify(stored));
  share();
  const before = JSON.stringify(localStorage);
  const namespaces = ['publicPages', 'tripPage', 'colours', 'reasons', 'panels'] as const;
  const waiting = new Promise<never>(() => undefined);
  const { unmount } = await renderPublicIn('es', <TripScreen secret="s" asked={waiting} />, namespaces);
  expect(page.getByText('Maximiliano').elements()).toEqual([]);
  await unmount();
  const known = Promise.resolve({ ...passengersTrip, state: 'on_board' as const });
  await renderPublicIn('es', <TripScreen secret="s" asked={known} />, namespaces);
  await expect.element(page.getByRole('heading', { name: 'Vas a bordo' })).toBeVisible();
  expect(JSON.stringify(localStorage)).toBe(before);
  forgetPassenger();
  expect(localStorage.getItem('trip-page')).toBeNull();
});
