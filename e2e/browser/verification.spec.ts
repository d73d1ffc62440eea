import { expect, type Page } from '@playwright/test';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { login } from '../../web/i18n/es/login.ts';
import { publicPages } from '../../web/i18n/es/publicPages.ts';
import { waiting } from '../../web/i18n/es/waiting.ts';
import { withDatabase } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, patch, rows, type DriverAccount } from './people.ts';
import {
  expireSession,
  fillRegistration,
  newForm,
  openRow,
  openSection,
  registerButton,
  signIn,
  submitSignIn,
} from './steps.ts';

const { driverLeaving, driverList, driverStates } = words;

/** @param found how many drivers the search finds */
async function openDrivers(page: Page, search: string, found: number): Promise<void> {
  await signIn(page, await createAccount('admin'));
  await openSection(page, words.drivers);
  await page.getByRole('searchbox').fill(search);
  await page.waitForURL(({ searchParams }) => searchParams.get('search') === search);
  await expect(page.getByRole('row')).toHaveCount(found + 1);
}

test('the public page vouches for a driver only after an administrator has verified them', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Registrada ${mark()}`);
  const [stored] = await rows<{ verification_code: string }>('drivers', `id=eq.${driver.driverId}`);
  const phone = await otherDevice();
  await phone.goto(`/verify/${stored!.verification_code}`);
  await expect(phone.getByText('Registrado; la empresa aún no lo verifica')).toBeVisible();
  await expect(phone.getByText(publicPages.verify.authorised)).toBeHidden();

  await openDrivers(page, driver.name, 1);
  await expect(page.getByRole('row', { name: driver.name }).getByText(driverStates.waiting)).toBeVisible();
  const record = await openRow(page, driver.name);
  await record.getByRole('button', { name: driverList.activate }).click();
  await expect(page.getByText(driverList.activated(driver.name))).toBeVisible();
  await expect(record.getByText(driverStates.active)).toBeVisible();
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
  const record = await openRow(page, form.name);
  await record.getByRole('button', { name: driverList.activate }).click();
  await expect(record.getByText('Ese código de conductor ya está registrado')).toBeVisible();
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

test('a driver who left the company is signed out at once, cannot come back, and returns by one press', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Sale ${mark()}`);
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true });
  const [stored] = await rows<{ verification_code: string }>('drivers', `id=eq.${driver.driverId}`);
  const device = await otherDevice();
  await signIn(device, driver);
  await expect(device.getByRole('button', { name: home.rateTrip })).toBeVisible();
  await openDrivers(page, driver.name, 1);
  const record = await openRow(page, driver.name);
  await record.getByRole('button', { name: driverLeaving.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: driverLeaving.title }).click();
  await expect(page.getByText(driverLeaving.done(driver.name))).toBeVisible();
  await record.getByRole('button', { name: common.close, exact: true }).click();
  await expect(page.getByText(words.nothingFound)).toBeVisible();

  await expect(device.getByRole('heading', { name: login.signInTitle })).toBeVisible({ timeout: 45_000 });
  await submitSignIn(device, driver);
  await expect(device.getByText(errors.code.user_banned)).toBeVisible();
  const phone = await otherDevice();
  await phone.goto(`/verify/${stored!.verification_code}`);
  await expect(phone.getByText(publicPages.verify.unknownTitle)).toBeVisible();

  await page.getByLabel(driverList.filter).selectOption({ label: driverStates.left });
  const row = page.getByRole('row', { name: driver.name });
  await expect(row.getByText(driverStates.left, { exact: true })).toBeVisible();
  await (await openRow(page, driver.name)).getByRole('button', { name: driverLeaving.takeBack }).click();
  await expect(page.getByText(driverLeaving.returned(driver.name))).toBeVisible();
  await submitSignIn(device, driver);
  await expect(device.getByRole('button', { name: home.rateTrip })).toBeVisible();
  await expect(device.getByText(home.registered)).toBeHidden();
});

/** Notes whether any part of the passenger's screen is drawn, however briefly, from the next start of the page on. */
const noteHome = `new MutationObserver(() => {
  if (document.querySelector('.passenger:not(.first-header), .first-name:not(:empty)')) window.homeShown = true;
}).observe(document, { childList: true, subtree: true, characterData: true })`;

/** Ends the sessions of an account and blocks it, as a driver's leaving does. */
const blockAccount = ({ email }: DriverAccount) =>
  withDatabase((client) =>
    client.query(
      `with blocked as (update auth.users set banned_until = now() + interval '1 day' where email = $1 returning id)
       delete from auth.sessions where user_id in (select id from blocked)`,
      [email],
    ),
  );
const withdrawApproval = ({ driverId }: DriverAccount) =>
  patch('drivers', `id=eq.${driverId}`, { approved: false });

/** Lets the backend answer a refresh of the session only after two seconds. */
const slowRefresh = (device: Page) =>
  device.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.fulfill({ response: answer });
  });
const personalKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('personal:'));

for (const [change, make, prepare, sign] of [
  ['approval was withdrawn', withdrawApproval, () => undefined, waiting.title],
  ['account was blocked', blockAccount, slowRefresh, login.signInTitle],
  [
    'account was blocked a night ago',
    blockAccount,
    async (device: Page) => {
      await slowRefresh(device);
      await device.evaluate(expireSession);
    },
    login.signInTitle,
  ],
] as const)
  test(`a driver whose ${change} while the device was off does not flash up at its start`, async ({
    otherDevice,
  }) => {
    const driver = await createDriver(`Bloqueado ${mark()}`);
    await patch('drivers', `id=eq.${driver.driverId}`, { approved: true });
    const device = await otherDevice();
    await signIn(device, driver);
    await expect(device.getByRole('button', { name: home.rateTrip })).toBeVisible();
    expect(await device.evaluate(personalKeys)).not.toEqual([]);
    await prepare(device);
    // A start that waits for a second goes by what the device remembers: here it waits until the backend has answered.
    await device.clock.install();
    await device.clock.pauseAt(Date.now() + 1000);
    await device.goto('about:blank');
    await make(driver);
    await device.addInitScript(noteHome);
    const answered = device.waitForResponse(/user_drivers/);
    await device.goto('/');
    await answered;
    await device.clock.resume();
    await expect(device.getByRole('heading', { name: sign })).toBeVisible();
    expect(await device.evaluate('window.homeShown')).toBeUndefined();
    if (sign === login.signInTitle) expect(await device.evaluate(personalKeys)).toEqual([]);
  });
