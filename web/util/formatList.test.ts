import { expect, test } from 'vitest';
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
