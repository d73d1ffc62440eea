import { expect, type Locator, type Page } from '@playwright/test';
import { admin } from '../../web/i18n/es/admin.ts';
import { common } from '../../web/i18n/es/common.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { home } from '../../web/i18n/es/home.ts';
import { invitation as t } from '../../web/i18n/es/invitation.ts';
import { login } from '../../web/i18n/es/login.ts';
import { newDrivers } from '../../web/i18n/es/fleet/newDrivers.ts';
import { test } from './ownProduct.ts';
import { createAccount, mark, password, remove, rows, write } from './people.ts';
import { choosePhoto, expectAccessible, openSection, shownPlate, signIn } from './steps.ts';

/** On a product of its own: the form looks different where the company has vehicles. */
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.afterEach(async ({ product }) => {
  for (const table of ['drivers', 'vehicles']) await remove(table, 'id=not.is.null', product.address);
});

/** The link that was copied. */
const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

/** The presses and fields that an administrator needs for a new driver, menus and texts included. */
const mostActs = 12;

test('an administrator adds a driver, who accepts on a phone and sees the home screen with the vehicle', async ({
  page,
  browser,
  product,
}) => {
  const plate = mark();
  await write('vehicles', { license_plate: plate }, product.address);
  await signIn(page, await createAccount('admin', product.address));
  let acts = 1;
  await openSection(page, admin.drivers);
  const press = async (button: Locator) => {
    acts += 1;
    await button.click();
  };
  const type = async (label: string, text: string) => {
    acts += 1;
    await page.getByRole('dialog').getByLabel(label).fill(text);
  };
  await press(page.getByRole('button', { name: newDrivers.add }));
  await expect(page.getByLabel(labels.form.driverCode)).toHaveValue('001');
  await type(labels.form.name, 'Rosa Pérez');
  await type(labels.form.phone, '9 8765 4321');
  await type(newDrivers.vehicle, plate.toLowerCase());
  await press(page.getByRole('button', { name: newDrivers.create }));
  const chat = page.getByRole('link', { name: newDrivers.link.whatsapp });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/56987654321\?text=Hola%2C%20Rosa/);
  await press(page.getByRole('button', { name: newDrivers.link.copy }));
  expect(acts).toBeLessThanOrEqual(mostActs);
  const link = await copied(page);
  await press(page.getByRole('button', { name: newDrivers.link.showQr }));
  await expect(page.getByRole('img', { name: newDrivers.link.qr })).toBeVisible();
  await page.getByRole('button', { name: common.close, exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Rosa Pérez' });
  await expect(row).toContainText(admin.driverStates.invited);

  const requested: string[] = [];
  const phone = await browser.newPage({
    baseURL: product.address,
    viewport: { width: 360, height: 740 },
    locale: 'es-CL',
  });
  phone.on('request', (request) => requested.push(request.url()));
  await phone.goto(link);
  await expect(phone.getByText('Rosa Pérez')).toBeVisible();
  await expect(phone.getByText(shownPlate(plate))).toBeVisible();
  expect(new URL(phone.url()).hash).toBe('');
  await expectAccessible(phone);
  const accept = phone.getByRole('button', { name: t.accept });
  await phone.getByLabel(login.email, { exact: true }).fill(`${plate.toLowerCase()}@example.com`);
  await phone.getByLabel(login.password, { exact: true }).fill(password);
  await accept.click();
  await expect(phone.getByRole('alert')).toBeVisible();
  await choosePhoto(phone);
  await accept.click();
  await expect(phone.getByRole('button', { name: home.rateTrip })).toBeVisible();
  await expect(phone.getByText(shownPlate(plate)).first()).toBeVisible();
  expect(requested.join(' ')).not.toContain(link.split('#')[1]);
  await expect(row).toContainText(admin.driverStates.active);
  const [driver] = await rows<{ id: string }>(
    'drivers',
    `name=eq.Rosa Pérez&state=eq.active`,
    product.address,
  );
  const shifts = await rows(
    'shifts',
    `driver_id=eq.${driver?.id}&ended_at=is.null&select=id`,
    product.address,
  );
  expect(shifts).toHaveLength(1);

  const late = await browser.newPage({ baseURL: product.address, locale: 'es-CL' });
  await late.goto(link);
  await expect(late.getByText(t.used)).toBeVisible();
  await phone.goto(link);
  await expect(phone.getByText(t.inUse)).toBeVisible();
  await Promise.all([phone, late].map((each) => each.context().close()));
});

test('a new link ends the one before, a withdrawn one says so, and a file invites many', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, await createAccount('admin', product.address));
  const lines = [
    'nombre;teléfono;código;patente',
    'Ana Uno;987654321;A-1;BBCD11',
    'Eva Dos;987654322;A-2;BBCD12',
  ];
  await openSection(page, admin.drivers);
  await page.getByRole('button', { name: newDrivers.file.open }).click();
  const buffer = Buffer.from(lines.join('\r\n'));
  const file = { name: 'conductores.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel(admin.importing.file).setInputFiles(file);
  await page.getByRole('button', { name: admin.save, exact: true }).click();
  await expect(page.getByRole('link', { name: newDrivers.link.whatsapp })).toHaveCount(2);
  await page.getByRole('button', { name: newDrivers.links.copyOf('Ana Uno') }).click();
  const first = await copied(page);
  await page.getByRole('button', { name: common.close, exact: true }).click();

  const resend = async () => {
    await page.getByRole('button', { name: admin.moreActions('Ana Uno') }).click();
    await page.getByRole('button', { name: newDrivers.resend }).click();
  };
  await resend();
  await page.getByRole('button', { name: newDrivers.renew }).click();
  await page.getByRole('button', { name: newDrivers.link.copy }).click();
  const second = await copied(page);
  await page.getByRole('button', { name: common.close, exact: true }).click();
  const phone = await browser.newPage({ baseURL: product.address, locale: 'es-CL' });
  await phone.goto(first);
  await expect(phone.getByText(t.withdrawn)).toBeVisible();
  await phone.goto(second);
  await expect(phone.getByText('Ana Uno')).toBeVisible();
  await resend();
  await page.getByRole('button', { name: newDrivers.withdraw }).click();
  await expect(page.getByText(newDrivers.withdrawn('Ana Uno'))).toBeVisible();
  await phone.reload();
  await phone.goto('/invite');
  await expect(phone.getByText(t.noToken)).toBeVisible();
  await phone.goto(second);
  await expect(phone.getByText(t.withdrawn)).toBeVisible();
  await phone.context().close();
});
