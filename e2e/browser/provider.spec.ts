import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { startOidcServer, type OidcServer } from '../../server/testing/oidc.ts';
import { account } from '../../web/i18n/es/account.ts';
import { login as words } from '../../web/i18n/es/login.ts';
import { expectAccessible } from './steps.ts';

const root = resolve(import.meta.dirname, '../..');
const stack = new AsyncDisposableStack();
let google: OidcServer;
let address: string;

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The product as an operator configures it for Google; “Google” is a server of the test. */
test.beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  google = stack.use(await startOidcServer(`${address}/auth/v1/callback`));
  const folder = await mkdtemp(join(tmpdir(), 'transfer-provider-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, 'supabase'), join(folder, 'supabase'), { recursive: true });
  const config = join(folder, 'supabase', 'config.toml');
  const written = (await readFile(config, 'utf8')).replace(
    /\[auth\.external\.google\]\nenabled = false/,
    `[auth.external.google]\nenabled = true\nurl = "${google.issuer}"`,
  );
  await writeFile(config, written);
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      SUPABASE_DIR: join(folder, 'supabase'),
      PORT: String(port),
      LOG_LEVEL: 'error',
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_SECRET: google.secret,
    },
  });
  stack.defer(async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
  await once(server.stdout, 'data');
});
test.afterAll(() => stack.disposeAsync());

test('somebody continues with Google, and goes on to tell what passengers see', async ({ page }) => {
  google.seat({ sub: 'ana', email: 'ana.rios@example.com', email_verified: true, name: 'Ana Ríos' });
  await page.goto(`${address}/login`);
  const button = page.getByRole('button', { name: account.provider.continueWith('Google') });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(page.getByRole('heading', { name: words.completeTitle })).toBeVisible();
  expect(page.url()).not.toContain('code=');
  await page.reload();
  await expect(page.getByRole('heading', { name: words.completeTitle })).toBeVisible();
});

test('who refuses at Google is told so', async ({ page }) => {
  google.seat(null);
  await page.goto(`${address}/login`);
  await page.getByRole('button', { name: account.provider.continueWith('Google') }).click();
  await expect(page.getByText(account.provider.refused)).toBeVisible();
  expect(page.url()).toBe(`${address}/login`);
});
