import type { Logger } from 'pino';
import { DatabaseClosedError, isUnavailable } from '../db/failures.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';

/** A part of the installation that a request may fail to reach. */
export type Part = 'the database' | 'the object store';

/** The part that an error says is away; undefined for other errors. */
export function awayPart(error: unknown): Part | undefined {
  if (error instanceof ObjectStoreError) return 'the object store';
  return isUnavailable(error) ? 'the database' : undefined;
}

/**
 * Logs that a part of the installation is away: one line when it begins and one when it is over, with the number of requests
 * that were refused, instead of a stack for each request and for each job that the process repeats.
 */
export interface Outages extends Disposable {
  /** Counts a request that was refused. A database that this process closed is no outage. */
  note(part: Part, cause: Error): void;
  /**
   * Logs that work of the process itself failed, unless a part is away: then it belongs to the outage.
   * @param fields of the line, instead of the cause with its stack
   */
  failed(cause: unknown, message: string, fields?: object): void;
  /** Logs a connection that broke, once for all of them. A pooler may close one although the database is there. */
  lost(cause: Error): void;
  /** Whether the part was found to be away a moment ago. */
  isOpen(part: Part): boolean;
}

interface Outage {
  readonly since: number;
  refused: number;
  readonly end: NodeJS.Timeout;
}

/** @param quietMs an outage is over when nothing has failed for so long */
export function createOutages(log: Logger, quietMs = 10_000): Outages {
  const outages = new Map<Part, Outage>();
  let lostAt = -Infinity;

  function begin(part: Part, reason: string): Outage {
    log.error({ reason }, `${part} is away: requests that need it get 503 until it is back`);
    const since = performance.now();
    const end = setTimeout(() => {
      const { refused } = outages.get(part)!;
      outages.delete(part);
      const seconds = Math.round((performance.now() - since - quietMs) / 1000);
      log.warn({ refused, seconds }, `${part} is not away any more: no request was refused since`);
    }, quietMs).unref();
    return { since, refused: 0, end };
  }

  function count(part: Part, cause: Error, refused: number): void {
    if (cause instanceof DatabaseClosedError) return;
    const outage = outages.get(part) ?? begin(part, cause.message);
    outages.set(part, outage);
    outage.refused += refused;
    outage.end.refresh();
  }

  return {
    note: (part, cause) => count(part, cause, 1),
    failed(cause, message, fields = { err: cause }) {
      const part = awayPart(cause);
      if (part) count(part, cause as Error, 0);
      else log.error(fields, message);
    },
    lost(cause) {
      const isNews = performance.now() - lostAt > quietMs && !outages.has('the database');
      lostAt = performance.now();
      if (isNews) log.warn({ reason: cause.message }, 'database connection lost');
    },
    isOpen: (part) => outages.has(part),
    [Symbol.dispose]() {
      for (const { end } of outages.values()) clearTimeout(end);
    },
  };
}
