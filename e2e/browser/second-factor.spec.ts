import { expect, test, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { account as accountWords } from '../../web/i18n/es/account.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { factors as words } from '../../web/i18n/es/factors.ts';
import { ageSessions } from './database.ts';
import { createAccount, type Account } from './people.ts';
import { freePort } from '../../backend/testing/processes.ts';
import { startProduct } from './product.ts';
import { chooseLanguage } from './passengerSteps.ts';
import { expectFitsEverywhere, expectShownWell, signIn, submitSignIn } from './steps.ts';
import { languages, wordsOf } from './words.ts';

const period = 30;

/** The app on the administrator's phone. A code counts once, so it never shows the same one twice. */
class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period });
  }

  /** The oldest code that the server will take for five seconds: the one before, the present one, or the next. */
  code(): string {
    const soon = this.#totp.counter({ timestamp: Date.now() + 5_000 });
    this.#lastStep = Math.max(this.#lastStep + 1, soon - 1);
    return this.#totp.generate({ timestamp: this.#lastStep * period * 1000 });
  }

  /** A code that is none of those. */
  wrongCode(): string {
    return this.#totp.generate({ timestamp: Date.now() - 3_600_000 });
  }
}

const codeField = (page: Page) => page.getByLabel(words.code);

async function openAccount(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: `${admin.account} ${account.email}` }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: admin.ownAccount })).toBeVisible();
}

/** Begins to set an app up, and reads the key as somebody would who types it into the phone. */
async function scan(page: Page, t = words): Promise<Authenticator> {
  await expect(page.getByRole('img', { name: t.qrTitle })).toBeVisible();
  const uri = new URL((await page.getByRole('link', { name: t.open }).getAttribute('href')) ?? '');
  const secret = uri.searchParams.get('secret') ?? '';
  const shown = await page.getByText(secret.match(/.{1,4}/g)!.join(' ')).textContent();
  return new Authenticator(shown!.replaceAll(' ', ''));
}

/** Signs in with the password; the second step is asked for then. */
async function signInAgain(page: Page, account: Account): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await submitSignIn(page, account);
  await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible();
}

const panel = (page: Page) => page.getByRole('heading', { name: admin.title });

test('an administrator sets up an app, is asked for its code at the sign-in, adds a second one, and removes both', async ({
  page,
}) => {
  test.slow();
  const account = await createAccount('admin');
  await signIn(page, account);
  await openAccount(page, account);
  await expect(page.getByText(words.off)).toBeVisible();
  await page.getByRole('button', { name: words.setUp }).click();
  const phone = await scan(page);
  await page.getByRole('button', { name: words.activate, exact: true }).click();
  await expect(page.getByText(errors.field.required)).toBeVisible();
  await codeField(page).fill(phone.wrongCode());
  await page.getByRole('button', { name: words.activate, exact: true }).click();
  await expect(page.getByText(words.errors.mfa_verification_failed)).toBeVisible();
  await codeField(page).fill(phone.code());
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.activated)).toBeVisible();
  await expect(page.getByText(words.on, { exact: true })).toBeVisible();

  await signInAgain(page, account);
  await expect(panel(page)).toBeHidden();
  await page.getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, account);
  await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible();
  await page.reload();
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(phone.wrongCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.errors.mfa_verification_failed)).toBeVisible();
  await page.keyboard.type(phone.code().replace(/(...)/, '$1 '));
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();

  await openAccount(page, account);
  await page.getByRole('button', { name: words.setUpAnother }).click();
  const second = await scan(page);
  await codeField(page).fill(second.code());
  await page.getByRole('button', { name: words.activate, exact: true }).click();
  await expect(page.getByText(words.factorName(2))).toBeVisible();
  await signInAgain(page, account);
  await page.getByRole('radio', { name: words.factorName(2) }).check();
  await codeField(page).fill(second.code());
  await page.getByRole('button', { name: words.enter, exact: true }).click();
  await expect(panel(page)).toBeVisible();

  await openAccount(page, account);
  for (const name of [words.factorName(1), words.factorName(2)]) {
    await page.getByRole('button', { name: words.removeApp(name) }).click();
    await page.getByRole('button', { name: words.remove, exact: true }).last().click();
    await expect(page.getByText(words.removed(name))).toBeVisible();
  }
  await expect(page.getByText(words.off)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await submitSignIn(page, account);
  await expect(panel(page)).toBeVisible();
});

test('V13: after a day the password is asked for before an app is set up', async ({ page }) => {
  const account = await createAccount('admin');
  await signIn(page, account);
  await ageSessions(account);
  await openAccount(page, account);
  await page.getByRole('button', { name: words.setUp }).click();
  await expect(page.getByText(words.proof)).toBeVisible();
  const section = page.getByRole('region', { name: words.title });
  const password = section.getByRole('textbox', { name: accountWords.currentPassword });
  await expect(password).toBeFocused();
  await password.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText(errors.code.current_password_invalid)).toBeVisible();
  await password.fill(account.password);
  await page.keyboard.press('Enter');
  const phone = await scan(page);
  await codeField(page).fill(phone.code());
  await page.getByRole('button', { name: words.activate, exact: true }).click();
  await expect(page.getByText(words.activated)).toBeVisible();
});

test.describe('where every administrator needs a second factor', () => {
  const stack = new AsyncDisposableStack();
  let server: string;

  test.beforeAll(async () => {
    const environment = { REQUIRE_ADMIN_MFA: 'true' };
    ({ address: server } = stack.use(await startProduct({ port: await freePort(), environment })));
  });
  test.afterAll(() => stack.disposeAsync());

  test('who has none sets it up before the panel is shown, in any of the five languages, and is asked the next time', async ({
    page,
  }) => {
    const account = await createAccount('admin', server);
    await page.goto(`${server}/login`);
    await submitSignIn(page, account);
    await expect(page.getByRole('heading', { name: words.requiredTitle })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: words.requiredTitle })).toBeVisible();
    await expect(panel(page)).toBeHidden();
    await page.getByRole('button', { name: words.setUp }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const language of languages.toReversed()) {
      await chooseLanguage(page, language);
      const { factors } = await wordsOf(language);
      await scan(page, factors);
      await expectFitsEverywhere(page);
    }
    await expectShownWell(page);
    const phone = await scan(page);
    await codeField(page).fill(phone.code());
    await page.getByRole('button', { name: words.activate, exact: true }).click();
    await expect(panel(page)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAgain(page, account);
    await codeField(page).fill(phone.code());
    await page.getByRole('button', { name: words.enter, exact: true }).click();
    await expect(panel(page)).toBeVisible();
  });
});
