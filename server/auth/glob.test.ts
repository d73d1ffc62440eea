import { expect, test } from 'vitest';
import { createGlob } from './glob.ts';

test.each([
  ['https://app.example/*', 'https://app.example/login', true],
  ['https://app.example/*', 'https://app.example/a/b', false],
  ['https://app.example/**', 'https://app.example/a/b.html?c', true],
  ['https://*.example/', 'https://a.example/', true],
  ['https://*.example/', 'https://a.b.example/', false],
  ['https://app.example/?', 'https://app.example/a', true],
  ['https://app.example/?', 'https://app.example/', false],
  ['https://app.example/[a-c]', 'https://app.example/b', true],
  ['https://app.example/[!a-c]', 'https://app.example/b', false],
  ['https://{app,www}.example/', 'https://www.example/', true],
  ['https://{app,www}.example/', 'https://web.example/', false],
  ['https://{app,{a,b}.www}.example/', 'https://b.www.example/', true],
  ['https://{app,}.example/', 'https://.example/', true],
  ['https://app.example/a,b', 'https://app.example/a,b', true],
  ['https://app.example/\\*', 'https://app.example/*', true],
  ['https://app.example/\\*', 'https://app.example/x', false],
  ['myapp://**', 'myapp://come/back', true],
  ['**', '', true],
  ['https://{app', 'https://app', true],
])('%s and %s: %j', (pattern, address, matches) => {
  expect(createGlob(pattern)(address)).toBe(matches);
});

test('V7: an address takes time in proportion to its length, however many wildcards there are', () => {
  const matches = createGlob('https://**a**a**a**a**a**b');
  expect(matches(`https://${'a'.repeat(2040)}`)).toBe(false);
  expect(matches(`https://${'a'.repeat(2040)}b`)).toBe(true);
});
