import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

let server: TestApp;
let client: PostgrestClient;
beforeAll(async () => {
  server = await startTestApp();
  await addFilms(server.context.db);
  await server.context.db.query(`
    create function public.add(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
    create function public.pick(n int) returns text language sql stable as $$ select 'number ' || n $$;
    create function public.pick(word text) returns text language sql stable as $$ select 'word ' || word $$;
    create function public.either(a int) returns text language sql stable as $$ select 'a' $$;
    create function public.either(a text) returns text language sql stable as $$ select 'b' $$;
    create function public.numbers(upto int) returns setof int language sql stable as $$ select generate_series(1, upto) $$;
    create function public.films_of(director int) returns setof films language sql stable as $$
      select * from films where director_id = director $$;
    create function public.one_film(which int) returns films language sql stable as $$
      select * from films where id = which $$;
    create function public.pairs() returns table (k text, v int) language sql stable as $$ values ('x', 1), ('y', 2) $$;
    create function public.both(out a int, out b text) language sql stable as $$ select 1, 'z' $$;
    create function public.take(json) returns json language sql stable as $$ select $1->0 $$;
    create function public.shout(text) returns text language sql stable as $$ select upper($1) $$;
    create function public.size(bytea) returns int language sql stable as $$ select length($1) $$;
    create function public.join_all(separator text, variadic words text[]) returns text language sql stable as $$
      select array_to_string(words, separator) $$;
    create function public.total(list int[]) returns bigint language sql stable as $$ select sum(x) from unnest(list) x $$;
    create function public.write_note(words text) returns void language sql as $$ insert into notes (text) values (words) $$;
    create function public.delete_notes() returns setof notes language sql as $$ delete from notes returning * $$;
    create function public.complain() returns void language plpgsql stable as $$
      begin raise exception 'no' using hint = 'try again'; end $$;
    create function public.whoami() returns json language sql stable as $$
      select json_build_object('role', current_user, 'method', current_setting('request.method'),
        'path', current_setting('request.path'), 'claim', current_setting('request.jwt.claims')::json->>'role',
        'agent', current_setting('request.headers')::json->>'user-agent') $$;
    create function public.headers() returns json language sql stable as $$
      select current_setting('request.headers')::json $$;
    create function public.optional(json default '{"a": 0}') returns json language sql stable as $$ select $1 $$;
    create function public.positional(int, int) returns int language sql stable as $$ select $1 + $2 $$;
    create function public.twice(int) returns int language sql stable as $$ select $1 * 2 $$;
    create function public.clash() returns text language sql stable as $$ select 'nothing' $$;
    create function public.clash(json default '{}') returns text language sql stable as $$ select 'json' $$;
    create function public.sorted(b text, c text) returns int language sql stable as $$ select 2 $$;
    create function public.sorted(b text, c int) returns int language sql stable as $$ select 3 $$;
    create function public.sorted(b text, a text default '', c text default '') returns int
      language sql stable as $$ select 1 $$;
    create function public.big_title(films) returns text language sql stable as $$ select upper($1.title) $$;
    create function public.created() returns text language plpgsql as $$
      begin
        perform set_config('response.status', '202', true);
        perform set_config('response.headers', '[{"X-Own": "yes"}]', true);
        return 'done';
      end $$;
    create function public.bad_headers() returns int language sql stable as $$
      select 1 where set_config('response.headers', '{}', true) is not null $$;
    grant execute on all functions in schema public to anon, service_role;`);
  client = new PostgrestClient('http://localhost/rest/v1', {
    fetch: async (input, init) => server.service(String(input).replace('http://localhost', ''), init),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function call(
  name: string,
  args?: object,
  options?: { get?: boolean; head?: boolean; count?: 'exact' },
) {
  return client.rpc(name, args, options);
}

test('a scalar is a bare value, also by GET, with defaults', async () => {
  expect((await call('add', { a: 1, b: 2 })).data).toBe(3);
  expect((await call('add', { a: 1 })).data).toBe(11);
  expect((await call('add', { a: 1, b: 5 }, { get: true })).data).toBe(6);
  const head = await call('add', { a: 1 }, { head: true });
  expect([head.status, head.data]).toEqual([200, null]);
});

test('overloads are chosen by the names of the arguments', async () => {
  expect((await call('pick', { n: 1 })).data).toBe('number 1');
  expect((await call('pick', { word: 'x' })).data).toBe('word x');
  const either = await call('either', { a: 1 });
  expect([either.status, either.error?.code]).toEqual([300, 'PGRST203']);
  expect(either.error?.message).toBe(
    'Could not choose the best candidate function between: public.either(a => integer), public.either(a => text)',
  );
});

test('sets are arrays, that can be filtered, ordered, paged and counted', async () => {
  expect((await call('numbers', { upto: 3 })).data).toEqual([1, 2, 3]);
  const films = await client
    .rpc('films_of', { director: 2 }, { count: 'exact' })
    .select('title,directors!director_id(name)')
    .order('title')
    .limit(1);
  expect(films.error).toBeNull();
  expect([films.status, films.count, films.data]).toEqual([
    206,
    2,
    [{ title: 'Jackie', directors: { name: 'Pablo Larraín' } }],
  ]);
  expect((await client.rpc('pairs').eq('v', 2)).data).toEqual([{ k: 'y', v: 2 }]);
  expect((await client.rpc('films_of', { director: 1 }).select('id').single()).data).toEqual({ id: 1 });
  expect((await client.rpc('films_of', { director: 2 }).select('id').single()).error?.code).toBe('PGRST116');
});

test('a row is an object, nothing is 204', async () => {
  expect((await call('one_film', { which: 2 })).data).toMatchObject({ id: 2, title: 'No' });
  expect((await call('both')).data).toEqual({ a: 1, b: 'z' });
  const nothing = await call('write_note', { words: 'from a function' });
  expect([nothing.status, nothing.error]).toEqual([204, null]);
  expect((await client.from('notes').select('text')).data).toEqual([{ text: 'from a function' }]);
});

test('arrays and variadic arguments come by body and by URL', async () => {
  expect((await call('total', { list: [1, 2, 3] })).data).toBe(6);
  expect((await call('total', { list: [1, 2, 3] }, { get: true })).data).toBe(6);
  expect((await call('join_all', { separator: '-', words: ['a', 'b'] })).data).toBe('a-b');
  const url = '/rest/v1/rpc/join_all?separator=%2B&words=a&words=b,c';
  expect(await (await server.request(url)).json()).toBe('a+b,c');
});

test('a function with one unnamed parameter takes the whole body', async () => {
  const post = async (name: string, type: string, body: string | Uint8Array<ArrayBuffer>) =>
    (
      await server.request(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
    ).json();
  expect(await post('take', 'application/json', '[{"deep": [1.50]}]')).toEqual({ deep: [1.5] });
  expect(await post('shout', 'text/plain', 'hola')).toBe('HOLA');
  expect(await post('size', 'application/octet-stream', new Uint8Array([0, 255, 1]))).toBe(3);
  expect(await post('add', 'application/x-www-form-urlencoded', 'a=1&b=2')).toBe(3);
});

test('GET cannot write', async () => {
  const { status, error } = await call('write_note', { words: 'x' }, { get: true });
  expect([status, error?.code]).toEqual([405, '25006']);
});

test('more rows than max-affected allows undo what a function did', async () => {
  await client.from('notes').insert([{ text: 'p' }, { text: 'q' }]);
  const refused: unknown = await client.rpc('delete_notes').maxAffected(1);
  expect(refused).toMatchObject({ error: { code: 'PGRST124' } });
  expect((await client.from('notes').select('id')).data?.length).toBeGreaterThan(1);
  const noSet: unknown = await client.rpc('add', { a: 1 }).maxAffected(1);
  expect(noSet).toMatchObject({ error: { code: 'PGRST128' } });
});

test('errors of functions arrive whole', async () => {
  const { error, status } = await call('complain');
  expect([status, error?.code, error?.message, error?.hint]).toEqual([400, 'P0001', 'no', 'try again']);
});

test('a function knows the request', async () => {
  const response = await server.request('/rest/v1/rpc/whoami', { headers: { 'user-agent': 'tablet' } });
  expect(await response.json()).toEqual({
    role: 'anon',
    method: 'GET',
    path: '/rpc/whoami',
    claim: 'anon',
    agent: 'tablet',
  });
});

test('a function may set the status and headers of the response', async () => {
  const response = await server.service('/rest/v1/rpc/created', { method: 'POST' });
  expect([response.status, response.headers.get('x-own'), await response.json()]).toEqual([
    202,
    'yes',
    'done',
  ]);
  expect((await call('bad_headers')).error?.code).toBe('PGRST111');
});

test('the error of an unknown function suggests a similar name', async () => {
  const named = await call('ad', { a: 1 });
  expect(named.status).toBe(404);
  expect(named.error).toMatchObject({
    code: 'PGRST202',
    message: 'Could not find the function public.ad(a) in the schema cache',
    details:
      'Searched for the function public.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.add',
  });
  const arguments_ = await call('add', { aa: 1, b: 2 });
  expect(arguments_.error?.hint).toBe('Perhaps you meant to call the function public.add(a, b)');
  const bare = await call('pick');
  expect(bare.error?.message).toBe(
    'Could not find the function public.pick without parameters in the schema cache',
  );
});

test('an only parameter without a name is named by the empty key, and may have a default', async () => {
  const post = async (name: string, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await server.request(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  expect(await post('take', '{"": [1]}')).toEqual([200, null]);
  expect(await post('optional', '{"": 1}')).toEqual([200, { '': 1 }]);
  expect(await post('optional', '{}')).toEqual([200, {}]);
  expect((await call('optional', {}, { get: true })).data).toEqual({ a: 0 });
  const ambiguous = await call('clash');
  expect([ambiguous.status, ambiguous.error?.code]).toEqual([300, 'PGRST203']);
});

test('functions that cannot be called are unknown, and nothing hints at them', async () => {
  for (const name of ['positional', 'twice', 'big_title']) {
    const { status, error } = await call(name, { '': 1 });
    expect([status, error?.code]).toEqual([404, 'PGRST202']);
  }
  expect((await call('twic', {})).error?.hint).toBeNull();
  expect((await call('big_titles', {})).error?.hint).toBeNull();
});

test('candidates are listed in the order of their parameters', async () => {
  const { error } = await call('sorted', { b: 'x', c: 'y' });
  expect(error?.message).toBe(
    'Could not choose the best candidate function between: public.sorted(b => text, c => integer), public.sorted(b => text, c => text), public.sorted(b => text, a => text, c => text)',
  );
});

test('a function sees headers of tracing and the client’s own, never a secret or an address', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await (await server.request('/rest/v1/rpc/headers', { headers })).json()) as Record<string, string>;
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const seen = await ask({
    traceparent: trace,
    baggage: 'a=1',
    'X-Share-Token': 'mine',
    cookie: 'secret=1',
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
  });
  expect(seen).toMatchObject({ traceparent: trace, baggage: 'a=1', 'x-share-token': 'mine' });
  for (const name of ['authorization', 'apikey', 'cookie', 'x-forwarded-for', 'x-real-ip'])
    expect(seen).not.toHaveProperty(name);
  // The statement is prepared by now: its plan must not keep the headers of an earlier request.
  for (let turn = 0; turn < 10; turn += 1)
    expect(await ask({ 'x-share-token': String(turn) })).toMatchObject({ 'x-share-token': String(turn) });
});

test('the headers that SQL sees are bounded in number and size', async () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-h${index}`, 'v']));
  const seen = async (headers: Record<string, string>) =>
    Object.keys((await (await server.request('/rest/v1/rpc/headers', { headers })).json()) as object).length;
  expect(await seen(many)).toBe(40);
  expect(await seen({ 'x-large': 'v'.repeat(9000) })).toBe(0);
});
