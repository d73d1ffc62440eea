import { subscriberOf, visitorNetwork } from './client-address.ts';
import type { Respond } from './reply.ts';

/** Requests that begin in one turn of the event loop: about a millisecond of work. */
const perTurn = 4;

/**
 * Begins requests in turns of the networks that they come from. Even a rejected request takes the event loop for a moment:
 * without turns, a request would wait for all those of a flood that arrived before it.
 */
export function inTurns(respond: Respond): Respond {
  let waiting = new Map<string, (() => void)[]>();
  let begun = 0;

  const nextTurn = (): void => {
    begun = 0;
    for (const [network, queue] of waiting) {
      if (begun === perTurn) break;
      begun += 1;
      queue.shift()?.();
      // At the end of the map it waits until all others had a turn.
      waiting.delete(network);
      if (queue.length > 0) waiting.set(network, queue);
    }
    if (begun > 0) setImmediate(nextTurn);
    // A map that lives long and changes all the time keeps garbage alive: `docs/decisions/request-speed.md`.
    else waiting = new Map();
  };

  return (request) => {
    if (begun === 0) setImmediate(nextTurn);
    if (begun < perTurn) {
      begun += 1;
      return respond(request);
    }
    const network = subscriberOf(visitorNetwork(request.address ?? ''));
    const queue = waiting.get(network) ?? [];
    waiting.set(network, queue);
    return new Promise((resolve) => queue.push(() => resolve(respond(request))));
  };
}
