import { expect, test } from 'vitest';
import { matchesPattern } from './url-pattern.ts';

test.each([
  ['https://*.taxi.example/**', 'https://a.taxi.example/b/c.d', true],
  ['https://*.taxi.example/**', 'https://a.b.taxi.example/', false],
  ['https://*.taxi.example/**', 'https://a.taxi.example', false],
  ['https://taxi.example/?', 'https://taxi.example/a', true],
  ['https://taxi.example/?', 'https://taxi.example//', false],
  ['https://taxi.example/[a-c][!x]', 'https://taxi.example/by', true],
  ['https://taxi.example/[a-c][!x]', 'https://taxi.example/bx', false],
  ['https://{one,two}.example/{a,b{c,d}}', 'https://two.example/bd', true],
  ['https://{one,two}.example/{a,b{c,d}}', 'https://two.example/b', false],
  ['https://taxi.example/{a,b', 'https://taxi.example/b', true],
  ['com.taxi.app://**', 'com.taxi.app://login', true],
  ['https://taxi.example/\\*', 'https://taxi.example/*', true],
  ['https://taxi.example/\\*', 'https://taxi.example/a', false],
  ['https://taxi.example/a+(b)|c', 'https://taxi.example/a+(b)|c', true],
  ['https://taxi.example', 'https://taxi.example.evil.example', false],
])('%s and %s', (pattern, address, expected) => {
  expect(matchesPattern(pattern, address)).toBe(expected);
});

test('V7: a pattern of many wildcards costs no more than its length times that of the address', () => {
  const address = `https://taxi.example/${'a'.repeat(2000)}`;
  const started = performance.now();
  expect(matchesPattern(`https://taxi.example/${'**a'.repeat(20)}b`, address)).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});
