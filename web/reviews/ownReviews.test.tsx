import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { ReviewSummary } from '../data/reviews/reviewSummary.ts';
import { ownReviews as spanish } from '../i18n/es/fleet/ownReviews.ts';
import type { Language } from '../i18n/languages.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes } from '../testing/looks.ts';
import { VehicleDialog } from '../testing/panels.tsx';
import { renderIn } from '../testing/render.tsx';
import { reviewSummary } from '../testing/reviewSummary.ts';
import OwnReviews from './OwnReviews.tsx';

async function open(language: Language, changes: Partial<ReviewSummary> = {}) {
  const summary = { ...reviewSummary, ...changes };
  const served = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(summary)));
  onTestFinished(() => served.mockRestore());
  await renderIn(
    language,
    <VehicleDialog title="Calificaciones">
      <OwnReviews />
    </VehicleDialog>,
    ['ownReviews', 'reasons'],
  );
}

test.for(languages)('a driver reads the own average, the weeks and the reasons (%s)', async (language) => {
  const t = await loadNamespace('ownReviews', language);
  const { words } = await loadNamespace('reasons', language);
  await open(language);
  await expect
    .element(page.getByText(language === 'en' ? '4.6' : '4,6', { exact: true }).first())
    .toBeVisible();
  await expect.element(page.getByText(words.punctuality, { exact: false })).toBeVisible();
  await expect.element(page.getByText(t.today)).toBeVisible();
  await expectReadableEverywhere();
});

test('the own reviews are accessible in both themes', async () => {
  await open('es');
  await expect.element(page.getByText(spanish.trend).first()).toBeVisible();
  await expectAccessibleInBothThemes();
});

test('with too few reviews a driver reads why there is no average', async () => {
  await open('es', { count: 2, average: null, reasons: [] });
  await expect.element(page.getByText(spanish.tooFew)).toBeVisible();
  await expect.element(page.getByText(spanish.noReasons)).toBeVisible();
});
