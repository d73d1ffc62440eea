import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../../shared/languages.ts';
import { phrases as spanish } from '../../i18n/es/phrases.ts';
import { expectAccessible, expectFitsEverywhere } from '../../testing/looks.ts';
import { openPanel } from '../../testing/panels.tsx';

test.for(languages)('the panel fits every screen and is accessible (%s)', async (language) => {
  await openPanel('talk', language);
  await expectFitsEverywhere();
  await expectAccessible();
});

test('a sentence is readable from the front seat: at least 56 px on a tablet', async () => {
  await page.viewport(1280, 800);
  await openPanel('talk', 'es');
  await page.getByRole('dialog').getByRole('button', { name: spanish.sentences.slower }).click();
  const sign = document.querySelector('.sign p[lang=es]')!;
  expect(Number.parseFloat(getComputedStyle(sign).fontSize)).toBeGreaterThanOrEqual(56);
});
