import { expect, test, type Page } from '@playwright/test';
import { languageNames } from '../../web/i18n/languages.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { closePanel } from './passengerSteps.ts';
import { createDriver, rows } from './people.ts';
import { signIn } from './steps.ts';
import { wordsOf } from './words.ts';

const minute = 60_000;
const { home, rating } = await wordsOf('es');

async function openRating(page: Page): Promise<void> {
  await page.getByRole('button', { name: home.rateTrip }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

function reviewsOf(driverId: string): Promise<Record<string, unknown>[]> {
  return rows('reviews', `driver_id=eq.${driverId}&select=rating,user_name,comment`);
}

test('I5 a passenger rates: the stars begin at five, the value is written once and shown instead of the average', async ({
  page,
}) => {
  const driver = await createDriver();
  await page.clock.install();
  await signIn(page, driver);
  await openRating(page);
  await expect(page.getByRole('dialog').getByText(driver.name).last()).toBeVisible();
  await page.getByRole('radio', { name: rating.stars(2) }).check();
  await page.keyboard.press('Escape');
  await openRating(page);
  await expect(page.getByRole('radio', { name: rating.stars(5) })).toBeChecked();
  await page.getByRole('radio', { name: rating.stars(4) }).check();
  await page.getByRole('button', { name: rating.submit }).dblclick();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner').getByText('4,0', { exact: true })).toBeVisible();
  await expect
    .poll(() => reviewsOf(driver.driverId))
    .toEqual([{ rating: 4, user_name: 'Anonymous', comment: 'No comment' }]);

  // By now the greeting waits for the next passenger.
  await page.clock.fastForward(10 * minute);
  await page.getByRole('button', { name: languageNames.es }).click();
  await openRating(page);
  await page.getByRole('radio', { name: rating.stars(1) }).check();
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByRole('banner').getByText('1,0', { exact: true })).toBeVisible();
  await expect.poll(() => reviewsOf(driver.driverId)).toHaveLength(2);
  await page.reload();
  await expect(page.getByRole('banner').getByText('2,5', { exact: true })).toBeVisible();
});

test('I4 after a rating the button rests for ten minutes, in every tab, after a reload, on a clock that is set back', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await signIn(page, await createDriver());
  const other = await context.newPage();
  await other.goto('/');
  await openRating(other);
  await expect(other.getByRole('button', { name: rating.submit })).toBeVisible();
  // A panel that loads in a tab in the background is not drawn before the tab is in front.
  await page.bringToFront();
  await openRating(page);
  await page.getByRole('button', { name: rating.submit }).click();
  const expectRested = async (tab: Page) => {
    await expect(tab.getByRole('contentinfo').getByText(home.thanks)).toBeVisible();
    await expect(tab.getByText(home.rateAgain(10), { exact: true })).toBeVisible();
    await expect(tab.getByRole('button', { name: home.rateTrip })).toBeDisabled();
  };
  await expectRested(page);
  await other.bringToFront();
  await other.getByRole('button', { name: rating.submit }).click();
  await expect(other.getByRole('dialog').getByRole('status')).toContainText(home.rateAgain(10));
  await closePanel(other);
  await expectRested(other);

  await page.bringToFront();
  await page.clock.setSystemTime(Date.now() + minute);
  await page.reload();
  await expect(page.getByText(home.rateAgain(9))).toBeVisible();
  const setBack = Date.now() - 3 * 24 * 60 * minute;
  await page.clock.setSystemTime(setBack);
  await page.reload();
  await expect(page.getByText(home.rateAgain(10))).toBeVisible();
  await page.clock.setSystemTime(setBack + 11 * minute);
  await expect(page.getByRole('button', { name: home.rateTrip })).toBeEnabled();
  await expect(page.getByText(home.thanks)).toBeHidden();
});

test('two passengers after each other: the second is not thanked for the rating of the first, and rates minutes later', async ({
  page,
}) => {
  const driver = await createDriver();
  await page.clock.install();
  await signIn(page, driver);
  await openRating(page);
  await page.getByRole('radio', { name: rating.stars(2) }).check();
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByText(home.thanks)).toBeVisible();
  await expect(page.getByText(home.rateAgain(10))).toBeVisible();

  // The greeting comes after a minute and a half without a touch; the next passenger is German.
  await page.clock.fastForward(1.6 * minute);
  const german = await wordsOf('de');
  await page.getByRole('button', { name: languageNames.de }).click();
  await expect(page.getByText(german.home.ratedBefore(4))).toBeVisible();
  await expect(page.getByText(german.home.thanks)).toBeHidden();
  const average = page.getByRole('banner').getByText('2,0', { exact: true });
  await expect(average).toBeVisible();
  const rate = page.getByRole('button', { name: german.home.rateTrip });
  await expect(rate).toBeDisabled();

  await page.clock.setSystemTime(Date.now() + 6 * minute);
  await expect(rate).toBeEnabled();
  await rate.click();
  await page.getByRole('radio', { name: german.rating.stars(4) }).check();
  await page.getByRole('button', { name: german.rating.submit }).click();
  await expect(page.getByText(german.home.thanks)).toBeVisible();
  await expect.poll(async () => (await reviewsOf(driver.driverId)).length).toBe(2);
});

test('where nothing can be kept, a rating that cannot be sent is said to the passenger, and can be sent again', async ({
  page,
}) => {
  const driver = await createDriver();
  await page.addInitScript("Object.defineProperty(window, 'indexedDB', { value: undefined })");
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
