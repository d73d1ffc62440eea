import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test as base, type Page } from '@playwright/test';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { connection } from '../../web/i18n/es/connection.ts';
import { login } from '../../web/i18n/es/login.ts';
import { publicPages } from '../../web/i18n/es/publicPages.ts';
import { expectPictures, untilKept } from './offlineSteps.ts';
import { createAccount, createDriver, mark, password, patch, rows } from './people.ts';
import { freePort } from '../../backend/testing/processes.ts';
import { startProduct } from './product.ts';
import { startStaticHost } from './staticHost.ts';
import {
  fillRegistration,
  newForm,
  openSection,
  registerButton,
  shownPlate,
  signInByTyping,
  submitSignIn,
  untilLive,
} from './steps.ts';
import { wordsOf } from './words.ts';

/*
 * The web app as a static build on a host of its own. The backend stands on another origin, as a hosted project
 * does; our own server plays it.
 */

const root = resolve(import.meta.dirname, '../..');
const publishableKey = 'sb_publishable_of_the_hosted_journeys_0001';
const brand = 'Transfer del Pacífico';
const whatsappNumber = '+56 9 8765 4321';
const { home } = await wordsOf('es');

interface Site {
  readonly address: string;
  readonly backend: string;
}

async function build(folder: string, backend: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['tools/build.ts', '--out', folder], {
    cwd: root,
    env: {
      ...process.env,
      VITE_SUPABASE_URL: backend,
      VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
      VITE_BRAND_NAME: brand,
      VITE_WHATSAPP_NUMBER: whatsappNumber,
      VITE_NIGHT_HOURS: 'off',
    },
  });
}

const test = base.extend<object, { readonly site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see that it depends on nothing
    async ({}, provide) => {
      await using stack = new AsyncDisposableStack();
      const folder = await mkdtemp(join(tmpdir(), 'transfer-site-'));
      stack.defer(() => rm(folder, { recursive: true, force: true }));
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const limits = /^(sign_in_sign_ups|token_refresh)\s*=.*$/gm;
      const product = stack.use(
        await startProduct({
          port: await freePort(),
          environment: {
            ALLOWED_ORIGINS: address,
            SUPABASE_PUBLISHABLE_KEY: publishableKey,
            BRAND_NAME: brand,
            WHATSAPP_NUMBER: whatsappNumber,
          },
          configure: (config) => config.replace(limits, '$1 = 100000'),
        }),
      );
      await build(folder, product.address);
      stack.use(await startStaticHost(folder, port));
      await provide({ address, backend: product.address });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, provide) => provide(site.address),
  serviceWorkers: 'allow',
});

/** The browser's errors: blocked by the page's policy, across origins, or not found. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|blocked|ERR_|status of 40[45]/i.test(message.text()))
      refusals.push(message.text());
  });
  return refusals;
}

/** The page asks at its start whether the backend answers, and has been told so. */
async function expectConnected(page: Page): Promise<void> {
  await expect(page.getByText(connection.offline)).toBeHidden();
}

const isProbe = (url: string) => url.includes('/rest/v1/content_releases?select=id&limit=1');

test('a driver registers with a photo and signs in; the screen bears the company’s name and number, and opens again without a network', async ({
  page,
  context,
  site,
}) => {
  const refusals = refusalsOf(page);
  const form = newForm();
  const asked = page.waitForResponse((response) => isProbe(response.url()));
  await fillRegistration(page, form);
  await registerButton(page).click();
  await expect(page.getByText(login.registered)).toBeVisible();
  await submitSignIn(page, form);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: form.name })).toBeVisible();
  await expect(page.getByText(shownPlate(form.plate)).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('img', { name: form.name })).toBeVisible();
  await expectPictures(page);
  await expect(page).toHaveTitle(new RegExp(`^${brand}`));
  await expect(page.locator('a[href*="wa.me"]').first()).toBeAttached();
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href*="wa.me"]')].map(({ href }) => href)`,
  );
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toMatch(/^https:\/\/wa\.me\/56987654321(\?|$)/);
  expect((await asked).status()).toBe(200);
  await expectConnected(page);
  const drivers = await rows('drivers', `license_plate=eq.${form.plate}&select=name`, site.backend);
  expect(drivers).toEqual([{ name: form.name }]);
  expect(refusals).toEqual([]);

  await untilKept(page, 1);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('heading', { name: form.name })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('img', { name: form.name })).toBeVisible();
  await expectPictures(page);
  await expect(page.getByText(connection.offline)).toBeVisible();
  await context.setOffline(false);
  await expectConnected(page);
});

test('a device hears from a backend on another origin that its clock is wrong', async ({ page, site }) => {
  await page.clock.install({ time: Date.now() + 60 * 60_000 });
  await signInByTyping(page, await createDriver(undefined, site.backend));
  await expect(page.getByText(connection.wrongClock)).toBeVisible();
});

test('an administrator changes a driver, creates a user and sees changes as they happen', async ({
  page,
  site,
}) => {
  const refusals = refusalsOf(page);
  const driver = await createDriver(`Edita ${mark()}`, site.backend);
  const live = untilLive(page);
  await signInByTyping(page, await createAccount('admin', site.backend));
  await live;
  await openSection(page, words.drivers);
  await page.getByRole('searchbox').fill(driver.plate);
  await page.getByRole('button', { name: words.driverList.editDriver(driver.name) }).click();
  const name = `Cambiado ${mark()}`;
  await page.getByLabel(labels.short.name, { exact: true }).fill(name);
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.driverList.saved(name))).toBeVisible();

  const elsewhere = `Desde otra pantalla ${mark()}`;
  await patch('drivers', `id=eq.${driver.driverId}`, { name: elsewhere }, site.backend);
  await expect(page.getByRole('rowheader', { name: elsewhere })).toBeVisible();

  await page.getByRole('button', { name: 'Crear Usuario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear Nuevo Usuario' });
  const email = `nuevo-${mark().toLowerCase()}@example.com`;
  await dialog.getByLabel(words.email, { exact: true }).fill(email);
  await dialog.getByLabel(words.userForm.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: words.userForm.create }).click();
  await expect(page.getByText(words.userList.created(email))).toBeVisible();
  expect(refusals).toEqual([]);
});

test('the public pages open at their own addresses, and a passenger rates', async ({ page, site }) => {
  const refusals = refusalsOf(page);
  const driver = await createDriver('Diego Fuentes Rojas', site.backend);
  const [row] = await rows<{ verification_code: string }>(
    'drivers',
    `id=eq.${driver.driverId}&select=verification_code`,
    site.backend,
  );
  const answer = await page.goto(`/verify/${row!.verification_code}`);
  expect(answer?.headers()['cache-control']).toBe('no-store');
  expect(answer?.headers()['referrer-policy']).toMatch(/no-referrer$/);
  await expect(page.getByText(shownPlate(driver.plate))).toBeVisible();
  await page.goto('/guide');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await signInByTyping(page, driver);
  const made = page.waitForResponse('**/rpc/create_rating_link');
  await page.getByRole('button', { name: home.rateTrip }).click();
  const [link] = (await (await made).json()) as { token: string }[];
  await page.goto(`/rate/${link!.token}`);
  await page.getByRole('button', { name: publicPages.rate.stars(4) }).click();
  await expect(page.getByText(publicPages.rate.thanks)).toBeVisible();
  const reviews = await rows('reviews', `driver_id=eq.${driver.driverId}&select=rating`, site.backend);
  expect(reviews).toEqual([{ rating: 4 }]);
  expect(refusals).toEqual([]);
});

test('files are served with the headers that our own server sends', async ({ request, site }) => {
  const page = await request.get('/');
  const { headers: own } = await fetch(site.backend);
  for (const name of [
    'x-content-type-options',
    'referrer-policy',
    'strict-transport-security',
    'permissions-policy',
    'cross-origin-opener-policy',
    'content-security-policy',
    'cache-control',
  ])
    expect([name, page.headers()[name]]).toEqual([name, own.get(name)]);
  const html = await page.text();
  expect(html).toContain(`<title>${brand}</title>`);
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  expect((await request.get(asset)).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache, max-age=0');
  expect(await (await request.get('/manifest.webmanifest')).json()).toMatchObject({ name: brand });
});
