import { expect, test } from 'vitest';
import { readFirstRelease } from '../../shared/content/testing.ts';
import { textIn } from '../../shared/content/text.ts';
import { languages } from '../../shared/languages.ts';
import { excerpt, maxDescriptionChars, shorten } from './excerpt.ts';

test('a short text stays as it is', () => {
  expect(excerpt('Abierto siempre.', 120)).toBe('Abierto siempre.');
});

test('a long text ends with a sentence that fits, else with a word', () => {
  expect(excerpt('La plaza donde nació la ciudad. El cerro desde donde se ve.', 40)).toBe(
    'La plaza donde nació la ciudad. El…',
  );
  const sentence = 'Un cerro en pleno centro, convertido en parque en 1872.';
  expect(excerpt(`${sentence} La subida toma unos veinte minutos.`, 60)).toBe(sentence);
  expect(excerpt('librerías, diseño, cafés con terraza', 20)).toBe('librerías, diseño…');
});

test.for(languages)('what a passenger reads of a place at first is 50 to 120 characters (%s)', (language) => {
  for (const { description } of readFirstRelease().places) {
    const { length } = shorten(textIn(description, language).text);
    expect(length).toBeGreaterThanOrEqual(50);
    expect(length).toBeLessThanOrEqual(maxDescriptionChars);
  }
});
