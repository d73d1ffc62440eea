import { expect, test, type Browser, type Page } from '@playwright/test';
import { account as words } from '../../web/i18n/es/account.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { login } from '../../web/i18n/es/login.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { letterTo } from './mailbox.ts';
import { createAccount, createDriver, mark, type Account, type DriverAccount } from './people.ts';
import { address, secretKey } from './settings.ts';
import { freePort, startProduct, type Product } from './product.ts';
import { expectShownWell, openDriverMenu, signIn, speak, submitSignIn } from './steps.ts';
import { languages, wordsOf } from './words.ts';

const newPassword = 'otra clave todavía más larga';
type Credentials = Pick<Account, 'email' | 'password'>;

/** Another device: it shares nothing with the first. */
async function otherDevice(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'es-CL' })).newPage();
}

/** What the sign-in form says about these credentials. */
async function expectRefused(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, credentials);
  await expect(page.getByText(errors.code.invalid_credentials)).toBeVisible();
}

/** Asks for the mail on the sign-in screen, and gives the link that was sent. */
async function askForLink(page: Page, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByRole('button', { name: login.forgot }).click();
  await expect(page.getByRole('heading', { name: words.forgot.title })).toBeVisible();
  await page.getByLabel(login.email).fill(email);
  await page.getByRole('button', { name: words.forgot.action }).click();
  await expect(page.getByText(words.forgot.sent)).toBeVisible();
  return (await letterTo(email)).link;
}

/** The driver's own account, behind the driver's password. */
async function openGate(page: Page, t: { home: typeof home } = { home }) {
  await openDriverMenu(page, t.home);
  await page.getByRole('dialog').getByRole('button', { name: t.home.account }).click();
}

async function openAccount(page: Page, { password }: Pick<Account, 'password'>): Promise<void> {
  await openGate(page);
  await page.getByLabel(words.currentPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.gate.action }).click();
  await expect(page.getByRole('heading', { name: words.password.title })).toBeVisible();
}

async function changeEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel(words.email.label).fill(email);
  await page.getByRole('button', { name: words.email.action }).click();
}

const newAddress = () => `${mark().toLowerCase()}@example.com`;

/** Somebody looks at this device again. */
async function lookAt(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
}

test('a forgotten password: mail, link, new password; the old one and the used link are refused', async ({
  page,
  browser,
}) => {
  const driver = await createDriver();
  const link = await askForLink(page, driver.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
  await expect(page.getByText(driver.email)).toBeVisible();
  expect(page.url()).not.toContain('token');

  const field = page.getByLabel(words.password.label, { exact: true });
  await field.fill('corta');
  await page.getByRole('button', { name: words.recovery.action }).click();
  await expect(page.getByText(errors.code.weak_password)).toBeVisible();
  await field.fill(driver.password);
  await page.getByRole('button', { name: words.recovery.action }).click();
  await expect(page.getByText(errors.code.same_password)).toBeVisible();
  await field.fill(newPassword);
  await page.getByRole('button', { name: words.recovery.action }).click();
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();

  const other = await otherDevice(browser);
  await expectRefused(other, driver);
  await other.goto(link);
  await expect(other.getByText(words.link.expired)).toBeVisible();
  await other.getByRole('button', { name: words.link.again }).click();
  await expect(other.getByRole('heading', { name: words.forgot.title })).toBeVisible();
  await signIn(other, { email: driver.email, password: newPassword });
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();

  // Who is signed in is told too.
  await page.goto(link);
  await expect(page.getByText(words.link.expired)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: common.close }).click();
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
});

test('an unknown address gets the same answer as a known one', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel(login.email).fill('nadie@example.com');
  await page.getByRole('button', { name: login.forgot }).click();
  await expect(page.getByLabel(login.email)).toHaveValue('nadie@example.com');
  await page.getByRole('button', { name: words.forgot.action }).click();
  await expect(page.getByText(words.forgot.sent)).toBeVisible();
});

test('who does not choose a new password is signed out again', async ({ page }) => {
  const driver = await createDriver();
  await page.goto(await askForLink(page, driver.email));
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
  await page.getByRole('button', { name: words.recovery.cancel }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, driver);
});

test('a driver changes the password; what is wrong is explained, and every other device is signed out', async ({
  page,
  browser,
}) => {
  const driver = await createDriver();
  const other = await otherDevice(browser);
  await Promise.all([signIn(page, driver), signIn(other, driver)]);

  await openGate(page);
  await page.getByRole('button', { name: words.gate.action }).click();
  await expect(page.getByText(errors.field.required)).toBeVisible();
  await page.getByLabel(words.currentPassword, { exact: true }).fill('no es esta');
  await page.getByRole('button', { name: words.gate.action }).click();
  await expect(page.getByText(errors.code.current_password_invalid)).toBeVisible();
  await expect(page.getByText(driver.email)).toBeHidden();
  await page.getByLabel(words.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: words.gate.action }).click();

  await page.getByLabel(words.password.label, { exact: true }).fill('password1');
  await page.getByRole('button', { name: words.password.action }).click();
  await expect(page.getByText(errors.code.weak_password)).toBeVisible();
  await page.getByLabel(words.password.label, { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: words.password.action }).click();
  await expect(page.getByText(words.password.done)).toBeVisible();

  await lookAt(other);
  await expect(other).toHaveURL('/login');
  await expectRefused(other, driver);
  await signIn(other, { email: driver.email, password: newPassword });
  await page.reload();
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
});

test('a driver who has forgotten the password gets a link from the account', async ({ page }) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await openGate(page);
  await page.getByRole('button', { name: words.gate.forgot }).click();
  await expect(page.getByText(words.gate.sent)).toBeVisible();
  await page.goto((await letterTo(driver.email)).link);
  await expect(page.getByRole('heading', { name: words.recovery.title })).toBeVisible();
});

test('a driver changes the address; what is wrong is explained, and only the new one lets in', async ({
  page,
  browser,
}) => {
  const [driver, taken] = [await createDriver(), await createAccount()];
  const email = newAddress();
  await signIn(page, driver);
  await openAccount(page, driver);
  await expect(page.getByText(words.email.intro(driver.email))).toBeVisible();
  await changeEmail(page, 'no es un correo');
  await expect(page.getByText(errors.field.email)).toBeVisible();
  await changeEmail(page, taken.email);
  await expect(page.getByText(errors.code.email_exists)).toBeVisible();
  await changeEmail(page, email);
  await expect(page.getByText(words.email.done)).toBeVisible();
  await expect(page.getByText(words.email.intro(email))).toBeVisible();
  const other = await otherDevice(browser);
  await expectRefused(other, driver);
  await signIn(other, { email, password: driver.password });
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
    await expect(page.getByText(words.email.waiting(email))).toBeVisible();
    const letters = [letterTo(driver.email, product.dataFolder), letterTo(email, product.dataFolder)];
    const [toOld, toNew] = await Promise.all(letters);
    return { toOld: toOld!.link, toNew: toNew!.link };
  }

  test('a new one counts when both mailed links were opened, on whatever device', async ({
    page,
    browser,
  }) => {
    const driver = await createDriver(undefined, product.address);
    const email = newAddress();
    const { toOld, toNew } = await askForNewAddress(page, driver, email);
    const phone = await otherDevice(browser);
    await phone.goto(toOld);
    await expect(phone.getByText(words.link.half)).toBeVisible();
    await page.goto(toNew);
    await expect(page.getByText(words.link.emailChanged(email))).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: common.close }).click();
    await openAccount(page, driver);
    await expect(page.getByText(words.email.intro(email))).toBeVisible();
    await phone.goto(`${product.address}/login`);
    await submitSignIn(phone, driver);
    await expect(phone.getByText(errors.code.invalid_credentials)).toBeVisible();
    await submitSignIn(phone, { email, password: driver.password });
    await expect(phone.getByRole('heading', { name: driver.name })).toBeVisible();
  });

  test('who opens one of them in the app is told to open the other', async ({ page }) => {
    const driver = await createDriver(undefined, product.address);
    const { toNew } = await askForNewAddress(page, driver, newAddress());
    await page.goto(toNew);
    await expect(page.getByText(words.link.half)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
    await expect(page.getByText(words.link.half)).toBeHidden();
  });
});

/** A link with a session of somebody's own, as anybody can make one. */
async function linkWithTokens(credentials: Credentials): Promise<string> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access_token, refresh_token } = (await response.json()) as Record<string, string>;
  const tokens = { access_token: access_token!, refresh_token: refresh_token!, token_type: 'bearer' };
  return `/#${new URLSearchParams({ ...tokens, expires_in: '3600', type: 'magiclink' })}`;
}

test('V18: a link changes nothing for the driver who is signed in', async ({ page }) => {
  const [victor, mallory] = [await createDriver(), await createDriver()];
  await signIn(page, victor);
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

test('V18: with nobody signed in a link asks first whose account it is to be', async ({ page }) => {
  const mallory = await createDriver();
  await page.goto(await linkWithTokens(mallory));
  await expect(page.getByRole('heading', { name: words.link.question })).toBeVisible();
  await expect(page.getByText(mallory.email)).toBeVisible();
  await page.getByRole('button', { name: words.link.decline }).click();
  await expect(page.getByLabel(login.email)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(login.email)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(await linkWithTokens(mallory));
  await page.getByRole('button', { name: words.link.accept }).click();
  await expect(page.getByRole('heading', { name: mallory.name })).toBeVisible();
});

test('V18: a mail asked for on the tablet can be opened on the telephone', async ({ page, browser }) => {
  const driver = await createDriver();
  const link = await askForLink(page, driver.email);
  const phone = await otherDevice(browser);
  await phone.goto(link);
  await phone.getByRole('button', { name: words.link.accept }).click();
  await expect(phone.getByRole('heading', { name: words.recovery.title })).toBeVisible();
});

test('V23.2: the words of a link are not shown', async ({ page }) => {
  await page.goto('/login#error=zzz&error_description=LLAME+AL+555');
  await expect(page.getByText(errors.general)).toBeVisible();
  await expect(page.getByText('LLAME')).toBeHidden();
});

test('signing out on the other devices leaves this one alone', async ({ page, browser }) => {
  const driver = await createDriver();
  const other = await otherDevice(browser);
  await Promise.all([signIn(page, driver), signIn(other, driver)]);
  await openAccount(page, driver);
  await page.getByRole('button', { name: words.devices.action }).click();
  await expect(page.getByText(words.devices.done)).toBeVisible();
  await lookAt(other);
  await expect(other).toHaveURL('/login');
  await page.reload();
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
});

test('a device that nobody touches is signed out within a minute too', async ({ page, browser }) => {
  const driver = await createDriver();
  await page.clock.install();
  await signIn(page, driver);
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
  const other = await otherDevice(browser);
  await signIn(other, driver);
  await openAccount(other, driver);
  await other.getByRole('button', { name: words.devices.action }).click();
  await expect(other.getByText(words.devices.done)).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL('/login');
});

for (const language of languages) {
  test(`the question about a link fits a phone and is accessible in ${languageNames[language]}`, async ({
    page,
  }) => {
    const t = await wordsOf(language);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/login');
    await speak(page, language);
    await page.goto('about:blank');
    await page.goto(await linkWithTokens(await createAccount()));
    await expect(page.getByRole('heading', { name: t.account.link.question })).toBeVisible();
    await expectShownWell(page);
  });

  test(`the way back in and the own account fit a phone and are accessible in ${languageNames[language]}`, async ({
    page,
  }) => {
    test.slow();
    const t = await wordsOf(language);
    const driver = await createDriver();
    await page.setViewportSize({ width: 360, height: 740 });
    const link = await askForLink(page, driver.email);
    await speak(page, language);

    await page.goto('/login');
    await expect(page.getByRole('heading', { name: t.login.signInTitle })).toBeVisible();
    await expectShownWell(page);
    await page.getByRole('button', { name: t.login.forgot }).click();
    await expect(page.getByRole('heading', { name: t.account.forgot.title })).toBeVisible();
    await expectShownWell(page);

    await page.goto(link);
    await page.getByRole('button', { name: t.account.recovery.action }).click();
    await expect(page.getByLabel(t.account.password.label, { exact: true })).toBeFocused();
    await expectShownWell(page);
    await page.getByRole('button', { name: t.account.recovery.cancel }).click();
    await page.goto(link);
    await expect(page.getByText(t.account.link.expired)).toBeVisible();
    await expectShownWell(page);

    await page.getByLabel(t.login.email).fill(driver.email);
    await page.getByLabel(t.login.password, { exact: true }).fill(driver.password);
    await page.getByRole('button', { name: t.login.signIn, exact: true }).click();
    await openGate(page, t);
    await expect(page.getByText(t.account.gate.intro)).toBeVisible();
    await expectShownWell(page);
    await page.getByLabel(t.account.currentPassword, { exact: true }).fill(driver.password);
    await page.getByRole('button', { name: t.account.gate.action }).click();
    await page.getByRole('button', { name: t.account.devices.action }).click();
    await expect(page.getByText(t.account.devices.done)).toBeVisible();
    await expectShownWell(page);
  });
}
