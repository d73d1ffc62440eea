import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../web');
const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter(
  (path) => !/\.test\.tsx?$|^testing\//.test(path),
);
const sources = files.map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));

test('no two parts of the app store a value under one key', () => {
  const keys = sources.flatMap(({ text }) =>
    Array.from(text.matchAll(/storedValue\(\s*['`]([^'`]+)['`]/g), ([, key = '']) => key),
  );
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("the browser's storage is read and written through storedValue", () => {
  const users = sources.filter(({ text }) => /\b(local|session)Storage\b/.test(text));
  // Personal data goes by the prefix of its keys.
  expect(users.map(({ path }) => path).sort()).toEqual(['data/personal.ts', 'util/storedValue.ts']);
});
