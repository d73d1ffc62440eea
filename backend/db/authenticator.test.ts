import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../create-context.ts';
import type { Context } from '../service/context.ts';
import { club, clubFolder } from '../testing/club.ts';
import { startManagedPostgres, type ManagedPostgres } from '../testing/servers.ts';
import type { RequestSession } from './exchange.ts';
import { reachExternal } from './external.ts';

/** Two servers that start at the same moment, on an empty database that asks for passwords. */
const stack = new AsyncDisposableStack();
let postgres: ManagedPostgres;
let servers: [Context, Context];

async function start(dataDir: string): Promise<Context> {
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SUPABASE_DIR: clubFolder,
    LOG_LEVEL: 'silent',
  };
  const { config, options } = await club.configure(environment, (each) => each);
  return stack.use(await createContext(config, options));
}

beforeAll(async () => {
  postgres = stack.use(await startManagedPostgres('cordillera-7'));
  const dataDir = await mkdtemp(join(tmpdir(), 'transfer-authenticator-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  servers = await Promise.all([start(dataDir), start(dataDir)]);
});
afterAll(() => stack.disposeAsync());

const session: RequestSession = {
  role: 'anon',
  claims: '{}',
  method: 'POST',
  path: '/rest/v1/x',
  headers: '{}',
  readOnly: false,
};

async function ask({ db }: Context, sql: string, role = 'anon') {
  return (await db.asCaller({ ...session, role }, { sql, values: [] })).rows;
}

/** Reaches the database as a further server would; gives the account of its requests, and its warnings. */
async function callerOf(url: string, databaseAuthenticatorUrl?: string) {
  const warnings: string[] = [];
  const log = pino(new Writable({ write: (line, _, done) => done(void warnings.push(String(line))) }));
  const addresses = { databaseUrl: url, databaseDirectUrl: undefined, databaseAuthenticatorUrl };
  const { caller } = await reachExternal(addresses, log);
  return { account: caller.user, warnings };
}

function withAccount(account: string): string {
  return postgres.url.replace('manager:cordillera-7', account);
}

test('requests of every server log in as authenticator, and the servers’ own statements as the owner', async () => {
  for (const server of servers) {
    expect(await ask(server, 'select session_user::text, current_user::text')).toEqual([
      ['authenticator', 'anon'],
    ]);
    expect(await server.db.query('select session_user')).toEqual([{ session_user: 'manager' }]);
  }
  const seen = await postgres.administrate(
    `select usename, count(*)::int from pg_stat_activity where application_name = 'club' and query ~ 'request.jwt.claims|session_user::'
     group by 1`,
  );
  expect(seen).toEqual([{ usename: 'authenticator', count: 2 }]);
});

test.each([
  'do $$ begin reset role; delete from auth.users; end $$',
  `do $$ begin set local role manager; end $$`,
  `do $$ begin set local session authorization manager; end $$`,
  'do $$ begin reset role; drop table public.walkers; end $$',
])('a request that runs %s reaches no rights of the owner', async (sql) => {
  await expect(ask(servers[0], sql, 'service_role')).rejects.toMatchObject({ code: '42501' });
  expect(await ask(servers[0], 'select current_user::text')).toEqual([['anon']]);
});

test('a later start changes nothing at the role', async () => {
  const state = () =>
    postgres.administrate(`select xmin::text, rolpassword from pg_authid where rolname = 'authenticator'`);
  const before = await state();
  expect(await callerOf(postgres.url)).toEqual({ account: 'authenticator', warnings: [] });
  expect(await state()).toEqual(before);
});

test('the password of another installation stays: requests log in as the owner, with a warning', async () => {
  const [role] = await postgres.administrate<{ password: string }>(
    `select rolpassword as password from pg_authid where rolname = 'authenticator'`,
  );
  await postgres.administrate(`alter role authenticator password 'foreign';
    comment on role authenticator is 'password set by another'`);
  const { account, warnings } = await callerOf(postgres.url);
  expect(account).toBe('manager');
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0]!)).toMatchObject({
    level: 40,
    reason: 'another installation uses the role (password set by another)',
    msg: expect.stringContaining('set DATABASE_AUTHENTICATOR_URL') as string,
  });
  expect(await callerOf(postgres.url, withAccount('authenticator:foreign'))).toEqual({
    account: 'authenticator',
    warnings: [],
  });
  await expect(callerOf(postgres.url, withAccount('authenticator:wrong'))).rejects.toThrow(
    'DATABASE_AUTHENTICATOR_URL cannot be used: PostgreSQL refuses the account “authenticator”',
  );
  await postgres.administrate(`alter role authenticator password '${role!.password}';
    comment on role authenticator is 'password set by manager'`);
  expect((await callerOf(postgres.url)).account).toBe('authenticator');
});

test('after the owner’s password changed, the next start gives the role the new one', async () => {
  await postgres.administrate(`alter role manager password 'araucaria-8'`);
  const url = withAccount('manager:araucaria-8');
  expect(await callerOf(url)).toEqual({ account: 'authenticator', warnings: [] });
  expect(await callerOf(url)).toEqual({ account: 'authenticator', warnings: [] });
});
