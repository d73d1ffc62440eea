import { TokenBucket, type Rate } from '../../util/buckets.ts';

/** An average rate with bursts. */
export interface FlowRate {
  readonly perSecond: number;
  readonly burst: number;
}

const [kilobyte, megabyte] = [1024, 1024 * 1024];

/** Charged for each message on top of its own size. */
export const messageOverheadBytes = 512;

/**
 * Limits for clients. Times are in milliseconds, sizes in bytes. A connection without an account is a *stranger*. An
 * account, or all strangers of one network, form a *party*, which shares one `Quota`.
 */
export const defaultLimits = {
  /** The largest message; a larger one closes the connection. */
  messageBytes: 256 * kilobyte,
  /** Per connection. */
  messages: { perSecond: 100, burst: 200 },
  /** Messages of one connection that wait to be handled; more close it. */
  waitingBytes: megabyte,
  /** Bytes queued for a slow client; more terminate the connection. */
  unsentBytes: megabyte,

  /** Connections of this process. The limit for strangers reserves the rest for accounts. */
  connections: 10_000,
  strangers: 2_000,
  strangersPerNetwork: 20,
  /** Connections that have not joined a channel yet: the first join proves the account. */
  newcomersPerNetwork: 100,
  /** After this time without a join, a newcomer counts as a stranger. */
  identifyWithin: 5_000,
  connectionsPerAccount: 10,
  /** A connection that missed its heartbeat is closed when its account needs room for a new one. */
  silentAfter: 35_000,
  /** Attempts to open a connection, per network. */
  openings: { perSecond: 20, burst: 200 },

  channelsPerConnection: 100,
  bindingsPerChannel: 50,
  bindingsPerParty: 100,
  /** Joins and token changes, per party. */
  joins: { perSecond: 20, burst: 200 },
  /** Bytes of messages, each plus `messageOverhead`, per party; more close the connection. */
  receivedFromAccount: { perSecond: 256 * kilobyte, burst: 2 * megabyte },
  receivedFromStrangers: { perSecond: 64 * kilobyte, burst: megabyte },
  /** Beyond this rate, the server reads the network's connections more slowly. */
  receivedPerNetwork: { perSecond: megabyte, burst: 8 * megabyte },
  /** Bytes of broadcasts and presences, times their receivers, per party. */
  deliveredForAccount: { perSecond: megabyte, burst: 4 * megabyte },
  deliveredForStrangers: { perSecond: 128 * kilobyte, burst: megabyte },
  /** JSON text of a presence; of all presences of a party; of a room. */
  presenceBytes: 16 * kilobyte,
  presenceBytesPerParty: 64 * kilobyte,
  presenceBytesPerRoom: 256 * kilobyte,
  /** Concurrent database queries of joins. */
  questions: 4,
  questionsPerNetwork: 2,
  /** How long a connection caches its permissions in private channels. */
  permissionsKept: 30_000,

  /** Closes a connection after this time without a message; clients send a heartbeat every 25 s. */
  idle: 60_000,
  /** How often connections are checked for invalid tokens and idleness. */
  sweepInterval: 10_000,
  /** How often this process renews its registration; after three missed renewals it counts as dead. */
  renewInterval: 10_000,
  /** Queued row changes, each under 8000 bytes; beyond it the oldest are dropped. */
  waitingChanges: 4_000,
};

export type Limits = Readonly<typeof defaultLimits>;

const boundless: FlowRate = { perSecond: Number.MAX_SAFE_INTEGER, burst: Number.MAX_SAFE_INTEGER };

/** Lifts the limits of networks and parties: for the secret key, and for servers with rate limits disabled. */
export function withoutParties(limits: Limits): Limits {
  return {
    ...limits,
    strangers: Infinity,
    bindingsPerParty: Infinity,
    joins: boundless,
    receivedFromAccount: boundless,
    receivedFromStrangers: boundless,
    deliveredForAccount: boundless,
    deliveredForStrangers: boundless,
    presenceBytesPerParty: Infinity,
  };
}

export function rateOf({ perSecond, burst }: FlowRate): Rate {
  return { limit: burst, spanMs: (burst / perSecond) * 1000 };
}

export function createTokenBucket(flow: FlowRate): TokenBucket {
  return new TokenBucket(rateOf(flow), () => performance.now());
}
