import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, type Browser, type Page } from '@playwright/test';
import { selfSigned } from '../../backend/testing/certificate.ts';
import { admin } from '../../web/i18n/es/admin.ts';
import { login } from '../../web/i18n/es/login.ts';
import { test } from '../browser/offlineSteps.ts';
import { createAccount, rows, type Account } from '../browser/people.ts';
import {
  fillRegistration,
  newForm,
  openSection,
  registerButton,
  submitSignIn,
  type RegistrationForm,
} from '../browser/steps.ts';

/** Ends TLS for a name that Chromium finds on this machine, as the proxy in front of an installation does. */
async function startTlsProxy(port: number): Promise<AsyncDisposable & { readonly address: string }> {
  const { privateKey: key, certificate: cert } = selfSigned('taxi.localhost');
  const proxy = createServer({ key, cert }, (socket) => {
    const server = connect(port, '127.0.0.1');
    socket.pipe(server).pipe(socket);
    for (const each of [socket, server]) each.on('error', () => each.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `https://taxi.localhost:${(proxy.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      proxy.close();
      await Promise.resolve();
    },
  };
}

/** A device that opens the app under `address`. */
async function deviceAt(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, locale: 'es-CL', ignoreHTTPSErrors: true });
  return context.newPage();
}

async function signInAt(page: Page, account: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, account);
  await expect(page).toHaveURL('/');
}

/** The photo on the page has pixels: initials are shown in place of one that does not load. */
async function expectPhoto(page: Page, name: string): Promise<void> {
  const photo = page.getByRole('img', { name, exact: true, includeHidden: true }).first();
  await expect
    .poll(() => photo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
}

async function register(page: Page): Promise<RegistrationForm> {
  const form = newForm();
  await fillRegistration(page, form);
  await registerButton(page).click();
  await expect(page.getByText(login.registered)).toBeVisible();
  return form;
}

test('a photo is shown wherever the app is opened after the driver registered', async ({
  page,
  browser,
  product,
}) => {
  // Four devices, one after the other.
  test.slow();
  const form = await register(page);
  const [driver] = await rows<{ verification_code: string }>(
    'drivers',
    `license_plate=eq.${form.plate}&select=verification_code`,
    product.address,
  );
  const publicPage = `/verify/${driver?.verification_code}`;
  const port = Number(new URL(product.address).port);
  const expectPhotoOnDevice = async (address: string) => {
    const device = await deviceAt(browser, address);
    await signInAt(device, form);
    await expectPhoto(device, form.name);
    await device.context().close();
  };

  await expectPhotoOnDevice(`http://localhost:${port}`);
  await using proxy = await startTlsProxy(port);
  await product.kill();
  await product.restart({ PUBLIC_URL: proxy.address });
  await expectPhotoOnDevice(proxy.address);
  const phone = await deviceAt(browser, proxy.address);
  await phone.goto(publicPage);
  await expectPhoto(phone, 'María');
  const office = await deviceAt(browser, proxy.address);
  await signInAt(office, await createAccount('admin', product.address));
  await openSection(office, admin.drivers);
  await office.getByRole('searchbox', { name: admin.driverList.search }).fill(form.plate);
  await expectPhoto(office, form.name);
  for (const device of [phone, office]) await device.context().close();
});
