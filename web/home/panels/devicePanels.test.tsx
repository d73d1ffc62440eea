import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { expectReadable } from '../../testing/backSeat.ts';
import { content } from '../../testing/sampleContent.ts';
import { expectAccessible, expectNothingCutOff, setTextSize, devices } from '../../testing/looks.ts';
import { openPanel } from '../../testing/panels.tsx';

const dialog = page.getByRole('dialog');

test('a place is a poster: the rest of its text is one press away, the next place another', async () => {
  const [square, palace] = content.places;
  await page.viewport(1280, 800);
  await openPanel('places', 'es');
  await expect.element(dialog.getByText('1 / 4')).toBeVisible();
  await expect.element(dialog.getByText(square!.description.es)).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: `Más: ${square!.name.es}` }).click();
  await expect.element(dialog.getByText(square!.description.es)).toBeVisible();
  expectReadable();
  await dialog.getByRole('button', { name: 'Siguiente' }).click();
  await expect.element(dialog.getByText('2 / 4')).toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: palace!.name.es })).toBeInViewport();
  await dialog.getByRole('tab', { name: 'Valparaíso' }).click();
  await expect.element(dialog.getByText('1 / 4')).toBeVisible();
  await expectAccessible();
});

test('tours stand side by side, and open step by step', async () => {
  const [tour, other] = content.tours;
  const [first] = tour!.stops;
  await page.viewport(1280, 800);
  await openPanel('tours', 'es');
  for (const { name } of [tour!, other!])
    await expect.element(dialog.getByRole('heading', { name: name.es })).toBeInViewport();
  await dialog.getByRole('button', { name: `Más: ${tour!.name.es}` }).click();
  await expect.element(dialog.getByText(tour!.description.es)).toBeVisible();
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
