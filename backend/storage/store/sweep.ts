import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { tryLock } from '../../db/advisory-locks.ts';
import { openBlobStore, SuspiciousSweepError } from './blobs.ts';

/** In milliseconds. A sweep spares files that are young, so one at the start would not be enough after a crash. */
const interval = 60 * 60_000;

type Swept = Pick<Context, 'db' | 'log' | 'filesDir'>;

/** Where the bytes of stored objects are. */
export function objectsFolder({ filesDir }: Pick<Context, 'filesDir'>): string {
  return join(filesDir, 'objects');
}

/**
 * Removes the bytes that no object has any more: those that a crash left, and those of objects that went while nobody
 * listened. Of all processes on the database one sweeps; the others have nothing to do. Never throws: failures are
 * logged.
 */
export async function sweepFiles(context: Swept): Promise<void> {
  const { db, log } = context;
  try {
    const removed = await db.transaction(async (transaction) => {
      if (!(await tryLock(transaction, 'fileSweep'))) return 0;
      return openBlobStore(objectsFolder(context)).sweep(async (versions) => {
        const rows = await transaction.query<{ version: string }>(
          'select version from storage.objects where version = any($1)',
          [versions],
        );
        return rows.map(({ version }) => version);
      });
    });
    if (removed > 0) log.info({ removed }, 'removed stored files without an object');
  } catch (error) {
    if (error instanceof SuspiciousSweepError) log.warn(error.message);
    else log.error({ err: error }, 'could not look for stored files without an object');
  }
}

/** Sweeps now, then every hour. */
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
