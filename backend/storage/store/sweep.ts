import { join } from 'node:path';
import type { Context } from '../../service/context.ts';
import { tryLock } from '../../db/advisory-locks.ts';
import { openBlobStore, SuspiciousSweepError } from './blobs.ts';

/** In milliseconds. A sweep keeps young files, so the one at startup misses files that a crash just left. */
const interval = 60 * 60_000;

type Swept = Pick<Context, 'db' | 'log' | 'filesDir'>;

/** The folder that holds the bytes of stored objects. */
export function objectsFolder({ filesDir }: Pick<Context, 'filesDir'>): string {
  return join(filesDir, 'objects');
}

/**
 * Removes files without an object: a crash left them, or their object was deleted while no server listened. Only one
 * process per database sweeps at a time; the others skip. Never throws: logs failures.
 */
export async function sweepFiles(context: Swept): Promise<void> {
  const { db, log } = context;
  try {
    const removed = await db.direct.transaction(async (transaction) => {
      if (!(await tryLock(transaction, 'fileSweep'))) return 0;
      return openBlobStore(objectsFolder(context)).sweep(async (versions) => {
        const rows = await transaction.query<{ version: string }>(
          'select version from storage.objects where version = any($1)',
          [versions],
        );
        return rows.map(({ version }) => version);
      });
    });
    if (removed > 0) log.info({ removed }, 'removed orphaned files');
  } catch (error) {
    if (error instanceof SuspiciousSweepError) log.warn(error.message);
    else log.error({ err: error }, 'could not sweep orphaned files');
  }
}

/** Sweeps now and then every hour. Disposing waits for a running sweep. */
export function scheduleSweep(context: Swept): AsyncDisposable {
  let sweeping = sweepFiles(context);
  const timer = setInterval(() => (sweeping = sweepFiles(context)), interval).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
