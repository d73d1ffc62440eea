import { expect, type Page } from '@playwright/test';
import { account as words } from '../../web/i18n/es/account.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { login } from '../../web/i18n/es/login.ts';
import { test } from './devices.ts';
import { letterTo } from './mailbox.ts';
import { createAccount, createDriver, mark, type DriverAccount } from './people.ts';
import { address, secretKey } from './settings.ts';
import { freePort } from '../../backend/testing/processes.ts';
import { startProduct, type Product } from './product.ts';
import { openDriverMenu, signIn, submitSignIn, wakeUp, type Credentials } from './steps.ts';

const newPassword = 'otra clave todavía más larga';

/** Asks for the mail on the screen for forgotten passwords. */
async function askForMail(page: Page, email: string): Promise<void> {
  await page.getByLabel(login.email, { exact: true }).fill(email);
  const asked = page.waitForResponse('**/auth/v1/recover*');
  await page.getByRole('button', { name: words.forgot.action }).click();
  expect((await asked).status()).toBe(200);
  await expect(page.getByText(words.forgot.stored)).toBeVisible();
}

/** On the screen that a link from such a mail leads to. */
async function chooseNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(words.password.label, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.recovery.action }).click();
}

/** Opens the gate before the driver's own account, which asks for the password. */
async function openGate(page: Page): Promise<void> {
  await openDriverMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: home.account }).click();
}

async function passGate(page: Page, password: string): Promise<void> {
  await page.getByLabel(words.currentPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.gate.action }).click();
}

async function openAccount(page: Page, { password }: Credentials): Promise<void> {
  await openGate(page);
  await passGate(page, password);
  await expect(page.getByRole('heading', { name: words.password.title })).toBeVisible();
}

async function changeEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel(words.email.label).fill(email);
  await page.getByRole('button', { name: words.email.action }).click();
}

const newAddress = () => `${mark().toLowerCase()}@example.com`;

test('a forgotten password: mail, link, new password; the old one and the used link are refused', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver();
  await page.goto('/login');
  await page.getByRole('button', { name: login.forgot }).click();
  // Until then the field is the one of the sign-in.
  await expect(page.getByRole('heading', { name: words.forgot.title })).toBeVisible();
  // The response does not reveal which addresses have accounts.
  await askForMail(page, 'nadie@example.com');
  await askForMail(page, driver.email);
  const { link } = await letterTo(driver.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
  await expect(page.getByText(driver.email)).toBeVisible();
  expect(page.url()).not.toContain('token');
  for (const [typed, problem] of [
    ['corta', errors.code.weak_password],
    [driver.password, errors.code.same_password],
  ] as const) {
    await chooseNewPassword(page, typed);
    await expect(page.getByText(problem)).toBeVisible();
  }
  await chooseNewPassword(page, newPassword);
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
  // A person who is signed in learns it too.
  await page.goto(link);
  await expect(page.getByText(words.link.expired)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: common.close }).click();
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();

  const other = await otherDevice();
  await other.goto(link);
  await expect(other.getByText(words.link.expired)).toBeVisible();
  await submitSignIn(other, driver);
  await expect(other.getByText(errors.code.invalid_credentials)).toBeVisible();
  await other.getByRole('button', { name: words.link.again }).click();
  await expect(other.getByRole('heading', { name: words.forgot.title })).toBeVisible();
  await other.getByRole('button', { name: words.forgot.back }).click();
  await expect(other.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  await submitSignIn(other, { email: driver.email, password: newPassword });
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();
});

test('a driver who has forgotten the password gets a link from the account; without a new password, the device is signed out', async ({
  page,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openGate(page);
  await page.getByRole('button', { name: words.gate.forgot }).click();
  await expect(page.getByText(words.gate.sent)).toBeVisible();
  await page.goto((await letterTo(driver.email)).link);
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
  await page.getByRole('button', { name: words.recovery.cancel }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, driver);
});

test('a driver signs out the other devices, and changes the password; what is wrong is explained', async ({
  page,
  otherDevice,
}) => {
  test.slow();
  const driver = await createDriver();
  const other = await otherDevice();
  await other.clock.install();
  await Promise.all([signIn(page, driver), signIn(other, driver)]);

  await openGate(page);
  await passGate(page, 'no es esta');
  await expect(page.getByText(errors.code.current_password_invalid)).toBeVisible();
  await expect(page.getByText(driver.email)).toBeHidden();
  await passGate(page, driver.password);
  await page.getByRole('button', { name: words.devices.action }).click();
  await expect(page.getByText(words.devices.done)).toBeVisible();
  // The idle device finds out within a minute.
  await other.clock.runFor(60_000);
  await expect(other).toHaveURL('/login');
  await submitSignIn(other, driver);
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();

  await page.getByLabel(words.password.label, { exact: true }).fill('password1');
  await page.getByRole('button', { name: words.password.action }).click();
  await expect(page.getByText(errors.code.weak_password)).toBeVisible();
  await page.getByLabel(words.password.label, { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: words.password.action }).click();
  await expect(page.getByText(words.password.done)).toBeVisible();
  await other.evaluate(wakeUp);
  await expect(other).toHaveURL('/login');
  await submitSignIn(other, driver);
  await expect(other.getByText(errors.code.invalid_credentials)).toBeVisible();
  await submitSignIn(other, { email: driver.email, password: newPassword });
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
});

test('a driver changes the address; what is wrong is explained, and only the new one lets in', async ({
  page,
  otherDevice,
}) => {
  const [driver, taken] = [await createDriver(), await createAccount()];
  const email = newAddress();
  await signIn(page, driver);
  await openAccount(page, driver);
  await expect(page.getByText(words.email.intro(driver.email))).toBeVisible();
  await changeEmail(page, taken.email);
  await expect(page.getByText(errors.code.email_exists)).toBeVisible();
  await changeEmail(page, email);
  await expect(page.getByText(words.email.done)).toBeVisible();
  await expect(page.getByText(words.email.intro(email))).toBeVisible();
  const other = await otherDevice();
  await other.goto('/login');
  await submitSignIn(other, driver);
  await expect(other.getByText(errors.code.invalid_credentials)).toBeVisible();
  await submitSignIn(other, { email, password: driver.password });
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();
});

test.describe('where addresses have to be confirmed', () => {
  const stack = new AsyncDisposableStack();
  let product: Product;

  test.beforeAll(async () => {
    const configure = (config: string) =>
      config.replace('enable_confirmations = false', 'enable_confirmations = true');
    product = stack.use(await startProduct({ port: await freePort(), configure }));
  });
  test.afterAll(() => stack.disposeAsync());

  /** Signs in, asks for a new address, and gives both links: to the present one, and to the new one. */
  async function askForNewAddress(page: Page, driver: DriverAccount, email: string) {
    await page.goto(`${product.address}/login`);
    await submitSignIn(page, driver);
    await openAccount(page, driver);
    await changeEmail(page, email);
    await expect(page.getByText(words.email.waitingStored(email))).toBeVisible();
    const letters = [letterTo(driver.email, product.dataFolder), letterTo(email, product.dataFolder)];
    const [toOld, toNew] = await Promise.all(letters);
    return { toOld: toOld!.link, toNew: toNew!.link };
  }

  test('a new one counts when both mailed links were opened, on whatever device', async ({
    page,
    otherDevice,
  }) => {
    const driver = await createDriver(undefined, product.address);
    const email = newAddress();
    const { toOld, toNew } = await askForNewAddress(page, driver, email);
    const phone = await otherDevice();
    await phone.goto(toOld);
    await expect(phone.getByText(words.link.half)).toBeVisible();
    await page.goto(toNew);
    await expect(page.getByText(words.link.emailChanged(email))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
    await submitSignIn(phone, driver);
    await expect(phone.getByText(errors.code.invalid_credentials)).toBeVisible();
    await submitSignIn(phone, { email, password: driver.password });
    await expect(phone.getByRole('heading', { name: driver.name })).toBeVisible();
  });
});

/** A link with a session of somebody's own, as a mail has it, and as anybody can make one. */
async function linkWithTokens(credentials: Credentials, type = 'magiclink'): Promise<string> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
  const tokens = { access_token: access_token!, refresh_token: refresh_token!, token_type: 'bearer' };
  return `/#${new URLSearchParams({ ...tokens, expires_in: '3600', type })}`;
}

test('V18: with nobody signed in a link asks first whose account it is to be; once somebody is, it changes nothing', async ({
  page,
}) => {
  const [victor, mallory] = [await createDriver('Víctor Soto'), await createDriver('Mallory Díaz')];
  await page.goto(await linkWithTokens(mallory));
  await expect(page.getByRole('heading', { name: words.link.question })).toBeVisible();
  await expect(page.getByText(mallory.email)).toBeVisible();
  await page.getByRole('button', { name: words.link.decline }).click();
  await expect(page.getByLabel(login.email, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(login.email, { exact: true })).toBeVisible();
  await page.goto('about:blank');
  // As on the phone, when the device has asked for the mail.
  await page.goto(await linkWithTokens(victor, 'recovery'));
  await page.getByRole('button', { name: words.link.accept }).click();
  await chooseNewPassword(page, newPassword);
  await expect(page.getByRole('heading', { name: victor.name })).toBeVisible();

  const link = await linkWithTokens(mallory);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(words.link.otherAccount)).toBeVisible();
  expect(page.url()).not.toContain('token');
  await expect(page.getByRole('button', { name: words.link.accept })).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: common.close }).click();
  await expect(page.getByRole('heading', { name: victor.name })).toBeVisible();
  // The session of the link has ended; opening it again changes nothing either.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText(words.link.failed)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: victor.name })).toBeVisible();
});

test('V23.2: the words of a link are not shown', async ({ page }) => {
  await page.goto('/login#error=zzz&error_description=LLAME+AL+555');
  await expect(page.getByText(errors.general)).toBeVisible();
  await expect(page.getByText('LLAME')).toBeHidden();
});
