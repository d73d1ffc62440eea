import { expect, test, type Page } from '@playwright/test';
import { login as german } from '../../web/i18n/de/login.ts';
import { admin as english } from '../../web/i18n/en/admin.ts';
import { common as englishCommon } from '../../web/i18n/en/common.ts';
import { common } from '../../web/i18n/es/common.ts';
import { login } from '../../web/i18n/es/login.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { createAccount, createDriver, rows } from './people.ts';
import {
  fillRegistration,
  newForm,
  openDriverMenu,
  registerButton,
  signIn,
  signInByTyping,
} from './steps.ts';
import { wordsOf } from './words.ts';
import { noonZone } from './settings.ts';

test.use({ timezoneId: noonZone });

const day = 24 * 3600 * 1000;

/** Everything that this device keeps for the app, as one text: storage, databases, caches, cookies. */
const everythingKept = `(async () => {
  const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise((resolve, reject) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
      kept.push(JSON.stringify(all));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (/rest|auth|storage|functions/.test(new URL(request.url).pathname.split('/')[1])) kept.push(request.url);
      const type = (await cache.match(request)).headers.get('content-type') ?? '';
      if (type.includes('json')) kept.push(await (await cache.match(request)).text());
    }
  }
  return kept.join('\\n');
})()`;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function tokensOf(page: Page): Promise<Tokens> {
  const stored = `Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))[1]`;
  return JSON.parse(await page.evaluate<string>(stored)) as Tokens;
}

test('S9 signing out leaves nothing of the driver on the device, in any tab; no address had a token', async ({
  page,
  context,
}) => {
  const driver = await createDriver('Ximena Zúñiga');
  const addresses: string[] = [];
  context.on('request', (request) => addresses.push(request.url()));
  context.on('page', (opened) => opened.on('websocket', (socket) => addresses.push(socket.url())));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await signIn(page, driver);
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
  const tokens = await tokensOf(page);
  expect(await page.evaluate<string>(everythingKept)).toContain(driver.plate);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: driver.name })).toBeVisible();
  await expect.poll(() => addresses.some((url) => url.includes('/realtime/'))).toBe(true);

  const traces = [driver.name, driver.plate, driver.email, driver.id, ...Object.values(tokens).map(String)];
  const tracesIn = async (tab: Page) => {
    const kept = await tab.evaluate<string>(everythingKept);
    return traces.filter((trace) => kept.includes(trace));
  };
  await openDriverMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login');
    await expect(tab.getByRole('heading', { name: login.signInTitle })).toBeVisible();
    await expect.poll(() => tracesIn(tab)).toEqual([]);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: login.signInTitle })).toBeVisible();
  await expect(page.getByText(driver.name)).toBeHidden();
  const secrets = [tokens.access_token, tokens.refresh_token, driver.password].map(encodeURIComponent);
  for (const secret of secrets) expect(addresses.filter((url) => url.includes(secret))).toEqual([]);
});

for (const [what, offset] of [
  ['a day fast', day],
  ['a day slow', -day],
] as const) {
  test(`I4 on a tablet whose clock is ${what} the app works, and does not refresh all the time`, async ({
    page,
  }) => {
    const driver = await createDriver();
    let refreshes = 0;
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshes += 1;
    });
    await page.clock.install({ time: Date.now() + offset });
    await signInByTyping(page, driver);
    await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
    const { home, rating } = await wordsOf('es');
    // From here on the screen notices that nobody touches it, and greets; also after a reload.
    await expect.poll(() => page.evaluate('history.state')).toBe('stay');
    const greeting = page.getByRole('dialog', { name: 'Andes Transfer' });
    await page.clock.fastForward('10:00');
    await expect(greeting).toBeVisible();
    await page.reload();
    await greeting.getByRole('button', { name: languageNames.es }).click();
    await page.getByRole('button', { name: home.rateTrip }).click();
    await page.getByRole('button', { name: rating.submit }).click();
    await expect.poll(() => rows('reviews', `driver_id=eq.${driver.driverId}&select=rating`)).toHaveLength(1);
    expect(refreshes).toBe(0);

    const refreshed = page.waitForResponse(/grant_type=refresh_token/);
    await page.clock.fastForward('55:00');
    expect((await refreshed).status()).toBe(200);
    await page.clock.fastForward('05:00');
    await page.reload();
    await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
    expect(refreshes).toBe(1);
  });
}

test('I4 a language that there is not is Spanish', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(`localStorage.setItem('language', 'xx')`);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { name: login.signInTitle })).toBeVisible();
});

test('the panel is in English on a German device, whose sign-in is German again afterwards', async ({
  page,
}) => {
  await page.goto('/login');
  await page.evaluate(`localStorage.setItem('language', 'de')`);
  await signIn(page, await createAccount('office'));
  await expect(page.getByRole('heading', { name: english.title })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: englishCommon.signOut }).click();
  await expect(page.getByRole('heading', { name: german.signInTitle })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('I5 a registration that is pressed twice and sent again is one account with one driver', async ({
  page,
}) => {
  const form = newForm();
  await fillRegistration(page, form);
  await registerButton(page).dblclick();
  await expect(page.getByText(login.registered)).toBeVisible();
  await fillRegistration(page, form);
  await registerButton(page).dblclick();
  await expect(page.getByText(login.registered)).toBeVisible();
  const drivers = await rows<{ id: string }>('drivers', `license_plate=eq.${form.plate}&select=id`);
  expect(drivers).toHaveLength(1);
  expect(await rows('user_drivers', `driver_id=eq.${drivers[0]!.id}`)).toHaveLength(1);
});
