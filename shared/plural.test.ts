import { expect, test } from 'vitest';
import { languages } from './languages.ts';
import { plural } from './plural.ts';

test.each(languages)('%s has one form for one, and another for two', (language) => {
  const forms = { one: 'one', other: 'other' };
  expect([1, 2, 11].map((count) => plural(language, count, forms))).toEqual(['one', 'other', 'other']);
});

test('zero is singular in French and Portuguese', () => {
  const forms = { one: 'one', other: 'other' };
  expect(languages.map((language) => plural(language, 0, forms))).toEqual([
    'other',
    'other',
    'one',
    'one',
    'other',
  ]);
});

test('a category without a form takes `other`', () => {
  expect(plural('es', 1_000_000, { one: 'millón', other: 'millones' })).toBe('millones');
});
