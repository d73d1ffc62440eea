import { expect, type Page, type Route } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { emergency } from '../../web/i18n/es/emergency.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { ownDocuments } from '../../web/i18n/es/fleet/ownDocuments.ts';
import { shift as t } from '../../web/i18n/es/fleet/shift.ts';
import { vehicles } from '../../web/i18n/es/fleet/vehicles.ts';
import { home } from '../../web/i18n/es/home.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { closePanel, openPanel } from './passengerSteps.ts';
import { createAccount, createDriver, mark, rows, write, type DriverAccount } from './people.ts';
import { openDriverMenu, openSection, shownPlate, signIn } from './steps.ts';

/** The document of a vehicle expires in five days. */
async function expireSoon(plate: string, kind: string): Promise<void> {
  const [[document], [vehicle]] = await Promise.all([
    rows<{ id: string }>('document_kinds', `name=eq.${kind}`),
    rows<{ id: string }>('vehicles', `license_plate=eq.${plate}`),
  ]);
  const expires_on = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await write('documents', { kind_id: document!.id, vehicle_id: vehicle!.id, expires_on });
}

/** Reads what a driver is shown when the shift starts. */
async function readDocuments(page: Page, kind: string, plate: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: ownDocuments.due });
  await expect(dialog.getByText(`${kind} · ${shownPlate(plate)}`)).toBeVisible();
  await dialog.getByRole('button', { name: ownDocuments.close }).click();
}

const expectPlate = (page: Page, plate: string) =>
  expect(page.getByRole('banner').getByText(shownPlate(plate))).toBeVisible();

async function openPhone(page: Page, { driverId }: DriverAccount): Promise<Page> {
  const [row] = await rows<{ verification_code: string }>('drivers', `id=eq.${driverId}`);
  await page.goto(`/verify/${row!.verification_code}`);
  return page;
}

test('two drivers share a vehicle, day and night: card, verification page, emergency sentence and documents', async ({
  page,
  otherDevice,
}) => {
  const [day, night] = [await createDriver('Diego Día'), await createDriver('Elena Noche')];
  const plate = await createVehicle(day, night);
  await expireSoon(plate, 'SOAP');
  const phone = await openPhone(await otherDevice(), day);
  await expect(phone.getByText(shownPlate(day.plate))).toBeVisible();

  // A driver with one vehicle is asked nothing.
  await signIn(page, day);
  await readDocuments(page, 'SOAP', plate);
  await expectPlate(page, plate);
  await expect(page.getByRole('dialog')).toBeHidden();
  await phone.reload();
  await expect(phone.getByText(shownPlate(plate))).toBeVisible();
  await openPanel(page, home.tiles.safety.title);
  const sentence = emergency.sentence(
    '',
    shownPlate(plate).replaceAll('·', '\u00a0'),
    day.code.replace('-', '\u2011'),
  );
  await expect(page.getByText(sentence.slice(sentence.indexOf(plate.slice(0, 2))))).toBeVisible();
  await page.keyboard.press('Escape');

  // The second is told who has it, and takes it over; the first device hears it.
  const device = await otherDevice();
  await signIn(device, night);
  await device
    .getByRole('dialog')
    .getByRole('button', { name: shownPlate(plate) })
    .click();
  await expect(device.getByText(t.taken('Diego Día'))).toBeVisible();
  await device.getByRole('button', { name: t.takeOver(shownPlate(plate)) }).click();
  await readDocuments(device, 'SOAP', plate);
  await expect(device.getByRole('dialog')).toBeHidden();
  await expectPlate(device, plate);
  await expectPlate(page, day.plate);
  await phone.reload();
  await expect(phone.getByText(shownPlate(day.plate))).toBeVisible();

  // Signing out ends the shift.
  await openDriverMenu(device);
  await device.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await device.getByRole('dialog').getByRole('button', { name: common.signOut }).click();
  await device.waitForURL('**/login');
  const open = await rows('shifts', `driver_id=in.(${day.driverId},${night.driverId})&ended_at=is.null`);
  expect(open).toEqual([]);
});

test('a driver of two vehicles chooses with one tap, is not asked again by a reload, and finds the last one first', async ({
  page,
}) => {
  const driver = await createDriver();
  const [first, second] = (await Promise.all([createVehicle(driver), createVehicle(driver)])).sort();
  await signIn(page, driver);
  const keys = page.getByRole('dialog').getByRole('listitem').getByRole('button');
  await expect(keys).toHaveCount(2);
  await expect(page.getByText(t.ownPlate(shownPlate(driver.plate)))).toBeVisible();
  await keys.filter({ hasText: shownPlate(second!) }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectPlate(page, second!);
  await page.reload();
  await expectPlate(page, second!);
  await openDriverMenu(page);
  await expect(page.getByRole('dialog')).not.toContainText(t.intro);
  await page.getByRole('dialog').getByRole('button', { name: home.shift }).click();
  await expect(keys).toHaveText([new RegExp(shownPlate(first!))]);
  await page.getByRole('button', { name: t.end }).click();
  // The question comes first.
  await page.getByRole('button', { name: t.end }).click();
  await expect(keys).toHaveText([new RegExp(t.last), new RegExp(t.assigned)]);
  await page.keyboard.press('Escape');
  await expectPlate(page, driver.plate);
});

test('the question for the vehicle never opens over tiles that can be pressed', async ({ page }) => {
  const driver = await createDriver();
  await Promise.all([createVehicle(driver), createVehicle(driver)]);
  await page.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('.tile')) return;
    observer.disconnect();
    window.wasAskedFirst = document.querySelector('dialog[open]') !== null;
  }).observe(document, { childList: true, subtree: true, attributes: true })`);
  // The answer comes when the driver's name is on the screen.
  const answerLate = async (route: Route) => {
    await page.getByRole('heading', { name: driver.name }).waitFor();
    await route.continue();
  };
  await page.route('**/rest/v1/shifts?*', answerLate, { times: 1 });
  await signIn(page, driver);
  await expect(page.getByRole('dialog').getByRole('listitem').getByRole('button')).toHaveCount(2);
  await expect(page.locator('.tile').first()).toBeAttached();
  expect(await page.evaluate('wasAskedFirst')).toBe(true);
});

test('an answer that comes when the tiles can be pressed asks nothing; the next start does', async ({
  page,
}) => {
  const driver = await createDriver();
  await Promise.all([createVehicle(driver), createVehicle(driver)]);
  const { promise: tilesShown, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/shifts?*', async (route) => {
    await tilesShown;
    await route.continue();
  });
  await signIn(page, driver);
  await expect(page.locator('.tile').first()).toBeVisible();
  const answered = page.waitForResponse('**/rest/v1/shifts?*');
  answer();
  await (await answered).finished();
  // The menu opens only where no question lies over it, and takes longer than the question would.
  await openDriverMenu(page);
  await expect(page.getByRole('dialog')).not.toContainText(t.intro);
  await closePanel(page);
  const next = await page.context().newPage();
  await page.close();
  await next.goto('/');
  await expect(next.getByRole('dialog').getByText(t.intro)).toBeVisible();
});

/** A driver closes the app without signing out, and is given a vehicle before the next day. */
async function getVehicleOvernight(page: Page) {
  const driver = await createDriver();
  await signIn(page, driver);
  await expectPlate(page, driver.plate);
  await page.close();
  return { driver, plate: await createVehicle(driver) };
}

test('a day that begins without a signal: the driver is in the vehicle as soon as there is one', async ({
  page,
  context,
}) => {
  const { driver, plate } = await getVehicleOvernight(page);
  const device = await context.newPage();
  const backend = '**/rest/v1/**';
  await device.route(backend, (route) => route.abort());
  const lost = device.waitForEvent('requestfailed', (request) => request.url().includes('/vehicles'));
  await device.goto('/');
  await lost;
  await expectPlate(device, driver.plate);
  await device.unroute(backend);
  await expectPlate(device, plate);
});

test('a driver who stays signed in sees what expires when the next shift starts', async ({
  page,
  context,
}) => {
  const { plate } = await getVehicleOvernight(page);
  await expireSoon(plate, 'SOAP');
  const device = await context.newPage();
  await device.goto('/');
  await readDocuments(device, 'SOAP', plate);
  await expectPlate(device, plate);
});

test('a company without vehicles and documents sees no question and no entry in the menu', async ({
  page,
}) => {
  await signIn(page, await createDriver());
  const answered = (path: string) =>
    page.waitForResponse((response) => response.url().includes(`/rest/v1/${path}`));
  const looked = [answered('vehicles'), answered('document_list')];
  await openDriverMenu(page);
  for (const response of await Promise.all(looked)) expect(await response.json()).toEqual([]);
  await expect(page.getByRole('dialog').getByRole('button', { name: common.signOut })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: home.shift })).toBeHidden();
  await expect(page.getByRole('dialog').getByRole('button', { name: ownDocuments.menu })).toBeHidden();
});

test('an administrator edits a vehicle, sees who drives it and ends the shift', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Berta ${mark()}`);
  const plate = await createVehicle(driver);
  const shown = shownPlate(plate);
  await signIn(page, await createAccount('admin'));
  await openSection(page, admin.vehicles);
  await page.getByRole('searchbox', { name: vehicles.search }).fill(shown);
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(driver.name);

  const device = await otherDevice();
  await signIn(device, driver);
  await expectPlate(device, plate);
  await expect(row).toContainText('desde');
  await page.getByRole('button', { name: vehicles.edit(shown) }).click();
  await page.getByRole('textbox', { name: vehicles.fields.colour }).fill('Blanco');
  await page.getByLabel(vehicles.fields.seats).fill('99');
  await page.getByRole('button', { name: admin.save }).click();
  await expect(page.getByText(errors.field.count)).toBeVisible();
  await page.getByLabel(vehicles.fields.seats).fill('4');
  await page.getByRole('button', { name: admin.save }).click();
  await expect(page.getByText(vehicles.saved(shown))).toBeVisible();
  await expect(row).toContainText('Blanco');
  const endShift = async () => {
    await page.getByRole('button', { name: admin.moreActions(shown) }).click();
    await page.getByRole('button', { name: vehicles.endShift }).click();
    await expectPlate(device, driver.plate);
    await expect(row).toContainText(vehicles.free);
  };
  await endShift();
  await page.getByRole('button', { name: admin.removal.undo }).click();
  await expectPlate(device, plate);
  await expect(row).toContainText('desde');
  await endShift();
});
