import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { order } from './folder-order.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

const withoutSlashes = (path: string): string => path.replace(/^\/|\/$/g, '');

/** The folders of the repository that hold files, down to the second level, as `backend/auth/`. */
function listFolders(): readonly string[] {
  const files = globSync('{*,.ci}/**/*', {
    cwd: root,
    exclude: ['**/node_modules', '.git'],
    withFileTypes: true,
  });
  const paths = files.flatMap((file) =>
    file.isFile() ? [join(file.parentPath, file.name).slice(root.length + 1)] : [],
  );
  const folders = paths.flatMap((path) => {
    const [first = '', second = '', ...rest] = path.split('/');
    return rest.length > 0 ? [`${first}/`, `${first}/${second}/`] : [`${first}/`];
  });
  const isIgnored = (folder: string): boolean =>
    ignored.some((each) => folder.startsWith(`${withoutSlashes(each)}/`));
  return [...new Set(folders)].filter((folder) => !isIgnored(folder)).sort();
}

/** The folders in the tree of the page, from top to bottom: `backend/`, `backend/util/`. */
function readTree(): readonly string[] {
  const tree = /^```\n(shared\/[^]*?)^```$/m.exec(page)?.[1] ?? '';
  let parent = '';
  return tree.split('\n').flatMap((line) => {
    const names = /^( *)((?:[\w.-]+\/(?: · )?)+)/.exec(line);
    if (!names) return [];
    const [, indent, folders = ''] = names;
    if (indent === '') parent = folders.trim();
    return folders.split('·').map((folder) => (indent === '' ? '' : parent) + folder.trim());
  });
}

test('the tree of the architecture page shows every folder, and no other', () => {
  expect(readTree().toSorted()).toEqual(listFolders());
});

test('the tree has the order of the imports', () => {
  const places = readTree().flatMap((folder) => {
    const place = order.findIndex((siblings) => siblings.includes(folder.slice(0, -1)));
    // A top-level folder stands above what it holds in the tree, and below it in the order.
    return place < 0 || !folder.slice(0, -1).includes('/') ? [] : [place];
  });
  expect(places.length).toBeGreaterThan(40);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

/** The documents, relative to the root. */
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: ['**/node_modules', ...ignored.map(withoutSlashes)],
});

test.each(documents)('the files, folders and commands that %s names exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const exists = (path: string, from: string): boolean => existsSync(join(root, from, path));
  const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, path = '']) => path);
  const paths = [
    ...text.matchAll(/`((?:backend|bench|deploy|docs|e2e|server|shared|supabase|tools|web)\/[\w./@-]+)`/g),
  ];
  const commands = [...text.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, command = '']) => command);
  expect(links.filter((path) => !exists(path, dirname(document)))).toEqual([]);
  // The pages of the backend name its files from there.
  const own = document.startsWith('backend/') ? 'backend' : '.';
  const named = paths.map(([, path = '']) => path);
  expect(named.filter((path) => !exists(path, '.') && !exists(path, own))).toEqual([]);
  expect(commands.filter((command) => !(command in scripts))).toEqual([]);
});

test.each(documents)('no table of %s runs into the next', (document) => {
  const lines = readFileSync(join(root, document), 'utf8').split('\n');
  const isRule = (line: string) => /^\|[\s:|-]*---[\s:|-]*\|$/.test(line);
  expect(lines.filter((line, at) => isRule(line) && lines[at - 2]?.startsWith('|'))).toEqual([]);
});

test.each(documents)('%s names no specification, which is not in the repository', (document) => {
  expect(readFileSync(join(root, document), 'utf8')).not.toMatch(/\b(the|of) specification\b|\bsection \d/i);
});
