import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let server: TestApp;
const received: string[] = [];
beforeAll(async () => {
  server = await startTestApp();
  const { db } = server.context;
  await db.query('create table public.places (name text primary key, note text)');
  await db.query('grant select, insert on public.places to anon');
  await db.query('alter publication supabase_realtime add table public.places');
  await db.query(`select realtime.watch_published_tables('{public}')`);
  await db.query(
    `insert into realtime.subscription values ('public.places'::regclass, $1, now() + interval '1 hour')`,
    [randomUUID()],
  );
  await db.query(`notify pgrst, 'reload schema'`);
  await db.listen(
    'realtime_changes',
    (payload) => received.push(payload),
    () => {},
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const init = { headers: { 'content-type': 'application/json', prefer: 'return=minimal' } };

function insert(names: readonly string[]): Promise<Response> {
  const body = JSON.stringify(names.map((name) => ({ name })));
  return server.request('/rest/v1/places', { ...init, method: 'POST', body });
}

/** The keys that were announced since the last call. */
async function announced(): Promise<readonly string[]> {
  const last = randomUUID();
  await insert([last]);
  const keys: string[] = [];
  await expect
    .poll(() => {
      for (const payload of received.splice(0)) {
        const message = JSON.parse(payload) as { table: string; keys: [string][] };
        expect(message.table).toBe('places');
        keys.push(...message.keys.flat());
      }
      return keys.includes(last);
    })
    .toBe(true);
  return keys.filter((key) => key !== last);
}

test.each([
  ['quotes and the end of the message', ['"', `'`, '"]],"table":"users"}', `'); notify x; --`]],
  ['backslashes, line breaks and percent signs', ['\\', '\\"', 'a\nb', '%s %I', '\u2028']],
  ['letters of four bytes', ['🚕'.repeat(800)]],
])('a key of %s is announced as it is', async (_, names) => {
  expect((await insert(names)).status).toBe(201);
  expect([...(await announced())].sort()).toEqual([...names].sort());
});

test('keys of any size break neither the write nor the messages of others', async () => {
  // The index of the key takes no more than 2,700 bytes that do not compress.
  const long = [
    'a'.repeat(3_490),
    'b'.repeat(3_496),
    'c'.repeat(3_497),
    'd'.repeat(60_000),
    '"'.repeat(2_000),
  ];
  const many = Array.from({ length: 400 }, (_, index) => `${'e'.repeat(300)}${index}`);
  const { db } = server.context;
  await db.query('insert into public.places select unnest($1::text[])', [[...long, 'short', ...many]]);
  const [a, b] = long;
  const keys = new Set(await announced());
  expect([keys.has(a!), keys.has(b!), keys.has('short'), many.every((name) => keys.has(name))]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  await db.query('delete from public.places');
});

test.each([
  ['pg_notify', { channel: 'storage_version_gone', payload: randomUUID() }],
  ['send', { payload: {}, event: 'x', topic: 'x' }],
  ['announce_changes', {}],
  ['announce_version_gone', {}],
])('nobody forges a notification by rpc/%s', async (name, body) => {
  for (const profile of ['public', 'pg_catalog', 'realtime', 'storage', 'auth'])
    for (const send of [server.request, server.as('carla').request, server.service]) {
      const headers = { ...init.headers, 'content-profile': profile };
      const response = await send(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect([404, 406]).toContain(response.status);
    }
});
