import { randomInt } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, type BrowserContext, type Locator, type Page, type WebSocket } from '@playwright/test';
import { sectionIds, sections } from '../../web/admin/registry/sections.ts';
import { admin as adminWords } from '../../web/i18n/es/admin.ts';
import { home as spanishHome } from '../../web/i18n/es/home.ts';
import { driver as labels } from '../../web/i18n/es/driver.ts';
import { login as words } from '../../web/i18n/es/login.ts';
import type { Language } from '../../shared/languages.ts';
import { mark, password, photo, type Account } from './people.ts';
import { secretKey } from './settings.ts';

/** The fields that a driver fills in to register. */
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
    // A number of its own: who registers with that of a driver who has left waits for approval.
    phone: `+5698${randomInt(1_000_000, 10_000_000)}`,
    plate,
    code: `C-${mark()}`,
    email: `${plate.toLowerCase()}@example.com`,
    password,
  };
}

/** A deletion in the panel of administrators can be undone for this long, in milliseconds. */
export const deletionTime = 8_000;

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

/**
 * Lets registrations ask for the driver's plate, as in a company without vehicles: other journeys enter vehicles into the
 * same database.
 */
export async function askForPlate(context: BrowserContext): Promise<void> {
  await context.route('**/rest/v1/rpc/company_has_vehicles', (route) => route.fulfill({ json: false }));
}

/** Opens the registration and types everything, without sending it. */
export async function fillRegistration(page: Page, form: RegistrationForm, withPhoto = true): Promise<void> {
  await askForPlate(page.context());
  await page.goto('/login');
  await page.getByRole('button', { name: words.toRegister }).click();
  await fillProfile(page, form);
  await page.getByLabel(words.email, { exact: true }).fill(form.email);
  await page.getByLabel(words.password, { exact: true }).fill(form.password);
  if (withPhoto) await choosePhoto(page);
}

export function registerButton(page: Page): Locator {
  return page.getByRole('button', { name: words.register, exact: true });
}

export type Credentials = Pick<Account, 'email' | 'password'>;

/** Types e-mail and password on the sign-in form and sends it. */
export async function submitSignIn(page: Page, { email, password: secret }: Credentials) {
  await page.getByLabel(words.email, { exact: true }).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(secret);
  await page.getByRole('button', { name: words.signIn, exact: true }).click();
}

export async function signInByTyping(page: Page, account: Credentials): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, account);
  await expect(page).toHaveURL('/');
}

/**
 * Signs in without the form, as on a device that keeps its session: for journeys that begin behind it. Only where the
 * app and its backend have one address.
 */
export async function signIn(page: Page, { email, password: secret }: Credentials): Promise<void> {
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: secretKey },
    data: { email, password: secret },
  });
  expect(response.ok(), await response.text()).toBe(true);
  const session = JSON.stringify(await response.text());
  const content = `localStorage.setItem('sb-' + location.hostname.split('.')[0] + '-auth-token', ${session})`;
  const kept = await page.addInitScript({ content });
  await page.goto('/');
  await kept.dispose();
  await expect(page).toHaveURL('/');
}

/** The address of `realtime/v1` for clients that listen. */
export const websocketAddress = /\/realtime\/v1\/websocket/;

/** Resolves with the page's next websocket on which the server says that it announces changes. */
export function untilLive(page: Page): Promise<WebSocket> {
  return new Promise((resolve) => {
    // Listens to a socket as soon as it is there: the server may say so before anybody has awaited the socket.
    page.on('websocket', (socket) => {
      if (!websocketAddress.test(socket.url())) return;
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed')) resolve(socket);
      });
    });
  });
}

/** Signs in and waits until the page listens to changes. */
export async function signInLive(page: Page, account: Credentials): Promise<WebSocket> {
  const live = untilLive(page);
  await signIn(page, account);
  return live;
}

const transitionsEnded = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished))`;

/**
 * axe with every rule, or with the named ones, once nothing is faded or moving: violations are shown by rule and
 * element.
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // A panel leaves the screen behind it out of layout, where no transition ends.
  const isLocked = await page.evaluate<boolean>(`'locked' in document.documentElement.dataset`);
  await page.evaluate(`document.documentElement.removeAttribute('data-locked')`);
  await page.evaluate(transitionsEnded);
  // There are no frames, for which axe would open a tab of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  await page.evaluate(`document.documentElement.toggleAttribute('data-locked', ${isLocked})`);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}

/** How long the driver's button has to be held, in milliseconds. */
const holdTime = 2_000;

/** Holds the driver's button until the driver's menu opens. For the page, the time that this takes passes at once. */
export async function openDriverMenu(page: Page, home = spanishHome): Promise<void> {
  await page.clock.install();
  await page.getByRole('banner').getByRole('button', { name: home.holdForDriverMenu }).hover();
  await page.mouse.down();
  await page.clock.runFor(holdTime);
  await expect(page.getByRole('heading', { name: home.driverMenu })).toBeVisible();
  await page.mouse.up();
}

/** As `openDriverMenu`, by the installed clock of the page instead of two seconds of our time. */
export async function openDriverMenuByClock(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: spanishHome.holdForDriverMenu }).hover();
  await page.mouse.down();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('heading', { name: spanishHome.driverMenu })).toBeVisible();
  await page.mouse.up();
}

/** Nothing is wider than the screen, once what follows its size has been drawn anew: a list turns into cards. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
  await expect.poll(() => page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
}

/** This device has chosen a language; it shows at the next start of the app. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate(`localStorage.setItem('language', '${language}')`);
}

/** The screen does not scroll sideways, and is accessible in both themes. */
export async function expectShownWell(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page);
  // Only this rule depends on colours.
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, ['color-contrast', 'link-in-text-block']);
}

/** A device held either way, and a phone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 360, height: 740 },
] as const;

/** The screen does not scroll sideways on a device held either way or on a phone. */
export async function expectFitsEverywhere(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
}

/** As `expectShownWell`, on every size of screen; colours are the same on all of them. The last one is the phone. */
export async function expectShownWellEverywhere(page: Page): Promise<void> {
  for (const size of sizes.slice(0, -1)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.setViewportSize(sizes.at(-1)!);
  await expectShownWell(page);
}

/** Run in a page: the device's access token expired a day ago, as far as the device knows. */
export const expireSession = `{
  const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name));
  const session = JSON.parse(localStorage.getItem(key));
  const yesterday = Math.floor(Date.now() / 1000) - 86400;
  localStorage.setItem(key, JSON.stringify({ ...session, access_token: 'x.y.z', expires_at: yesterday }));
}`;
/** Run in a page: whether the device has kept a session that goes on. */
export const hasSession = `{
  const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name));
  JSON.parse(localStorage.getItem(key)).expires_at * 1000 > Date.now();
}`;
/** Run in a page: somebody looks at it again. */
export const wakeUp = `document.dispatchEvent(new Event('visibilitychange'))`;

/**
 * Opens a section of the administration panel by its name: its place beside the list, or on a narrow screen at the bottom
 * or behind “Más”, and then its tab. A place that is not used yet has no entry.
 * @param press counts a press, if somebody wants to know
 */
export async function openSection(
  page: Page,
  name: string,
  press = (control: Locator): Promise<void> => control.click(),
): Promise<void> {
  const id = sectionIds.find((each) => adminWords[each] === name);
  const place = id && sections[id].place;
  if (!place || place === 'help') throw new Error(`There is no section ${name}`);
  const linkIn = (navigation: string, label: string): Locator =>
    page.getByRole('navigation', { name: navigation }).getByRole('link', { name: new RegExp(`^${label}`) });
  const more = page.getByRole('button', { name: adminWords.more, exact: true });
  await expect(linkIn(adminWords.sections, adminWords.places.today)).toBeVisible();
  const link = linkIn(adminWords.sections, adminWords.places[place]);
  if (await link.isVisible()) await press(link);
  else if (await more.isVisible()) {
    await press(more);
    await press(linkIn(adminWords.allPlaces, adminWords.places[place]));
  } else await page.goto(`/?section=${id}`);
  const tab = linkIn(adminWords.places[place], name);
  if (sectionIds.find((each) => sections[each].place === place) !== id) await press(tab);
}

/** The least side of what a thumb meets, in CSS pixels. */
const thumbPx = 44;

/** A control stands on the screen without scrolling, uncovered, and large enough for a thumb. */
export async function expectUnderThumb(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // A panel slides in.
  await page.evaluate(transitionsEnded);
  await expect(control).toBeInViewport({ ratio: 1 });
  // The link of a row answers a press anywhere in it.
  const height = await control.evaluate((element) => {
    const { x, y, width, height: high } = element.getBoundingClientRect();
    const meets = (at: number) => {
      const met = element.ownerDocument.elementFromPoint(x + width / 2, at);
      return element.contains(met) || met?.closest('label')?.contains(element) === true;
    };
    let [top, bottom] = [y + high / 2, y + high / 2];
    while (meets(top)) top -= 1;
    while (meets(bottom)) bottom += 1;
    return bottom - top;
  });
  expect(height, `of ${String(control)}`).toBeGreaterThanOrEqual(thumbPx);
}

/** Counts presses: what an answer or an act costs. On a phone a thumb reaches each of them. */
export class Presses {
  count = 0;
  private readonly phone: Page | undefined;
  /** @param phone the page, if it is that of a phone */
  constructor(phone?: Page) {
    this.phone = phone;
  }

  async press(target: Locator): Promise<void> {
    this.count += 1;
    if (this.phone) await expectUnderThumb(this.phone, target);
    await target.click();
  }

  /** Chooses from a native list: it is pressed, and then its line. */
  async choose(list: Locator, label: string): Promise<void> {
    this.count += 2;
    if (this.phone) await expectUnderThumb(this.phone, list);
    await list.selectOption({ label });
  }
}

/** Opens the page of a record by its row in the list. @param name the record's, as the row's link says it */
export async function openRow(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click();
  const record = page.getByRole('article', { name, exact: true });
  await expect(record).toBeVisible();
  return record;
}

/** Finds a record in a section of the panel and opens its page. @param name the record's */
export async function openRecord(page: Page, section: string, name: string): Promise<Locator> {
  await openSection(page, section);
  await page.getByRole('searchbox').fill(name);
  return openRow(page, name);
}

/** Waits until the service worker of a page has stored everything. @param scope the path that the worker serves */
export async function waitForWorker(page: Page, scope: string): Promise<void> {
  const state = `navigator.serviceWorker.getRegistration('${scope}').then((worker) => worker?.active?.state)`;
  await expect.poll(() => page.evaluate(state)).toBe('activated');
}
