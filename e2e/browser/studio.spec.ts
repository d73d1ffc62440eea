import { expect, mergeTests, type Page } from '@playwright/test';
import { describeChanges } from '../../shared/content/changes.ts';
import type { Content } from '../../shared/content/content.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { formatPesos } from '../../shared/content/pesos.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { audit } from '../../web/i18n/es/audit.ts';
import { studio as words } from '../../web/i18n/es/studio.ts';
import { test as devices } from './devices.ts';
import { test as ownProduct } from './ownProduct.ts';
import { createAccount, rows, type Account } from './people.ts';
import { publishEarlier, publishFirst } from './publishing.ts';
import { expectShownWellEverywhere, openSection, signIn } from './steps.ts';

/** On a product of their own: what they publish, all passengers would read. */
const test = mergeTests(ownProduct, devices);
test.beforeAll(({ product }) => publishEarlier(product.address));
test.afterEach(({ product }) => publishFirst(product.address));

async function openStudio(page: Page, server: string): Promise<Account> {
  const administrator = await createAccount('admin', server);
  await signIn(page, administrator);
  await openSection(page, admin.content);
  await expect(page.getByText(words.saveState.saved)).toBeVisible();
  return administrator;
}

/** The tab of the publication has the number of changes behind its name. */
function openView(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Opens an item of the texts by its name. */
async function openItem(page: Page, name: string): Promise<void> {
  await openView(page, words.views.texts);
  await page.getByText(name, { exact: true }).first().click();
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
}

const priceOf = (page: Page, route: string) =>
  page.getByLabel(`${words.fields.pesos}, ${route}`, { exact: true });
const spanishText = (page: Page) => page.getByLabel('Español', { exact: true }).first();
const saved = (page: Page) => expect(page.getByText(words.saveState.saved)).toBeVisible();

async function publish(page: Page, note: string): Promise<void> {
  await openView(page, words.views.publish);
  await page.getByLabel(words.publish.note).fill(note);
  await page.getByRole('button', { name: words.publish.publish }).click();
}

/** The contents of all releases, oldest first. */
async function releases(server: string): Promise<readonly Content[]> {
  const found = await rows<{ content: Content }>('content_releases', 'select=content&order=id', server);
  return found.map(({ content }) => content);
}

test('a price is changed, published with a note, stands in history and log, and is taken back', async ({
  page,
  product,
}) => {
  const { email } = await openStudio(page, product.address);
  await priceOf(page, 'Las Condes').fill('24.500');
  await saved(page);
  const before = await releases(product.address);
  await publish(page, 'Suben los peajes');
  await expect(page.getByText(words.publish.published(String(before.length + 1)))).toBeVisible();
  const [, old, present] = [null, ...(await releases(product.address)).slice(-2)];
  expect(describeChanges(old!, present!)).toMatchObject([
    { path: ['routes', 'las-condes', 'prices', 0, 'pesos'], after: 24_500 },
  ]);

  await openView(page, words.views.history);
  const newest = page.getByRole('listitem').filter({ hasText: words.history.newest });
  await expect(newest).toContainText('Suben los peajes');
  await expect(newest).toContainText(email);
  await newest.getByRole('button', { name: words.history.whatChanged }).click();
  await expect(newest.getByText(formatPesos(24_500))).toBeVisible();
  await expectShownWellEverywhere(page);

  await page.getByRole('button', { name: words.history.restoreOf(String(before.length)) }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.history.restore }).click();
  await page.getByLabel(words.publish.note).fill('Se vuelve atrás');
  await page.getByRole('button', { name: words.publish.publish }).click();
  await expect(page.getByText(words.publish.published(String(before.length + 2)))).toBeVisible();
  expect((await releases(product.address)).at(-1)).toEqual(before.at(-1));

  await page.setViewportSize({ width: 1280, height: 800 });
  await openSection(page, admin.audit);
  const published = page.getByRole('row').filter({ hasText: 'Se vuelve atrás' });
  await expect(published).toContainText(
    audit.records.release.named.replace('{name}', String(before.length + 2)),
  );
});

test('a price is seen on the device of the preview before it is published', async ({ page, product }) => {
  await openStudio(page, product.address);
  await page.getByRole('button', { name: words.preview.open }).click();
  const device = page.frameLocator('section iframe');
  await expect(device.getByRole('dialog').getByText('$18.000')).toBeVisible();
  await priceOf(page, 'Providencia').fill('19.500');
  await expect(device.getByRole('dialog').getByText(formatPesos(19_500))).toBeVisible();
  await saved(page);
  const newestPrices = async () =>
    (await releases(product.address)).at(-1)!.routes.map(({ prices }) => prices[0]!.pesos);
  expect(await newestPrices()).not.toContain(19_500);
  await publish(page, 'Sube Providencia');
  await expect.poll(newestPrices).toContain(19_500);
});

test('the panel has the company’s new name at once, and after a reload', async ({ page, product }) => {
  await openStudio(page, product.address);
  await page.goto('/?section=company');
  const name = 'Transfer del Maipo';
  await page.getByLabel(words.fields.name, { exact: true }).fill(name);
  await saved(page);
  const heading = page.getByRole('banner').getByText(name, { exact: true });
  await expect(heading).toBeHidden();
  await page.getByRole('button', { name: words.publish.publish }).click();
  await publish(page, 'La empresa cambia de nombre');
  await expect(heading).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
});

test('of two administrators who change one text the second decides; other changes of both stay', async ({
  page,
  otherDevice,
  product,
}) => {
  await openStudio(page, product.address);
  const other = await otherDevice();
  const { email } = await openStudio(other, product.address);
  await openItem(page, 'Seguro de viaje');
  await openItem(other, 'Seguro de viaje');
  await spanishText(other).fill('Seguro de la empresa');
  await saved(other);
  await other.goto('/?section=company');
  await other.getByRole('heading', { name: words.company.legal, exact: true }).click();
  await other.getByLabel(words.fields.legalName).fill('Andes Transfer SpA');
  await saved(other);
  await spanishText(page).fill('Seguro de pasajeros');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words.conflict.text(email))).toBeVisible();
  await expect(dialog.locator('del')).toHaveText('Seguro de la empresa');
  await expect(dialog.locator('ins')).toHaveText('Seguro de pasajeros');
  await dialog.getByRole('button', { name: words.conflict.mine, exact: true }).click();
  await saved(page);
  const [draft] = await rows<{ content: Content }>('content_drafts', 'select=content', product.address);
  expect(draft!.content.company.legalName).toBe('Andes Transfer SpA');
  expect(draft!.content.claims.find(({ id }) => id === 'insurance')!.title.es).toBe('Seguro de pasajeros');
});

test('a translator finds what is outdated; unsaved work survives a reload without a connection', async ({
  page,
  product,
}) => {
  await openStudio(page, product.address);
  await openItem(page, 'Cerro San Cristóbal');
  await page.route('**/rpc/save_content', (route) => route.abort());
  await spanishText(page).fill('Cerro San Cristóbal de Santiago');
  await expect(page.getByText(words.saveState.offline)).toBeVisible();
  await page.reload();
  await expect(spanishText(page)).toHaveValue('Cerro San Cristóbal de Santiago');
  await page.unroute('**/rpc/save_content');
  await saved(page);

  await page.getByLabel(words.list.show).selectOption('outdated');
  await page.getByLabel(words.list.language).selectOption('de');
  await openItem(page, 'Cerro San Cristóbal de Santiago');
  await page.getByRole('button', { name: /^Deutsch/ }).click();
  await expect(page.getByText(words.editor.spanishChanged)).toBeVisible();
  await page.getByRole('button', { name: words.editor.stillRight }).click();
  await saved(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Cerro San Cristóbal de Santiago' })).toHaveCount(
    0,
  );
  const places = readFirstRelease().places;
  const [draft] = await rows<{ content: Content }>('content_drafts', 'select=content', product.address);
  const place = draft!.content.places.find(({ name }) => name.es === 'Cerro San Cristóbal de Santiago')!;
  expect(place.name.de).toEqual(places.find(({ id }) => id === place.id)!.name.de);
  expect(place.name.fr?.of).toBe('Cerro San Cristóbal');
});
