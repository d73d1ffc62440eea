import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { chileanDay, chileanMoment } from '../../shared/chile/time.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { shiftRecords as t } from '../../web/i18n/es/fleet/shiftRecords.ts';
import { ownShifts } from '../../web/i18n/es/fleet/ownShifts.ts';
import { createVehicle } from './database.ts';
import { test } from './devices.ts';
import { createAccount, createDriver, mark, patch, remove, rows, write } from './people.ts';
import { openDriverMenu, openSection, shownPlate, signIn } from './steps.ts';

test('who drove this vehicle at 22:00 five days ago, in three entries, also when vehicle and driver are gone', async ({
  page,
}) => {
  const [rosa, manuel] = [await createDriver(`Rosa ${mark()}`), await createDriver(`Manuel ${mark()}`)];
  const plate = await createVehicle(rosa);
  const [vehicle] = await rows<{ id: string }>('vehicles', `license_plate=eq.${plate}`);
  const drove = (driver: typeof rosa, started_at: string, ended_at: string) =>
    write('shifts', { driver_id: driver.driverId, vehicle_id: vehicle!.id, started_at, ended_at });
  const day = chileanDay(new Date(Date.now() - 5 * 86_400_000));
  const moment = (time: string) => chileanMoment(day, time)!.toISOString();
  await drove(rosa, moment('08:00'), moment('17:00'));
  await drove(manuel, moment('18:00'), moment('23:30'));
  await remove('vehicles', `id=eq.${vehicle!.id}`);
  await remove('drivers', `id=eq.${manuel.driverId}`);

  await signIn(page, await createAccount('admin'));
  await openSection(page, admin.shifts);
  let entries = 0;
  const enter = async (field: Locator, value: string) => {
    await field.fill(value);
    entries += 1;
  };
  await enter(page.getByRole('searchbox', { name: t.search }), plate);
  await enter(page.getByRole('textbox', { name: t.day }), day);
  await enter(page.getByLabel(t.hour), '22:00');
  // The heading and the answer.
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText(manuel.name);
  await expect(page.getByRole('row').nth(1)).toContainText(shownPlate(plate));
  expect(entries).toBeLessThanOrEqual(3);

  // The same rows after a reload, and in the file.
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText(manuel.name);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: admin.selection.exportAll }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^turnos-\d{4}-\d\d-\d\d\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  const [heading, line] = file.split('\r\n');
  expect(heading).toBe('\uFEFFpatente;conductor;código;teléfono;inicio;término;horas;tableta');
  expect(line).toContain(`${plate};${manuel.name};`);
  expect(line).toContain(`;${day} 18:00;${day} 23:30;"5,5";`);
});

test('a forgotten end is corrected from the list; the driver reads the own shifts in the menu', async ({
  page,
  otherDevice,
}) => {
  const driver = await createDriver(`Olvida ${mark()}`);
  const plate = await createVehicle(driver);
  const device = await otherDevice();
  await signIn(device, driver);
  const open = `driver_id=eq.${driver.driverId}&ended_at=is.null`;
  await expect.poll(() => rows('shifts', open)).toHaveLength(1);
  const yesterday = new Date(Date.now() - 30 * 3_600_000);
  await patch('shifts', open, { started_at: yesterday.toISOString() });

  await signIn(page, await createAccount('admin'));
  await openSection(page, admin.vehicles);
  await page.getByRole('searchbox').fill(plate);
  await page.getByRole('link', { name: shownPlate(plate), exact: true }).click();
  await page.getByRole('link', { name: `${admin.record.all}: ${admin.shifts}` }).click();
  await expect(page.getByText(t.forgotten)).toBeVisible();
  await page.getByRole('button', { name: t.correct(driver.name, shownPlate(plate)) }).click();
  const end = new Date(yesterday.getTime() + 9 * 3_600_000);
  const written = new Intl.DateTimeFormat('sv', {
    timeZone: 'America/Santiago',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(end);
  await page.getByLabel(t.end.day).fill(written.slice(0, 10));
  await page.getByLabel(t.end.time).fill(written.slice(11));
  await page.getByRole('button', { name: admin.save }).click();
  await expect(page.getByText(t.end.saved(driver.name, shownPlate(plate)))).toBeVisible();
  await expect(page.getByText(t.forgotten)).toBeHidden();
  expect(await rows('shifts', open)).toEqual([]);

  await openDriverMenu(device);
  const menu = device.getByRole('dialog');
  await menu.getByRole('button', { name: ownShifts.menu }).last().click();
  await expect(menu.getByText(shownPlate(plate))).toBeVisible();
});
