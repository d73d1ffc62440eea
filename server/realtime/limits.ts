/** What one client may use. Times in milliseconds. */
export interface Limits {
  /** Bytes of one message; more closes the connection. */
  readonly messageBytes: number;
  /** Messages of one connection: on average each second, and at once after a pause. */
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Messages of a connection that wait to be handled. */
  readonly waitingMessages: number;
  readonly connections: number;
  readonly channelsPerConnection: number;
  readonly bindingsPerChannel: number;
  /** JSON bytes of what a client says of itself with `track`. */
  readonly presenceBytes: number;
  /** Bytes that a slow client has not taken yet; with more it is cut. */
  readonly unsentBytes: number;
  /** A connection without any message (clients send a heartbeat every 25 s) is closed after this time. */
  readonly idle: number;
  /** How often tokens and idle connections are looked at. */
  readonly sweepInterval: number;
  /** How often the database is told again what we listen to; after three of them a process counts as dead. */
  readonly renewInterval: number;
  /** Changes of rows that wait to be read; with more the oldest are dropped. */
  readonly waitingChanges: number;
}

export const defaultLimits: Limits = {
  messageBytes: 256 * 1024,
  messagesPerSecond: 100,
  messageBurst: 200,
  waitingMessages: 500,
  connections: 10_000,
  channelsPerConnection: 100,
  bindingsPerChannel: 50,
  presenceBytes: 16 * 1024,
  unsentBytes: 4 * 1024 * 1024,
  idle: 60_000,
  sweepInterval: 10_000,
  renewInterval: 10_000,
  waitingChanges: 10_000,
};

/** A token bucket: `take` says whether another message is within the limit. */
export function createBucket(perSecond: number, burst: number): { take(): boolean } {
  let tokens = burst;
  let filledAt = performance.now();
  return {
    take() {
      const now = performance.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
