import { expect, it } from 'vitest';
import { phoneLanguage } from '../i18n/phoneLanguage.ts';
import { publicPage, secretOf } from './pages.ts';

const token = 'Ab-_9'.repeat(15);
const verified = { name: 'verify', code: 'DEMADRVR0001' } as const;
/** What chat programs put behind an address, or escape. */
const lengthened = ['.', ')', '*', ',', '%20', '%E2%80%8E', '\u200e', '”', '%2520', '!?', '»', '%'];

it.each<[string, ReturnType<typeof publicPage>]>([
  ['/verify/ABCDEFGHJKMN', { name: 'verify', code: 'ABCDEFGHJKMN' }],
  ['/verify/ABCDEFGHJKMN/', { name: 'verify', code: 'ABCDEFGHJKMN' }],
  [`/rate/${token}`, { name: 'rate', token }],
  ...lengthened.map((ending): [string, ReturnType<typeof publicPage>] => [
    `/rate/${token}${ending}`,
    { name: 'rate', token },
  ]),
  ...lengthened.map((ending): [string, ReturnType<typeof publicPage>] => [
    `/verify/DEMADRVR0001${ending}`,
    verified,
  ]),
  ...lengthened.map((ending): [string, ReturnType<typeof publicPage>] => [
    `/help/K7M2QX${ending}`,
    { name: 'help', code: 'K7M2QX' },
  ]),
  ...lengthened.map((ending): [string, ReturnType<typeof publicPage>] => [
    `/guide${ending}`,
    { name: 'guide' },
  ]),
  ['/verify/%E2%80%8EDEMA-DRVR%200001', verified],
  ['/verify/%44EMADRVR0001', verified],
  ['/VERIFY/DEMADRVR0001/)', verified],
  ['/verify/DEMADRVR0001%', verified],
  ['/rate/DEMA-DRVR-0001.', { name: 'rate', token: 'DEMADRVR0001' }],
  ['/rate/DEMADRVR0001,gracias', { name: 'rate', token: 'DEMADRVR0001' }],
  ['/help/ticket).', { name: 'ticket' }],
  ['/rights/request%20', { name: 'rightsRequest' }],
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

it.each(['#se-cr_et', '#se-cr_et.', '#se-cr_et%20', '#%E2%80%8Ese-cr_et)'])(
  'the secret in %s is read',
  (fragment) => {
    expect(secretOf(fragment)).toBe('se-cr_et');
  },
);
