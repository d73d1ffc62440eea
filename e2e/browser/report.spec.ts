import { expect, type Page } from '@playwright/test';
import { usageNames } from '../../shared/usage.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { report as t } from '../../web/i18n/es/fleet/report.ts';
import { home } from '../../web/i18n/es/home.ts';
import { test } from './ownProduct.ts';
import { openPanel } from './passengerSteps.ts';
import { createAccount, createDriver, mark, patch, remove, rows, write } from './people.ts';
import { expectAccessible, expectFitsEverywhere, openSection, signIn, wakeUp } from './steps.ts';

/** On a product of its own: the report counts everything that there is. */
test.afterEach(async ({ product }) => {
  for (const table of ['reviews', 'tickets', 'vehicles', 'drivers'])
    await remove(table, 'id=not.is.null', product.address);
});

/** Counts of every panel that the device stored while it had no connection. */
function storeCounts(page: Page): Promise<void> {
  return page.evaluate((names) => {
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'America/Santiago' }).format(new Date());
    const open = Object.fromEntries(names.map((name) => [`${day} ${name} de`, 2]));
    localStorage.setItem('transfer.usage', JSON.stringify({ open, batch: null }));
  }, usageNames);
}

/** A bad day: a low review of each of thirteen drivers, in vehicles of their own. */
async function addReviews(server: string): Promise<void> {
  const others = Array.from({ length: 12 }, (_, index) => ({
    name: `Conductor de Prueba ${index}`,
    license_plate: mark(),
    driver_code: `P-${index}`,
    approved_at: new Date().toISOString(),
  }));
  await write('drivers', others, server);
  const drivers = await rows<{ id: string }>('drivers', 'select=id', server);
  const plates = drivers.map(() => ({ license_plate: mark() }));
  const vehicles = await write<{ id: string }>('vehicles', plates, server);
  const reviews = drivers.map(({ id }, index) => ({
    driver_id: id,
    vehicle_id: vehicles[index]!.id,
    rating: 3,
    reasons: ['price', 'route'],
  }));
  await write('reviews', reviews, server);
}

// The other limit gives the journey a product of its own, whose reviews it counts.
test.use({ limit: '13' });

/** The number of pages on paper. */
async function printedPages(page: Page): Promise<number> {
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('the office reads on one page what passengers said and opened, prints it, and opens the list of a figure', async ({
  page,
  browser,
  product,
}) => {
  test.slow();
  const driver = await createDriver('Diego Fuentes Rojas', product.address);
  const approval = { approved_at: new Date().toISOString() };
  await patch('drivers', `id=eq.${driver.driverId}`, approval, product.address);
  const device = await browser.newPage({ baseURL: product.address });
  await signIn(device, driver);
  await expect(device.getByRole('button', { name: home.tiles.airport.title })).toBeVisible();
  await storeCounts(device);
  await openPanel(device, home.tiles.airport.title);
  const sent = device.waitForResponse(/count_usage/);
  await device.evaluate(wakeUp);
  expect((await sent).status()).toBe(204);
  await device.close();
  await addReviews(product.address);

  await signIn(page, await createAccount('office', product.address));
  await openSection(page, admin.report);
  await expect(page.getByRole('link', { name: new RegExp(`^${t.totals.reviews}\\s*13`) })).toBeVisible();
  await expect(page.getByRole('row', { name: /Información del aeropuerto de 2.* [23] 0/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Precio 13 0/ })).toBeVisible();
  expect(await printedPages(page)).toBe(1);
  await expectAccessible(page);
  await expectFitsEverywhere(page);

  await page.getByLabel(t.period, { exact: true }).selectOption('day');
  await page.getByRole('button', { name: t.earlier }).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${t.totals.reviews}\\s*0`) })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: new RegExp(`^${t.totals.reviews}\\s*0`) })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(`^${t.totals.devices}`) }).click();
  await expect(page.getByRole('heading', { name: admin.devices })).toBeAttached();
});
