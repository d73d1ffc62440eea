import pg from 'pg';

/** System calls of sockets: file errors can occur on the way to the same response and do not count. */
const socketCalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);
const socketCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Whether an error means a lost or impossible connection. */
export function isConnectionError(error: Error & { syscall?: unknown; code?: unknown }): boolean {
  return (
    socketCalls.has(error.syscall) ||
    socketCodes.has(error.code) ||
    /^(Connection terminated|timeout expired|timeout exceeded when|Client has encountered)/.test(
      error.message,
    )
  );
}

/** Whether the database is unreachable (08), out of resources (53), starting or stopping (57P): a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '');
  return error instanceof Error && isConnectionError(error);
}
