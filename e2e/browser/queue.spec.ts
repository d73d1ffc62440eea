import { expect, type Page } from '@playwright/test';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, patch, remove, write } from './people.ts';
import {
  common,
  home,
  isReview,
  storedReviews,
  rate,
  rating,
  readyDriver,
  reviews,
  starsOf,
  storeReview,
  untilReady,
} from './queueSteps.ts';
import { noonZone } from './settings.ts';
import { expireSession, openDriverMenu, signIn } from './steps.ts';

test.use({ timezoneId: noonZone });

const badge = (page: Page, count: number) => page.getByRole('contentinfo').getByText(rating.pending(count));

/** Run in a page: the device has a signal again. */
const online = "window.dispatchEvent(new Event('online'))";

/** How the backend answered the deliveries of a page, in order. */
function answers(page: Page): number[] {
  const seen: number[] = [];
  page.on('response', (response) => {
    if (isReview(response.request())) seen.push(response.status());
  });
  return seen;
}

test('a rating without a signal is thanked for, counted, told to a driver who signs out, and delivered once with a fresh token', async ({
  page,
  context,
  product,
}) => {
  const driver = await readyDriver(page, product);
  // Shown once, the menu is on the device.
  const signOut = page.getByRole('dialog').getByRole('button', { name: common.signOut });
  await openDriverMenu(page);
  await expect(signOut).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await rate(page, 3);
  await expect(page.getByRole('banner').getByText('3,0', { exact: true })).toBeVisible();
  await expect(badge(page, 1)).toBeVisible();
  await rate(page, 4);
  for (const [width, height] of [
    [800, 1280],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(badge(page, 2)).toBeInViewport({ ratio: 1 });
  }
  expect(await starsOf(driver.driverId, product)).toEqual([]);
  await page.getByRole('button', { name: home.rateTrip }).click();
  await expect(page.getByRole('radio', { name: rating.stars(5) })).toBeChecked();
  await page.keyboard.press('Escape');

  await openDriverMenu(page);
  await signOut.click();
  await expect(page.getByText(rating.unsent(2))).toBeVisible();

  await page.evaluate(expireSession);
  const seen = answers(page);
  await context.setOffline(false);
  await expect(page.getByText(rating.unsent(2))).toBeHidden({ timeout: 30_000 });
  await expect(page.getByText(rating.unsent(1))).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(badge(page, 1)).toBeHidden();
  expect(seen).toEqual([201, 201]);
  // A rating that failed once is sent after those that did not.
  expect((await starsOf(driver.driverId, product)).sort()).toEqual([3, 4]);
});

test('the server is killed before it has written, and when it has written and not said so', async ({
  page,
  product,
}) => {
  test.slow();
  const driver = await readyDriver(page, product);
  const killed = page.waitForRequest(isReview).then(product.kill);
  await rate(page, 2);
  await killed;
  await product.restart();
  await expect.poll(() => storedReviews(page), { timeout: 30_000 }).toEqual([]);
  await expect(badge(page, 1)).toBeHidden();
  expect(await starsOf(driver.driverId, product)).toEqual([2]);

  const seen = answers(page);
  let written = false;
  await page.route(reviews, async (route) => {
    if (written || !isReview(route.request())) return route.fallback();
    written = true;
    expect((await route.fetch()).status()).toBe(201);
    await product.kill();
    return route.abort();
  });
  await rate(page, 1);
  await expect(badge(page, 1)).toBeVisible();
  await product.restart();
  await page.evaluate(online);
  await expect(badge(page, 1)).toBeHidden({ timeout: 30_000 });
  expect(await starsOf(driver.driverId, product)).toEqual([2, 1]);
  expect(seen).toEqual([409]);
});

test('the tab is closed right after the thanks', async ({ page, context, product }) => {
  const driver = await readyDriver(page, product);
  const stuck = page.waitForRequest(isReview);
  await page.route(reviews, () => undefined);
  await rate(page, 4);
  await stuck;
  // Chromium may let a request that is held go on when its page closes.
  await product.kill();
  await page.close();
  await product.restart();
  expect(await starsOf(driver.driverId, product)).toEqual([]);

  const again = await context.newPage();
  await again.goto('/');
  await expect.poll(() => starsOf(driver.driverId, product)).toEqual([4]);
  await expect.poll(() => storedReviews(again)).toEqual([]);
});

test('a stored rating is delivered although parts of the screen, or the screen, do not load', async ({
  page,
  product,
}) => {
  const driver = await readyDriver(page, product);
  const delivered: number[] = [];
  for (const [stars, parts] of [
    [4, /\/assets\/(HomeEffects|ConnectionBadge|PendingReviews)-/],
    [3, /\/assets\/HomeScreen-/],
  ] as const) {
    await page.route(reviews, (route) => route.abort());
    await storeReview(page, driver.driverId, stars);
    await page.route(parts, (route) => route.abort());
    await page.unroute(reviews);
    await page.reload();
    delivered.push(stars);
    await expect.poll(() => starsOf(driver.driverId, product)).toEqual(delivered);
    // The page reloads itself once after a part of it failed to load.
    await expect.poll(() => storedReviews(page).catch(() => 'reloading')).toEqual([]);
    await page.unroute(parts);
    // Its own reload may come in between.
    await expect(async () => void (await page.goto('/'))).toPass();
  }
});

test('the code of the delivery is retried until it loads', async ({ page, product }) => {
  const driver = await createDriver(undefined, product.address);
  let requests = 0;
  let isBlocked = true;
  await page.route('**/assets/delivery-*.js', (route) => {
    requests += 1;
    return isBlocked ? route.abort() : route.continue();
  });
  // Before the app opens: what a test runs in a page counts as a touch.
  await page.goto('/health/live');
  await storeReview(page, driver.driverId, 3);
  await page.clock.install();
  await signIn(page, driver);
  // The first failure reloads the page at once.
  await expect.poll(() => requests).toBeGreaterThan(1);
  isBlocked = false;
  // Browsers that do not ask again for a module that failed reload the page later.
  const starsLater = async () => {
    await page.clock.runFor(10_000);
    return starsOf(driver.driverId, product);
  };
  await expect.poll(starsLater, { timeout: 20_000 }).toEqual([3]);
});

test('two tabs show the same ratings, and one of them delivers', async ({ page, context, product }) => {
  const driver = await createDriver(undefined, product.address);
  await signIn(page, driver);
  const other = await context.newPage();
  await other.goto('/');
  await Promise.all([page, other].map(untilReady));
  await context.setOffline(true);
  await rate(page, 3);
  await rate(other, 4);
  for (const tab of [page, other]) await expect(badge(tab, 2)).toBeVisible();
  const seen = [answers(page), answers(other)];
  await context.setOffline(false);
  for (const tab of [page, other]) await expect(badge(tab, 2)).toBeHidden();
  for (const tab of [page, other]) await expect(badge(tab, 1)).toBeHidden();
  expect(seen.flat()).toEqual([201, 201]);
  // A rating that failed once is sent after those that did not.
  expect((await starsOf(driver.driverId, product)).sort()).toEqual([3, 4]);
});

test('more ratings than an hour takes wait as long as the server says', async ({ page, product }) => {
  const driver = await readyDriver(page, product);
  const minute = 60_000;
  const ago = (time: number) => new Date(Date.now() - time).toISOString();
  const taken = { driver_id: driver.driverId, rating: 5, created_at: ago(55 * minute) };
  await write(
    'reviews',
    Array.from({ length: 10 }, () => taken),
    product.address,
  );
  await page.clock.install();
  const refused = page.waitForResponse((response) => isReview(response.request()));
  await rate(page, 1);
  const refusal = await refused;
  const wait = Number(refusal.headers()['retry-after']) * 1_000;
  expect(refusal.status()).toBe(429);
  expect(wait).toBeGreaterThan(2 * minute);
  const seen = answers(page);
  await expect(badge(page, 1)).toBeVisible();
  // The server would take it by now; the device does not ask before it was told to.
  await patch(
    'reviews',
    `driver_id=eq.${driver.driverId}`,
    { created_at: ago(70 * minute) },
    product.address,
  );
  await page.evaluate(online);
  await page.clock.runFor(wait - 2 * minute);
  expect(seen).toEqual([]);
  await page.clock.runFor(2 * minute);
  await expect.poll(() => starsOf(driver.driverId, product)).toContain(1);
  await expect(badge(page, 1)).toBeHidden();
  expect(seen).toEqual([201]);
});

test('a rating that the server will not take is kept aside and shown, until it does', async ({
  page,
  context,
  product,
}) => {
  const driver = await createDriver(undefined, product.address);
  const stranger = await createAccount(undefined, product.address);
  await signIn(page, driver);
  await untilReady(page);
  await context.setOffline(true);
  await rate(page, 4);
  const link = `driver_id=eq.${driver.driverId}`;
  await patch('user_drivers', link, { user_id: stranger.id }, product.address);
  await context.setOffline(false);
  await expect(page.getByRole('contentinfo').getByText(rating.refused(1))).toBeVisible();
  expect(await storedReviews(page)).toHaveLength(1);

  // The open app would give the driver the link back at the same time.
  await page.goto('about:blank');
  await remove('user_drivers', link, product.address);
  await write('user_drivers', { user_id: driver.id, driver_id: driver.driverId }, product.address);
  await page.goto('/');
  await expect.poll(() => starsOf(driver.driverId, product)).toEqual([4]);
  await expect(page.getByRole('contentinfo').getByText(rating.refused(1))).toBeHidden();
});

test('a sign-out waits for a rating that is on its way', async ({ page, product }) => {
  const driver = await createDriver(undefined, product.address);
  await signIn(page, driver);
  await untilReady(page);
  await openDriverMenu(page);
  const signOut = page.getByRole('dialog').getByRole('button', { name: common.signOut });
  await expect(signOut).toBeVisible();
  await page.keyboard.press('Escape');
  const seen: string[] = [];
  page.on('response', (response) => isReview(response.request()) && seen.push('rating'));
  page.on('request', (request) => request.url().includes('/auth/v1/logout') && seen.push('sign-out'));
  const pressed = Promise.withResolvers<void>();
  await page.route(reviews, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await rate(page, 4);
  await openDriverMenu(page);
  await signOut.click();
  await expect(page.getByText(rating.unsent(1))).toBeVisible();
  await signOut.click();
  await expect(signOut).toHaveAttribute('aria-disabled', 'true');
  pressed.resolve();
  await expect.poll(() => seen).toEqual(['rating', 'sign-out']);
  expect(await starsOf(driver.driverId, product)).toEqual([4]);
});

test('another driver on the same device neither sees nor sends what waits', async ({ page, product }) => {
  const driver = await createDriver(undefined, product.address);
  const other = await createDriver('Elena Soto', product.address);
  const leave = () =>
    page.evaluate(
      `Object.keys(localStorage).forEach((name) => name.startsWith('sb-') && localStorage.removeItem(name))`,
    );
  await signIn(page, driver);
  await untilReady(page);
  await page.route(reviews, (route) => route.abort());
  await rate(page, 2);
  await expect(badge(page, 1)).toBeVisible();
  await leave();

  const seen = answers(page);
  await page.unroute(reviews);
  await signIn(page, other);
  await untilReady(page);
  await expect(badge(page, 1)).toBeHidden();
  await rate(page, 5);
  await expect.poll(() => starsOf(other.driverId, product)).toEqual([5]);
  await expect.poll(async () => (await storedReviews(page)).length).toBe(1);
  expect(seen).toEqual([201]);
  expect(await starsOf(driver.driverId, product)).toEqual([]);
  await leave();

  await signIn(page, driver);
  await expect.poll(() => starsOf(driver.driverId, product)).toEqual([2]);
});
