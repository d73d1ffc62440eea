import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { home as spanishHome } from '../../web/i18n/es/home.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { login as words } from '../../web/i18n/es/login.ts';
import type { Language } from '../../shared/languages.ts';
import { mark, password, photo, type Account } from './people.ts';

/** What a driver types to register. */
export interface RegistrationForm {
  readonly name: string;
  readonly phone: string;
  readonly plate: string;
  readonly code: string;
  readonly email: string;
  readonly password: string;
}

export function newForm(): RegistrationForm {
  const plate = mark();
  return {
    name: 'María José Muñoz',
    phone: '+56912345678',
    plate,
    code: `C-${mark()}`,
    email: `${plate.toLowerCase()}@example.com`,
    password,
  };
}

/** The plate as passengers see it: BB·BB·12. */
export function shownPlate(plate: string): string {
  return plate.replace(/(..)(..)(..)/, '$1·$2·$3');
}

export async function choosePhoto(page: Page, file?: { name: string; mimeType: string; buffer: Buffer }) {
  const picture = file ?? { name: 'yo.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await page.locator('input[type=file]').setInputFiles(picture);
}

export async function fillProfile(page: Page, form: RegistrationForm): Promise<void> {
  await page.getByLabel(labels.form.name).fill(form.name);
  await page.getByLabel(labels.form.phone).fill(form.phone);
  await page.getByLabel(labels.form.licensePlate).fill(form.plate);
  await page.getByLabel(labels.form.driverCode).fill(form.code);
}

/** Opens the registration and types everything, without sending it. */
export async function fillRegistration(page: Page, form: RegistrationForm, withPhoto = true): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: words.toRegister }).click();
  await fillProfile(page, form);
  await page.getByLabel(words.email).fill(form.email);
  await page.getByLabel(words.password, { exact: true }).fill(form.password);
  if (withPhoto) await choosePhoto(page);
}

export function registerButton(page: Page): Locator {
  return page.getByRole('button', { name: words.register, exact: true });
}

/** Types e-mail and password on the sign-in form and sends it. */
export async function submitSignIn(
  page: Page,
  { email, password: secret }: Pick<Account, 'email' | 'password'>,
) {
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(secret);
  await page.getByRole('button', { name: words.signIn, exact: true }).click();
}

export async function signIn(page: Page, account: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, account);
  await expect(page).toHaveURL('/');
}

const transitionsEnded = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))`;

/** axe with every rule, once nothing is faded or on its way: what it finds is shown by rule and element. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(transitionsEnded);
  // There are no frames, for which axe would open a tab of its own each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}

/** Holds the driver's button until the driver's menu opens. */
export async function openDriverMenu(page: Page, home = spanishHome): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: home.holdForDriverMenu }).hover();
  await page.mouse.down();
  await expect(page.getByRole('heading', { name: home.driverMenu })).toBeVisible();
  await page.mouse.up();
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
}

/** This device has chosen a language; it shows at the next start of the app. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate(`localStorage.setItem('language', '${language}')`);
}

/** What is on the screen now is no wider than it, and accessible in both themes. */
export async function expectShownWell(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}

/** Run in a page: the device's access token expired a day ago, as far as the device knows. */
export const expireSession = `{
  const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name));
  const session = JSON.parse(localStorage.getItem(key));
  const yesterday = Math.floor(Date.now() / 1000) - 86400;
  localStorage.setItem(key, JSON.stringify({ ...session, access_token: 'x.y.z', expires_at: yesterday }));
}`;
/** Run in a page: somebody looks at it again. */
export const wakeUp = `document.dispatchEvent(new Event('visibilitychange'))`;
