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
import { expectAccessible, expectNoSidewaysScroll, shownPlate } from './steps.ts';
import { languages, wordsOf } from './words.ts';

const { home } = await wordsOf('es');

test.beforeAll(({ product }) => addTour(product));

const badge = (page: Page, offline = connection.offline) =>
  page.getByRole('status').filter({ hasText: offline });

test('after the first visit it opens without a network in under a second, with everything, in five languages', async ({
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
  for (const language of languages) {
    await chooseLanguage(tab, language);
    await expectEveryPanel(tab, language);
  }
  await expect(badge(tab, german.offline)).toContainText(/Inhalt von \d\d:\d\d Uhr/);
  await context.setOffline(false);
  await expect(badge(tab, german.offline)).toBeHidden();
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 360, height: 740 },
]) {
  test(`the badge fits ${viewport.width}×${viewport.height} and moves nothing`, async ({
    page,
    context,
    product,
  }) => {
    await page.setViewportSize(viewport);
    await firstVisit(page, await driverWithPhoto(product.address));
    await chooseLanguage(page, 'de');
    const before = await page.getByRole('main').boundingBox();
    await context.setOffline(true);
    await expect(badge(page, german.offline)).toBeVisible();
    expect(await page.getByRole('main').boundingBox()).toEqual(before);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test('it opens while the server is down, with a token that has expired, and notices when the server is back', async ({
  page,
  product,
}) => {
  const driver = await driverWithPhoto(product.address);
  await firstVisit(page, driver);
  await page.evaluate(`for (const key of Object.keys(localStorage).filter((name) => name.endsWith('-auth-token')))
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), expires_at: 1 }))`);
  await product.kill();
  expect(await timeToOpen(page, driver)).toBeLessThan(1_000);
  await expect(page.getByRole('banner').getByRole('img', { name: driver.name })).toBeVisible();
  await expect(badge(page)).toBeVisible();
  await openPanel(page, home.tiles.tours.title);
  await expect(page.getByText(tour.place)).toBeVisible({ timeout: 4_000 });
  await closePanel(page);

  await product.restart();
  await expect(badge(page)).toBeHidden({ timeout: 40_000 });
  await expect(page.getByRole('banner').getByRole('heading', { name: driver.name })).toBeVisible();
});

test('a server that goes down is noticed without the browser being told', async ({ page, product }) => {
  await page.clock.install();
  await firstVisit(page, await driverWithPhoto(product.address));
  await product.kill();
  await page.clock.fastForward(61_000);
  await expect(badge(page)).toBeVisible();
  await product.restart();
  // In steps: in one leap, requests on their way would be given up.
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(badge(page)).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
});

test('signing out forgets the photo and whatever else is personal', async ({ page, product }) => {
  const driver = await driverWithPhoto(product.address);
  await firstVisit(page, driver);
  expect(await keptOfPerson(page)).toEqual([
    '/rest/v1/time_based_routes',
    `/storage/v1/object/public/imagenes/profile-photos/${driver.id}-1.jpg`,
  ]);
  await page.getByRole('button', { name: home.holdForDriverMenu }).click({ delay: 2_300 });
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

test('what a device keeps of the app stays below 1.5 MB, without the administration', async ({
  page,
  product,
}) => {
  await firstVisit(page, await driverWithPhoto(product.address));
  const kept = await page.evaluate<{ path: string; size: number }[]>(
    `caches.keys().then(async (names) => {
      const cache = await caches.open(names.find((name) => name.includes('precache')));
      return Promise.all((await cache.matchAll()).map(async (response) =>
        ({ path: new URL(response.url).pathname, size: (await response.blob()).size })));
    })`,
  );
  expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1_500_000);
  expect(kept.map(({ path }) => path)).toContain('/index.html');
  expect(kept.filter(({ path }) => /AdminScreen/.test(path))).toEqual([]);
});

test('addresses of the server are never answered with the page of the app', async ({
  page,
  context,
  product,
}) => {
  await firstVisit(page, await driverWithPhoto(product.address));
  for (const path of ['/health/live', '/rest/v1/', '/auth/v1/settings', '/.well-known/security.txt']) {
    const response = await page.goto(path);
    expect(response?.fromServiceWorker(), path).toBe(false);
  }
  await context.setOffline(true);
  await expect(page.goto('/health/live')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  const tab = await context.newPage();
  const response = await tab.goto('/login');
  expect(response?.fromServiceWorker()).toBe(true);
});

test('the guide opens again on a phone without a network', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/guide?lang=es');
  await untilKept(page, 1);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: publicPages.guide.title, level: 1 })).toBeVisible();
  await expect(page.getByText(tour.place)).toBeVisible();
  await expect(badge(page)).toContainText(/contenido de las \d\d:\d\d/);
  await expectPictures(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
