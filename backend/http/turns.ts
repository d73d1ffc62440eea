import { setImmediate as nextTurn } from 'node:timers/promises';
import type { createAdaptorServer, HttpBindings } from '@hono/node-server';
import { quotaKey } from '../util/quota-key.ts';
import { createSemaphore } from '../util/semaphore.ts';
import { forwardedAddress, subscriberOf, visitorNetwork } from './client-address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** Requests that begin in one turn of the event loop: about a millisecond of work. */
const perTurn = 4;

/**
 * Begins requests in turns of the networks that they come from. Even a rejected request takes the event loop for a moment:
 * without turns, a request would wait for all those of a flood that arrived before it.
 */
export function inTurns(fetch: Fetch, proxies: TrustedProxies): Fetch {
  const { run } = createSemaphore({ running: perTurn, waiting: Infinity });
  return async (request, env) => {
    const { socket, headers } = (env as HttpBindings).incoming;
    const forwarded = String(headers['x-forwarded-for'] ?? '');
    const address = forwardedAddress(socket.remoteAddress ?? '', forwarded, proxies) ?? '';
    await run([quotaKey(subscriberOf(visitorNetwork(address)))], nextTurn);
    return fetch(request, env);
  };
}
