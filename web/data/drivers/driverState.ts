import type { Driver } from './drivers.ts';

// Part of the first load: keep it small.

/** The states of a driver, in the order in which a driver goes through them; `drivers.state` in SQL decides. */
export const driverStates = ['invited', 'waiting', 'active', 'left'] as const;
export type DriverState = (typeof driverStates)[number];

/** The state of a driver; one that this version does not know counts as waiting. */
export function driverStateOf({ state }: Pick<Driver, 'state'>): DriverState {
  return driverStates.find((each) => each === state) ?? 'waiting';
}

/** Whether an administrator has made this driver active. Anybody can register, so no screen may vouch for another one. */
export function isVerified(driver: Pick<Driver, 'state'>): boolean {
  return driverStateOf(driver) === 'active';
}
