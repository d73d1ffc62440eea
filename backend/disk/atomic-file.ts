import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes renames in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file system journals the rename itself.
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

async function writeWhole(path: string, content: string | Buffer, mode: number, place: typeof link) {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    {
      await using file = await open(temporary, 'wx', mode);
      await file.writeFile(content);
      await file.sync();
    }
    await place(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}

/**
 * Creates a file that is there whole or not at all, also after a power cut. One of several
 * processes that create it at the same moment succeeds.
 * @throws Error with code EEXIST when the file exists
 */
export function createFile(path: string, content: string | Buffer, mode: number): Promise<void> {
  return writeWhole(path, content, mode, link);
}

/** Writes a file so that a crash or power cut at any moment leaves the former content or the new one, never a part. */
export function replaceFile(path: string, content: string | Buffer, mode: number): Promise<void> {
  return writeWhole(path, content, mode, rename);
}
