import type { Shift } from '../data/shifts/driverAtWheel.ts';
import { createEmitter, createSignal, type Signal } from '../util/signal.ts';
import { useSignal } from '../util/useSignal.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';

// Part of the first load: `shifts.ts` writes.

export interface StoredShift {
  readonly driverId: string;
  /** Open. */
  readonly shift: Shift;
}

/** The open shift, also for a start without a network. */
export const storedShift = storedValue('personal:open-shift', isObjectWith<StoredShift>('driverId', 'shift'));

let shown: Signal<StoredShift | null> | undefined;

/** The shift that the screen shows; at the first call the one that this device has stored. */
export function shownShift(): Signal<StoredShift | null> {
  shown ??= createSignal(storedShift.read());
  return shown;
}

/** The driver has taken a vehicle, and has the device in hand. */
export const shiftStarted = createEmitter();

/** The open shift of a driver, as this device knows it; without a signal the last one it knew. */
export function openShift(driverId: string): Shift | null {
  return shiftOf(shownShift().get(), driverId);
}

function shiftOf(stored: StoredShift | null, driverId: string): Shift | null {
  return stored?.driverId === driverId ? stored.shift : null;
}

/** `openShift`, as it changes. */
export function useOpenShift(driverId: string): Shift | null {
  return shiftOf(useSignal(shownShift()), driverId);
}
