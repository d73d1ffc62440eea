import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { constantsWithoutUnit } from './units.ts';

const root = resolve(import.meta.dirname, '../..');
/** The folders that follow the rule. */
const folders = ['backend'];

async function sourcesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !parentPath.includes('node_modules'))
    .map(({ name, parentPath }) => join(parentPath, name));
}

test.each(folders)('in %s/ the names of times and sizes have their unit', async (folder) => {
  const found = [];
  for (const path of await sourcesOf(folder)) {
    const names = constantsWithoutUnit(await readFile(path, 'utf8'));
    found.push(...names.map((name) => `${relative(root, path)}: ${name}`));
  }
  expect(found).toEqual([]);
});

test.each([
  ['const timeout = 10_000;', ['timeout']],
  ['export const pollInterval = 5 * 60_000;', ['pollInterval']],
  ['const hour = 60 * minuteMs;', ['hour']],
  ['const maxCached = 64 * 1024;', ['maxCached']],
  ['/** In milliseconds. */\nconst quiet = 300;', ['quiet']],
  ['/** Longest name, in characters. */\nconst longest = 300;', ['longest']],
  ['/**\n * Milliseconds that a start takes.\n */\nconst start =\n  300;', ['start']],
  ['const timeoutMs = 10_000;\nconst bytesPerChunk = 2 * 1024;\nconst maxNameCharacters = 20;', []],
  ['const maxPage = 20;\nconst message = 1;\nconst items = 3 * 4;', []],
  ['function f() {\n  const delay = 3;\n}', []],
])('units: %j', (text, expected) => {
  expect(constantsWithoutUnit(text)).toEqual(expected);
});
