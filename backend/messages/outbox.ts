import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const maxFiles = 200;

/**
 * Files for messages that no provider carries; the operator can open them. Only the server's account may read them:
 * messages hold codes that sign people in. The oldest are deleted.
 */
export function createOutbox(folder: string) {
  let count = 0;
  /** Gives the beginning of a file name; names sort in the order of these calls. */
  function takePlace(): string {
    count = (count + 1) % 10_000;
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    return `${time}-${String(count).padStart(4, '0')}${randomBytes(2).toString('hex')}`;
  }
  return {
    takePlace,
    /** Writes the file `<place>-<name>`. */
    async put(name: string, content: string | Buffer, place = takePlace()): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${place}-${name}`), content, { mode: 0o600, flag: 'wx' });
      const files = (await readdir(folder)).sort();
      const surplus = files.slice(0, Math.max(0, files.length - maxFiles));
      await Promise.all(surplus.map((file) => rm(join(folder, file), { force: true })));
    },
  };
}
