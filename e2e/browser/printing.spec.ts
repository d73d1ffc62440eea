import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { admin } from '../../web/i18n/es/admin.ts';
import { printing as t } from '../../web/i18n/es/fleet/printing.ts';
import { cards as german } from '../../web/i18n/de/cards.ts';
import { publicPages } from '../../web/i18n/de/publicPages.ts';
import { modulesOf } from '../../web/testing/qr.ts';
import { test } from './ownProduct.ts';
import { createAccount, driverWithPhoto, remove, rows } from './people.ts';
import { expectAccessible, expectFitsEverywhere, openSection, shownPlate, signIn } from './steps.ts';

const dotsPerInch = 300;
// The other limit gives the journeys a product of their own, whose list has one driver.
test.use({ limit: '12', deviceScaleFactor: dotsPerInch / 96 });

test.afterEach(async ({ product }) => {
  await remove('printed_cards', 'id=not.is.null', product.address);
  await remove('drivers', 'id=not.is.null', product.address);
});

/** The sizes of the pages of a PDF, in whole millimetres. */
function pagesOf(pdf: Buffer): readonly (readonly number[])[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g);
  return Array.from(boxes, ([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  );
}

async function print(page: Page): Promise<readonly (readonly number[])[]> {
  await expect(page.locator('.print-root .paper')).toHaveCount(1);
  return pagesOf(await page.pdf({ preferCSSPageSize: true }));
}

/**
 * Reads the dark modules of a printed code from its dots, each at its middle, as a scanner does.
 * @param modules on one side, with the quiet zone
 */
async function readCode(code: Locator, modules: number): Promise<readonly string[]> {
  const { data, info } = await sharp(await code.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dot = (x: number, y: number) => {
    const place = (index: number) => Math.floor(((index + 0.5) * info.width) / modules);
    return data[place(y) * info.width + place(x)] ?? 255;
  };
  const places = Array.from({ length: modules * modules }, (_, index) => [
    index % modules,
    Math.floor(index / modules),
  ]);
  return places.flatMap(([x = 0, y = 0]) => (dot(x, y) < 128 ? [`${x},${y}`] : [])).toSorted();
}

/** Compares the codes on the printed sheets with addresses, in their order. */
async function expectCodes(page: Page, addresses: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const codes = page.locator('.print-root svg.paper-code');
  await expect(codes).toHaveCount(addresses.length);
  for (const [index, address] of addresses.entries()) {
    const code = codes.nth(index);
    const box = (await code.getAttribute('viewBox')) ?? '';
    expect(await readCode(code, Number(box.split(' ')[2])), address).toEqual(modulesOf(address));
  }
  await page.emulateMedia({ media: null });
}

test('a company prints a credential and a headrest card; passengers use them with the tablet switched off', async ({
  page,
  browser,
  product,
}) => {
  const driver = await driverWithPhoto(product.address);
  const [{ code } = { code: '' }] = await rows<{ code: string }>(
    'drivers',
    `id=eq.${driver.driverId}&select=code:verification_code`,
    product.address,
  );
  await signIn(page, await createAccount('office', product.address));
  await openSection(page, admin.drivers);
  const choose = async (kind: string) => {
    await page.getByRole('button', { name: admin.selection.print }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: kind }).check();
    await expect(dialog.getByLabel(t.plate)).toHaveValue(driver.plate);
    return dialog;
  };
  await page.getByRole('checkbox', { name: admin.selection.row(driver.name) }).check();
  const credential = await choose(t.kinds.credential);
  await credential.getByLabel(t.licence).fill('A2');
  await expectAccessible(page);
  await credential.getByRole('button', { name: t.prepare }).click();
  await expect(page.getByRole('heading', { name: t.preview })).toBeVisible();
  await expect(page.locator('.print-root').getByText(shownPlate(driver.plate))).toHaveCount(1);
  expect(await print(page)).toEqual([[279, 216]]);
  await page.getByRole('radio', { name: 'A4' }).check();
  expect(await print(page)).toEqual([[297, 210]]);
  await page.keyboard.press('Escape');

  const headrest = await choose(t.kinds.headrest);
  await headrest.getByRole('button', { name: t.prepare }).click();
  await expect(page.getByRole('heading', { name: t.preview })).toBeVisible();
  expect(await print(page)).toEqual([[210, 297]]);
  const verify = `${product.address}/verify/${code}`;
  const rate = `${product.address}/rate/${code}`;
  const chat = `https://wa.me/56987654321?text=${encodeURIComponent('Hola, quiero reservar un traslado.')}`;
  await expectCodes(page, [
    verify,
    rate,
    `${product.address}/guide`,
    `${product.address}/help/${code}`,
    chat,
  ]);
  await page.keyboard.press('Escape');

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' });
  const phone = await context.newPage();
  await phone.goto(verify);
  await expect(phone.getByRole('heading', { name: 'Diego' })).toBeVisible();
  await phone.goto(rate);
  await phone.getByRole('button', { name: publicPages.rate.stars(5) }).click();
  await expect(phone.getByRole('heading', { name: publicPages.rate.thanks })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText(publicPages.rate.usedTitle)).toBeVisible();
  await context.close();
});

test('a receipt is read on the passenger’s phone in German, and printed on one sheet', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, await createAccount('office', product.address));
  await openSection(page, admin.printing);
  await expect(page.getByText(t.emptyHint)).toBeVisible();
  await page.getByRole('button', { name: t.receipt.add }).click();
  await page.getByLabel(t.receipt.origin).fill('Aeropuerto');
  await page.getByLabel(t.receipt.destination).fill('Las Condes');
  await page.getByLabel(t.receipt.pesos).fill('22.000');
  await page.getByRole('button', { name: t.receipt.write }).click();
  await expect(page.getByRole('heading', { name: t.preview })).toBeVisible();
  expect(await print(page)).toEqual([[216, 279]]);
  const [{ secret } = { secret: '' }] = await rows<{ secret: string }>(
    'printed_cards',
    'select=secret',
    product.address,
  );
  const address = `${product.address}/receipt#${secret}`;
  await expectCodes(page, [address]);
  await page.keyboard.press('Escape');
  await expect(page.getByText(t.folio('1'))).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' });
  const phone = await context.newPage();
  const requested: string[] = [];
  phone.on('request', (request) => requested.push(request.url().split('#')[0]!));
  await phone.goto(address);
  await expect(phone.getByRole('heading', { name: german.receipt.title })).toBeVisible();
  await expect(phone.getByText('$22.000')).toBeVisible();
  await expect(phone.getByText(german.receipt.notFiscal)).toBeVisible();
  await expectAccessible(phone);
  await expectFitsEverywhere(phone);
  expect(requested.join(' ')).not.toContain(secret);
  await context.close();
});
