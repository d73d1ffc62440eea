import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Language } from '../../shared/languages.ts';

const folder = resolve(import.meta.dirname, '../../web/i18n');

/** A file of messages of one language. */
export interface MessageModule {
  readonly language: Language;
  /** Its path in the folder of the language, without the ending: `fleet/vehicles`. */
  readonly name: string;
  readonly path: string;
  readonly source: string;
}

/** Reads all files of messages, in the order of their names. */
export function readModules(): Promise<readonly MessageModule[]> {
  const paths = globSync('*/**/*.ts', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('/index.ts'));
  return Promise.all(
    paths.sort().map(async (path) => ({
      language: path.slice(0, path.indexOf('/')) as Language,
      name: path.slice(path.indexOf('/') + 1, -'.ts'.length),
      path: join(folder, path),
      source: await readFile(join(folder, path), 'utf8'),
    })),
  );
}
