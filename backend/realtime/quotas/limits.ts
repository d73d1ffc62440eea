import { TokenBucket } from '../../util/buckets.ts';

/** An average rate with bursts. */
export interface FlowRate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Limits for clients. Times are in milliseconds, sizes in bytes. A connection without an account is a *stranger*. An
 * account, or all strangers of one network, form a *party*, which shares one `Quota`.
 */
export interface Limits {
  /** The largest message; a larger one closes the connection. */
  readonly messageBytes: number;
  /** Per connection. */
  readonly messages: FlowRate;
  /** Messages of one connection that wait to be handled; more close it. */
  readonly waitingBytes: number;
  /** Bytes queued for a slow client; more terminate the connection. */
  readonly unsentBytes: number;

  /** Connections of this process. The limit for strangers reserves the rest for accounts. */
  readonly connections: number;
  readonly strangers: number;
  readonly strangersPerNetwork: number;
  /** Connections that have not joined a channel yet: the first join proves the account. */
  readonly newcomersPerNetwork: number;
  /** After this time without a join, a newcomer counts as a stranger. */
  readonly identifyWithin: number;
  readonly connectionsPerAccount: number;
  /** A connection that missed its heartbeat is closed when its account needs room for a new one. */
  readonly silentAfter: number;
  /** Attempts to open a connection, per network. */
  readonly openings: FlowRate;

  readonly channelsPerConnection: number;
  readonly bindingsPerChannel: number;
  readonly bindingsPerParty: number;
  /** Joins and token changes, per party. */
  readonly joins: FlowRate;
  /** Bytes of messages, each plus `messageOverhead`, per party; more close the connection. */
  readonly receivedFromAccount: FlowRate;
  readonly receivedFromStrangers: FlowRate;
  /** Beyond this rate, the server reads the network's connections more slowly. */
  readonly receivedPerNetwork: FlowRate;
  /** Bytes of broadcasts and presences, times their receivers, per party. */
  readonly deliveredForAccount: FlowRate;
  readonly deliveredForStrangers: FlowRate;
  /** JSON text of a presence; of all presences of a party; of a room. */
  readonly presenceBytes: number;
  readonly presenceBytesPerParty: number;
  readonly presenceBytesPerRoom: number;
  /** Concurrent database queries of joins. */
  readonly questions: number;
  readonly questionsPerNetwork: number;
  /** How long a connection caches its permissions in private channels. */
  readonly permissionsKept: number;

  /** Closes a connection after this time without a message; clients send a heartbeat every 25 s. */
  readonly idle: number;
  /** How often connections are checked for invalid tokens and idleness. */
  readonly sweepInterval: number;
  /** How often this process renews its registration; after three missed renewals it counts as dead. */
  readonly renewInterval: number;
  /** Queued row changes, each under 8000 bytes; beyond it the oldest are dropped. */
  readonly waitingChanges: number;
}

const [kilobyte, megabyte] = [1024, 1024 * 1024];

/** Bytes charged for each message on top of its own. */
export const messageOverhead = 512;

export const defaultLimits: Limits = {
  messageBytes: 256 * kilobyte,
  messages: { perSecond: 100, burst: 200 },
  waitingBytes: megabyte,
  unsentBytes: megabyte,

  connections: 10_000,
  strangers: 2_000,
  strangersPerNetwork: 20,
  newcomersPerNetwork: 100,
  identifyWithin: 5_000,
  connectionsPerAccount: 10,
  silentAfter: 35_000,
  openings: { perSecond: 20, burst: 200 },

  channelsPerConnection: 100,
  bindingsPerChannel: 50,
  bindingsPerParty: 100,
  joins: { perSecond: 20, burst: 200 },
  receivedFromAccount: { perSecond: 256 * kilobyte, burst: 2 * megabyte },
  receivedFromStrangers: { perSecond: 64 * kilobyte, burst: megabyte },
  receivedPerNetwork: { perSecond: megabyte, burst: 8 * megabyte },
  deliveredForAccount: { perSecond: megabyte, burst: 4 * megabyte },
  deliveredForStrangers: { perSecond: 128 * kilobyte, burst: megabyte },
  presenceBytes: 16 * kilobyte,
  presenceBytesPerParty: 64 * kilobyte,
  presenceBytesPerRoom: 256 * kilobyte,
  questions: 4,
  questionsPerNetwork: 2,
  permissionsKept: 30_000,

  idle: 60_000,
  sweepInterval: 10_000,
  renewInterval: 10_000,
  waitingChanges: 4_000,
};

const boundless: FlowRate = { perSecond: Number.MAX_SAFE_INTEGER, burst: Number.MAX_SAFE_INTEGER };

/** Lifts the limits of networks and parties: for the secret key, and for servers with rate limits disabled. */
export function withoutParties(limits: Limits): Limits {
  return {
    ...limits,
    strangers: Infinity,
    strangersPerNetwork: Infinity,
    newcomersPerNetwork: Infinity,
    openings: boundless,
    bindingsPerParty: Infinity,
    joins: boundless,
    receivedFromAccount: boundless,
    receivedFromStrangers: boundless,
    receivedPerNetwork: boundless,
    deliveredForAccount: boundless,
    deliveredForStrangers: boundless,
    presenceBytesPerParty: Infinity,
  };
}

export function createBucket({ perSecond, burst }: FlowRate): TokenBucket {
  return new TokenBucket({ limit: burst, span: (burst / perSecond) * 1000 }, () => performance.now());
}

/** A counter with a limit. */
export interface BoundedCounter {
  readonly value: number;
  /** Adds an amount if it is within the limit; otherwise returns false. */
  add(amount: number): boolean;
  remove(amount: number): void;
}

export function createCounter(limit: number): BoundedCounter {
  let value = 0;
  return {
    get value() {
      return value;
    },
    add(amount) {
      if (value + amount > limit) return false;
      value += amount;
      return true;
    },
    remove(amount) {
      value -= amount;
    },
  };
}
