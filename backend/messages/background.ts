import type { Logger } from 'pino';

/** Work that an answer does not wait for: its time, and its failure, would tell strangers who has an account. */
export interface Background extends AsyncDisposable {
  /** Starts a job; a failure is logged. False when too many are under way already. */
  run(job: () => Promise<void>): boolean;
  /** When all that was started has ended. */
  settled(): Promise<void>;
}

const maxJobs = 200;
/** How long the end of the server waits for what is under way, in milliseconds. */
const patience = 5000;

/** @param what is said in the log when a job fails */
export function createBackground(log: Logger, what: string): Background {
  const jobs = new Set<Promise<void>>();
  const settled = async (): Promise<void> => {
    while (jobs.size > 0) await Promise.all(jobs);
  };
  return {
    run(job) {
      if (jobs.size >= maxJobs) return false;
      const running: Promise<void> = job()
        .catch((error: Error) => log.error({ err: error }, what))
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
