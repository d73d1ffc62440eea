import { visitorNetwork } from '../identity/client-address.ts';
import type { Action } from './actions.ts';
import type { TimedEvent } from './events.ts';

/** Actions that strangers can cause endlessly; all others need an account or a secret. */
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

/** Decides which events are written, and counts the others. */
interface FloodGate {
  admits(event: TimedEvent): boolean;
  /** Gives the number of suppressed events since the last call. */
  takeSuppressed(): number;
}

/**
 * Bounds the disk space of refusals, beyond the rate limits: in five minutes 60 of one network (an IPv4 address, an IPv6
 * /64) and 1,000 in all. At 0.5 KB each that is at most 150 MB on a day of uninterrupted attack by thousands of networks.
 * Memory is bounded too: each span starts with an empty map of networks.
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
