import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, type Language } from '../../shared/languages.ts';
import { HomeFooter } from '../home/HomeFooter.tsx';
import { loadMessages } from '../i18n/loadMessages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { changeEntry, storedReviews } from '../outbox/store.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { driver } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { newUuid } from '../util/uuid.ts';
import { startCooldown, welcomeNextPassenger } from './cooldown.ts';
import { lowReview } from './lowReview.ts';
import PendingReviews from './PendingReviews.tsx';

const nothing = () => undefined;

beforeEach(async () => {
  for (const { key } of await storedReviews(driver.id)) await changeEntry(key, () => undefined);
});

/** The footer after the passenger has given two stars. @returns the words of the prompt */
async function rateLow(language: Language) {
  onTestFinished(() => {
    localStorage.clear();
    lowReview.set(null);
  });
  startCooldown();
  lowReview.set({ key: newUuid(), driverId: driver.id, stars: 2 });
  const reasons = await loadNamespace('reasons', language);
  await renderIn(
    language,
    <div className="passenger flex min-h-page flex-col justify-end">
      <HomeFooter onRate={nothing} thanking pending={<PendingReviews driverId={driver.id} />} />
    </div>,
    ['panels', 'reasons'],
  );
  return reasons;
}

const reason = (name: string) => page.getByRole('button', { name, exact: true });
const storedReasons = async () => (await storedReviews(driver.id)).map(({ reasons }) => reasons);

test.for(languages)('after two stars the screen asks for reasons, on every size (%s)', async (language) => {
  const t = await rateLow(language);
  await expect.element(page.getByRole('group', { name: t.title })).toBeVisible();
  await expectFitsEverywhere();
  await expectReadableEverywhere();
  await reason(t.words.price).click();
  await expectAccessibleInBothThemes();
});

test('each tap is on the device at once, a second tap takes it back, and the prompt goes when the passenger is done', async () => {
  const t = await rateLow('es');
  await reason(t.words.treatment).click();
  await reason(t.words.price).click();
  await reason(t.words.route).click();
  await reason(t.words.treatment).click();
  await expect.element(reason(t.words.price)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(reason(t.words.treatment)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(storedReasons).toEqual([['price', 'route']]);
  await page.getByRole('button', { name: t.done }).click();
  await expect.element(page.getByRole('group', { name: t.title })).not.toBeInTheDocument();
  const isDue = async () => ((await storedReviews(driver.id))[0]?.reasonsDue ?? Infinity) <= Date.now();
  await expect.poll(isDue).toBe(true);
});

test('whoever presses beside the prompt has no more reasons to give', async () => {
  const t = await rateLow('es');
  await reason(t.words.price).click();
  const prompt = page.getByRole('group', { name: t.title });
  await expect.element(prompt).toBeVisible();
  const { home } = await loadMessages('es');
  await page.getByText(home.bookTrip).click();
  await expect.element(prompt).not.toBeInTheDocument();
  expect(await storedReasons()).toEqual([['price']]);
});

test('reasons of a review that has arrived do not count as a review that waits', async () => {
  const t = await rateLow('es');
  const { rating } = await loadNamespace('panels', 'es');
  await reason(t.words.price).click();
  await expect.poll(storedReasons).toEqual([['price']]);
  expect(page.getByText(rating.pending(1)).elements()).toEqual([]);
});

test('the next passenger never sees the prompt, also after a review of their own', async () => {
  const t = await rateLow('es');
  await reason(t.words.price).click();
  welcomeNextPassenger();
  await expect.element(page.getByRole('group', { name: t.title })).not.toBeInTheDocument();
  startCooldown();
  await expect.element(page.getByRole('button')).toBeInTheDocument();
  expect(page.getByRole('group', { name: t.title }).elements()).toEqual([]);
});

test('another driver’s screen does not ask', async () => {
  const t = await rateLow('es');
  lowReview.set({ key: newUuid(), driverId: newUuid(), stars: 2 });
  await expect.element(page.getByRole('group', { name: t.title })).not.toBeInTheDocument();
});
