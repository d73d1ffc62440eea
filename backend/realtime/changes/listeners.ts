import type { Caller } from '../../identity/caller.ts';
import type { RowChange } from '../protocol/frames.ts';
import { matchesTable, type Binding } from './bindings.ts';
import { isExcludedByKey, type Change } from './read-rows.ts';

/** A channel that listens to tables. */
export interface Subscriber {
  readonly bindings: readonly Binding[];
  /** The channel's current caller; undefined once its token is no longer valid. */
  caller(): Promise<Caller | undefined>;
  /** The token, or key, that the caller comes from. */
  readonly credential: string;
  /** Sends one change to those of its bindings. */
  change(ids: readonly number[], change: RowChange): void;
}

/** The listeners with the same filter and columns: they receive the same data. */
export interface Variant {
  readonly binding: Binding;
  /** With the ids of their bindings. */
  readonly listeners: Map<Subscriber, number[]>;
}

/** The variants of one caller. One query serves them all: a change costs one query per account, not per filter. */
export interface Group {
  readonly caller: Caller;
  /** By the `key` of their bindings. */
  readonly variants: Map<string, Variant>;
}

/** Callers of one role who ask for the same: they are read in one round trip. */
export interface Batch {
  readonly role: string;
  readonly bindings: readonly Binding[];
  readonly groups: readonly Group[];
}

/** A round trip holds a connection, which requests need too. */
const maxBatch = 50;

function listensTo(binding: Binding, change: Change): boolean {
  return (
    (binding.event === '*' || binding.event === change.type) &&
    matchesTable(binding, change.table) &&
    !isExcludedByKey(change, binding)
  );
}

/** Whether the filter was checked against its table on subscription. */
function isChecked({ schema, table, filter }: Binding): boolean {
  return filter === '' || (schema !== '*' && table !== '*');
}

function addListener({ variants }: Group, subscriber: Subscriber, binding: Binding): void {
  const variant = variants.get(binding.key) ?? { binding, listeners: new Map<Subscriber, number[]>() };
  variants.set(binding.key, variant);
  const ids = variant.listeners.get(subscriber);
  if (ids) ids.push(binding.id);
  else variant.listeners.set(subscriber, [binding.id]);
}

/** Groups the listeners of a change by caller. */
async function groupListeners(
  subscribers: Iterable<Subscriber>,
  change: Change,
): Promise<ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>();
  const callers = new Map<string, Caller | undefined>();
  for (const subscriber of subscribers) {
    const bindings = subscriber.bindings.filter((binding) => listensTo(binding, change));
    if (bindings.length === 0) continue;
    const { credential } = subscriber;
    if (!callers.has(credential)) callers.set(credential, await subscriber.caller());
    const caller = callers.get(credential);
    if (!caller) continue;
    for (const binding of bindings) {
      // An unchecked filter may fail on this table: keep it away from the checked ones.
      const key = `${caller.role} ${isChecked(binding)} ${caller.claimsText}`;
      const group = groups.get(key) ?? { caller, variants: new Map<string, Variant>() };
      groups.set(key, group);
      addListener(group, subscriber, binding);
    }
  }
  return groups;
}

/** The listeners of a change, by the round trips that read it for them. */
export async function batchListeners(
  subscribers: Iterable<Subscriber>,
  change: Change,
): Promise<readonly Batch[]> {
  const groups = await groupListeners(subscribers, change);
  const batches = Map.groupBy(groups.values(), ({ caller, variants }, index) =>
    [Math.floor(index / maxBatch), caller.role, ...variants.keys()].join('\n'),
  );
  return [...batches.values()].map((alike) => {
    const [{ caller, variants }] = alike as [Group];
    return {
      role: caller.role,
      bindings: [...variants.values()].map(({ binding }) => binding),
      groups: alike,
    };
  });
}
