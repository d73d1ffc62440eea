import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Exchange, type RequestSession } from './exchange.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const session: RequestSession = {
  role: 'anon',
  claims: '{"role":"anon","sub":"00000000-0000-4000-8000-000000000001"}',
  method: 'GET',
  path: '/rest/v1/x',
  headers: '{}',
  readOnly: false,
};

test('a statement sees only the role and claims of its own request', async () => {
  const sql = `select current_user::text, auth.uid()::text`;
  const [first, second] = await Promise.all([
    server.context.db.asCaller(session, { sql, values: [] }),
    server.context.db.asCaller({ ...session, role: 'authenticated', claims: '{}' }, { sql, values: [] }),
  ]);
  expect(first.rows).toEqual([['anon', '00000000-0000-4000-8000-000000000001']]);
  expect(second.rows).toEqual([['authenticated', null]]);
});

test('several callers run a statement in one round trip, each with its own claims, on connections of both kinds', async () => {
  await using pooled = await startTestApp({ environment: { DATABASE_PREPARED_STATEMENTS: 'false' } });
  const sub = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  const sessions = [1, 2, 3].map((last) => ({ ...session, claims: JSON.stringify({ sub: sub(last) }) }));
  const statement = {
    sql: 'select auth.uid()::text, $1 where auth.uid() <> $2::uuid',
    values: ['x', sub(2)],
  };
  for (const { db } of [server.context, pooled.context])
    for (let round = 0; round < 3; round += 1) {
      const results = await db.asCallers(sessions, statement);
      expect(results.map(({ rows }) => rows)).toEqual([[[sub(1), 'x']], [], [[sub(3), 'x']]]);
    }
});

test('what policies ask about the caller costs no function call', async () => {
  const sql = 'explain (verbose, costs off) select auth.jwt(), auth.uid(), auth.role(), auth.email()';
  const { rows } = await server.context.db.asCaller(session, { sql, values: [] });
  const plan = rows.flat().join('\n');
  expect(plan).toContain("current_setting('request.jwt.claims'");
  expect(plan).not.toContain('auth.');
});

test.each([
  ['without claims', '', [null, null, null, '{}']],
  ['with an empty subject', '{"sub":"","role":"anon"}', [null, 'anon', null, '{"sub": "", "role": "anon"}']],
  [
    'of a user',
    '{"sub":"00000000-0000-4000-8000-000000000001","email":"a@example.com"}',
    [
      '00000000-0000-4000-8000-000000000001',
      null,
      'a@example.com',
      '{"sub": "00000000-0000-4000-8000-000000000001", "email": "a@example.com"}',
    ],
  ],
])('policies read the caller %s', async (_, claims, expected) => {
  const sql = 'select auth.uid()::text, auth.role(), auth.email(), auth.jwt()::text';
  const { rows } = await server.context.db.asCaller({ ...session, claims }, { sql, values: [] });
  expect(rows).toEqual([expected]);
});

test('a statement that failed can run again on the same connection', async () => {
  const run = (divisor: string) =>
    server.context.db.asCaller(session, { sql: 'select 12 / $1::int', values: [divisor] });
  for (let round = 0; round < 40; round += 1) await expect(run('0')).rejects.toMatchObject({ code: '22012' });
  expect((await run('4')).rows).toEqual([['3']]);
});

const preparedSql = `select count(*), coalesce(sum(length(statement)), 0) from pg_prepared_statements`;

/** Number and characters of the statements that the connection in use keeps. */
async function kept({ context: { db } } = server): Promise<readonly number[]> {
  const { rows } = await db.asCaller(session, { sql: preparedSql, values: [] });
  return rows[0]!.map(Number);
}

test('V2: keeps a statement that comes again, not one that comes once or is long', async () => {
  const run = (sql: string) => server.context.db.asCaller(session, { sql, values: [] });
  await kept();
  const [before = 0] = await kept();
  for (let index = 0; index < 50; index += 1) await run(`select ${index} as "once ${index}"`);
  for (let round = 0; round < 3; round += 1) await run(`select '${'x'.repeat(5000)}' as "long"`);
  expect(await kept()).toEqual([before, expect.any(Number)]);
  for (let round = 0; round < 3; round += 1) await run('select 1 as "often"');
  expect((await kept())[0]).toBe(before + 1);
});

test('V2: closes the least recently used statements beyond the bounds, and can prepare them again', async () => {
  // Another one would begin anew.
  await using one = await startTestApp({ environment: { DATABASE_POOL_SIZE: '1' } });
  const run = async (index: number): Promise<void> => {
    const sql = `select ${index} as "${'x'.repeat(50)}"`;
    expect((await one.context.db.asCaller(session, { sql, values: [] })).rows).toEqual([[String(index)]]);
  };
  for (let round = 0; round < 2; round += 1)
    for (let index = 0; index < 250; index += 1) for (let time = 0; time < 2; time += 1) await run(index);
  const [count = 0, characters = 0] = await kept(one);
  expect(count).toBeGreaterThan(100);
  expect(count).toBeLessThanOrEqual(201);
  expect(characters).toBeLessThan(70_000);
});

test('without prepared statements a connection keeps none', async () => {
  await using other = await startTestApp({ environment: { DATABASE_PREPARED_STATEMENTS: 'false' } });
  const { db } = other.context;
  const ask = async (sql: string) => (await db.asCaller(session, { sql, values: [] })).rows;
  for (let round = 0; round < 3; round += 1) expect(await ask('select 1 as "often"')).toEqual([['1']]);
  expect(await ask(preparedSql)).toEqual([['0', '0']]);
  for (let round = 0; round < 3; round += 1) await db.query('select $1::int as often', [round]);
  expect(await db.query('select from pg_prepared_statements')).toEqual([]);
});

test('nothing that a request sets stays on its connection', async () => {
  const client = new pg.Client({ host: inject('socketFolder'), user: 'authenticator', database: 'postgres' });
  await client.connect();
  const settings = async () => (await client.query<object>('select name, setting from pg_settings')).rows;
  const before = await settings();
  const sql = `select current_user::text, current_setting('jit'), current_setting('statement_timeout')`;
  for (const named of [true, false]) {
    const [result] = await client.query(new Exchange([session], { sql, values: [] }, named)).result;
    expect(result?.rows).toEqual([['anon', 'off', '1s']]);
    expect(await settings()).toEqual(before);
  }
  await client.end();
});

test('V2: thousands of different statements leave bounded memory and a usable connection', async () => {
  for (let index = 0; index < 600; index += 1)
    for (let round = 0; round < 2; round += 1) {
      const sql = `select ${index} as "column ${index}", '${'x'.repeat(index * 6)}'`;
      await server.context.db.asCaller(session, { sql, values: [] });
    }
  const [count = 0, characters = 0] = await kept();
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThanOrEqual(200);
  expect(characters).toBeLessThanOrEqual(65_536 + 4096);
});

test.each([
  ['a read of an anonymous caller', { method: 'GET' }, '1s'],
  ['a read of a user', { method: 'GET', role: 'authenticated' }, '1s'],
  ['a write of a user, which may wait for others', { method: 'POST', role: 'authenticated' }, '8s'],
  ['a write of an anonymous caller', { method: 'POST' }, '1s'],
  ['a costly request', { method: 'POST', role: 'authenticated', isCostly: true }, '250ms'],
  ['a request with the secret key', { role: 'service_role', isCostly: true }, '0'],
])('V6: bounds the time of %s', async (_, changes, expected) => {
  const statement = { sql: `select current_setting('statement_timeout')`, values: [] };
  const { rows } = await server.context.db.asCaller({ ...session, ...changes }, statement);
  expect(rows).toEqual([[expected]]);
});

test('cancels a costly statement after a quarter of a second', async () => {
  const started = performance.now();
  const slow = server.context.db.asCaller(
    { ...session, isCostly: true },
    { sql: 'select pg_sleep(20)', values: [] },
  );
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a read-only request cannot write', async () => {
  const statement = { sql: `select nextval('auth.refresh_tokens_id_seq')`, values: [] };
  await expect(
    server.context.db.asCaller({ ...session, role: 'service_role', readOnly: true }, statement),
  ).rejects.toThrow();
});
