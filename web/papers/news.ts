import { personalPrefix } from '../data/personal.ts';
import { readStored } from '../util/stored.ts';

const storageKey = `${personalPrefix}papers-seen`;
const listeners = new Set<() => void>();

/** Shows the driver what expires: call it when a shift starts. */
export function askForDuePapers(): void {
  for (const listener of listeners) listener();
}

/** Calls `show` whenever a shift starts. @returns unsubscribe */
export function onAskForDuePapers(show: () => void): () => void {
  listeners.add(show);
  return () => listeners.delete(show);
}

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
