import { expect, mergeTests } from '@playwright/test';
import { formatPesos } from '../../shared/content/pesos.ts';
import { admin as words } from '../../web/i18n/es/admin.ts';
import { studio } from '../../web/i18n/es/studio.ts';
import { test as devices } from './devices.ts';
import { test as ownProduct } from './ownProduct.ts';
import { createAccount, createDriver, mark, patch, rows } from './people.ts';
import { publishEarlier, publishFirst } from './publishing.ts';
import { expectShownWellEverywhere, openRecord, openSection, signIn } from './steps.ts';

/** On a product of their own: what they publish, all passengers would read. */
const test = mergeTests(ownProduct, devices);
test.beforeAll(({ product }) => publishEarlier(product.address));
test.afterEach(({ product }) => publishFirst(product.address));

test('the office approves a driver and changes a price; an administrator publishes it', async ({
  page,
  otherDevice,
  product,
}) => {
  const { address } = product;
  const driver = await createDriver(`Espera ${mark()}`, address);
  await patch('drivers', `id=eq.${driver.driverId}`, { approved: false }, address);
  await signIn(page, await createAccount('office', address));
  await expect(page.getByRole('heading', { name: 'Panel de Administración' })).toBeVisible();
  await expect(page.getByRole('link', { name: words.users })).toBeHidden();
  await expect(page.getByRole('button', { name: words.userForm.create })).toBeHidden();
  const record = await openRecord(page, words.drivers, driver.name);
  await record.getByRole('button', { name: words.driverList.activate }).click();
  await expect(page.getByText(words.driverList.activated(driver.name))).toBeVisible();
  expect(await rows('drivers', `id=eq.${driver.driverId}&select=state`, address)).toEqual([
    { state: 'active' },
  ]);

  await openSection(page, words.content);
  await page.getByLabel(`${studio.fields.pesos}, Las Condes`, { exact: true }).fill('24.500');
  await expect(page.getByText(studio.saveState.saved)).toBeVisible();
  await page.getByRole('tab', { name: studio.publish.pending }).click();
  await expect(page.getByText(formatPesos(24_500))).toBeVisible();
  await expect(page.getByText(studio.publish.byAdministrator)).toBeVisible();
  await expectShownWellEverywhere(page);

  const owner = await otherDevice();
  await signIn(owner, await createAccount('admin', address));
  await openSection(owner, words.content);
  await owner.getByRole('button', { name: studio.publish.publish }).click();
  await expect(owner.getByText(formatPesos(24_500))).toBeVisible();
  await owner.getByLabel(studio.publish.note).fill('Suben los peajes');
  const releases = await rows<{ id: number }>('content_releases', 'select=id', address);
  await owner.getByRole('button', { name: studio.publish.publish }).click();
  await expect(owner.getByText(studio.publish.published(String(releases.length + 1)))).toBeVisible();
});
