import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { getPolicyToAccept, recordConsent } from '../data/content/consents.ts';
import { toDataError } from '../data/errors.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { isNumber, storedValue } from '../util/storedValue.ts';
import { storedSession } from '../data/session/storedSession.ts';
import { rememberPolicy } from './memory.ts';

/** The version that a user has accepted. */
const answerOf = (userId: string) => storedValue(`accepted-policy:${userId}`, isNumber);

/** The version of the policy that this user accepted on this device and the backend does not have yet; 0 for none. */
export function storedAnswer(userId: string): number {
  return answerOf(userId).read() ?? 0;
}

/** Stores an accepted version of the policy until it is sent. The driver is not asked for it again. */
export function keepAnswer(userId: string, version: number): void {
  rememberPolicy(null);
  // Without storage the driver is asked again at the next start.
  answerOf(userId).write(version);
}

export function forgetAnswer(userId: string): void {
  answerOf(userId).remove();
}

/**
 * The policy that this user still has to accept; null for none, also when the answer is only stored on this device. The next
 * start knows it too.
 */
export async function policyToAsk(userId: string): Promise<PublishedPolicy | null> {
  const published = await getPolicyToAccept();
  const policy = published && published.policy.version > storedAnswer(userId) ? published : null;
  rememberPolicy(policy);
  return policy;
}

/**
 * Sends the version of the policy that this user accepted on this device, if the backend does not have it yet, until it
 * does. When a newer version has been published meanwhile, the driver is asked for that one at the next beginning.
 */
export function sendAnswer(userId: string): void {
  const stopping = new AbortController();
  const send = async (): Promise<Next> => {
    const version = storedAnswer(userId);
    // Another tab may have sent it. After a sign-out it waits for the next sign-in of this user.
    if (version > 0 && storedSession()?.user.id === userId) {
      try {
        await recordConsent(userId, version);
      } catch (error) {
        if (toDataError(error).code !== 'policy_changed') throw error;
      }
      forgetAnswer(userId);
    }
    stopping.abort();
    return 'idle';
  };
  keepRunning(send, stopping.signal);
}
