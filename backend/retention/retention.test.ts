import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { withDefaults } from '../service/options.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createOutages } from '../telemetry/outages.ts';
import { enforceDaily, enforceRetention } from './schedule.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ environment: { AUDIT_RETENTION_DAYS: '90' } });
});
afterAll(() => server[Symbol.asyncDispose]());

const dayMs = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs);
const count = async (from: string, values: readonly unknown[] = []): Promise<number> =>
  (await server.context.db.query(`select from ${from}`, values)).length;

test('current rows stay', async () => {
  const before = await count('auth.sessions');
  expect(await enforceRetention(server.context, new Date())).toEqual({});
  expect(await count('auth.sessions')).toBe(before);
});

test('deletes sessions that cannot be refreshed: 30 days unused, 90 days old, or ended by an administrator', async () => {
  const { db } = server.context;
  const { userId } = server.as('nora');
  await db.query(
    `insert into auth.sessions (user_id, created_at, refreshed_at, not_after) values
       ($1, now() - interval '31 days', null, null), ($1, now() - interval '91 days', now(), null),
       ($1, now(), now(), now() - interval '1 minute'), ($1, now() - interval '80 days', now(), null)`,
    [userId],
  );
  expect(await enforceRetention(server.context, new Date())).toEqual({ sessions: 3 });
  expect(await count('auth.sessions where user_id = $1', [userId])).toBe(2);
  expect(await server.as('nora').request('/auth/v1/user')).toMatchObject({ status: 200 });
});

test('deletes codes, links, flows and challenges after a day', async () => {
  const { db } = server.context;
  const { userId } = server.as('diego');
  await db.query(`update auth.users set recovery_token = 'hash' where id = $1`, [userId]);
  await db.query(
    `insert into auth.flow_state (provider_type, authentication_method) values ('email', 'recovery')`,
  );
  expect(await enforceRetention(server.context, inDays(0.9))).toEqual({});
  expect(await enforceRetention(server.context, inDays(1.1))).toEqual({ codes: 1, flows: 1 });
  expect(await count('auth.one_time_tokens')).toBe(0);
  expect(await count(`auth.users where recovery_token <> ''`)).toBe(0);
});

test('V20: deletes accounts after a day when nobody has entered their code', async () => {
  const { mail } = server.context;
  const email = 'stranger@example.com';
  await server.request('/auth/v1/otp', { method: 'POST', body: JSON.stringify({ email }) });
  await mail.settled();
  expect(await enforceRetention(server.context, inDays(0.9))).toEqual({});
  expect(await enforceRetention(server.context, inDays(1.1))).toMatchObject({ provisionalAccounts: 1 });
  expect(await count('auth.users where email = $1', [email])).toBe(0);
});

test('deletes audit entries after the configured days, and names of deleted accounts', async () => {
  const { db, audit } = server.context;
  await audit.settled();
  const person = randomUUID();
  await db.query(
    `insert into auth.audit_log_entries (payload, created_at, ip_address)
     select jsonb_build_object('action', 'login', 'actor_id', $1::text, 'actor_username', 'ana@example.com',
       'log_type', 'account', 'traits', '{}'::jsonb), now() - age, '203.0.113.9'
     from unnest(array['91 days', '89 days']::interval[]) as age`,
    [person],
  );
  expect(await enforceRetention(server.context, new Date())).toEqual({ auditEntries: 1, auditNames: 1 });
  const left = await db.query(
    `select payload ->> 'action' as action, payload ->> 'actor_username' as name, ip_address as address
     from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
    [person],
  );
  expect(left).toEqual([{ action: 'login', name: '', address: '' }]);
});

test('a project without a hook of its own loses only expired rows of the backend', async () => {
  await using stack = new AsyncDisposableStack();
  const { config, db: own } = server.context;
  const name = `foreign_${process.pid}`;
  await own.query(`create database ${name}`);
  stack.defer(async () => void (await own.query(`drop database ${name} with (force)`)));
  const connection = { host: inject('socketFolder'), user: 'postgres', database: name };
  const db = stack.use(openDatabase({ owner: connection, caller: connection, onError: console.error }));
  await migrate(db, resolve('backend/wire/foreign'));
  await db.query(
    `insert into auth.flow_state (provider_type, authentication_method) values ('email', 'recovery')`,
  );
  expect(await enforceRetention({ config, db, options: withDefaults({}, config) }, inDays(1.1))).toEqual({
    flows: 1,
  });
  expect(await db.query('select from storage.objects')).toHaveLength(1);
});

test('adds the counts of the product’s hook', async () => {
  const { config, db } = server.context;
  const options = withDefaults({ deleteExpired: async () => ({ flows: 2, drafts: 1, none: 0 }) }, config);
  await db.query(
    `insert into auth.flow_state (provider_type, authentication_method) values ('email', 'recovery')`,
  );
  expect(await enforceRetention({ config, db, options }, inDays(1.1))).toEqual({ flows: 3, drafts: 1 });
});

test('of five processes one enforces the retention, once a day; what failed is done by the next', async () => {
  await using stack = new AsyncDisposableStack();
  const { config, log, db: own } = server.context;
  const [row] = await own.query<{ database: string }>('select current_database() as database');
  const connection = { host: inject('socketFolder'), user: 'postgres', database: row!.database };
  const processes = Array.from({ length: 5 }, () =>
    stack.use(openDatabase({ owner: connection, caller: connection, onError: console.error })),
  );
  let attempts = 0;
  const deleteExpired = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no room');
    return { drafts: 1 };
  };
  const options = withDefaults({ deleteExpired }, config);
  using outages = createOutages(log);
  const pollAll = async () =>
    (await Promise.all(processes.map((db) => enforceDaily({ config, db, log, options, outages })))).filter(
      Boolean,
    );
  expect((await pollAll()).length).toBeLessThan(2);
  await pollAll();
  expect(attempts).toBe(2);
  expect(await pollAll()).toEqual([]);
  await own.query(`update platform.jobs set done_at = now() - interval '1 day' where name = 'retention'`);
  expect(await pollAll()).toMatchObject([{ drafts: 1 }]);
  expect(attempts).toBe(3);
});

test.each(['29', '3651', 'ever'])('AUDIT_RETENTION_DAYS=%s ends the start', async (days) => {
  await expect(startTestApp({ environment: { AUDIT_RETENTION_DAYS: days } })).rejects.toThrow(
    'AUDIT_RETENTION_DAYS',
  );
});
