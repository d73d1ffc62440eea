import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);

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
    ignored.some((each) => folder.startsWith(`${each.replace(/^\/|\/$/g, '')}/`));
  return [...new Set(folders)].filter((folder) => !isIgnored(folder)).sort();
}

test('the architecture page shows every folder, and no other', () => {
  const named = [...page.matchAll(/^\| +`([\w./-]+\/)` +\|/gm)].map(([, folder = '']) => folder);
  expect(named.sort()).toEqual(listFolders());
});

test('the files that the architecture page names exist', () => {
  const named = page.matchAll(/`((?:backend|server|web|shared|supabase|tools|e2e)\/[\w./-]+\.\w+)`/g);
  expect([...named].map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
