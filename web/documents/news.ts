import { isString, storedValue } from '../util/storedValue.ts';

/** When the sign-in began after which the driver last saw the documents. */
const seenSignIn = storedValue('personal:papers-seen', isString);

/**
 * Whether this is the first screen after a sign-in, when the driver has the device in hand; true once for each sign-in.
 * @param signedInAt of the account, as ISO 8601
 */
export function isNewSignIn(signedInAt: string | undefined): boolean {
  if (signedInAt === undefined || seenSignIn.read() === signedInAt) return false;
  // Without storage every reload would count, also one under a passenger.
  return seenSignIn.write(signedInAt);
}
