import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { Language } from '../i18n/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import {
  expectAccessibleInBothThemes,
  expectFitsEverywhere,
  expectNoSidewaysScroll,
  setTextSize,
  sizes,
  devices,
  lowScreens,
} from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import HomeScreen from './HomeScreen.tsx';

/** Whether a screen is one of the low ones, which show the tiles in more columns, and scroll. */
const isLow = (height: number) => lowScreens.some((screen) => screen.height === height);

async function openScreen(language: Language, of = driver) {
  const { home } = await loadMessages(language);
  await renderIn(
    language,
    <SessionProvider>
      <HomeScreen driver={{ ...of, name: 'Maximiliano Hernández-Valenzuela' }} />
    </SessionProvider>,
  );
  await expect.element(page.getByRole('heading', { name: home.whatsappTitle })).toBeVisible();
  return home;
}

test.for(languages)('the screen fits every size, in each size of text (%s)', async (language) => {
  const home = await openScreen(language);
  await expect.element(page.getByText(home.bookTrip)).toBeVisible();
  await expectFitsEverywhere(expectNoSidewaysScroll);
  for (const size of ['large', 'larger'] as const) {
    setTextSize(size);
    await expectFitsEverywhere(expectNoSidewaysScroll);
  }
});

test('the screen is accessible in both themes, on a device and on a phone', async () => {
  await openScreen('es');
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
  }
});

test.for(languages)(
  'there are ten tiles in columns, the specified seven first, and a device shows them all (%s)',
  async (language) => {
    const { tiles } = await openScreen(language);
    const { airport, safety, routes, location, tours, places, talk, legal, guide } = tiles;
    const order = [airport, safety, routes, location, tiles.return, tours, places, talk, legal, guide];
    const shown = page.getByRole('main').getByRole('listitem').getByRole('button').elements();
    expect(shown).toHaveLength(10);
    for (const [index, { title }] of order.entries()) expect(shown[index]?.textContent).toContain(title);
    for (const { width, height } of sizes) {
      await page.viewport(width, height);
      expectNoSidewaysScroll(`${width}`);
      const boxes = shown.map((tile) => tile.getBoundingClientRect());
      const columns = isLow(height) ? 3 : 2;
      expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(columns);
      expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(Math.ceil(10 / columns));
      for (const box of boxes) expect(box.height).toBeGreaterThanOrEqual(56);
      const { scrollHeight, clientHeight } = document.documentElement;
      if (width > 360 && !isLow(height))
        expect(scrollHeight, `${width}×${height}`).toBeLessThanOrEqual(clientHeight);
    }
  },
);

test.for(languages)(
  'a device shows all of it for a driver whom nobody has verified, too (%s)',
  async (language) => {
    // The widest of what usual plates and codes are.
    const widest = { ...driver, license_plate: 'MWMW11', driver_code: 'C-T7FGEO' };
    const { registered } = await openScreen(language, { ...widest, state: 'waiting' });
    await expect.element(page.getByText(registered)).toBeVisible();
    for (const { width, height } of devices) {
      await page.viewport(width, height);
      const { scrollHeight, clientHeight } = document.documentElement;
      expect(scrollHeight, `${width}×${height}`).toBeLessThanOrEqual(clientHeight);
    }
  },
);

test('a panel that closes leaves the screen where it was scrolled to', async () => {
  await page.viewport(700, 620);
  setTextSize('larger');
  const { tiles } = await openScreen('de');
  const tile = page.getByRole('button', { name: tiles.guide.title, exact: false });
  await expect.element(tile).toBeVisible();
  await document.fonts.ready;
  tile.element().scrollIntoView();
  const { scrollY } = window;
  expect(scrollY).toBeGreaterThan(100);
  await tile.click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  // A pixel comes from rounding.
  expect(Math.abs(window.scrollY - scrollY)).toBeLessThanOrEqual(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(Math.abs(window.scrollY - scrollY)).toBeLessThanOrEqual(1);
  await expect.element(tile).toHaveFocus();
});
