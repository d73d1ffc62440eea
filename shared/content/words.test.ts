import { expect, test } from 'vitest';
import { textIn } from './text.ts';
import { editSpanish, editTranslation, stateOf, type Words } from './words.ts';

const words: Words = { es: 'Centro', en: { text: 'Downtown' }, de: { text: 'Zentrum', of: 'El centro' } };

test('a translation is done, outdated or missing', () => {
  expect(stateOf(words, 'es')).toBe('done');
  expect(stateOf(words, 'en')).toBe('done');
  expect(stateOf(words, 'de')).toBe('outdated');
  expect(stateOf(words, 'fr')).toBe('missing');
  expect(stateOf({ es: ' ', en: { text: ' ' } }, 'es')).toBe('missing');
  expect(stateOf({ es: ' ', en: { text: ' ' } }, 'en')).toBe('missing');
});

test('editing Spanish makes translations outdated; the former text makes them done again', () => {
  const edited = editSpanish(words, 'Centro de Santiago');
  expect(edited).toEqual({
    es: 'Centro de Santiago',
    en: { text: 'Downtown', of: 'Centro' },
    de: { text: 'Zentrum', of: 'El centro' },
  });
  expect(editSpanish(edited, 'Plaza').en).toEqual({ text: 'Downtown', of: 'Centro' });
  expect(editSpanish(edited, 'Centro')).toEqual(words);
  expect(stateOf(editSpanish(words, 'El centro'), 'de')).toBe('done');
});

test('a translation that was written before any Spanish belongs to the first', () => {
  const written = editSpanish(editTranslation({ es: '' }, 'en', 'Downtown'), 'Centro');
  expect(written).toEqual({ es: 'Centro', en: { text: 'Downtown' } });
});

test('editing a translation makes it one of the present Spanish; an empty one is removed', () => {
  expect(editTranslation(words, 'de', 'Stadtzentrum').de).toEqual({ text: 'Stadtzentrum' });
  expect(editTranslation(words, 'fr', 'Centre-ville').fr).toEqual({ text: 'Centre-ville' });
  expect(editTranslation(words, 'en', ' ')).toEqual({ es: 'Centro', de: words.de });
});

test('a missing translation is shown in Spanish, and says so', () => {
  expect(textIn(words, 'en')).toEqual({ text: 'Downtown', language: 'en' });
  expect(textIn(words, 'de')).toEqual({ text: 'Zentrum', language: 'de' });
  expect(textIn(words, 'fr')).toEqual({ text: 'Centro', language: 'es' });
  expect(textIn(words, 'es')).toEqual({ text: 'Centro', language: 'es' });
});
