import { expect, type Page } from '@playwright/test';
import { textIn } from '../../shared/content/text.ts';
import { info } from '../../web/i18n/es/info.ts';
import { test } from './ownProduct.ts';
import { chooseLanguage, closePanel, openPanel } from './passengerSteps.ts';
import { createDriver } from './people.ts';
import { publish, publishFirst, withFirstPrice } from './publishing.ts';
import { signIn, signInLive } from './steps.ts';
import { content, languages, wordsOf } from './words.ts';

const { home } = await wordsOf('es');

/** The line of the tile, which names the lowest price of all routes. */
const expectLowest = (page: Page, price: string) =>
  expect(page.getByRole('main').getByText(home.tiles.routes.line(price))).toBeVisible({ timeout: 15_000 });

const today = () =>
  new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', timeZone: 'America/Santiago' }).format();

test.afterEach(({ product }) => publishFirst(product.address));

test('an administrator publishes a price: an open device shows it by itself, with its date', async ({
  page,
  product,
}) => {
  await publish(withFirstPrice(14_000), product.address);
  await signInLive(page, await createDriver(undefined, product.address));
  await expectLowest(page, '$14.000');
  await publish(withFirstPrice(13_000), product.address);
  await expectLowest(page, '$13.000');
  await openPanel(page, home.tiles.routes.title);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('$13.000')).toBeVisible();
  await expect(dialog.getByText(info.routes.pricesOf(today()))).toBeVisible();
});

test('a fresh device never shows a built-in price or name', async ({ browser, product }) => {
  const driver = await createDriver(undefined, product.address);
  await publish(
    (published) => ({
      ...withFirstPrice(15_990)(published),
      company: { ...published.company, name: 'Traslados Lautaro' },
    }),
    product.address,
  );
  const context = await browser.newContext({ baseURL: product.address });
  const device = await context.newPage();
  await device.addInitScript(`
    window.seen = new Set();
    const note = () => seen.add(document.querySelector('#root')?.textContent ?? '');
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  `);
  await signIn(device, driver);
  await expectLowest(device, '$15.990');
  const seen = await device.evaluate<string>('[...seen].join()');
  expect(seen).toContain('Traslados Lautaro');
  expect(seen).not.toContain('$15.000');
  expect(seen).not.toContain(content.company.name);
  await context.close();
});

test('with a panel open nothing changes until it is closed', async ({ page, product }) => {
  await page.clock.install();
  await publish(withFirstPrice(12_000), product.address);
  await signInLive(page, await createDriver(undefined, product.address));
  await expectLowest(page, '$12.000');
  await openPanel(page, home.tiles.routes.title);
  const read = page.waitForResponse((response) => /content_releases\?select=.*content/.test(response.url()));
  await publish(withFirstPrice(11_000), product.address);
  await read;
  // Without a panel the screen changes three seconds after the last touch.
  await page.clock.runFor(10_000);
  await expect(page.getByRole('dialog').getByText('$12.000')).toBeVisible();
  await closePanel(page);
  await expectLowest(page, '$11.000');
});

test('a device without a network shows the old price with its date, then the new one by itself', async ({
  page,
  context,
  product,
}) => {
  await publish(withFirstPrice(10_000), product.address);
  await signIn(page, await createDriver(undefined, product.address));
  await expectLowest(page, '$10.000');
  // The panel is on the device once it has been open.
  await openPanel(page, home.tiles.routes.title);
  await closePanel(page);
  await context.setOffline(true);
  await publish(withFirstPrice(9_000), product.address);
  await openPanel(page, home.tiles.routes.title);
  await expect(page.getByRole('dialog').getByText('$10.000')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(info.routes.pricesOf(today()))).toBeVisible();
  await closePanel(page);
  await context.setOffline(false);
  await expectLowest(page, '$9.000');
});

test('a claim that is switched off and a price that is over are on no page, in any language', async ({
  page,
  product,
}) => {
  const insurance = content.claims.find(({ id }) => id === 'insurance')!;
  const over = [{ pesos: 14_500, validUntil: '2026-01-31' }];
  await publish(
    ({ claims, routes, ...others }) => ({
      ...others,
      claims: claims.map((claim) => (claim.id === insurance.id ? { ...claim, shown: false } : claim)),
      routes: routes.map((route, index) => (index === 0 ? { ...route, prices: over } : route)),
    }),
    product.address,
  );
  const driver = await createDriver(undefined, product.address);
  await signIn(page, driver);
  await expectLowest(page, '$18.000');
  for (const language of languages) {
    const { home: words, info: panels } = await wordsOf(language);
    const gone = [textIn(insurance.title, language).text, textIn(insurance.line, language).text, '$14.500'];
    const expectGone = async () => {
      const text = (await page.locator('body').innerText()).toLowerCase();
      expect(gone.filter((each) => text.includes(each.toLowerCase()))).toEqual([]);
    };
    if (language !== 'es') await chooseLanguage(page, language);
    await expectGone();
    await openPanel(page, words.tiles.safety.title);
    await expect(
      page.getByRole('dialog').getByText(textIn(content.claims[0]!.title, language).text),
    ).toBeVisible();
    await expectGone();
    await closePanel(page);
    await openPanel(page, words.tiles.routes.title);
    await expect(page.getByRole('dialog').getByText(panels.routes.inquire)).toBeVisible();
    await expectGone();
    await closePanel(page);
  }
  for (const language of languages) {
    await page.goto(`/guide?lang=${language}`);
    await expect(page.getByText((await wordsOf(language)).info.routes.inquire)).toBeVisible();
    expect(await page.locator('body').innerText()).not.toContain('$14.500');
  }
});

test('the page that the server sends names the company of the newest release', async ({
  request,
  product,
}) => {
  const company = { name: 'Transfer del Maipo' };
  await publish((content) => ({ ...content, company: { ...content.company, ...company } }), product.address);
  await expect
    .poll(async () => (await request.get('/login')).text(), { timeout: 15_000 })
    .toContain('<title>Transfer del Maipo</title>');
  const manifest = await request.get('/manifest.webmanifest');
  expect(await manifest.json()).toMatchObject(company);
});
