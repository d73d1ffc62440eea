import { expect, type Page } from '@playwright/test';
import { login } from '../../web/i18n/es/login.ts';
import { firstVisit, test, untilKept } from './offlineSteps.ts';
import { closePanel, openPanel } from './passengerSteps.ts';
import { driverWithPhoto, mark } from './people.ts';
import type { Product } from './product.ts';
import { wordsOf } from './words.ts';

const { home } = await wordsOf('es');

/** The operator changes a setting that the page carries: the next version of what devices keep. */
async function changeBrand(page: Page, product: Product): Promise<string> {
  const brand = `Ruta ${mark()}`;
  await product.kill();
  await product.restart({ BRAND_NAME: brand });
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  return brand;
}

const isWaiting = (page: Page) =>
  page.evaluate('navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null)');

/** Time goes by in steps: in one leap, requests on their way would be given up. */
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
  const first = await changeBrand(page, product);
  await expect.poll(() => isWaiting(page)).toBe(true);
  await page.close();
  const tab = await context.newPage();
  await tab.goto('/');
  await expect(tab.getByRole('banner').getByText(first)).toBeVisible();

  await openPanel(tab, home.tiles.safety.title);
  const loaded = loads(tab);
  const second = await changeBrand(tab, product);
  await expect.poll(() => isWaiting(tab)).toBe(true);
  await tab.mouse.move(5, 5);
  await leaveAlone(tab, 20);
  await expect(tab.getByRole('dialog')).toBeVisible();
  await closePanel(tab);
  await leaveAlone(tab, 20);
  await expect(tab.getByRole('banner').getByText(second)).toBeHidden();
  expect(loaded.count()).toBe(0);

  await leaveAlone(tab, 80);
  await expect(tab.getByRole('banner', { includeHidden: true }).getByText(second)).toBeAttached();
  await expect(tab.getByRole('dialog', { name: second })).toBeVisible();
  expect(await isWaiting(tab)).toBe(false);
  expect(loaded.count()).toBe(1);
});

test('on the sign-in screen a new version comes at once, but not while something is typed', async ({
  page,
  product,
}) => {
  await page.goto('/login');
  await untilKept(page, 0);
  const brand = await changeBrand(page, product);
  await expect(page.getByText(brand).first()).toBeVisible();

  const email = page.getByLabel(login.email);
  await email.fill('diego@');
  const next = await changeBrand(page, product);
  await expect.poll(() => isWaiting(page), { timeout: 20_000 }).toBe(true);
  await expect(page.getByText(brand).first()).toBeVisible();
  await expect(email).toHaveValue('diego@');
  await email.fill('');
  await expect(page.getByText(next).first()).toBeVisible();
});
