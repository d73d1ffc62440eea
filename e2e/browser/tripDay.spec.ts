import { expect, type Page } from '@playwright/test';
import { newBookingId } from '../../shared/booking/bookingId.ts';
import { composeBooking } from '../../shared/booking/compose.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { trips as t } from '../../web/i18n/es/fleet/trips.ts';
import { booking } from '../../web/testing/bookings.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, patch, rows, write, type DriverAccount } from './people.ts';
import { openSection, Presses, signIn } from './steps.ts';

/** The office's day with trips, presses counted; on a product of its own. */

const dayMs = 86_400_000;
const [yesterday, tomorrow, dayAfter] = [-1, 1, 2].map((days) =>
  chileanDay(new Date(Date.now() + days * dayMs)),
) as [string, string, string];
/** The trips of tomorrow, and all that are pasted. */
const [count, pasted] = [12, 20];

/** The export of a chat with trips, one an hour: twelve of tomorrow, the others of the day after. */
function chat(): Buffer {
  const messages = Array.from({ length: pasted }, (_, index) => {
    const time = `${String(8 + (index % count)).padStart(2, '0')}:00`;
    const passenger = {
      ...booking,
      direction: 'to' as const,
      date: index < count ? tomorrow : dayAfter,
      time,
      name: `Pasajera ${index + 1}`,
    };
    return `26/11/26, 10:${10 + index} - +56 9 8765 43${10 + index}: ${composeBooking(passenger, 'Centro', newBookingId())}\n`;
  });
  return Buffer.from(messages.join(''));
}

async function addDriver(name: string, server: string): Promise<DriverAccount> {
  const driver = await createDriver(name, server);
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true, contact: '+56912345678' }, server);
  return driver;
}

/** Gives some of the trips on the list to a driver, each in two presses. */
async function assign(page: Page, codes: readonly string[], driver: string, presses: Presses): Promise<void> {
  for (const code of codes) {
    await presses.press(page.getByRole('button', { name: `${t.assign}: ${code}` }));
    await presses.press(page.getByRole('button', { name: new RegExp(`^${driver}`) }));
    await expect(page.getByText(t.assignedTo(code, driver))).toBeVisible();
  }
}

test('two people assign and confirm twenty pasted trips, twelve of tomorrow, and tell each driver in one press', async ({
  page,
  browser,
  product: { address: server },
}) => {
  const [ana, bruno] = [await addDriver('Ana Soto', server), await addDriver('Bruno Díaz', server)];
  await signIn(page, await createAccount('office', server));
  await openSection(page, admin.trips);
  await page.getByRole('button', { name: t.paste }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'chat.txt', mimeType: 'text/plain', buffer: chat() });
  await page.getByRole('button', { name: t.forms.read }).click();
  await expect(page.getByText(`${t.forms.outcome.added(pasted, String(pasted))}.`)).toBeVisible();

  const other = await browser.newPage({ baseURL: server });
  await signIn(other, await createAccount('office', server));
  await openSection(other, admin.trips);
  const found = await rows<{ code: string; version: number }>('trips', 'order=day,clock', server);
  const codes = found.map(({ code }) => code);
  const presses = new Presses();
  await Promise.all([
    assign(page, codes.slice(0, count / 2), ana.name, presses),
    assign(other, codes.slice(count / 2, count), bruno.name, presses),
  ]);
  expect(presses.count).toBeLessThanOrEqual(30);
  await Promise.all([
    assign(page, codes.slice(count, count + 4), bruno.name, new Presses()),
    assign(other, codes.slice(count + 4), ana.name, new Presses()),
  ]);
  const assigned = await rows<{ state: string; driver_id: string }>('trips', 'order=day,clock', server);
  expect(assigned.map(({ state }) => state)).toEqual(Array.from({ length: pasted }, () => 'confirmed'));
  expect(assigned.filter(({ driver_id: driver }) => driver === ana.driverId)).toHaveLength(pasted / 2);
  // The other person sees it, too.
  await expect(page.getByRole('button', { name: new RegExp(`^${t.assign}: `) })).toHaveCount(0);

  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  const telling = new Presses();
  await telling.press(page.getByRole('button', { name: t.tell }));
  for (const name of [ana.name, bruno.name]) {
    const row = page.getByRole('listitem').filter({ hasText: name });
    const [chatOpened] = await Promise.all([
      page.waitForEvent('popup'),
      telling.press(row.getByRole('link', { name: t.texts.tell })),
    ]);
    const text = new URL(chatOpened.url()).searchParams.get('text') ?? '';
    expect(text).toContain('Pasajera');
    expect(text).not.toContain('8765');
    await expect(row.getByText(/abierto \d\d:\d\d/)).toBeVisible();
  }
  expect(telling.count).toBeLessThanOrEqual(3);
});

test('a booking by telephone takes ten entries, and the next one of the same number fewer', async ({
  page,
  product: { address: server },
}) => {
  await signIn(page, await createAccount('office', server));
  await openSection(page, admin.trips);
  const { fields } = t.forms;
  const form = page.getByRole('dialog');
  const book = async (entries: Presses, typed: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(typed)) {
      entries.count += 1;
      await form.getByLabel(label, { exact: true }).fill(value);
    }
  };
  const finish = async (entries: Presses) => {
    await entries.press(form.getByRole('button', { name: t.forms.takePrice }));
    await entries.press(form.getByRole('button', { name: admin.save, exact: true }));
    await expect(form).toBeHidden();
  };

  const first = new Presses();
  await first.press(page.getByRole('button', { name: t.add, exact: true }));
  await book(first, {
    [fields.phone]: '9 1234 0007',
    [fields.name]: 'Rosa Quilodrán',
    [fields.landing]: '15:30',
  });
  await book(first, { [fields.day]: tomorrow, [fields.flight]: 'LA 705' });
  await first.choose(form.getByLabel(fields.route), 'Providencia');
  await finish(first);
  expect(first.count).toBeLessThanOrEqual(10);

  const second = new Presses();
  await second.press(page.getByRole('button', { name: t.add, exact: true }));
  await book(second, { [fields.phone]: '+56 9 1234 0007' });
  await second.press(form.getByRole('button', { name: t.forms.useLast }));
  await book(second, { [fields.landing]: '16:45', [fields.day]: dayAfter });
  await finish(second);
  expect(second.count).toBeLessThanOrEqual(7);
  expect(
    await rows('trip_list', 'name=eq.Rosa Quilodrán&select=phone,state,route,clock&order=clock', server),
  ).toEqual([
    { phone: '+56912340007', state: 'confirmed', route: 'providencia', clock: '16:00' },
    { phone: '+56912340007', state: 'confirmed', route: 'providencia', clock: '17:15' },
  ]);
});

test('the evening’s cash of a driver is taken in with three presses', async ({
  page,
  product: { address: server },
}) => {
  const carla = await addDriver('Carla Rivas', server);
  const trip = {
    state: 'confirmed',
    day: yesterday,
    clock: '10:00',
    pesos: 18_000,
    payment: 'cash',
    direction: 'other',
  };
  for (const [index, code] of ['CAJAA', 'CAJAB'].entries())
    await write(
      'trips',
      { ...trip, id: crypto.randomUUID(), code, clock: `1${index}:00`, driver_id: carla.driverId },
      server,
    );
  await signIn(page, await createAccount('office', server));
  await page.goto(`/?section=trips&view=cash&day=${yesterday}`);
  const evening = new Presses();
  await evening.press(page.getByRole('button', { name: t.cash.closeDayOf(carla.name) }));
  await evening.press(page.getByRole('button', { name: t.cash.receiveFrom(carla.name) }));
  const dialog = page.getByRole('dialog');
  await evening.press(dialog.getByRole('button', { name: t.cash.receive, exact: true }));
  await expect(page.getByText(t.cash.received('$36.000', carla.name))).toBeVisible();
  expect(evening.count).toBeLessThanOrEqual(3);
  const [handOver] = await rows<{ handed: number; expected: number }>(
    'cash_counts',
    `driver_id=eq.${carla.driverId}`,
    server,
  );
  expect(handOver).toMatchObject({ handed: 36_000, expected: 36_000 });
});
