import { expect, test } from 'vitest';
import { exceededLimit } from './json-limits.ts';

const limits = { depth: 2, values: 3 };

test.each([
  ['[{"a":1}]', undefined],
  ['[[[]]]', 'depth'],
  ['[[],[],[]]', undefined],
  ['[1,2,3,4]', 'values'],
  [String.raw`["[[[,,,,\"[[[,,,,"]`, undefined],
  ['["never closed ,,,,', undefined],
])('%s exceeds: %s', (text, limit) => {
  expect(exceededLimit(text, limits)).toBe(limit);
});
