import { expect, type CDPSession, type Page } from '@playwright/test';
import { account as accountWords } from '../../web/i18n/es/account.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { factors } from '../../web/i18n/es/factors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { login } from '../../web/i18n/es/login.ts';
import { passkeys as words } from '../../web/i18n/es/passkeys.ts';
import { ageSessions } from './database.ts';
import { test } from './devices.ts';
import { letterTo } from './mailbox.ts';
import { createAccount, createDriver, type Account } from './people.ts';
import { address, port } from './settings.ts';
import { expectAccessible, openDriverMenu, signIn, submitSignIn } from './steps.ts';

// Browsers let no page on an IP address use passkeys.
test.use({ baseURL: `http://localhost:${port}` });

/** The fingerprint reader of the device that shows a page. */
class Reader {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async of(page: Page): Promise<Reader> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Reader(session, authenticatorId);
  }

  /** From now on the finger on it is the owner's, or somebody else's. */
  async touchedBy(who: 'owner' | 'stranger'): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#session.send('WebAuthn.setUserVerified', {
      authenticatorId,
      isUserVerified: who === 'owner',
    });
  }
}

const panel = (page: Page) => page.getByRole('heading', { name: admin.title });
const section = (page: Page) => page.getByRole('region', { name: words.title });

/** The gate before the driver's own account, which asks for the password. */
async function openGate(page: Page): Promise<void> {
  await openDriverMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: home.account }).click();
}

async function openDriverAccount(page: Page, { password }: Account): Promise<void> {
  await openGate(page);
  await page.getByLabel(accountWords.currentPassword, { exact: true }).fill(password);
  await page.getByRole('button', { name: accountWords.gate.action }).click();
}

async function openAdminAccount(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: `${admin.account} ${account.email}` }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: admin.ownAccount })).toBeVisible();
}

async function signOutAdmin(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
}

/** The device has forgotten its session. */
async function forgetSession(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear()');
  await page.goto('/login');
}

test('a driver adds the device, signs in without typing, renames and removes the passkey; no stranger’s finger opens it', async ({
  page,
}) => {
  test.slow();
  const driver = await createDriver();
  const reader = await Reader.of(page);
  await signIn(page, driver);
  // Also after a day the password that opens the account is enough.
  await ageSessions(driver);
  await openDriverAccount(page, driver);
  await section(page).getByRole('button', { name: words.add }).click();
  await expect(page.getByText(words.done)).toBeVisible();
  await expect(section(page).getByText(words.neverUsed)).toBeVisible();
  expect((await letterTo(driver.email)).subject).toContain('llave de acceso');
  await section(page).getByRole('button', { name: words.add }).click();
  await expect(page.getByText(words.errors.known)).toBeVisible();

  await forgetSession(page);
  await reader.touchedBy('stranger');
  await page.getByRole('button', { name: words.signIn }).click();
  await expect(page.getByText(words.errors.cancelled)).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expectAccessible(page);
  await reader.touchedBy('owner');
  await page.getByRole('button', { name: words.signIn }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();

  // A passenger who holds the device adds no finger.
  await openGate(page);
  await expect(page.getByLabel(accountWords.currentPassword, { exact: true })).toBeVisible();
  await expect(section(page)).toBeHidden();
  await page.getByLabel(accountWords.currentPassword, { exact: true }).fill(driver.password);
  await page.getByRole('button', { name: accountWords.gate.action }).click();
  await expect(section(page).getByText(/Usada por última vez/)).toBeVisible();
  await section(page).getByRole('button', { name: words.rename }).click();
  await section(page).getByLabel(words.name).fill('Tableta del taxi');
  await section(page).getByRole('button', { name: words.save }).click();
  await expect(section(page).getByText('Tableta del taxi')).toBeVisible();
  await section(page)
    .getByRole('button', { name: words.removeOf('Tableta del taxi') })
    .click();
  await expect(page.getByText(words.removeQuestion('Tableta del taxi'))).toBeFocused();
  await section(page).getByRole('button', { name: words.remove, exact: true }).click();
  await expect(page.getByText(words.removed('Tableta del taxi'))).toBeVisible();

  await forgetSession(page);
  await page.getByRole('button', { name: words.signIn }).click();
  await expect(page.getByText(words.errors.webauthn_verification_failed)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('an administrator’s fingerprint is the second step, after the password and after a passkey; another device says where to go', async ({
  page,
  otherDevice,
}) => {
  const account = await createAccount('admin');
  await Reader.of(page);
  await signIn(page, account);
  // After a day the password is asked for before a device is added.
  await ageSessions(account);
  await openAdminAccount(page, account);
  await section(page).getByRole('button', { name: words.add }).click();
  await expect(page.getByText(words.proof)).toBeVisible();
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.done)).toBeVisible();
  await page.getByRole('button', { name: words.factorSetUp }).click();
  await expect(page.getByText(factors.activated)).toBeVisible();
  await expect(page.getByText(words.factorName(1))).toBeVisible();
  await signOutAdmin(page);

  await submitSignIn(page, account);
  await expect(page.getByRole('heading', { name: factors.signInTitle })).toBeVisible();
  await expect(page.getByLabel(factors.code)).toBeHidden();
  await page.getByRole('button', { name: words.factorEnter }).click();
  await expect(panel(page)).toBeVisible();
  await signOutAdmin(page);

  await page.getByRole('button', { name: words.signIn }).click();
  await page.getByRole('button', { name: words.factorEnter }).click();
  await expect(panel(page)).toBeVisible();

  // No fingerprint works at an IP address.
  const other = await otherDevice();
  await other.goto(`${address}/login`);
  await submitSignIn(other, account);
  await expect(other.getByText(words.missing)).toBeVisible();

  await openAdminAccount(page, account);
  await page.getByRole('button', { name: factors.removeApp(words.factorName(1)) }).click();
  await page.getByRole('button', { name: factors.remove, exact: true }).last().click();
  await expect(page.getByText(factors.removed(words.factorName(1)))).toBeVisible();
});

test('where the page stands on an IP address, passkeys are not offered', async ({ page }) => {
  const driver = await createDriver();
  const asked = page.waitForResponse(/\/auth\/v1\/settings$/);
  await page.goto(`${address}/login`);
  await asked;
  await expect(page.getByRole('button', { name: login.signIn, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: words.signIn })).toBeHidden();
  await submitSignIn(page, driver);
  await openDriverAccount(page, driver);
  await expect(page.getByRole('heading', { name: accountWords.devices.title })).toBeVisible();
  await expect(section(page)).toBeHidden();
});
