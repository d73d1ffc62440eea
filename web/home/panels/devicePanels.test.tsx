import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { textIn } from '../../../shared/content/text.ts';
import type { Words } from '../../../shared/content/words.ts';
import { languages } from '../../../shared/languages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectReadable } from '../../testing/backSeat.ts';
import { content } from '../../testing/sampleContent.ts';
import { expectAccessible, expectNothingCutOff, setTextSize, devices } from '../../testing/looks.ts';
import { openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');

/** Nothing in the open panel has to be scrolled to, once its pictures have come. */
async function expectAllInView(where: string): Promise<void> {
  const hiddenPixels = (): number => {
    const { scrollHeight, clientHeight } = document.querySelector('.window-content')!;
    return scrollHeight - clientHeight;
  };
  await expect.poll(hiddenPixels, { message: where }).toBeLessThanOrEqual(0);
}

test('places are posters, two on a page, and the next page is one press away', async () => {
  const [square, palace, hill] = content.places;
  await page.viewport(1280, 800);
  await openPanel('places', 'es');
  await expect.element(dialog.getByText('1 / 2')).toBeVisible();
  for (const { name } of [square!, palace!])
    await expect.element(dialog.getByRole('heading', { name: name.es })).toBeInViewport();
  expectReadable();
  await dialog.getByRole('button', { name: 'Siguiente' }).click();
  await expect.element(dialog.getByText('2 / 2')).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: hill!.name.es })).toBeInViewport();
  await dialog.getByRole('tab', { name: 'Valparaíso' }).click();
  await expect.element(dialog.getByText('1 / 2')).toBeVisible();
  await expectAccessible();
});

test.for(languages)('a device shows the whole description of every place (%s)', async (language) => {
  await openPanel('places', language);
  const choose = (name: Words) =>
    dialog.getByRole('tab', { name: textIn(name, language).text, exact: true }).click();
  for (const city of content.cities) {
    await choose(city.name);
    for (const category of content.categories) {
      await choose(category.name);
      const shown = content.places.filter((each) => each.city === city.id && each.category === category.id);
      for (const { description } of shown)
        await expect.element(dialog.getByText(textIn(description, language).text)).toBeInTheDocument();
      for (const { width, height } of devices) {
        await page.viewport(width, height);
        const where = `${city.id}, ${category.id} at ${width}×${height}`;
        await expectAllInView(where);
        expectNothingCutOff(where);
      }
    }
  }
});

test.for(languages)('a device shows the whole description of every tour (%s)', async (language) => {
  await openPanel('tours', language);
  for (const { width, height } of devices) {
    await page.viewport(width, height);
    for (const { description } of content.tours)
      await expect.element(dialog.getByText(textIn(description, language).text)).toBeInTheDocument();
    await expectAllInView(`${width}×${height}`);
    for (const picture of document.querySelectorAll('.poster-picture'))
      expect(picture.getBoundingClientRect().height).toBeGreaterThanOrEqual(150);
  }
});

test.for(['airport', 'return'] as const)('a figure stands right beside its name (%s)', async (id) => {
  await openPanel(id, 'de');
  await expect.element(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible();
  for (const { width, height } of devices) {
    await page.viewport(width, height);
    const cards = [...document.querySelectorAll('.fact')];
    expect(cards.length).toBeGreaterThanOrEqual(2);
    const figures = cards.map((card) => {
      const figure = card.querySelector('.fact-value')!.getBoundingClientRect();
      const name = card.querySelector('.fact-title')!.getBoundingClientRect();
      expect(name.top - figure.bottom, `${width}×${height}`).toBeLessThanOrEqual(16);
      return Math.round(figure.top);
    });
    // Side by side the figures are on one line, however long the names are.
    if (width > height) expect(new Set(figures).size).toBe(1);
    await expectAllInView(`${width}×${height}`);
  }
});

test('tours stand side by side, and open step by step', async () => {
  const [tour, other] = content.tours;
  const [first] = tour!.stops;
  await page.viewport(1280, 800);
  await openPanel('tours', 'es');
  for (const { name } of [tour!, other!])
    await expect.element(dialog.getByRole('heading', { name: name.es })).toBeInViewport();
  await dialog.getByRole('button', { name: `Más: ${tour!.name.es}` }).click();
  await expect.element(dialog.getByRole('heading', { name: tour!.name.es })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Siguiente' }).click();
  await expect.element(dialog.getByText(first!.description.es)).toBeInViewport();
  expectReadable();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Menos', exact: false }).click();
  await expect.element(dialog.getByRole('heading', { name: tour!.name.es })).toHaveFocus();
});

test('a sentence and its answers are as large as the list', async () => {
  const { sentences, back } = await loadNamespace('phrases', 'de');
  await page.viewport(800, 1280);
  await openPanel('talk', 'de');
  await dialog.getByRole('button', { name: sentences.thankYou }).click();
  await expect.element(dialog.getByRole('button', { name: back })).toBeVisible();
  expectReadable();
  await dialog.getByRole('button', { name: back }).click();
  await expect.element(dialog.getByText('4 / 4')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: sentences.thankYou })).toHaveFocus();
});

test('the code of a route covers its card and leaves the other routes where they are', async () => {
  await page.viewport(1280, 800);
  await openPanel('routes', 'es');
  const height = () => document.querySelector('.window-content')!.scrollHeight;
  await expect.element(dialog.getByText('$15.000')).toBeVisible();
  const before = height();
  await dialog.getByRole('button', { name: 'Ver código QR: Centro' }).click();
  await expect.element(dialog.getByRole('img', { name: 'Código QR para reservar: Centro' })).toBeVisible();
  expect(height()).toBe(before);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Ocultar código QR: Centro' }).click();
  await expect.element(dialog.getByText('$15.000')).toBeVisible();
});

test.for(['places', 'tours', 'talk', 'legal'] as const)(
  'large type fits a tablet that is turned (%s)',
  async (id) => {
    setTextSize('larger');
    await page.viewport(1280, 800);
    await openPanel(id, 'fr');
    await expect.element(dialog.getByRole('button', { name: 'Fermer' })).toBeVisible();
    for (const { width, height } of devices) {
      await page.viewport(width, height);
      expectNothingCutOff(`at ${width}×${height}`);
    }
  },
);
