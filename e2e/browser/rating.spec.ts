import { expect, test, type Page } from '@playwright/test';
import { errors } from '../../web/i18n/es/errors.ts';
import { createDriver, rows } from './people.ts';
import { signIn } from './steps.ts';
import { wordsOf } from './words.ts';

const { home, rating } = await wordsOf('es');

async function openRating(page: Page): Promise<void> {
  await page.getByRole('button', { name: home.rateTrip }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

function reviewsOf(driverId: string): Promise<Record<string, unknown>[]> {
  return rows('reviews', `driver_id=eq.${driverId}&select=rating,user_name,comment`);
}

test('a passenger rates: the value is written once, shown instead of the average, and the dialog closes', async ({
  page,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openRating(page);
  await expect(page.getByRole('dialog').getByText(driver.name).last()).toBeVisible();
  await page.getByRole('radio', { name: rating.stars(4) }).check();
  await page.getByRole('button', { name: rating.submit }).dblclick();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner').getByText('4,0', { exact: true })).toBeVisible();
  expect(await reviewsOf(driver.driverId)).toEqual([
    { rating: 4, user_name: 'Anonymous', comment: 'No comment' },
  ]);

  await openRating(page);
  await page.getByRole('radio', { name: rating.stars(1) }).check();
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByRole('banner').getByText('1,0', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByText('2,5', { exact: true })).toBeVisible();
});

test('closing the dialog sets the stars back to five', async ({ page }) => {
  await signIn(page, await createDriver());
  await openRating(page);
  await expect(page.getByRole('radio', { name: rating.stars(5) })).toBeChecked();
  await page.getByRole('radio', { name: rating.stars(2) }).check();
  await page.keyboard.press('Escape');
  await openRating(page);
  await expect(page.getByRole('radio', { name: rating.stars(5) })).toBeChecked();
});

test('a rating that cannot be sent is said to the passenger, and can be sent again', async ({ page }) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await page.route('**/rest/v1/reviews*', (route) => route.abort());
  await openRating(page);
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByRole('alert')).toContainText(rating.failed);
  await expect(page.getByRole('alert')).toContainText(errors.code.network);
  await page.unroute('**/rest/v1/reviews*');
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await reviewsOf(driver.driverId)).toHaveLength(1);
});
