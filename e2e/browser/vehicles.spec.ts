import { expect, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { home } from '../../web/i18n/es/home.ts';
import { vehicles as t } from '../../web/i18n/es/fleet/vehicles.ts';
import { test } from './ownProduct.ts';
import { createAccount, mark, patch, remove, write } from './people.ts';
import {
  fillRegistration,
  newForm,
  openDriverMenu,
  openSection,
  registerButton,
  shownPlate,
  signIn,
  submitSignIn,
} from './steps.ts';

const words = admin.importing;

/**
 * On a product of their own: vehicles without assigned drivers are offered to everybody. Other journeys of the worker may have
 * left somebody at the wheel.
 */
test.afterEach(async ({ product }) => {
  await patch('shifts', 'ended_at=is.null', { ended_at: new Date().toISOString() }, product.address);
  await remove('vehicles', 'id=not.is.null', product.address);
});

/** Chooses a file with the headings of the template and these lines. */
async function chooseFile(page: Page, ...lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(['patente;clase;color;asientos', ...lines].join('\r\n'));
  await page.getByLabel(words.file).setInputFiles({ name: 'autos.csv', mimeType: 'text/csv', buffer });
}

test('a file of vehicles with errors is refused with line and reason; mended, it changes one and adds two', async ({
  page,
  product,
}) => {
  const [known, first, second] = [mark(), mark(), mark()];
  await write('vehicles', { license_plate: known, seats: 4 }, product.address);
  await signIn(page, await createAccount('admin', product.address));
  await openSection(page, admin.vehicles);
  await page.getByRole('button', { name: t.file.open }).click();
  const save = page.getByRole('button', { name: admin.save, exact: true });

  await chooseFile(page, `${first};turismo;Rojo;99`, `${second};limusina;Azul;4`);
  await expect(page.getByText(`${words.line('2')} ${t.fields.seats}: ${errors.field.count}`)).toBeVisible();
  await expect(
    page.getByText(`${words.line('3')} ${t.fields.class}: ${t.file.problems.choice}`),
  ).toBeVisible();
  await expect(save).toBeDisabled();

  await chooseFile(page, `${first};turismo;Rojo;4`, `${second};ejecutivo;Azul;4`, `${known};;Verde;4`);
  await expect(page.getByText(`${words.counts.new('2')} · ${words.counts.changed('1')}`)).toBeVisible();
  await expect(page.getByText(`${t.fields.colour}: ${words.change(words.blank, 'Verde')}`)).toBeVisible();
  await save.click();
  await expect(page.getByText(words.done('2', '1'))).toBeVisible();
  for (const [plate, colour] of [
    [first, 'Rojo'],
    [second, 'Azul'],
    [known, 'Verde'],
  ] as const)
    await expect(page.getByRole('row').filter({ hasText: shownPlate(plate) })).toContainText(colour);
});

test('text typed into the search of vehicles stays while the first rows come, however late their words are', async ({
  page,
  product,
}) => {
  const [wanted, other] = [mark(), mark()];
  for (const plate of [wanted, other]) await write('vehicles', { license_plate: plate }, product.address);
  await signIn(page, await createAccount('admin', product.address));
  const rowsMayCome = Promise.withResolvers<void>();
  const partsMayCome = Promise.withResolvers<void>();
  await page.route('**/rest/v1/vehicles?*', async (route) => {
    await rowsMayCome.promise;
    await route.continue();
  });
  await openSection(page, admin.vehicles);
  const search = page.getByRole('searchbox', { name: t.search });
  await search.pressSequentially(wanted.slice(0, 1));
  await page.route('**/assets/**', async (route) => {
    await partsMayCome.promise;
    await route.continue();
  });
  rowsMayCome.resolve();
  await expect(page.getByRole('row').filter({ hasText: shownPlate(wanted) })).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.type(wanted.slice(1));
  partsMayCome.resolve();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(search).toHaveValue(wanted);
  await expect(page.getByRole('row').filter({ hasText: shownPlate(wanted) })).toBeVisible();
});

test('a stranger who registers sees the home screen, is called unverified there, and is offered no vehicle', async ({
  page,
  product,
}) => {
  const plate = mark();
  await write('vehicles', { license_plate: plate }, product.address);
  const form = newForm();
  await fillRegistration(page, form);
  await registerButton(page).click();
  await expect(page.getByText('Registro exitoso')).toBeVisible();
  await submitSignIn(page, form);
  await expect(page.getByRole('button', { name: home.rateTrip })).toBeVisible();
  await expect(page.getByRole('banner').getByText(home.registered)).toBeVisible();
  await openDriverMenu(page);
  await expect(page.getByRole('dialog').getByRole('button', { name: home.account })).toBeVisible();
  await expect(page.getByText(shownPlate(plate))).toHaveCount(0);
});
