import type { RealtimeClient, RealtimeSystemPayload } from '@supabase/realtime-js';
import { fleetDelay, reconnectDelay, retryDelay } from '../util/time/backoff.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { getAuth } from './session/auth.ts';
import { getEnvironment } from './environment.ts';

/** The published tables that screens show, with the primary key of each. */
const keys = {
  drivers: 'id',
  user_drivers: 'user_id',
  reviews: 'id',
  content_releases: 'id',
  shifts: 'id',
  device_signals: 'device_id',
  trips: 'id',
  trip_signals: 'driver_id',
} as const;

export interface WatchedTable {
  readonly table: keyof typeof keys;
  /** `column=eq.value`; without it every row that the policies let the caller see. */
  readonly filter?: string;
}

/** Rows may have changed: reads them after so many milliseconds, by default `burstMs`. */
type Changed = (delay?: number) => void;

/** Changes within this time are one. */
const burstMs = 300;
/** A connection without listeners closes after this time: the next screen may listen at once. */
const lingeringMs = 1_000;

/**
 * Calls `onChange` when rows of `tables` change that the signed-in user may see, once for a burst of changes. Also calls
 * it whenever listening begins (the first time, and within seconds after a lost connection) and when the device is online
 * again: changes before that are not announced. Retries when it rejects.
 * @param every calls it after so many milliseconds as well, for networks without websockets
 * @returns unsubscribe; the connection closes soon after the last one
 */
export function watchChanges(
  tables: readonly WatchedTable[],
  onChange: () => void | Promise<void>,
  every?: number,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const read = async (): Promise<Next> => {
    await onChange();
    return every ?? 'idle';
  };
  const wake = keepRunning(read, signal, every ?? 'idle');
  const changed: Changed = (delay = burstMs) => wake(delay);
  window.addEventListener('online', () => changed(), { signal });
  const listen = async (): Promise<Next> => {
    keepListening(await sharedClient(), tables, changed, signal);
    return 'idle';
  };
  keepRunning(listen, signal);
  return () => stopping.abort();
}

let client: Promise<RealtimeClient> | undefined;

/**
 * The one client of `realtime/v1`: it keeps its listeners on the window for good, so that one for each screen would never be
 * given back. It closes its connection after a while without a channel.
 */
function sharedClient(): Promise<RealtimeClient> {
  client ??= loadClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

/** The library is not part of the first load. */
async function loadClient(): Promise<RealtimeClient> {
  const { RealtimeClient: Client } = await import('@supabase/realtime-js');
  return new Client(`${getEnvironment().backendUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    // Read at each connection: the key may have been replaced since.
    params: {
      get apikey() {
        return getEnvironment().publishableKey;
      },
    },
    reconnectAfterMs: reconnectDelay,
    disconnectOnEmptyChannelsAfterMs: lingeringMs,
  });
}

/**
 * Listens until `signal`, with the token the session has at the time. The client itself recovers from lost connections
 * and refused joins. A channel that the server closes (the token expired, the session ended) is joined again here.
 */
function keepListening(
  client: RealtimeClient,
  tables: readonly WatchedTable[],
  changed: Changed,
  signal: AbortSignal,
): void {
  const listen = async (): Promise<Next> => {
    const wasListening = await joinChannel(client, tables, changed, signal);
    // If the session has ended, reading finds out, and the auth client learns of it.
    changed();
    return wasListening ? retryDelay(0) : 'backoff';
  };
  const join = keepRunning(listen, signal, 'idle');
  let started = false;

  const { data } = getAuth().onAuthStateChange((_event, session) => {
    if (!session) return;
    // Join with a token only: without one, the policies show nothing of these tables.
    void client.setAuth(session.access_token).then(() => {
      if (!started) join();
      started = true;
    });
  });
  // A heartbeat finds a dead connection sooner.
  window.addEventListener('online', () => void client.sendHeartbeat(), { signal });

  const stop = () => data.subscription.unsubscribe();
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}

/** A random name: whoever knows that of a public channel may send to everybody in it. Changes of rows ignore it. */
function randomTopic(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return `changes-${Array.from(parts, (part) => part.toString(36)).join('-')}`;
}

/**
 * Joins a channel until `signal`; `changed` at its start and for each change.
 * @returns at its final close, whether it had listened
 */
function joinChannel(
  client: RealtimeClient,
  tables: readonly WatchedTable[],
  changed: Changed,
  signal: AbortSignal,
): Promise<boolean> {
  let listening = false;
  const channel = client.channel(randomTopic());
  for (const { table, filter } of tables) {
    // The caller reads the rows itself: the key is enough.
    const wanted = { schema: 'public', table, select: [keys[table]], ...(filter && { filter }) };
    channel.on('postgres_changes', { event: '*', ...wanted }, () => changed());
  }
  channel.on('system', {}, ({ extension, status, message }: RealtimeSystemPayload) => {
    if (extension !== 'postgres_changes') return;
    if (status === 'ok') {
      // After a lost connection: the devices of a server that ended come back together.
      changed(listening ? fleetDelay() : undefined);
      listening = true;
      return;
    }
    console.error('Changes are not announced', message);
    void client.removeChannel(channel);
  });
  return new Promise((resolve) => {
    const leave = () => void client.removeChannel(channel);
    signal.addEventListener('abort', leave, { once: true });
    channel.subscribe((status) => {
      if (String(status) !== 'CLOSED') return;
      signal.removeEventListener('abort', leave);
      resolve(listening);
    });
  });
}
