import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Folders that the build, the tests and npm write. */
const generated = new Set(['node_modules', 'dist', 'data', 'demo-data', 'test-results']);
/** Also as the formatter of Markdown rewrites them. */
const marks = /^[ >]*(?:<<<<<<<|> ?> ?> ?> ?> ?> ?>) [\w/-]+/m;

async function textsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !generated.has(entry.name))
    .map(({ name }) => textsBelow(join(folder, name)));
  const files = entries.filter(({ name }) => /\.(md|tsx?|mjs|css|sql|json|ya?ml|html)$/.test(name));
  return [...files.map(({ name }) => join(folder, name)), ...(await Promise.all(inside)).flat()];
}

test('no file holds the marks of a merge conflict', async () => {
  const files = await textsBelow(root);
  const marked = await Promise.all(
    files.map(async (file) => (marks.test(await readFile(file, 'utf8')) ? [file] : [])),
  );
  expect(marked.flat()).toEqual([]);
});

test.each(['<<<<<<< HEAD', '  <<<<<<< HEAD', '>>>>>>> 8f7efd91 (Say it)', '> > > > > > > 8f7efd91 (Say it)'])(
  'the mark is found: %s',
  (line) => {
    expect(marks.test(`before\n${line}\nafter`)).toBe(true);
  },
);
