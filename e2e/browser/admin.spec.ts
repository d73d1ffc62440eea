import { expect, test, type Page } from '@playwright/test';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { audit } from '../../web/i18n/es/audit.ts';
import { common } from '../../web/i18n/es/common.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { login } from '../../web/i18n/es/login.ts';
import { createAccount, createDriver, mark, password, patch, rows, write } from './people.ts';
import { expectAccessible, expectShownWellEverywhere, shownPlate, signIn } from './steps.ts';

/** A deletion can be taken back for 8 s. */
const undoneBy = 30_000;

async function openPanel(page: Page): Promise<void> {
  const administrator = await createAccount('admin');
  await signIn(page, administrator);
  await expect(page.getByRole('heading', { name: 'Panel de Administración' })).toBeVisible();
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  // Until whoever types has paused, the list is the old one.
  await page.waitForURL(({ searchParams }) => searchParams.get('search') === text);
}

async function openUsers(page: Page): Promise<void> {
  await page.getByRole('tab', { name: words.users }).click();
  await expect(page.getByRole('searchbox', { name: words.userList.search })).toBeVisible();
}

test('an administrator sees the panel in place of the passenger screen, a driver does not', async ({
  page,
  browser,
}) => {
  await openPanel(page);
  await expectAccessible(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, await createDriver());
  await expect(other.getByRole('heading', { name: 'Panel de Administración' })).toBeHidden();
});

test('a driver is found, edited inline, saved, and the change is there after a reload', async ({ page }) => {
  const driver = await createDriver(`Edita ${mark()}`);
  await openPanel(page);
  await search(page, driver.plate.toLowerCase());
  await expect(page.getByText(shownPlate(driver.plate))).toBeVisible();
  await page.getByRole('button', { name: words.driverList.editDriver(driver.name) }).click();
  await expectAccessible(page);
  const newName = `Cambiado ${mark()}`;
  await page.getByLabel(labels.short.name, { exact: true }).fill(newName);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.driverList.saved(newName))).toBeVisible();
  await page.reload();
  await search(page, newName);
  await expect(page.getByRole('rowheader', { name: newName })).toBeVisible();
  expect(await rows('drivers', `id=eq.${driver.driverId}&select=name`)).toEqual([{ name: newName }]);
});

test('cancel and Escape drop an edit; what is not valid or taken is said', async ({ page }) => {
  const [driver, other] = [await createDriver(`Cancela ${mark()}`), await createDriver()];
  for (const { driverId } of [driver, other]) await patch('drivers', `id=eq.${driverId}`, { approved: true });
  await openPanel(page);
  await search(page, driver.name);
  const edit = page.getByRole('button', { name: words.driverList.editDriver(driver.name) });
  await edit.click();
  await page.getByLabel(labels.short.name, { exact: true }).fill('Otro');
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
  expect(await rows('drivers', `id=eq.${driver.driverId}&select=name,contact`)).toEqual([
    { name: driver.name, contact: '+56912345678' },
  ]);
});

test('deleting a driver asks first, says what goes with it, and keeps the reviews anonymous', async ({
  page,
}) => {
  const driver = await createDriver(`Borra ${mark()}`);
  const [review] = await write<{ id: string }>('reviews', { driver_id: driver.driverId, rating: 3 });
  await openPanel(page);
  await search(page, driver.name);
  await page.getByRole('button', { name: words.driverList.deleteDriver(driver.name) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words.driverDeletion.link)).toBeVisible();
  await expect(dialog.getByText(words.driverDeletion.reviews.one)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: words.cancel }).click();
  expect(await rows('drivers', `id=eq.${driver.driverId}`)).toHaveLength(1);
  await page.getByRole('button', { name: words.driverList.deleteDriver(driver.name) }).click();
  await dialog.getByRole('button', { name: words.delete }).click();
  await expect(page.getByText(words.driverList.deleted(driver.name))).toBeVisible({ timeout: undoneBy });
  expect(await rows('drivers', `id=eq.${driver.driverId}`)).toEqual([]);
  expect(await rows('user_drivers', `driver_id=eq.${driver.driverId}`)).toEqual([]);
  expect(await rows('reviews', `id=eq.${review?.id}&select=driver_id,rating,user_name`)).toEqual([
    { driver_id: null, rating: 3, user_name: 'Anonymous' },
  ]);
});

test('a user is created with a driver, signs in at once, is edited and deleted', async ({
  page,
  browser,
}) => {
  const driver = await createDriver(`Asigna ${mark()}`);
  await openPanel(page);
  await page.getByRole('button', { name: 'Crear Usuario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Usuario' });
  const email = `nuevo-${mark().toLowerCase()}@example.com`;
  await dialog.getByLabel(words.email).fill(email);
  await dialog.getByLabel(words.userForm.password, { exact: true }).fill(password);
  await dialog.getByRole('combobox').fill(driver.plate);
  await page.getByRole('option', { name: new RegExp(driver.name) }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(page.getByText(words.userList.created(email))).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signIn(other, { email, password });
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();

  await openUsers(page);
  await search(page, email);
  const listed = page.getByRole('row').filter({ hasText: email });
  await expect(listed).toContainText(driver.name);
  await expectAccessible(page);
  await page.getByRole('button', { name: words.userList.editUser(email) }).click();
  const renamed = `otro-${mark().toLowerCase()}@example.com`;
  await page.getByRole('dialog').getByLabel(words.email).fill(renamed);
  await page.getByRole('dialog').getByRole('button', { name: words.userForm.driverClear }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.userList.saved(renamed))).toBeVisible();
  await search(page, renamed);
  await expect(page.getByRole('row').filter({ hasText: renamed })).toContainText('No asignado');

  await page.getByRole('button', { name: words.userList.deleteUser(renamed) }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.delete }).click();
  await expect(page.getByText(words.userList.deleted(renamed))).toBeVisible({ timeout: undoneBy });
  await other.goto('/');
  await expect(other.getByRole('heading', { name: login.signInTitle })).toBeVisible();
});

test('V5: a promotion signs out whoever was in, and shows the one new password', async ({
  page,
  browser,
}) => {
  const person = await createAccount();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, person);
  await openPanel(page);
  await openUsers(page);
  await search(page, person.email);
  await page.getByRole('button', { name: words.userList.editUser(person.email) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.role).selectOption('admin');
  await expect(dialog.getByText(words.userForm.promotion)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: words.save }).click();
  await expect(dialog.getByText(words.newPassword.text(person.email))).toBeVisible();
  await expectAccessible(page);
  const shown = await dialog.getByText(/^(\w{4}-){4}\w{4}$/).innerText();
  await dialog.getByRole('button', { name: words.newPassword.done }).click();
  await expect(dialog).toBeHidden();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  await signIn(other, { ...person, password: shown });
  await expect(other.getByRole('heading', { name: 'Panel de Administración' })).toBeVisible();
});

test('a failure is shown to the administrator: a duplicate address, a weak password, no network', async ({
  page,
}) => {
  const existing = await createAccount();
  await openPanel(page);
  await page.getByRole('button', { name: words.userForm.create }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.email).fill(existing.email);
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
  await expect(page.getByText(words.loadFailed)).toBeVisible();
  await page.unroute('**/rest/v1/drivers*');
  await page.getByRole('button', { name: common.retry }).click();
  await expect(page.getByText(words.nothingFound)).toBeVisible();
});

test('searching takes any text literally', async ({ page }) => {
  await openPanel(page);
  for (const text of ['),or(id.gt.0', '"%*\\', "o'higgins", 'a,b:c.d']) {
    await search(page, text);
    await expect(page.getByText(words.nothingFoundHint(text))).toBeVisible();
  }
});

test('ten thousand drivers come in pages of 25, and one of them is found', async ({ page }) => {
  const tag = mark();
  const total = 10_000;
  for (let start = 0; start < total; start += 2000) {
    const fleet = Array.from({ length: 2000 }, (_, offset) => ({
      name: `Flota ${tag} ${String(start + offset).padStart(5, '0')}`,
      license_plate: `${tag.slice(0, 3)}${String(start + offset).padStart(5, '0')}`,
      driver_code: `${tag}-${start + offset}`,
      contact: '+56912345678',
      created_by: null,
    }));
    await write('drivers', fleet);
  }
  await openPanel(page);
  await search(page, `Flota ${tag}`);
  await expect(page.getByRole('row')).toHaveCount(26);
  await expect(page.getByText(words.paging.shown('1', '25', '10.000'))).toBeVisible();
  await page.getByRole('button', { name: words.paging.last }).click();
  await expect(page.getByRole('rowheader', { name: `Flota ${tag} 09999` })).toBeVisible();
  await search(page, `${tag}-4711`);
  await expect(page.getByRole('rowheader', { name: `Flota ${tag} 04711` })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('the panel fits every size, and is accessible in both themes', async ({ page }) => {
  test.slow();
  await createDriver('Maximiliano Hernández-Valenzuela de la Fuente');
  await openPanel(page);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expectShownWellEverywhere(page);
  await openUsers(page);
  await expectShownWellEverywhere(page);
  await page.getByRole('tab', { name: words.audit }).click();
  await expect(page.getByText(audit.acts.login).last()).toBeVisible();
  await expectShownWellEverywhere(page);
});
