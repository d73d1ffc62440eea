import { expect, type Locator, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { documents as t } from '../../web/i18n/es/fleet/documents.ts';
import { test } from './ownProduct.ts';
import { createAccount, remove, rows, write } from './people.ts';
import { openSection, shownPlate, signIn } from './steps.ts';

/** On a product of their own: vehicles without assigned drivers are offered to everybody. */
test.afterEach(async ({ product }) => {
  await remove('vehicles', 'id=not.is.null', product.address);
  await remove('drivers', 'driver_code=like.B-*', product.address);
});

const plates = Array.from({ length: 8 }, (_, index) => `BULK1${index}`);
const codes = Array.from({ length: 12 }, (_, index) => `B-${String(index + 1).padStart(3, '0')}`);
const kinds = ['Permiso de circulación', 'SOAP', 'Revisión técnica', 'Seguro', 'RNSTP'];

/** A file as an office writes it: plates in pairs, days as in Chile, a licence for each driver. */
function documentFile(): string {
  const vehicles = plates.flatMap((plate) => kinds.map((kind) => `${shownPlate(plate)};${kind};;31-03-2035`));
  const drivers = codes.map((code) => `${code};Licencia A2;12.345.678-5;30/06/2036`);
  return ['patente o código de conductor;tipo;número;vence', ...vehicles, ...drivers].join('\r\n');
}

test('52 documents of 8 vehicles and 12 drivers come in with one file, and the grid then shows no gap', async ({
  page,
  product,
}) => {
  for (const plate of plates) await write('vehicles', { license_plate: plate }, product.address);
  for (const code of codes)
    await write(
      'drivers',
      { name: `Conductor ${code}`, license_plate: `PLAN${code.slice(-2)}`, driver_code: code },
      product.address,
    );
  await signIn(page, await createAccount('admin', product.address));
  let presses = 1;
  await openSection(page, admin.documents);
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const gaps = (of: Page) => of.getByRole('button', { name: /: falta/ });

  await expect(gaps(page)).toHaveCount(32);
  await press(button(t.file.open));
  const chooser = page.waitForEvent('filechooser');
  await press(page.getByLabel(admin.importing.file));
  await (
    await chooser
  ).setFiles({
    name: 'documentos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(documentFile(), 'latin1'),
  });
  await expect(page.getByText(admin.importing.counts.new('52'))).toBeVisible();
  await press(button(admin.save));
  await expect(page.getByText(admin.importing.done('52', '0'))).toBeVisible();

  await expect(page.getByRole('row')).toHaveCount(1 + plates.length);
  await expect(gaps(page)).toHaveCount(0);
  await page.getByLabel(t.owner).selectOption('driver');
  presses += 2;
  await page.getByRole('searchbox').fill('Conductor B-');
  await expect(page.getByRole('row')).toHaveCount(1 + codes.length);
  await expect(gaps(page)).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(10);
  expect(await rows('documents', 'select=id', product.address)).toHaveLength(52);

  // From a vehicle to its documents in two presses.
  await openSection(page, admin.vehicles);
  await page.getByRole('link', { name: shownPlate(plates[0]!), exact: true }).click();
  await page.getByRole('link', { name: `${admin.record.all}: ${admin.documents}` }).click();
  await expect(page.getByText(t.onlyOwner(shownPlate(plates[0]!)))).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});
