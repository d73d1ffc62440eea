import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { admin as english } from '../i18n/en/admin.ts';
import { common as englishCommon } from '../i18n/en/common.ts';
import { language as englishChoice } from '../i18n/en/language.ts';
import { admin as spanish } from '../i18n/es/admin.ts';
import { languageNames } from '../i18n/languages.ts';
import { openSection } from '../testing/panelLists.tsx';

beforeEach(() => page.viewport(1440, 900));

const pageLanguage = () => document.documentElement.lang;

test('a German device shows the panel in English, with English dates', async () => {
  await openSection('audit', { language: 'de' });
  await expect.element(page.getByRole('heading', { name: english.title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: englishCommon.signOut })).toBeVisible();
  await expect.element(page.getByText(/\d+ Nov 2026/).first()).toBeVisible();
  await expect.poll(pageLanguage).toBe('en');
});

test('the panel offers Spanish and English, and shows the chosen one at once', async () => {
  onTestFinished(() => localStorage.removeItem('language'));
  await openSection('vehicles', { language: 'de' });
  // Everything has been loaded by now: the panel appears together with the app.
  await expect.poll(pageLanguage).toBe('en');
  await page.getByRole('button', { name: englishChoice.button }).click();
  const choice = page.getByRole('dialog', { name: englishChoice.select }).getByRole('listitem');
  await expect
    .poll(() => choice.elements().map(({ textContent }) => textContent))
    .toEqual([languageNames.es, languageNames.en]);
  await choice.getByRole('button', { name: languageNames.es }).click();
  await expect.element(page.getByRole('heading', { name: spanish.title })).toBeVisible();
  await expect.poll(pageLanguage).toBe('es');
});
