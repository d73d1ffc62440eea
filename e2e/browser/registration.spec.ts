import { expect, type Page } from '@playwright/test';
import { common } from '../../web/i18n/es/common.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { login as words } from '../../web/i18n/es/login.ts';
import { policy as policyWords } from '../../web/i18n/es/policy.ts';
import { test } from './devices.ts';
import { rows } from './people.ts';
import { address } from './settings.ts';
import {
  askForPlate,
  choosePhoto,
  fillRegistration,
  newForm,
  openDriverMenu,
  registerButton,
  shownPlate,
  signIn,
  submitSignIn,
  type RegistrationForm,
} from './steps.ts';

const success = 'Registro exitoso. Por favor, inicia sesión.';

/** The records that a registration should have left: exactly one driver with one link and one consent. */
async function expectRegisteredOnce(form: RegistrationForm): Promise<void> {
  const drivers = await rows<{ id: string; photo_url: string; contact: string; created_by: string }>(
    'drivers',
    `license_plate=eq.${form.plate}`,
  );
  expect(drivers).toHaveLength(1);
  const [driver] = drivers;
  expect(driver).toMatchObject({ contact: form.phone });
  const links = await rows('user_drivers', `driver_id=eq.${driver?.id}`);
  expect(links).toEqual([{ user_id: driver?.created_by, driver_id: driver?.id }]);
  const consents = await rows('consents', `user_id=eq.${driver?.created_by}&select=policy_version`);
  expect(consents).toEqual([{ policy_version: 1 }]);
  const picture = await fetch(address + driver?.photo_url);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
}

async function expectHome(page: Page, form: RegistrationForm): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: form.name })).toBeVisible();
  await expect(page.getByText(shownPlate(form.plate)).first()).toBeVisible();
}

test('a driver registers with a photo, signs in, sees the passenger screen and signs out', async ({
  page,
}) => {
  const form = newForm();
  await fillRegistration(page, { ...form, password: 'corta' });
  await expect(page.getByText(policyWords.consent(1))).toBeVisible();
  await registerButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(errors.code.weak_password);
  await page.getByLabel(words.password, { exact: true }).fill(form.password);
  await expect(page.getByAltText(words.photoPreview)).toBeVisible();
  let release = (): void => {};
  const held = new Promise<void>((settle) => (release = settle));
  await page.route('**/auth/v1/signup*', async (route) => {
    await held;
    await route.continue();
  });
  await registerButton(page).click();
  await expect(page.getByRole('button', { name: 'Procesando...' })).toBeVisible();
  release();
  await expect(page.getByText(success)).toBeVisible();
  await expect(page.getByRole('heading', { name: words.signInTitle })).toBeVisible();
  await expectRegisteredOnce(form);

  await submitSignIn(page, form);
  await expectHome(page, form);
  await expect(page.getByRole('img', { name: form.name })).toBeVisible();
  await expect(page.getByText('4,8').first()).toBeVisible();

  await page.goto('/login');
  await expect(page).toHaveURL('/');

  await openDriverMenu(page);
  await page.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

/** A request that is cut off: the consent, the photo, the driver record, or the link between account and record. */
interface Cut {
  readonly step: string;
  readonly url: string;
  readonly method?: string;
}

const beforeConsent = { step: 'before the consent', url: '**/rest/v1/consents*', method: 'POST' };
const duringPhoto = { step: 'during the photo', url: '**/storage/v1/object/imagenes/**' };
const beforeRecord = { step: 'before the driver record', url: '**/rest/v1/drivers*', method: 'POST' };
const beforeLink = { step: 'between the two records', url: '**/rest/v1/user_drivers*', method: 'POST' };

/** Sends the form; one of its requests is cut off. */
async function registerCutOff(page: Page, { url, method }: Cut): Promise<void> {
  await page.route(url, (route) =>
    !method || route.request().method() === method ? route.abort() : route.fallback(),
  );
  const cut = page.waitForEvent('requestfailed');
  await registerButton(page).click();
  await cut;
  await expect(page.getByRole('alert')).toHaveText(errors.code.network);
  await expect(registerButton(page)).toBeEnabled();
  await page.unroute(url);
}

test('A13 V21 a registration that was cut off, as often as an account may keep photos, is finished with the same form', async ({
  page,
}) => {
  const form = newForm();
  await fillRegistration(page, form);
  const often = Array.from({ length: 4 }, () => beforeRecord);
  for (const cut of [beforeConsent, duringPhoto, beforeRecord, ...often, beforeLink])
    await registerCutOff(page, cut);
  await registerButton(page).click();
  await expect(page.getByText(success)).toBeVisible();
  await expectRegisteredOnce(form);
  await submitSignIn(page, form);
  await expectHome(page, form);
});

test('F11 a photo in a format of a telephone that nobody here can read is refused in clear words', async ({
  page,
}) => {
  const form = newForm();
  await fillRegistration(page, form, false);
  const buffer = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
  await choosePhoto(page, { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer });
  await expect(page.getByText(words.photoProblems.unreadable)).toBeVisible();
  await choosePhoto(page);
  await registerButton(page).click();
  await expect(page.getByText(words.registered)).toBeVisible();
});

for (const cut of [beforeRecord, beforeLink])
  test(`A13 a registration cut ${cut.step} is completed at the next sign-in, on another device`, async ({
    page,
    otherDevice,
  }) => {
    const form = newForm();
    await fillRegistration(page, form);
    await registerCutOff(page, cut);

    const other = await otherDevice();
    await askForPlate(other.context());
    await signIn(other, form);
    if (cut === beforeRecord) {
      await expect(other.getByRole('heading', { name: words.completeTitle })).toBeVisible();
      await expect(other.getByLabel(labels.form.name)).toHaveValue(form.name);
      await expect(other.getByLabel(labels.form.licensePlate)).toHaveValue(form.plate);
      await expect(other.getByLabel(labels.form.driverCode)).toHaveValue(form.code);
      await expect(other.getByLabel(labels.form.phone)).toHaveValue(form.phone);
      await choosePhoto(other);
      await other.getByRole('button', { name: words.complete }).click();
    }
    await expectHome(other, form);
    await expectRegisteredOnce(form);
  });

test('A13 a tab closed in the middle: the next visit offers to complete, and doing it in two tabs is harmless', async ({
  page,
  context,
}) => {
  const form = newForm();
  await fillRegistration(page, form);
  const photoSent = page.waitForRequest('**/storage/v1/object/imagenes/**');
  await page.route('**/storage/v1/object/imagenes/**', () => {});
  await registerButton(page).click();
  await photoSent;
  await page.close();

  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) {
    await tab.goto('/');
    await expect(tab.getByRole('heading', { name: words.completeTitle })).toBeVisible();
    await choosePhoto(tab);
  }
  await Promise.all([first, second].map((tab) => tab.getByRole('button', { name: words.complete }).click()));
  await expectHome(first, form);
  await expectHome(second, form);
  await expectRegisteredOnce(form);
});
