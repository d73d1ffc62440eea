import { expect, test } from 'vitest';
import { headersFile, redirectsFile } from '../server/pages/static-host.ts';
import { pages } from '../web/pages.ts';
import { publicPage } from '../web/public-pages/pages.ts';
import { readStaticSite } from './static-site.ts';

const given = {
  VITE_SUPABASE_URL: 'https://project.supabase.co/',
  VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
  VITE_BRAND_NAME: 'Transfer del Pacífico',
  VITE_WHATSAPP_NUMBER: '+56 9 8765 4321',
};

const read = (variables: Readonly<Record<string, string>>) => readStaticSite((name) => variables[name]);

test('a static build reads the page’s settings from variables with the prefix VITE_', () => {
  const site = read({
    ...given,
    VITE_DEFAULT_LANGUAGE: 'pt',
    VITE_NIGHT_HOURS: 'off',
    VITE_RATING_REST_MINUTES: '0',
    VITE_REQUIRE_ADMIN_MFA: 'true',
    VITE_REQUIRE_DRIVER_PIN: 'true',
    VITE_PUBLIC_URL: 'https://taxi.example/',
  });
  expect(site).toMatchObject({
    backendUrl: 'https://project.supabase.co',
    publicUrl: 'https://taxi.example',
    requireAdminMfa: true,
    requireDriverPin: true,
    publishableKey: 'sb_publishable_0123456789',
    brandName: 'Transfer del Pacífico',
    whatsappNumber: '+56987654321',
    defaultLanguage: 'pt',
    nightHours: 'off',
    ratingCooldownMinutes: 0,
    mail: '',
  });
});

test('without VITE_SUPABASE_URL the build is for our own server', () => {
  expect(read({ ...given, VITE_SUPABASE_URL: '', VITE_NIGHT_HOURS: 'x' })).toBeUndefined();
});

test.each([
  [{ VITE_WHATSAPP_NUMBER: '' }, /^VITE_WHATSAPP_NUMBER is not set/],
  [{ VITE_BRAND_NAME: '' }, /^VITE_BRAND_NAME is not set/],
  [{ VITE_SUPABASE_PUBLISHABLE_KEY: '' }, /^VITE_SUPABASE_PUBLISHABLE_KEY is not set/],
  [{ VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_secret_0123456789' }, /^VITE_SUPABASE_PUBLISHABLE_KEY must be a key/],
  [{ VITE_SUPABASE_URL: 'project' }, /^VITE_SUPABASE_URL is “project”/],
  [{ VITE_WHATSAPP_NUMBER: 'hello' }, /^VITE_WHATSAPP_NUMBER is “hello”/],
  [{ VITE_MAPS_URL: 'javascript:alert(1)' }, /^VITE_MAPS_URL is /],
  [{ VITE_NIGHT_HOURS: '7' }, /^VITE_NIGHT_HOURS is “7”/],
  [{ VITE_REQUIRE_ADMIN_MFA: 'yes' }, /^VITE_REQUIRE_ADMIN_MFA is “yes”/],
])('%j fails the build with one sentence', (wrong, message) => {
  expect(() => read({ ...given, ...wrong })).toThrow(message);
});

test('a static host rewrites every address of the app to the page, and no file', () => {
  expect(redirectsFile(pages).split('\n')).toEqual([
    '/verify/* / 200',
    '/rate/* / 200',
    '/guide / 200',
    '/book / 200',
    '/help / 200',
    '/help/ticket / 200',
    '/help/* / 200',
    '/receipt / 200',
    '/trip / 200',
    '/rights / 200',
    '/rights/request / 200',
    '/login / 200',
    '/tablet / 200',
    '/invite / 200',
    '/preview / 200',
    '/mis-viajes / 200',
    '',
  ]);
  const paths = pages.map(({ path }) => path.replace('*', 'code'));
  expect(paths.map((path) => publicPage(path)?.name ?? path)).toEqual([
    'verify',
    'rate',
    'guide',
    'book',
    'help',
    'ticket',
    'help',
    'receipt',
    'trip',
    'rights',
    'rightsRequest',
    '/login',
    '/tablet',
    '/invite',
    '/preview',
    '/mis-viajes',
    '/',
  ]);
});

test('the page may load from the backend, and no path gets two Cache-Control values', () => {
  const rules = headersFile('https://project.supabase.co', pages).split(/\n(?=\/)/);
  expect(rules[0]).toContain("connect-src 'self' https://project.supabase.co wss://project.supabase.co");
  expect(rules[0]).toContain("img-src 'self' data: blob: https://project.supabase.co");
  expect(rules[0]).not.toContain('Cache-Control');
  const cached = rules.slice(1).map((rule) => rule.split('\n')[0]);
  expect(new Set(cached).size).toBe(cached.length);
  expect(cached.filter((path) => path?.includes('*'))).toEqual([
    '/assets/*',
    '/verify/*',
    '/rate/*',
    '/help/*',
  ]);
});
