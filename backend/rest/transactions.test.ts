import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

let server: TestApp;
let client: PostgrestClient;
beforeAll(async () => {
  server = await startTestApp({
    config: (config) => ({
      ...config,
      protocol: {
        ...config.protocol,
        api: { ...config.protocol.api, schemas: ['public', 'archive'], extra_search_path: ['tools', 'none'] },
      },
    }),
  });
  await addFilms(server.context.db);
  await server.context.db.query(`
    create table public.pledges (id int primary key, note_id int references notes deferrable initially deferred);
    grant all on pledges to service_role;
    create function public.add_note(words text) returns int language sql as $$
      insert into notes (text) values (words) returning id $$;
    grant execute on function add_note to service_role;

    create schema tools;
    grant usage on schema tools to anon, service_role;
    create domain tools.short as text;
    create function tools.twice(int) returns int language sql immutable as $$ select $1 * 2 $$;
    create function public.four() returns int language plpgsql stable as $$ begin return twice(2); end $$;
    create function public.path() returns text language sql stable as $$ select current_setting('search_path') $$;
    create schema archive;
    grant usage on schema archive to anon, service_role;
    create function archive.path() returns text language sql stable as $$ select current_setting('search_path') $$;
    grant execute on all functions in schema public, archive, tools to anon, service_role;`);
  client = new PostgrestClient('http://localhost/rest/v1', {
    fetch: async (input, init) => server.service(String(input).replace('http://localhost', ''), init),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function noteTexts(): Promise<unknown> {
  return (await client.from('notes').select('text').order('id')).data;
}

test('a rolled-back write gets the response of a real one, and nothing stays', async () => {
  const inserted = await client.from('notes').insert({ text: 'never' }).select('text,stars').rollback();
  expect(inserted).toMatchObject({ status: 201, data: [{ text: 'never', stars: 3 }] });
  expect(await noteTexts()).toEqual([]);
  await client.from('notes').insert({ id: 1000, text: 'stays' });
  const changed = await client.from('notes').update({ text: 'x' }).eq('id', 1000).select('text').rollback();
  expect(changed.data).toEqual([{ text: 'x' }]);
  const upserted = await client.from('notes').upsert({ id: 1000, text: 'y' }).select('text').rollback();
  expect(upserted).toMatchObject({ status: 200, data: [{ text: 'y' }] });
  expect((await client.from('notes').delete({ count: 'exact' }).eq('id', 1000).rollback()).count).toBe(1);
  expect((await client.rpc('add_note', { words: 'by a function' }).rollback()).data).toBeTypeOf('number');
  expect(await noteTexts()).toEqual([{ text: 'stays' }]);
});

test('a rolled-back write still fails on constraints, deferred ones too, and on policies', async () => {
  const taken = await client.from('notes').insert({ id: 1000, text: 'again' }).rollback();
  expect(taken).toMatchObject({ status: 409, error: { code: '23505' } });
  const nowhere = await client.from('pledges').insert({ id: 1, note_id: 9999 }).select().rollback();
  expect(nowhere).toMatchObject({ status: 409, error: { code: '23503' } });
  const denied = await server.request('/rest/v1/pledges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'tx=rollback' },
    body: '{"id":1}',
  });
  expect(denied.status).toBe(401);
  for (let round = 0; round < 20; round += 1)
    expect((await client.from('notes').insert({ text: 'bad' }).rollback()).error?.code).toBe('23514');
  expect((await client.from('notes').select('id', { count: 'exact', head: true })).count).toBe(1);
});

/** Says it of the role that the API connects with, in this test's database only. */
async function setTransactionEnd(end: string): Promise<void> {
  const { db } = server.context;
  const [{ name } = { name: '' }] = await db.query<{ name: string }>('select current_database() as name');
  await db.query(`alter role authenticator in database ${name} set pgrst.db_tx_end = '${end}'`);
  await db.query(`notify pgrst, 'reload config'`);
}

test.each([
  ['commit', 'commit', null, 1],
  ['commit', 'rollback', null, 1],
  ['commit-allow-override', 'commit', 'tx=commit', 1],
  ['commit-allow-override', 'rollback', 'tx=rollback', 0],
  ['rollback', 'commit', null, 0],
  ['rollback-allow-override', 'commit', 'tx=commit', 1],
  ['rollback-allow-override', 'rollback', 'tx=rollback', 0],
])('with db_tx_end = %s and Prefer: tx=%s', async (end, wanted, applied, stays) => {
  await setTransactionEnd(end);
  const send = async () => {
    const text = crypto.randomUUID();
    const answer = await server.service('/rest/v1/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: `tx=${wanted}, handling=strict` },
      body: JSON.stringify({ text }),
    });
    const { data } = await client.from('notes').select('id').eq('text', text);
    return [answer.status, answer.headers.get('preference-applied'), data?.length];
  };
  const honoured = applied === null ? 'handling=strict' : `${applied}, handling=strict`;
  await expect.poll(send).toEqual([201, honoured, stays]);
});

test('names without a schema are looked up in that of the request, then in the extra ones', async () => {
  expect((await client.rpc('path')).data).toBe('"public", "tools", "none"');
  expect((await client.schema('archive').rpc('path')).data).toBe('"archive", "tools", "none"');
  expect((await client.rpc('four')).data).toBe(4);
  const cast = await client.from('actors').select('name::short').eq('id', 3);
  expect(cast.data).toEqual([{ name: 'Natalie Portman' }]);
});
