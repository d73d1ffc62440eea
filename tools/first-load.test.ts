import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { readBuiltPages } from '../server/pages/built-pages.ts';
import { buildOnce } from './build.ts';
import { reach } from './vite/reach.ts';

const dist = resolve(import.meta.dirname, '../dist');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
let manifest: Readonly<Record<string, Chunk>>;
/** The scripts that an address starts with, in German. */
let filesOf: (path: string) => readonly string[];
let files: readonly string[];

/** The size of the scripts together, in KiB. */
async function gzippedKib(scripts: readonly string[]): Promise<number> {
  const sizes = scripts.map(async (file) => gzipSync(await readFile(join(dist, file)), { level: 9 }).length);
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0) / 1024;
}

beforeAll(async () => {
  await buildOnce();
  manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as typeof manifest;
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const named = [...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
  const pages = await readBuiltPages(dist);
  filesOf = (path) => {
    const own = pages.find((page) => page.path === path)?.files['de'] ?? [];
    return [...named, ...own.map((file) => file.slice(1))];
  };
  files = filesOf('/');
}, 120_000);

test('a passenger loads at most 110 KiB of gzipped JavaScript: page, home screen and one language', async () => {
  expect(files).toContain(manifest['home/HomeScreen.tsx']?.file);
  expect(new Set(files).size).toBe(files.length);
  const size = await gzippedKib(files);
  console.log(`first load: ${size.toFixed(1)} KiB gzipped`);
  expect(size).toBeLessThanOrEqual(110);
});

test.each([
  ['/login', 142],
  ['/verify/*', 101],
  ['/rate/*', 102],
])('%s starts with at most %d KiB', async (path, kib) => {
  const scripts = filesOf(path);
  expect(scripts.length).toBeGreaterThan(files.length / 2);
  expect(await gzippedKib(scripts)).toBeLessThanOrEqual(kib);
});

test('the administration is a chunk of its own, which passengers do not load', () => {
  const administration = manifest['admin/AdminScreen.tsx']?.file;
  expect(administration).toBeDefined();
  expect(files).not.toContain(administration);
});

test('a section of the panel comes in at most 65 files, where each module would be one of a hundred', () => {
  const sections = Object.keys(manifest).filter((name) => /^admin\/(\w+)\/\1Section\.tsx$/i.test(name));
  expect(sections.length).toBeGreaterThan(10);
  for (const section of sections)
    expect(reach([section], (name) => manifest[name]?.imports ?? []).size, section).toBeLessThanOrEqual(65);
});

/** The roles that the JWTs in a text name. */
function rolesOfTokens(text: string): readonly unknown[] {
  return [...text.matchAll(/\beyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]*/g)].map(([, payload = '']) => {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { role?: unknown };
    return claims.role;
  });
}

test('R11 a privileged token would be found', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role: 'service_role' })}.signature`;
  expect(rolesOfTokens(`const key="${token}";`)).toEqual(['service_role']);
});

test('R11 what is published holds no secret key, no source map and no address of anybody else', async () => {
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((each) => each.isFile() && !/\.(br|gz|woff2|png)$/.test(each.name))) {
    expect(entry.name).not.toMatch(/\.map$/);
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    expect(text).not.toMatch(/sb_secret_[\w-]{8}|service_role"/);
    expect(text).not.toMatch(/-----BEGIN|sourceMappingURL=/);
    expect(rolesOfTokens(text)).toEqual([]);
    expect(text).not.toMatch(/(src|href)="https?:/);
  }
});
