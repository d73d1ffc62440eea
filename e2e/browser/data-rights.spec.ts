import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { account as accountWords } from '../../web/i18n/es/account.ts';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { nameOfAct } from '../../web/i18n/actNames.ts';
import { audit } from '../../web/i18n/es/audit.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { login } from '../../web/i18n/es/login.ts';
import { waiting } from '../../web/i18n/es/waiting.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, patch, rows, uploadPhoto, write } from './people.ts';
import {
  deletionTime,
  openDriverMenu,
  openRow,
  openSection,
  shownPlate,
  signIn,
  signInLive,
  submitSignIn,
} from './steps.ts';

async function openPanel(
  page: Page,
  search: string,
  section: 'drivers' | 'users' = 'drivers',
): Promise<void> {
  await signIn(page, await createAccount('admin'));
  await openSection(page, words[section]);
  await page.getByRole('searchbox').fill(search);
  // The heading, and the one that is looked for.
  await expect(page.getByRole('row')).toHaveCount(2);
}

/** The page of a driver asks before it deletes the record. */
async function askDeletion(page: Page, name: string): Promise<void> {
  const record = await openRow(page, name);
  await record.getByRole('button', { name: words.record.delete }).click();
}

test('the question before a deletion counts the documents and files that go, and the shifts that stay', async ({
  page,
}) => {
  const driver = await createDriver(`Turno ${mark()}`);
  const bare = await createDriver(`Nuevo ${mark()}`);
  const plate = await createVehicle(driver);
  const [vehicle] = await rows<{ id: string }>('vehicles', `license_plate=eq.${plate}`);
  const [kind] = await rows<{ id: string }>('document_kinds', 'name=eq.Licencia A1');
  const licence = { kind_id: kind!.id, driver_id: driver.driverId, expires_on: '2099-01-01' };
  const file = `drivers/${driver.driverId}/a.jpg`;
  await uploadPhoto(`documentos/${file}`);
  await write('documents', { ...licence, file });
  const [began, ended] = [30, 29].map((days) => new Date(Date.now() - days * 24 * 60 * 60_000));
  const past = { started_at: began, ended_at: ended };
  for (const times of [past, past, {}])
    await write('shifts', { driver_id: driver.driverId, vehicle_id: vehicle!.id, ...times });
  const { belongings: t, driverDeletion } = words;
  const dialog = page.getByRole('dialog');
  const ask = async (search: string) => {
    await page.getByRole('searchbox').fill(search);
    await page.getByRole('button', { name: new RegExp(`^Eliminar .*${search}`) }).click();
  };
  await openPanel(page, driver.name);
  await askDeletion(page, driver.name);
  for (const line of [t.documents(1, '1'), t.files(1, '1'), t.openShift(shownPlate(plate))])
    await expect(dialog.getByText(line, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill(bare.name);
  await askDeletion(page, bare.name);
  await expect(dialog.getByText(driverDeletion.record)).toBeVisible();
  await expect(dialog.getByText(t.uncounted)).toBeHidden();
  await expect(dialog.getByText(t.documents(1, '1'), { exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await openSection(page, words.vehicles);
  await page.getByRole('searchbox').fill(shownPlate(plate));
  await askDeletion(page, shownPlate(plate));
  await expect(dialog.getByText(t.keptShifts(2, '2', '365'), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await openSection(page, words.users);
  await ask(driver.email);
  await expect(dialog.getByText(t.files(1, '1'), { exact: true })).toBeVisible();
});

test('D3 deleting a driver says what goes with it, can be undone for eight seconds, and then it is done; reviews stay anonymous', async ({
  page,
  otherDevice,
}) => {
  test.slow();
  const driver = await createDriver(`Vuelve ${mark()}`);
  const [review] = await write<{ id: string }>('reviews', { driver_id: driver.driverId, rating: 3 });
  const device = await otherDevice();
  await signInLive(device, driver);
  await expect(device.getByText(shownPlate(driver.plate)).first()).toBeVisible();
  await page.clock.install();
  await openPanel(page, driver.name);
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row', { name: driver.name });
  const remove = async () => {
    await dialog.getByRole('button', { name: words.delete }).click();
    await expect(page.getByText(words.removal.driver(driver.name))).toBeVisible();
    await expect(page.getByRole('article')).toBeHidden();
    await expect(row).toBeHidden();
  };
  await askDeletion(page, driver.name);
  await expect(dialog.getByText(words.driverDeletion.link)).toBeVisible();
  await expect(dialog.getByText(words.driverDeletion.reviews(1, '1'))).toBeVisible();
  await dialog.getByRole('button', { name: words.cancel }).click();
  await page.getByRole('article').getByRole('button', { name: words.record.delete }).click();
  await remove();
  await page.getByRole('button', { name: words.removal.undo }).click();
  await expect(page.getByText(words.removal.undone)).toBeVisible();
  await expect(row).toBeVisible();
  expect(await rows('drivers', `id=eq.${driver.driverId}`)).toHaveLength(1);
  await askDeletion(page, driver.name);
  await remove();
  await page.clock.runFor(deletionTime);
  await expect(page.getByText(words.driverList.deleted(driver.name))).toBeVisible();
  expect(await rows('drivers', `id=eq.${driver.driverId}`)).toEqual([]);
  expect(await rows('user_drivers', `driver_id=eq.${driver.driverId}`)).toEqual([]);
  expect(await rows('reviews', `id=eq.${review?.id}&select=driver_id,rating,user_name`)).toEqual([
    { driver_id: null, rating: 3, user_name: 'Anonymous' },
  ]);
  // The card leaves the device, and what the device kept of the driver.
  await expect(device.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  expect(await device.evaluate('JSON.stringify(localStorage)')).not.toContain('personal:');
});

test('D6 who is not approved waits, without a passenger card, until an administrator approves', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Espera ${mark()}`);
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: false });
  const device = await otherDevice();
  await signIn(device, driver);
  await expect(device.getByRole('heading', { name: waiting.title })).toBeVisible();
  await expect(device.getByRole('button', { name: home.rateTrip })).toBeHidden();
  await device.getByRole('button', { name: waiting.check }).click();
  await expect(device.getByText(waiting.still)).toBeVisible();
  await openPanel(page, driver.name);
  const record = await openRow(page, driver.name);
  await expect(record.getByText(words.driverStates.waiting)).toBeVisible();
  await record.getByRole('button', { name: words.driverList.activate }).click();
  await expect(page.getByText(words.driverList.activated(driver.name))).toBeVisible();
  await expect(record.getByText(words.driverStates.active)).toBeVisible();
  await expect(device.getByRole('button', { name: home.rateTrip })).toBeVisible({ timeout: 45_000 });
});

async function downloaded(page: Page, press: () => Promise<void>): Promise<Record<string, unknown>> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  return JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
}

test('a driver downloads everything that is held about them, and deletes the account', async ({ page }) => {
  const driver = await createDriver(`Derecho ${mark()}`);
  const [review] = await write<{ id: string }>('reviews', { driver_id: driver.driverId, rating: 2 });
  await signIn(page, driver);
  await openDriverMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: home.account }).click();
  await page.getByLabel(accountWords.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: accountWords.gate.action }).click();
  const data = await downloaded(page, () =>
    page.getByRole('button', { name: accountWords.data.action }).click(),
  );
  expect(data).toMatchObject({
    account: { email: driver.email },
    drivers: [{ name: driver.name, ratings: [{ rating: 2 }] }],
  });
  const end = page.getByRole('button', { name: accountWords.deletion.action });
  await end.click();
  await expect(page.getByText(accountWords.deletion.wrong)).toBeVisible();
  await page.getByLabel(accountWords.deletion.label).fill('eliminar');
  await end.click();
  await expect(page.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  await submitSignIn(page, driver);
  await expect(page.getByText(errors.code.invalid_credentials)).toBeVisible();
  expect(await rows('drivers', `id=eq.${driver.driverId}`)).toEqual([]);
  expect(await rows('reviews', `id=eq.${review?.id}&select=driver_id,rating`)).toEqual([
    { driver_id: null, rating: 2 },
  ]);
});

test('S5 who is blocked is out, is told why, and comes back when it is lifted; the office hands out and deletes what is held about a person', async ({
  page,
  otherDevice,
}) => {
  test.slow();
  const driver = await createDriver(`Bloquea ${mark()}`);
  const device = await otherDevice();
  await device.clock.install();
  await signIn(device, driver);
  await expect(device.getByText(shownPlate(driver.plate)).first()).toBeVisible();
  await page.clock.install();
  await openPanel(page, driver.email, 'users');
  const more = page.getByRole('button', { name: words.moreActions(driver.email) });
  await more.click();
  await page.getByRole('button', { name: words.userActs.block }).click();
  await expect(page.getByText(words.userActs.sessions)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: words.userActs.block }).click();
  await expect(page.getByText(words.userList.blockedUser(driver.email))).toBeVisible();
  await expect(page.getByText(words.userList.blocked, { exact: true })).toBeVisible();
  // Within a minute.
  await device.clock.runFor(60_000);
  await expect(device.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  await submitSignIn(device, driver);
  await expect(device.getByText(errors.code.user_banned)).toBeVisible();
  await more.click();
  await page.getByRole('button', { name: words.userActs.unblock }).click();
  await expect(page.getByText(words.userList.unblockedUser(driver.email))).toBeVisible();
  await submitSignIn(device, driver);
  await expect(device.getByText(shownPlate(driver.plate)).first()).toBeVisible();

  await more.click();
  const data = await downloaded(page, () =>
    page.getByRole('button', { name: words.userActs.download }).click(),
  );
  expect(data).toMatchObject({ account: { id: driver.id } });
  await page.getByRole('button', { name: words.userList.deleteUser(driver.email) }).click();
  await page.getByLabel(words.userDeletion.everything).check();
  await page.getByRole('dialog').getByRole('button', { name: words.delete }).click();
  await expect(page.getByText(words.removal.user(driver.email))).toBeVisible();
  await page.clock.runFor(deletionTime);
  await expect(page.getByText(words.userList.deleted(driver.email))).toBeVisible();
  expect(await rows('drivers', `id=eq.${driver.driverId}`)).toEqual([]);
});

test('D4 an administrator reads the log: by person, action and day, and who was kept out', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Registro ${mark()}`);
  // The failed sign-ins of one network are written down within limits, and other journeys have theirs.
  const device = await otherDevice({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.91' } });
  await device.goto('/login');
  await submitSignIn(device, { ...driver, password: 'no es esta clave' });
  await expect(device.getByText(errors.code.invalid_credentials)).toBeVisible();
  await submitSignIn(device, driver);
  await expect(device.getByText(shownPlate(driver.plate)).first()).toBeVisible();
  await signIn(page, await createAccount('admin'));
  await openSection(page, words.audit);
  await page.getByRole('searchbox', { name: audit.search }).fill(driver.email);
  const [login, failed] = [nameOfAct('login', audit), nameOfAct('login_failed', audit)];
  const row = (act: string) => page.getByRole('row').filter({ hasText: act });
  await expect(row(login)).toHaveCount(1);
  await expect(row(failed)).toHaveCount(1);
  await expect(row(failed)).toContainText(errors.code.invalid_credentials);
  await expect(row(login)).toContainText('con contraseña');
  await page.getByLabel(audit.refusedOnly).check();
  await expect(row(login)).toHaveCount(0);
  await expect(row(failed)).toHaveCount(1);
  await page.reload();
  await expect(row(failed)).toHaveCount(1);
  await page.getByLabel(audit.refusedOnly).uncheck();
  await page.getByLabel(audit.action).selectOption({ label: login });
  await expect(row(failed)).toHaveCount(0);
  await expect(row(login)).toHaveCount(1);
  await page.getByLabel(audit.until).fill('2026-01-01');
  await expect(page.getByText(audit.nothing)).toBeVisible();
  await page.getByRole('button', { name: words.clearFilters }).click();
  await expect(row(login)).toHaveCount(1);
});
