import { expect, test } from '@playwright/test';
import { chooseLanguage, closePanel, openPanel } from './passengerSteps.ts';
import { createDriver } from './people.ts';
import { expectShownWell, signIn } from './steps.ts';
import { content, wordsOf } from './words.ts';

const { home, info, tours } = await wordsOf('es');

test('a passenger chooses a language, which stays after a reload, and books in it', async ({ page }) => {
  const driver = await createDriver();
  const german = await wordsOf('de');
  await signIn(page, driver);
  await expect(page.getByText(home.bookTrip)).toBeVisible();
  await expectShownWell(page);
  await chooseLanguage(page, 'de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle(new RegExp(content.company.tagline.de!.text));
  const link = page.getByRole('main').getByRole('link', { name: /WhatsApp/ });
  const { searchParams } = new URL((await link.getAttribute('href')) ?? '');
  expect(searchParams.get('text')).toBe(german.home.bookingMessage(driver.code));

  await openPanel(page, german.home.tiles.tours.title);
  const dialog = page.getByRole('dialog');
  for (const { name } of german.tours)
    await expect(dialog.getByRole('heading', { name, exact: true })).toBeVisible();
  await closePanel(page);
  await openPanel(page, german.home.tiles.places.title);
  await expect(dialog.getByRole('article').first()).toBeVisible();
});

test('the name of the driver stands in the first picture, before the app has loaded, which does not wait for the rules of its content', async ({
  page,
  browser,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  await expect(page.getByText(home.bookTrip)).toBeVisible();
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState, serviceWorkers: 'block' });
  const first = await context.newPage();
  const files: string[] = [];
  first.on('request', (request) => files.push(request.url()));
  const app = Promise.withResolvers<void>();
  await first.route('**/assets/startApp-*.js', async (route) => {
    await app.promise;
    await route.continue();
  });
  await first.goto(page.url(), { waitUntil: 'commit' });
  await expect(first.getByRole('banner')).toHaveText(driver.name);
  app.resolve();
  await expect(first.getByRole('heading', { name: driver.name })).toBeVisible();
  await expect(first.locator('.first-name')).toHaveCount(0);
  await expect(first.getByText(home.bookTrip)).toBeVisible();
  // The release, not the probe of the connection.
  expect(files.filter((file) => /\/content_releases\?.*published_at/.test(file))).toHaveLength(1);
  expect(files.filter((file) => file.includes('/assets/problems-'))).toEqual([]);
  await context.close();
});

test('my location opens the map, at the position of the device where that is allowed', async ({
  page,
  context,
}) => {
  await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'map' }));
  await signIn(page, await createDriver());
  const press = async () => {
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: home.tiles.location.title }).click();
    return opened;
  };
  const refused = await press();
  await refused.waitForURL(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=$/);
  await refused.close();
  await context.setGeolocation({ latitude: -33.3898, longitude: -70.7945 });
  await context.grantPermissions(['geolocation']);
  const allowed = await press();
  await allowed.waitForURL(/query=-33\.3898(,|%2C)-70\.7945/);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the built-in content is shown when the release cannot be read', async ({ page }) => {
  await page.route('**/rest/v1/content_releases*', (route) => route.abort());
  await signIn(page, await createDriver());
  await openPanel(page, home.tiles.tours.title);
  for (const { name } of tours) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await closePanel(page);
  await openPanel(page, home.tiles.routes.title);
  await expect(page.getByRole('dialog').getByText(info.routes.inquire).first()).toBeVisible();
  await expect(page.locator('body')).not.toContainText('$');
});

test('everything can be reached and used with the keyboard alone', async ({ page }) => {
  await signIn(page, await createDriver());
  await expect(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
  const reached: string[] = [];
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate<string>('document.activeElement.textContent'));
  }
  for (const { title } of Object.values(home.tiles))
    expect(reached.some((text) => text.includes(title))).toBe(true);
  expect(reached.some((text) => text.includes(home.rateTrip))).toBe(true);
  const tile = page.getByRole('button', { name: home.tiles.safety.title });
  await tile.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await closePanel(page);
  await expect(tile).toBeFocused();
});

test('a panel is there at once on a tablet; on a phone it slides in, unless motion is unwelcome', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, await createDriver());
  const dialog = page.getByRole('dialog');
  const expectAnimation = async (name: string) => {
    await openPanel(page, home.tiles.legal.title);
    await expect(dialog).toHaveCSS('animation-name', name);
    await closePanel(page);
  };
  await expectAnimation('none');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAnimation('sheet-in');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expectAnimation('none');
});
