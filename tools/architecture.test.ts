import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

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

test('the architecture page shows every folder, and no other', () => {
  const named = [...page.matchAll(/^\| +`([\w./-]+\/)` +\|/gm)].map(([, folder = '']) => folder);
  expect(named.sort()).toEqual(listFolders());
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

test.each(documents)('%s names no specification, which is not in the repository', (document) => {
  expect(readFileSync(join(root, document), 'utf8')).not.toMatch(/\b(the|of) specification\b|\bsection \d/i);
});
