import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Company } from '../../shared/content/content.ts';
import { languages, type Language } from '../../shared/languages.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { content } from '../testing/sampleContent.ts';
import { devices, fontSize, sizes } from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import HomeScreen from './HomeScreen.tsx';

/** Rounding of what the browser lays out. */
const slackPixels = 1;

/** A wide logo on white, as the panel draws it. */
const logo = { path: 'logo.jpg', icon: 'icon.jpg' };

async function openScreen(language: Language, company: Partial<Company> = {}) {
  const { home } = await loadMessages(language);
  const rendered = await renderIn(
    language,
    <SessionProvider>
      <HomeScreen driver={driver} />
    </SessionProvider>,
    [],
    { ...content, company: { ...content.company, ...company } },
  );
  await expect.element(page.getByText(home.bookTrip)).toBeVisible();
  return rendered;
}

/** The boxes of the lines of a text, not of the element around it. */
function linesOf(element: Node): readonly DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()];
}

/** Without the logo before it, whose box ends elsewhere. */
function lineCount({ lastChild }: Element): number {
  return new Set(linesOf(lastChild!).map(({ bottom }) => Math.round(bottom))).size;
}

const one = (selector: string) => document.querySelector(selector)!;

test.for(languages)(
  'the company’s name is one line as large as a title, its tagline right below (%s)',
  async (language) => {
    for (const company of [
      { name: 'Andes Transfer' },
      { name: 'Transfer Aeropuerto' },
      { name: 'Andes Transfer', logo },
    ]) {
      const { name } = company;
      const { unmount } = await openScreen(language, company);
      const [brand, tagline] = [one('.home-brand'), one('.home-tagline')];
      for (const { width, height } of devices) {
        await page.viewport(width, height);
        const where = `${name} at ${width}×${height}`;
        expect(lineCount(brand), where).toBe(1);
        expect(fontSize(brand), where).toBeGreaterThanOrEqual(24);
        expect(lineCount(tagline), where).toBeLessThanOrEqual(2);
        const gap = tagline.getBoundingClientRect().top - brand.getBoundingClientRect().bottom;
        expect(Math.abs(gap), where).toBeLessThanOrEqual(8);
      }
      await unmount();
    }
  },
);

test.for(languages)('the titles of a column of tiles share one left edge (%s)', async (language) => {
  await openScreen(language);
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    const edges = [...document.querySelectorAll('.tile')].map((tile) => {
      const title = tile.querySelector('.tile-title')!;
      return [tile.getBoundingClientRect().left, linesOf(title)[0]!.left] as const;
    });
    const offsets = edges.map(([tile, title]) => title - tile);
    expect(Math.max(...offsets) - Math.min(...offsets), `${width}×${height}`).toBeLessThan(slackPixels);
  }
});

test.for(languages)('no text touches the picture of its tile (%s)', async (language) => {
  await openScreen(language);
  for (const { width, height } of devices) {
    await page.viewport(width, height);
    const pictures = [...document.querySelectorAll('.tile-picture')];
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      const { left, right } = picture.getBoundingClientRect();
      const texts = [...picture.closest('.tile')!.querySelectorAll('.tile-title, .tile-line')];
      const gaps = texts.flatMap(linesOf).map((line) => Math.max(left - line.right, line.left - right));
      expect(Math.min(...gaps), `${width}×${height}`).toBeGreaterThanOrEqual(8);
    }
  }
});

test.for(languages)('no line of a tile touches its top or bottom edge (%s)', async (language) => {
  await openScreen(language);
  for (const { width, height } of devices) {
    await page.viewport(width, height);
    for (const tile of document.querySelectorAll('.tile')) {
      const { top, bottom } = tile.getBoundingClientRect();
      const lines = [...tile.querySelectorAll('.tile-title, .tile-line')].flatMap(linesOf);
      const room = Math.min(...lines.map((line) => Math.min(line.top - top, bottom - line.bottom)));
      expect(room, `${width}×${height}: ${tile.textContent}`).toBeGreaterThanOrEqual(4);
    }
  }
});
