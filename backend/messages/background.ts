import type { Logger } from 'pino';

/** Jobs that no response waits for: their duration and failure would tell strangers who has an account. */
export interface Background extends AsyncDisposable {
  /** Starts a job and logs its failure. @returns false when too many are under way */
  run(job: () => Promise<void>): boolean;
  /** Resolves when every job has ended. */
  settled(): Promise<void>;
}

const maxJobs = 200;
/** How long a shutdown waits for unfinished jobs, in milliseconds. */
const patience = 5000;

/** @param failure log message of a failed job */
export function createBackground(log: Logger, failure: string): Background {
  const jobs = new Set<Promise<void>>();
  const settled = async (): Promise<void> => {
    while (jobs.size > 0) await Promise.all(jobs);
  };
  return {
    run(job) {
      if (jobs.size >= maxJobs) return false;
      const running: Promise<void> = job()
        .catch((error: Error) => log.error({ err: error }, failure))
        .finally(() => jobs.delete(running));
      jobs.add(running);
      return true;
    },
    settled,
    async [Symbol.asyncDispose]() {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, patience);
      await Promise.race([settled(), timeout.promise]);
      clearTimeout(timer);
    },
  };
}
