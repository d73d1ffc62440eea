import { expect, type Page } from '@playwright/test';
import { connection as german } from '../../web/i18n/de/connection.ts';
import { connection } from '../../web/i18n/es/connection.ts';
import { common } from '../../web/i18n/es/common.ts';
import { publicPages } from '../../web/i18n/es/publicPages.ts';
import {
  addTour,
  expectEveryPanel,
  expectPictures,
  firstVisit,
  keptOfPerson,
  test,
  timeToOpen,
  tour,
  untilKept,
} from './offlineSteps.ts';
import { chooseLanguage, closePanel, openPanel } from './passengerSteps.ts';
import { driverWithPhoto } from './people.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expireSession,
  openDriverMenuByClock,
  shownPlate,
  sizes,
} from './steps.ts';
import { languages, wordsOf } from './words.ts';

const { home } = await wordsOf('es');

test.beforeAll(({ product }) => addTour(product));

const badge = (page: Page, offline = connection.offline) =>
  page.getByRole('status').filter({ hasText: offline });

/** Where the screen has its main part, on each size of screen. Nothing is wider than the screen. */
async function mainBoxes(page: Page): Promise<unknown[]> {
  const boxes = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    boxes.push(await page.getByRole('main').boundingBox());
  }
  return boxes;
}

test('after the first visit it opens without a network in under a second, with everything, in another language too; the badge fits every size and moves nothing', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  const driver = await driverWithPhoto(product.address);
  await firstVisit(page, driver);
  await context.setOffline(true);
  await page.close();

  const tab = await context.newPage();
  await tab.goto('about:blank');
  expect(await timeToOpen(tab, driver)).toBeLessThan(1_000);
  const card = tab.getByRole('banner');
  await expect(card.getByText(shownPlate(driver.plate))).toBeVisible();
  await expect(card.getByText(driver.code)).toBeVisible();
  await expect(card.getByRole('img', { name: driver.name })).toBeVisible();
  await expect(tab.getByRole('main').getByRole('img', { name: home.whatsappQr })).toBeVisible();
  await expectPictures(tab);

  await expect(badge(tab)).toHaveText(/Sin conexión\s*contenido de las \d\d:\d\d$/);
  await expectAccessible(tab);
  // German was never shown on this device: its messages come from what the device keeps.
  await chooseLanguage(tab, 'de');
  await expectEveryPanel(tab, 'de');
  await expect(badge(tab, german.offline)).toContainText(/Inhalt von \d\d:\d\d Uhr/);
  const offline = await mainBoxes(tab);
  await context.setOffline(false);
  await expect(badge(tab, german.offline)).toBeHidden();
  expect(await mainBoxes(tab)).toEqual(offline);
});

test('a server that goes down is noticed; the app opens without it, with a token that has expired, and notices when it is back', async ({
  page,
  product,
}) => {
  test.slow();
  const driver = await driverWithPhoto(product.address);
  await page.clock.install();
  await firstVisit(page, driver);
  await product.kill();
  await page.clock.fastForward(61_000);
  await expect(badge(page)).toBeVisible();

  await page.evaluate(expireSession);
  expect(await timeToOpen(page, driver)).toBeLessThan(1_000);
  await expect(page.getByRole('banner').getByRole('img', { name: driver.name })).toBeVisible();
  await expect(badge(page)).toBeVisible();
  await openPanel(page, home.tiles.tours.title);
  await expect(page.getByText(tour.place)).toBeVisible({ timeout: 4_000 });
  await closePanel(page);

  await product.restart();
  // In steps: in one leap, requests in flight would be given up.
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(badge(page)).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByRole('banner').getByRole('heading', { name: driver.name })).toBeVisible();
});

test('a device that was off for a night opens as fast as ever when nothing answers', async ({
  page,
  product,
}) => {
  const driver = await driverWithPhoto(product.address);
  await firstVisit(page, driver);
  await product.kill();
  await page.evaluate(expireSession);
  expect(await timeToOpen(page, driver)).toBeLessThan(1_000);
  await product.restart();
});

test('signing out forgets the photo and whatever else is personal', async ({ page, product }) => {
  const driver = await driverWithPhoto(product.address);
  await page.clock.install();
  await firstVisit(page, driver);
  expect(await keptOfPerson(page)).toEqual([
    `/storage/v1/object/public/imagenes/profile-photos/${driver.id}-1.jpg`,
  ]);
  await openDriverMenuByClock(page);
  await page.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => keptOfPerson(page)).toEqual([]);
  const everything = await page.evaluate<string[]>(
    `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat())`,
  );
  expect(everything.filter((url) => /\/(rest|auth|storage|functions)\/v1\//.test(url))).toEqual([]);
});

test('a phone that has seen the guide keeps the app in every language, without the administration, in less than 1.82 MB; without a network the guide and the app open, addresses of the server do not', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/guide?lang=es');
  await untilKept(page, 0);
  const kept = await page.evaluate<{ path: string; size: number }[]>(
    `caches.keys().then(async (names) => {
      const cache = await caches.open(names.find((name) => name.includes('precache')));
      return Promise.all((await cache.matchAll()).map(async (response) =>
        ({ path: new URL(response.url).pathname, size: (await response.blob()).size })));
    })`,
  );
  expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_820_000);
  const paths = kept.map(({ path }) => path);
  expect(paths).toContain('/index.html');
  expect(paths.filter((path) => /AdminScreen/.test(path))).toEqual([]);
  expect(paths.filter((path) => path.startsWith('/assets/release-1-'))).toHaveLength(1);
  for (const messages of ['panels', 'phrases', 'emergency', 'legalTaxi', 'kiosk', 'publicPages'])
    expect(paths.filter((path) => path.startsWith(`/assets/${messages}-`))).toHaveLength(languages.length);

  for (const path of ['/health/live', '/rest/v1/', '/auth/v1/settings', '/.well-known/security.txt']) {
    const response = await page.goto(path);
    expect(response?.fromServiceWorker(), path).toBe(false);
  }
  await context.setOffline(true);
  await expect(page.goto('/health/live')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  const tab = await context.newPage();
  const response = await tab.goto('/login');
  expect(response?.fromServiceWorker()).toBe(true);

  await tab.goto('/guide?lang=es');
  await expect(tab.getByRole('heading', { name: publicPages.guide.title, level: 1 })).toBeVisible();
  await expect(tab.getByText(tour.place)).toBeVisible();
  await expect(badge(tab)).toContainText(/contenido de las \d\d:\d\d/);
  await expectPictures(tab);
  await expectNoSidewaysScroll(tab);
});
