import { expect, test } from '@playwright/test';
import { startOidcServer, type OidcServer } from '../../backend/testing/auth/oidc.ts';
import { account } from '../../web/i18n/es/account.ts';
import { login as words } from '../../web/i18n/es/login.ts';
import { freePort } from '../../backend/testing/processes.ts';
import { startProduct } from './product.ts';
import { expectAccessible } from './steps.ts';

const stack = new AsyncDisposableStack();
let google: OidcServer;
let address: string;

/** The product as an operator configures it for Google; “Google” is a server of the test. */
test.beforeAll(async () => {
  const port = await freePort();
  google = stack.use(await startOidcServer(`http://127.0.0.1:${port}/auth/v1/callback`));
  const product = await startProduct({
    port,
    environment: { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_SECRET: google.secret },
    configure: (config) =>
      config.replace(
        /\[auth\.external\.google\]\nenabled = false/,
        `[auth.external.google]\nenabled = true\nurl = "${google.issuer}"`,
      ),
  });
  ({ address } = stack.use(product));
});
test.afterAll(() => stack.disposeAsync());

test('somebody refuses at Google and reads it, then continues, and goes on to tell what passengers see', async ({
  page,
}) => {
  google.seat(null);
  await page.goto(`${address}/login`);
  const button = page.getByRole('button', { name: account.provider.continueWith('Google') });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(page.getByText(account.provider.refused)).toBeVisible();
  expect(page.url()).toBe(`${address}/login`);

  google.seat({ sub: 'ana', email: 'ana.rios@example.com', email_verified: true, name: 'Ana Ríos' });
  await button.click();
  await expect(page.getByRole('heading', { name: words.completeTitle })).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await page.reload();
  await expect(page.getByRole('heading', { name: words.completeTitle })).toBeVisible();
});
