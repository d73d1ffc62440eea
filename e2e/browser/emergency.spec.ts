import { expect, test } from '@playwright/test';
import { chooseLanguage, openPanel } from './passengerSteps.ts';
import { createDriver } from './people.ts';
import { signIn } from './steps.ts';
import { wordsOf } from './words.ts';

/** How often the page has asked where it is, since it was loaded. */
const countQuestions = `{
  const { geolocation } = navigator;
  const ask = geolocation.getCurrentPosition.bind(geolocation);
  window.questions = 0;
  geolocation.getCurrentPosition = (...args) => { window.questions += 1; ask(...args); };
}`;

test('the sentence for the operator goes without a position that is refused or unknown, and with the found one', async ({
  page,
  context,
}) => {
  const { home, emergency } = await wordsOf('pt');
  const { emergency: spanish } = await wordsOf('es');
  await page.addInitScript(countQuestions);
  await signIn(page, await createDriver());
  await chooseLanguage(page, 'pt');
  await openPanel(page, home.tiles.safety.title);
  const dialog = page.getByRole('dialog');
  expect(await page.evaluate('window.questions')).toBe(0);

  const find = dialog.getByRole('button', { name: emergency.addPosition });
  await find.click();
  await expect(dialog.getByText(emergency.refused)).toBeVisible();
  await expect(dialog.getByText(spanish.noPosition)).toBeVisible();
  await expect(dialog.getByText(emergency.noPosition)).toBeVisible();

  await context.grantPermissions(['geolocation']);
  const device = await context.newCDPSession(page);
  await device.send('Emulation.setGeolocationOverride', {});
  await find.click();
  await expect(dialog.getByText(emergency.unavailable)).toBeVisible();
  await expect(dialog.getByText(spanish.noPosition)).toBeVisible();

  await context.setGeolocation({ latitude: -33.389_812, longitude: -70.794_488, accuracy: 34 });
  await find.click();
  await expect(dialog.getByText(spanish.position('-33.3898', '-70.7945', '40'))).toBeVisible();
  await expect(dialog.getByText(emergency.position('-33.3898', '-70.7945', '40'))).toBeVisible();
  await expect(dialog.getByText(emergency.unavailable)).toBeHidden();
  expect(await page.evaluate('window.questions')).toBe(3);

  const update = dialog.getByRole('button', { name: emergency.updatePosition });
  // A device says where it is again and again: a page that asks between two of them gets the next.
  await expect(async () => {
    await context.setGeolocation({ latitude: -33.45, longitude: -70.66, accuracy: 5 });
    await update.click({ timeout: 1_500 });
    await expect(dialog.getByText(spanish.position('-33.4500', '-70.6600', '10'))).toBeVisible({
      timeout: 1_500,
    });
  }).toPass({ timeout: 14_000 });
});
