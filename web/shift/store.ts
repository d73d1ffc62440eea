import { useSyncExternalStore } from 'react';
import type { Shift } from '../data/fleet/driverAtWheel.ts';
import { personalPrefix } from '../data/personal.ts';
import { readStored } from '../util/stored.ts';

// Part of the first load: `shifts.ts` writes.

export const shiftKey = `${personalPrefix}open-shift`;

export interface StoredShift {
  readonly driverId: string;
  /** Open. */
  readonly shift: Shift;
}

/** Undefined until it was read from the storage. */
let stored: StoredShift | null | undefined;
const listeners = new Set<() => void>();

/** Shows another shift, or none. */
export function announceShift(next: StoredShift | null): void {
  stored = next;
  for (const listener of listeners) listener();
}

/** The open shift of a driver, as this device knows it; without a signal the last one it knew. */
export function openShift(driverId: string): Shift | null {
  stored ??= readStored<StoredShift>(shiftKey);
  return stored?.driverId === driverId ? stored.shift : null;
}

/** Calls `listener` whenever another shift is shown, or none. @returns unsubscribe */
export function onShift(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `openShift`, as it changes. */
export function useOpenShift(driverId: string): Shift | null {
  return useSyncExternalStore(onShift, () => openShift(driverId));
}
