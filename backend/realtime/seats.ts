import type { Caller } from '../identity/caller.ts';
import type { Limits } from './limits.ts';
import { createPlaces, type Network, type Places } from './places.ts';
import { LimitError, type Connected, type Quota } from './quota.ts';

/** The connection that holds a seat. */
export interface Holder {
  /** Closes the connection, which has no place. */
  turnAway(reason: string): void;
  /** Milliseconds since its last message. */
  silence(): number;
}

/** The place of one connection among those of its network and its account. */
export interface Seat {
  /** Counts bytes that came. False when its party sends too much. */
  receive(bytes: number): boolean;
  /** Counts them for the network. Gives the milliseconds for which the connection should not be read. */
  restAfter(bytes: number): number;
  /** Counts an attempt to join or to change the token, before the token is looked at. @throws LimitError */
  countJoin(): void;
  /**
   * Takes the place that belongs to a caller, and gives the quota that counts for its channels. Closes the connection
   * of a stranger for which there is no place.
   * @throws LimitError
   */
  identify(caller: Caller): Quota;
  /** Call this when no channel of its account is left: the connection must prove its account again. */
  forget(): void;
  /** Asks the database in the turn of its network. Rejects when the connection closes before. */
  ask<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The connection is closed. */
  release(): void;
}

/** Why a connection is not opened. */
export interface Refusal {
  readonly status: 429 | 503;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter: number;
}

/** The quota and queue that an HTTP request shares with the connections of its network and account. */
export interface Visit extends Pick<Seat, 'ask'> {
  readonly quota: Quota;
}

export interface Seats {
  /** Counts an attempt to open a connection; undefined when it is allowed. */
  refusal(network: string | undefined): Refusal | undefined;
  take(network: string | undefined, holder: Holder): Seat;
  visit(network: string | undefined, caller: Caller, signal: AbortSignal): Visit;
  /** Forgets networks and accounts of which nothing is counted. */
  sweep(): void;
}

/** Why a stranger has no place. */
const noPlace = 'Too many connections without an account';
class TakenSeat implements Seat, Connected {
  readonly #places: Places;
  readonly #network: Network;
  readonly #holder: Holder;
  readonly #closing = new AbortController();
  #account: Quota | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(places: Places, network: Network, holder: Holder) {
    this.#places = places;
    this.#network = network;
    this.#holder = holder;
    places.connections.add(1);
    network.open += 1;
    this.#becomeNewcomer();
  }

  get silence(): number {
    return this.#holder.silence();
  }

  get #party(): Quota {
    return this.#account ?? this.#network.strangers;
  }

  receive(bytes: number): boolean {
    return this.#party.received.take(bytes);
  }

  restAfter(bytes: number): number {
    return this.#network.received.spend(bytes);
  }

  countJoin(): void {
    if (!this.#party.joins.take())
      throw new LimitError('ClientJoinRateLimitReached: Too many joins per second');
  }

  identify(caller: Caller): Quota {
    // The connection may have closed while its token was verified: nobody would give the place back.
    this.#closing.signal.throwIfAborted();
    const quota = this.#places.account(caller);
    if (!quota) {
      if (!this.#account && !this.#becomeStranger()) {
        this.turnAway(noPlace);
        throw new LimitError(`ConnectionRateLimitReached: ${noPlace}`);
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

  forget(): void {
    if (!this.#account) return;
    this.#leave();
    this.#becomeNewcomer();
  }

  ask<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#places.questions.run([this.#network.name], work, this.#closing.signal);
  }

  release(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new LimitError('The connection was closed'));
    this.#leave();
    this.#places.connections.remove(1);
    this.#network.open -= 1;
  }

  turnAway(reason: string): void {
    this.#holder.turnAway(reason);
    this.release();
  }

  /** Where the account has as many connections as it may, one that has died without a word goes. */
  #makeRoom({ connections, maxConnections }: Quota): void {
    if (connections.size < maxConnections) return;
    const { silentAfter } = this.#network.limits;
    const silent = [...connections].find(({ silence }) => silence > silentAfter);
    if (!silent) throw new LimitError('ConnectionRateLimitReached: Too many connections of this account');
    silent.turnAway('The account has opened another connection');
  }

  #becomeNewcomer(): void {
    this.#network.newcomers.add(this);
    this.#timer = setTimeout(() => {
      if (!this.#becomeStranger()) this.turnAway(noPlace);
    }, this.#network.limits.identifyWithin).unref();
  }

  /** Whether there is a place. */
  #becomeStranger(): boolean {
    const { strangers, limits } = this.#network;
    if (strangers.connections.has(this)) return true;
    if (strangers.connections.size >= strangers.maxConnections) return false;
    if (this.#places.strangers.value >= limits.strangers) return false;
    this.#leave();
    strangers.connections.add(this);
    this.#places.strangers.add(1);
    return true;
  }

  /** Gives up its place, whatever it is. */
  #leave(): void {
    clearTimeout(this.#timer);
    this.#network.newcomers.delete(this);
    if (this.#account) this.#account.connections.delete(this);
    else if (this.#network.strangers.connections.delete(this)) this.#places.strangers.remove(1);
    this.#account = undefined;
  }
}

/** The places of one process's connections. */
export function createSeats(limits: Limits): Seats {
  const places = createPlaces(limits);
  return {
    refusal(name) {
      const network = places.network(name);
      if (!network.openings.take())
        return { status: 429, message: 'Too many connections were opened', retryAfter: 5 };
      if (network.newcomers.size >= network.limits.newcomersPerNetwork)
        return { status: 429, message: noPlace, retryAfter: Math.ceil(limits.identifyWithin / 1000) };
      if (places.connections.value >= limits.connections)
        return { status: 503, message: 'Too many connections', retryAfter: 30 };
      return undefined;
    },
    take: (name, holder) => new TakenSeat(places, places.network(name), holder),
    visit(name, caller, signal) {
      const network = places.network(name);
      return {
        quota: places.account(caller) ?? network.strangers,
        ask: (work) => places.questions.run([network.name], work, signal),
      };
    },
    sweep: () => places.sweep(),
  };
}
