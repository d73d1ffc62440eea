import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail, refresh, send, signIn } from '../testing/auth/auth.ts';

/** Hostile requests to the tables of a project. */
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.context.db.query(`
    create function public.slow() returns void language sql set search_path = '' as 'select pg_catalog.pg_sleep(60)';
    create function public.patience() returns text language sql set search_path = '' as
      $$ select pg_catalog.current_setting('statement_timeout') $$;
    grant execute on function slow, patience to anon, authenticated;`);
});
afterAll(() => server[Symbol.asyncDispose]());

const json = { 'content-type': 'application/json' };

async function refusal(response: Response): Promise<readonly [number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}

test('R7 a million rows are asked for, a thousand come', async () => {
  await server.context.db.query(`
    insert into walks (name, duration) select 'Tour ' || n, '3hours' from generate_series(1, 1200) n`);
  for (const query of ['limit=1000000', 'limit=1000000&offset=100', 'select=name']) {
    const response = await server.request(`/rest/v1/walks?${query}`);
    expect(await response.json()).toHaveLength(1000);
  }
});

test('R7 five levels of relations and fifty terms of or take a bounded time', async () => {
  const levels = 'user_walkers(walkers(opinions(walkers(user_walkers(walker_id)))))';
  const terms = Array.from({ length: 50 }, (_, index) => `name.ilike.*${index}*`).join(',');
  const started = performance.now();
  const response = await server
    .as('carla')
    .request(`/rest/v1/walkers?select=id,${levels}&or=(${terms},name.not.is.null)`);
  expect(response.status).toBe(200);
  expect(((await response.json()) as unknown[]).length).toBeGreaterThanOrEqual(2);
  expect(performance.now() - started).toBeLessThan(3000);
});

test('R7 a read that takes longer than a second, or a write of a user longer than 8, is cancelled', async () => {
  const [anonymous, user, writing] = await Promise.all([
    server.request('/rest/v1/rpc/patience'),
    server.as('diego').request('/rest/v1/rpc/patience'),
    server.as('diego').request('/rest/v1/rpc/patience', { method: 'POST' }),
  ]);
  expect([await anonymous.json(), await user.json(), await writing.json()]).toEqual(['1s', '1s', '8s']);
  const started = performance.now();
  const slow = await server.request('/rest/v1/rpc/slow', { method: 'POST' });
  // The status is upstream's for this state.
  expect(await refusal(slow)).toEqual([500, '57014']);
  expect(performance.now() - started).toBeLessThan(6000);
});

test.each([
  'select=id;drop table walkers',
  "select=id'--",
  'select=*,(select email from auth.users)',
  'select=id::text;delete from walkers',
  "id=eq.1' or '1'='1",
  'id=in.(1',
  "id=in.(');drop table walkers;--",
  'or=(id.eq.1,1=1)',
  'or=id.eq.1',
  'order=id;drop table walkers',
  'order=(select 1)',
  'order=id.asc.nullsfirst;--',
  'name=eq;drop table walkers',
  'name=fts(.english).a',
  'and=(name.eq.a',
  'limit=1;drop table walkers',
  'offset=1 union select 1',
])('R8 the injection %s is a bad request', async (query) => {
  const address = `/rest/v1/walkers?${query.replaceAll(/[^=&]/gu, encodeURIComponent)}`;
  for (const send of [server.as('carla').request, server.service]) {
    const [status, code] = await refusal(await send(address));
    expect([status, code]).toEqual([
      400,
      expect.stringMatching(/^(PGRST1\d\d|PGRST2\d\d|22P02|42703|42704)$/),
    ]);
  }
});

test('R8 SQL in a value stays a value', async () => {
  const value = encodeURIComponent(`"x'); drop table walkers; --"`);
  for (const filter of [
    `name=eq.${value}`,
    `name=in.(${value})`,
    `or=(name.eq.${value},name.like.${value})`,
  ]) {
    const response = await server.as('carla').request(`/rest/v1/walkers?${filter}`);
    expect([filter, response.status, await response.json()]).toEqual([filter, 200, []]);
  }
});

test('R10 a user who claims to be an administrator is none, also in the next token', async () => {
  const email = newEmail();
  const data = { role: 'admin', app_metadata: { role: 'admin' } };
  await send(server, '/signup', { body: { email, password: goodPassword, data } });
  const session = (await signIn(server, email)).body as { access_token: string; refresh_token: string };
  await send(server, '/user', { method: 'PUT', token: session.access_token, body: { data } });
  const next = (await refresh(server, session.refresh_token)).body as { access_token: string };
  const authorization = `Bearer ${next.access_token}`;
  const walkers = await server.request('/rest/v1/walkers?select=id', { headers: { authorization } });
  expect(await walkers.json()).toEqual([]);
  const list = await server.request('/functions/v1/accounts', { headers: { authorization } });
  expect(list.status).toBe(403);
  const users = await server.request('/auth/v1/admin/users', { headers: { authorization } });
  expect(users.status).toBe(403);
});

const name = (text: string) => ({
  name: text,
  badge: 'NNNN99',
  walker_code: 'N-1',
  contact: '+56911111111',
  created_by: server.as('nora').userId,
});

test.each([
  ['a zero-width space', 'Mar\u200bía', 'Mar\u200bía'],
  ['a change of direction', '\u202eaíraM', '\u202eaíraM'],
  ['an emoji of several signs', '👩‍✈️ María', '👩‍✈️ María'],
  ['signs that could be code', `<b>{{7*7}}</b> '; --`, `<b>{{7*7}}</b> '; --`],
  ['NUL', 'Mar\0ía', undefined],
  ['half of a pair', 'Mar\ud800ía', undefined],
  ['ten thousand signs', 'x'.repeat(10_000), undefined],
  ['nothing but spaces', '   ', undefined],
])('I3 a name with %s is stored exactly or rejected', async (_, written, stored) => {
  // The walker of the case before stays, as nobody's.
  await server.context.db.query(
    `update walkers set created_by = null, badge = upper(left(md5(id::text), 8)), walker_code = id
     where badge = 'NNNN99'`,
  );
  const response = await server.as('nora').request('/rest/v1/walkers?select=name', {
    method: 'POST',
    headers: { ...json, prefer: 'return=representation' },
    body: JSON.stringify(name(written)),
  });
  if (stored === undefined) expect(response.status).toBe(400);
  else expect([response.status, await response.json()]).toEqual([201, [{ name: stored }]]);
});

test.each([
  ['a type of its own', { 'content-type': 'application/x-nothing' }, '{"rating":5}'],
  ['nothing', json, ''],
  ['a text', json, '"five"'],
  ['a number', json, '5'],
  ['a list of lists', json, '[[1]]'],
  ['a list of texts', json, '["a"]'],
])('I3 a body with %s is a wrong request', async (_, headers, body) => {
  const response = await server.as('diego').request('/rest/v1/opinions', {
    method: 'POST',
    headers,
    body: new TextEncoder().encode(body),
  });
  expect(response.status).toBe(400);
});

test('I2 an address is the same in any letters', async () => {
  const email = newEmail();
  expect((await send(server, '/signup', { body: { email, password: goodPassword } })).status).toBe(200);
  const shouted = email.toUpperCase();
  expect((await signIn(server, shouted)).status).toBe(200);
  const again = await send(server, '/signup', { body: { email: shouted, password: goodPassword } });
  expect([again.status, again.body['error_code'] ?? again.body['code']]).toEqual([
    422,
    'user_already_exists',
  ]);
});

test.each(['1', '-1', 'x', '%00', "' or 1=1", '00000000-0000-0000-0000-00000000000g'])(
  'I4 the identifier “%s” is refused by every service',
  async (id) => {
    const part = encodeURIComponent(decodeURIComponent(id));
    const answers = await Promise.all([
      server.as('carla').request(`/rest/v1/walkers?id=eq.${part}`),
      server.service(`/auth/v1/admin/users/${part}`),
      server.as('carla').request(`/functions/v1/accounts/${part}`, { method: 'DELETE' }),
      server.as('carla').request(`/storage/v1/object/info/pictures/${part}`),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses[0]).toBe(400);
    for (const status of statuses) expect([400, 404, 422]).toContain(status);
  },
);

test('I5 a rating that is sent again with its key is written once', async () => {
  await server.context.db.query('delete from opinions');
  const body = JSON.stringify({
    walker_id: server.as('diego').walkerId,
    rating: 5,
    idempotency_key: crypto.randomUUID(),
  });
  const rate = () => server.as('diego').request('/rest/v1/opinions', { method: 'POST', headers: json, body });
  const answers = await Promise.all([rate(), rate(), rate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect((await rate()).status).toBe(409);
  expect(await server.context.db.query('select 1 from opinions')).toHaveLength(1);
});
