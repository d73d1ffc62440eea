import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { answers, phraseGroups, type PhraseId } from '../../content/phrases.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { phrases as spanish } from '../../i18n/es/phrases.ts';
import type { Language } from '../../i18n/languages.ts';
import {
  expectAccessible,
  expectFitsEverywhere,
  expectNothingCutOff,
  fontSize,
  setTextSize,
} from '../../testing/looks.ts';
import { openPanel } from '../../testing/panels.tsx';

const sentences: readonly PhraseId[] = Object.values(phraseGroups).flat();
const dialog = page.getByRole('dialog');
/** The text of the sign in a language. */
const sign = (language: Language) => document.querySelector(`.sign p[lang=${language}]`)!;

/** The button with this text. Not by its role, which takes ten times as long. */
const button = (text: string) =>
  [...document.querySelectorAll('dialog button')].find(
    ({ textContent }) => textContent === text,
  ) as HTMLElement;

test('there are 24 sentences', () => {
  expect(new Set(sentences)).toEqual(new Set(Object.keys(spanish.sentences)));
  expect(sentences).toHaveLength(24);
});

test.for(languages)(
  'each sentence is a sign in Spanish and in the passenger’s language (%s)',
  async (language) => {
    const own = await loadNamespace('phrases', language);
    await page.viewport(360, 740);
    await openPanel('talk', language);
    for (const title of Object.values(own.groups))
      await expect.element(dialog.getByRole('heading', { name: title, exact: true })).toBeVisible();
    for (const id of sentences) {
      button(own.sentences[id]).click();
      await expect.poll(() => sign('es')?.textContent).toBe(spanish.sentences[id]);
      expect(sign(language).textContent).toBe(own.sentences[id]);
      expect(document.querySelectorAll('.sign p[lang]')).toHaveLength(language === 'es' ? 1 : 2);
      expect(fontSize(sign('es'))).toBeGreaterThanOrEqual(28);
      expectNothingCutOff(id);
      button(own.back).click();
      await expect.poll(() => document.activeElement?.textContent).toBe(own.sentences[id]);
    }
  },
);

test('the driver points at an answer, which is large in the passenger’s language', async () => {
  const own = await loadNamespace('phrases', 'fr');
  await page.viewport(1280, 800);
  await openPanel('talk', 'fr');
  for (const id of answers) {
    button(own.sentences.pharmacy).click();
    await expect.element(dialog.getByText(spanish.reply)).toBeVisible();
    await dialog.getByRole('button', { name: spanish.answers[id], exact: false }).click();
    await expect.poll(() => sign('fr').textContent).toBe(own.answers[id]);
    expect(sign('es').textContent).toBe(spanish.answers[id]);
    expect(fontSize(sign('fr'))).toBeGreaterThan(1.5 * fontSize(sign('es')));
    button(own.back).click();
    await expect.poll(() => document.activeElement?.textContent).toBe(own.sentences.pharmacy);
  }
});

test('a sentence is readable from the front seat: at least 56 px on a device', async () => {
  await page.viewport(1280, 800);
  await openPanel('talk', 'es');
  await dialog.getByRole('button', { name: spanish.sentences.slower }).click();
  expect(fontSize(sign('es'))).toBeGreaterThanOrEqual(56);
});

test('a long sentence fits every screen in large type and is accessible', async () => {
  setTextSize('larger');
  const { sentences: german } = await loadNamespace('phrases', 'de');
  await openPanel('talk', 'de');
  await dialog.getByRole('button', { name: german.airConditioning }).click();
  await expectFitsEverywhere();
  await expectAccessible();
});
