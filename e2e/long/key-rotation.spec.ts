import { expect } from '@playwright/test';
import { firstVisit, test } from '../browser/offlineSteps.ts';
import { closePanel, openPanel } from '../browser/passengerSteps.ts';
import { driverWithPhoto, patch } from '../browser/people.ts';
import { home, rate, starsOf } from '../browser/queueSteps.ts';
import { expireSession, wakeUp } from '../browser/steps.ts';

test('a device that stays open while the publishable key is replaced goes on, signed in and undisturbed', async ({
  page,
  product,
}) => {
  test.slow();
  const driver = await driverWithPhoto(product.address);
  await firstVisit(page, driver);
  await openPanel(page, home.tiles.safety.title);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await product.kill();
  await product.restart({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_the_next_year' });
  // The first that meets the new key is the refresh of the session.
  await page.evaluate(expireSession);
  await page.evaluate(wakeUp);
  await closePanel(page);

  await rate(page, 5);
  await expect.poll(() => starsOf(driver.driverId, product), { timeout: 30_000 }).toEqual([5]);
  await patch('drivers', `id=eq.${driver.driverId}`, { name: 'Diego Fuentes Soto' }, product.address);
  const name = page.getByRole('banner').getByRole('heading', { name: 'Diego Fuentes Soto' });
  await expect(name).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: home.rateTrip })).toBeVisible();
  expect(loads).toBe(0);
});
