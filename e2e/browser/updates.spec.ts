import { expect, type Page } from '@playwright/test';
import { login } from '../../web/i18n/es/login.ts';
import { greetings } from '../../web/i18n/greetings.ts';
import { firstVisit, test, untilKept } from './offlineSteps.ts';
import { closePanel, openPanel } from './passengerSteps.ts';
import { driverWithPhoto } from './people.ts';
import type { Product } from './product.ts';
import { wordsOf } from './words.ts';

const { home } = await wordsOf('es');

let minutes = 100;

/**
 * The operator changes a setting that the page carries: the next version of what devices keep.
 * @returns the version
 */
async function changePage(page: Page, product: Product): Promise<string> {
  minutes += 1;
  await product.kill();
  await product.restart({ RATING_REST_MINUTES: String(minutes) });
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  return String(minutes);
}

/** A page is of this version. */
const expectVersion = (page: Page, version: string) =>
  expect(page.locator('meta[name=rating-cooldown-minutes]')).toHaveAttribute('content', version);

const isWaiting = (page: Page) =>
  page.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)');

/** Time goes by in steps: in one leap, requests in flight would be given up. */
async function leaveAlone(page: Page, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 4) await page.clock.runFor(4_000);
}

/** How often the page is loaded from now on. */
function loads(page: Page): { readonly count: () => number } {
  let seen = 0;
  page.on('load', () => {
    seen += 1;
  });
  return { count: () => seen };
}

test('a new version waits while a passenger is there, and comes at the next start or when the next one is greeted', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  await context.clock.install();
  await firstVisit(page, await driverWithPhoto(product.address));
  await openPanel(page, home.tiles.safety.title);
  const first = await changePage(page, product);
  await expect.poll(() => isWaiting(page)).toBe(true);
  await page.close();
  const tab = await context.newPage();
  await tab.goto('/');
  await expectVersion(tab, first);
  await expect(tab.getByRole('banner')).toBeVisible();

  await openPanel(tab, home.tiles.safety.title);
  const loaded = loads(tab);
  const second = await changePage(tab, product);
  await expect.poll(() => isWaiting(tab)).toBe(true);
  await tab.mouse.move(5, 5);
  await leaveAlone(tab, 20);
  await expect(tab.getByRole('dialog')).toBeVisible();
  await closePanel(tab);
  await leaveAlone(tab, 20);
  await expectVersion(tab, first);
  expect(loaded.count()).toBe(0);

  await leaveAlone(tab, 80);
  await expectVersion(tab, second);
  const invitation = tab.getByRole('dialog').getByText(greetings.en.invitation);
  await expect(invitation).toBeVisible();
  expect(await isWaiting(tab)).toBe(false);
  await expect.poll(loaded.count).toBe(1);
  await tab.reload();
  await expect(invitation).toBeVisible();
});

test('on the sign-in screen a new version comes at once, but not while something is typed', async ({
  page,
  product,
}) => {
  await page.goto('/login');
  await untilKept(page, 0);
  const version = await changePage(page, product);
  await expectVersion(page, version);

  const email = page.getByLabel(login.email, { exact: true });
  await email.fill('diego@');
  const next = await changePage(page, product);
  await expect.poll(() => isWaiting(page), { timeout: 20_000 }).toBe(true);
  await expectVersion(page, version);
  await expect(email).toHaveValue('diego@');
  await email.fill('');
  await expectVersion(page, next);
});
