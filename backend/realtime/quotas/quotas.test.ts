import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRealtimeApp, type RealtimeApp } from '../../testing/realtime.ts';
import { openSocket, type RawSocket } from '../../testing/sockets.ts';
import { FilterError, parseChangesFilter } from '../changes/filter.ts';

let app: RealtimeApp;
beforeAll(async () => {
  app = await startRealtimeApp({}, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => app[Symbol.asyncDispose]());

let networks = 0;
/** A connection from a network that no other test uses. */
function open(): Promise<RawSocket> {
  networks += 1;
  return openSocket(app, `198.51.100.${networks}`);
}

function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return app.server.context.db.query(sql, values);
}

function withToken(name: 'diego' | 'elena', payload: object = {}): object {
  return { ...payload, access_token: app.server.as(name).token };
}

function listening(filters: readonly string[]): object {
  const changes = filters.map((filter) => ({ event: '*', schema: 'public', table: 'drivers', filter }));
  return { config: { postgres_changes: changes, postgres_changes_options: { wait: true } } };
}

const large = 'x'.repeat(250_000);

test('V10, V11: limits the bytes that one network sends without an account', async () => {
  const flood = await open();
  const closed = once(flood.socket, 'close');
  for (let count = 0; count < 40; count += 1) flood.send('realtime:x', 'broadcast', { payload: large });
  expect((await closed)[0]).toBe(1008);
});

test('V10: counts pings and fragments too', async () => {
  const pinging = await open();
  const closed = once(pinging.socket, 'close');
  for (let count = 0; count < 1000; count += 1) pinging.socket.ping();
  expect((await closed)[0]).toBe(1008);
  const sending = await open();
  const cut = once(sending.socket, 'close');
  // Empty fragments of an endless message: 6 bytes each.
  for (let count = 0; count < 200_000; count += 1) sending.socket.send('', { fin: false });
  expect((await cut)[0]).toBe(1008);
  const calm = await open();
  const pong = once(calm.socket, 'pong');
  calm.socket.ping('still here');
  expect(String((await pong)[0])).toBe('still here');
});

test('V10: terminates a client that does not read', async () => {
  const slow = await open();
  await slow.ask('realtime:slow', 'phx_join');
  const closed = once(slow.socket, 'close');
  slow.socket.pause();
  const message = { topic: 'slow', event: 'x', payload: large };
  // More than the socket buffers of both sides and the server's queue hold.
  for (let count = 0; count < 80; count += 1) {
    const response = await fetch(`${app.url}/api/broadcast`, {
      method: 'POST',
      headers: { apikey: app.server.context.config.keys.secret },
      body: JSON.stringify({ messages: [message] }),
    });
    expect(response.status).toBe(202);
  }
  slow.socket.resume();
  expect((await closed)[0]).toBe(1006);
});

test('V10: limits the bytes of messages that wait for the database', async () => {
  await using lock = await holdPolicies();
  const socket = await open();
  const closed = once(socket.socket, 'close');
  socket.send('realtime:slow', 'phx_join', { config: { private: true } });
  await expect.poll(() => lock.waiting()).toBe(1);
  for (let count = 0; count < 6; count += 1) socket.send('phoenix', 'heartbeat', { payload: large });
  expect((await closed)[0]).toBe(1008);
});

test('V11: limits the bytes that a stranger sends to a public channel', async () => {
  const medium = 'x'.repeat(150_000);
  const tablet = await open();
  await tablet.ask('realtime:news', 'phx_join', withToken('diego'));
  let heard = 0;
  tablet.socket.on('message', (data: Buffer) => (heard += data.length));
  const stranger = await open();
  await stranger.ask('realtime:news', 'phx_join', { config: { broadcast: { ack: true } } });
  const replies: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { status } = await stranger.ask('realtime:news', 'broadcast', { event: 'x', payload: medium });
    replies.push(status ?? '');
  }
  expect(replies[0]).toBe('ok');
  expect(replies.at(-1)).toBe('error');
  await tablet.ask('phoenix', 'heartbeat');
  expect(heard).toBeLessThan(5 * medium.length);
});

test('V11: over HTTP too', async () => {
  const post = (network: string) =>
    fetch(`${app.url}/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: app.server.context.config.keys.publishable,
        'x-forwarded-for': network,
      },
      body: JSON.stringify({ messages: [{ topic: 'news', event: 'x', payload: large }] }),
    });
  const statuses = new Set<number>();
  for (let count = 0; count < 12; count += 1) {
    const response = await post('192.0.2.1');
    await response.text();
    statuses.add(response.status);
    if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([...statuses]).toEqual([202, 429]);
  expect((await post('192.0.2.2')).status).toBe(202);
});

/** Blocks the policies of private channels until disposed. */
async function holdPolicies() {
  await query(`
    create or replace function public.wait_for_test() returns boolean language sql volatile as
      'select pg_advisory_xact_lock_shared(10); select true';
    drop policy if exists slow on realtime.messages;
    create policy slow on realtime.messages for select using (public.wait_for_test())`);
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = app.server.context.db.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock(10)');
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return {
    /** The running policy queries of this database; one on the server's own connections counts as 1000. */
    async waiting(): Promise<number> {
      const rows = await query(`select usename from pg_stat_activity
        where wait_event = 'advisory' and datname = current_database()`);
      return rows.reduce((sum, { usename }) => sum + (usename === 'authenticator' ? 1 : 1000), 0);
    },
    async [Symbol.asyncDispose]() {
      released.resolve();
      await holding;
    },
  };
}

test('V10: evaluates policies on callers’ connections, two at a time for one network, four in all', async () => {
  const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(app, '192.0.2.10')));
  const others = await Promise.all(
    ['192.0.2.11', '192.0.2.12', '192.0.2.13'].map((network) => openSocket(app, network)),
  );
  const ask = (socket: RawSocket) =>
    socket.ask('realtime:private', 'phx_join', { config: { private: true } });
  const replies: Promise<{ status?: string }>[] = [];
  {
    await using lock = await holdPolicies();
    replies.push(...sockets.map(ask));
    await expect.poll(() => lock.waiting()).toBe(2);
    replies.push(...others.map(ask));
    await expect.poll(() => lock.waiting()).toBe(4);
    expect((await app.server.request('/health')).status).toBe(200);
    expect((await app.server.as('diego').request('/auth/v1/user')).status).toBe(200);
    expect((await app.server.request('/rest/v1/time_based_routes')).status).toBe(200);
    // A closed connection leaves the queue.
    sockets[7]!.socket.terminate();
  }
  const answered = replies.filter((_, index) => index !== 7);
  for (const reply of await Promise.all(answered)) expect(reply).toMatchObject({ status: 'ok' });
});

test('V10: a connection that rejoins a private channel asks the database once', async () => {
  await query(`drop policy if exists slow on realtime.messages;
    create sequence public.asked; grant usage on sequence public.asked to anon;
    create policy counted on realtime.messages for select using (nextval('public.asked') > 0)`);
  const socket = await open();
  for (let count = 0; count < 20; count += 1)
    expect(await socket.ask('realtime:same', 'phx_join', { config: { private: true } })).toMatchObject({
      status: 'ok',
    });
  // Each query evaluates two rows.
  expect(await query('select last_value::int as value from public.asked')).toEqual([{ value: 2 }]);
  await query('drop policy counted on realtime.messages');
});

test('V10: an account has a hundred filters on all its connections, and regains those it unsubscribes', async () => {
  const filters = (from: number) => Array.from({ length: 50 }, (_, index) => `name=neq.${from + index}`);
  const [first, second, third] = [await open(), await open(), await open()];
  for (const socket of [first, second])
    expect(
      await socket.ask('realtime:a', 'phx_join', withToken('diego', listening(filters(0)))),
    ).toMatchObject({ status: 'ok' });
  const refused = await third.ask('realtime:a', 'phx_join', withToken('diego', listening(['name=eq.x'])));
  expect(refused.response?.reason).toContain('at most 100 postgres_changes');
  expect(
    await third.ask('realtime:a', 'phx_join', withToken('elena', listening(['name=eq.x']))),
  ).toMatchObject({ status: 'ok' });
  await second.ask('realtime:a', 'phx_leave');
  const next = await open();
  expect(
    await next.ask('realtime:a', 'phx_join', withToken('diego', listening(['name=eq.x']))),
  ).toMatchObject({ status: 'ok' });
});

test('V10: reads a change once for all filters of an account', async () => {
  await query(`create table public.counted (id int primary key, place text);
    alter table public.counted enable row level security;
    create policy slow on public.counted for select to anon using (public.wait_for_test());
    grant select on public.counted to anon;
    alter publication supabase_realtime add table public.counted;
    notify pgrst, 'reload schema'`);
  const socket = await open();
  const heard: unknown[] = [];
  socket.socket.on('message', (data: Buffer) => {
    const [, , , event, payload] = JSON.parse(String(data)) as unknown[];
    if (event === 'postgres_changes') heard.push(payload);
  });
  const filters = Array.from({ length: 50 }, (_, index) => `place=neq.${index === 7 ? 'here' : index}`);
  const changes = filters.map((filter) => ({ event: '*', schema: 'public', table: 'counted', filter }));
  const config = { postgres_changes: changes, postgres_changes_options: { wait: true } };
  await expect.poll(async () => (await socket.ask('realtime:a', 'phx_join', { config })).status).toBe('ok');
  {
    await using lock = await holdPolicies();
    await query(`insert into public.counted values (1, 'here')`);
    await expect.poll(() => lock.waiting()).toBeGreaterThan(0);
    expect(await lock.waiting()).toBe(1);
  }
  await expect.poll(() => heard.length).toBe(49);
  await query('drop table public.counted');
});

test('V10: limits the bytes of a network’s presences', async () => {
  const socket = await open();
  const meta = { text: 'x'.repeat(15_000) };
  const track = (topic: string) => socket.ask(topic, 'presence', { event: 'track', payload: meta });
  const topics = Array.from({ length: 5 }, (_, index) => `realtime:${index}`);
  for (const topic of topics)
    await socket.ask(topic, 'phx_join', { config: { presence: { enabled: true } } });
  const replies = [];
  for (const topic of topics) replies.push((await track(topic)).status);
  expect(replies).toEqual(['ok', 'ok', 'ok', 'ok', 'error']);
  await socket.ask(topics[0]!, 'phx_leave');
  expect(await track(topics[4]!)).toMatchObject({ status: 'ok' });
});

test('V7: parses a filter in linear time, up to a length limit', async () => {
  for (const unit of ['"', '(', '("', '"\\', 'a=in.(', ',"', '(")']) {
    const hostile = `=${unit.repeat(Math.floor(999 / unit.length))}`;
    const times = Array.from({ length: 20 }, () => {
      const started = performance.now();
      expect(() => parseChangesFilter(hostile)).toThrow(FilterError);
      return performance.now() - started;
    });
    // It takes 0.02 ms; an earlier regular expression took 5.
    expect(Math.min(...times)).toBeLessThan(1);
  }
  const socket = await open();
  const filters = Array.from({ length: 50 }, (_, index) => `name=eq.${index}${'('.repeat(2000)}`);
  const reply = await socket.ask('realtime:a', 'phx_join', listening(filters));
  expect(reply.response?.reason).toContain('at most 1000 characters');
});

test('V6, V7: rejects slow patterns, and regular expressions without an account', async () => {
  const refusal = async (filter: string, name?: 'elena') => {
    const socket = await open();
    const payload = listening([filter]);
    const reply = await socket.ask('realtime:a', 'phx_join', name ? withToken(name, payload) : payload);
    socket.socket.terminate();
    return reply.response?.reason;
  };
  expect(await refusal('name=match.^A')).toContain('needs an account');
  expect(await refusal('name=match.^A', 'elena')).toBeUndefined();
  expect(await refusal('name=match.(.{8}).*\\1', 'elena')).toContain('neither references back');
  expect(await refusal('name=imatch."a{9}"', 'elena')).toContain('neither references back');
  expect(await refusal(`name=ilike.${'%a'.repeat(60)}`, 'elena')).toContain('at most 100 characters');
});

test('V9: rejects a token of more than 8 KB unverified', async () => {
  const { context } = app.server;
  const { userId, sessionId } = app.server.as('elena');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: userId, session_id: sessionId, aud: 'authenticated', role: 'authenticated', exp };
  const token = await context.tokens.sign({ ...claims, user_metadata: { text: 'x'.repeat(8000) } });
  const socket = await open();
  expect(await socket.ask('realtime:a', 'phx_join', { access_token: token })).toMatchObject({
    status: 'error',
  });
  await socket.ask('realtime:a', 'phx_join', withToken('elena'));
  const closed = new Promise((resolve) => {
    socket.socket.on('message', (data) => String(data).includes('phx_close') && resolve(String(data)));
  });
  socket.send('realtime:a', 'access_token', { access_token: token });
  expect(await closed).toContain('phx_close');
});

test('V7: a deeply nested frame closes the connection', async () => {
  const socket = await open();
  const closed = once(socket.socket, 'close');
  socket.socket.send(`["1","1","realtime:a","presence",${'['.repeat(100)}${']'.repeat(100)}]`);
  expect((await closed)[0]).toBe(1003);
});
