import { useSyncExternalStore } from 'react';
import type { Signal } from './signal.ts';
import type { StoredValue } from './storedValue.ts';

/** The value of a signal, as it changes. */
export function useSignal<Value>({ subscribe, get }: Pick<Signal<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}

/** A stored value, as it changes. */
export function useStoredValue<Value>({ subscribe, read }: StoredValue<Value>): Value | null {
  return useSyncExternalStore(subscribe, read);
}
