import * as v from 'valibot';
import type { Context } from '../../service/context.ts';
import type { ProcessRegistration } from '../peers/registration.ts';
import { databaseSession } from '../protocol/credential.ts';
import type { Limits } from '../quotas/limits.ts';
import { checkBindings, matchesTable } from './bindings.ts';
import { batchListeners, type Batch, type Group, type Subscriber } from './listeners.ts';
import { readChange, type Change, type Found } from './read-rows.ts';
import { loadTables, type PublishedTable } from './tables.ts';

const notification = v.object({
  schema: v.string(),
  table: v.string(),
  type: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
  at: v.string(),
  keys: v.array(v.array(v.unknown())),
});

/** Concurrent round trips for one change: requests need database connections too. */
const maxReads = 4;

async function inParallel<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: maxReads }, worker));
}

/**
 * `postgres_changes`: the triggers of the published tables announce changed rows; the feed delivers them, in commit order,
 * to every subscriber that may see them. It misses commits while its LISTEN connection is down.
 */
export class ChangeFeed {
  readonly #context: Context;
  readonly #registration: ProcessRegistration;
  readonly #limits: Limits;
  readonly #subscribers = new Set<Subscriber>();
  readonly #waiting: string[] = [];
  #tables: readonly PublishedTable[] = [];
  /** The number of bindings that match a table, by its oid. */
  #watched = new Map<string, number>();
  #loading = Promise.resolve();
  #delivering = false;

  constructor(context: Context, registration: ProcessRegistration, limits: Limits) {
    this.#context = context;
    this.#registration = registration;
    this.#limits = limits;
  }

  /** Loads the published tables and starts to listen. */
  async start(): Promise<void> {
    const { db } = this.#context;
    const reload = (): void => this.#reload();
    await db.listen('realtime_changes', (text) => this.#receive(text), reload);
    await db.listen('pgrst', reload, reload);
    await this.#load();
  }

  /**
   * Checks the bindings and subscribes. Delivers the changes that commit after this resolves.
   * @param ask runs a query when it is the subscriber's turn
   * @throws FilterError, pg.DatabaseError
   */
  async subscribe(
    subscriber: Subscriber,
    ask: (work: () => Promise<unknown>) => Promise<unknown>,
  ): Promise<void> {
    const caller = await subscriber.caller();
    if (!caller) return;
    const statement = checkBindings(subscriber.bindings, this.#tables, caller.role);
    if (statement) await ask(() => this.#context.db.asCaller(databaseSession(caller), statement));
    this.#subscribers.add(subscriber);
    this.#watch(subscriber, 1);
    await this.#registration.watch(this.#watched.keys());
  }

  unsubscribe(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber)) return;
    this.#watch(subscriber, -1);
    // Until the next renewal, changes cost a notification that nobody reads.
    this.#registration.watchLater(this.#watched.keys());
  }

  #watch({ bindings }: Subscriber, difference: 1 | -1): void {
    for (const binding of bindings)
      for (const { oid } of this.#tables.filter((table) => matchesTable(binding, table))) {
        const count = (this.#watched.get(oid) ?? 0) + difference;
        if (count > 0) this.#watched.set(oid, count);
        else this.#watched.delete(oid);
      }
  }

  async #load(): Promise<void> {
    const { db, config } = this.#context;
    this.#tables = await loadTables(db, config.protocol.api.schemas);
    this.#watched = new Map();
    for (const subscriber of this.#subscribers) this.#watch(subscriber, 1);
    this.#registration.watchLater(this.#watched.keys());
    await this.#registration.renew();
  }

  /** Runs one load at a time. A schema that changes during a load is loaded again. */
  #reload(): void {
    this.#loading = this.#loading
      .then(() => this.#load())
      .catch((error: unknown) => this.#context.outages.failed(error, 'could not read the published tables'));
  }

  #receive(text: string): void {
    this.#waiting.push(text);
    if (this.#waiting.length > this.#limits.waitingChanges) this.#waiting.shift();
    void this.#deliverAll();
  }

  async #deliverAll(): Promise<void> {
    if (this.#delivering) return;
    this.#delivering = true;
    for (let text = this.#waiting.shift(); text !== undefined; text = this.#waiting.shift())
      await this.#deliver(text).catch((error: unknown) =>
        this.#context.outages.failed(error, 'could not deliver a change'),
      );
    this.#delivering = false;
  }

  async #deliver(text: string): Promise<void> {
    const { schema, table: name, type, at, keys } = v.parse(notification, JSON.parse(text));
    const table = this.#tables.find((each) => each.schema === schema && each.name === name);
    if (!table) return;
    const change: Change = { table, type, at, keys };
    await inParallel(await batchListeners(this.#subscribers, change), (batch) =>
      this.#deliverTo(batch, change),
    );
  }

  /** A filter that fails on this table, or a policy that fails, affects its caller alone. */
  async #deliverTo(batch: Batch, change: Change): Promise<void> {
    const { db, log } = this.#context;
    const { groups } = batch;
    const callers = groups.map(({ caller }) => caller);
    const found = await readChange(db, change, batch, callers).catch((error: unknown) => {
      if (groups.length === 1)
        log.debug({ err: error, table: change.table.name }, 'could not read a change for a subscriber');
      return undefined;
    });
    if (found) for (const [index, group] of groups.entries()) this.#send(group, found[index] ?? []);
    else if (groups.length > 1)
      for (const group of groups) await this.#deliverTo({ ...batch, groups: [group] }, change);
  }

  #send({ variants }: Group, found: readonly Found[]): void {
    const listeners = [...variants.values()];
    for (const { index, row } of found)
      for (const [subscriber, ids] of listeners[index]?.listeners ?? [])
        if (this.#subscribers.has(subscriber)) subscriber.change(ids, row);
  }
}
