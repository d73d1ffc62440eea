import { TokenBucket } from '../util/buckets.ts';

/** The average rate, and how much is allowed at once after a pause. */
export interface FlowRate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Limits for clients. Times in milliseconds, sizes in bytes. A connection without an account is a *stranger*; an
 * account, or all strangers of one network together, is a *party* and has one `Quota`.
 */
export interface Limits {
  /** One message; more closes the connection. */
  readonly messageBytes: number;
  /** Messages of one connection. */
  readonly messages: FlowRate;
  /** Messages of one connection that wait to be handled. */
  readonly waitingBytes: number;
  /** Bytes that wait for a slow client; with more the connection is terminated. */
  readonly unsentBytes: number;

  /** Connections in all, and strangers among them: the rest stays free for accounts. */
  readonly connections: number;
  readonly strangers: number;
  readonly strangersPerNetwork: number;
  /** A connection proves its account with its first join: those of one network that have not joined yet. */
  readonly newcomersPerNetwork: number;
  /** A newcomer that has not proved an account after this time counts as a stranger. */
  readonly identifyWithin: number;
  readonly connectionsPerAccount: number;
  /** A connection that has missed its heartbeat gives way to a new one of its account. */
  readonly silentAfter: number;
  /** Attempts of one network to open a connection. */
  readonly openings: FlowRate;

  readonly channelsPerConnection: number;
  readonly bindingsPerChannel: number;
  readonly bindingsPerParty: number;
  /** Joins and new tokens of a party. */
  readonly joins: FlowRate;
  /** Messages of a party, each with `messageOverhead`; more closes the connection that sent it. */
  readonly receivedFromAccount: FlowRate;
  readonly receivedFromStrangers: FlowRate;
  /** Messages of all connections of a network; with more they are read more slowly. */
  readonly receivedPerNetwork: FlowRate;
  /** Broadcasts and presences of a party, times those who hear them. */
  readonly deliveredForAccount: FlowRate;
  readonly deliveredForStrangers: FlowRate;
  /** The JSON text of what a client tells of itself with `track`; of a party; of a room. */
  readonly presenceBytes: number;
  readonly presenceBytesPerParty: number;
  readonly presenceBytesPerRoom: number;
  /** Concurrent database queries that joins wait for. */
  readonly questions: number;
  readonly questionsPerNetwork: number;
  /** How long a connection caches its permissions in a private channel. */
  readonly permissionsKept: number;

  /** A connection without any message (clients send a heartbeat every 25 s) is closed after this time. */
  readonly idle: number;
  /** How often tokens and idle connections are looked at. */
  readonly sweepInterval: number;
  /** How often the database is told again what we listen to; after three of them a process counts as dead. */
  readonly renewInterval: number;
  /** Changes of rows that wait to be read, each less than 8000 bytes; with more the oldest are dropped. */
  readonly waitingChanges: number;
}

const [kilobyte, megabyte] = [1024, 1024 * 1024];

/** Cost of handling a message, in bytes on top of its own. */
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

/** The same limits without those of networks and parties: for the operator's own scripts, or if turned off. */
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

/** Counts up to a limit. */
export interface Counter {
  readonly value: number;
  /** Whether `amount` more is within the limit; only then it counts. */
  add(amount: number): boolean;
  remove(amount: number): void;
}

export function createCounter(limit: number): Counter {
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
