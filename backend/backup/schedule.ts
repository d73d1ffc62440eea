import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Database, Queryable } from '../db/database.ts';
import { DatabaseClosedError } from '../db/failures.ts';
import { runJob } from '../db/jobs.ts';
import type { Space } from '../disk/space.ts';
import { createSchedule } from '../util/schedule.ts';
import { createBackup } from './create.ts';
import { archiveName, isToCome } from './names.ts';
import type { BackupPlace } from './place.ts';

/** Backups that the server makes by itself. */
export type BackupSchedule = ReturnType<typeof createBackupSchedule>;

const hourMs = 60 * 60 * 1000;
const pollIntervalMs = 5 * 60 * 1000;
/** Keeps a restart of the server from shifting the hour of the daily backup. */
const toleranceMs = pollIntervalMs;

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>;
  readonly space: Space;
  readonly log: Logger;
  readonly config: Pick<Config, 'dataDir' | 'objectStore' | 'backupHours' | 'backupKeep'>;
  readonly place: BackupPlace;
  /** The archives' names begin with it. */
  readonly name: string;
  /** Called after each backup, with the error of one that failed. */
  readonly onMade?: (error?: unknown) => void;
}

/** The schedule of a server without a place for backups. */
export const noBackups: BackupSchedule = {
  runIfDue: async () => {},
  lastSuccess: async () => undefined,
  failures: () => 0,
  [Symbol.dispose]() {},
};

async function makeOne(
  { db, space, log, config, place, name, onMade }: Dependencies,
  transaction: Queryable,
): Promise<void> {
  await transaction.query(`select set_config('idle_in_transaction_session_timeout', '0', true)`);
  if (!(await space.hasRoom())) throw new Error('the disk is almost full: a backup would use up the rest');
  await place.claim(transaction);
  const { path, size, files, missingFiles } = await place.keep(archiveName(name, new Date()), (archive) =>
    createBackup(db, config, archive),
  );
  log.info({ path, size, files, missingFiles }, 'backup made and read back');
  onMade?.();
  await place.removeOld(config.backupKeep);
}

/**
 * Makes a backup each `backupHours` at the place, and keeps the newest `backupKeep`; 0 hours: never. Disposing it closes the
 * place too.
 */
export function createBackupSchedule(dependencies: Dependencies) {
  const { db, log, place } = dependencies;
  const { backupHours } = dependencies.config;
  let failed = 0;

  /** Time of the newest backup of any process; undefined without one, or with backups switched off. */
  async function lastSuccess(): Promise<Date | undefined> {
    if (backupHours === 0) return undefined;
    const last = await place.newest();
    return last && isToCome(last) ? undefined : last;
  }

  const periodMs = backupHours * hourMs - toleranceMs;

  /** By the place, which also holds backups by hand. Processes with other folders learn of this one's by `runJob`. */
  async function isDue(): Promise<boolean> {
    const last = (await place.list())[0]?.madeAt;
    return !last || isToCome(last) || Date.now() - last.getTime() >= periodMs;
  }

  /** Makes a backup if one is due and no other process is making one. Never throws: logs failures. */
  async function runIfDue(): Promise<void> {
    try {
      if (!(await isDue())) return;
      // The transaction only holds the lock: without a snapshot it does not hold up vacuum.
      await runJob(db, { name: 'backup', periodMs, run: (held) => makeOne(dependencies, held) });
    } catch (error) {
      if (error instanceof DatabaseClosedError) return;
      failed += 1;
      dependencies.onMade?.(error);
      log.error({ reason: (error as Error).message }, 'backup failed; it will be retried');
    }
  }

  const schedule = createSchedule(runIfDue, { firstMs: pollIntervalMs, intervalMs: pollIntervalMs });
  if (backupHours === 0) schedule[Symbol.dispose]();
  return {
    runIfDue: schedule.run,
    lastSuccess,
    /** Number of failures since this process started. */
    failures: (): number => failed,
    [Symbol.dispose](): void {
      schedule[Symbol.dispose]();
      place[Symbol.dispose]();
    },
  };
}
