import type { Server } from 'node:http';
import type { Context } from '../service/context.ts';
import type { Serve } from '../service/service.ts';
import { broadcastService } from './broadcast-api.ts';
import { ChangeFeed } from './changes/feed.ts';
import type { RealtimeServices } from './channels/client.ts';
import { Websockets } from './connections/websockets.ts';
import { Peers } from './peers/peers.ts';
import { ProcessRegistration } from './peers/registration.ts';
import { createAdmission } from './quotas/admission.ts';
import { defaultLimits, type Limits } from './quotas/limits.ts';
import { Hub } from './rooms/hub.ts';

interface Running extends RealtimeServices, AsyncDisposable {}

/** One per context: the websockets and the HTTP broadcasts of a server share its rooms. */
const runningOf = new WeakMap<Context, Promise<Running>>();

async function start(context: Context, limits: Limits): Promise<Running> {
  await using stack = new AsyncDisposableStack();
  const registration = stack.use(new ProcessRegistration(context, limits));
  await registration.renew();
  const feed = new ChangeFeed(context, registration, limits);
  await feed.start();
  const hub = new Hub(registration.process, (change) => peers.announce(change));
  const peers = stack.use(new Peers(context, hub, registration));
  await peers.start();
  const admission = createAdmission(limits);
  const resources = stack.move();
  return {
    context,
    limits,
    hub,
    feed,
    peers,
    admission,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function running(context: Context, limits = defaultLimits): Promise<Running> {
  const known = runningOf.get(context);
  if (known) return known;
  const starting = start(context, limits);
  runningOf.set(context, starting);
  starting.catch(() => runningOf.delete(context));
  return starting;
}

/** The HTTP part of realtime/v1: broadcasts. */
export function realtimeService(context: Context): Serve {
  return broadcastService(context, () => running(context));
}

/** The websockets of a listening server. */
export interface RealtimeAttachment extends AsyncDisposable {
  /**
   * Closes the websockets one by one, evenly over so many milliseconds, and refuses new ones: all clients at once would
   * come back at once, and read what they may have missed. `hurry` ends the waiting.
   */
  drain(milliseconds: number, hurry: AbortSignal): Promise<void>;
}

/**
 * Serves `/realtime/v1/websocket` on a listening server: the channel protocol of `@supabase/realtime-js`. Dispose it
 * before you close the server: open websockets keep a server from closing.
 */
export async function attachRealtime(
  server: Server,
  context: Context,
  limits: Limits = defaultLimits,
): Promise<RealtimeAttachment> {
  const services = await running(context, limits);
  const websockets = new Websockets(services);
  server.on('upgrade', websockets.onUpgrade);
  const sweep = setInterval(() => {
    services.admission.sweep();
    void websockets.sweep();
  }, limits.sweepInterval).unref();

  return {
    drain: (milliseconds, hurry) => websockets.drain(milliseconds, hurry),
    async [Symbol.asyncDispose]() {
      clearInterval(sweep);
      server.off('upgrade', websockets.onUpgrade);
      websockets.closeAll();
      runningOf.delete(context);
      await services[Symbol.asyncDispose]();
    },
  };
}
