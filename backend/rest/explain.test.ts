import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

/** As `db_plan_enabled = true` in the section `[api]` of config.toml. */
function withPlans(config: Config): Config {
  const api = { ...config.protocol.api, db_plan_enabled: true };
  return { ...config, protocol: { ...config.protocol, api } };
}

function clientOf(server: TestApp): PostgrestClient {
  return new PostgrestClient('http://localhost/rest/v1', {
    fetch: async (input, init) => server.service(String(input).replace('http://localhost', ''), init),
  });
}

let server: TestApp;
let client: PostgrestClient;
beforeAll(async () => {
  server = await startTestApp({ config: withPlans });
  await addFilms(server.context.db);
  await server.context.db.query(`
    create function public.slow() returns int language sql stable as $$ select 1 from pg_sleep(10) $$;
    create function public.write_it() returns int language sql as $$ insert into notes values (default) returning 1 $$;
    grant execute on function public.slow(), public.write_it() to anon`);
  client = clientOf(server);
});
afterAll(() => server[Symbol.asyncDispose]());

test('explain() gives the execution plan, as text or as JSON', async () => {
  const text = await client.from('films').select('title').eq('id', 1).explain();
  expect(text.error).toBeNull();
  expect(text.data).toMatch(/^Aggregate {2}\(cost=/);
  const json = await client.from('films').select().explain({ format: 'json', analyze: true, verbose: true });
  expect(json.data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate', Output: expect.any(Array) } }]);
  expect(JSON.stringify(json.data)).toContain('Actual Rows');
});

test.each([
  ['application/vnd.pgrst.plan', 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8'],
  [
    'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object"; options=verbose|analyze',
    'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose; charset=utf-8',
  ],
  [
    'application/vnd.pgrst.plan+text; for="text/csv"; options=;',
    'application/vnd.pgrst.plan+text; for="text/csv"; charset=utf-8',
  ],
])('Accept: %s', async (accept, type) => {
  const response = await server.service('/rest/v1/films?select=id', { headers: { accept } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
});

test('a statement is executed only with analyze', async () => {
  const notes = async () => (await client.from('notes').select('text')).data;
  expect((await client.from('notes').insert({ text: 'planned' }).explain()).data).toMatch(/Insert on notes/);
  expect(await notes()).toEqual([]);
  await client.from('notes').insert({ text: 'undone' }).rollback().explain({ analyze: true });
  expect(await notes()).toEqual([]);
  await client.from('notes').insert({ text: 'done' }).explain({ analyze: true });
  expect(await notes()).toEqual([{ text: 'done' }]);
});

test('a read that is analyzed still ends at the time limit of its caller, and cannot write', async () => {
  const ask = async (path: string) => {
    const headers = { accept: 'application/vnd.pgrst.plan; options=analyze' };
    const response = await server.request(`/rest/v1/rpc/${path}`, { headers });
    return ((await response.json()) as { code: string }).code;
  };
  expect(await ask('slow')).toBe('57014');
  expect(await ask('write_it')).toBe('25006');
});

test('plans are off by default, and the database has the last word', async () => {
  await using closed = await startTestApp();
  const off = await clientOf(closed).from('walkers').select().explain();
  expect([off.status, off.error?.code]).toEqual([406, 'PGRST107']);
  expect(off.error?.message).toBe(
    'None of these media types are available: application/vnd.pgrst.plan+text; for="application/json"',
  );
  const database = (await closed.context.db.query<{ name: string }>('select current_database() as name'))[0]!;
  await closed.context.db.query(
    `alter role authenticator in database ${database.name} set pgrst.db_plan_enabled = 'true'; notify pgrst, 'reload config'`,
  );
  await expect.poll(async () => (await clientOf(closed).from('walkers').select().explain()).status).toBe(200);
});
