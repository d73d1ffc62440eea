import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { createContext } from '../create-context.ts';
import type { Context } from '../service/context.ts';
import { productOptions } from '../../server/product.ts';
import { loadSettings } from '../../server/settings/settings.ts';
import type { Environment } from '../../server/settings/table.ts';
import { templateDatabase } from './global.ts';
import { createPeople, type Person } from './people.ts';

/** The server on a database and a data folder of its own, without a port. */
export interface TestApp extends AsyncDisposable {
  readonly app: Hono;
  readonly context: Context;
  /** Sends a request as nobody: with the publishable key only. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** As `request`, as if over a socket from that address. */
  requestFrom(address: string, path: string, init?: RequestInit): Promise<Response>;
  /** The people of the tests: carla is the administrator, diego and elena are drivers, nora has no driver record. */
  as(name: 'carla' | 'diego' | 'elena' | 'nora'): Person;
  /** Sends a request with the secret key. */
  service(path: string, init?: RequestInit): Promise<Response>;
}

/** What a test may change of the configuration. */
export interface TestOptions {
  readonly environment?: Environment;
  readonly config?: (config: Config) => Config;
}

async function copyTemplate(stack: AsyncDisposableStack): Promise<pg.ClientConfig> {
  const host = inject('socketFolder');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${database} template ${templateDatabase}`);
  stack.defer(() => run(`drop database ${database} with (force)`));
  return { host, user: 'postgres', database };
}

function withKey(init: RequestInit | undefined, key: string): RequestInit {
  const headers = new Headers(init?.headers);
  if (!headers.has('apikey')) headers.set('apikey', key);
  return { ...init, headers };
}

/** Starts a server for a test. Dispose it at the end (`await using`, or in `afterAll`). */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'transfer-app-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const connection = await copyTemplate(stack);
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    REVIEWS_PER_HOUR: '0',
    ...options.environment,
  };
  const settings = await loadSettings(environment);
  const config = options.config?.(settings.config) ?? settings.config;
  const product = await productOptions({ ...settings, config });
  const context = stack.use(await createContext(config, product, { connection }));
  const app = await createApp(context);
  const request = async (path: string, init?: RequestInit): Promise<Response> =>
    app.request(path, withKey(init, config.keys.publishable));
  const people = await createPeople(context, request);
  const resources = stack.move();
  return {
    app,
    context,
    request,
    async requestFrom(address, path, init) {
      const socket = { remoteAddress: address, remotePort: 1, remoteFamily: 'IPv4' };
      return app.request(path, withKey(init, config.keys.publishable), { incoming: { socket } });
    },
    as: (name) => people[name],
    service: async (path, init) => app.request(path, withKey(init, config.keys.secret)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
