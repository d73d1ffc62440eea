import { personalPrefix } from '../data/personal.ts';
import { readStored } from '../util/stored.ts';

// Part of the first load: keep it small.

/** Goes at sign-out, with everything else that belongs to a person. */
export const lockKey = `${personalPrefix}lock`;

/** Whether an administrator has locked this account on this device. */
export function isLocked(userId: string): boolean {
  return readStored<string>(lockKey) === userId;
}
