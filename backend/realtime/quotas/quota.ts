import { createTokenBucket, type Limits } from './limits.ts';

/** A limit is reached; the message is the `reason` for the client. */
export class LimitError extends Error {}

/** The reason for the client when `deliver` returns false. */
export const tooManyBytes = 'BytesRateLimitReached: Too many bytes per second are sent to others';

/** A connection, as its party sees it. */
export interface Connected {
  /** Milliseconds since its last message. */
  silence(): number;
  /** Closes the connection and frees its slot. */
  disconnect(reason: string): void;
}

function createCounter(limit: number) {
  let value = 0;
  return {
    isZero: () => value === 0,
    /** Adds an amount, or removes a negative one, if that is within the limit; otherwise returns false. */
    add(amount: number): boolean {
      if (value + amount > limit) return false;
      value += amount;
      return true;
    },
  };
}

export type Quota = ReturnType<typeof createQuota>;

/** Creates the quota that all connections of a party share. */
export function createQuota(limits: Limits, party: 'account' | 'strangers') {
  const isAccount = party === 'account';
  const connections = new Set<Connected>();
  const received = createTokenBucket(isAccount ? limits.receivedFromAccount : limits.receivedFromStrangers);
  const delivered = createTokenBucket(isAccount ? limits.deliveredForAccount : limits.deliveredForStrangers);
  const joins = createTokenBucket(limits.joins);
  const bindings = createCounter(limits.bindingsPerParty);
  const presenceBytes = createCounter(limits.presenceBytesPerParty);
  return {
    connections,
    maxConnections: isAccount ? limits.connectionsPerAccount : limits.strangersPerNetwork,
    received,
    joins,
    bindings,
    presenceBytes,
    /** Counts bytes sent to all receivers. Returns false, without counting them, while the bucket is overdrawn. */
    deliver(bytes: number): boolean {
      // In a large room one message may cost more than a full bucket: send it, then reject the next ones.
      if (delivered.spend(0) > 0) return false;
      delivered.spend(bytes);
      return true;
    },
    /** Whether the quota equals a new one, so that it can be dropped. */
    isUnused: () =>
      connections.size === 0 &&
      bindings.isZero() &&
      presenceBytes.isZero() &&
      [received, joins, delivered].every((bucket) => bucket.isFull()),
  };
}
