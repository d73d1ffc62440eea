import { open } from 'node:fs/promises';

/** Makes renames in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file system journals the rename itself.
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
