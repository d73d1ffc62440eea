import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../disk/atomic-file.ts';
import { checkObjectKey, type ObjectStore, type OpenedObject } from './object-store.ts';

/** Files whose times are read in one go. */
const statsAtOnce = 64;

/** The result of reading; `absent` when the file or folder does not exist. */
async function orAbsent<Result, Absent>(reading: Promise<Result>, absent: Absent): Promise<Result | Absent> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return absent;
  });
}

/**
 * Keeps objects as files below a folder, which the first write creates. A half-written file is listed under its own key,
 * which ends with `.part`.
 */
export function openFileStore(folder: string): ObjectStore {
  const path = (key: string): string => join(folder, checkObjectKey(key));

  return {
    place: folder,
    async put(key, bytes) {
      await mkdir(dirname(path(key)), { recursive: true, mode: 0o700 });
      await replaceFile(path(key), bytes, 0o600);
    },
    async read(key) {
      return orAbsent(readFile(path(key)), undefined);
    },
    async open(key, range): Promise<OpenedObject | undefined> {
      const file = await orAbsent(open(path(key)), undefined);
      if (!file) return undefined;
      const size = range ? range.end - range.start + 1 : (await file.stat()).size;
      return { size, content: file.createReadStream({ ...range }) };
    },
    async delete(key) {
      await rm(path(key), { force: true });
    },
    async *list(prefix) {
      const names = await orAbsent(readdir(join(folder, prefix)), []);
      for (let start = 0; start < names.length; start += statsAtOnce) {
        const listed = names.slice(start, start + statsAtOnce).map(async (name) => {
          // Another process may have deleted the file since.
          const found = await orAbsent(stat(join(folder, prefix, name)), undefined);
          return found && { key: `${prefix}${name}`, modifiedAt: found.mtimeMs };
        });
        for (const object of await Promise.all(listed)) if (object) yield object;
      }
    },
    [Symbol.dispose]() {},
  };
}
