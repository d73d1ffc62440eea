import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const namePattern = /^[\w-]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
/** Unfinished archives of killed servers are removed after this time, in milliseconds. */
const staleAfter = 24 * 60 * 60 * 1000;

function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}

/**
 * Where a backup made at `time` belongs: its name ends with the time, in UTC.
 * @param name which product it is of
 */
export function nextBackupPath(dataDir: string, name: string, time: Date): string {
  const stamp = time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return join(backupFolder(dataDir), `${name}-${stamp}.tar.gz`);
}

/** The backups of the data folder, newest first. */
export async function listBackups(dataDir: string) {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  return names
    .filter((name) => namePattern.test(name))
    .toSorted()
    .toReversed()
    .map((name) => ({
      path: join(backupFolder(dataDir), name),
      madeAt: new Date(name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z')),
    }));
}

/** Removes all backups but the `keep` newest, and stale unfinished ones. */
export async function removeOldBackups(dataDir: string, keep: number): Promise<void> {
  for (const { path } of (await listBackups(dataDir)).slice(keep)) await rm(path, { force: true });
  const folder = backupFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.part')) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > staleAfter) await rm(join(folder, name), { force: true });
  }
}
