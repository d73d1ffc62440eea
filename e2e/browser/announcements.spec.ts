import { expect } from '@playwright/test';
import { takePolicy } from '../../shared/content/policy-2.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { home } from '../../web/i18n/es/home.ts';
import { announcements as t } from '../../web/i18n/es/fleet/announcements.ts';
import { ownAnnouncements as own } from '../../web/i18n/es/fleet/ownAnnouncements.ts';
import { shift } from '../../web/i18n/es/fleet/shift.ts';
import { login } from '../../web/i18n/es/login.ts';
import { test } from './ownProduct.ts';
import { createAccount, createDriver, mark, patch, remove, write } from './people.ts';
import { publish, publishFirst } from './publishing.ts';
import {
  expectAccessible,
  expectFitsEverywhere,
  openDriverMenu,
  openSection,
  shownPlate,
  signIn,
} from './steps.ts';

// The other limit gives the journey a product of its own: it publishes, and offers vehicles to everybody.
test.use({ limit: '14' });

test.afterEach(async ({ product }) => {
  await publishFirst(product.address);
  // Ends their shifts, so that the vehicles can go.
  await remove('drivers', 'id=not.is.null', product.address);
  await remove('vehicles', 'id=not.is.null', product.address);
});

test('a driver reads an announcement at the start of a shift, offline at first, and later a new policy', async ({
  page,
  browser,
  product,
}) => {
  const { address } = product;
  const driver = await createDriver('Diego Fuentes Rojas', address);
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true }, address);
  const plate = mark();
  await write('vehicles', { license_plate: plate }, address);

  await signIn(page, await createAccount('office', address));
  await openSection(page, admin.announcements);
  await page.getByRole('button', { name: t.write }).first().click();
  await page
    .getByLabel(t.text, { exact: true })
    .fill('El túnel Lo Prado cierra el lunes. <b>Salgan antes.</b>');
  await page.getByRole('radio', { name: t.audiences.drivers }).check();
  await page.getByRole('combobox', { name: t.addDriver }).fill(driver.plate);
  await page.getByRole('option', { name: driver.name }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: t.send }).click();
  await expect(page.getByText(t.sent)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Lo Prado' })).toContainText(t.readBy('0', '1'));

  const context = await browser.newContext({ baseURL: address, viewport: { width: 800, height: 1280 } });
  const device = await context.newPage();
  await signIn(device, driver);
  await device.getByRole('button', { name: shownPlate(plate) }).click();
  const notice = device.getByRole('dialog', { name: own.title });
  await expect(notice.getByText('<b>Salgan antes.</b>', { exact: false })).toBeVisible();
  await expectFitsEverywhere(device);
  await expectAccessible(device);
  await context.setOffline(true);
  await notice.getByRole('button', { name: own.confirm }).click();
  await expect(notice.getByText(own.unsent)).toBeVisible();
  await notice.getByRole('button', { name: common.close }).last().click();
  await expect(notice).toBeHidden();
  await context.setOffline(false);

  await page.getByRole('link', { name: /Lo Prado/ }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(t.haveRead('1', '1'))).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole('list', { name: t.already }).getByText(driver.name)).toBeVisible();

  await publish(takePolicy, address);
  await openDriverMenu(device);
  await device.getByRole('button', { name: home.shift }).click();
  await device.getByRole('button', { name: shift.end }).click();
  // The question comes first.
  await device.getByRole('button', { name: shift.end }).click();
  await device.getByRole('button', { name: shownPlate(plate) }).click();
  await expect(notice.getByText(own.newPolicy('2'))).toBeVisible();
  expect(await notice.getByText('Lo Prado').count()).toBe(0);
  await notice.getByRole('button', { name: own.readPolicy }).click();
  const policy = device.getByRole('dialog', { name: login.privacy });
  await expect(policy.getByText('Ley N.º 21.719', { exact: false }).first()).toBeVisible();
  await policy.getByRole('button', { name: common.close }).first().click();
  await notice.getByRole('button', { name: own.confirm }).click();
  await expect(notice).toBeHidden();
  await context.close();
});
