import pg from 'pg';

/** The server is shutting down and has closed the database. */
export class DatabaseClosedError extends Error {}

/** System calls of sockets: file errors can occur on the way to the same response and do not count. */
const socketCalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);
const socketCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EHOSTUNREACH', 'EPIPE', 'ETIMEDOUT']);

/** Whether an error means a lost or impossible connection. */
function isConnectionError(error: Error & { syscall?: unknown; code?: unknown }): boolean {
  return (
    socketCalls.has(error.syscall) ||
    socketCodes.has(error.code) ||
    /^(Connection terminated|timeout expired|timeout exceeded when|Client has encountered)/.test(
      error.message,
    )
  );
}

/**
 * Whether a database without write access (a standby, or `default_transaction_read_only`) refused the write of a caller.
 * `transaction_read_only = off` comes first in it; only the place where PostgreSQL checks that tells its code from others.
 */
export function refusesWrites({ code, routine }: pg.DatabaseError): boolean {
  return (code === '0A000' || code === '25001') && routine === 'call_bool_check_hook';
}

/** Whether another connection may lead to a database that serves: this one is broken, or is one to a standby. */
export function isBrokenBy(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '') || refusesWrites(error);
}

/**
 * Whether the database is unreachable (08), out of resources (53), starting or stopping (57P), takes no writes (25006), or
 * was closed by this process, which is stopping: a retry may succeed.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return /^(08|53|57P|25006)/.test(error.code ?? '') || refusesWrites(error);
  return error instanceof DatabaseClosedError || (error instanceof Error && isConnectionError(error));
}
