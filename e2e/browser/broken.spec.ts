import { expect, test, type Page } from '@playwright/test';
import { errors } from '../../web/i18n/es/errors.ts';
import { createAccount, createDriver } from './people.ts';
import { signIn } from './steps.ts';
import { wordsOf } from './words.ts';

const { admin, home } = await wordsOf('es');

/** The server has no longer a part of the app. @returns brings it back */
async function removePart(page: Page, part: string): Promise<() => Promise<void>> {
  const address = `**/assets/${part}-*.js`;
  await page.route(address, (route) => route.fulfill({ status: 404 }));
  return () => page.unroute(address);
}

test('a page that was open while a new version was deployed loads itself anew', async ({ page }) => {
  await signIn(page, await createAccount('admin'));
  await expect(page.getByRole('heading', { name: admin.title })).toBeVisible();
  const bringBack = await removePart(page, 'AuditSection');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('tab', { name: admin.audit }).click();
  await reloaded;
  await bringBack();
  await page.getByRole('tab', { name: admin.audit }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a screen that cannot be shown tries again by itself, later each time', async ({ page }) => {
  await page.clock.install();
  await signIn(page, await createDriver());
  const bringBack = await removePart(page, 'HomeScreen');
  await page.reload();
  // The part that is gone makes it load anew at once.
  await page.waitForEvent('load');
  await expect(page.getByText(errors.general)).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByText(errors.general)).toBeVisible();
  await bringBack();
  await page.clock.runFor(15_000);
  await expect(page.getByRole('button', { name: home.rateTrip })).toBeVisible();
});
