import type { Queryable } from '../db/database.ts';
import { DatabaseClosedError } from '../db/failures.ts';

/** How one piece of the server's own work went. */
export interface OperationOutcome {
  readonly name: 'mail' | 'backup';
  /** `off`: this server does none. */
  readonly outcome: 'succeeded' | 'failed' | 'off';
  /** The code of the failure, as `EAUTH`. Never its text, which may hold an address. */
  readonly reason?: string;
  /** When the next success is late; undefined where none is due. */
  readonly lateAfter?: Date;
}

/** Writes an operation where the product's own screens read it. */
export type WriteOperation = (db: Queryable, operation: OperationOutcome) => Promise<void>;

/** Reports an operation. Never throws: a failure to write is logged. */
export type Report = (operation: OperationOutcome) => void;

/** Returns the code of a mail server's, the system's or the database's error. */
export function reasonOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code !== '' ? code : 'unknown';
}

interface Dependencies {
  readonly db: Queryable;
  readonly write: WriteOperation | undefined;
  /** Logs a failure, or counts it to an outage. */
  readonly failed: (cause: unknown, message: string) => void;
}

/** Returns the function that reports operations; without `write` it does nothing. */
export function createReport({ db, write, failed }: Dependencies): Report {
  if (!write) return () => undefined;
  let mailsWork = false;
  return (operation) => {
    const works = operation.outcome === 'succeeded';
    if (operation.name === 'mail') {
      // Otherwise every mail would write the same row.
      if (works && mailsWork) return;
      mailsWork = works;
    }
    write(db, operation).catch((error: unknown) => {
      if (!(error instanceof DatabaseClosedError)) failed(error, 'could not note how an operation went');
    });
  };
}
