import { expect, test } from 'vitest';
import { formatPesos } from './pesos.ts';

test.each([
  [100, '$100'],
  [7000, '$7.000'],
  [15_000, '$15.000'],
  [1_250_000, '$1.250.000'],
])('%i pesos are formatted as %s', (pesos, written) => {
  expect(formatPesos(pesos)).toBe(written);
});
