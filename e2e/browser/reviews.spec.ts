import { expect } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { ownReviews } from '../../web/i18n/es/fleet/ownReviews.ts';
import { reasons } from '../../web/i18n/es/reasons.ts';
import { reviews as t } from '../../web/i18n/es/fleet/reviews.ts';
import { today } from '../../web/i18n/es/today.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, remove, rows, write } from './people.ts';
import { expectAccessible, expectFitsEverywhere, openDriverMenu, openSection, signIn } from './steps.ts';

/** On a product of its own: the list has the reviews of everybody. */
test.afterEach(async ({ product }) => {
  await remove('reviews', 'id=not.is.null', product.address);
  await remove('drivers', 'id=not.is.null', product.address);
});

test('the office hides a low rating that Hoy tells of, and the driver reads an average without it', async ({
  page,
  browser,
  product,
}) => {
  const driver = await createDriver('Diego Fuentes Rojas', product.address);
  const rate = (rating: number, fields: object = {}) =>
    write('reviews', { driver_id: driver.driverId, rating, ...fields }, product.address);
  const before = new Date(Date.now() - 26 * 3_600_000).toISOString();
  for (const stars of [5, 5, 4]) await rate(stars, { created_at: before });
  await rate(1, { reasons: ['route'] });

  await signIn(page, await createAccount('office', product.address));
  const line = page.getByRole('region', { name: today.lines.reviews(1, '1') });
  await line.getByRole('link', { name: driver.name }).click();
  const row = page.getByRole('table', { name: t.caption }).getByRole('row');
  await expect(row).toHaveCount(2);
  await expect(row.nth(1)).toContainText(reasons.words.route);
  await expect(page.getByText(ownReviews.trend, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await expectFitsEverywhere(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: t.hideOf(driver.name) }).click();
  await page.getByLabel(t.visibility.reason).fill('Calificó otro viaje');
  await page.getByRole('button', { name: t.visibility.hide, exact: true }).click();
  await expect(page.getByText(t.visibility.hidden)).toBeVisible();
  await expect(row.nth(1)).toContainText('Calificó otro viaje');
  const counted = `id=eq.${driver.driverId}&select=review_count`;
  expect(await rows('drivers', counted, product.address)).toEqual([{ review_count: 3 }]);
  await openSection(page, admin.today);
  await expect(line).toHaveCount(0);

  const context = await browser.newContext({ baseURL: product.address, locale: 'es-CL' });
  const device = await context.newPage();
  await signIn(device, driver);
  await openDriverMenu(device);
  await device.getByRole('button', { name: ownReviews.menu }).click();
  await expect(device.getByRole('dialog').getByText('4,7', { exact: true }).first()).toBeVisible();
  await expect(device.getByText(ownReviews.today)).toBeVisible();
  await expectAccessible(device);
  await expectFitsEverywhere(device);
  await context.close();
});
