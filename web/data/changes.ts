import type { RealtimeClient, RealtimeSystemPayload } from '@supabase/realtime-js';
import { coalesce } from '../util/retry.ts';
import { retryDelay } from '../util/retryDelay.ts';
import { getAuth } from './client.ts';
import { getEnvironment } from './environment.ts';

/** The published tables that screens show, with the primary key of each. */
const keys = { drivers: 'id', user_drivers: 'user_id', reviews: 'id' } as const;

export interface WatchedTable {
  readonly table: keyof typeof keys;
  /** `column=eq.value`; without it every row that the policies let the caller see. */
  readonly filter?: string;
}

/** Changes within this time are one. In milliseconds. */
const burst = 300;

/**
 * Calls `onChange` when rows of `tables` change that the signed-in user may see; to many changes at once it is one
 * call. It is called as well whenever listening begins (the first time, after a lost connection) and when the device
 * is online again: what changed before is not announced. If it rejects it is called again later.
 * @returns ends it and closes the connection
 */
export function watchChanges(
  tables: readonly WatchedTable[],
  onChange: () => void | Promise<void>,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const changed = coalesce(onChange, burst, signal);
  window.addEventListener('online', changed, { signal });
  void loadClient(signal).then((client) => {
    if (client) keepListening(client, tables, changed, signal);
  });
  return () => stopping.abort();
}

/** The client of `realtime/v1`, which is no part of the first load. Undefined when `signal` came first. */
async function loadClient(signal: AbortSignal): Promise<RealtimeClient | undefined> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const { RealtimeClient: Client } = await import('@supabase/realtime-js');
      return new Client(`${getEnvironment().backendUrl.replace(/^http/, 'ws')}/realtime/v1`, {
        // Read at each connection: the key may have been replaced since.
        params: {
          get apikey() {
            return getEnvironment().publishableKey;
          },
        },
        reconnectAfterMs: (tries) => retryDelay(tries - 1),
      });
    } catch (error) {
      console.error('The client for changes could not be loaded', error);
      await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)));
    }
  }
  return undefined;
}

/**
 * Listens until `signal`, with the token the session has at the time. The client itself comes back from lost
 * connections and refused joins; a channel that the server closes (the token has expired, the session has ended) is
 * joined anew here.
 */
function keepListening(
  client: RealtimeClient,
  tables: readonly WatchedTable[],
  changed: () => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started = false;
  let attempt = 0;

  const joinAgain = () => {
    if (signal.aborted) return;
    // Reading finds out, and the auth client learns, when the reason is a session that has ended.
    changed();
    timer = setTimeout(join, retryDelay(attempt));
    attempt += 1;
  };
  const heard = () => {
    attempt = 0;
    changed();
  };
  const join = () =>
    joinChannel(client, tables, { onListening: heard, onChange: changed, onClose: joinAgain });

  const { data } = getAuth().onAuthStateChange((_event, session) => {
    if (!session) return;
    // Nothing is joined without a token: the policies would show nothing of these tables.
    void client.setAuth(session.access_token).then(() => {
      if (!started && !signal.aborted) join();
      started = true;
    });
  });
  // A connection that died without a word is found out sooner.
  window.addEventListener('online', () => void client.sendHeartbeat(), { signal });

  const end = () => {
    clearTimeout(timer);
    data.subscription.unsubscribe();
    void client.disconnect();
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
}

interface ChannelEvents {
  /** From now on changes are announced. */
  readonly onListening: () => void;
  readonly onChange: () => void;
  /** It does not come back by itself. */
  readonly onClose: () => void;
}

/**
 * A name that nobody else can guess: whoever knows the name of a public channel may send to all who are in it, and
 * changes of rows do not depend on the name.
 */
function unguessableTopic(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return `changes-${Array.from(parts, (part) => part.toString(36)).join('-')}`;
}

function joinChannel(
  client: RealtimeClient,
  tables: readonly WatchedTable[],
  { onListening, onChange, onClose }: ChannelEvents,
): void {
  const channel = client.channel(unguessableTopic());
  for (const { table, filter } of tables) {
    // Which row it was does not matter, so the key is all that is sent.
    const wanted = { schema: 'public', table, select: [keys[table]], ...(filter && { filter }) };
    channel.on('postgres_changes', { event: '*', ...wanted }, onChange);
  }
  channel.on('system', {}, ({ extension, status, message }: RealtimeSystemPayload) => {
    if (extension !== 'postgres_changes') return;
    if (status === 'ok') {
      onListening();
      return;
    }
    console.error('Changes are not announced', message);
    void client.removeChannel(channel);
  });
  channel.subscribe((status) => {
    if (String(status) === 'CLOSED') onClose();
  });
}
