import type { OwnerAccess, Queryable } from '../db/database.ts';
import { DatabaseClosedError } from '../db/failures.ts';
import { runJob } from '../db/jobs.ts';
import type { Mail } from '../messages/mail/mail.ts';
import { createSchedule } from '../util/schedule.ts';

/** The tools that a job of the product gets. */
export interface JobTools {
  /** The database as its owner, outside the transaction that holds the job's lock. */
  readonly db: OwnerAccess;
  /** Sends a mail of the product's own; rejects when the mail server does not take it. */
  readonly sendNotice: Mail['sendNotice'];
  /**
   * Counts a mail to somebody who is not signed in, before it is sent, against the hourly share of such mails, of its mailbox
   * and of the network that asked for it. Call `refund` if it could not be sent.
   * @throws Error when a share is used up
   */
  readonly countMail: (address: string, network: string) => Promise<{ refund(): Promise<void> }>;
  /** The time by which the job decides. */
  readonly now: Date;
}

/** Work that a product repeats: once in each period over all processes on the database. */
export interface ProductJob {
  /** Identifies it in metrics, in logs and in `platform.jobs`. */
  readonly name: string;
  readonly periodMs: number;
  /** When it rejects, the next look tries again. */
  readonly run: (tools: JobTools) => Promise<void>;
}

/** The product's jobs of this process. */
export type Jobs = ReturnType<typeof createJobs>;

const firstPollMs = 60_000;
const pollIntervalMs = 5 * 60_000;

interface Dependencies {
  readonly db: OwnerAccess & { readonly direct: OwnerAccess };
  readonly mail: Pick<Mail, 'sendNotice'>;
  readonly countMail: JobTools['countMail'];
  /** Logs a failure, or counts it to an outage. */
  readonly failed: (cause: unknown, message: string, fields: object) => void;
}

/** Runs the jobs when they are due, one after the other. Disposing it stops the timer. */
export function createJobs({ db, mail, countMail, failed }: Dependencies, jobs: readonly ProductJob[] = []) {
  const failures = new Map(jobs.map(({ name }) => [name, 0]));

  async function runOne({ name, periodMs, run }: ProductJob, now: Date): Promise<void> {
    // Without its code: a mail server that is away is no outage of the database.
    const sendNotice: JobTools['sendNotice'] = (notice) =>
      mail.sendNotice(notice).catch((error: Error) => {
        throw new Error(error.message, { cause: error });
      });
    const work = () => run({ db, sendNotice, countMail, now });
    try {
      await runJob(db.direct, { name: 'productJobs', key: `product:${name}`, periodMs, run: work });
    } catch (error) {
      if (error instanceof DatabaseClosedError) return;
      failures.set(name, (failures.get(name) ?? 0) + 1);
      const fields = { job: name, reason: (error as Error).message };
      failed(error, 'job failed; it will be retried', fields);
    }
  }

  /** Runs every job that is due, unless another process is running it. Never throws: logs failures. */
  async function runDue(now: Date): Promise<void> {
    for (const job of jobs) await runOne(job, now);
  }

  /** When any process last did each job. */
  async function lastSuccesses(reader: Queryable = db): Promise<ReadonlyMap<string, Date>> {
    if (jobs.length === 0) return new Map();
    const rows = await reader.query<{ name: string; done_at: Date }>(
      'select name, done_at from platform.jobs where name = any ($1)',
      [jobs.map(({ name }) => `product:${name}`)],
    );
    return new Map(rows.map(({ name, done_at: at }) => [name.slice('product:'.length), at]));
  }

  const schedule = createSchedule(runDue, { firstMs: firstPollMs, intervalMs: pollIntervalMs });
  return {
    runDue: schedule.run,
    lastSuccesses,
    /** Failures of each job since this process started. */
    failures: (): ReadonlyMap<string, number> => failures,
    [Symbol.dispose]: schedule[Symbol.dispose],
  };
}
