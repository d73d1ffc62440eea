import { createSignal } from '../util/signal.ts';
import { useSignal } from '../util/useSignal.ts';

/** How the screen is kept on: `refused` by the browser, for example on a low battery; `released` while hidden or parked. */
export type WakeLockState = 'held' | 'refused' | 'released' | 'unsupported';

/** The part of a device's status that only its own page can see. */
export interface DeviceState {
  readonly wakeLock: WakeLockState;
  /** Our clock minus the server's, in milliseconds; null until the server has sent its time. */
  readonly clockOffset: number | null;
  /** Whether the browser promised to keep what is stored here; null until it was asked. */
  readonly storagePersisted: boolean | null;
  /** The screen is dark until the next touch. */
  readonly parked: boolean;
  /** The current screen: `greeting`, `home`, or the id of a panel; empty where no driver is signed in. */
  readonly screen: string;
}

const state = createSignal<DeviceState>({
  wakeLock: 'released',
  clockOffset: null,
  storagePersisted: null,
  parked: false,
  screen: '',
});

/** The same object until something changes. */
export function deviceState(): DeviceState {
  return state.get();
}

/** Merges the changes into the state; components draw again only for a difference. */
export function reportDevice(changes: Partial<DeviceState>): void {
  const known = state.get();
  const keys = Object.keys(changes) as (keyof DeviceState)[];
  if (keys.some((key) => changes[key] !== known[key])) state.set({ ...known, ...changes });
}

/** The state of this device, as it changes. */
export function useDeviceState(): DeviceState {
  return useSignal(state);
}
