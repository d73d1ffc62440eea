import { expect, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { errors } from '../../web/i18n/es/errors.ts';
import { ownDocuments } from '../../web/i18n/es/fleet/ownDocuments.ts';
import { documents } from '../../web/i18n/es/fleet/documents.ts';
import { shift } from '../../web/i18n/es/fleet/shift.ts';
import { greetings } from '../../web/i18n/greetings.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, rows, write, type DriverAccount } from './people.ts';
import { openDriverMenu, openSection, shownPlate, signIn } from './steps.ts';

const pdf = { name: 'licencia.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

/** A day in Chile, so many days from now. */
function day(days: number): string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' });
  return format.format(Date.now() + days * 24 * 60 * 60_000);
}

/** Adds a document that expired yesterday. */
async function expire(name: string, owner: object): Promise<void> {
  const [kind] = await rows<{ id: string }>('document_kinds', `name=eq.${name}`);
  await write('documents', { kind_id: kind!.id, expires_on: day(-1), ...owner });
}

/** The screen that the driver's device reports. */
async function screenOf({ driverId }: DriverAccount): Promise<string | undefined> {
  const [device] = await rows<{ screen: string }>('devices', `driver_id=eq.${driverId}&select=screen`);
  return device?.screen;
}

async function openDocuments(page: Page): Promise<void> {
  await signIn(page, await createAccount('admin'));
  await openSection(page, admin.documents);
  await page.getByRole('tab', { name: documents.views.list }).click();
}

/** On a phone, from the driver's row to the cell of the kind: the file, the day, and one press to save. */
async function addLicence(page: Page, driver: DriverAccount): Promise<void> {
  const licence = (state: string) =>
    page.getByRole('button', { name: documents.grid.cell('Licencia A1', driver.name, state), exact: true });
  await openSection(page, admin.drivers);
  await page.getByRole('button', { name: admin.driverList.search }).click();
  await page.getByRole('searchbox').fill(driver.name);
  await page.getByRole('link', { name: driver.name, exact: true }).click();
  await page.getByRole('link', { name: `${admin.record.all}: ${admin.documents}` }).click();
  await licence(documents.grid.gaps.missingOne).click();
  await expect(page.getByText(documents.form.takePhoto)).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel(admin.chooseFile, { exact: true }).click();
  await (await chooser).setFiles(pdf);
  await page.getByLabel(documents.form.expiresOn, { exact: true }).fill(day(5));
  await page.getByLabel(documents.form.number, { exact: true }).fill('A-123');
  await page.getByRole('button', { name: admin.save, exact: true }).click();
  await expect(page.getByText(documents.added)).toBeVisible();
  await expect(licence(`${documents.expiry(5, '5')}, ${documents.withFile}`)).toBeVisible();
}

test('an administrator adds a document from a cell; its driver sees it after signing in and sends the new one, which is verified', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Papeles ${mark()}`);
  const document = `Licencia A1, ${driver.name}`;
  const phone = await otherDevice({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await signIn(phone, await createAccount('admin'));
  await addLicence(phone, driver);
  await openDocuments(page);
  await page.getByRole('searchbox').fill(driver.name);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('row', { name: 'A-123' }).getByText(documents.expiry(5, '5'))).toBeVisible();
  await page.getByRole('button', { name: documents.edit(document) }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: documents.form.openFile }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.keyboard.press('Escape');

  const device = await otherDevice();
  await signIn(device, driver);
  await expect(device.getByRole('heading', { name: ownDocuments.due })).toBeVisible();
  await device.getByRole('button', { name: ownDocuments.close }).click();
  await device.reload();
  await openDriverMenu(device);
  await device.getByRole('button', { name: ownDocuments.menu }).click();
  await device.getByRole('button', { name: ownDocuments.renewOf('Licencia A1') }).click();
  await device.getByLabel(ownDocuments.expiresOn).fill('2035-05-31');
  const send = device.getByRole('button', { name: ownDocuments.send, exact: true });
  await device.locator('input[type=file]').setInputFiles({ ...pdf, buffer: Buffer.from('<script>') });
  await send.click();
  await expect(device.getByText(errors.code.invalid_document)).toBeVisible();
  await device.locator('input[type=file]').setInputFiles(pdf);
  await send.click();
  await expect(device.getByText(ownDocuments.sent)).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: documents.verifyDocument(document) }).click();
  await expect(page.getByText(documents.verified(document))).toBeVisible();
  const query = `driver_id=eq.${driver.driverId}&select=expires_on,verified_at`;
  expect(await rows('documents', query)).toMatchObject([
    { expires_on: '2035-05-31', verified_at: expect.stringMatching(/^20/) },
  ]);
});

test('an expired document takes the card away where the company has switched that on, until somebody allows it', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Vence ${mark()}`);
  const plate = await createVehicle(driver);
  const [vehicle] = await rows<{ id: string }>('vehicles', `license_plate=eq.${plate}`);
  await expire('SOAP', { vehicle_id: vehicle!.id });
  await openDocuments(page);
  await page.getByRole('link', { name: admin.documentRules }).click();
  const stop = page.getByLabel(documents.rulesView.stop);
  await stop.click();
  await expect(stop).toBeChecked();
  await page.goBack();

  const device = await otherDevice();
  await device.clock.install();
  await signIn(device, driver);
  const stopped = device.getByRole('heading', { name: ownDocuments.stopped });
  await expect(stopped).toBeVisible();
  await device.keyboard.press('Escape');
  await expect(device.getByText(`SOAP · ${shownPlate(plate)}`)).toBeVisible();
  await expire('Licencia A2', { driver_id: driver.driverId });
  await device.clock.fastForward('01:00');
  await expect(device.getByText(`Licencia A2 · ${driver.name}`)).toBeVisible();
  // Out of the vehicle whose document expired, the driver's own documents still count.
  await device.getByRole('button', { name: shift.end }).click();
  // The question comes first.
  await device.getByRole('button', { name: shift.end }).click();
  await expect(device.getByText(`SOAP · ${shownPlate(plate)}`)).toBeHidden();
  await expect(device.getByText(`Licencia A2 · ${driver.name}`)).toBeVisible();
  // The driver's menu is behind it: the new document is sent from here.
  await device.getByRole('button', { name: ownDocuments.menu, exact: true }).click();
  await expect(device.getByRole('button', { name: ownDocuments.renewOf('Licencia A2') })).toBeVisible();
  // A reload brings the card back for a moment only.
  await device.reload();
  await expect(stopped).toBeVisible();
  // The card does not greet passengers after the screen was idle for a while.
  await device.clock.fastForward('02:00');
  await expect
    .poll(async () => {
      // The device looks every quarter of a minute whether it has something to tell.
      await device.clock.fastForward('00:16');
      return screenOf(driver);
    })
    .toBe('greeting');
  await expect(stopped).toBeVisible();
  await expect(device.getByText(greetings.de.hello, { exact: true })).toBeHidden();

  await page.reload();
  await page.getByRole('button', { name: documents.edit(`Licencia A2, ${driver.name}`) }).click();
  await page.getByLabel(documents.override.until).fill(day(3));
  await page.getByLabel(documents.override.reason).fill('Hora reservada');
  await page.getByRole('button', { name: documents.override.allow }).click();
  await expect(page.getByText(documents.override.allowed(`Licencia A2, ${driver.name}`))).toBeVisible();
  // The driver hears of it within a minute.
  await device.clock.fastForward('01:00');
  await expect(stopped).toBeHidden();
  await expect(device.getByText(greetings.de.hello, { exact: true })).toBeVisible();
});
