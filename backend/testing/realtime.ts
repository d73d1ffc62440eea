import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { RealtimeClient, type RealtimeChannel, type RealtimeClientOptions } from '@supabase/supabase-js';
import type { App } from '../app.ts';
import type { Environment } from '../config/settings.ts';
import type { Context } from '../service/context.ts';
import { listen as listenOnPort } from '../http/listen.ts';
import { attachRealtime } from '../realtime/index.ts';
import { defaultLimits, type Limits } from '../realtime/quotas/limits.ts';

import { startPeerOf, startTestApp, type TestApp } from './app.ts';

/** A server that listens, for tests of realtime. */
export interface RealtimeServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/realtime/v1` */
  readonly url: string;
  /** The official client; signed in when a token is given. Ends with the app. */
  client(token?: string, options?: Partial<RealtimeClientOptions>): RealtimeClient;
}

/** One with a database of its own. */
export interface RealtimeApp extends RealtimeServer {
  readonly server: TestApp;
}

/** Lets the websockets of a server listen, as those of its process do. Dispose it before the server. */
export async function listen(
  app: App,
  context: Context,
  limits: Partial<Limits> = {},
): Promise<RealtimeServer> {
  await using stack = new AsyncDisposableStack();
  const { trustedProxies } = context.config;
  const listening = await listenOnPort({ ...app, trustedProxies }, '127.0.0.1', 0);
  stack.defer(async () => {
    listening.close();
    await once(listening, 'close');
  });
  stack.use(await attachRealtime(listening, context, { ...defaultLimits, ...limits }));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/realtime/v1`;
  const clients: RealtimeClient[] = [];
  stack.defer(async () => {
    await Promise.all(clients.map((client) => client.disconnect()));
  });
  const resources = stack.move();
  return {
    url,
    client(token, options) {
      const { publishable } = context.config.keys;
      const client = new RealtimeClient(url, {
        ...options,
        params: { apikey: publishable, ...options?.params },
      });
      if (token) void client.setAuth(token);
      clients.push(client);
      return client;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/**
 * Starts the server with its websockets. Dispose it at the end.
 * @param environment by default one network, that of the tests, may do what it wants
 */
export async function startRealtimeApp(
  limits: Partial<Limits> = {},
  environment: Environment = { REQUESTS_PER_SECOND: '0' },
): Promise<RealtimeApp> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTestApp({ environment }));
  const { url, client } = stack.use(await listen(server.app, server.context, limits));
  const resources = stack.move();
  return { server, url, client, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Starts one more server on the database of another one, as a second process is. Dispose it before that one. */
export async function startPeer(
  { server }: RealtimeApp,
  limits: Partial<Limits> = {},
): Promise<RealtimeServer> {
  await using stack = new AsyncDisposableStack();
  const { app, context } = stack.use(await startPeerOf(server));
  const { url, client } = stack.use(await listen(app, context, limits));
  const resources = stack.move();
  return { url, client, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Joins, and resolves with the first status that the client reports. */
export function joined(channel: RealtimeChannel): Promise<{ status: string; error: Error | undefined }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error }));
  });
}

/** The things that happen, in the order in which they do. */
export interface Inbox<Item> {
  readonly items: Item[];
  add(item: Item): void;
  /** The next one, waiting for it. */
  next(): Promise<Item>;
}

export function createInbox<Item>(): Inbox<Item> {
  const items: Item[] = [];
  const waiting: ((item: Item) => void)[] = [];
  const unread: Item[] = [];
  return {
    items,
    add(item) {
      items.push(item);
      const waiter = waiting.shift();
      if (waiter) waiter(item);
      else unread.push(item);
    },
    next: () => {
      const item = unread.shift();
      return item === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(item);
    },
  };
}
