import cluster from 'node:cluster';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { DatabaseClosedError, isUnavailable } from '../db/failures.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';

/**
 * Leaves out PostgreSQL's `detail` and `where`, which hold values of rows, and the stack where it says nothing: the database
 * or the object store is away.
 */
function loggedError(error: Error & { readonly code?: unknown }) {
  const { name, message, code, stack } = error;
  const isAway = isUnavailable(error) || error instanceof ObjectStoreError;
  return { type: name, message, code, ...(!isAway && { stack }) };
}

/** Work that a shutdown cut short is not a failure. */
function isShutdown(logged: unknown): boolean {
  return (logged as { readonly err?: unknown } | undefined)?.err instanceof DatabaseClosedError;
}

function standardOutput(): DestinationStream {
  const output = pino.destination(1);
  // A closed terminal refuses log lines (EIO); the server still has to shut down cleanly.
  output.on('error', () => {});
  return output;
}

/** Logs JSON lines. */
export function createLogger(level: string, output = standardOutput()): Logger {
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
