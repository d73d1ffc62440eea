import { expect, mergeTests, type Page } from '@playwright/test';
import { info as german } from '../../web/i18n/de/info.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { info } from '../../web/i18n/es/info.ts';
import { studio as words } from '../../web/i18n/es/studio.ts';
import { sectionIds } from '../../web/admin/registry/sections.ts';
import { test as devices } from './devices.ts';
import { test as ownProduct } from './ownProduct.ts';
import { createAccount } from './people.ts';
import { publishEarlier, publishFirst } from './publishing.ts';
import { expectShownWellEverywhere, openSection, signIn } from './steps.ts';

/** On a product of their own: what they publish, all passengers would read. */
const test = mergeTests(ownProduct, devices);
test.beforeAll(({ product }) => publishEarlier(product.address));
test.afterEach(({ product }) => publishFirst(product.address));

const { fields, company: t } = words;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><circle cx="40" cy="30" r="25"/></svg>';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function openCompany(page: Page, server: string): Promise<void> {
  await signIn(page, await createAccount('admin', server));
  await openSection(page, admin.company);
  await expect(page.getByText(words.saveState.saved)).toBeVisible();
}

test('an owner states the company with its logo; a passenger reads it in German, and the app has its icon', async ({
  page,
  otherDevice,
  product,
}) => {
  await openCompany(page, product.address);
  await field(page, fields.name).fill('Taxi del Maipo');
  await field(page, t.logo.upload).setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(logo),
  });
  await expect(page.getByAltText(t.logo.alt, { exact: true })).toBeVisible();
  await page.getByRole('heading', { name: t.prices, exact: true }).click();
  await field(page, fields.from).fill('22:00');
  await field(page, fields.to).fill('06:00');
  await field(page, fields.tolls).check();
  await field(page, fields.bags).fill('2');
  await expect(page.getByText(info.facts.night('22:00', '06:00'))).toBeVisible();
  await expect(page.getByText(words.saveState.saved)).toBeVisible();
  await expectShownWellEverywhere(page);
  await page.getByRole('button', { name: words.publish.publish }).click();
  await page.getByLabel(words.publish.note).fill('La empresa se presenta');
  await page.getByRole('button', { name: words.publish.publish }).click();
  // A phone's header has no room for the company's name.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('banner').getByText('Taxi del Maipo')).toBeVisible();

  const passenger = await otherDevice();
  await passenger.goto(`${product.address}/guide?lang=de`);
  const header = passenger.getByRole('banner');
  await expect(header.getByText('Taxi del Maipo')).toBeVisible();
  await expect(header.locator('img.company-logo')).toHaveJSProperty('naturalWidth', 512);
  await expect(passenger.getByText(german.facts.night('22:00', '06:00')).first()).toBeVisible();
  await expect(passenger.getByText('Inklusive: Maut und 2 Koffer').first()).toBeVisible();

  const manifest = async () => {
    const response = await fetch(`${product.address}/manifest.webmanifest`);
    return (await response.json()) as { name: string; icons: readonly { src: string }[] };
  };
  await expect.poll(async () => (await manifest()).name, { timeout: 15_000 }).toBe('Taxi del Maipo');
  const icon = await fetch(`${product.address}${(await manifest()).icons[0]!.src}`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('the help opens the page of each section', async ({ page, product }) => {
  await openCompany(page, product.address);
  for (const id of sectionIds.filter((each) => each !== 'help')) {
    await page.goto(`/?section=${id}`);
    await page.getByRole('button', { name: new RegExp(`^${admin.helpFor('')}`) }).click();
    const dialog = page.getByRole('dialog', { name: admin.help });
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
  }
  await page.goto('/?section=help');
  await page.getByRole('searchbox').fill('boleta');
  await page.getByRole('button', { name: /^Empresa.*boleta/i }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Empresa' })).toBeVisible();
});
