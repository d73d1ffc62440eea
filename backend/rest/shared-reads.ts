import type { RequestSession } from '../db/exchange.ts';
import type { Caller } from '../identity/caller.ts';
import type { Reply } from '../http/reply.ts';
import type { Prepared } from './prepare.ts';

/**
 * The key of a read without an account that others may share: all that its SQL sees, the address and the client's headers
 * included, and all that its response depends on. Undefined for other requests, and for calls of functions, which may count.
 */
function sharedKeyOf({ claims }: Caller, session: RequestSession, { plan, cacheKey }: Prepared) {
  const isShared = claims.sub === undefined && plan.readOnly && !plan.statement.source;
  return isShared && cacheKey !== undefined ? JSON.stringify([cacheKey, session]) : undefined;
}

/**
 * Concurrent identical reads without an account share one statement and its response.
 * @returns reads, or joins the read of the same key that is under way
 */
export function createSharedReads() {
  const running = new Map<string, Promise<Reply>>();
  return (
    caller: Caller,
    session: RequestSession,
    prepared: Prepared,
    read: () => Promise<Reply>,
  ): Promise<Reply> => {
    const key = sharedKeyOf(caller, session, prepared);
    if (key === undefined) return read();
    const reply = running.get(key) ?? read().finally(() => running.delete(key));
    running.set(key, reply);
    return reply;
  };
}

export type SharedReads = ReturnType<typeof createSharedReads>;
