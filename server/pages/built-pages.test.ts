import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pages } from '../../backend/index.ts';
import { loadSettings } from '../settings/settings.ts';
import { pagesFile, type BuiltPage } from './built-pages.ts';
import { loadStaticFiles } from './static.ts';
import { getPage } from '../testing/page.ts';

const pages: readonly BuiltPage[] = [
  { path: '/verify/*', picture: 'public', files: { es: ['/assets/public.js'] } },
  { path: '/rate/*', picture: 'public', files: { es: ['/assets/public.js', '/assets/rate.js'] } },
  { path: '/login', picture: 'entrance', files: { es: ['/assets/start.js'] } },
  {
    path: '/',
    picture: 'home',
    files: { es: ['/assets/start.js', '/assets/auth.js'], de: ['/assets/de.js'] },
  },
];

let folder: string;
let files: Pages;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-pages-'));
  await writeFile(join(folder, pagesFile), JSON.stringify(pages));
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><script type="module" src="/assets/index.js"></script></head><body><div id="root">' +
      '<!--picture--><p>main</p><!--/picture--></div><template data-picture="public"><p>public</p></template>' +
      '<template data-picture="entrance"><p>entrance</p></template></body></html>',
  );
  files = await loadStaticFiles(folder, (await loadSettings({ DATA_DIR: join(folder, 'data') })).page);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (path: string): Response => getPage(files, path)!;

async function preloaded(path: string): Promise<string[]> {
  const links = (await get(path).text()).matchAll(
    /rel="modulepreload" fetchpriority="low" crossorigin href="([^"]+)"/g,
  );
  return [...links].map(([, href = '']) => href);
}

test('a page links the files it starts with, and no other page’s', async () => {
  expect(await preloaded('/rate/token')).toEqual(['/assets/public.js', '/assets/rate.js']);
  expect(await preloaded('/')).toEqual(['/assets/start.js', '/assets/auth.js']);
  expect(await preloaded('/ratefoo')).toEqual(await preloaded('/'));
});

test('no cache keeps an address with a code or token, and no Referer carries it', () => {
  for (const path of ['/rate/token', '/verify/code'])
    expect(Object.fromEntries(get(path).headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  for (const path of ['/', '/guide', '/login']) {
    expect(get(path).headers.get('cache-control')).toBe('no-cache');
    expect(get(path).headers.get('referrer-policy')).toBeNull();
  }
});

test('a page holds its own first picture alone', async () => {
  const pictures = { '/login': 'entrance', '/verify/code': 'public', '/rate/token': 'public' };
  for (const [path, picture] of Object.entries(pictures)) {
    const html = await get(path).text();
    expect(html.match(/<p>\w+<\/p>/g)).toEqual([`<p>${picture}</p>`]);
    expect(html).not.toContain('<template');
  }
});

test('the page that devices keep holds the first pictures of all addresses', async () => {
  const html = await get('/').text();
  expect(html.match(/<p>\w+<\/p>/g)).toEqual(['<p>main</p>', '<p>public</p>', '<p>entrance</p>']);
  expect(html).toBe(await get('/index.html').text());
});
