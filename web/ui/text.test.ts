import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it.each([
  ['Diego Rojas', 'DR'],
  [' ana  maría soto ', 'AS'],
  ['Ñusta', 'Ñ'],
  ['', ''],
])('shortens %s to %s', (name, short) => {
  expect(initials(name)).toBe(short);
});
