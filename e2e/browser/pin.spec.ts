import { expect, test, type Page } from '@playwright/test';
import { account } from '../../web/i18n/es/account.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { kiosk } from '../../web/i18n/es/kiosk.ts';
import { createDriver, type DriverAccount } from './people.ts';
import { address } from './settings.ts';
import { expectShownWell, expectShownWellEverywhere, openDriverMenu, signIn } from './steps.ts';

const { pin: t } = kiosk;
const right = '25807';
const wrong = '9041';

const dialog = (page: Page) => page.getByRole('dialog');
const pad = (page: Page) => page.getByRole('textbox', { name: t.label, exact: true });

async function enter(page: Page, pin: string): Promise<void> {
  await pad(page).fill(pin);
  await page.keyboard.press('Enter');
}

async function openFromMenu(page: Page, name: string): Promise<void> {
  await openDriverMenu(page);
  await dialog(page).getByRole('button', { name }).click();
}

/** A driver has signed in and set the PIN. */
async function setUpPin(page: Page): Promise<DriverAccount> {
  const driver = await createDriver();
  await signIn(page, driver);
  await openFromMenu(page, t.menu);
  await page.getByLabel(account.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: account.gate.action }).click();
  await enter(page, right);
  await expect(page.getByText(t.repeat)).toBeVisible();
  await enter(page, right);
  await expect(page.getByText(t.saved)).toBeVisible();
  await page.keyboard.press('Escape');
  return driver;
}

async function askToSignOut(page: Page): Promise<void> {
  await openFromMenu(page, common.signOut);
  await dialog(page).getByRole('button', { name: common.signOut }).click();
  await expect(page.getByText(t.enter)).toBeVisible();
}

const stored = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)');

test('with a PIN, signing out asks for it, and leaves nothing', async ({ page }) => {
  const driver = await setUpPin(page);
  expect(await stored(page)).not.toContain(right);
  await askToSignOut(page);
  await expectShownWellEverywhere(page);
  await enter(page, wrong);
  await expect(page.getByText(t.wrong)).toBeVisible();
  await expect(page).toHaveURL('/');
  for (const digit of [...right, '9'])
    await dialog(page).getByRole('button', { name: digit, exact: true }).click();
  await dialog(page).getByRole('button', { name: t.erase }).click();
  await dialog(page).getByRole('button', { name: t.confirm }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toContain('personal:');

  await signIn(page, driver);
  await openDriverMenu(page);
  await expect(dialog(page).getByText(t.setUp)).toBeVisible();
});

test('only who knows the password sets the first PIN', async ({ page }) => {
  await signIn(page, await createDriver());
  await openFromMenu(page, t.menu);
  await page.getByLabel(account.currentPassword, { exact: true }).fill('adivinando');
  await page.getByRole('button', { name: account.gate.action }).click();
  await expect(page.getByText(errors.code.current_password_invalid)).toBeVisible();
  await expect(pad(page)).toBeHidden();
});

test('a PIN has four to eight digits, no easy ones, twice the same', async ({ page }) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openFromMenu(page, t.menu);
  await page.getByLabel(account.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: account.gate.action }).click();
  await pad(page).fill('123');
  await expect(dialog(page).getByRole('button', { name: t.confirm })).toBeDisabled();
  await pad(page).fill('12ab34-567890');
  await expect(pad(page)).toHaveValue('12345678');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t.guessable)).toBeVisible();
  await expectShownWell(page);
  await enter(page, right);
  await enter(page, wrong);
  await expect(page.getByText(t.different)).toBeVisible();
});

test('after five wrong PINs there is a wait, which a reload does not end and the next wrong one doubles', async ({
  page,
}) => {
  await page.clock.install();
  await setUpPin(page);
  await askToSignOut(page);
  for (let tries = 1; tries <= 5; tries += 1) {
    await enter(page, wrong);
    if (tries < 5) await expect(page.getByText(t.wrong)).toBeVisible();
    await expect(pad(page)).toHaveValue('');
  }
  await expect(page.getByText(t.wait('0:29'))).toBeVisible();
  await page.reload();
  await askToSignOut(page);
  await expect(page.getByRole('alert')).toContainText(t.wait('').slice(0, 20));
  await expect(dialog(page).getByRole('button', { name: '2', exact: true })).toBeDisabled();
  await page.clock.runFor(30_000);
  await enter(page, wrong);
  await expect(page.getByText(t.wait('0:59'))).toBeVisible();
  await page.clock.runFor(60_000);
  await enter(page, right);
  await expect(page).toHaveURL('/login');
});

test('the account asks for the PIN too; who has forgotten it uses the password', async ({ page }) => {
  const driver = await setUpPin(page);
  await openFromMenu(page, home.account);
  await expect(page.getByText(t.enter)).toBeVisible();
  await enter(page, right);
  await expect(page.getByText(account.gate.intro)).toBeVisible();
  await page.keyboard.press('Escape');

  await askToSignOut(page);
  await page.getByRole('button', { name: t.forgot }).click();
  await page.getByLabel(account.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: account.gate.action }).click();
  await expect(page).toHaveURL('/login');
});

test('the driver changes the PIN and removes it, with the current one', async ({ page }) => {
  await setUpPin(page);
  await openFromMenu(page, t.menu);
  await enter(page, right);
  await page.getByRole('button', { name: t.change }).click();
  await enter(page, '731946');
  await enter(page, '731946');
  await expect(page.getByText(t.saved)).toBeVisible();
  await page.keyboard.press('Escape');

  await openFromMenu(page, t.menu);
  await enter(page, right);
  await expect(page.getByText(t.wrong)).toBeVisible();
  await enter(page, '731946');
  await page.getByRole('button', { name: t.remove }).click();
  await expect(page.getByText(t.removed)).toBeVisible();
  await page.keyboard.press('Escape');
  await openFromMenu(page, common.signOut);
  await dialog(page).getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
});

test('without https there is no PIN, and the menu says why', async ({ page }) => {
  const insecure = 'http://taxi.test';
  await page.route(`${insecure}/**`, async (route) => {
    const url = route.request().url().replace(insecure, address);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const { email, password } = await createDriver();
  await page.goto(`${insecure}/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await openDriverMenu(page);
  await expect(page.getByText(t.insecure)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: t.menu })).toHaveCount(0);
});

/** The browser refuses to hash, as some do when they run out of memory. */
async function breakHashing(page: Page): Promise<void> {
  await page.evaluate(
    `SubtleCrypto.prototype.deriveBits = () => Promise.reject(new DOMException('No', 'OperationError'))`,
  );
}

test('a PIN that cannot be hashed shows an error and leaves the keys usable', async ({ page }) => {
  await setUpPin(page);
  await askToSignOut(page);
  await page.evaluate('globalThis.deriveBits = SubtleCrypto.prototype.deriveBits');
  await breakHashing(page);
  await enter(page, right);
  await expect(page.getByText(errors.general)).toBeVisible();
  await page.evaluate('SubtleCrypto.prototype.deriveBits = globalThis.deriveBits');
  await enter(page, right);
  await expect(page).toHaveURL('/login');
});

test('a new PIN that cannot be hashed shows an error and can be chosen again', async ({ page }) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openFromMenu(page, t.menu);
  await page.getByLabel(account.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: account.gate.action }).click();
  await expect(pad(page)).toBeVisible();
  await breakHashing(page);
  await enter(page, right);
  await expect(page.getByText(t.repeat)).toBeVisible();
  await enter(page, right);
  await expect(page.getByText(errors.general)).toBeVisible();
  await enter(page, right);
  await expect(page.getByText(t.repeat)).toBeVisible();
});
