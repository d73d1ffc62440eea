import { expect, test, type Page } from '@playwright/test';
import { categories, cities, places } from '../../web/content/places.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { createDriver, patch, type DriverAccount } from './people.ts';
import { expectAccessible, expectShownWellEverywhere, shownPlate, signIn } from './steps.ts';
import { languages, wordsOf, type Language } from './words.ts';

async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.getByRole('banner').getByRole('button').first().click();
  await page.getByRole('dialog').getByText(languageNames[language], { exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

async function openPanel(page: Page, title: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: title }).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: title, exact: true, level: 2 }),
  ).toBeVisible();
}

async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

for (const language of languages) {
  test(`every panel shows its content in ${languageNames[language]}, and the choice survives a reload`, async ({
    page,
  }) => {
    test.slow();
    const driver = await createDriver();
    const { home, info, panels, places: placeWords, tours, rating, common } = await wordsOf(language);
    await signIn(page, driver);
    await chooseLanguage(page, language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(new RegExp(common.subtitle.slice(0, 12)));
    await expect(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
    await expect(page.getByText(home.bookTrip)).toBeVisible();
    await expectAccessible(page);

    const { tiles } = home;
    await openPanel(page, tiles.airport.title);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(info.minutes(25))).toBeVisible();
    await expect(dialog.getByText(info.gate(5))).toBeVisible();
    await expect(dialog.getByText(info.gate(3))).toBeVisible();
    await closePanel(page);

    await openPanel(page, tiles.safety.title);
    for (const item of Object.values(info.safety)) await expect(dialog.getByText(item.title)).toBeVisible();
    await expectAccessible(page);
    await closePanel(page);

    await openPanel(page, tiles.routes.title);
    for (const price of ['$15.000', '$18.000', '$22.000', '$25.000'])
      await expect(dialog.getByText(price, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await closePanel(page);

    await openPanel(page, tiles.return.title);
    await expect(dialog.getByText(info.minutes(15))).toBeVisible();
    await expectAccessible(page);
    await closePanel(page);

    await openPanel(page, tiles.tours.title);
    await expect(dialog.getByText(panels.tours.threeHours, { exact: true }).first()).toBeVisible();
    await expect(dialog.getByText(panels.tours.fullDay, { exact: true }).first()).toBeVisible();
    for (const tour of tours) {
      await expect(dialog.getByRole('heading', { name: tour.name, exact: true })).toBeVisible();
      for (const stop of tour.stops)
        await expect(dialog.getByText(stop.place, { exact: true }).first()).toBeVisible();
    }
    await expectAccessible(page);
    await closePanel(page);

    await openPanel(page, tiles.places.title);
    for (const city of cities) {
      await dialog.locator(`#city-${city}`).click();
      await expect(dialog.getByRole('tab', { name: panels.places.historic })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      for (const category of categories) {
        await dialog.locator(`#category-${category}`).click();
        const shown = places.filter((place) => place.city === city && place.category === category);
        expect(shown.length).toBeGreaterThanOrEqual(3);
        await expect(dialog.getByRole('article')).toHaveCount(shown.length);
        for (const { id, address } of shown) {
          const { name, description, alt } = placeWords[id];
          const card = dialog.getByRole('article').filter({ hasText: name });
          await expect(card.getByText(description)).toBeVisible();
          await expect(card.getByAltText(alt)).toBeVisible();
          if (address) await expect(card.getByText(address)).toBeVisible();
        }
      }
    }
    await expectAccessible(page);
    await closePanel(page);

    await page.getByRole('button', { name: home.rateTrip }).click();
    await expect(dialog.getByRole('radio', { name: rating.stars(5) })).toBeChecked();
    await expectAccessible(page);
  });
}

test('the driver card shows who drives: photo or initials, name, plate in pairs, code, rating', async ({
  page,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  const card = page.getByRole('banner');
  await expect(card.getByRole('heading', { name: driver.name })).toBeVisible();
  await expect(card.getByText(shownPlate(driver.plate))).toBeVisible();
  await expect(card.getByText(driver.code)).toBeVisible();
  await expect(card.getByText('4,8', { exact: true })).toBeVisible();
  for (const shown of [
    card.getByRole('heading', { name: driver.name }),
    card.getByText(shownPlate(driver.plate)),
  ]) {
    const size = Number.parseFloat(
      await shown.evaluate(
        (element) => element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? '',
      ),
    );
    expect(size).toBeGreaterThanOrEqual(28);
  }
});

test('WhatsApp is a code and a real link, with a text in the language that names the driver code', async ({
  page,
}) => {
  const driver = await createDriver();
  await signIn(page, driver);
  const link = page.getByRole('main').getByRole('link', { name: /WhatsApp/ });
  const url = new URL((await link.getAttribute('href')) ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/56912345678');
  expect(url.searchParams.get('text')).toContain(driver.code);
  await chooseLanguage(page, 'de');
  const { home } = await wordsOf('de');
  const german = new URL((await link.getAttribute('href')) ?? '');
  expect(german.searchParams.get('text')).toBe(home.bookingMessage(driver.code));
});

test.describe('my location', () => {
  test('opens the map at the position of the device', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -33.3898, longitude: -70.7945 });
    await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'map' }));
    await signIn(page, await createDriver());
    const opened = context.waitForEvent('page');
    const { home } = await wordsOf('es');
    await page.getByRole('button', { name: home.tiles.location.title }).click();
    await (await opened).waitForURL(/query=-33\.3898(,|%2C)-70\.7945/);
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('opens the map without it where that is refused', async ({ page, context }) => {
    await context.route('https://www.google.com/**', (route) => route.fulfill({ body: 'map' }));
    await signIn(page, await createDriver());
    const opened = context.waitForEvent('page');
    const { home } = await wordsOf('es');
    await page.getByRole('button', { name: home.tiles.location.title }).click();
    await (await opened).waitForURL(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=$/);
  });
});

test('the built-in tours are shown when the database has none and when loading fails', async ({ page }) => {
  const { home, tours } = await wordsOf('es');
  await signIn(page, await createDriver());
  await page.route('**/rest/v1/time_based_routes*', (route) => route.fulfill({ json: [] }));
  await openPanel(page, home.tiles.tours.title);
  for (const { name } of tours) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await page.unroute('**/rest/v1/time_based_routes*');
  await page.route('**/rest/v1/time_based_routes*', (route) => route.abort());
  await page.reload();
  await openPanel(page, home.tiles.tours.title);
  for (const { name } of tours) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
});

test('the screen and its panels fit every size, also in German, and are accessible in both themes', async ({
  page,
}) => {
  test.slow();
  await signIn(page, await createDriver('Maximiliano Hernández-Valenzuela'));
  await chooseLanguage(page, 'de');
  await expectShownWellEverywhere(page);
  const { home } = await wordsOf('de');
  for (const { title } of [home.tiles.routes, home.tiles.tours, home.tiles.places]) {
    await openPanel(page, title);
    await expect(page.getByRole('dialog').getByRole('heading').nth(1)).toBeVisible();
    await expectShownWellEverywhere(page);
    await closePanel(page);
  }
});

test('H6 names and plates that look like code are shown as text', async ({ page }) => {
  const driver: DriverAccount = await createDriver();
  await patch('drivers', `id=eq.${driver.driverId}`, { name: '<img src=x onerror=alert(1)> {{7*7}}' });
  await signIn(page, driver);
  await expect(page.getByRole('heading', { name: '<img src=x onerror=alert(1)> {{7*7}}' })).toBeVisible();
});

test('everything can be reached and used with the keyboard alone', async ({ page }) => {
  await signIn(page, await createDriver());
  const { home } = await wordsOf('es');
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
