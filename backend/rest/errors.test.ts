import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addFilms } from '../testing/films.ts';

const hidden = 'sha256-of-a-key';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await addFilms(server.context.db);
  await server.context.db.query(`
    create function public.teapot() returns int language plpgsql stable as $$
      begin raise sqlstate 'PT418' using message = 'short and stout', hint = 'pour'; end $$;
    create function public.whole() returns int language plpgsql stable as $$
      begin raise sqlstate 'PGRST' using message = '{"code":"X1","message":"own","hint":"h"}',
        detail = '{"status":429,"headers":{"Retry-After":"60"}}'; end $$;
    create function public.broken() returns int language plpgsql stable as $$
      begin raise sqlstate 'PGRST' using message = 'no json'; end $$;
    grant execute on function teapot, whole, broken to anon;`);
  await server.context.db.query(`
      create table public.scales (
        id int primary key, hash text not null default '${hidden}', name text not null, grams int check (grams > 0));
      insert into public.scales values (1, '${hidden}', 'kitchen', 5);
      create view public.heavy_scales with (security_invoker = true) as
        select id, name, grams from public.scales where grams > 100 with check option;
      create function public.set_grams(grams int) returns void language sql security definer set search_path = '' as
        'update public.scales set grams = set_grams.grams where id = 1';
      grant select (id, name, grams), insert (id, name, grams), update (name, grams) on public.scales to authenticated;
      grant select, insert, update on public.heavy_scales to authenticated;
      grant all on public.scales, public.heavy_scales to service_role;`);
});
afterAll(() => server[Symbol.asyncDispose]());

async function refused(path: string, init?: RequestInit): Promise<readonly unknown[]> {
  const response = await server.request(`/rest/v1${path}`, init);
  const body = (await response.json()) as { code: string };
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message']);
  expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${body.code}`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return [response.status, body.code];
}

const json = { 'content-type': 'application/json' };

test.each([
  ['/films?select=nothing', 400, '42703'],
  ['/films?nothing=eq.1', 400, '42703'],
  ['/films?order=nothing', 400, '42703'],
  ['/films?id=eq.one', 400, '22P02'],
  ['/films?id=eq.99999999999', 400, '22003'],
  ['/films?title=match.a', 400, 'PGRST127'],
  ['/films?select=title::nothing', 400, '42704'],
  ['/films?select=data->99999999999', 404, '42883'],
  ['/films?select=a%ZZ', 400, 'PGRST100'],
  ['/films?id=eq.%00', 400, 'PGRST100'],
  ['/nothing', 404, 'PGRST205'],
  ['/films/1', 404, 'PGRST125'],
  ['/%ZZ', 404, 'PGRST125'],
  ['/films%00', 404, 'PGRST125'],
  ['/', 404, 'PGRST126'],
  ['/rpc/nothing', 404, 'PGRST202'],
])('GET %s gets %d %s', async (path, status, code) => {
  expect(await refused(path)).toEqual([status, code]);
});

test('a wrong regular expression is PostgreSQL’s error', async () => {
  const response = await server.service('/rest/v1/films?title=match.(');
  expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: '2201B' })]);
});

test('rejects unknown verbs, types and schemas', async () => {
  expect(await refused('/films', { method: 'PROPFIND' })).toEqual([405, 'PGRST117']);
  expect(await refused('/films', { headers: { accept: 'image/png' } })).toEqual([406, 'PGRST107']);
  expect(await refused('/films', { headers: { 'accept-profile': 'auth' } })).toEqual([406, 'PGRST106']);
  const post = { method: 'POST', body: '{}' };
  expect(await refused('/notes', { ...post, headers: { ...json, 'content-profile': 'auth' } })).toEqual([
    406,
    'PGRST106',
  ]);
  expect(await refused('/notes', { ...post, headers: { 'content-type': 'image/png' } })).toEqual([
    400,
    'PGRST102',
  ]);
  expect(await refused('/notes', { ...post, headers: { 'content-type': 'text/plain' } })).toEqual([
    400,
    'PGRST102',
  ]);
  expect(await refused('/films', { headers: { prefer: 'handling=strict,foo=bar' } })).toEqual([
    400,
    'PGRST122',
  ]);
});

test.each(['', '{', '[1,2]', 'null', `${'['.repeat(10_000)}`, '{"a":1}{"a":2}'])(
  'refuses the body %.20s',
  async (body) => {
    expect(await refused('/notes', { method: 'POST', headers: json, body })).toEqual([400, 'PGRST102']);
  },
);

test('I3 rejects a body of more than a megabyte', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
  expect(await refused('/notes', { method: 'POST', headers: json, body })).toEqual([413, 'PGRST413']);
});

test('an invalid token is an error with the reason in the header', async () => {
  for (const token of ['nonsense', 'a.b.c', `${server.as('diego').token}x`]) {
    const response = await server.request('/rest/v1/walkers', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'PGRST301' });
    expect(response.headers.get('www-authenticate')).toMatch(
      /^Bearer error="invalid_token", error_description="/,
    );
  }
  const { tokens } = server.context;
  const expired = await tokens.sign({
    role: 'authenticated',
    aud: 'authenticated',
    sub: 'x',
    exp: 1_000_000,
  });
  const response = await server.request('/rest/v1/walkers', {
    headers: { authorization: `Bearer ${expired}` },
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
  expect(response.headers.get('www-authenticate')).toContain('JWT expired');
});

test('a missing grant is 401 for strangers and 403 for users', async () => {
  const anonymous = await server.request('/rest/v1/walkers?select=contact');
  expect(anonymous.status).toBe(401);
  expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
  const nora = await server.as('nora').request('/rest/v1/directors');
  expect([nora.status, ((await nora.json()) as { code: string }).code]).toEqual([403, '42501']);
});

test('R12 constraint errors do not show values of rows to strangers', async () => {
  const body = JSON.stringify({ code: 'key', text: 'a secret' });
  const insert = { method: 'POST', headers: json, body };
  expect((await server.request('/rest/v1/notes', insert)).status).toBe(201);
  const anonymous = await server.request('/rest/v1/notes', insert);
  expect(anonymous.status).toBe(409);
  expect(await anonymous.json()).toEqual({
    code: '23505',
    details: null,
    hint: null,
    message: 'duplicate key value violates unique constraint "notes_code_key"',
  });
  const known = await server.service('/rest/v1/notes', insert);
  expect(await known.json()).toMatchObject({ details: 'Key (code)=(key) already exists.' });
});

describe('N12: no error shows the row that failed', () => {
  const insert = (path: string, body: object) => [path, 'POST', body] as const;
  test.each([
    ['23514', ...insert('scales', { id: 2, name: 'a', grams: 0 })],
    ['23514', 'scales?id=eq.1', 'PATCH', { grams: -1 }],
    [
      '23514',
      ...insert('scales', [
        { id: 3, name: 'b', grams: 1 },
        { id: 4, name: 'c', grams: 0 },
      ]),
    ],
    ['23514', ...insert('rpc/set_grams', { grams: 0 })],
    ['23502', ...insert('scales', { id: 5, name: null, grams: 1 })],
    ['23502', 'scales?id=eq.1', 'PATCH', { name: null }],
    ['44000', ...insert('heavy_scales', { id: 6, name: 'd', grams: 50 })],
  ] as const)('%s of %s', async (code, path, method, body) => {
    for (const who of [server.as('nora').request, server.service]) {
      const response = await who(`/rest/v1/${path}`, { method, headers: json, body: JSON.stringify(body) });
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ code, details: null, hint: null });
      expect(text).not.toContain(hidden);
    }
  });

  test('and a duplicate still names the key to people with an account', async () => {
    const again = { method: 'POST', headers: json, body: JSON.stringify({ id: 1, name: 'a', grams: 1 }) };
    const refusal = await server.as('nora').request('/rest/v1/scales', again);
    expect([refusal.status, await refusal.json()]).toMatchObject([
      409,
      { code: '23505', details: 'Key (id)=(1) already exists.' },
    ]);
  });
});

test('functions may raise an error with a status, or write it whole', async () => {
  const teapot = await server.request('/rest/v1/rpc/teapot');
  expect(teapot.status).toBe(418);
  expect(await teapot.json()).toEqual({
    code: 'PT418',
    details: null,
    hint: 'pour',
    message: 'short and stout',
  });
  const whole = await server.request('/rest/v1/rpc/whole');
  expect(whole.status).toBe(429);
  expect(whole.headers.get('retry-after')).toBe('60');
  expect(await whole.json()).toEqual({ code: 'X1', details: null, hint: 'h', message: 'own' });
  expect(await refused('/rpc/broken')).toEqual([500, 'PGRST121']);
});

test('a change of the schema is known at once', async () => {
  const { db } = server.context;
  await db.query('create table public.later (id int); grant select on later to anon');
  await expect.poll(async () => (await server.request('/rest/v1/later')).status).toBe(200);
  await db.query('drop table later');
  await expect.poll(async () => (await server.request('/rest/v1/later')).status).toBe(404);
});

test('a database that cannot be reached is 503', async () => {
  await using own = await startTestApp();
  expect((await own.request('/rest/v1/walks')).status).toBe(200);
  const { db } = own.context;
  const [{ name } = { name: '' }] = await db.query<{ name: string }>('select current_database() as name');
  await db.query(`alter database ${name} connection limit 0`);
  await db.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'authenticator'`);
  const response = await own.request('/rest/v1/walks');
  expect(response.status).toBe(503);
  expect(['53300', '57P01', 'PGRST000']).toContain(((await response.json()) as { code: string }).code);
  await db.query(`alter database ${name} connection limit -1`);
  await expect.poll(async () => (await own.request('/rest/v1/walks')).status).toBe(200);
});

test('OPTIONS tells the verbs', async () => {
  const response = await server.request('/rest/v1/films', { method: 'OPTIONS' });
  expect([response.status, response.headers.get('allow')]).toEqual([
    200,
    'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
  ]);
});
