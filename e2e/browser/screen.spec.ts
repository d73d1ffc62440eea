import { expect, test, type Page } from '@playwright/test';
import { connection } from '../../web/i18n/es/connection.ts';
import { home } from '../../web/i18n/es/home.ts';
import { rating } from '../../web/i18n/es/rating.ts';
import { greetings } from '../../web/i18n/greetings.ts';
import { createDriver } from './people.ts';
import { expectShownWell, signIn } from './steps.ts';
import { languages } from './words.ts';

/** The screen of a driver, by a clock that the test moves. */
async function openScreen(page: Page, time?: Date): Promise<void> {
  await page.clock.install(time && { time });
  await signIn(page, await createDriver());
  await expect(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
  await expect.poll(() => page.evaluate('history.state')).toBe('stay');
}

const greeting = (page: Page) => page.getByText(greetings.de.hello, { exact: true });
const clock = (page: Page) => page.getByRole('dialog').getByText(/^\d\d:\d\d/);
/** The portal of an airport's network: every address of the backend is its page. */
const portal = /\/(auth|rest|functions)\/v1\//;

test('a screen that nobody touches goes dark and need not stay on; a press brings it back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['screen-wake-lock']);
  await page.addInitScript(`
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => (window.lock = await request(type));
  `);
  const isKeptOn = () => page.evaluate('window.lock?.released === false');
  await openScreen(page);
  await expect.poll(isKeptOn).toBe(true);
  await page.clock.fastForward('02:00');
  await expect(greeting(page)).toBeVisible();
  await page.clock.fastForward('20:00');
  await expect(clock(page)).toBeVisible();
  await expect.poll(isKeptOn).toBe(false);
  await expectShownWell(page);
  await page.mouse.click(100, 100);
  await expect(greeting(page)).toBeVisible();
  await expect.poll(isKeptOn).toBe(true);
});

test('a screen reloads once a night, when nobody is there, with a connection and nothing unsent', async ({
  page,
}) => {
  await openScreen(page, new Date('2026-11-24T01:00:00-03:00'));
  const isNew = () => page.evaluate<boolean>('!window.opened');
  await page.evaluate('window.opened = true');
  await page.clock.runFor('02:00');
  await expect(greeting(page)).toBeVisible();
  await page.route(portal, (route) => route.fulfill({ body: '<html>WiFi</html>', contentType: 'text/html' }));
  await page.clock.fastForward('03:00:00');
  await page.clock.runFor('02:00');
  expect(await isNew()).toBe(false);
  await page.unroute(portal);
  await expect(async () => {
    await page.clock.runFor('01:00');
    expect(await isNew()).toBe(true);
  }).toPass();
  // The screen was dark, and is dark again.
  await expect(clock(page)).toBeVisible();
  await page.evaluate('window.opened = true');
  await page.clock.fastForward('50:00');
  await page.clock.runFor('02:00');
  expect(await isNew()).toBe(false);
});

test('a rating that is not sent yet holds up the reload of the night', async ({ page }) => {
  await openScreen(page, new Date('2026-11-24T01:00:00-03:00'));
  const reviews = '**/rest/v1/reviews*';
  await page.route(reviews, (route) => route.abort());
  await page.evaluate('window.opened = true');
  const isNew = () => page.evaluate<boolean>('!window.opened');
  await page.getByRole('button', { name: home.rateTrip }).click();
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/reviews'));
  await page.getByRole('button', { name: rating.submit }).click();
  await expect(page.getByText(home.thanks)).toBeVisible();
  await refused;
  await page.clock.runFor('02:00');
  await expect(greeting(page)).toBeVisible();
  await page.clock.fastForward('03:00:00');
  await page.clock.runFor('02:00');
  expect(await isNew()).toBe(false);
  await page.unroute(reviews);
  const delivered = page.waitForResponse((response) => response.url().includes('/reviews') && response.ok());
  await expect(async () => {
    await page.clock.runFor('01:00');
    expect(await isNew()).toBe(true);
  }).toPass();
  await delivered;
});

test('a network that wants a sign-in is no connection', async ({ page }) => {
  const badge = page.getByRole('status').filter({ hasText: connection.offline });
  await openScreen(page);
  await page.route(portal, (route) => route.fulfill({ body: '<html>WiFi</html>', contentType: 'text/html' }));
  await page.clock.fastForward('01:05');
  await expect(badge).toBeVisible();
  await page.unroute(portal);
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(badge).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
});

test('an installed app offers WhatsApp as a code, a tab of the browser as a link, and the driver’s own choice wins', async ({
  page,
}) => {
  const links = page.getByRole('main').locator('a[href^="https://wa.me/"]');
  await signIn(page, await createDriver());
  await expect(links).not.toHaveCount(0);

  // As in the window of an installed app.
  await page.addInitScript(`
    const match = window.matchMedia.bind(window);
    window.matchMedia = (query) => match(query.replace('(display-mode: standalone)', 'all'));
  `);
  await page.reload();
  await expect(page.getByRole('main').getByRole('img', { name: home.whatsappQr })).toBeVisible();
  await expect(links).toHaveCount(0);

  await page.evaluate(`localStorage.setItem('links', 'open')`);
  await page.reload();
  await expect(links).not.toHaveCount(0);
});

test('a browser that is too old says so in five languages; the others say nothing', async ({ page }) => {
  const sentences = page.locator('.unsupported > p');
  await page.goto('/login');
  await expect(sentences).toHaveCount(languages.length);
  for (const language of languages)
    await expect(sentences.and(page.locator(`[lang=${language}]`))).toBeHidden();

  // Such a browser drops every rule inside a layer, and cannot read the modules.
  await page.addInitScript(`
    addEventListener('DOMContentLoaded', () => {
      for (const { cssRules, ownerNode } of document.styleSheets)
        if ([...cssRules].some((rule) => rule instanceof CSSLayerBlockRule)) ownerNode.disabled = true;
    });
  `);
  await page.route('**/*.js', (route) =>
    route.fulfill({ body: 'syntax error', contentType: 'text/javascript' }),
  );
  await page.reload();
  for (const language of languages)
    await expect(sentences.and(page.locator(`[lang=${language}]`))).toBeVisible();
});
