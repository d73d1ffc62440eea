import cluster from 'node:cluster';
import { pino, type LogFn, type Logger } from 'pino';
import { DatabaseClosedError } from '../db/failures.ts';

/** Leaves out PostgreSQL's `detail` and `where`, which hold values of rows. */
function loggedError(error: Error & { readonly code?: unknown }) {
  const { name, message, code, stack } = error;
  return { type: name, message, code, stack };
}

/** Work that a shutdown cut short is not a failure. */
function isShutdown(logged: unknown): boolean {
  return (logged as { readonly err?: unknown } | undefined)?.err instanceof DatabaseClosedError;
}

/** Logs JSON lines to the standard output. */
export function createLogger(level: string): Logger {
  const output = pino.destination(1);
  // A closed terminal refuses log lines (EIO); the server still has to shut down cleanly.
  output.on('error', () => {});
  const options = {
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
        if (!isShutdown(args[0])) method.apply(this, args);
      },
    },
    serializers: { err: loggedError },
    level,
    // Workers write to one log.
    base: cluster.isWorker ? { pid: process.pid } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, output);
}
