import { mergeTests, expect, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { today as t } from '../../web/i18n/es/today.ts';
import { test as devices } from './devices.ts';
import { test as ownProduct } from './ownProduct.ts';
import { createAccount, createDriver, patch, rows, write } from './people.ts';
import { publishEarlier } from './publishing.ts';
import { expectShownWellEverywhere, openSection, Presses, signIn } from './steps.ts';

/** The company's day, on a product of its own: its steps and lines are of the whole company. */
const test = mergeTests(ownProduct, devices);
// A worker with another limit has a product that no other journey has touched.
test.use({ limit: '11' });

const region = (page: Page, name: string) => page.getByRole('region', { name });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('a new company sees its first steps, which tick themselves; a busy day is answered in two presses a line', async ({
  page,
  product,
}) => {
  test.slow();
  const server = product.address;
  await signIn(page, await createAccount('admin', server));
  const steps = region(page, t.steps.title);
  await expect(steps.getByText(t.steps.progress('0', '7'))).toBeVisible();
  await expectShownWellEverywhere(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  // A step is settled for the whole company.
  await steps.getByRole('button', { name: t.steps.noVehicles }).click();
  await expect(steps.getByText(t.steps.progress('1', '7'))).toBeVisible();
  await steps.getByRole('link', { name: t.steps.company.action }).click();
  await expect(page).toHaveURL(/section=company/);
  await openSection(page, admin.today);
  const driver = await createDriver('Ana Soto', server);
  await expect(steps.getByText(t.steps.progress('2', '7'))).toBeVisible();
  await publishEarlier(server);
  // Name, prices and promises: the publication has them.
  await expect(steps.getByRole('list', { name: t.steps.done }).getByText(t.steps.claims.title)).toBeVisible();
  await page.reload();
  await expect(
    steps.getByRole('list', { name: t.steps.done }).getByText(t.steps.vehicles.title),
  ).toBeVisible();

  await patch('drivers', `id=eq.${driver.driverId}`, { approved: true }, server);
  const waiting = await createDriver('Espera Rojas', server);
  await write('reviews', { driver_id: driver.driverId, rating: 2 }, server);
  const [kind] = await rows<{ id: string }>(
    'document_kinds',
    `name=eq.${encodeURIComponent('Licencia A1')}`,
    server,
  );
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await write('documents', { kind_id: kind!.id, driver_id: driver.driverId, expires_on: day }, server);
  await write('vehicles', { license_plate: 'BBCD12' }, server);
  const device = { key_hash: `\\x${'00'.repeat(32)}`, driver_id: driver.driverId };
  await write(
    'devices',
    [
      { ...device, id: crypto.randomUUID(), name: 'Lejos', last_seen: ago(60), battery: 80 },
      { ...device, id: crypto.randomUUID(), name: 'Poca', last_seen: ago(1), battery: 9 },
    ],
    server,
  );
  await page.reload();
  const presses = new Presses();
  const record = (name: string) => page.getByRole('article', { name, exact: true });
  const follow = (line: string, row: string) =>
    presses.press(region(page, line).getByRole('link', { name: row }));
  await follow(t.lines.waiting(1, '1'), waiting.name);
  await presses.press(record(waiting.name).getByRole('button', { name: admin.driverList.activate }));
  await expect(page.getByText(admin.driverList.activated(waiting.name))).toBeVisible();
  expect(presses.count).toBe(2);

  for (const [line, row, shown] of [
    [t.lines.reviews(1, '1'), driver.name, page.getByRole('row').filter({ hasText: driver.name })],
    [t.lines.offline(1, '1'), 'Lejos', page.getByRole('dialog', { name: 'Lejos' })],
    [t.lines.battery(1, '1'), 'Poca', page.getByRole('dialog', { name: 'Poca' })],
    [t.lines.expiring(1, '1'), driver.name, record(driver.name).getByText('Licencia A1')],
    [t.lines.missing(1, '1'), waiting.name, record(waiting.name).getByText(t.lacks(''))],
  ] as const) {
    await page.goto('/');
    await expect(region(page, t.lines.waiting(1, '1'))).toBeHidden();
    await follow(line, row);
    await expect(shown).toHaveCount(1);
  }
  await openSection(page, admin.today);
  await expect(steps.getByText(t.steps.progress('5', '7'))).toBeVisible();
  await expect(steps.getByRole('link', { name: t.steps.policy.action })).toBeHidden();
  await expect(region(page, t.shifts.title('0', '2'))).toBeVisible();
  await expectShownWellEverywhere(page);
});

test('the search finds what people type and opens it, from the keyboard', async ({ page, product }) => {
  const driver = await createDriver('Íñigo Núñez', product.address);
  // The key comes before the first picture of the search: it is taken from the moment that the field is on the page.
  await page.addInitScript(`
    const appearing = new MutationObserver(() => {
      if (!document.querySelector('[role=combobox]')) return;
      appearing.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    });
    appearing.observe(document, { childList: true, subtree: true });`);
  await signIn(page, await createAccount('admin', product.address));
  await expect(page.getByRole('combobox', { name: admin.find.label })).toBeFocused();
  await page.keyboard.type(
    `${driver.plate.slice(0, 2)}·${driver.plate.slice(2, 4)} ${driver.plate.slice(4)}`,
  );
  await expect(page.getByRole('option', { name: driver.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/section=drivers&record=/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(driver.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/section=users/);
  await expect(page.getByRole('row').filter({ hasText: driver.email })).toHaveCount(1);
});
