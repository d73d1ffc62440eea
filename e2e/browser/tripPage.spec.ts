import { expect } from '@playwright/test';
import { chileanDay } from '../../shared/chile/time.ts';
import { cards } from '../../web/i18n/de/cards.ts';
import { publicPages } from '../../web/i18n/de/publicPages.ts';
import { reasons } from '../../web/i18n/de/reasons.ts';
import { replies } from '../../web/i18n/de/replies.ts';
import { tripPage as t } from '../../web/i18n/de/tripPage.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, patch, remove, rows, write } from './people.ts';
import { expectAccessible, expectFitsEverywhere, Presses, signIn, waitForWorker } from './steps.ts';

/** On a product of its own: its one trip is the first of the list. */

const tomorrow = chileanDay(new Date(Date.now() + 86_400_000));

/** A confirmed trip of tomorrow with a driver. @returns its id */
async function addTrip(server: string): Promise<string> {
  const { driverId: driver } = await createDriver('Diego Fuentes Rojas', server);
  await patch('drivers', `id=eq.${driver}`, { approved: true, license_plate: 'BBCD12' }, server);
  const id = crypto.randomUUID();
  const when = { day: tomorrow, clock: '15:00', landing_day: tomorrow, landing_clock: '14:30' };
  const price = { pesos: 18_000, payment: 'card', language: 'de' };
  const fields = {
    code: 'HKMPR',
    source: 'message',
    state: 'confirmed',
    direction: 'from',
    ...when,
    ...price,
  };
  await write('trips', { id, ...fields, driver_id: driver }, server);
  await write('trip_people', { trip_id: id, name: 'Anna Keller', phone: '+4917012345678' }, server);
  return id;
}

// Other journeys of the worker leave trips and ratings behind.
test.beforeEach(async ({ product }) => {
  for (const table of ['trips', 'reviews']) await remove(table, 'id=not.is.null', product.address);
});

test('a passenger opens the link of the reply in German, offline too, and rates and has the receipt in a few presses', async ({
  page,
  browser,
  product: { address: server },
}) => {
  const id = await addTrip(server);
  await signIn(page, await createAccount('office', server));
  await page.goto(`/?section=trips&record=${id}`);
  const reply = page.getByRole('article').getByRole('textbox').first();
  await expect(reply).toHaveValue(new RegExp(replies.trips.replyLink('')));
  const [link = ''] = /\/trip#[\w-]{43}/.exec(await reply.inputValue()) ?? [];

  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: 360, height: 740 },
    locale: 'de-DE',
    serviceWorkers: 'allow',
  });
  const phone = await context.newPage();
  const [, secret = ''] = link.split('#');
  const told: string[] = [];
  phone.on('request', (request) => {
    if (`${request.url()} ${request.headers()['referer'] ?? ''}`.includes(secret)) told.push(request.url());
  });
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: t.states.confirmed() })).toBeVisible();
  await expectAccessible(phone);
  await expectFitsEverywhere(phone);
  await waitForWorker(phone, '/trip');
  await context.setOffline(true);
  await phone.reload();
  await expect(phone.getByText(new RegExp(t.asOf('').slice(0, 16)))).toBeVisible();
  await phone.getByRole('button', { name: t.lost }).click();
  await expect(phone.getByRole('dialog').getByText('BB·CD·12')).toBeVisible();
  await phone.keyboard.press('Escape');
  await context.setOffline(false);

  await patch('trips', `id=eq.${id}`, { state: 'done' }, server);
  const payment = { id: crypto.randomUUID(), trip_id: id, kind: 'fare', method: 'card', pesos: 18_000 };
  await write('trip_payments', payment, server);
  const presses = new Presses();
  await phone.reload();
  await presses.press(phone.getByRole('button', { name: publicPages.rate.stars(3) }));
  await presses.press(phone.getByRole('button', { name: reasons.words.route }));
  await presses.press(phone.getByRole('button', { name: reasons.done }));
  await expect(phone.getByText(t.rated)).toBeVisible();
  await presses.press(phone.getByRole('button', { name: t.receipt }));
  await expect(phone.getByRole('heading', { name: cards.receipt.title })).toBeVisible();
  await expect(phone.getByText('$18.000')).toBeVisible();
  expect(presses.count).toBeLessThanOrEqual(6);
  expect(await rows('reviews', 'select=rating,reasons', server)).toEqual([{ rating: 3, reasons: ['route'] }]);
  // The address of the page is a secret that no server has heard.
  expect(told).toEqual([]);
});
