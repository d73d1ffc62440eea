import { expect, test } from 'vitest';
import { folders, readSources } from './sources.ts';
import { constantsWithoutUnit } from './units.ts';

test.each(folders)('in %s/ the names of times and sizes have their unit', async (folder) => {
  const sources = await readSources(folder, /\.tsx?$/);
  const found = sources.flatMap(({ path, text }) =>
    constantsWithoutUnit(text).map((name) => `${path}: ${name}`),
  );
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
