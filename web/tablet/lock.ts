import { useSyncExternalStore } from 'react';
import { personalPrefix } from '../data/personal.ts';
import { readStored } from '../util/stored.ts';

// Part of the first load: keep it small.

/** Goes at sign-out, with everything else that belongs to a person. */
const storageKey = `${personalPrefix}lock`;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Shows nothing of this account on this device until its PIN or password is given, also after a reload. */
export function lockDevice(userId: string): void {
  localStorage.setItem(storageKey, JSON.stringify(userId));
  announce();
}

export function unlockDevice(): void {
  localStorage.removeItem(storageKey);
  announce();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an administrator has locked this account on this device. */
export function useLocked(userId: string): boolean {
  return useSyncExternalStore(subscribe, () => readStored<string>(storageKey) === userId);
}
