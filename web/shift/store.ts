import { useSyncExternalStore } from 'react';
import type { Shift } from '../data/fleet/shifts.ts';
import { onForget, personalPrefix } from '../data/personal.ts';
import { readStored } from '../util/stored.ts';

const storageKey = `${personalPrefix}shift`;

interface Kept {
  readonly driverId: string;
  /** Open. */
  readonly shift: Shift;
}

/** Undefined until it was read from the storage. */
let kept: Kept | null | undefined;
const listeners = new Set<() => void>();

function announce(next: Kept | null): void {
  kept = next;
  for (const listener of listeners) listener();
}

onForget(() => announce(null));

/** The open shift of a driver, as this device knows it; without a signal the last one it knew. */
export function openShift(driverId: string): Shift | null {
  kept ??= readStored<Kept>(storageKey);
  return kept?.driverId === driverId ? kept.shift : null;
}

/** Keeps the open shift of a driver, or that there is none, also for a start without a network. */
export function keepShift(driverId: string, shift: Shift | null): void {
  if (JSON.stringify(shift) === JSON.stringify(openShift(driverId))) return;
  const next = shift && { driverId, shift };
  try {
    if (next) localStorage.setItem(storageKey, JSON.stringify(next));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the next start reads it from the server.
  }
  announce(next);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `openShift`, as it changes. */
export function useOpenShift(driverId: string): Shift | null {
  return useSyncExternalStore(subscribe, () => openShift(driverId));
}
