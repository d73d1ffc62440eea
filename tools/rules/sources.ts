import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The folders that follow the rules of names and comments. */
export const folders = ['backend', 'server', 'shared', 'tools', 'web'];

/** Reads the files of a folder whose names end as given. */
export async function readSources(folder: string, endings: RegExp) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter(({ name, parentPath }) => endings.test(name) && !parentPath.includes('node_modules'))
    .map(({ name, parentPath }) => join(parentPath, name));
  return Promise.all(
    paths.map(async (path) => ({ path: relative(root, path), text: await readFile(path, 'utf8') })),
  );
}
