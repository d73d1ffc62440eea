import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import type { Receipt } from '../data/cards/receipts.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import { localeOf, type Language } from '../i18n/languages.ts';
import { expectAccessibleInBothThemes, expectFitsEverywhere } from '../testing/looks.ts';
import { printedReceipt, voidedReceipt } from '../testing/printedCards.ts';
import { renderPublicIn } from '../testing/render.tsx';
import { PageFrame } from './PageFrame.tsx';
import ReceiptScreen from './ReceiptScreen.tsx';

const open = (language: Language, receipt: Receipt | null) =>
  renderPublicIn(
    language,
    <PageFrame andes>
      <ReceiptScreen secret="secret" asked={Promise.resolve(receipt)} />
    </PageFrame>,
    ['publicPages', 'cards'],
  );

test.for(languages)('a receipt shows the trip, and that it is no tax document (%s)', async (language) => {
  const { receipt: t } = await loadNamespace('cards', language);
  await open(language, printedReceipt);
  await expect.element(page.getByRole('heading', { name: t.title })).toBeVisible();
  await expect.element(page.getByText('$22.000')).toBeVisible();
  await expect.element(page.getByText('BB·CD·12')).toBeVisible();
  await expect.element(page.getByText(t.notFiscal)).toBeVisible();
  await expectFitsEverywhere();
});

test('a company that hands out a tax document besides does not deny it', async () => {
  const { receipt: t } = await loadNamespace('cards', 'es');
  await open('es', { ...printedReceipt, details: { ...printedReceipt.details, fiscal: true } });
  await expect.element(page.getByText('$22.000')).toBeVisible();
  expect(page.getByText(t.notFiscal).elements()).toEqual([]);
});

test.for(languages)('a void receipt says first that it does not count (%s)', async (language) => {
  const { receipt: t } = await loadNamespace('cards', language);
  await open(language, voidedReceipt);
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' });
  await expect.element(page.getByText(t.voided(day.format(new Date('2026-11-25T12:00:00'))))).toBeVisible();
  await expectFitsEverywhere();
});

test('an unknown address says so and leads to the company', async () => {
  const { receipt: t } = await loadNamespace('cards', 'es');
  await open('es', null);
  await expect.element(page.getByText(t.unknownTitle)).toBeVisible();
  await expectFitsEverywhere();
});

test('a receipt is accessible in both themes', async () => {
  await open('es', printedReceipt);
  await expect.element(page.getByText('$22.000')).toBeVisible();
  await expectAccessibleInBothThemes();
});
