import { personalPrefix } from '../data/personal.ts';
import { readStored } from '../util/stored.ts';

const storageKey = `${personalPrefix}papers-seen`;

/**
 * Whether this is the first screen after a sign-in, when the driver has the device in hand; true once for each sign-in.
 * @param signedInAt of the account, as ISO 8601
 */
export function isNewSignIn(signedInAt: string | undefined): boolean {
  if (signedInAt === undefined || readStored<string>(storageKey) === signedInAt) return false;
  try {
    localStorage.setItem(storageKey, JSON.stringify(signedInAt));
    return true;
  } catch {
    // Without storage every reload would count, also one under a passenger.
    return false;
  }
}
