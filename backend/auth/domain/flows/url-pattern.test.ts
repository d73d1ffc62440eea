import { expect, test } from 'vitest';
import { matchesPattern } from './url-pattern.ts';

test.each([
  ['https://*.club.example/**', 'https://a.club.example/b/c.d', true],
  ['https://*.club.example/**', 'https://a.b.club.example/', false],
  ['https://*.club.example/**', 'https://a.club.example', false],
  ['https://club.example/?', 'https://club.example/a', true],
  ['https://club.example/?', 'https://club.example//', false],
  ['https://club.example/[a-c][!x]', 'https://club.example/by', true],
  ['https://club.example/[a-c][!x]', 'https://club.example/bx', false],
  ['https://{one,two}.example/{a,b{c,d}}', 'https://two.example/bd', true],
  ['https://{one,two}.example/{a,b{c,d}}', 'https://two.example/b', false],
  ['https://club.example/{a,b', 'https://club.example/b', true],
  ['com.club.app://**', 'com.club.app://login', true],
  ['https://club.example/\\*', 'https://club.example/*', true],
  ['https://club.example/\\*', 'https://club.example/a', false],
  ['https://club.example/a+(b)|c', 'https://club.example/a+(b)|c', true],
  ['https://club.example', 'https://club.example.evil.example', false],
])('%s and %s', (pattern, address, expected) => {
  expect(matchesPattern(pattern, address)).toBe(expected);
});

test('V7: a pattern of many wildcards costs no more than its length times that of the address', () => {
  const address = `https://club.example/${'a'.repeat(2000)}`;
  const started = performance.now();
  expect(matchesPattern(`https://club.example/${'**a'.repeat(20)}b`, address)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});
