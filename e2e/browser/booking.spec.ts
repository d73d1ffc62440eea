import { expect, test, type Browser } from '@playwright/test';
import { parseBookings } from '../../shared/booking/parse.ts';
import { booking as t } from '../../web/i18n/de/booking.ts';
import { home } from '../../web/i18n/de/home.ts';
import { publicPages } from '../../web/i18n/de/publicPages.ts';
import { tripCode } from '../../web/i18n/de/tripCode.ts';
import { codeOf } from './codes.ts';
import { chooseLanguage, openPanel } from './passengerSteps.ts';
import { createDriver } from './people.ts';
import { expectAccessible, expectFitsEverywhere, signIn, waitForWorker } from './steps.ts';

// The page's own worker is part of what it promises.
test.use({ serviceWorkers: 'allow', locale: 'de-DE', viewport: { width: 360, height: 740 } });

const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

/** Chooses a trip on a tablet that shows links as codes, and gives the address that a phone reads off its screen. */
async function scanTrip(browser: Browser): Promise<string> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const tablet = await context.newPage();
  await tablet.addInitScript(`localStorage.setItem('links', 'codes')`);
  await signIn(tablet, await createDriver());
  await chooseLanguage(tablet, 'de');
  await openPanel(tablet, home.tiles.return.title);
  const panel = tablet.getByRole('dialog');
  await panel.getByRole('button', { name: tripCode.open }).click();
  const { fields } = tripCode;
  await panel.getByLabel(fields.direction).selectOption('from');
  await panel.getByLabel(fields.date).fill(day);
  await panel.getByLabel(fields.time.from).fill('10:30');
  await panel.getByLabel(fields.place.from).selectOption('providencia');
  await panel.getByLabel(fields.people).selectOption('3');
  await panel.getByLabel(fields.bags).selectOption('2');
  const address = (await codeOf(await panel.getByRole('img', { name: tripCode.qr }).screenshot())) ?? '';
  await context.close();
  return address;
}

test('a passenger comes from the guide, sees the price, and sends a booking without a connection that no server learns of', async ({
  page,
  context,
  browser,
}) => {
  const sent: string[] = [];
  context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/guide?lang=de');
  await page.getByRole('link', { name: publicPages.page.book }).click();
  await expect(page.getByRole('heading', { name: t.title })).toBeVisible();
  await expectAccessible(page);
  await expectFitsEverywhere(page);

  // The code of a tablet fills in the trip.
  await page.goto(await scanTrip(browser));
  await page.reload();
  await waitForWorker(page, '/book');
  await page.getByLabel(t.name, { exact: true }).fill('Anna Schmidt');
  await page.getByLabel(t.address).fill('Hotel Sol');
  await context.setOffline(true);
  await page.reload();

  await expect(page.getByLabel(t.name, { exact: true })).toHaveValue('Anna Schmidt');
  await expect(page.getByText('$18.000', { exact: true })).toBeVisible();
  await page.getByLabel(t.flight).fill('lh 502');
  const link = page.getByRole('link', { name: t.send });
  const url = new URL((await link.getAttribute('href')) ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/56987654321');
  expect(parseBookings(url.searchParams.get('text') ?? '').bookings).toMatchObject([
    {
      id: expect.stringMatching(/^[0-9a-z]{10}$/),
      differs: [],
      booking: {
        direction: 'from',
        date: day,
        time: '10:30',
        flight: 'LH502',
        route: 'providencia',
        address: 'Hotel Sol',
        people: 3,
        bags: 2,
        name: 'Anna Schmidt',
        language: 'de',
        pesos: 18_000,
      },
    },
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t.calendar }).click();
  expect((await download).suggestedFilename()).toBe(`${day}.ics`);
  expect(sent.filter((each) => /Anna|Hotel|providencia|LH502/i.test(each))).toEqual([]);

  await page.getByRole('button', { name: t.clear }).click();
  await page.reload();
  await expect(page.getByLabel(t.name, { exact: true })).toHaveValue('');
});
