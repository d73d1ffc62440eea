import { expect, test, type Page } from '@playwright/test';
import { createDriver } from './people.ts';
import { signIn, sizes } from './steps.ts';

/** Lets the texts be painted before their font comes, as on a slow network. Gives what lets it come. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.unrouteAll();
  await page.route('**/*.woff2', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Notes what moves, from the next page on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`{
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
      .filter(({ hadRecentInput }) => !hadRecentInput).map((shift) => ({
      value: shift.value,
      what: shift.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200)),
    })))).observe({ type: 'layout-shift', buffered: true });
  }`);
}

/** The share of the screen by which things have moved, without a person having touched anything. */
const moved = (page: Page) => page.evaluate<unknown[]>('window.shifts');

const settle = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** Whether the headline is drawn in the product's own font: its measures differ from those of any other. */
const isOwnFont = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const context = document.createElement('canvas').getContext('2d');
    const width = (family) => { context.font = '100px ' + family; return context.measureText('Ñandú').width; };
    return width("Archivo, 'Archivo Fallback'") !== width("'Archivo Fallback'");
  })()`);

/** Opens a page whose font comes late: nothing moves by itself, and the font is there after a touch. */
async function expectNoShift(page: Page, path: string): Promise<void> {
  await watchShifts(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const release = await holdFonts(page);
    const asked = page.waitForRequest(/LateFont|lateFont/);
    // Most pages are not complete before their font is.
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect.poll(() => page.evaluate('document.fonts.status')).toBe('loading');
    await settle(page);
    expect(await isOwnFont(page)).toBe(false);
    release();
    await expect.poll(() => page.evaluate('document.fonts.status')).toBe('loaded');
    await asked;
    await settle(page);
    expect(await moved(page)).toEqual([]);
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift');
        return isOwnFont(page);
      })
      .toBe(true);
    await settle(page);
    expect(await moved(page), `at ${size.width}×${size.height}`).toEqual([]);
  }
}

test('nothing moves on the sign-in screen when the font comes', ({ page }) => expectNoShift(page, '/login'));

test('nothing moves on the passenger’s screen when the font comes', async ({ page }) => {
  await signIn(page, await createDriver());
  await expectNoShift(page, '/');
});

test('nothing moves in the guide when the font comes', ({ page }) => expectNoShift(page, '/guide'));
