import { visitorNetwork } from '../http/client-address.ts';
import type { Action } from './actions.ts';
import type { TimedEvent } from './events.ts';

/** What a stranger can cause without end, and without an account. The rest costs an account or a secret. */
const floods: ReadonlySet<Action> = new Set<Action>([
  'login_failed',
  'permission_denied',
  'verification_attempted',
  'user_repeated_signup',
]);

/** In milliseconds. */
const span = 5 * 60_000;
const perNetwork = 60;
const altogether = 1000;

/** Whether an event may be written, and what to write of those that were not. */
export interface FloodGate {
  admits(event: TimedEvent): boolean;
  /** How many were turned away and not told of yet; from now on they count as told. */
  takeSuppressed(): number;
}

/**
 * Bounds what refusals may fill of the disk, on top of the limits of requests: in five minutes 60 of one network (an
 * IPv4 address, an IPv6 /64) and 1,000 in all, at 0.5 KB each at most 150 MB on a day of uninterrupted attack by
 * thousands of networks. The others are counted. Memory is bounded too: networks are forgotten with their five minutes.
 */
export function createFloodGate(): FloodGate {
  const seen = new Map<string, number>();
  let [total, began, suppressed] = [0, 0, 0];
  return {
    admits({ action, address, at }) {
      if (!floods.has(action)) return true;
      if (at.getTime() - began >= span) {
        seen.clear();
        [total, began] = [0, at.getTime()];
      }
      const network = address === '' ? '' : visitorNetwork(address);
      const count = seen.get(network) ?? 0;
      if (total >= altogether || count >= perNetwork) {
        suppressed += 1;
        return false;
      }
      seen.set(network, count + 1);
      total += 1;
      return true;
    },
    takeSuppressed() {
      const count = suppressed;
      suppressed = 0;
      return count;
    },
  };
}
