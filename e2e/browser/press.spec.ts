import { expect, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, patch } from './people.ts';
import { openSection, shownPlate, signIn } from './steps.ts';

/** Opens two vehicles in the panel. @returns their plates */
async function openVehicles(page: Page): Promise<readonly [string, string]> {
  const driver = await createDriver(`Pulsa ${mark()}`);
  const plates = [await createVehicle(driver), await createVehicle(driver)];
  const model = `Modelo ${mark()}`;
  await patch('vehicles', `license_plate=in.(${plates.join()})`, { brand_model: model });
  await signIn(page, await createAccount('admin'));
  await openSection(page, admin.vehicles);
  await page.getByRole('searchbox').fill(model);
  for (const plate of plates) await expect(rowOf(page, plate)).toBeVisible();
  return [plates[0]!, plates[1]!];
}

const rowOf = (page: Page, plate: string) => page.getByRole('link', { name: shownPlate(plate), exact: true });

test('a search that was typed waits until the press on a row has ended', async ({ page }) => {
  const [first, second] = await openVehicles(page);
  await page.clock.install();
  // The pause after typing must not pass before the press, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  const reads: string[] = [];
  page.on('request', (request) => reads.push(request.url()));
  await page.getByRole('searchbox').fill(second);
  await rowOf(page, first).hover();
  reads.length = 0;
  await page.mouse.down();
  await page.clock.runFor(2_000);
  expect(reads.filter((url) => url.includes(second))).toEqual([]);
  await page.mouse.up();
  await page.clock.runFor(2_000);
  // The press opens the page, and the search that comes later does not close it.
  await expect(page).toHaveURL(/record=/);
  // The page reads its record by the clock, too.
  await page.clock.resume();
  await expect(page.getByRole('article', { name: shownPlate(first) })).toBeVisible();
});

test('on a slow computer every press on a row counts, also right after typing', async ({ page }) => {
  const plates = await openVehicles(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  for (const plate of [...plates, ...plates]) {
    await page.getByRole('searchbox').fill(plate);
    await rowOf(page, plate).click();
    await expect(page).toHaveURL(/record=/);
    await page.goBack();
    await page.getByRole('searchbox').fill(plate.slice(0, 2));
    await expect(rowOf(page, plate)).toBeVisible();
  }
});
