import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { textIn } from '../../shared/content/text.ts';
import { content } from '../testing/sampleContent.ts';
import { expectNothingCutOff, sizes } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import PlaceBrowser from './PlaceBrowser.tsx';

const { categories, cities, places } = content;
const tab = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;

/** Shows the places of each kind in each city, one after the other. */
async function visit(check: (city: string, category: string) => Promise<void> | void): Promise<void> {
  for (const { id: city } of cities) {
    tab(`city-${city}`).click();
    await expect.poll(() => tab('category-historic').ariaSelected).toBe('true');
    for (const { id: category } of categories) {
      tab(`category-${category}`).click();
      await expect.poll(() => tab(`category-${category}`).ariaSelected).toBe('true');
      await check(city, category);
    }
  }
}

test.for(languages)(
  'every city has its places of each kind, with text and picture (%s)',
  async (language) => {
    await renderIn(language, <PlaceBrowser />, ['panels']);
    await expect.element(page.getByRole('article').first()).toBeVisible();
    await visit(async (city, category) => {
      const shown = places.filter((place) => place.city === city && place.category === category);
      expect(shown.length).toBeGreaterThanOrEqual(3);
      await expect.element(page.getByText(textIn(shown[0]!.description, language).text)).toBeVisible();
      expect(page.getByRole('article').elements()).toHaveLength(shown.length);
      for (const { address, ...words } of shown) {
        const [name = '', description = '', alt = ''] = [words.name, words.description, words.alt].map(
          (each) => textIn(each, language).text,
        );
        const card = page.getByRole('article').filter({ hasText: name });
        await expect.element(card.getByText(description)).toBeVisible();
        await expect.element(card.getByAltText(alt)).toBeVisible();
        if (address) await expect.element(card.getByText(address)).toBeVisible();
      }
    });
    for (const { width, height } of sizes) {
      await page.viewport(width, height);
      await visit((city, category) => expectNothingCutOff(`${city}, ${category} at ${width}×${height}`));
    }
  },
);

test('the tabs are used with the arrow keys', async () => {
  await renderIn('es', <PlaceBrowser />, ['panels']);
  const [santiago, valparaiso] = ['Santiago', 'Valparaíso'].map((name) =>
    page.getByRole('tab', { name, exact: true }),
  );
  await santiago!.click();
  santiago!.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  await expect.element(valparaiso!).toHaveFocus();
  await expect.element(valparaiso!).toHaveAttribute('aria-selected', 'true');
});
