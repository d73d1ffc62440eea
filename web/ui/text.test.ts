import { expect, it } from 'vitest';
import { initials } from './initials.ts';
import { plateInPairs } from './plateInPairs.ts';

it.each([
  ['BBBB12', 'BB·BB·12'],
  ['aa1234', 'AA·12·34'],
  ['BB·BB·12', 'BB·BB·12'],
  ['BBBB1', 'BBBB1'],
])('writes the plate %s as %s', (stored, shown) => {
  expect(plateInPairs(stored)).toBe(shown);
});

it.each([
  ['Diego Rojas', 'DR'],
  [' ana  maría soto ', 'AS'],
  ['Ñusta', 'Ñ'],
  ['', ''],
])('shortens %s to %s', (name, short) => {
  expect(initials(name)).toBe(short);
});
