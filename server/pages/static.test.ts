import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pages } from '../../backend/index.ts';
import { loadSettings } from '../settings/settings.ts';
import { loadStaticFiles } from './static.ts';
import { getPage } from '../testing/page.ts';

let folder: string;
let files: Pages;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-static-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  const page = '<html lang="es"><head><!--settings--><!--/settings--></head><body></body></html>';
  for (const [name, text] of [
    ['index.html', page],
    ['manifest.webmanifest', '{"lang":"es-CL"}'],
    ['sw.js', 'worker'],
    ['favicon.svg', '<svg/>'],
    ['assets/main-a1b2c3d4.js', 'script'],
    ['assets/main-a1b2c3d4.js.map', 'map'],
    [
      '.pages.json',
      JSON.stringify([
        { path: '/verify/*', picture: 'home', files: {} },
        { path: '/rate/*', picture: 'home', files: {} },
        { path: '/', picture: 'home', files: {} },
      ]),
    ],
  ] as const)
    await writeFile(join(folder, 'dist', name), text);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const environment = {
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: 'https://taxi.example',
    BRAND_NAME: 'A"><script>alert(1)</script>',
    DEFAULT_LANGUAGE: 'pt',
  };
  files = await loadStaticFiles(join(folder, 'dist'), (await loadSettings(environment)).page);
});
afterAll(() => rm(folder, { recursive: true }));

const get = (path: string, headers?: Record<string, string>) => getPage(files, path, headers);

test.each(['/', '/login', '/verify/ABCD', '/rate/abc', '/guide', '/nothing/here', '/guide.', '/book.)'])(
  'H1 the page at %s loads nothing but what is ours, and nothing inline',
  (path) => {
    expect(get(path)?.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https://taxi.example",
      "connect-src 'self' https://taxi.example wss://taxi.example",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ]);
  },
);

test('page and manifest are in the language of the installation', async () => {
  expect(await get('/')!.text()).toContain('<html lang="pt">');
  expect(await get('/manifest.webmanifest')!.json()).toMatchObject({ lang: 'pt-BR' });
});

test('H1 the company’s name is escaped in the page', async () => {
  const page = await get('/')!.text();
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('content="A&quot;>&lt;script>alert(1)&lt;/script>"');
});

test.each([
  ['/', 'no-cache'],
  ['/login', 'no-cache'],
  ['/verify/ABCD', 'no-store'],
  ['/rate/abc', 'no-store'],
  ['/rate/abc.def', 'no-store'],
  ['/rate/abc.js', 'no-store'],
  ['/rate/.abc', 'no-store'],
  ['/verify/abc.def', 'no-store'],
  ['/rate/eyJ.eyJ.sig', 'no-store'],
  ['/verify/C-12.', 'no-store'],
  ['/VERIFY/C-12.abc', 'no-store'],
  ['/verify/a.b/c.png', 'no-store'],
  ['/sw.js', 'no-cache, max-age=0'],
  ['/assets/main-a1b2c3d4.js', 'public, max-age=31536000, immutable'],
  ['/favicon.svg', 'public, max-age=3600'],
])('H5 %s may be kept: %s', (path, expected) => {
  expect(get(path)?.headers.get('cache-control')).toBe(expected);
});

test.each([
  '/.git/config',
  '/.env',
  '/.vite/manifest.json',
  '/assets/.htaccess',
  '/assets/main-a1b2c3d4.js.map',
  '/server/main.ts',
  '/data/secrets.json',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '//secret.txt',
  '/etc/passwd.txt',
  '/ratefoo.def',
  '/guide.html',
  '/rate/../assets/.htaccess',
])('H4 %s is not there', (path) => {
  expect(get(path)).toBeUndefined();
});

test('H4 a folder is not listed', async () => {
  for (const path of ['/assets', '/assets/', '/.vite/']) {
    const text = (await get(path)?.text()) ?? '';
    expect(text).not.toContain('main-a1b2c3d4');
  }
});
