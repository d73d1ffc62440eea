import * as v from 'valibot';
import type { Context } from '../../context.ts';
import type { Caller } from '../../identity/caller.ts';
import { checkBindings, concerns, type Binding } from './bindings.ts';
import { databaseSession } from '../protocol/credential.ts';
import type { Interest } from '../peers/registration.ts';
import { type Limits } from '../quotas/limits.ts';
import { isExcludedByKey, readChange, type Change } from './read-rows.ts';
import { loadTables, type PublishedTable } from './tables.ts';

/** A channel that listens to tables. */
export interface Subscriber {
  readonly bindings: readonly Binding[];
  /** Whom the channel is for, now. Undefined when its token counts no more. */
  caller(): Promise<Caller | undefined>;
  /** Sends one change; `data` is JSON text. */
  change(ids: readonly number[], data: string): void;
}

export interface ChangeFeed {
  /**
   * Checks the bindings and listens. Changes committed after this are delivered.
   * @param ask runs a question to the database in the subscriber's turn
   * @throws FilterError, DatabaseError
   */
  subscribe(subscriber: Subscriber, ask: (work: () => Promise<unknown>) => Promise<unknown>): Promise<void>;
  unsubscribe(subscriber: Subscriber): void;
}

const notification = v.object({
  schema: v.string(),
  table: v.string(),
  type: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
  at: v.string(),
  keys: v.array(v.array(v.unknown())),
});

/** The listeners that get to know the same of a change, with the numbers of their bindings. */
interface Variant {
  readonly binding: Binding;
  readonly listeners: Map<Subscriber, number[]>;
}

/** The variants of one caller. One read serves them all: a change costs by accounts, not by filters. */
interface Group {
  readonly caller: Caller;
  readonly variants: Map<string, Variant>;
}

function listensTo(binding: Binding, change: Change): boolean {
  return (
    (binding.event === '*' || binding.event === change.type) &&
    concerns(binding, change.table) &&
    !isExcludedByKey(change, binding)
  );
}

/** Whether the filter was checked against its table when the subscriber came. */
function isChecked({ schema, table, filter }: Binding): boolean {
  return filter === '' || (schema !== '*' && table !== '*');
}

async function groupListeners(subscribers: Iterable<Subscriber>, change: Change): Promise<Iterable<Group>> {
  const groups = new Map<string, Group>();
  for (const subscriber of subscribers) {
    const bindings = subscriber.bindings.filter((binding) => listensTo(binding, change));
    const caller = bindings.length > 0 ? await subscriber.caller() : undefined;
    if (!caller) continue;
    for (const binding of bindings) {
      // The filter of a binding to many tables need not fit this one: then only others like it fail with it.
      const key = JSON.stringify([caller.role, caller.claimsText, isChecked(binding)]);
      const group = groups.get(key) ?? { caller, variants: new Map<string, Variant>() };
      groups.set(key, group);
      const variantKey = JSON.stringify([binding.filter, binding.selected]);
      const known = group.variants.get(variantKey);
      const variant = known ?? { binding, listeners: new Map<Subscriber, number[]>() };
      group.variants.set(variantKey, variant);
      variant.listeners.set(subscriber, [...(variant.listeners.get(subscriber) ?? []), binding.id]);
    }
  }
  return groups.values();
}

/** Reads that run at the same time: requests need connections as well. */
const maxReads = 4;

async function inParallel<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: maxReads }, worker));
}

/**
 * `postgres_changes`: hears of changed rows from the triggers of the published tables, and delivers each, in the order
 * of the commits, to whoever may see it. What is committed while the connection that listens is lost is not delivered.
 */
export async function createChangeFeed(
  context: Context,
  interest: Interest,
  limits: Limits,
): Promise<ChangeFeed> {
  const { db, config, log } = context;
  const { schemas } = config.protocol.api;
  const subscribers = new Set<Subscriber>();
  const waiting: string[] = [];
  let tables: readonly PublishedTable[] = [];
  let loading: Promise<void> | undefined;
  let delivering = false;

  /** How many bindings concern a table, by its oid. */
  let watched = new Map<string, number>();

  function watch({ bindings }: Subscriber, difference: 1 | -1): void {
    for (const binding of bindings)
      for (const { oid } of tables.filter((table) => concerns(binding, table))) {
        const count = (watched.get(oid) ?? 0) + difference;
        if (count > 0) watched.set(oid, count);
        else watched.delete(oid);
      }
  }

  async function deliver(text: string): Promise<void> {
    const parsed = v.parse(notification, JSON.parse(text));
    const table = tables.find(({ schema, name }) => schema === parsed.schema && name === parsed.table);
    if (!table) return;
    const change: Change = { table, type: parsed.type, at: parsed.at, keys: parsed.keys };
    await inParallel(await groupListeners(subscribers, change), async ({ caller, variants }) => {
      const listeners = [...variants.values()];
      const bindings = listeners.map(({ binding }) => binding);
      // A filter that fits one table of several, or a policy that fails: this group gets nothing, the others theirs.
      const found = await readChange(db, caller, change, bindings).catch((error: unknown) => {
        log.debug({ err: error, table: table.name }, 'a change could not be read for a subscriber');
        return [];
      });
      for (const { index, data } of found)
        for (const [subscriber, ids] of listeners[index]?.listeners ?? [])
          if (subscribers.has(subscriber)) subscriber.change(ids, data);
    });
  }

  async function deliverAll(): Promise<void> {
    if (delivering) return;
    delivering = true;
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift())
      await deliver(text).catch((error: unknown) => log.error({ err: error }, 'a change was not delivered'));
    delivering = false;
  }

  async function load(): Promise<void> {
    tables = await loadTables(db, schemas);
    watched = new Map();
    for (const subscriber of subscribers) watch(subscriber, 1);
    interest.forget(watched.keys());
    await interest.renew();
  }

  /** One load at a time; a schema that changes meanwhile is loaded again. */
  async function reload(): Promise<void> {
    const before = loading;
    loading = (async () => {
      await before;
      await load().catch((error: unknown) => log.error({ err: error }, 'published tables could not be read'));
    })();
    await loading;
  }

  await db.listen(
    'realtime_changes',
    (text) => {
      waiting.push(text);
      if (waiting.length > limits.waitingChanges) waiting.shift();
      void deliverAll();
    },
    () => void reload(),
  );
  await db.listen(
    'pgrst',
    () => void reload(),
    () => void reload(),
  );
  await load();

  return {
    async subscribe(subscriber, ask) {
      const caller = await subscriber.caller();
      if (!caller) return;
      const statement = checkBindings(subscriber.bindings, tables, caller.role);
      if (statement) await ask(() => db.asCaller(databaseSession(caller), statement));
      subscribers.add(subscriber);
      watch(subscriber, 1);
      await interest.set(watched.keys());
    },
    unsubscribe(subscriber) {
      // The database is told at the next renewal: until then a change costs a notification that nobody reads.
      if (!subscribers.delete(subscriber)) return;
      watch(subscriber, -1);
      interest.forget(watched.keys());
    },
  };
}
