import type { Logger } from 'pino';
import { DatabaseClosedError } from '../db/failures.ts';

/** A part of the installation that a request may fail to reach. */
export type Part = 'the database' | 'the object store';

/**
 * Logs that requests are refused because a part of the installation is away: one line when it begins and one when it is
 * over, with the number of requests, instead of a stack for each.
 */
export interface Outages extends Disposable {
  /** Counts a request that was refused. A database that this process closed is no outage. */
  note(part: Part, cause: Error): void;
  /** Whether requests were refused because of the part a moment ago. */
  isOpen(part: Part): boolean;
}

interface Outage {
  readonly since: number;
  refused: number;
  readonly end: NodeJS.Timeout;
}

/** @param quiet an outage is over when no request was refused for so long; in milliseconds */
export function createOutages(log: Logger, quiet = 10_000): Outages {
  const outages = new Map<Part, Outage>();

  function begin(part: Part, reason: string): Outage {
    log.error({ reason }, `${part} is away: requests that need it get 503 until it is back`);
    const since = performance.now();
    const end = setTimeout(() => {
      const { refused } = outages.get(part)!;
      outages.delete(part);
      const seconds = Math.round((performance.now() - since - quiet) / 1000);
      log.warn({ refused, seconds }, `${part} is not away any more: no request was refused since`);
    }, quiet).unref();
    return { since, refused: 0, end };
  }

  return {
    note(part, cause) {
      if (cause instanceof DatabaseClosedError) return;
      const outage = outages.get(part) ?? begin(part, cause.message);
      outages.set(part, outage);
      outage.refused += 1;
      outage.end.refresh();
    },
    isOpen: (part) => outages.has(part),
    [Symbol.dispose]() {
      for (const { end } of outages.values()) clearTimeout(end);
    },
  };
}
