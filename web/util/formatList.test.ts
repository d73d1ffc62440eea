import { expect, test } from 'vitest';
import { languages } from '../../shared/languages.ts';
import { formatList } from './formatList.ts';

test.each([
  ['es', 'Santiago, Valparaíso y Viña del Mar'],
  ['en', 'Santiago, Valparaíso and Viña del Mar'],
  ['fr', 'Santiago, Valparaíso et Viña del Mar'],
  ['pt', 'Santiago, Valparaíso e Viña del Mar'],
  ['de', 'Santiago, Valparaíso und Viña del Mar'],
] as const)('a list reads as in a sentence (%s)', (language, written) => {
  expect(formatList(['Santiago', 'Valparaíso', 'Viña del Mar'], language)).toBe(written);
});

const lists = [
  [],
  ['Santiago'],
  ['Santiago', 'Viña del Mar'],
  ['Valparaíso', 'Isla Negra'],
  ['agua', 'hielo'],
  ['Ñuñoa', 'Hijuelas'],
  ['Rapel', 'Yumbel'],
  ['silla', 'iPad', 'hiato'],
];

// British English has no comma before “and”.
test.each(languages)('lists read as the browser’s own formatter writes them (%s)', (language) => {
  const format = new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
  expect(lists.map((parts) => formatList(parts, language))).toEqual(
    lists.map((parts) => format.format(parts)),
  );
});

test('Spanish says “e” before an accented i too', () =>
  expect(formatList(['Salmos', 'Índice'], 'es')).toBe('Salmos e Índice'));
