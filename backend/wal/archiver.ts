import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { isToCome } from '../backup/names.ts';
import type { Config } from '../config/config.ts';
import type { ObjectStoreSettings } from '../config/settings.ts';
import { claimStore } from '../object-store/claim.ts';
import { openObjectStore } from '../object-store/open.ts';
import { openS3Store, type S3Store } from '../object-store/s3.ts';
import { makeBase } from './base.ts';
import { createObjectCopier, type ObjectCopier } from './objects.ts';
import { pruneArchive } from './prune.ts';
import { createShipper, type Line } from './ship.ts';

const hourMs = 60 * 60 * 1000;
/** Time between polls for WAL files: usually, and while the store is away. */
const intervalMs = 200;
const pauseMs = 2_000;
/** Retries a failed base backup after this. */
const baseRetryMs = 5 * 60_000;

interface Archived extends Pick<Config, 'objectStore' | 'backupHours' | 'backupKeep'> {
  readonly dataDir: string;
  readonly backupStore: ObjectStoreSettings;
}

interface BaseMaker {
  readonly config: Archived;
  readonly store: S3Store;
  readonly objects: ObjectCopier;
  readonly log: Logger;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Marks the archive as this database's own, because pruning removes what others keep there.
 * @returns false for a database that is not migrated yet: it has no id
 * @throws ForeignStoreError
 */
async function claimArchive(store: S3Store, connection: ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  // The query that is under way rejects, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const query = async <Row extends object>(sql: string): Promise<Row[]> =>
      (await client.query<Row>(sql)).rows;
    const migrated = await query(`select where to_regclass('platform.installation') is not null`);
    if (migrated.length === 0) return false;
    await claimStore(store, { query }, 'backups');
    return true;
  } finally {
    await client.end();
  }
}

/** Makes base backups of a line, one at a time. Never throws: logs failures. */
function createBaseMaker({ config, store, objects, log, signal }: BaseMaker) {
  const { dataDir, backupHours, backupKeep } = config;
  let running: Promise<void> | undefined;
  let notBefore = 0;

  async function make(line: Line, connection: ClientConfig): Promise<void> {
    try {
      line.newestBase = await makeBase({ dataDir, connection, objects, signal }, store, line.id);
      log.info({ key: line.newestBase.key }, 'base backup made and read back');
      if (await claimArchive(store, connection)) await pruneArchive(store, objects, line.id, backupKeep);
    } catch (error) {
      notBefore = performance.now() + baseRetryMs;
      if (!signal.aborted)
        log.error({ reason: (error as Error).message }, 'base backup failed; it will be retried');
    }
  }

  return {
    /** Begins a base backup when one is due. */
    beginIfDue(line: Line, connection: ClientConfig): void {
      const last = line.newestBase?.time;
      const age = last && !isToCome(last) ? Date.now() - last.getTime() : Infinity;
      if (running || signal.aborted || age < backupHours * hourMs || performance.now() < notBefore) return;
      running = make(line, connection).finally(() => (running = undefined));
    },
    /** Waits for the one that is under way. */
    settled: async (): Promise<void> => running,
  };
}

/**
 * Archives the WAL of the built-in database from `begin` until disposed, and makes a base backup each `backupHours`. Dispose
 * it after the database has stopped, so that its last WAL is archived too. Never throws: logs failures.
 */
export function createArchiver(config: Archived, log: Logger) {
  const store = openS3Store(config.backupStore);
  const live = openObjectStore(config);
  const objects = createObjectCopier(live, store);
  const { shipReady } = createShipper(join(config.dataDir, 'postgres'), store, objects);
  const stopping = new AbortController();
  const { signal } = stopping;
  const bases = createBaseMaker({ config, store, objects, log, signal });
  let isFailing = false;
  let running: Promise<void> | undefined;

  async function pass(connection: ClientConfig): Promise<void> {
    try {
      const line = await shipReady();
      if (isFailing) log.warn('WAL is archived again');
      isFailing = false;
      bases.beginIfDue(line, connection);
    } catch (error) {
      if (!isFailing)
        log.error(
          { reason: (error as Error).message },
          'WAL cannot be archived; it stays in the data folder until it can',
        );
      isFailing = true;
    }
  }

  async function run(connection: ClientConfig): Promise<void> {
    while (!signal.aborted) {
      await pass(connection);
      await delay(isFailing ? pauseMs : intervalMs, undefined, { signal }).catch(() => {});
    }
    if (!isFailing) await pass(connection);
  }

  return {
    /** @param connection to the started database, as superuser */
    begin(connection: ClientConfig): void {
      running = run(connection);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      stopping.abort();
      await running;
      // The stopped database has ended it.
      await bases.settled();
      live[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}
