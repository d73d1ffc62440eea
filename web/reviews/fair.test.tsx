import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { forgetEverything } from '../data/personal.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { content } from '../testing/sampleContent.ts';
import { driver, openPanel } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { startCooldown, welcomeNextPassenger } from './cooldown.ts';
import { useShownRating } from './useShownRating.ts';

const fair = { ...content, company: { ...content.company, reviewDisplay: 'fair' as const } };
const unrated: Driver = { ...driver, review_count: 0, average_rating: null };
const rated: Driver = { ...driver, review_count: 1, average_rating: 2 };

function Rating({ of, given }: { readonly of: Driver; readonly given?: number }) {
  return <output>{String(useShownRating(of, given))}</output>;
}

/** The review on the card of a driver, after the passenger gave stars, if any. */
async function shownRating(
  of: Driver,
  given: number | undefined,
  published: typeof content,
): Promise<string> {
  onTestFinished(forgetEverything);
  const node = given === undefined ? <Rating of={of} /> : <Rating of={of} given={given} />;
  const { container, unmount } = await renderIn('es', node, [], published);
  const text = container.textContent;
  await unmount();
  return text;
}

test('as specified, the rating begins with 4.8 and becomes what the passenger gave', async () => {
  expect(await shownRating(unrated, undefined, content)).toBe('4.8');
  expect(await shownRating(unrated, 2, content)).toBe('2');
});

test('the next passenger sees the average, not the stars of the one before', async () => {
  startCooldown();
  expect(await shownRating(driver, 2, content)).toBe('2');
  welcomeNextPassenger();
  expect(await shownRating(driver, 2, content)).toBe('4.8');
});

test('fair: a driver is new until there are reviews', async () => {
  expect(await shownRating(unrated, undefined, fair)).toBe('null');
  forgetEverything();
  expect(await shownRating(rated, undefined, fair)).toBe('2');
});

test('fair: no rating changes the number of the day, neither at once nor by the database, nor after a reload', async () => {
  expect(await shownRating(driver, undefined, fair)).toBe('4.8');
  expect(await shownRating(driver, 2, fair)).toBe('4.8');
  expect(await shownRating({ ...driver, average_rating: 2 }, 2, fair)).toBe('4.8');
  const other = { ...rated, id: '6f1f3a52-6c1c-4a53-9a0e-3f9d4a1c2b11' };
  expect(await shownRating(other, undefined, fair)).toBe('2');
});

test('fair: the number is another one on another day', async () => {
  const yesterday = JSON.stringify({ key: `${driver.id} 2026-01-01`, rating: 1 });
  localStorage.setItem('personal:rating-of-day', yesterday);
  expect(await shownRating(driver, undefined, fair)).toBe('4.8');
});

test('as specified, five stars are chosen when the dialog opens', async () => {
  const { rating } = await loadNamespace('panels', 'es');
  await openPanel('rating', 'es');
  await expect.element(page.getByRole('radio', { name: rating.stars(5) })).toBeChecked();
  await expect.element(page.getByRole('button', { name: rating.submit })).toBeEnabled();
});

test.for(languages)(
  'fair: no stars are chosen, and nothing is sent until some are (%s)',
  async (language) => {
    const { rating } = await loadNamespace('panels', language);
    await openPanel('rating', language, fair);
    const submit = page.getByRole('button', { name: rating.submit });
    await expect.element(submit).toBeDisabled();
    expect(document.querySelectorAll('input[name=stars]:checked')).toHaveLength(0);
    await expectAccessibleInBothThemes();
    await expectFitsEverywhere();
    await page.getByRole('radio', { name: rating.stars(3) }).click();
    await expect.element(submit).toBeEnabled();
  },
);
