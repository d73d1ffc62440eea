import type { Caller } from '../../identity/caller.ts';
import type { Limits } from './limits.ts';
import { createUsage, type Network, type Usage } from './usage.ts';
import { LimitError, type Connected, type Quota } from './quota.ts';

/** The quota and queue that an HTTP request shares with the connections of its network and account. */
export interface Visit extends Pick<Slot, 'ask'> {
  readonly quota: Quota;
}

const tooManyStrangers = 'Too many connections without an account';

/** A connection's slot among the connections of its network and its account. */
export class Slot implements Connected {
  readonly #usage: Usage;
  readonly #network: Network;
  readonly #holder: Connected;
  readonly #closing = new AbortController();
  #account: Quota | undefined;
  #isNewcomer = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(usage: Usage, network: Network, holder: Connected) {
    this.#usage = usage;
    this.#network = network;
    this.#holder = holder;
    usage.connections += 1;
    network.open += 1;
    this.#becomeNewcomer();
  }

  silence(): number {
    return this.#holder.silence();
  }

  get #party(): Quota {
    return this.#account ?? this.#network.strangers;
  }

  /** Counts received bytes. Returns false if the account, or the strangers of the network, send too much. */
  receive(bytes: number): boolean {
    return this.#party.received.take(bytes);
  }

  /** Counts received bytes for the network. Returns the milliseconds to pause reading. */
  pauseAfter(bytes: number): number {
    const { received } = this.#usage;
    received.spend(this.#network.quotaKeys, bytes);
    return received.missing(this.#network.quotaKeys);
  }

  /** Counts an attempt to join or to change the token, before the token is verified. @throws LimitError */
  countJoin(): void {
    if (!this.#party.joins.take())
      throw new LimitError('ClientJoinRateLimitReached: Too many joins per second');
  }

  /**
   * Assigns the connection to its caller, and returns the quota for its channels. Closes the connection of a stranger if
   * there are too many.
   * @throws LimitError
   */
  identify(caller: Caller): Quota {
    // The connection may have closed while its token was verified: nothing would free its place.
    this.#closing.signal.throwIfAborted();
    const quota = this.#usage.account(caller);
    if (!quota) {
      if (!this.#account && !this.#becomeStranger()) {
        this.disconnect(tooManyStrangers);
        throw new LimitError(`ConnectionRateLimitReached: ${tooManyStrangers}`);
      }
      return this.#network.strangers;
    }
    if (this.#account) return quota;
    this.#makeRoom(quota);
    this.#leave();
    this.#account = quota;
    quota.connections.add(this);
    return quota;
  }

  /** Call this when no channel of its account is left: the connection must prove its account again. */
  resetAccount(): void {
    if (!this.#account) return;
    this.#leave();
    this.#becomeNewcomer();
  }

  /** Runs a database query once its network has room. Rejects if the connection closes before. */
  ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#usage.questions.run(this.#network.quotaKeys, work, this.#closing.signal);
  }

  /** Frees the slot of a closed connection. */
  release(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new LimitError('The connection was closed'));
    this.#leave();
    this.#usage.connections -= 1;
    this.#network.open -= 1;
  }

  /** Closes the connection and frees its slot. */
  disconnect(reason: string): void {
    this.#holder.disconnect(reason);
    this.release();
  }

  /** If the account has its maximum of connections, disconnects one that missed its heartbeat. */
  #makeRoom({ connections, maxConnections }: Quota): void {
    if (connections.size < maxConnections) return;
    const { silentAfter } = this.#network.limits;
    const silent = [...connections].find((each) => each.silence() > silentAfter);
    if (!silent) throw new LimitError('ConnectionRateLimitReached: Too many connections of this account');
    silent.disconnect('The account has opened another connection');
  }

  #becomeNewcomer(): void {
    this.#isNewcomer = true;
    this.#usage.newcomersOf.add(this.#network.quotaKeys, 1);
    this.#timer = setTimeout(() => {
      if (!this.#becomeStranger()) this.disconnect(tooManyStrangers);
    }, this.#network.limits.identifyWithin).unref();
  }

  /** Returns false if there are too many strangers. */
  #becomeStranger(): boolean {
    const { strangers, limits, quotaKeys } = this.#network;
    if (strangers.connections.has(this)) return true;
    if (!this.#usage.strangersOf.hasRoom(quotaKeys, limits.strangersPerNetwork)) return false;
    if (this.#usage.strangers >= limits.strangers) return false;
    this.#leave();
    strangers.connections.add(this);
    this.#usage.strangers += 1;
    this.#usage.strangersOf.add(quotaKeys, 1);
    return true;
  }

  /** Gives up its place as a newcomer, a stranger, or a connection of its account. */
  #leave(): void {
    clearTimeout(this.#timer);
    const { quotaKeys, strangers } = this.#network;
    if (this.#isNewcomer) this.#usage.newcomersOf.add(quotaKeys, -1);
    this.#isNewcomer = false;
    if (this.#account) this.#account.connections.delete(this);
    else if (strangers.connections.delete(this)) {
      this.#usage.strangers -= 1;
      this.#usage.strangersOf.add(quotaKeys, -1);
    }
    this.#account = undefined;
  }
}

/** Admission control for the connections of this process. */
export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission(limits: Limits) {
  const usage = createUsage(limits);
  return {
    /** Counts an attempt to open a connection; undefined if it is allowed. */
    check(name: string | undefined) {
      const { quotaKeys } = usage.network(name);
      if (usage.openings.take(quotaKeys) > 0)
        return { status: 429, message: 'Too many connections were opened', retryAfterSeconds: 5 };
      if (!usage.newcomersOf.hasRoom(quotaKeys, limits.newcomersPerNetwork))
        return {
          status: 429,
          message: tooManyStrangers,
          retryAfterSeconds: Math.ceil(limits.identifyWithin / 1000),
        };
      if (usage.connections >= limits.connections)
        return { status: 503, message: 'Too many connections', retryAfterSeconds: 30 };
      return undefined;
    },
    take: (name: string | undefined, holder: Connected): Slot => new Slot(usage, usage.network(name), holder),
    visit(name: string | undefined, caller: Caller, signal: AbortSignal): Visit {
      const network = usage.network(name);
      return {
        quota: usage.account(caller) ?? network.strangers,
        ask: (work) => usage.questions.run(network.quotaKeys, work, signal),
      };
    },
    sweep: (): void => usage.sweep(),
  };
}
