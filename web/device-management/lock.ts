import { isString, storedValue } from '../util/storedValue.ts';
import { useStoredValue } from '../util/useSignal.ts';

// Part of the first load: keep it small.

/** The user whom an administrator has locked out on this device. Goes at sign-out, as everything that belongs to a person. */
const lockedUser = storedValue('personal:lock', isString);

/** Whether an administrator has locked this account on this device, in any tab. */
export function useIsLocked(userId: string): boolean {
  return useStoredValue(lockedUser) === userId;
}

/** Shows the lock until `unlock`. @returns whether the device has stored it */
export function lock(userId: string): boolean {
  return lockedUser.write(userId);
}

/** Shows the home screen again. */
export function unlock(): void {
  lockedUser.remove();
}
