import { expect, mergeTests, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { studio as words } from '../../web/i18n/es/studio.ts';
import { test as devices } from './devices.ts';
import { expectPictures, firstVisit, test as offline } from './offlineSteps.ts';
import { openPanel } from './passengerSteps.ts';
import { createAccount, driverWithPhoto, photo } from './people.ts';
import { publishEarlier, publishFirst } from './publishing.ts';
import { expectShownWellEverywhere, openSection, signIn } from './steps.ts';
import { wordsOf } from './words.ts';

const test = mergeTests(offline, devices);
test.beforeAll(({ product }) => publishEarlier(product.address));
test.afterEach(({ product }) => publishFirst(product.address));
const { home } = await wordsOf('es');
const alt = 'Palmeras frente a la Catedral';

/** The pictures of the content that the device has put aside. */
const keptPictures = (page: Page) =>
  page.evaluate(`caches.open('content-pictures').then(async (cache) => (await cache.keys()).length)`);

test('a picture of the company shows on a device around its focus, without a network too', async ({
  page,
  otherDevice,
  product,
}) => {
  const device = await otherDevice();
  await firstVisit(device, await driverWithPhoto(product.address));

  await signIn(page, await createAccount('admin', product.address));
  await openSection(page, admin.content);
  await page.getByRole('tab', { name: words.views.texts }).click();
  await page.getByText('Plaza de Armas', { exact: true }).first().click();
  const file = { name: 'plaza.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await page.getByLabel(words.pictures.upload).last().setInputFiles(file);
  await page.getByRole('button', { name: words.fields.focus, exact: true }).press('Shift+ArrowUp');
  await expect(page.getByText(words.pictures.focusAt(50, 40))).toBeVisible();
  await page.getByRole('group', { name: words.fields.alt }).last().getByLabel('Español').fill(alt);
  await expect(page.getByText(words.saveState.saved)).toBeVisible();
  await expectPictures(page);
  await expectShownWellEverywhere(page);
  await page.getByRole('tab', { name: new RegExp(`^${words.views.publish}`) }).click();
  await page.getByLabel(words.publish.note).fill('La plaza con palmeras');
  await page.getByRole('button', { name: words.publish.publish }).click();

  await expect.poll(() => keptPictures(device), { timeout: 30_000 }).toBe(1);
  await device.context().setOffline(true);
  await device.goto('/');
  await openPanel(device, home.tiles.places.title);
  const picture = device.getByRole('dialog').getByAltText(alt);
  await expect(picture).toBeVisible();
  await expect(picture).toHaveCSS('object-position', '50% 40%');
  await expect(picture).toHaveJSProperty('naturalWidth', 800);
});
