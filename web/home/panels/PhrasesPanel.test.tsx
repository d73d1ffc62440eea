import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { phrases as spanish } from '../../i18n/es/phrases.ts';
import { openPanel } from '../../testing/panels.tsx';

test('a sentence is readable from the front seat: at least 56 px on a tablet', async () => {
  await page.viewport(1280, 800);
  await openPanel('talk', 'es');
  await page.getByRole('dialog').getByRole('button', { name: spanish.sentences.slower }).click();
  const sign = document.querySelector('.sign p[lang=es]')!;
  expect(Number.parseFloat(getComputedStyle(sign).fontSize)).toBeGreaterThanOrEqual(56);
});
