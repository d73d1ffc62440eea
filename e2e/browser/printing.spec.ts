import { expect, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { printing as t } from '../../web/i18n/es/fleet/printing.ts';
import { cards as german } from '../../web/i18n/de/cards.ts';
import { publicPages } from '../../web/i18n/de/publicPages.ts';
import { test } from './ownProduct.ts';
import { codesOnPaper, pageMillimetres, printedPages } from './printedPages.ts';
import { createAccount, driverWithPhoto, remove, rows } from './people.ts';
import { expectAccessible, expectFitsEverywhere, openSection, shownPlate, signIn } from './steps.ts';

// The other limit gives the journeys a product of their own, whose list has one driver.
test.use({ limit: '12' });

test.afterEach(async ({ product }) => {
  await remove('printed_cards', 'id=not.is.null', product.address);
  await remove('drivers', 'id=not.is.null', product.address);
});

/** The sizes of the printed pages in millimetres, and the decoded codes on them. */
interface Printed {
  readonly sizes: readonly (readonly number[])[];
  readonly codes: readonly (string | null)[];
}

/** Prints the shown sheets on letter and on A4. */
async function print(page: Page): Promise<readonly Printed[]> {
  const printed: Printed[] = [];
  for (const size of [t.letter, 'A4']) {
    await page.getByRole('radio', { name: size }).check();
    const paper = page.locator(`.print-root .paper[data-paper^="${size === 'A4' ? 'a4' : 'letter'}"]`);
    await expect(paper).not.toHaveCount(0);
    await expect(paper.locator('span.paper-code')).toHaveCount(0);
    const pages = printedPages(await page.pdf({ preferCSSPageSize: true }));
    const codes = await Promise.all(pages.map(codesOnPaper));
    printed.push({ sizes: pages.map(pageMillimetres), codes: codes.flat() });
  }
  return printed;
}

const [landscape, portrait] = [
  [
    [279, 216],
    [297, 210],
  ],
  [
    [216, 279],
    [210, 297],
  ],
];

/** The sheets on letter and on A4, with the codes of these addresses. */
const sheetsOf = (sizes: readonly (readonly number[])[], codes: readonly string[], sheets = 1) =>
  sizes.map((size) => ({ sizes: Array.from({ length: sheets }, () => size), codes }));

test('a company prints credential, headrest card and sticker; passengers scan them with the tablet switched off', async ({
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
  expect(await print(page)).toEqual(sheetsOf(landscape, [], 2));
  await page.keyboard.press('Escape');

  const headrest = await choose(t.kinds.headrest);
  await headrest.getByRole('button', { name: t.prepare }).click();
  await expect(page.getByRole('heading', { name: t.preview })).toBeVisible();
  const verify = `${product.address}/verify/${code}`;
  const rate = `${product.address}/rate/${code}`;
  const chat = `https://wa.me/56987654321?text=${encodeURIComponent('Hola, quiero reservar un traslado.')}`;
  const pages = [verify, rate, `${product.address}/guide`, `${product.address}/help/${code}`];
  expect(await print(page)).toEqual(sheetsOf(portrait, [...pages, chat]));
  await page.keyboard.press('Escape');

  const sticker = await choose(t.kinds.sticker);
  await sticker.getByRole('button', { name: t.prepare }).click();
  expect(await print(page)).toEqual(sheetsOf(portrait, [verify]));
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

test('a receipt is read on the passenger’s phone in German, printed on one sheet, and voided', async ({
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
  const opened = page.getByRole('article', { name: `${t.kinds.receipt} C-1` });
  await expect(opened).toBeVisible();
  const [{ secret } = { secret: '' }] = await rows<{ secret: string }>(
    'printed_cards',
    'select=secret',
    product.address,
  );
  const address = `${product.address}/receipt#${secret}`;
  expect(await print(page)).toEqual(sheetsOf(portrait, [address]));

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

  await opened.getByRole('button', { name: t.voiding.confirm, exact: true }).click();
  await page.getByLabel(t.voiding.reason).fill('Otro viaje');
  await page.getByRole('dialog').getByRole('button', { name: t.voiding.confirm, exact: true }).click();
  await expect(opened.locator('header').getByText(t.voiding.label, { exact: true })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText(/^Storniert am .+ ungültig\.$/)).toBeVisible();
  await context.close();
});
