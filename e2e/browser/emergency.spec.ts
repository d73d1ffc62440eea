import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { languageNames } from '../../web/i18n/languages.ts';
import { chooseLanguage, expectNothingCutOff, openPanel } from './passengerSteps.ts';
import { createDriver } from './people.ts';
import { expectAccessible, shownPlate, signIn } from './steps.ts';
import { languages, wordsOf, type Language } from './words.ts';

/** How often the page has asked where it is, since it was loaded. */
const countQuestions = `{
  const { geolocation } = navigator;
  const ask = geolocation.getCurrentPosition.bind(geolocation);
  window.questions = 0;
  geolocation.getCurrentPosition = (...args) => { window.questions += 1; ask(...args); };
}`;

async function openSafety(page: Page, language: Language) {
  const driver = await createDriver();
  await page.addInitScript(countQuestions);
  await signIn(page, driver);
  await chooseLanguage(page, language);
  const { home, emergency, info } = await wordsOf(language);
  const { emergency: spanish } = await wordsOf('es');
  await openPanel(page, home.tiles.safety.title);
  const dialog = page.getByRole('dialog');
  const plate = shownPlate(driver.plate).replaceAll('·', '\u00a0');
  return { driver, dialog, plate, emergency, spanish, info };
}

/** A device says where it is again and again: a page that asks between two of them gets the next. */
async function expectPosition(
  context: BrowserContext,
  position: { readonly latitude: number; readonly longitude: number; readonly accuracy: number },
  shown: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await context.setGeolocation(position);
    await shown();
  }).toPass({ timeout: 14_000 });
}

for (const language of languages) {
  test(`whom to call and what to read out, in Spanish and in ${languageNames[language]}`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['geolocation']);
    const airport = { latitude: -33.389_812, longitude: -70.794_488, accuracy: 34 };
    await context.setGeolocation(airport);
    await page.setViewportSize({ width: 360, height: 740 });
    const { driver, dialog, plate, emergency, spanish, info } = await openSafety(page, language);

    for (const number of ['131', '132', '133']) {
      const link = dialog.getByRole('link', { name: number });
      await expect(link).toHaveAttribute('href', `tel:${number}`);
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    }
    for (const { title } of Object.values(info.safety)) await expect(dialog.getByText(title)).toBeVisible();

    const card = dialog.locator('p').filter({ hasText: driver.code });
    await expect(card).toHaveCount(language === 'es' ? 1 : 2);
    await expect(card.first()).toHaveAttribute('lang', 'es');
    await expect(card.first()).toContainText(spanish.sentence(plate, driver.code));
    await expect(card.last()).toContainText(emergency.sentence(plate, driver.code));
    await expect(card.first()).not.toContainText('33.3898');
    expect(await page.evaluate('window.questions')).toBe(0);

    await dialog.getByRole('button', { name: emergency.addPosition }).click();
    await expectPosition(context, airport, () =>
      expect(card.first()).toContainText('latitud -33.3898, longitud -70.7945', { timeout: 1_500 }),
    );
    await expect(card.last()).toContainText(emergency.position('-33.3898', '-70.7945', '40'));
    expect(await page.evaluate('window.questions')).toBe(1);
    await expectNothingCutOff(page);
    await expectAccessible(page);

    const centre = { latitude: -33.45, longitude: -70.66, accuracy: 5 };
    await context.setGeolocation(centre);
    await dialog.getByRole('button', { name: emergency.updatePosition }).click();
    await expectPosition(context, centre, () =>
      expect(card.first()).toContainText(spanish.position('-33.4500', '-70.6600', '10'), { timeout: 1_500 }),
    );
  });
}

test('the operator hears which language the passenger speaks', async ({ page }) => {
  const { dialog } = await openSafety(page, 'de');
  await expect(dialog.getByText('Hablo alemán.')).toBeVisible();
  await expect(dialog.getByText('Ich spreche Deutsch.')).toBeVisible();
});

test('where the position is refused, the sentence says so and the passenger is told what to name', async ({
  page,
}) => {
  const { dialog, emergency, spanish } = await openSafety(page, 'en');
  await dialog.getByRole('button', { name: emergency.addPosition }).click();
  await expect(dialog.getByText(emergency.refused)).toBeVisible();
  await expect(dialog.getByText(spanish.noPosition)).toBeVisible();
  await expect(dialog.getByText(emergency.noPosition)).toBeVisible();
  await expect(dialog.getByText(/latitud/)).toHaveCount(0);
  await expectAccessible(page);
});

test('where the device cannot tell its position, the sentence goes without, and it can be tried again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setGeolocationOverride', {});
  const { dialog, emergency, spanish } = await openSafety(page, 'pt');
  const find = dialog.getByRole('button', { name: emergency.addPosition });
  await find.click();
  await expect(dialog.getByText(emergency.unavailable)).toBeVisible();
  await expect(dialog.getByText(spanish.noPosition)).toBeVisible();
  await context.setGeolocation({ latitude: -33.5, longitude: -70.5, accuracy: 20 });
  await find.click();
  await expect(dialog.getByText(/latitud -33\.5000, longitud -70\.5000/)).toBeVisible();
  await expect(dialog.getByText(emergency.unavailable)).toBeHidden();
});
