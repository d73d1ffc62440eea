import type { TokenBucket } from '../../util/buckets.ts';
import { createBucket, createCounter, type BoundedCounter, type FlowRate, type Limits } from './limits.ts';

/** A limit is reached; the message is the `reason` for the client. */
export class LimitError extends Error {}

/** The reason for the client when `deliver` returns false. */
export const tooManyBytes = 'BytesRateLimitReached: Too many bytes per second are sent to others';

/** A connection, as its party sees it. */
export interface Connected {
  /** Milliseconds since its last message. */
  readonly silence: number;
  /** Closes the connection and frees its slot. */
  disconnect(reason: string): void;
}

/** The quota that all connections of a party share. */
export interface Quota {
  readonly connections: Set<Connected>;
  readonly maxConnections: number;
  readonly received: TokenBucket;
  readonly joins: TokenBucket;
  readonly bindings: BoundedCounter;
  /** In bytes. */
  readonly presence: BoundedCounter;
  /** Counts bytes sent to all receivers. Returns false, without counting them, while the bucket is overdrawn. */
  deliver(bytes: number): boolean;
  /** Whether the quota equals a new one, so that it can be dropped. */
  isUnused(): boolean;
}

interface PartyLimits {
  readonly maxConnections: number;
  readonly received: FlowRate;
  readonly delivered: FlowRate;
}

function createQuota(limits: Limits, { maxConnections, received: rate, delivered }: PartyLimits): Quota {
  const connections = new Set<Connected>();
  const [received, joins] = [createBucket(rate), createBucket(limits.joins)];
  const [bindings, presence] = [
    createCounter(limits.bindingsPerParty),
    createCounter(limits.presenceBytesPerParty),
  ];
  const deliveries = createBucket(delivered);
  return {
    connections,
    maxConnections,
    received,
    joins,
    bindings,
    presence,
    deliver(bytes) {
      // In a large room one message may cost more than a full bucket: send it, then reject the next ones.
      if (deliveries.spend(0) > 0) return false;
      deliveries.spend(bytes);
      return true;
    },
    isUnused: () =>
      connections.size === 0 &&
      bindings.value === 0 &&
      presence.value === 0 &&
      [received, joins, deliveries].every((bucket) => bucket.isFull()),
  };
}

export function createAccountQuota(limits: Limits): Quota {
  return createQuota(limits, {
    maxConnections: limits.connectionsPerAccount,
    received: limits.receivedFromAccount,
    delivered: limits.deliveredForAccount,
  });
}

export function createStrangersQuota(limits: Limits): Quota {
  return createQuota(limits, {
    maxConnections: limits.strangersPerNetwork,
    received: limits.receivedFromStrangers,
    delivered: limits.deliveredForStrangers,
  });
}
