import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { categories, cities, places } from '../content/places.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectFitsEverywhere } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import PlacesPanel from './PlacesPanel.tsx';

const tab = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;

test.for(languages)(
  'every city has its places of each kind, with text and picture (%s)',
  async (language) => {
    const texts = await loadNamespace('places', language);
    await renderIn(language, <PlacesPanel />, ['panels', 'places']);
    await expect.element(page.getByRole('article').first()).toBeVisible();
    for (const city of cities) {
      tab(`city-${city}`).click();
      await expect.poll(() => tab('category-historic').ariaSelected).toBe('true');
      for (const category of categories) {
        tab(`category-${category}`).click();
        const shown = places.filter((place) => place.city === city && place.category === category);
        expect(shown.length).toBeGreaterThanOrEqual(3);
        await expect.element(page.getByText(texts[shown[0]!.id].description)).toBeVisible();
        expect(page.getByRole('article').elements()).toHaveLength(shown.length);
        for (const { id, address } of shown) {
          const { name, description, alt } = texts[id];
          const card = page.getByRole('article').filter({ hasText: name });
          await expect.element(card.getByText(description)).toBeVisible();
          await expect.element(card.getByAltText(alt)).toBeVisible();
          if (address) await expect.element(card.getByText(address)).toBeVisible();
        }
        await expectFitsEverywhere();
      }
    }
  },
);

test('the tabs are used with the arrow keys', async () => {
  await renderIn('es', <PlacesPanel />, ['panels', 'places']);
  const [santiago, valparaiso] = ['Santiago', 'Valparaíso'].map((name) =>
    page.getByRole('tab', { name, exact: true }),
  );
  await santiago!.click();
  santiago!.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  await expect.element(valparaiso!).toHaveFocus();
  await expect.element(valparaiso!).toHaveAttribute('aria-selected', 'true');
});
