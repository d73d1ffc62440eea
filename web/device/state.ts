import { useSyncExternalStore } from 'react';

/** How the screen is kept on: `refused` by the browser, for example on a low battery; `released` while hidden or parked. */
export type WakeLockState = 'held' | 'refused' | 'released' | 'unsupported';

/** The part of a device's condition that only its own page can see. */
export interface DeviceState {
  readonly wakeLock: WakeLockState;
  /** Our clock minus the server's, in milliseconds; null until the server has told its time. */
  readonly clockOffset: number | null;
  /** Whether the browser promised to keep what is stored here; null until it was asked. */
  readonly storagePersisted: boolean | null;
  /** The screen is dark until the next touch. */
  readonly parked: boolean;
  /** The current screen: `greeting`, `home`, or the id of a panel; empty where no driver is signed in. */
  readonly screen: string;
}

let state: DeviceState = {
  wakeLock: 'released',
  clockOffset: null,
  storagePersisted: null,
  parked: false,
  screen: '',
};
const listeners = new Set<() => void>();

/** The same object until something changes. */
export function deviceState(): DeviceState {
  return state;
}

/** Takes over what has changed; listeners hear only of a difference. */
export function reportDevice(changes: Partial<DeviceState>): void {
  const next = { ...state, ...changes };
  const keys = Object.keys(next) as (keyof DeviceState)[];
  if (keys.every((key) => next[key] === state[key])) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the state changes. @returns unsubscribe */
export function onDeviceState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(onDeviceState, deviceState);
}
