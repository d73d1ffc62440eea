import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildOnce } from './build.ts';

const dist = resolve(import.meta.dirname, '../dist');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
let manifest: Record<string, Chunk> = {};

beforeAll(async () => {
  await buildOnce();
  manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
}, 120_000);

/** The chunks that a browser has to load for these sources: themselves and all they import statically. */
function chunksFor(...names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of manifest[name]?.imports ?? []) add(each);
  };
  for (const name of names) add(name);
  return found;
}

test('a passenger loads at most 120 KiB of gzipped JavaScript: page, home screen and one language', async () => {
  const names = chunksFor('index.html', 'start.tsx', 'home/HomeScreen.tsx', 'i18n/de/index.ts');
  expect([...names].filter((name) => !manifest[name])).toEqual([]);
  let size = 0;
  for (const name of names)
    size += gzipSync(await readFile(join(dist, manifest[name]?.file ?? '')), { level: 9 }).length;
  console.log(`first load: ${(size / 1024).toFixed(1)} KiB gzipped`);
  expect(size).toBeLessThanOrEqual(120 * 1024);
});

test('the administration is a chunk of its own, which passengers do not load', () => {
  expect(chunksFor('index.html', 'start.tsx', 'home/HomeScreen.tsx')).not.toContain('admin/AdminScreen.tsx');
  expect(manifest).toHaveProperty(['admin/AdminScreen.tsx']);
});

/** What looks like a token, and says whose it is. */
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
