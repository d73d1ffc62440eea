import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupPlace } from './place.ts';
import { newestFirst } from './names.ts';

/** Removes the unfinished archives of killed servers after this time. */
const staleAfterMs = 24 * 60 * 60 * 1000;

function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/** The backups of the data folder, newest first. */
export async function listBackups(dataDir: string) {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  return newestFirst(names).map((each) => ({ ...each, path: join(backupFolder(dataDir), each.name) }));
}

/** Removes all backups but the `keep` newest, and stale unfinished ones. */
async function removeOldBackups(dataDir: string, keep: number): Promise<void> {
  for (const { path } of (await listBackups(dataDir)).slice(keep)) await rm(path, { force: true });
  const folder = backupFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.part')) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > staleAfterMs) await rm(join(folder, name), { force: true });
  }
}

/** The folder `backups` of a data folder. */
export function folderPlace(dataDir: string): BackupPlace {
  return {
    // The lock of the data folder keeps others away.
    claim: async () => {},
    list: () => listBackups(dataDir),
    newest: async () => (await listBackups(dataDir))[0]?.madeAt,
    async keep(name, write) {
      const path = join(backupFolder(dataDir), name);
      return { ...(await write(path)), path };
    },
    removeOld: (keep) => removeOldBackups(dataDir, keep),
    [Symbol.dispose]() {},
  };
}
