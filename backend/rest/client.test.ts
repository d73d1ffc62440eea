import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

/** The official client against our handler: what it builds must be understood, what we answer must mean the same to it. */
let server: TestApp;
let client: PostgrestClient;
beforeAll(async () => {
  server = await startTestApp({
    config: (config) => ({
      ...config,
      protocol: { ...config.protocol, api: { ...config.protocol.api, schemas: ['public', 'archive'] } },
    }),
  });
  await addFilms(server.context.db);
  await server.context.db.query(`
    create function public.initials(films) returns text language sql stable as $$ select left($1.title, 1) $$;
    create function public.fellow_films(films) returns setof films language sql stable as $$
      select * from films where director_id = $1.director_id and id <> $1.id $$;
    create function public.main_director(films) returns setof directors rows 1 language sql stable as $$
      select * from directors where id = $1.director_id $$;
    create schema archive;
    grant usage on schema archive to anon, service_role;
    create table archive.reels (id int primary key, label text);
    insert into archive.reels values (1, 'first');
    grant select, insert on archive.reels to anon, service_role;
    grant execute on all functions in schema public to anon, service_role;`);
  client = new PostgrestClient('http://localhost/rest/v1', {
    fetch: async (input, init) => server.service(String(input).replace('http://localhost', ''), init),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

test('reads with every kind of filter that it can build', async () => {
  const { data, error, count, status } = await client
    .from('films')
    .select('id, title, director:directors!director_id ( name )', { count: 'exact' })
    .or('id.eq.1,and(year.gte.2012,title.ilike.%no%)')
    .not('tags', 'is', null)
    .in('mood', ['calm', 'tense'])
    .contains('data', { a: {} })
    .order('title', { ascending: false })
    .range(0, 0);
  expect(error).toBeNull();
  expect([status, count]).toEqual([206, 2]);
  expect(data).toEqual([{ id: 2, title: 'No', director: { name: 'Pablo Larraín' } }]);
});

test('escapes what has to be escaped in lists and texts', async () => {
  const texts = ['a,b', '(c)', 'd"e', 'f\\g', 'h.i', ' j ', 'k&l=m', '100%'];
  const inserted = await client
    .from('notes')
    .insert(texts.map((text) => ({ text })))
    .select('text');
  expect(inserted.error).toBeNull();
  const listed = await client.from('notes').select('text').in('text', texts).order('id');
  expect(listed.data?.map(({ text }) => text as string)).toEqual(texts);
  const each = await client.from('notes').select('text').eq('text', 'k&l=m').single();
  expect(each.data).toEqual({ text: 'k&l=m' });
});

test('single, maybeSingle and head counts', async () => {
  const one = await client.from('films').select('title').eq('id', 1).single();
  expect(one.data).toEqual({ title: 'Gloria' });
  const many = await client.from('films').select('title').single();
  expect([many.status, many.error?.code]).toEqual([406, 'PGRST116']);
  const none = await client.from('films').select('title').eq('id', 99).maybeSingle();
  expect([none.data, none.error]).toEqual([null, null]);
  const { count, data } = await client.from('films').select('*', { count: 'exact', head: true });
  expect([count, data]).toEqual([4, null]);
});

test('inserts, upserts, updates and deletes', async () => {
  const made = await client.from('notes').insert({ text: 'one', code: 'u1' }).select().single();
  expect([made.status, made.data]).toMatchObject([201, { text: 'one', stars: 3 }]);
  const many = await client
    .from('notes')
    .insert([{ text: 'two', stars: 1 }, { text: 'three' }], { defaultToNull: false, count: 'exact' })
    .select('stars');
  expect([many.count, many.data]).toEqual([2, [{ stars: 1 }, { stars: 3 }]]);
  const merged = await client
    .from('notes')
    .upsert({ code: 'u1', text: 'uno' }, { onConflict: 'code' })
    .select('text');
  expect([merged.status, merged.data]).toEqual([200, [{ text: 'uno' }]]);
  const ignored = await client
    .from('notes')
    .upsert({ code: 'u1', text: 'x' }, { onConflict: 'code', ignoreDuplicates: true })
    .select('text');
  expect(ignored.data).toEqual([]);
  const updated = await client.from('notes').update({ stars: 5 }).eq('code', 'u1').select('stars');
  expect(updated.data).toEqual([{ stars: 5 }]);
  const tooMany: unknown = await client.from('notes').update({ stars: 5 }).gt('id', 0).maxAffected(1);
  expect(tooMany).toMatchObject({ error: { code: 'PGRST124' } });
  const deleted = await client.from('notes').delete({ count: 'exact' }).eq('code', 'u1');
  expect([deleted.status, deleted.count]).toEqual([204, 1]);
});

test('nulls stripped, CSV, other schemas', async () => {
  const stripped = await client.from('films').select('id,year').eq('id', 4).stripNulls();
  expect(stripped.data).toEqual([{ id: 4 }]);
  const csv = await client.from('actors').select('id,name').eq('id', 3).csv();
  expect(csv.data).toBe('id,name\n3,"Natalie Portman"');
  const reels = await client.schema('archive').from('reels').select();
  expect(reels.data).toEqual([{ id: 1, label: 'first' }]);
  const made = await client.schema('archive').from('reels').insert({ id: 2, label: 'second' }).select();
  expect(made.data).toEqual([{ id: 2, label: 'second' }]);
  const hidden = await client.schema('auth').from('users').select();
  expect([hidden.status, hidden.error?.code, hidden.error?.hint]).toEqual([
    406,
    'PGRST106',
    'Only the following schemas are exposed: public, archive',
  ]);
});

test('the response names the requested schema', async () => {
  const response = await server.request('/rest/v1/reels', { headers: { 'accept-profile': 'archive' } });
  expect(response.headers.get('content-profile')).toBe('archive');
});

test('full-text search and ranges', async () => {
  const found = await client.from('films').select('id').textSearch('plot', 'dance', { config: 'english' });
  expect(found.data).toEqual([{ id: 1 }]);
  const website = await client
    .from('films')
    .select('id')
    .textSearch('plot', 'woman or campaign', { config: 'english', type: 'websearch' });
  expect(website.data).toHaveLength(2);
  expect((await client.from('films').select('id').rangeLt('shown', '[6,7)')).data).toEqual([{ id: 1 }]);
  expect((await client.from('films').select('id').overlaps('tags', ['music'])).data).toEqual([{ id: 1 }]);
  expect((await client.from('films').select('id').likeAnyOf('title', ['G%', 'J%']).order('id')).data).toEqual(
    [{ id: 1 }, { id: 3 }],
  );
});

test('computed columns and computed relationships', async () => {
  const found = await client
    .from('films')
    .select('initials, fellow_films(title), main_director(name)')
    .eq('initials', 'N')
    .order('initials');
  expect(found.error).toBeNull();
  expect(found.data).toEqual([
    { initials: 'N', fellow_films: [{ title: 'Jackie' }], main_director: { name: 'Pablo Larraín' } },
  ]);
  const written = await client
    .from('films')
    .update({ year: 2012 })
    .eq('id', 2)
    .select('id,initials,main_director(name)');
  expect(written.data).toEqual([{ id: 2, initials: 'N', main_director: { name: 'Pablo Larraín' } }]);
});

/** Says it of the role that the API connects with, in this test's database only. */
async function setInDatabase(setting: string): Promise<void> {
  const { db } = server.context;
  const [{ name } = { name: '' }] = await db.query<{ name: string }>('select current_database() as name');
  await db.query(`alter role authenticator in database ${name} ${setting}`);
  await db.query(`notify pgrst, 'reload config'`);
}

test('aggregates are off unless the database allows them', async () => {
  const select = 'director_id, count(), first:year.min(), year.avg()::int';
  const { error, status } = await client.from('films').select(select);
  expect([status, error?.code]).toEqual([400, 'PGRST123']);
  await setInDatabase(`set pgrst.db_aggregates_enabled = 'true'`);
  await expect
    .poll(async () => (await client.from('films').select(select).eq('director_id', 2)).data)
    .toEqual([{ director_id: 2, count: 2, first: 2012, avg: 2014 }]);
});

test('what is wrong in the request becomes an error of the client', async () => {
  const bad = await client.from('filmz').select();
  expect([bad.status, bad.error?.hint]).toEqual([404, "Perhaps you meant the table 'public.films'"]);
  const ambiguous = await client.from('films').select('*, directors(*)');
  expect([ambiguous.status, ambiguous.error?.code]).toEqual([300, 'PGRST201']);
});
