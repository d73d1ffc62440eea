import pg from 'pg';

/** Of system errors only those of sockets: files have theirs too, on the way to the same answer. */
const socketCalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);
const socketCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Whether an error says that the connection is gone or could not be made. */
export function isConnectionError(error: Error & { syscall?: unknown; code?: unknown }): boolean {
  return (
    socketCalls.has(error.syscall) ||
    socketCodes.has(error.code) ||
    /^(Connection terminated|timeout expired|timeout exceeded when|Client has encountered)/.test(
      error.message,
    )
  );
}

/**
 * Whether the database cannot do anything at the moment: it is not there (08), has no room (53) or is being started or
 * stopped (57P). The same request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '');
  return error instanceof Error && isConnectionError(error);
}
