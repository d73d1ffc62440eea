import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A restore into the data folder was begun and is not finished; the message says how to go on. */
export class UnfinishedRestoreError extends Error {}

/** Where a restore puts everything until it is whole. While it is there, no server starts. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** The checksum of the archive that an unfinished restore was of; undefined when there is none. */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  if (!(await stat(stagingFolder(dataDir)).catch(() => undefined))) return undefined;
  return readFile(join(stagingFolder(dataDir), 'archive'), 'utf8').catch(() => '');
}

/** @throws UnfinishedRestoreError */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await unfinishedRestore(dataDir)) !== undefined)
    throw new UnfinishedRestoreError(
      `A restore into ${dataDir} was not finished. Run it again, with the same archive or another one: npm run restore -- <archive>`,
    );
}
