import { expect, it } from 'vitest';
import { phoneLanguage } from '../i18n/phoneLanguage.ts';
import { firstWord, secretOf } from '../util/lengthened.ts';
import { publicPage } from './pages.ts';

const token = 'Ab-_9'.repeat(15);
const verified = { name: 'verify', code: 'DEMADRVR0001' } as const;
/** Signs that chat programs put behind an address, or escape. */
const lengthened = [
  '.',
  ')',
  '*',
  ',',
  '%20',
  '%E2%80%8E',
  '\u200e',
  '”',
  '%2520',
  '!?',
  '»',
  '%',
  '%2',
  '%E2%80',
  '%2F',
  '\ufe0f',
  '&utm_source=whatsapp',
  '&amp;lang=de',
  '%3Ffbclid%3DIwAR0',
  '&u=https%3A%2F%2Fa.example',
];

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
    `/help/DEMADRVR0001${ending}`,
    { name: 'help', code: 'DEMADRVR0001' },
  ]),
  ...lengthened.map((ending): [string, ReturnType<typeof publicPage>] => [
    `/guide${ending}`,
    { name: 'guide' },
  ]),
  ['/verify/%E2%80%8EDEMA-DRVR%200001', verified],
  ['/verify/%44EMADRVR0001', verified],
  ['/VERIFY/DEMADRVR0001/)', verified],
  ['/verify/DEMADRVR0001/&nbsp;', verified],
  ['/verify/DEMA%2DDRVR%2D0001', verified],
  ['/verify%2FDEMADRVR0001', verified],
  ['/verify/DEMA\u200bDRVR\u00ad0001', verified],
  ['/ver\u2060ify/DEMADRVR0001Gracias', verified],
  ['/verify/%44EMADRVR0001%', verified],
  [`/RATE/${token}_`, { name: 'rate', token }],
  [`/rate/${token.slice(0, 30)}%E2%80%8B${token.slice(30)}`, { name: 'rate', token }],
  ['/Help/Ticket&utm_source=x', { name: 'ticket' }],
  ['/RIGHTS/REQUEST.', { name: 'rightsRequest' }],
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
  ['/trip', { name: 'trip' }],
  ['/Trip.', { name: 'trip' }],
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
  '//rate/a',
  '/guides',
  '/book/more',
  '/trip/more',
  '/trips',
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

it.each(['', '.', '%20', ')', '&utm_source=x', '?fbclid=IwAR0', '\u200b', '%', '”'])(
  'the secret is read, whatever stands before and behind it: %s',
  (sign) => {
    expect(secretOf(`#${sign.slice(0, 1)}se-cr_et${sign}`)).toBe('se-cr_et');
  },
);

it.each([token.slice(0, 43), '0123456789abcdef'.repeat(4), `${token.slice(0, 42)}_`])(
  'a `_` behind a secret or a token is none of its signs: %s',
  (secret) => {
    expect(secretOf(`#${secret}_`)).toBe(secret);
  },
);

it.each(['/invite', '/invite.', '/INVITE/', '/inv\u200bite%20', '/invite&utm_source=x', '/invite%E2%80%8E)'])(
  'the first word of %s is that of the invitation',
  (path) => {
    expect(firstWord(path)).toBe('invite');
  },
);
