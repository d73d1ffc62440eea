import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../util/operator-error.ts';

/** Folder of a restore until it is complete. No server starts while it exists. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** The checksum of an unfinished restore's archive; undefined without such a restore. */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  if (!(await stat(stagingFolder(dataDir)).catch(() => undefined))) return undefined;
  return readFile(join(stagingFolder(dataDir), 'archive'), 'utf8').catch(() => '');
}

/** @throws OperatorError that says how to go on */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await unfinishedRestore(dataDir)) !== undefined)
    throw new OperatorError(
      `A restore into ${dataDir} was not finished. Run it again, with the same archive or another one: npm run restore -- <archive>`,
    );
}
