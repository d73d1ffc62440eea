import { expect, type Browser, type Page } from '@playwright/test';
import { prefillFragment } from '../../shared/booking/prefill.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { booking } from '../../web/i18n/de/booking.ts';
import { cards } from '../../web/i18n/de/cards.ts';
import { publicPages } from '../../web/i18n/de/publicPages.ts';
import { tripPage } from '../../web/i18n/de/tripPage.ts';
import { greetings } from '../../web/i18n/greetings.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { ownTrips } from '../../web/i18n/es/fleet/ownTrips.ts';
import { trips } from '../../web/i18n/es/fleet/trips.ts';
import { today } from '../../web/i18n/es/today.ts';
import { rating } from '../../web/i18n/de/rating.ts';
import { home } from '../../web/i18n/de/home.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, patch, remove, rows, type DriverAccount } from './people.ts';
import { secretKey } from './settings.ts';
import { openSection, Presses, signIn, untilLive, wakeUp } from './steps.ts';

/** One trip from the booking to the report, through every hand; presses counted. */

const [yesterday, tomorrow] = [-1, 1].map((days) => chileanDay(new Date(Date.now() + days * 86_400_000))) as [
  string,
  string,
];
const phoneSize = { width: 360, height: 740 };

async function newPhone(browser: Browser, locale: string): Promise<Page> {
  return browser.newPage({ viewport: phoneSize, locale, serviceWorkers: 'block' });
}

/** A passenger writes a booking in German. @returns the text that WhatsApp opens with */
async function book(browser: Browser, server: string): Promise<string> {
  const phone = await newPhone(browser, 'de-DE');
  const trip = {
    direction: 'from',
    date: tomorrow,
    time: '10:30',
    route: 'providencia',
    flight: 'LH502',
  } as const;
  await phone.goto(`${server}/book#${prefillFragment(trip)}`);
  await phone.getByLabel(booking.name, { exact: true }).fill('Jürgen Müller-Lüdenscheidt');
  await phone.getByLabel(booking.sign).fill('Müller-Lüdenscheidt');
  const address = await phone.getByRole('link', { name: booking.send }).getAttribute('href');
  await phone.context().close();
  return new URL(address ?? '').searchParams.get('text') ?? '';
}

/** The office pastes the text, assigns the driver and opens the reply. @returns the address of the passenger's page */
async function plan(office: Page, text: string, driver: DriverAccount): Promise<string> {
  await openSection(office, admin.trips);
  const presses = new Presses();
  await presses.press(office.getByRole('button', { name: trips.paste }));
  await office
    .getByRole('textbox', { name: trips.forms.pasteLabel })
    .fill(`26/11/26, 10:10 - +49 151 12345678: ${text}\n`);
  await presses.press(office.getByRole('button', { name: trips.forms.read }));
  await expect(office.getByText(`${trips.forms.outcome.added(1, '1')}.`)).toBeVisible();
  await presses.press(office.getByRole('button', { name: new RegExp(`^${trips.assign}: `) }));
  await presses.press(office.getByRole('button', { name: new RegExp(`^${driver.name}`) }));
  await presses.press(office.getByRole('link', { name: '11:00', exact: true }));
  const reply = office.getByRole('article').getByRole('link', { name: trips.texts.whatsapp });
  await expect(reply).toHaveAttribute('href', /trip%23/);
  await office.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }));
  const [chat] = await Promise.all([office.waitForEvent('popup'), presses.press(reply)]);
  const sent = new URL(chat.url()).searchParams.get('text') ?? '';
  expect(presses.count).toBeLessThanOrEqual(6);
  return /\S+\/trip#[\w-]{43}/.exec(sent)?.[0] ?? '';
}

/** A driver's phone; its presses, which last as long as a finger holds. */
class DriversPhone extends Presses {
  readonly page: Page;
  constructor(page: Page) {
    super();
    this.page = page;
  }
  async hold(label: string, delay = 1_000): Promise<void> {
    this.count += 1;
    await this.page.getByRole('button', { name: new RegExp(`^${label}`) }).click({ delay });
  }
  async expectState(state: keyof typeof ownTrips.states): Promise<void> {
    const card = this.page.getByRole('article').first();
    await expect(card.getByText(ownTrips.states[state], { exact: true })).toBeVisible();
  }
}

// Other journeys of the worker leave these behind. Where there are vehicles, the first tap asks for a shift.
test.beforeEach(async ({ product }) => {
  for (const table of ['trips', 'reviews', 'shifts', 'vehicles'])
    await remove(table, 'id=not.is.null', product.address);
});

test('one trip goes through every hand: booked in German, told, driven with a sign, rated, paid, handed over, reported', async ({
  page: office,
  browser,
  product: { address: server },
}) => {
  const driver = await createDriver('Rodrigo Loyola', server);
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true }, server);
  const text = await book(browser, server);
  await signIn(office, await createAccount('office', server));
  const address = await plan(office, text, driver);
  // The driver is to be told: one trip, beside the place and on Hoy.
  await openSection(office, admin.today);
  const next = office.getByRole('region', { name: today.trips.titleWaiting('1') });
  await expect(next.getByRole('listitem')).toContainText('Providencia');
  await expect(next.getByRole('listitem')).toContainText(driver.name);
  await expect(office.getByRole('link', { name: `${admin.places.trips} (1)`, exact: true })).toBeVisible();
  await next.getByRole('link', { name: /^11:00/ }).click();
  await expect(office.getByRole('article')).toContainText(driver.name);

  const passenger = await newPhone(browser, 'de-DE');
  await passenger.goto(address);
  await expect(passenger.getByRole('heading', { name: tripPage.states.confirmed() })).toBeVisible();
  await expect(passenger.getByText('Rodrigo', { exact: true }).first()).toBeVisible();
  await expect(passenger.locator('body')).not.toContainText(/Müller|1511234567/);

  const tablet = await browser.newPage({ baseURL: server, viewport: { width: 1280, height: 800 } });
  await signIn(tablet, driver);
  const phone = new DriversPhone(await browser.newPage({ baseURL: server, viewport: phoneSize }));
  await signIn(phone.page, driver);
  await phone.page.goto('/mis-viajes');
  const accept = phone.page.getByRole('button', { name: ownTrips.accept });
  await phone.press(accept);
  await expect
    .poll(() => rows('trips', 'select=accepted_at', server))
    .toEqual([{ accepted_at: expect.any(String) }]);

  // On the way without a signal: the screen goes on, and the office hears of it later.
  await phone.page.context().setOffline(true);
  await phone.hold(ownTrips.steps.on_way);
  await phone.expectState('on_way');
  await expect(phone.page.getByText(ownTrips.unsent)).toBeVisible();
  await phone.page.context().setOffline(false);
  await expect(phone.page.getByText(ownTrips.unsent)).toBeHidden();
  await expect.poll(() => rows('trips', 'select=state', server)).toEqual([{ state: 'on_way' }]);

  await phone.hold(ownTrips.steps.waiting);
  await expect.poll(() => rows('trips', 'select=state', server)).toEqual([{ state: 'waiting' }]);
  // The page reads again when somebody comes back to it, not after twenty seconds only.
  await passenger.evaluate(wakeUp);
  await expect(passenger.getByRole('heading', { name: tripPage.states.waiting('Rodrigo') })).toBeVisible();
  await phone.press(phone.page.getByRole('button', { name: ownTrips.sign }));
  await expect(phone.page.getByRole('dialog').getByText('Müller-Lüdenscheidt')).toBeVisible();
  await phone.hold(ownTrips.closeSign, 2_300);
  await phone.hold(ownTrips.steps.on_board);

  // The tablet greets by the sign, in the booking's language.
  const greeting = tablet.getByRole('dialog');
  await expect(greeting.getByText('Müller-Lüdenscheidt')).toBeVisible({ timeout: 30_000 });
  await greeting.getByRole('button', { name: greetings.de.hello }).click();
  await tablet.getByRole('button', { name: home.rateTrip }).click();
  await tablet.getByRole('radio', { name: rating.stars(4) }).check();
  await tablet.getByRole('button', { name: rating.submit }).click();
  await expect(tablet.getByRole('dialog')).toBeHidden();

  await phone.hold(ownTrips.steps.done);
  await phone.press(phone.page.getByRole('button', { name: /^Efectivo \$/ }));
  expect(phone.count).toBeLessThanOrEqual(8);
  await expect(phone.page.getByText(ownTrips.handOver('$18.000'))).toBeVisible();

  const presses = new Presses();
  await passenger.evaluate(wakeUp);
  await presses.press(passenger.getByRole('button', { name: publicPages.rate.stars(5) }));
  await expect(passenger.getByText(tripPage.rated)).toBeVisible();
  await presses.press(passenger.getByRole('button', { name: tripPage.receipt }));
  await expect(passenger.getByRole('heading', { name: cards.receipt.title })).toBeVisible();
  await expect(passenger.getByText('$18.000')).toBeVisible();
  expect(presses.count).toBeLessThanOrEqual(6);
  // The tablet rated four: the phone's five count, and the other stays.
  const reviews = await rows<{ rating: number; hidden_at: string | null }>('reviews', 'order=rating', server);
  expect(reviews.map(({ rating: stars, hidden_at: hidden }) => [stars, hidden !== null])).toEqual([
    [4, true],
    [5, false],
  ]);

  const evening = new Presses();
  await office.goto(`/?section=trips&view=cash&day=${tomorrow}`);
  await evening.press(office.getByRole('button', { name: trips.cash.receiveFrom(driver.name) }));
  const dialog = office.getByRole('dialog');
  await evening.press(dialog.getByRole('button', { name: trips.cash.receive, exact: true }));
  await expect(office.getByText(trips.cash.received('$18.000', driver.name))).toBeVisible();
  expect(evening.count).toBeLessThanOrEqual(4);
  // The report counts days that are over.
  await patch('trips', 'code=not.is.null', { landing_day: yesterday }, server);
  await office.goto(`/?section=report&from=${yesterday}&until=${yesterday}`);
  await expect(office.getByText('$18.000').first()).toBeVisible();
});

test('a driver who loses a trip sees it go within two seconds, and a link that was renewed opens nothing', async ({
  page: office,
  browser,
  product: { address: server },
}) => {
  const [ana, bruno] = [await createDriver('Ana Soto', server), await createDriver('Bruno Díaz', server)];
  for (const { driverId } of [ana, bruno])
    await patch('drivers', `id=eq.${driverId}`, { approved: true }, server);
  await signIn(office, await createAccount('office', server));
  const save = async (name: string, body: object) => {
    const token = await office.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.endsWith('-auth-token')) ?? '';
      return (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token ?? '';
    });
    const response = await office.request.post(`${server}/rest/v1/rpc/${name}`, {
      headers: { apikey: secretKey, authorization: `Bearer ${token}` },
      data: body,
    });
    return [response.status(), await response.text()] as const;
  };
  const trip = crypto.randomUUID();
  const fields = {
    state: 'confirmed',
    day: tomorrow,
    clock: '18:00',
    direction: 'to',
    driver_id: ana.driverId,
  };
  const [, saved] = await save('save_trip', { trip, fields, person: { name: 'Anna Keller' } });
  const { version, code } = JSON.parse(saved) as { version: number; code: string };
  const phone = await browser.newPage({ baseURL: server, viewport: phoneSize });
  await signIn(phone, ana);
  await phone.goto('/mis-viajes');
  await expect(phone.getByText('Anna Keller')).toBeVisible();
  const live = untilLive(phone);
  await phone.reload();
  await live;
  await expect(phone.getByText('Anna Keller')).toBeVisible();
  await save('save_trip', { trip, fields: { driver_id: bruno.driverId }, version });
  await expect(phone.getByText(ownTrips.lost(code, '18:00'))).toBeVisible({ timeout: 2_000 });
  await expect(phone.getByText('Anna Keller')).toBeHidden();
  expect(await phone.evaluate(() => localStorage.getItem('personal:trips'))).not.toContain('Keller');

  const [, secret] = await save('trip_link', { trip });
  await save('renew_trip_link', { trip });
  const passenger = await newPhone(browser, 'de-DE');
  await passenger.goto(`${server}/trip#${JSON.parse(secret) as string}`);
  await expect(passenger.getByRole('heading', { name: tripPage.unknownTitle })).toBeVisible();
});
