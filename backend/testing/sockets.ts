import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import type { RealtimeApp } from './realtime.ts';

/** A message of protocol 2.0.0 that a server has sent. */
export type Frame = readonly [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: { readonly status?: string; readonly response?: { readonly reason?: string } },
];

/** A bare connection, for what the official client does not do. */
export interface RawSocket {
  readonly socket: WebSocket;
  /** Sends a message, and gives the reply to it. */
  ask(topic: string, event: string, payload?: object): Promise<Frame[4]>;
  send(topic: string, event: string, payload?: object): void;
}

/** The address with the publishable key. */
export function socketUrl({ url, server }: Pick<RealtimeApp, 'url' | 'server'>): string {
  return `${url.replace('http', 'ws')}/websocket?apikey=${server.context.config.keys.publishable}&vsn=2.0.0`;
}

/** Opens a connection from a network: the app has to trust 127.0.0.1 as a proxy. */
export async function openSocket(app: RealtimeApp, network: string): Promise<RawSocket> {
  const options: ClientOptions = { headers: { 'X-Forwarded-For': network } };
  const socket = new WebSocket(socketUrl(app), options);
  const waiting = new Map<string, (payload: Frame[4]) => void>();
  let sent = 0;
  socket.on('message', (data, isBinary) => {
    if (isBinary) return;
    const [, ref, , event, payload] = JSON.parse(String(data)) as Frame;
    if (event === 'phx_reply') waiting.get(ref ?? '')?.(payload);
  });
  const send = (topic: string, event: string, payload: object, ref: string): void =>
    socket.send(JSON.stringify([ref, ref, topic, event, payload]));
  await once(socket, 'open');
  socket.on('error', () => {});
  return {
    socket,
    send: (topic, event, payload = {}) => send(topic, event, payload, `${(sent += 1)}`),
    ask(topic, event, payload = {}) {
      const ref = `${(sent += 1)}`;
      return new Promise((resolve) => {
        waiting.set(ref, resolve);
        send(topic, event, payload, ref);
      });
    },
  };
}

/** The status with which a connection is refused, and its `Retry-After`; undefined when it is opened. */
export async function refusalOf(app: RealtimeApp, network: string) {
  const socket = new WebSocket(socketUrl(app), { headers: { 'X-Forwarded-For': network } });
  socket.on('error', () => {});
  const opened = once(socket, 'open').then(() => undefined);
  const refused = new Promise<{ status: number | undefined; retryAfterSeconds: number }>((resolve) => {
    socket.on('unexpected-response', (_request, { statusCode, headers }) =>
      resolve({ status: statusCode, retryAfterSeconds: Number(headers['retry-after']) }),
    );
  });
  const outcome = await Promise.race([opened, refused]);
  socket.terminate();
  return outcome;
}
