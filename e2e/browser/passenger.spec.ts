import { expect, test, type Locator } from '@playwright/test';
import { phraseGroups, type AnswerId, type PhraseId } from '../../web/content/phrases.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { chooseLanguage, closePanel, expectNothingCutOff, openPanel } from './passengerSteps.ts';
import { createDriver } from './people.ts';
import {
  expectAccessible,
  expectFitsEverywhere,
  expectNoSidewaysScroll,
  expectShownWellEverywhere,
  shownPlate,
  signIn,
  sizes,
} from './steps.ts';
import { languages, wordsOf } from './words.ts';

const sentences: readonly PhraseId[] = Object.values(phraseGroups).flat();

const fontSize = (text: Locator): Promise<number> =>
  text.evaluate((element) =>
    Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? ''),
  );

for (const language of languages) {
  test(`each of the 24 sentences is a sign in Spanish and in ${languageNames[language]}`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, await createDriver());
    await chooseLanguage(page, language);
    const { home, phrases } = await wordsOf(language);
    const { phrases: spanish } = await wordsOf('es');
    await openPanel(page, home.tiles.talk.title);
    const dialog = page.getByRole('dialog');
    for (const title of Object.values(phrases.groups))
      await expect(dialog.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expectNothingCutOff(page);

    expect(sentences).toHaveLength(24);
    expect(new Set(sentences)).toEqual(new Set(Object.keys(spanish.sentences)));
    const back = dialog.getByRole('button', { name: phrases.back });
    for (const id of sentences) {
      const card = dialog.getByRole('button', { name: phrases.sentences[id], exact: true });
      await card.click();
      const sign = dialog.locator('.sign');
      const large = sign.locator('p[lang=es]');
      await expect(large).toHaveText(spanish.sentences[id]);
      await expect(sign.locator(`p[lang=${language}]`)).toHaveText(phrases.sentences[id]);
      await expect(sign.locator('p[lang]')).toHaveCount(language === 'es' ? 1 : 2);
      expect(await fontSize(large)).toBeGreaterThanOrEqual(28);
      await expectNothingCutOff(page);
      await back.click();
      await expect(card).toBeFocused();
    }
  });
}

test('the driver points at an answer, which is large in the passenger’s language', async ({ page }) => {
  await signIn(page, await createDriver());
  await chooseLanguage(page, 'fr');
  const { home, phrases } = await wordsOf('fr');
  const { phrases: spanish } = await wordsOf('es');
  await openPanel(page, home.tiles.talk.title);
  const dialog = page.getByRole('dialog');
  for (const id of Object.keys(phrases.answers) as AnswerId[]) {
    await dialog.getByRole('button', { name: phrases.sentences.pharmacy }).click();
    await expect(dialog.getByText(spanish.reply)).toBeVisible();
    await dialog.getByRole('button', { name: spanish.answers[id] }).click();
    const own = dialog.locator('.sign p[lang=fr]');
    const driver = dialog.locator('.sign p[lang=es]');
    await expect(own).toHaveText(phrases.answers[id]);
    await expect(driver).toHaveText(spanish.answers[id]);
    expect(await fontSize(own)).toBeGreaterThan(1.5 * (await fontSize(driver)));
    await dialog.getByRole('button', { name: phrases.back }).click();
  }
});

test('a sentence is readable from the front seat: at least 56 px on a tablet', async ({ page }) => {
  await signIn(page, await createDriver());
  const { home, phrases } = await wordsOf('es');
  await openPanel(page, home.tiles.talk.title);
  await page.getByRole('dialog').getByRole('button', { name: phrases.sentences.slower }).click();
  expect(await fontSize(page.locator('.sign p[lang=es]'))).toBeGreaterThanOrEqual(56);
});

for (const language of languages) {
  test(`how to tell a legal taxi, with this car’s plate to compare, in ${languageNames[language]}`, async ({
    page,
  }) => {
    const driver = await createDriver();
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, driver);
    await chooseLanguage(page, language);
    const { home, legalTaxi } = await wordsOf(language);
    await openPanel(page, home.tiles.legal.title);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(shownPlate(driver.plate))).toBeVisible();
    await expect(dialog.getByRole('paragraph').filter({ hasText: driver.name })).toBeVisible();
    const { compare, signs, refuse, law, trouble, note } = legalTaxi;
    const { title: signsTitle, ...known } = signs;
    const texts = [compare.text, compare.mismatch, signsTitle, law, trouble, note, ...Object.values(refuse)];
    for (const { title, line } of Object.values(known)) texts.push(title, line);
    for (const text of texts) await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    await expectNothingCutOff(page);
    await expectAccessible(page);
  });

  test(`routes and tours lead to WhatsApp, by link and by code, in ${languageNames[language]}`, async ({
    page,
  }) => {
    const driver = await createDriver();
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, driver);
    await chooseLanguage(page, language);
    const { home, info, panels, tours } = await wordsOf(language);
    const { booking } = panels;
    const dialog = page.getByRole('dialog');

    await openPanel(page, home.tiles.routes.title);
    const routes = [
      [info.routes.downtown, '$15.000'],
      ['Providencia', '$18.000'],
      ['Las Condes', '$22.000'],
      ['Vitacura', '$25.000'],
    ] as const;
    for (const [name, price] of routes)
      await expectBookable(dialog, booking, name, booking.route(name, price, driver.code));
    await expectNothingCutOff(page);
    await expectAccessible(page);
    await closePanel(page);

    await openPanel(page, home.tiles.tours.title);
    for (const { name } of tours)
      await expectBookable(dialog, booking, name, booking.tour(name, driver.code));
    await expectNothingCutOff(page);
    await expectAccessible(page);
  });
}

type Booking = Awaited<ReturnType<typeof wordsOf>>['panels']['booking'];

async function expectBookable(dialog: Locator, booking: Booking, name: string, message: string) {
  expect(message).toContain(name);
  const link = dialog.getByRole('link', { name: `${booking.button} ${name}` });
  const url = new URL((await link.getAttribute('href')) ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/56912345678');
  expect(url.searchParams.get('text')).toBe(message);
  const code = dialog.getByRole('img', { name: booking.qr(name) });
  await expect(code).toHaveCount(0);
  await dialog.getByRole('button', { name: `${booking.showQr}: ${name}` }).click();
  await expect(code).toBeVisible();
  await dialog.getByRole('button', { name: `${booking.hideQr}: ${name}` }).click();
  await expect(code).toHaveCount(0);
}

test('there are ten tiles in two columns, the specified seven first, and a tablet shows them all', async ({
  page,
}) => {
  await signIn(page, await createDriver());
  for (const language of ['es', 'de'] as const) {
    await chooseLanguage(page, language);
    const { home } = await wordsOf(language);
    const { airport, safety, routes, location, tours, places, talk, legal, guide } = home.tiles;
    const order = [airport, safety, routes, location, home.tiles.return, tours, places, talk, legal, guide];
    const tiles = page.getByRole('main').getByRole('listitem').getByRole('button');
    await expect(tiles).toHaveCount(10);
    for (const [index, { title }] of order.entries()) await expect(tiles.nth(index)).toContainText(title);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      const boxes = await Promise.all(order.map((_, index) => tiles.nth(index).boundingBox()));
      expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(2);
      expect(new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size).toBe(5);
      for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(56);
      const below = await page.evaluate<number>('document.documentElement.scrollHeight - window.innerHeight');
      if (size.width > 360) expect(below, `${language} ${size.width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('a panel grows out of its tile, or simply appears where motion is unwelcome', async ({ page }) => {
  await signIn(page, await createDriver());
  const { home } = await wordsOf('es');
  const dialog = page.getByRole('dialog');
  const animation = () =>
    dialog.evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element).animationName ?? '',
    );
  await openPanel(page, home.tiles.legal.title);
  expect(await animation()).toBe('grow-in');
  await closePanel(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPanel(page, home.tiles.legal.title);
  expect(await animation()).toBe('none');
});

test('a theme that was chosen on the device stands against the settings of the system', async ({ page }) => {
  await page.goto('/login');
  for (const [chosen, colorScheme] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(`localStorage.setItem('theme', '${chosen}')`);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', chosen);
  }
});

test('the new panels fit every size in large type, and are accessible in both themes', async ({ page }) => {
  test.slow();
  await page.addInitScript(`localStorage.setItem('text-size', 'larger')`);
  await signIn(page, await createDriver('Maximiliano Hernández-Valenzuela'));
  await chooseLanguage(page, 'de');
  await expectFitsEverywhere(page);
  const { home, phrases } = await wordsOf('de');
  const { safety, talk, legal, routes, guide } = home.tiles;
  const expectWell = async () => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectNothingCutOff(page);
    }
    await expectShownWellEverywhere(page);
  };
  for (const { title } of [safety, talk, legal, routes, guide]) {
    await openPanel(page, title);
    await expect(page.getByRole('dialog').locator('h3, svg[role=img]').first()).toBeVisible();
    await expectWell();
    if (title === talk.title) {
      await page.getByRole('button', { name: phrases.sentences.airConditioning }).click();
      await expectWell();
    }
    await closePanel(page);
  }
});
