import { expect, type Page } from '@playwright/test';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { publicPages } from '../../web/i18n/es/publicPages.ts';
import { waiting } from '../../web/i18n/es/waiting.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, patch, rows } from './people.ts';
import { fillRegistration, newForm, registerButton, signIn, submitSignIn } from './steps.ts';

const { driverList } = words;

/** @param found how many drivers the search finds */
async function openDrivers(page: Page, search: string, found: number): Promise<void> {
  await signIn(page, await createAccount('admin'));
  await page.getByRole('searchbox').fill(search);
  await page.waitForURL(({ searchParams }) => searchParams.get('search') === search);
  await expect(page.getByRole('row')).toHaveCount(found + 1);
}

test('the public page vouches for a driver only after an administrator has verified them', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Registrada ${mark()}`);
  const [row] = await rows<{ verification_code: string }>('drivers', `id=eq.${driver.driverId}`);
  const phone = await otherDevice();
  await phone.goto(`/verify/${row!.verification_code}`);
  await expect(phone.getByText('Registrado; la empresa aún no lo verifica')).toBeVisible();
  await expect(phone.getByText(publicPages.verify.authorised)).toBeHidden();

  await openDrivers(page, driver.name, 1);
  await expect(page.getByText(driverList.unverified)).toBeVisible();
  await page.getByRole('button', { name: driverList.verifyDriver(driver.name) }).click();
  await expect(page.getByText(driverList.verified(driver.name))).toBeVisible();
  await expect(page.getByText(driverList.unverified)).toBeHidden();
  await phone.reload();
  await expect(phone.getByText('Autorizado hoy')).toBeVisible();
});

test('a registration with the code of another driver waits, and the administrator sees why', async ({
  page,
  otherDevice,
}) => {
  const there = await createDriver(`Titular ${mark()}`);
  await patch('drivers', `id=eq.${there.driverId}`, { approved: true });
  const form = { ...newForm(), code: there.code };
  const stranger = await otherDevice();
  await fillRegistration(stranger, form);
  await registerButton(stranger).click();
  await expect(stranger.getByText('Registro exitoso')).toBeVisible();
  await submitSignIn(stranger, form);
  await expect(stranger.getByRole('heading', { name: waiting.title })).toBeVisible();

  await openDrivers(page, there.code, 2);
  await expect(page.getByText(driverList.sharedCode(there.code))).toHaveCount(2);
  await page
    .getByRole('button', { name: driverList.approveDriver(form.name) })
    .first()
    .click();
  await expect(page.getByText('Ese código de conductor ya está registrado')).toBeVisible();
  expect(await rows('drivers', `id=eq.${there.driverId}&select=driver_code,approved`)).toEqual([
    { driver_code: there.code, approved: true },
  ]);
});

test('two drivers of one taxi register with the same plate', async ({ page }) => {
  const morning = await createDriver();
  const form = { ...newForm(), plate: morning.plate };
  await fillRegistration(page, form);
  await registerButton(page).click();
  await expect(page.getByText('Registro exitoso')).toBeVisible();
  expect(await rows('drivers', `license_plate=eq.${morning.plate}&select=id`)).toHaveLength(2);
});
