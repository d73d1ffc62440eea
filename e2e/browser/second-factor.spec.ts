import { expect, test, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { account as accountWords } from '../../web/i18n/es/account.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { factors as words } from '../../web/i18n/es/factors.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { withDatabase } from './database.ts';
import { createAccount, type Account } from './people.ts';
import { freePort, startProduct } from './product.ts';
import { expectShownWell, signIn, speak, submitSignIn } from './steps.ts';
import { languages, wordsOf } from './words.ts';

const period = 30;

/** The app on the administrator's phone. A code counts once, so it never shows the same one twice. */
class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  constructor(secret: string) {
    this.#totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period });
  }

  /** The oldest code that the server still takes: the one before, the present one, or the next. */
  code(): string {
    this.#lastStep = Math.max(this.#lastStep + 1, this.#totp.counter() - 1);
    return this.#totp.generate({ timestamp: this.#lastStep * period * 1000 });
  }

  /** A code that is none of those. */
  wrongCode(): string {
    return this.#totp.generate({ timestamp: Date.now() - 3_600_000 });
  }
}

const codeField = (page: Page) => page.getByLabel(words.code);

async function openAccount(page: Page, account: Account, t = { admin, common }): Promise<void> {
  await page.getByRole('button', { name: `${t.admin.account} ${account.email}` }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: t.admin.ownAccount })).toBeVisible();
}

/** Begins to set an app up, and reads the key as somebody would who types it into the phone. */
async function scan(page: Page, t = words): Promise<Authenticator> {
  await expect(page.getByRole('img', { name: t.qrTitle })).toBeVisible();
  const uri = new URL((await page.getByRole('link', { name: t.open }).getAttribute('href')) ?? '');
  const secret = uri.searchParams.get('secret') ?? '';
  const shown = await page.getByText(secret.match(/.{1,4}/g)!.join(' ')).textContent();
  return new Authenticator(shown!.replaceAll(' ', ''));
}

async function enrol(page: Page): Promise<Authenticator> {
  await page.getByRole('button', { name: words.setUp }).click();
  const phone = await scan(page);
  await codeField(page).fill(phone.code());
  await page.getByRole('button', { name: words.activate }).click();
  return phone;
}

const panel = (page: Page) => page.getByRole('heading', { name: admin.title });

test('an administrator sets up an app, is asked for its code at the sign-in, and removes it', async ({
  page,
}) => {
  const account = await createAccount('admin');
  await signIn(page, account);
  await openAccount(page, account);
  await expect(page.getByText(words.off)).toBeVisible();
  await page.getByRole('button', { name: words.setUp }).click();
  const phone = await scan(page);
  await page.getByRole('button', { name: words.activate }).click();
  await expect(page.getByText(errors.field.required)).toBeVisible();
  await codeField(page).fill(phone.wrongCode());
  await page.getByRole('button', { name: words.activate }).click();
  await expect(page.getByText(words.errors.mfa_verification_failed)).toBeVisible();
  await codeField(page).fill(phone.code());
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.activated)).toBeVisible();
  await expect(page.getByText(words.on, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(panel(page)).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, account);
  await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await page.reload();
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(phone.wrongCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.errors.mfa_verification_failed)).toBeVisible();
  await page.keyboard.type(phone.code().replace(/(...)/, '$1 '));
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();

  await openAccount(page, account);
  const remove = page.getByRole('button', { name: words.removeApp(words.factorName(1)) });
  await remove.click();
  await expect(page.getByText(words.removeLast)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(words.removeLast)).toBeHidden();
  await remove.click();
  await page.getByRole('button', { name: words.remove, exact: true }).last().click();
  await expect(page.getByText(words.removed(words.factorName(1)))).toBeVisible();
  await expect(page.getByText(words.off)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await signIn(page, account);
  await expect(panel(page)).toBeVisible();
});

test('V13: after a day the password is asked for before an app is set up', async ({ page }) => {
  const account = await createAccount('admin');
  await signIn(page, account);
  await withDatabase((client) =>
    client.query(
      `update auth.sessions s set created_at = now() - interval '3 days'
       from auth.users u where u.id = s.user_id and u.email = $1`,
      [account.email],
    ),
  );
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
  await page.getByRole('button', { name: words.activate }).click();
  await expect(page.getByText(words.activated)).toBeVisible();
});

test('with two apps the code of either lets in', async ({ page }) => {
  const account = await createAccount('admin');
  await signIn(page, account);
  await openAccount(page, account);
  await enrol(page);
  await expect(page.getByText(words.activated)).toBeVisible();
  await page.getByRole('button', { name: words.setUpAnother }).click();
  const second = await scan(page);
  await codeField(page).fill(second.code());
  await page.getByRole('button', { name: words.activate }).click();
  await expect(page.getByText(words.factorName(2))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await submitSignIn(page, account);
  await page.getByRole('radio', { name: words.factorName(2) }).check();
  await codeField(page).fill(second.code());
  await page.getByRole('button', { name: words.enter, exact: true }).click();
  await expect(panel(page)).toBeVisible();
});

test('who gives up at the code is signed out', async ({ page }) => {
  const account = await createAccount('admin');
  await signIn(page, account);
  await openAccount(page, account);
  await enrol(page);
  await expect(page.getByText(words.activated)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
  await submitSignIn(page, account);
  await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible();
  await page.getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
});

for (const language of languages) {
  test(`setting up, entering and removing fit a phone and are accessible in ${languageNames[language]}`, async ({
    page,
  }) => {
    test.slow();
    const t = await wordsOf(language);
    const account = await createAccount('admin');
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, account);
    await expect(panel(page)).toBeVisible();
    await speak(page, language);
    await page.reload();
    await openAccount(page, account, t);
    await expectShownWell(page);
    await page.getByRole('button', { name: t.factors.setUp }).click();
    const phone = await scan(page, t.factors);
    await page.getByLabel(t.factors.code).fill(phone.wrongCode());
    await page.getByRole('button', { name: t.factors.activate }).click();
    await expect(page.getByText(t.factors.errors.mfa_verification_failed)).toBeVisible();
    await expectShownWell(page);
    await page.getByLabel(t.factors.code).fill(phone.code());
    await page.getByRole('button', { name: t.factors.activate }).click();
    await expect(page.getByText(t.factors.activated)).toBeVisible();
    await expectShownWell(page);
    await page.getByRole('button', { name: t.factors.removeApp(t.factors.factorName(1)) }).click();
    await expect(page.getByText(t.factors.removeLast)).toBeVisible();
    await expectShownWell(page);
    await page.keyboard.press('Escape');
    // Closing the inner dialog does not let the page behind the outer one scroll.
    await expect(page.getByRole('dialog')).toHaveCount(1);
    expect(await page.evaluate('document.documentElement.style.overflow')).toBe('hidden');
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: t.common.signOut }).click();
    await page.getByLabel(t.login.email).fill(account.email);
    await page.getByLabel(t.login.password, { exact: true }).fill(account.password);
    await page.getByRole('button', { name: t.login.signIn, exact: true }).click();
    await expect(page.getByRole('heading', { name: t.factors.signInTitle })).toBeVisible();
    await page.getByRole('button', { name: t.factors.enter, exact: true }).click();
    await expectShownWell(page);
  });
}

test.describe('where every administrator needs a second factor', () => {
  const stack = new AsyncDisposableStack();
  let server: string;

  test.beforeAll(async () => {
    const environment = { REQUIRE_ADMIN_MFA: 'true' };
    ({ address: server } = stack.use(await startProduct({ port: await freePort(), environment })));
  });
  test.afterAll(() => stack.disposeAsync());

  test('who has none sets it up before the panel is shown, and is asked the next time', async ({ page }) => {
    const account = await createAccount('admin', server);
    await page.goto(`${server}/login`);
    await submitSignIn(page, account);
    await expect(page.getByRole('heading', { name: words.requiredTitle })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: words.requiredTitle })).toBeVisible();
    await expect(panel(page)).toBeHidden();
    const phone = await enrol(page);
    await expect(panel(page)).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: common.signOut }).click();
    await submitSignIn(page, account);
    await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible();
    await codeField(page).fill(phone.code());
    await page.getByRole('button', { name: words.enter, exact: true }).click();
    await expect(panel(page)).toBeVisible();
  });

  test('the screen that asks for it fits a phone and is accessible in every language', async ({ page }) => {
    test.slow();
    const account = await createAccount('admin', server);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${server}/login`);
    await submitSignIn(page, account);
    await expect(page.getByRole('heading', { name: words.requiredTitle })).toBeVisible();
    for (const language of languages) {
      const { factors } = await wordsOf(language);
      await speak(page, language);
      await page.reload();
      await expect(page.getByRole('heading', { name: factors.requiredTitle })).toBeVisible();
      await expectShownWell(page);
      await page.getByRole('button', { name: factors.setUp }).click();
      await scan(page, factors);
      await expectShownWell(page);
    }
  });
});
