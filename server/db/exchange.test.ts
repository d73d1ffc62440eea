import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { RequestSession } from './exchange.ts';

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

test('a statement sees the role and the claims of its own request only', async () => {
  const sql = `select current_user::text, auth.uid()::text`;
  const [first, second] = await Promise.all([
    server.context.db.asCaller(session, { sql, values: [] }),
    server.context.db.asCaller({ ...session, role: 'authenticated', claims: '{}' }, { sql, values: [] }),
  ]);
  expect(first.rows).toEqual([['anon', '00000000-0000-4000-8000-000000000001']]);
  expect(second.rows).toEqual([['authenticated', null]]);
});

test('a statement that failed when it ran can be run again on the same connection', async () => {
  const run = (divisor: string) =>
    server.context.db.asCaller(session, { sql: 'select 12 / $1::int', values: [divisor] });
  for (let round = 0; round < 40; round += 1) await expect(run('0')).rejects.toMatchObject({ code: '22012' });
  expect((await run('4')).rows).toEqual([['3']]);
});

test('thousands of different statements leave the often used ones prepared and the connection usable', async () => {
  const often = { sql: 'select count(*) from pg_prepared_statements', values: [] };
  for (let index = 0; index < 1200; index += 1)
    await server.context.db.asCaller(session, { sql: `select ${index} as "column ${index}"`, values: [] });
  const { rows } = await server.context.db.asCaller(session, often);
  expect(Number(rows[0]?.[0])).toBeGreaterThan(10);
  expect(Number(rows[0]?.[0])).toBeLessThanOrEqual(501);
});

test('a statement of an anonymous caller is ended after three seconds', async () => {
  const started = performance.now();
  const slow = server.context.db.asCaller(session, { sql: 'select pg_sleep(20)', values: [] });
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('a read-only request cannot write', async () => {
  const statement = { sql: `select nextval('auth.refresh_tokens_id_seq')`, values: [] };
  await expect(
    server.context.db.asCaller({ ...session, role: 'service_role', readOnly: true }, statement),
  ).rejects.toThrow();
});
