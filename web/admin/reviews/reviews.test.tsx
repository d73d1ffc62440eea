import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import type { ListedReview, ReviewFilter } from '../../data/reviews/reviewRecords.ts';
import { admin } from '../../i18n/es/admin.ts';
import { errors } from '../../i18n/es/errors.ts';
import { ownReviews } from '../../i18n/es/fleet/ownReviews.ts';
import { reasons } from '../../i18n/es/reasons.ts';
import { reviews as spanish } from '../../i18n/es/fleet/reviews.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { Addressed, fileOf, renderPanel } from '../../testing/administration.tsx';
import {
  devices,
  expectAccessibleInBothThemes,
  expectFitsEverywhere,
  expectNoSidewaysScroll,
  phone,
} from '../../testing/looks.ts';
import { noReviewFilter, openSection, reviewRows } from '../../testing/panelLists.tsx';
import { reviewSummary } from '../../testing/reviewSummary.ts';
import { adminKey } from '../parts/useChange.ts';
import ReviewsSection from './ReviewsSection.tsx';
import { useReviewColumns } from './columns.tsx';

const [wide] = devices;
const [first] = reviewRows;
const hidden = reviewRows.find(({ hidden_at: time }) => time !== null)!;
const driver = first!.driver_id!;

/**
 * Answers the panel's requests until the test ends, and notes its calls of functions.
 * @param theirs the note or the hiding of somebody else meanwhile
 */
function backend(rows: readonly ListedReview[] = [], theirs?: string) {
  const calls: { readonly name: string; readonly body: object }[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const [, name] = /rpc\/(\w+)/.exec(url) ?? [];
    if (!name) return Promise.resolve(Response.json([{ name: 'Ana Soto' }]));
    const body = JSON.parse(String(init?.body)) as { readonly seen?: string };
    calls.push({ name, body });
    const isChange = name === 'edit_review_note' || name === 'hide_review';
    if (isChange && theirs !== undefined && body.seen !== theirs) {
      const conflict = { code: 'edit_conflict', message: '', details: theirs };
      return Promise.resolve(Response.json(conflict, { status: 409 }));
    }
    if (name === 'list_reviews_by') return Promise.resolve(Response.json(rows));
    if (name === 'review_trend') return Promise.resolve(Response.json(reviewSummary));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

async function open(language: StaffLanguage = 'es', rows: readonly ListedReview[] = reviewRows.slice(0, 5)) {
  history.replaceState(null, '', '?section=reviews');
  const names = ['reviews', 'ownReviews', 'reasons'] as const;
  await Promise.all(names.map((name) => loadNamespace(name, language)));
  await renderPanel(language, <Addressed id="reviews" of={ReviewsSection} />, [
    'reviews',
    noReviewFilter,
    rows,
  ]);
}

const button = (label: string) => page.getByRole('button', { name: label, exact: true });

test.for(staffLanguages)('the reviews fit every screen, and so does hiding one (%s)', async (language) => {
  backend();
  const t = await loadNamespace('reviews', language);
  await open(language);
  await expect.element(page.getByText(t.hiddenBadge, { exact: true }).last()).toBeVisible();
  await expectFitsEverywhere();
  await button(t.hideOf('Ana Soto')).first().click();
  await expect.element(page.getByText(t.visibility.hideText)).toBeVisible();
  await expectFitsEverywhere();
});

test('a review is hidden with a reason, which is required, and noted', async () => {
  const calls = backend(reviewRows.slice(0, 5));
  await open();
  await button(spanish.hideOf('Ana Soto')).first().click();
  await button(spanish.visibility.hide).click();
  await expect.element(page.getByText(errors.field.required)).toBeVisible();
  await page.getByLabelText(spanish.visibility.reason).fill('Otro viaje');
  await button(spanish.visibility.hide).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button(spanish.noteOf('Ana Soto')).first().click();
  await page.getByLabelText(spanish.noteDialog.label, { exact: true }).fill('Llamar');
  await button(admin.save).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(calls.filter(({ name }) => name !== 'list_reviews_by')).toEqual([
    { name: 'hide_review', body: { review: first!.id, reason: 'Otro viaje' } },
    { name: 'edit_review_note', body: { review: first!.id, note: 'Llamar', seen: '' } },
  ]);
});

test('a review that was hidden counts again when that is undone', async () => {
  const calls = backend(reviewRows);
  await openSection('reviews');
  await button(spanish.hideOf('Ana Soto')).first().click();
  await page.getByLabelText(spanish.visibility.reason).fill('Otro viaje');
  await button(spanish.visibility.hide).click();
  await button(admin.removal.undo).click();
  await expect.element(page.getByText(admin.removal.undone)).toBeVisible();
  const changes = calls.filter(({ name }) => /^(hide|show)_review$/.test(name));
  expect(changes).toEqual([
    { name: 'hide_review', body: { review: first!.id, reason: 'Otro viaje' } },
    { name: 'show_review', body: { review: first!.id } },
  ]);
});

test('a note that somebody else has written meanwhile is shown before it is replaced', async () => {
  const calls = backend([], 'Ya lo llamé');
  await open('es', [{ ...first!, note: 'Llamar' }]);
  await button(spanish.noteOf('Ana Soto')).click();
  await page.getByLabelText(spanish.noteDialog.label, { exact: true }).fill('Llamar mañana');
  await button(admin.save).click();
  await expect.element(page.getByText(spanish.noteDialog.conflict('Ya lo llamé'))).toBeVisible();
  await button(admin.save).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const written = calls.filter(({ name }) => name === 'edit_review_note');
  expect(written.map(({ body }) => body)).toEqual(
    ['Llamar', 'Ya lo llamé'].map((seen) => ({ review: first!.id, note: 'Llamar mañana', seen })),
  );
});

test('hiding a review that somebody else has hidden meanwhile names them and their reason', async () => {
  const { hidden_at, hidden_by, hidden_reason } = hidden;
  backend([], JSON.stringify({ hidden_at, hidden_by, hidden_reason }));
  await open();
  await button(spanish.hideOf('Ana Soto')).first().click();
  await page.getByLabelText(spanish.visibility.reason).fill('Otro viaje');
  await button(spanish.visibility.hide).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect.element(alert.getByText('olga@example.com', { exact: false })).toBeVisible();
  await expect
    .element(alert.getByText(spanish.visibility.conflict(hidden_reason!), { exact: false }))
    .toBeVisible();
  await expect.element(page.getByLabelText(spanish.visibility.reason)).toHaveValue('Otro viaje');
});

test('a hidden review tells who hid it and why, and is counted again', async () => {
  const calls = backend();
  await open('es', [hidden]);
  await button(spanish.showOf(hidden.driver_name!)).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('olga@example.com', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText(hidden.hidden_reason!, { exact: true })).toBeVisible();
  await button(spanish.visibility.show).click();
  await expect.poll(() => calls.map(({ name }) => name)).toContain('show_review');
});

test('a review that gave way to another one of its trip says so, and is not counted again', async () => {
  const calls = backend();
  await open('es', [{ ...hidden, hidden_by: null, hidden_reason: null }]);
  await button(spanish.showOf(hidden.driver_name!)).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(spanish.visibility.automatic)).toBeVisible();
  vi.mocked(window.fetch).mockResolvedValueOnce(
    Response.json({ code: 'review_replaced', message: '' }, { status: 409 }),
  );
  await button(spanish.visibility.show).click();
  await expect.element(dialog.getByText(spanish.visibility.replaced, { exact: false })).toBeVisible();
  expect(calls.map(({ name }) => name)).not.toContain('show_review');
});

test.each([wide, phone])('each filter stands in the address and is asked for on %o', async (size) => {
  await page.viewport(size.width, size.height);
  await openSection('reviews');
  const calls = backend();
  if (size === phone) await button(admin.filtersAndActions).click();
  await page.getByLabelText(spanish.order, { exact: true }).selectOptions(spanish.orders.rating);
  await page.getByLabelText(spanish.stars, { exact: true }).selectOptions(spanish.low);
  await button(spanish.filters).click();
  await page.getByLabelText(spanish.reason, { exact: true }).selectOptions(reasons.words.price);
  await page.getByLabelText(spanish.state, { exact: true }).selectOptions(spanish.shown);
  await page.getByLabelText(spanish.from, { exact: true }).fill('2026-11-01');
  await page.getByLabelText(spanish.until, { exact: true }).fill('2026-11-24');
  await expect.element(page.getByText(spanish.nothing)).toBeVisible();
  const wanted = { stars: 'low', reason: 'price', state: 'shown', from: '2026-11-01', until: '2026-11-24' };
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    section: 'reviews',
    sort: 'rating',
    ...wanted,
  });
  await expect
    .poll(() => calls.at(-1)?.body)
    .toMatchObject({
      stars: 'low',
      reason: 'price',
      state: 'shown',
      sort: 'rating',
      since: '2026-11-01T03:00:00.000Z',
      until: '2026-11-25T03:00:00.000Z',
    });
});

test('the section opens with the reviews of three stars and fewer, and one press shows all', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('reviews');
  const stars = page.getByLabelText(spanish.stars, { exact: true });
  await expect.element(stars).toHaveValue('low');
  const calls = backend();
  await stars.selectOptions(`${spanish.stars}: ${spanish.allStars}`);
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ stars: '' });
  // Another filter leaves the stars as they are.
  await button(spanish.filters).click();
  await page.getByLabelText(spanish.state, { exact: true }).selectOptions(spanish.hidden);
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ stars: '', state: 'hidden' });
  expect(location.search).toBe('?section=reviews&stars=all&state=hidden');
});

test('an earlier address of the lowest first sorts by them, and a link with a filter asks for all stars', async () => {
  await page.viewport(wide.width, wide.height);
  const calls = backend(reviewRows);
  await openSection('reviews', { at: '?section=reviews&order=lowest&state=shown' });
  await expect.poll(() => calls.at(-1)?.body).toMatchObject({ sort: 'rating', stars: '', state: 'shown' });
});

test('a press on a driver shows the reviews of this one, with the weeks as bars and as a table', async () => {
  await page.viewport(wide.width, wide.height);
  const filter: ReviewFilter = { ...noReviewFilter, stars: '', driver };
  await openSection('reviews', {
    loaded: [
      [[adminKey, 'reviews', filter, 1], { rows: reviewRows, page: 1, total: 25 }],
      [[adminKey, 'driver-name', driver], 'Ana Soto'],
      [[adminKey, 'review-trend', driver], reviewSummary],
    ],
  });
  await page.getByRole('link', { name: 'Ana Soto' }).first().click();
  await expect
    .element(page.getByRole('button', { name: spanish.onlyOf('Ana Soto'), exact: false }))
    .toBeVisible();
  const trend = page.getByRole('table', { name: ownReviews.trend });
  expect(trend.getByRole('row').all()).toHaveLength(13);
  expect(trend.element().textContent).toContain(ownReviews.noAverage);
  for (const { width, height } of [wide, phone]) {
    await page.viewport(width, height);
    await expectAccessibleInBothThemes();
    expectNoSidewaysScroll();
  }
});

test('from the row of a driver one press leads to the reviews', async () => {
  await page.viewport(wide.width, wide.height);
  await openSection('drivers');
  backend();
  await page.getByTitle(admin.reviewsOf('Ana Soto Lagos')).last().click();
  const asked = new URLSearchParams(location.search);
  expect([asked.get('section'), asked.get('driver')]).toEqual(['reviews', 'driver-24']);
});

test('the file has Spanish words, whatever the language of the panel', async () => {
  const useColumns = () => useReviewColumns([]);
  const file = await fileOf(useColumns, [hidden, first!], 'en');
  expect(file).toContain(`;${hidden.hidden_reason};`);
  expect(file).toContain('"Puntualidad, Trato"');
});

test('a company without reviews reads what they are for', async () => {
  backend();
  await openSection('reviews', {
    loaded: [
      [[adminKey, 'reviews', noReviewFilter, 1], { rows: [], page: 1, total: 0 }],
      [[adminKey, 'has-reviews'], false],
    ],
    sign: 'main h2',
  });
  await expect.element(page.getByText(spanish.emptyHint)).toBeVisible();
});
