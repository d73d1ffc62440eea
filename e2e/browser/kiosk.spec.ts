import { expect, test, type Page } from '@playwright/test';
import { kiosk as german } from '../../web/i18n/de/kiosk.ts';
import { home as germanHome } from '../../web/i18n/de/home.ts';
import { rating as germanRating } from '../../web/i18n/de/rating.ts';
import { account } from '../../web/i18n/es/account.ts';
import { common } from '../../web/i18n/es/common.ts';
import { home } from '../../web/i18n/es/home.ts';
import { kiosk as t } from '../../web/i18n/es/kiosk.ts';
import { rating } from '../../web/i18n/es/rating.ts';
import { greetings } from '../../web/i18n/greetings.ts';
import { languageNames } from '../../web/i18n/languages.ts';
import { createDriver } from './people.ts';
import { noonZone } from './settings.ts';
import { expectNoSidewaysScroll, expectShownWell, openDriverMenuByClock, signIn, wakeUp } from './steps.ts';
import { languages, wordsOf } from './words.ts';

test.use({ timezoneId: noonZone });

const dialog = (page: Page) => page.getByRole('dialog');
const greeting = (page: Page) => page.getByRole('dialog', { name: 'Andes Transfer' });
const countdown = (page: Page) => page.getByRole('dialog', { name: t.countdown.title });
const languageButton = (page: Page) => page.getByRole('banner').getByRole('button').first();

/** The screen of a driver, by a clock that the test moves; everything that comes after the first picture is there. */
async function openScreen(page: Page): Promise<void> {
  await page.clock.install();
  await signIn(page, await createDriver());
  await expect(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
  await expect.poll(() => page.evaluate('history.state')).toBe('stay');
}

async function chooseGerman(page: Page): Promise<void> {
  await languageButton(page).click();
  await dialog(page).getByText(languageNames.de).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
}

/**
 * The code in the rating panel loads later and moves what lies above it: a scroll, which counts as a touch. The browser
 * tells it in its next frame, which a screenshot waits for.
 */
async function untilCodeIsThere(page: Page): Promise<void> {
  await expect(dialog(page).getByRole('img', { name: /QR/ })).toBeVisible();
  await page.screenshot();
}

/** Leaves the screen untouched for that many seconds more. */
const leaveAlone = (page: Page, seconds: number) => page.clock.runFor(seconds * 1_000);

test('after 90 seconds without a touch the screen is as new and greets; one touch picks the language', async ({
  page,
}) => {
  // Another size would scroll, which is a touch.
  await page.setViewportSize({ width: 360, height: 740 });
  await openScreen(page);
  await chooseGerman(page);
  await page.getByRole('button', { name: germanHome.display }).click();
  await page.getByRole('radio', { name: german.display.sizes.larger }).check();
  await page.keyboard.press('Escape');
  await page.mouse.wheel(0, 500);
  await page.getByRole('button', { name: germanHome.rateTrip }).click();
  await page.getByRole('radio', { name: germanRating.stars(2) }).check();
  await untilCodeIsThere(page);

  await leaveAlone(page, 66);
  await expect(page.getByRole('timer')).toBeHidden();
  await leaveAlone(page, 6);
  await expect(page.getByRole('heading', { name: german.countdown.title })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^1[5-9] Sekunden$/);
  await expectNoSidewaysScroll(page);
  await leaveAlone(page, 20);

  await expect(greeting(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
  for (const language of languages)
    await expect(greeting(page).getByText(greetings[language].hello, { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('html')).toHaveAttribute('data-text', 'normal');
  expect(await page.evaluate('window.scrollY')).toBe(0);

  await greeting(page).getByRole('button', { name: languageNames.fr }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const french = await wordsOf('fr');
  await page.getByRole('button', { name: french.home.rateTrip }).click();
  await expect(page.getByRole('radio', { name: french.rating.stars(5) })).toBeChecked();
});

test('light, text and full screen are one press away, and the size of the text stays after a reload', async ({
  page,
}) => {
  await signIn(page, await createDriver());
  await page.getByRole('button', { name: home.display }).click();
  await page.getByRole('button', { name: t.display.enterFullScreen }).click();
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
  await page.getByRole('button', { name: t.display.leaveFullScreen }).click();
  await expect.poll(() => page.evaluate('document.fullscreenElement === null')).toBe(true);
  await page.getByRole('radio', { name: t.display.sizes.larger, exact: true }).check();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-text', 'larger');
  expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('20px');
});

const touches: Record<string, (page: Page) => Promise<unknown>> = {
  'a touch anywhere': (page) => page.mouse.click(5, 5),
  'the button': (page) => page.getByRole('button', { name: t.countdown.stay }).click(),
  'a key': (page) => page.keyboard.press('a'),
  Escape: (page) => page.keyboard.press('Escape'),
  scrolling: (page) => page.mouse.wheel(0, 100),
};

test('any touch ends the countdown, and what was open stays', async ({ page }) => {
  await openScreen(page);
  await page.getByRole('button', { name: home.rateTrip }).click();
  await page.getByRole('radio', { name: rating.stars(3) }).check();
  await untilCodeIsThere(page);
  for (const [name, touch] of Object.entries(touches)) {
    await test.step(name, async () => {
      await leaveAlone(page, 72);
      await expect(countdown(page)).toBeVisible();
      await touch(page);
      await leaveAlone(page, 2);
      await expect(countdown(page)).toBeHidden();
      await expect(page.getByRole('radio', { name: rating.stars(3) })).toBeChecked();
    });
  }
  await leaveAlone(page, 60);
  await expect(countdown(page)).toBeHidden();
  await leaveAlone(page, 30);
  await expect(greeting(page)).toBeVisible();
});

interface Hold {
  readonly down: (page: Page) => Promise<void>;
  readonly up: (page: Page) => Promise<void>;
}

const finger: Hold = { down: (page) => page.mouse.down(), up: (page) => page.mouse.up() };

/** A key that is held repeats, also when the menu is open. */
const heldKey = (key: string): Hold => ({
  down: (page) => page.keyboard.down(key),
  up: async (page) => {
    for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  },
});

test('the driver’s menu opens to a finger or a key that holds its button for two seconds, and not sooner', async ({
  page,
}) => {
  await openScreen(page);
  const button = page.getByRole('banner').getByRole('button', { name: home.holdForDriverMenu });
  for (const [name, hold] of Object.entries({ finger, Enter: heldKey('Enter'), Space: heldKey(' ') })) {
    await test.step(name, async () => {
      await button.hover();
      await button.focus();
      for (const held of [1, 1_200]) {
        await hold.down(page);
        await page.clock.runFor(held);
        await hold.up(page);
        await page.clock.runFor(2_000);
      }
      await expect(dialog(page)).toHaveCount(0);
      await hold.down(page);
      await page.clock.runFor(2_000);
      await expect(page.getByRole('heading', { name: home.driverMenu })).toBeVisible();
      await hold.up(page);
      await expect(dialog(page).getByRole('button', { name: common.signOut })).toBeVisible();
      await expect(page).toHaveURL('/');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    });
  }

  await button.hover();
  await page.mouse.down();
  await expect(button).toHaveAttribute('data-holding');
  await page.mouse.move(640, 400);
  await expect(button).not.toHaveAttribute('data-holding');
  await page.clock.runFor(2_000);
  await page.mouse.up();
  await expect(dialog(page)).toHaveCount(0);
});

test('the time in which the device slept counts when it wakes, and the driver’s own account closes too', async ({
  page,
}) => {
  await openScreen(page);
  await page.getByRole('button', { name: home.tiles.safety.title }).click();
  await page.clock.fastForward('10:00');
  await expect(greeting(page)).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
  await greeting(page).getByRole('button', { name: languageNames.es }).click();
  await expect(dialog(page)).toHaveCount(0);

  await openDriverMenuByClock(page);
  await dialog(page).getByRole('button', { name: home.account }).click();
  await page.getByLabel(account.currentPassword, { exact: true }).fill('a medio escribir');
  await leaveAlone(page, 92);
  await greeting(page).getByRole('button', { name: languageNames.es }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('neither the way back nor /login leads out; going back closes what is open', async ({ page }) => {
  await openScreen(page);
  await page.getByRole('button', { name: home.tiles.safety.title }).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  for (let times = 0; times < 5; times += 1) {
    await page.goBack();
    await expect(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
  }
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
});

test('the screen is kept on, again when the app becomes visible, until the driver has confirmed to sign out', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['screen-wake-lock']);
  await page.addInitScript(`
    const locks = (window.locks = []);
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      locks.push(lock);
      return lock;
    };
  `);
  const held = () => page.evaluate<boolean[]>('window.locks.map((lock) => !lock.released)');
  await openScreen(page);
  await expect.poll(held).toEqual([true]);
  // Without a window system a page is never hidden: what the browser then does is done by hand.
  await page.evaluate('window.locks[0].release()');
  await page.evaluate(wakeUp);
  await expect.poll(held).toEqual([false, true]);

  await openDriverMenuByClock(page);
  await dialog(page).getByRole('button', { name: common.signOut }).click();
  await expect(page.getByText(t.driver.signOutText)).toBeVisible();
  await expectShownWell(page);
  await dialog(page).getByRole('button', { name: t.driver.back }).click();
  await dialog(page).getByRole('button', { name: common.signOut }).click();
  await dialog(page).getByRole('button', { name: common.signOut }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(held).toEqual([false, false]);
});

test.describe('light and dark', () => {
  const background = (page: Page) =>
    page.evaluate('getComputedStyle(document.body.parentElement).backgroundColor');
  const night = 'rgb(11, 29, 42)';
  const day = 'rgb(246, 243, 236)';

  /** The page as an operator's server gives it for these hours. */
  async function setNightHours(page: Page, hours: string): Promise<void> {
    await page.route('/', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        'name="night-hours" content="off"',
        `name="night-hours" content="${hours}"`,
      );
      await route.fulfill({ response, body });
    });
  }

  test('it turns dark by the clock or with the device, and stays as chosen by hand, also after a reload', async ({
    page,
  }) => {
    await openScreen(page);
    await expect.poll(() => background(page)).toBe(day);
    const hour = Number(await page.evaluate('new Date().getHours()'));
    await setNightHours(page, `${(hour + 1) % 24}-${(hour + 3) % 24}`);
    await page.reload();
    await expect.poll(() => background(page)).toBe(day);
    const later = async () => {
      await page.clock.runFor(30_000);
      return background(page);
    };
    await page.clock.fastForward('01:00:00');
    await expect.poll(later).toBe(night);

    /** Leaves the screen untouched until it greets, then touches it. */
    const leaveAndReturn = async () => {
      const spanish = greeting(page).getByRole('button', { name: languageNames.es });
      await expect.poll(async () => (await later()) && spanish.isVisible()).toBe(true);
      await spanish.click();
    };
    const choose = async (label: string) => {
      await page.getByRole('button', { name: home.display }).click();
      await page.getByRole('radio', { name: label, exact: true }).check();
      await page.keyboard.press('Escape');
    };
    await leaveAndReturn();
    await choose(t.display.light);
    await expect.poll(() => background(page)).toBe(day);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await expect.poll(() => background(page)).toBe(day);
    await choose(t.display.auto);
    await expect.poll(() => background(page)).toBe(night);

    // In the morning it follows the device.
    await page.clock.fastForward('02:00:00');
    await expect.poll(later).toBe(night);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => background(page)).toBe(day);
    await leaveAndReturn();
    await choose(t.display.dark);
    await expect.poll(() => background(page)).toBe(night);
  });

  test('nothing bright is shown before the app has started', async ({ page }) => {
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/');
    expect(await background(page)).toBe(night);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  });
});
