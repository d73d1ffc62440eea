import { tryLock } from '../../db/advisory-locks.ts';
import { claimStore, ForeignStoreError } from '../../object-store/claim.ts';
import {
  blobPrefix,
  versionOf,
  type ListedObject,
  type ObjectStore,
} from '../../object-store/object-store.ts';
import type { Context } from '../../service/context.ts';
import { createSchedule } from '../../util/schedule.ts';
import { isUuid } from '../../util/uuid.ts';

/** A sweep keeps young files, so the one at startup misses files that a crash just left. */
const intervalMs = 60 * 60_000;
/** Much longer than an upload may take, and than the clocks of a store and a server may differ. */
const minAgeMs = 60 * 60_000;
const keysPerBatch = 1000;
const removedAtOnce = 16;

/** More orphans than this, and more than half of all files: the database is probably not the one of this store. */
const suspiciousOrphans = 20;

/** The sweep found suspiciously many orphans and removed none. */
export class SuspiciousSweepError extends Error {}

type Swept = Pick<Context, 'config' | 'db' | 'log' | 'objects' | 'outages'>;

/** The versions of those that the database knows. */
type FindKnown = (versions: readonly string[]) => Promise<Iterable<string>>;

/** Whether it can be ours: whole, or half-written by a server that was killed. */
function isOurs({ key }: ListedObject): boolean {
  return isUuid(versionOf(key).slice(0, 36));
}

/** @throws SuspiciousSweepError; ObjectStoreError */
async function findOrphans(store: ObjectStore, findKnown: FindKnown): Promise<readonly string[]> {
  const orphans: string[] = [];
  let [total, batch]: [number, ListedObject[]] = [0, []];
  const check = async (): Promise<void> => {
    const known = new Set(await findKnown(batch.map(({ key }) => versionOf(key))));
    for (const { key } of batch) if (!known.has(versionOf(key))) orphans.push(key);
    batch = [];
  };
  for await (const object of store.list(blobPrefix)) {
    total += 1;
    if (Date.now() - object.modifiedAt > minAgeMs && isOurs(object)) batch.push(object);
    if (batch.length === keysPerBatch) await check();
  }
  await check();
  if (orphans.length > suspiciousOrphans && orphans.length > total / 2)
    throw new SuspiciousSweepError(
      `${orphans.length} of the ${total} objects in ${store.place} belong to no object of the database. ` +
        'The sweep removed none: check that the server uses the right database.',
    );
  return orphans;
}

/**
 * Removes the objects whose versions `findKnown` does not return. Keeps those younger than an hour: a process may be about
 * to write their rows.
 * @returns the number of removed objects
 * @throws SuspiciousSweepError; ObjectStoreError
 */
export async function sweepStore(store: ObjectStore, findKnown: FindKnown): Promise<number> {
  const orphans = await findOrphans(store, findKnown);
  const rest = orphans.values();
  const removeNext = async (): Promise<void> => {
    for (const key of rest) await store.delete(key);
  };
  await Promise.all(Array.from({ length: removedAtOnce }, removeNext));
  return orphans.length;
}

/**
 * Removes files without an object: a crash left them, or their object was deleted while no server listened. Only one
 * process per database sweeps at a time; the others skip. Never throws: logs failures.
 */
export async function sweepFiles({ config, db, log, objects, outages }: Swept): Promise<void> {
  try {
    const removed = await db.direct.transaction(async (transaction) => {
      if (!(await tryLock(transaction, 'fileSweep'))) return 0;
      // The transaction waits for the store while it lists.
      await transaction.query(`select set_config('idle_in_transaction_session_timeout', '0', true)`);
      if (config.objectStore) await claimStore(objects, transaction);
      return sweepStore(objects, async (versions) => {
        const rows = await transaction.query<{ version: string }>(
          'select version from storage.objects where version = any($1)',
          [versions],
        );
        return rows.map(({ version }) => version);
      });
    });
    if (removed > 0) log.info({ removed }, 'removed orphaned files');
  } catch (error) {
    if (error instanceof SuspiciousSweepError || error instanceof ForeignStoreError) log.warn(error.message);
    else outages.failed(error, 'could not sweep orphaned files');
  }
}

/** Sweeps now and then every hour. Disposing waits for a running sweep. */
export function scheduleSweep(context: Swept): AsyncDisposable {
  return createSchedule(() => sweepFiles(context), { intervalMs });
}
