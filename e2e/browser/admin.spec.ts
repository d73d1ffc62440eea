import { expect, type Page } from '@playwright/test';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { nameOfAct } from '../../web/i18n/actNames.ts';
import { audit } from '../../web/i18n/es/audit.ts';
import { common } from '../../web/i18n/es/common.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { login } from '../../web/i18n/es/login.ts';
import { withDatabase } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, password, patch, rows } from './people.ts';
import {
  deletionTime,
  expectFitsEverywhere,
  expectShownWell,
  openSection,
  shownPlate,
  signIn,
  submitSignIn,
} from './steps.ts';

async function openPanel(page: Page): Promise<void> {
  const administrator = await createAccount('admin');
  await signIn(page, administrator);
  await expect(page.getByRole('heading', { name: 'Panel de Administración' })).toBeVisible();
  await openSection(page, words.drivers);
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ searchParams }) => searchParams.get('search') === text);
}

async function openUsers(page: Page): Promise<void> {
  await openSection(page, words.users);
  await expect(page.getByRole('searchbox', { name: words.userList.search })).toBeVisible();
}

test('a driver is found, edited inline, saved, and the change is there after a reload; what is not valid or taken is said', async ({
  page,
}) => {
  const [driver, other] = [await createDriver(`Edita ${mark()}`), await createDriver()];
  for (const { driverId } of [driver, other]) await patch('drivers', `id=eq.${driverId}`, { approved: true });
  await openPanel(page);
  await search(page, driver.plate.toLowerCase());
  await expect(page.getByText(shownPlate(driver.plate))).toBeVisible();
  const edit = page.getByRole('button', { name: words.driverList.editDriver(driver.name) });
  const name = page.getByLabel(labels.short.name, { exact: true });
  await edit.click();
  await name.fill('Otro');
  await page.getByRole('button', { name: words.cancel }).click();
  await expect(page.getByRole('rowheader', { name: driver.name })).toBeVisible();
  await edit.click();
  await page.getByLabel(labels.short.phone, { exact: true }).fill('12');
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(errors.field.phone)).toBeVisible();
  await page.getByLabel(labels.short.phone, { exact: true }).fill('+56911111111');
  await page.getByLabel(labels.short.driverCode, { exact: true }).fill(other.code);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(errors.code.driver_code_taken)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('rowheader', { name: driver.name })).toBeVisible();
  const stored = () => rows('drivers', `id=eq.${driver.driverId}&select=name,contact`);
  expect(await stored()).toEqual([{ name: driver.name, contact: '+56912345678' }]);

  // Escape keeps what was typed as a draft.
  await edit.click();
  await page.getByRole('button', { name: words.draft.discard }).click();
  const newName = `Cambiado ${mark()}`;
  await name.fill(newName);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.driverList.saved(newName))).toBeVisible();
  await page.reload();
  await search(page, newName);
  await expect(page.getByRole('rowheader', { name: newName })).toBeVisible();
  expect(await stored()).toEqual([{ name: newName, contact: '+56912345678' }]);
});

test('a user is created with a driver, signs in at once, is edited, promoted (V5) and deleted', async ({
  page,
  otherDevice,
}) => {
  test.slow();
  const driver = await createDriver(`Asigna ${mark()}`);
  await page.clock.install();
  await openPanel(page);
  await page.getByRole('button', { name: 'Crear Usuario' }).click();
  const dialog = page.getByRole('dialog');
  const email = `nuevo-${mark().toLowerCase()}@example.com`;
  await dialog.getByLabel(words.email, { exact: true }).fill(email);
  await dialog.getByLabel(words.userForm.password, { exact: true }).fill(password);
  await dialog.getByRole('combobox', { name: words.userForm.driver }).fill(driver.plate);
  await page.getByRole('option', { name: new RegExp(driver.name) }).click();
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(page.getByText(words.userList.created(email))).toBeVisible();

  const other = await otherDevice();
  await signIn(other, { email, password });
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();

  await openUsers(page);
  await search(page, email);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText(driver.name);
  await page.getByRole('button', { name: words.userList.editUser(email) }).click();
  const renamed = `otro-${mark().toLowerCase()}@example.com`;
  await dialog.getByLabel(words.email, { exact: true }).fill(renamed);
  await dialog.getByRole('button', { name: words.userForm.driverClear }).click();
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.userList.saved(renamed))).toBeVisible();
  await search(page, renamed);
  await expect(page.getByRole('row').filter({ hasText: renamed })).toContainText('No asignado');

  await page.getByRole('button', { name: words.userList.editUser(renamed) }).click();
  await dialog.getByRole('radio', { name: words.roles.admin }).check();
  await expect(dialog.getByText(words.userForm.promotion)).toBeVisible();
  await dialog.getByRole('button', { name: words.save }).click();
  // The old password no longer signs anybody in; the panel shows the new one once.
  await expect(dialog.getByText(words.newPassword.text(renamed, words.roles.admin))).toBeVisible();
  const shown = await dialog.getByText(/^(\w{4}-){4}\w{4}$/).innerText();
  await dialog.getByRole('button', { name: words.newPassword.done }).click();
  await expect(dialog).toBeHidden();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  await submitSignIn(other, { email: renamed, password: shown });
  await expect(other.getByRole('heading', { name: 'Panel de Administración' })).toBeVisible();

  await page.getByRole('button', { name: words.userList.deleteUser(renamed) }).click();
  await dialog.getByRole('button', { name: words.delete }).click();
  await expect(page.getByText(words.removal.user(renamed))).toBeVisible();
  await page.clock.runFor(deletionTime);
  await expect(page.getByText(words.userList.deleted(renamed))).toBeVisible();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: login.signInTitle })).toBeVisible();
});

test('an administrator is created at once: the password works, the panel opens, nobody asks for a photo or a plate', async ({
  page,
  otherDevice,
}) => {
  await openPanel(page);
  await page.getByRole('button', { name: 'Crear Usuario' }).click();
  const dialog = page.getByRole('dialog');
  const email = `oficina-${mark().toLowerCase()}@example.com`;
  await dialog.getByLabel(words.email, { exact: true }).fill(email);
  await dialog.getByLabel(words.userForm.password, { exact: true }).fill(password);
  await dialog.getByRole('radio', { name: words.roles.admin }).check();
  await expect(dialog.getByText(words.userForm.roleHints.admin)).toBeVisible();
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(page.getByText(words.userList.created(email))).toBeVisible();
  await expect(dialog).toBeHidden();
  await openUsers(page);
  await expect(page.getByText(words.userList.mailStored)).toBeVisible();
  await search(page, email);
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText(words.roles.admin);

  const other = await otherDevice();
  await signIn(other, { email, password });
  await expect(other.getByRole('heading', { name: 'Panel de Administración' })).toBeVisible();
});

test('a failure is shown to the administrator: a duplicate address, a weak password, no network, nothing found', async ({
  page,
}) => {
  const existing = await createAccount();
  await page.clock.install();
  await openPanel(page);
  await page.getByRole('button', { name: words.userForm.create }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.email, { exact: true }).fill(existing.email);
  await dialog.getByLabel(words.userForm.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(dialog.getByText(errors.code.email_exists)).toBeVisible();
  const secret = dialog.getByLabel(words.userForm.password, { exact: true });
  await secret.fill('12345678');
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(dialog.getByText(errors.code.weak_password)).toBeVisible();
  await secret.fill(password);
  await page.route('**/functions/v1/admin-users*', (route) => route.abort());
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(dialog.getByText(errors.code.network)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.route('**/rest/v1/drivers*', (route) => route.abort());
  await search(page, 'algo');
  // The app tries again by itself before it says so.
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.getByText(words.loadFailed)).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.unroute('**/rest/v1/drivers*');
  await page.getByRole('button', { name: common.retry }).click();
  await expect(page.getByText(words.nothingFound)).toBeVisible();
  // Any text is taken literally.
  for (const text of ['),or(id.gt.0', '"%*\\', "o'higgins", 'a,b:c.d']) {
    await search(page, text);
    await expect(page.getByText(words.nothingFoundHint(text))).toBeVisible();
  }
});

test('ten thousand drivers come in pages of 25, and one of them is found', async ({ page }) => {
  const tag = mark();
  // One statement: by the API, this takes longer than the rest of the journey.
  await withDatabase((client) =>
    client.query(
      `insert into public.drivers (name, license_plate, driver_code, contact)
       select 'Flota ' || $1 || ' ' || number, left($1, 3) || number, $1 || '-' || number, '+56912345678'
       from (select lpad(each::text, 5, '0') as number from generate_series(0, 9999) each)`,
      [tag],
    ),
  );
  await openPanel(page);
  await search(page, `Flota ${tag}`);
  await expect(page.getByRole('row')).toHaveCount(26);
  await expect(page.getByText(words.paging.shown('1', '25', '10.000'))).toBeVisible();
  await page.getByRole('button', { name: words.paging.last }).click();
  await expect(page.getByRole('rowheader', { name: `Flota ${tag} 09999` })).toBeVisible();
  await search(page, `${tag}-04711`);
  await expect(page.getByRole('rowheader', { name: `Flota ${tag} 04711` })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('the panel fits every size, and is accessible in both themes', async ({ page }) => {
  await createDriver('Maximiliano Hernández-Valenzuela de la Fuente');
  await openPanel(page);
  for (const [tab, shown] of [
    [words.drivers, page.getByRole('searchbox', { name: words.driverList.search })],
    [words.users, page.getByRole('main').getByRole('button', { name: words.userForm.create })],
    [words.audit, page.getByText(nameOfAct('login', audit)).last()],
  ] as const) {
    await openSection(page, tab);
    await expect(shown).toBeVisible();
    await expectFitsEverywhere(page);
  }
  await expectShownWell(page);
});
