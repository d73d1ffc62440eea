import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../disk/sync-folder.ts';

/**
 * Creates a file that is there whole or not at all, also after a power cut. Of several processes that create it at the
 * same moment one succeeds.
 * @throws Error with code EEXIST when the file exists
 */
export async function createFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    {
      await using file = await open(temporary, 'wx', mode);
      await file.writeFile(text);
      await file.sync();
    }
    await link(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}
