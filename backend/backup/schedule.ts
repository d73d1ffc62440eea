import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { DatabaseClosedError, type Database, type Queryable } from '../db/database.ts';
import { runJob } from '../db/jobs.ts';
import type { Space } from '../disk/space.ts';
import { createBackup } from './create.ts';
import { listBackups, nextBackupPath, removeOldBackups } from './folder.ts';

/** Backups that the server makes by itself. */
export type BackupSchedule = ReturnType<typeof createBackupSchedule>;

const hour = 60 * 60 * 1000;
/** Milliseconds from the start to the first look, and between looks. */
const firstLook = 10 * 60 * 1000;
const lookInterval = 5 * 60 * 1000;
/** Keeps a restart of the server from shifting the hour of the daily backup. */
const tolerance = lookInterval;

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>;
  readonly space: Space;
  readonly log: Logger;
  readonly config: Pick<Config, 'objectStore' | 'backupHours' | 'backupKeep'> & { readonly dataDir: string };
  /** The archives' names begin with it. */
  readonly name: string;
}

/** The schedule of a server without a data folder. */
export const noBackups: BackupSchedule = {
  runIfDue: async () => {},
  lastSuccess: async () => undefined,
  failures: () => 0,
  [Symbol.dispose]() {},
};

/** Makes a backup each `backupHours` into `DATA_DIR/backups`, and keeps the newest `backupKeep`; 0 hours: never. */
export function createBackupSchedule({ db, space, log, config, name }: Dependencies) {
  const { dataDir, backupHours, backupKeep } = config;
  let failed = 0;
  let running = false;

  /** Time of the newest backup of any process; undefined without one, or with backups switched off. */
  async function lastSuccess(): Promise<Date | undefined> {
    if (backupHours === 0) return undefined;
    return (await listBackups(dataDir))[0]?.madeAt;
  }

  const period = backupHours * hour - tolerance;

  /** By the folder, which also holds backups by hand. Processes with other folders learn of this one's by `runJob`. */
  async function isDue(): Promise<boolean> {
    const last = await lastSuccess();
    return !last || Date.now() - last.getTime() >= period;
  }

  async function makeOne(transaction: Queryable): Promise<void> {
    await transaction.query(`select set_config('idle_in_transaction_session_timeout', '0', true)`);
    if (!(await space.hasRoom())) throw new Error('the disk is almost full: a backup would use up the rest');
    const path = nextBackupPath(dataDir, name, new Date());
    const { size, files, missingFiles } = await createBackup(db, config, path);
    log.info({ path, size, files, missingFiles }, 'backup made and read back');
    await removeOldBackups(dataDir, backupKeep);
  }

  /** Makes a backup if one is due and no other process is making one. Never throws: logs failures. */
  async function runIfDue(): Promise<void> {
    if (running || !(await isDue())) return;
    running = true;
    try {
      // The transaction only holds the lock: without a snapshot it does not hold up vacuum.
      await runJob(db, { name: 'backup', period, run: makeOne });
    } catch (error) {
      if (error instanceof DatabaseClosedError) return;
      failed += 1;
      log.error({ reason: (error as Error).message }, 'backup failed; it will be retried');
    } finally {
      running = false;
    }
  }

  const timers: NodeJS.Timeout[] = [];
  if (backupHours > 0) {
    const look = (): void => void runIfDue();
    timers.push(setTimeout(look, firstLook).unref(), setInterval(look, lookInterval).unref());
  }
  return {
    runIfDue,
    lastSuccess,
    /** Number of failures since this process started. */
    failures: (): number => failed,
    [Symbol.dispose](): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
