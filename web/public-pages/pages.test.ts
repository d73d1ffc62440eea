import { expect, it } from 'vitest';
import { phoneLanguage } from './language.ts';
import { publicPage } from './pages.ts';

it.each([
  ['/verify/ABCDEFGHJKMN', { name: 'verify', code: 'ABCDEFGHJKMN' }],
  ['/verify/ABCDEFGHJKMN/', { name: 'verify', code: 'ABCDEFGHJKMN' }],
  ['/rate/a-b_c', { name: 'rate', token: 'a-b_c' }],
  ['/guide', { name: 'guide' }],
  ['/help', { name: 'help', code: '' }],
  ['/help/K7M2QX', { name: 'help', code: 'K7M2QX' }],
  ['/help/ticket', { name: 'ticket' }],
  ['/guide/', { name: 'guide' }],
  ['/book', { name: 'book' }],
  ['/receipt', { name: 'receipt' }],
  ['/rights', { name: 'rights' }],
  ['/rights/request', { name: 'rightsRequest' }],
])('%s is a public page', (path, page) => {
  expect(publicPage(path)).toEqual(page);
});

it.each([
  '/',
  '/login',
  '/verify',
  '/verify/',
  '/rate',
  '/guide/more',
  '/verify/a/b',
  '//rate/a',
  '/guides',
  '/book/more',
  '/rights/x',
])('%s is no public page', (path) => {
  expect(publicPage(path)).toBeNull();
});

it('the language is that of the address, else the stored choice, else the phone’s, else the company’s', () => {
  expect(phoneLanguage('?lang=de', 'en', ['fr'], 'es')).toBe('de');
  expect(phoneLanguage('?lang=xx', null, ['it-IT', 'pt-BR', 'en'], 'es')).toBe('pt');
  expect(phoneLanguage('', 'en', ['fr'], 'es')).toBe('en');
  expect(phoneLanguage('', null, ['FR-ca'], 'es')).toBe('fr');
  expect(phoneLanguage('', 'xx', ['it', 'ja'], 'en')).toBe('en');
});
