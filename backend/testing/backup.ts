import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import type { Installation } from '../config/config.ts';
import { createContext } from '../create-context.ts';
import { openDatabase, type Database } from '../db/database.ts';
import type { Context } from '../service/context.ts';
import { assertFolder, startTestApp } from './app.ts';
import { club, clubFolder } from './club.ts';
import { sendTo } from './send.ts';

export const supabaseDir = clubFolder;

/** Sends a request to a test server. */
export type Request = (path: string, init?: RequestInit) => Promise<Response>;

export function signIn(
  request: Request,
  grant: 'password' | 'refresh_token',
  body: object,
): Promise<Response> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return request(`/auth/v1/token?grant_type=${grant}`, init);
}

let roles: Promise<void> | undefined;

/** Roles belong to the whole PostgreSQL; the first server of a test run makes them. */
async function makeRoles(): Promise<void> {
  await (await startTestApp())[Symbol.asyncDispose]();
}

/** An installation in an empty folder; an external one has a database on the tests' PostgreSQL. */
export async function emptyInstallation(
  stack: AsyncDisposableStack,
  external: boolean,
): Promise<Installation> {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'transfer-restore-')), 'data');
  stack.defer(() => rm(resolve(dataDir, '..'), { recursive: true, force: true }));
  const place = {
    dataDir,
    supabaseDir,
    objectStore: undefined,
    backupStore: undefined,
    databaseDirectUrl: undefined,
  };
  if (!external) return { ...place, databaseUrl: undefined };
  const host = inject('socketFolder');
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const administrate = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  await (roles ??= makeRoles());
  // Not a superuser, like an account of a managed PostgreSQL.
  await administrate(
    `create role ${name} login createrole`,
    ...['anon', 'authenticated', 'service_role', 'authenticator'].map(
      (role) => `grant ${role} to ${name} with admin option`,
    ),
    `create database ${name} owner ${name}`,
  );
  stack.defer(() => administrate(`drop database ${name} with (force)`));
  return { ...place, databaseUrl: `postgres://${name}@/${name}?host=${host}` };
}

/**
 * Starts the server on an installation, without a port; `request` sends the publishable key. Settings are those of
 * `startTestApp`: the start writes them into the database.
 */
export async function openInstallation(installation: Installation, stack: AsyncDisposableStack) {
  const { dataDir, databaseUrl, objectStore } = installation;
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SUPABASE_DIR: supabaseDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const { config, options } = await club.configure(environment, (each) => ({ ...each, objectStore }));
  const context: Context = stack.use(await createContext(config, options));
  assertFolder(context);
  const app = await createApp(context);
  const request: Request = async (path, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', context.config.keys.publishable);
    return sendTo(app, path, { ...init, headers });
  };
  return { app, context, request };
}

/** The database of an installation on the tests' PostgreSQL, as its owner. */
export function openExternal(url: string | undefined, stack: AsyncDisposableStack): Database {
  const access = { connectionString: url };
  return stack.use(openDatabase({ owner: access, caller: access, onError: () => {} }));
}

/** The bytes that a URL serves. */
export async function read(request: Request, url: string): Promise<Buffer> {
  return Buffer.from(await (await request(url)).arrayBuffer());
}
