import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const mode = 0o700;

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Makes a folder that only this account can enter, and the missing ones above it. Node's own recursive `mkdir` never returns
 * where a folder refuses new ones with ENOENT, as `/proc` does, and keeps a core busy meanwhile.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code !== 'ENOENT' || (await isFolder(above))) throw error;
    await makeFolder(above);
    await mkdir(path, { mode });
  }
}
