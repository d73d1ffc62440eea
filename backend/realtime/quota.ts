import type { TokenBucket } from '../util/buckets.ts';
import { createBucket, createCounter, type Counter, type FlowRate, type Limits } from './limits.ts';

/** A limit is reached; the message is the `reason` that the client gets. */
export class LimitError extends Error {}

/** The reason when `deliver` returns false. */
export const tooManyBytes = 'BytesRateLimitReached: Too many bytes per second are sent to others';

/** A connection, as its party knows it. */
export interface Connected {
  /** Milliseconds since its last message. */
  readonly silence: number;
  /** Closes it, and gives up its place. */
  turnAway(reason: string): void;
}

/** The quota of a party (an account, or the strangers of one network) for all its connections together. */
export interface Quota {
  readonly connections: Set<Connected>;
  readonly maxConnections: number;
  readonly received: TokenBucket;
  readonly joins: TokenBucket;
  readonly bindings: Counter;
  /** Bytes of its presences. */
  readonly presence: Counter;
  /** Counts the bytes sent on to all receivers. False, without counting, when the bucket is overdrawn. */
  deliver(bytes: number): boolean;
  /** Whether it may be dropped: it counts nothing that a new quota would not allow. */
  isUnused(): boolean;
}

/** The limits that differ between accounts and strangers. */
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
      // In a large room one message may cost more than the bucket holds: send it, and reject the ones after it.
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

/** The quota of one account. */
export function createAccountQuota(limits: Limits): Quota {
  return createQuota(limits, {
    maxConnections: limits.connectionsPerAccount,
    received: limits.receivedFromAccount,
    delivered: limits.deliveredForAccount,
  });
}

/** The quota of the strangers of one network. */
export function createStrangersQuota(limits: Limits): Quota {
  return createQuota(limits, {
    maxConnections: limits.strangersPerNetwork,
    received: limits.receivedFromStrangers,
    delivered: limits.deliveredForStrangers,
  });
}
