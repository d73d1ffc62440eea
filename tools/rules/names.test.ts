import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** Files of the product whose imports meet in one file. Each language of the texts has the same names. */
const reaches = [['web', 'shared'], ['backend'], ['server', 'shared'], ['supabase/functions', 'shared']];
/** Tests, benches and what only they import. */
const isAside = (path: string): boolean =>
  /\.test\.tsx?$|\/(testing|wire|bench|texts|i18n\/\w\w)\//.test(path);

/** Each has one meaning for each folder: the file that an import names says which. */
const exceptions: Readonly<Record<string, string>> = {
  handle: 'the entry of each function, which its index.ts serves',
};

const declaration = /^export (?:async |abstract )*(?:type|interface|const|function\*?|class) (\w+)/gm;

/** The names that several files export, with those files. */
async function namesWithSeveralFiles(folders: readonly string[]): Promise<readonly string[]> {
  const files = new Map<string, string[]>();
  for (const folder of folders)
    for (const { path, text } of await readSources(folder, /\.tsx?$/)) {
      const names = isAside(path) ? [] : [...text.matchAll(declaration)].map(([, name = '']) => name);
      // A type and the value of the same name, in one file, are one.
      for (const name of new Set(names)) files.set(name, [...(files.get(name) ?? []), path]);
    }
  return [...files]
    .filter(([name, paths]) => paths.length > 1 && !Object.hasOwn(exceptions, name))
    .map(([name, paths]) => `${name}: ${paths.toSorted().join(', ')}`);
}

test.each(reaches)('a name that a file of %s exports has one meaning', async (...folders) => {
  expect(await namesWithSeveralFiles(folders)).toEqual([]);
});
