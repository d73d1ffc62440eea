import { expect, test, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { createAccount, createDriver } from './people.ts';
import { rate, untilReady } from './queueSteps.ts';
import { openSection, signIn } from './steps.ts';
import { wordsOf } from './words.ts';

const { home } = await wordsOf('es');

/** The server has no longer a part of the app. @returns brings it back */
async function removePart(page: Page, part: string): Promise<() => void> {
  let isGone = true;
  await page.route(`**/assets/${part}-*.js`, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  // To unroute while a page loads may leave requests without a response.
  return () => (isGone = false);
}

test('a page that was open while a new version was deployed loads itself anew', async ({ page }) => {
  await signIn(page, await createAccount('admin'));
  await expect(page.getByRole('heading', { name: admin.title })).toBeVisible();
  const bringBack = await removePart(page, 'AuditSection');
  const reloaded = page.waitForEvent('load');
  await openSection(page, admin.audit);
  await reloaded;
  bringBack();
  await openSection(page, admin.audit);
  await expect(page.getByRole('table')).toBeVisible();
});

test('a part that was loaded ahead and failed without a network does not reload the page under a passenger', async ({
  page,
  context,
}) => {
  const { promise: offline, resolve: goOffline } = Promise.withResolvers<void>();
  const { promise: online, resolve: goOnline } = Promise.withResolvers<void>();
  await page.route('**/assets/PhrasesPanel-*.js', (route) => offline.then(() => route.abort()));
  await page.route('/', (route) =>
    route.request().method() === 'HEAD' ? online.then(() => route.continue()) : route.continue(),
  );
  await signIn(page, await createDriver());
  await untilReady(page);
  const failed = page.evaluate(
    `new Promise((resolve) => addEventListener('vite:preloadError', () => resolve(true), { once: true }))`,
  );
  await context.setOffline(true);
  goOffline();
  await failed;
  await context.setOffline(false);
  const isThere = page.waitForResponse((response) => response.request().method() === 'HEAD');
  goOnline();
  await isThere;
  const reloaded = page.waitForEvent('load').then(
    () => 'reloaded',
    () => 'closed',
  );
  await rate(page, 5);
  expect(await Promise.race([reloaded, 'as it was'])).toBe('as it was');
});

test('a screen that cannot be shown tries again by itself, later each time', async ({ page }) => {
  await page.clock.install();
  await signIn(page, await createDriver());
  const bringBack = await removePart(page, 'HomeScreen');
  let opened = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened += 1;
  });
  await page.evaluate('location.reload()');
  // The part that is gone makes it load anew at once, perhaps before it has loaded.
  await expect.poll(() => opened).toBe(2);
  await expect(page.getByText(errors.general)).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByText(errors.general)).toBeVisible();
  bringBack();
  await page.clock.runFor(15_000);
  await expect(page.getByRole('button', { name: home.rateTrip })).toBeVisible();
});
