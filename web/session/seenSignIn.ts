import { isString, storedValue } from '../util/storedValue.ts';

/** The sign-in after which the driver last saw the documents: its time, as ISO 8601. */
const seenSignIn = storedValue('personal:documents-seen', isString);

/**
 * Whether the driver has not seen the documents since this sign-in, after which the device is in the driver's hand.
 * @param signedInAt of the account, as ISO 8601
 */
export function isNewSignIn(signedInAt: string | undefined): signedInAt is string {
  return signedInAt !== undefined && seenSignIn.read() !== signedInAt;
}

/** @returns whether it was stored: without storage every reload would count as a sign-in, also one under a passenger */
export function markSignInSeen(signedInAt: string): boolean {
  return seenSignIn.write(signedInAt);
}
