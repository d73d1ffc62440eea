import { expect, test, type Page } from '@playwright/test';
import { account } from '../../web/i18n/es/account.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { kiosk } from '../../web/i18n/es/kiosk.ts';
import { createDriver } from './people.ts';
import { address } from './settings.ts';
import { openDriverMenu, signIn } from './steps.ts';

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

async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(account.currentPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: account.gate.action }).click();
}

/** Chooses a PIN, and leaves the menu. */
async function choosePin(page: Page, pin: string): Promise<void> {
  await enter(page, pin);
  await expect(page.getByText(t.repeat)).toBeVisible();
  await enter(page, pin);
  await expect(page.getByText(t.saved)).toBeVisible();
  await page.keyboard.press('Escape');
}

async function askToSignOut(page: Page): Promise<void> {
  await openFromMenu(page, common.signOut);
  await dialog(page).getByRole('button', { name: common.signOut }).click();
  await expect(page.getByText(t.enter)).toBeVisible();
}

const stored = (page: Page) => page.evaluate<string>('JSON.stringify(localStorage)');

test('only the password sets the first PIN; signing out and the account ask for it, and signing out removes it', async ({
  page,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openFromMenu(page, t.menu);
  await enterPassword(page, 'adivinando');
  await expect(page.getByText(errors.code.current_password_invalid)).toBeVisible();
  await expect(pad(page)).toBeHidden();
  await enterPassword(page, driver.password);
  await choosePin(page, right);
  expect(await stored(page)).not.toContain(right);

  await openFromMenu(page, home.account);
  await expect(page.getByText(t.enter)).toBeVisible();
  await enter(page, right);
  await expect(page.getByText(account.gate.intro)).toBeVisible();
  await page.keyboard.press('Escape');

  await askToSignOut(page);
  await enter(page, wrong);
  await expect(page.getByText(t.wrong)).toBeVisible();
  await expect(page).toHaveURL('/');
  await enter(page, right);
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toContain('personal:');

  await signIn(page, driver);
  await openDriverMenu(page);
  await expect(dialog(page).getByText(t.setUp)).toBeVisible();
});

test('the driver changes the PIN and removes it, with the current one; who has forgotten it uses the password', async ({
  page,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openFromMenu(page, t.menu);
  await enterPassword(page, driver.password);
  await choosePin(page, right);

  await openFromMenu(page, t.menu);
  await page.getByRole('button', { name: t.forgot }).click();
  await enterPassword(page, driver.password);
  await page.getByRole('button', { name: t.change }).click();
  await choosePin(page, '731946');

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
  // Requests under way when the journey ends would have no page to return to.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
