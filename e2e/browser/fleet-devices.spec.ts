import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { account as accountWords } from '../../web/i18n/es/account.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { ownDevice } from '../../web/i18n/es/fleet/ownDevice.ts';
import { devices as t } from '../../web/i18n/es/fleet/devices.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, rows, write } from './people.ts';
import { openDriverMenu, shownPlate, signIn } from './steps.ts';

/** The panel with the devices of one driver. */
async function openDevices(page: Page, search: string): Promise<void> {
  await signIn(page, await createAccount('admin'));
  await page.goto(`/?section=devices&search=${encodeURIComponent(search)}`);
}

const openDevice = (page: Page) => page.getByRole('button', { name: /^Ver / }).click();

async function ask(page: Page, action: keyof typeof t.actions, confirm = false): Promise<void> {
  await page.getByRole('button', { name: t.actions[action], exact: true }).click();
  if (confirm)
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t.actions[action], exact: true })
      .click();
}

const confirmed = (page: Page, action: keyof typeof t.actions) =>
  expect(page.getByRole('dialog').getByText(new RegExp(`^Hecho el .*: ${t.actions[action]}$`))).toBeVisible();

test('an administrator sees a device, names it, and it does what it is asked within seconds, once each', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Tableta ${mark()}`);
  await createVehicle(driver);
  const device = await otherDevice();
  // The device is not touched for a while: it shows the greeting, where it disturbs nobody.
  await device.addInitScript(`sessionStorage.setItem('greeting', 'yes')`);
  const heard = device.waitForResponse(/send_heartbeat/);
  await signIn(device, driver);
  await heard;
  await openDevices(page, driver.name);
  await expect(page.getByText(t.states.fine, { exact: true })).toBeVisible();
  await openDevice(page);
  const name = `Auto ${mark()}`;
  await page.getByRole('textbox', { name: t.name, exact: true }).fill(name);
  await page.getByRole('button', { name: t.rename }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await ask(page, 'show_name');
  await expect(device.getByRole('dialog', { name: ownDevice.sign.title })).toContainText(name);
  await confirmed(page, 'show_name');
  await device.getByRole('dialog', { name: ownDevice.sign.title }).click();

  const reloaded = device.waitForEvent('load');
  await ask(page, 'reload');
  await reloaded;
  await confirmed(page, 'reload');

  const otherTab = await device.context().newPage();
  await otherTab.goto('/');
  await expect(otherTab.getByText(driver.name).first()).toBeVisible();
  await ask(page, 'lock', true);
  await expect(otherTab.getByRole('heading', { name: ownDevice.lock.title })).toBeVisible();
  await expect(device.getByRole('heading', { name: ownDevice.lock.title })).toBeVisible();
  await confirmed(page, 'lock');
  await device.reload();
  await expect(device.getByRole('heading', { name: ownDevice.lock.title })).toBeVisible();
  await expect(device.getByText(driver.name)).toBeHidden();
  await device.getByLabel(accountWords.currentPassword, { exact: true }).fill(driver.password);
  await device.getByRole('button', { name: accountWords.gate.action }).click();
  await expect(device.getByText(driver.name).first()).toBeVisible();
  await expect(otherTab.getByText(driver.name).first()).toBeVisible();

  const shifts = (state: string) => rows('shifts', `driver_id=eq.${driver.driverId}&ended_at=${state}`);
  expect(await shifts('is.null')).toHaveLength(1);
  await ask(page, 'sign_out', true);
  await expect(device).toHaveURL(/\/login$/);
  await expect(otherTab).toHaveURL(/\/login$/);
  await confirmed(page, 'sign_out');
  expect(await shifts('not.is.null')).toHaveLength(1);
});

test('a link sets a device up without typing, once; an old one says so', async ({ page, otherDevice }) => {
  const driver = await createDriver(`Enlace ${mark()}`);
  await openDevices(page, driver.name);
  await expect(page.getByText(admin.nothingFound)).toBeVisible();
  await page.getByRole('button', { name: t.setUp.action }).click();
  await page.getByRole('combobox', { name: t.details.driver }).fill(driver.name);
  await page.getByRole('option', { name: driver.name }).click();
  const name = `Mostrador ${mark()}`;
  await page.getByRole('textbox', { name: t.name, exact: true }).fill(name);
  const created = page.waitForResponse(/create_device_link/);
  await page.getByRole('button', { name: t.setUp.create }).click();
  const [{ token }] = (await (await created).json()) as [{ token: string }];
  await expect(page.getByRole('img', { name: t.setUp.qr })).toBeVisible();

  const requested: string[] = [];
  const device = await otherDevice();
  device.on('request', (request) => requested.push(request.url()));
  await device.goto(`/tablet#${token}`);
  await device.getByRole('button', { name: ownDevice.setUp.action }).click();
  await expect(device.getByText(driver.name).first()).toBeVisible();
  expect(requested.join(' ')).not.toContain(token);
  await page.getByRole('button', { name: common.close, exact: true }).click();
  await expect(page.getByText(name)).toBeVisible();

  const late = await otherDevice();
  await late.goto(`/tablet#${token}`);
  await late.getByRole('button', { name: ownDevice.setUp.action }).click();
  await expect(late.getByText(ownDevice.setUp.used)).toBeVisible();
  await expect(late.getByRole('button', { name: ownDevice.setUp.action })).toBeHidden();
  // Another link in the same tab; its ten minutes are over.
  await late.goto(`/tablet#${'0'.repeat(token.length)}`);
  await late.getByRole('button', { name: ownDevice.setUp.action }).click();
  await expect(late.getByText(ownDevice.setUp.expired)).toBeVisible();
  // A link does not take over a device in use.
  await device.goto(`/tablet#${token}`);
  await expect(device.getByText(ownDevice.setUp.inUse)).toBeVisible();
});

test('a driver sends the diagnosis to the company, and the administrator reads it', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Diagnóstico ${mark()}`);
  const device = await otherDevice();
  await device.addInitScript(`
    window.asked = 0;
    navigator.storage.persisted = async () => window.asked > 0;
    navigator.storage.persist = async () => (window.asked += 1) > 0;
  `);
  await device.goto('/login');
  expect(await device.evaluate('window.asked')).toBe(0);
  await signIn(device, driver);
  // The browser is asked to keep what the device stores, and its answer is shown.
  await expect.poll(() => device.evaluate('window.asked')).toBe(1);
  await openDriverMenu(device);
  await device.getByRole('button', { name: ownDevice.diagnosis.menu }).click();
  await expect(device.getByText(new RegExp(`${ownDevice.diagnosis.persisted}$`))).toBeVisible();
  await expect(device.getByText(/^responde en/)).toBeVisible();
  await device.getByRole('button', { name: ownDevice.diagnosis.send }).click();
  await expect(device.getByText(ownDevice.diagnosis.sent)).toBeVisible();
  await openDevices(page, driver.name);
  await openDevice(page);
  await expect(page.getByText(/^Conexión con la empresa: responde en \d+ ms/)).toBeVisible();
});

test('of two devices only that of the driver in the shift stands in the vehicle, also while the other is offline', async ({
  page,
}) => {
  const manuel = await createDriver(`Manuel ${mark()}`);
  const rosa = await createDriver(`Rosa ${mark()}`);
  const plate = await createVehicle(manuel, rosa);
  const [vehicle] = await rows<{ id: string }>('vehicles', `license_plate=eq.${plate}`);
  const vehicle_id = vehicle!.id;
  // His device reported the vehicle, and has reported nothing since she took it over.
  for (const { driverId: driver_id, name } of [manuel, rosa])
    await write('devices', {
      id: randomUUID(),
      key_hash: `\\x${'00'.repeat(32)}`,
      name,
      driver_id,
      vehicle_id,
    });
  await write('shifts', { driver_id: rosa.driverId, vehicle_id });
  await openDevices(page, manuel.name);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const expectRow = async (name: string, text: string) => {
    await page.getByRole('searchbox').fill(name);
    await page.getByRole('searchbox').press('Enter');
    await expect(row(name)).toContainText(text);
  };
  await expectRow(rosa.name, t.inShift);
  await expect(row(rosa.name)).toContainText(shownPlate(plate));
  await expectRow(manuel.name, t.ownPlate);
  await expect(row(manuel.name)).toContainText(shownPlate(manuel.plate));
  await expect(row(manuel.name)).not.toContainText(shownPlate(plate));
});
