import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../util/operator-error.ts';

/** The data folder holds an unfinished restore; the message says how to go on. */
export class UnfinishedRestoreError extends OperatorError {}

/** Folder of a restore until it is complete. No server starts while it exists. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** The checksum of an unfinished restore's archive; undefined without such a restore. */
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
