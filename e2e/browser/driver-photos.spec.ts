import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { account } from '../../web/i18n/es/account.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { test as base, type Devices } from './devices.ts';
import { createAccount, driverWithPhoto, rows, type DriverAccount } from './people.ts';
import { freePort } from '../../backend/testing/processes.ts';
import { startProduct, type Product } from './product.ts';
import { address as journeys } from './settings.ts';
import { choosePhoto, openDriverMenu, openRow, openSection, signIn } from './steps.ts';

/** A product of its own, where the company approves drivers. */
const test = base.extend<{ readonly approving: Product }>({
  approving: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see that it depends on nothing
    async ({}, provide) => {
      await using product = await startProduct({
        port: await freePort(),
        environment: { NIGHT_HOURS: 'off', DRIVER_APPROVAL: 'manual' },
        configure: (config) => config.replace(/^(sign_in_sign_ups|token_refresh)\s*=.*$/gm, '$1 = 100000'),
      });
      await provide(product);
    },
    { timeout: 120_000 },
  ],
});

/** Width of the photo that drivers have at first, of the one they choose, and of the one an administrator chooses. In pixels. */
const [before, after, byOffice] = [800, 400, 500];

async function newPhoto(width = after): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const blank = sharp({ create: { width, height: width, channels: 3, background: '#2A6AC2' } });
  return { name: 'nueva.jpg', mimeType: 'image/jpeg', buffer: await blank.jpeg().toBuffer() };
}

function widthOf(photo: Locator): Promise<number> {
  return photo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth);
}

/** The photo on the driver's card, as passengers see it on the device. */
const cardPhoto = (page: Page, { name }: DriverAccount) =>
  page.getByRole('banner').getByRole('img', { name });

/** The photo that a passenger's phone shows now. */
async function publicWidth(
  { otherDevice }: Devices,
  { driverId }: DriverAccount,
  address: string,
): Promise<number> {
  const [row] = await rows<{ verification_code: string }>('drivers', `id=eq.${driverId}`, address);
  const phone = await otherDevice({ baseURL: address });
  // The rendition has one size, whatever the photo has.
  await phone.route('**/render/image/**', (route) => route.fulfill({ status: 400 }));
  await phone.goto(`/verify/${row?.verification_code}`);
  const photo = phone.getByRole('img', { name: 'Diego', exact: true });
  await expect.poll(() => widthOf(photo)).toBeGreaterThan(0);
  const width = await widthOf(photo);
  await phone.context().close();
  return width;
}

async function openAccount(page: Page, { password }: DriverAccount): Promise<void> {
  await openDriverMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: home.account }).click();
  await page.getByLabel(account.currentPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: account.gate.action }).click();
  await expect(page.getByRole('heading', { name: account.photo.title })).toBeVisible();
}

async function changePhoto(page: Page): Promise<void> {
  await choosePhoto(page, await newPhoto());
  await page.getByRole('button', { name: account.photo.action }).click();
}

/** The administrator's list, with the one driver. */
async function openList(page: Page, driver: DriverAccount, address: string): Promise<void> {
  await signIn(page, await createAccount('admin', address));
  await openSection(page, admin.drivers);
  await page.getByRole('searchbox', { name: admin.driverList.search }).fill(driver.plate);
  await expect(page.getByRole('row')).toHaveCount(2);
}

const photoOf = async ({ driverId }: DriverAccount, address: string) => {
  const [row] = await rows<{ photo_url: string }>('drivers', `id=eq.${driverId}&select=photo_url`, address);
  return address + row?.photo_url;
};

test('a driver changes the own photo, then the office does: passengers see each at once, and the old file is gone', async ({
  page,
  otherDevice,
}) => {
  const driver = await driverWithPhoto();
  const old = await photoOf(driver, journeys);
  const device = await otherDevice();
  await signIn(device, driver);
  await expect.poll(() => widthOf(cardPhoto(device, driver))).toBe(before);
  await openAccount(device, driver);
  await device.getByRole('button', { name: account.photo.action }).click();
  await expect(device.getByText(errors.code.photo_required)).toBeVisible();
  await changePhoto(device);
  await expect(device.getByText(account.photo.done)).toBeVisible();
  const ownPhoto = device.getByRole('img', { name: driver.name, includeHidden: true }).first();
  await expect.poll(() => widthOf(ownPhoto)).toBe(after);
  expect(await publicWidth({ otherDevice }, driver, journeys)).toBe(after);
  expect((await fetch(old)).status).toBe(400);
  expect((await fetch(await photoOf(driver, journeys))).status).toBe(200);
  await device.keyboard.press('Escape');

  await openList(page, driver, journeys);
  await page.getByRole('button', { name: admin.driverList.editDriver(driver.name) }).click();
  await choosePhoto(page, await newPhoto(byOffice));
  await expect(page.getByAltText(admin.driverPhoto.preview)).toBeVisible();
  await page.getByRole('button', { name: admin.save }).click();
  await expect(page.getByText(admin.driverList.saved(driver.name))).toBeVisible();
  await expect.poll(() => widthOf(page.getByRole('row').getByAltText(driver.name))).toBe(byOffice);
  await expect.poll(() => widthOf(cardPhoto(device, driver))).toBe(byOffice);
  expect(await publicWidth({ otherDevice }, driver, journeys)).toBe(byOffice);
  // It belongs to the driver, and is deleted with the driver's account.
  expect(await photoOf(driver, journeys)).toContain(`/profile-photos/${driver.id}-`);
});

test('where the company approves drivers, a new photo waits while passengers see the old one', async ({
  otherDevice,
  approving: { address },
}) => {
  const driver = await driverWithPhoto(address);
  const device = await otherDevice({ baseURL: address });
  await signIn(device, driver);
  await openAccount(device, driver);
  await changePhoto(device);
  await expect(device.getByText(account.photo.received)).toBeVisible();
  const waiting = device.getByText(account.photo.pendingText);
  await expect(waiting).toBeVisible();
  expect(await publicWidth({ otherDevice }, driver, address)).toBe(before);

  const office = await otherDevice({ baseURL: address });
  await openList(office, driver, address);
  await openRow(office, driver.name);
  const shown = (label: string) => office.getByRole('img', { name: `${label}: ${driver.name}` });
  await expect.poll(() => widthOf(shown(admin.driverPhoto.current))).toBe(before);
  await expect.poll(() => widthOf(shown(admin.driverPhoto.next))).toBe(after);
  await office.getByRole('button', { name: admin.driverPhoto.rejectOf(driver.name) }).click();
  await expect(office.getByText(admin.driverPhoto.rejected(driver.name))).toBeVisible();
  await expect(waiting).toBeHidden();
  expect(await publicWidth({ otherDevice }, driver, address)).toBe(before);

  await changePhoto(device);
  await expect(waiting).toBeVisible();
  await office.getByRole('button', { name: admin.driverPhoto.acceptOf(driver.name) }).click();
  await expect(office.getByText(admin.driverPhoto.accepted(driver.name))).toBeVisible();
  await expect(waiting).toBeHidden();
  expect(await publicWidth({ otherDevice }, driver, address)).toBe(after);
  await device.reload();
  await expect.poll(() => widthOf(cardPhoto(device, driver))).toBe(after);
  await expect(shown(admin.driverPhoto.next)).toBeHidden();
});
