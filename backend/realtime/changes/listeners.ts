import type { Caller } from '../../identity/caller.ts';
import { matchesTable, type Binding } from './bindings.ts';
import { isExcludedByKey, type Change } from './read-rows.ts';

/** A channel that listens to tables. */
export interface Subscriber {
  readonly bindings: readonly Binding[];
  /** The channel's current caller; undefined once its token is no longer valid. */
  caller(): Promise<Caller | undefined>;
  /** Sends one change; `data` is JSON text. */
  change(ids: readonly number[], data: string): void;
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
  readonly variants: Map<string, Variant>;
}

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

/** Groups the listeners of a change by caller. */
export async function groupListeners(
  subscribers: Iterable<Subscriber>,
  change: Change,
): Promise<Iterable<Group>> {
  const groups = new Map<string, Group>();
  for (const subscriber of subscribers) {
    const bindings = subscriber.bindings.filter((binding) => listensTo(binding, change));
    const caller = bindings.length > 0 ? await subscriber.caller() : undefined;
    if (!caller) continue;
    for (const binding of bindings) {
      // An unchecked filter may fail on this table: keep it away from the checked ones.
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
