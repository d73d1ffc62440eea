import { networkQuotaKeys, visitorNetwork } from '../http/client-address.ts';
import { TokenBucket, createBuckets } from '../util/buckets.ts';
import type { Action } from './actions.ts';
import type { TimedEvent } from './events.ts';

/** Actions that strangers can cause endlessly; all others need an account or a secret. */
const floods = new Set<Action>([
  'login_failed',
  'permission_denied',
  'verification_attempted',
  'user_repeated_signup',
]);

const spanMs = 5 * 60_000;
const perNetwork = 60;
const altogether = 1000;

/**
 * Bounds the disk space that strangers can fill, on top of the request limits: in five minutes 60 events of one visitor
 * (see `networkQuotaKeys`) and 1,000 in all. At 0.5 KB each, a day of uninterrupted attack by thousands of
 * networks writes at most 150 MB.
 */
export function createFloodGate() {
  let time = 0;
  let suppressed = 0;
  const networks = createBuckets({ limit: perNetwork, spanMs }, () => time);
  const all = new TokenBucket({ limit: altogether, spanMs }, () => time);
  return {
    /** Whether an event may be written. */
    admits({ action, address, at }: TimedEvent): boolean {
      if (!floods.has(action)) return true;
      time = at.getTime();
      const network = address === '' ? '' : visitorNetwork(address);
      const isWithin = all.missing(1) === 0 && networks.take(networkQuotaKeys(network)) === 0;
      if (isWithin) all.spend(1);
      else suppressed += 1;
      return isWithin;
    },
    /** Returns how many events were not admitted since the last call. */
    takeSuppressed(): number {
      const count = suppressed;
      suppressed = 0;
      return count;
    },
  };
}
