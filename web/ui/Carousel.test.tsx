import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/looks.ts';
import { Carousel } from './Carousel.tsx';

const words = { previous: 'Anterior', next: 'Siguiente' };
const [previous, next] = [words.previous, words.next].map((name) => page.getByRole('button', { name }));
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    <p key={index}>
      Página {index + 1} <button type="button">Elegir {index + 1}</button>
    </p>
  ));
/** The pages that are on the screen. */
const visible = () =>
  [...document.querySelectorAll('.pager-page')].flatMap((shown, index) => {
    const { left, right } = shown.getBoundingClientRect();
    const { left: start, right: end } = shown.parentElement!.getBoundingClientRect();
    return left > start - 2 && right < end + 2 ? [index + 1] : [];
  });
const expectPage = async (shown: readonly number[], position: string) => {
  await expect.element(page.getByText(position, { exact: true })).toBeVisible();
  await expect.poll(visible).toEqual(shown);
};

test('pages are turned with the arrows, which stop at the ends', async () => {
  await page.viewport(1280, 800);
  await render(
    <Carousel label="Páginas" words={words}>
      {pages(3)}
    </Carousel>,
  );
  await expectPage([1], '1 / 3');
  await expect.element(previous!).toHaveAttribute('aria-disabled', 'true');
  await next!.click();
  await next!.click();
  await expectPage([3], '3 / 3');
  await expect.element(next!).toHaveAttribute('aria-disabled', 'true');
  await expect.element(next!).toHaveFocus();
  await previous!.click();
  await expectPage([2], '2 / 3');
  await expectAccessible();
});

test('pages are turned with the keyboard, and follow the focus', async () => {
  await page.viewport(800, 1280);
  await render(
    <Carousel label="Páginas" words={words}>
      {pages(3)}
    </Carousel>,
  );
  await expectPage([1], '1 / 3');
  document.querySelector<HTMLElement>('.pager-track')!.focus();
  await userEvent.keyboard('{ArrowRight}');
  await expectPage([2], '2 / 3');
  await userEvent.keyboard('{ArrowLeft}');
  await expectPage([1], '1 / 3');
  (page.getByRole('button', { name: 'Elegir 3' }).element() as HTMLElement).focus();
  await expectPage([3], '3 / 3');
});

test('a page that is swiped counts', async () => {
  await page.viewport(800, 1280);
  await render(
    <Carousel label="Páginas" words={words}>
      {pages(3)}
    </Carousel>,
  );
  await expectPage([1], '1 / 3');
  const track = document.querySelector('.pager-track')!;
  track.scrollTo({ left: track.clientWidth, behavior: 'instant' });
  await expectPage([2], '2 / 3');
});

test('two pages stand side by side on a screen held sideways, and need no arrows', async () => {
  await page.viewport(1280, 800);
  await render(
    <Carousel label="Páginas" words={words} pairs>
      {pages(2)}
    </Carousel>,
  );
  await expect.poll(visible).toEqual([1, 2]);
  expect(next!.elements()).toEqual([]);
  await page.viewport(800, 1280);
  await expectPage([1], '1 / 2');
});
