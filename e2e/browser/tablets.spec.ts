import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { account as accountWords } from '../../web/i18n/es/account.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { ownTablet } from '../../web/i18n/es/fleet/ownTablet.ts';
import { tablets as t } from '../../web/i18n/es/fleet/tablets.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, rows, write } from './people.ts';
import { openDriverMenu, shownPlate, signIn } from './steps.ts';

/** The panel with the tablets of one driver. */
async function openTablets(page: Page, search: string): Promise<void> {
  await signIn(page, await createAccount('admin'));
  await page.goto(`/?section=tablets&search=${encodeURIComponent(search)}`);
}

const openTablet = (page: Page) => page.getByRole('button', { name: /^Ver / }).click();

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

test('an administrator sees a tablet, names it, and it does what it is asked within seconds, once each', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Tableta ${mark()}`);
  await createVehicle(driver);
  const tablet = await otherDevice();
  // Nobody has touched it for a while: it greets, and disturbs nobody.
  await tablet.addInitScript(`sessionStorage.setItem('greeting', 'yes')`);
  const heard = tablet.waitForResponse(/device_beat/);
  await signIn(tablet, driver);
  await heard;
  await openTablets(page, driver.name);
  await expect(page.getByText(t.states.fine, { exact: true })).toBeVisible();
  await openTablet(page);
  const name = `Auto ${mark()}`;
  await page.getByRole('textbox', { name: t.name, exact: true }).fill(name);
  await page.getByRole('button', { name: t.rename }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await ask(page, 'show_name');
  await expect(tablet.getByRole('dialog', { name: ownTablet.sign.title })).toContainText(name);
  await confirmed(page, 'show_name');
  await tablet.getByRole('dialog', { name: ownTablet.sign.title }).click();

  const reloaded = tablet.waitForEvent('load');
  await ask(page, 'reload');
  await reloaded;
  await confirmed(page, 'reload');

  const otherTab = await tablet.context().newPage();
  await otherTab.goto('/');
  await expect(otherTab.getByText(driver.name).first()).toBeVisible();
  await ask(page, 'lock', true);
  await expect(otherTab.getByRole('heading', { name: ownTablet.lock.title })).toBeVisible();
  await expect(tablet.getByRole('heading', { name: ownTablet.lock.title })).toBeVisible();
  await confirmed(page, 'lock');
  await tablet.reload();
  await expect(tablet.getByRole('heading', { name: ownTablet.lock.title })).toBeVisible();
  await expect(tablet.getByText(driver.name)).toBeHidden();
  await tablet.getByLabel(accountWords.currentPassword, { exact: true }).fill(driver.password);
  await tablet.getByRole('button', { name: accountWords.gate.action }).click();
  await expect(tablet.getByText(driver.name).first()).toBeVisible();
  await expect(otherTab.getByText(driver.name).first()).toBeVisible();

  const shifts = (state: string) => rows('shifts', `driver_id=eq.${driver.driverId}&ended_at=${state}`);
  expect(await shifts('is.null')).toHaveLength(1);
  await ask(page, 'sign_out', true);
  await expect(tablet).toHaveURL(/\/login$/);
  await expect(otherTab).toHaveURL(/\/login$/);
  await confirmed(page, 'sign_out');
  expect(await shifts('not.is.null')).toHaveLength(1);
});

test('a link sets a tablet up without typing, once; an old one says so', async ({ page, otherDevice }) => {
  const driver = await createDriver(`Enlace ${mark()}`);
  await openTablets(page, driver.name);
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
  const tablet = await otherDevice();
  tablet.on('request', (request) => requested.push(request.url()));
  await tablet.goto(`/tablet#${token}`);
  await tablet.getByRole('button', { name: ownTablet.setUp.action }).click();
  await expect(tablet.getByText(driver.name).first()).toBeVisible();
  expect(requested.join(' ')).not.toContain(token);
  await page.getByRole('button', { name: common.close, exact: true }).click();
  await expect(page.getByText(name)).toBeVisible();

  const late = await otherDevice();
  await late.goto(`/tablet#${token}`);
  await late.getByRole('button', { name: ownTablet.setUp.action }).click();
  await expect(late.getByText(ownTablet.setUp.used)).toBeVisible();
  await expect(late.getByRole('button', { name: ownTablet.setUp.action })).toBeHidden();
  // Another link in the same tab; its ten minutes are over.
  await late.goto(`/tablet#${'0'.repeat(token.length)}`);
  await late.getByRole('button', { name: ownTablet.setUp.action }).click();
  await expect(late.getByText(ownTablet.setUp.expired)).toBeVisible();
  // Nobody takes a tablet over that is in use.
  await tablet.goto(`/tablet#${token}`);
  await expect(tablet.getByText(ownTablet.setUp.inUse)).toBeVisible();
});

test('a driver sends the diagnosis to the company, and the administrator reads it', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Diagnóstico ${mark()}`);
  const tablet = await otherDevice();
  await tablet.addInitScript(`
    window.asked = 0;
    navigator.storage.persisted = async () => window.asked > 0;
    navigator.storage.persist = async () => (window.asked += 1) > 0;
  `);
  await tablet.goto('/login');
  expect(await tablet.evaluate('window.asked')).toBe(0);
  await signIn(tablet, driver);
  // The browser is asked to keep what the tablet stores, and its answer is shown.
  await expect.poll(() => tablet.evaluate('window.asked')).toBe(1);
  await openDriverMenu(tablet);
  await tablet.getByRole('button', { name: ownTablet.diagnosis.menu }).click();
  await expect(tablet.getByText(new RegExp(`${ownTablet.diagnosis.persisted}$`))).toBeVisible();
  await expect(tablet.getByText(/^responde en/)).toBeVisible();
  await tablet.getByRole('button', { name: ownTablet.diagnosis.send }).click();
  await expect(tablet.getByText(ownTablet.diagnosis.sent)).toBeVisible();
  await openTablets(page, driver.name);
  await openTablet(page);
  await expect(page.getByText(/^Conexión con la empresa: responde en \d+ ms/)).toBeVisible();
});

test('of two tablets only that of the driver in the shift stands in the vehicle, also while the other is offline', async ({
  page,
}) => {
  const manuel = await createDriver(`Manuel ${mark()}`);
  const rosa = await createDriver(`Rosa ${mark()}`);
  const plate = await createVehicle(manuel, rosa);
  const [vehicle] = await rows<{ id: string }>('vehicles', `license_plate=eq.${plate}`);
  const vehicle_id = vehicle!.id;
  // His tablet reported the vehicle, and has reported nothing since she took it over.
  for (const { driverId: driver_id, name } of [manuel, rosa])
    await write('devices', {
      id: randomUUID(),
      key_hash: `\\x${'00'.repeat(32)}`,
      name,
      driver_id,
      vehicle_id,
    });
  await write('shifts', { driver_id: rosa.driverId, vehicle_id });
  await openTablets(page, manuel.name);
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
