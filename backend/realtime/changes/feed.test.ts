import {
  postgresChangesFilter,
  type RealtimeChannel,
  type RealtimePostgresChangesFilter,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createInbox,
  joined,
  startRealtimeApp,
  type Inbox,
  type RealtimeApp,
} from '../../testing/realtime.ts';

let app: RealtimeApp;
beforeAll(async () => {
  app = await startRealtimeApp();
  await app.server.context.db.query(`
    create table public.measures (id bigint primary key, place text, size numeric, tags text[], at timestamptz,
      details jsonb, secret text);
    alter table public.measures enable row level security;
    create policy all_measures on public.measures for select to anon, authenticated using (size is distinct from -1);
    grant select (id, place, size, tags, at, details) on public.measures to anon, authenticated;
    create table public.unpublished (id int primary key);
    create table public.moods (id int primary key, owner uuid);
    alter table public.moods enable row level security;
    create policy moods_select on public.moods for select to authenticated using (
      case when auth.jwt() ->> 'email' like 'diego%' then 1 / (id - id) > 0 else owner = (select auth.uid()) end);
    grant select on public.moods to authenticated;
    alter publication supabase_realtime add table public.measures, public.moods`);
});
afterAll(() => app[Symbol.asyncDispose]());

type Row = Record<string, unknown>;
type Payload = RealtimePostgresChangesPayload<Row>;
type Filter = Partial<RealtimePostgresChangesFilter<'*'>> & { select?: string[] };

function query(sql: string, values: unknown[] = []): Promise<Row[]> {
  return app.server.context.db.query<Row>(sql, values);
}

interface Listening {
  readonly channel: RealtimeChannel;
  readonly changes: Inbox<Payload>;
  readonly status: string;
  readonly system: Inbox<{ status: string; message: string }>;
}

/** @param wait joins once changes are heard: without it, one that follows at once may come too early */
async function listen(token: string | undefined, filter: Filter, wait = true): Promise<Listening> {
  const channel = app
    .client(token)
    .channel(`changes ${Math.random()}`, { config: { postgres_changes_options: { wait } } });
  const changes = createInbox<Payload>();
  const system = createInbox<{ status: string; message: string }>();
  channel.on('postgres_changes', { event: '*', schema: 'public', ...filter }, (payload) =>
    changes.add(payload),
  );
  channel.on('system', {}, (payload: { status: string; message: string }) => system.add(payload));
  const { status } = await joined(channel);
  return { channel, changes, status, system };
}

/** The next ids that a listener receives, up to the row that marks the end. */
async function idsUntil({ changes }: Listening, last: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (;;) {
    const { new: row } = await changes.next();
    const id = (row as Row)['id'];
    if (id === last) return ids;
    ids.push(id);
  }
}

/** The next inserted or updated row. The rows that an earlier test deleted may still be announced. */
async function nextRow({ changes }: Listening): Promise<Row> {
  for (;;) {
    const { eventType, new: row } = await changes.next();
    if (eventType !== 'DELETE') return row as Row;
  }
}

test('a walker hears of its own record only, an administrator of all, nobody else of any', async () => {
  const { server } = app;
  const people = [server.as('diego').token, server.as('elena').token, server.as('carla').token, undefined];
  const [diego, elena, carla, anon] = await Promise.all(
    people.map((token) => listen(token, { table: 'walkers' })),
  );
  const rename = (name: string, id: string | undefined) =>
    query('update public.walkers set name = $1 where id = $2', [name, id]);
  const name = async (listening: Listening | undefined) =>
    ((await listening!.changes.next()).new as Row)['name'];
  // Wait for each change: the server reads a row when it delivers the change, not when the row changes.
  for (const [person, listening] of [
    ['elena', elena],
    ['diego', diego],
    ['elena', elena],
  ] as const) {
    const newName = `${person} ${crypto.randomUUID()}`;
    await rename(newName, server.as(person).walkerId);
    expect(await name(carla)).toBe(newName);
    expect(await name(listening)).toBe(newName);
  }
  expect(diego!.changes.items).toHaveLength(1);
  expect(anon!.changes.items).toEqual([]);
});

test('a rating given in another place reaches the walker with the new average', async () => {
  const { server } = app;
  const { token, walkerId } = server.as('diego');
  const { changes } = await listen(token, { table: 'walkers', filter: `id=eq.${walkerId}` });
  await server.as('diego').request('/rest/v1/opinions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ walker_id: walkerId, rating: 2 }),
  });
  const change = await changes.next();
  expect(change).toMatchObject({
    schema: 'public',
    table: 'walkers',
    eventType: 'UPDATE',
    new: { id: walkerId, average_rating: 2, opinion_count: 1 },
    old: { id: walkerId },
    errors: null,
  });
  expect(Math.abs(Date.parse(change.commit_timestamp) - Date.now())).toBeLessThan(60_000);
});

test('values of every type arrive as the client expects; columns without a grant do not', async () => {
  const { changes } = await listen(undefined, { table: 'measures' });
  await query(`insert into public.measures values
    (9007199254740991, 'Viña', 1.5, '{a,"b c"}', '2026-11-21T12:00:00Z', '{"deep": [1]}', 'secret')`);
  const { new: row, eventType } = await changes.next();
  expect(eventType).toBe('INSERT');
  expect(row).toMatchObject({ place: 'Viña', size: 1.5, tags: ['a', 'b c'], details: { deep: [1] } });
  expect(row).not.toHaveProperty('secret');
  await query('delete from public.measures');
  expect(await changes.next()).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 9007199254740991 } });
});

test('filters with one or several conditions select the right rows', async () => {
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['size=lt.20', [1]],
    ['size=lte.20', [1, 2]],
    ['size=gt.20', [3]],
    ['size=gte.20', [2, 3]],
    ['id=in.(1,3)', [1, 3]],
    ['place=in.("a,b",c)', [1, 2]],
    ['place=like."%,b"', [1]],
    ['place=is.null', [4]],
    ['id=not.in.(1,3)', [2, 4]],
    ['size=gt.10,id=lt.3', [2]],
    [postgresChangesFilter().eq('place', 'a,b').build(), [1]],
    ['', [1, 2, 3, 4]],
  ];
  const listening = await Promise.all(
    cases.map(async ([filter, wanted]) => {
      const own = await listen(undefined, { table: 'measures', filter });
      expect(await own.system.next(), filter).toMatchObject({ status: 'ok' });
      return { filter, wanted, own };
    }),
  );
  const end = await listen(undefined, { table: 'measures' });
  await query(`insert into public.measures (id, place, size) values (1, 'a,b', 10), (2, 'c', 20), (3, 'd', 30),
    (4, null, null), (99, 'hidden', -1), (100, 'end', 0)`);
  await idsUntil(end, 100);
  for (const { filter, wanted, own } of listening) {
    for (let count = 0; count < wanted.length; count += 1) await own.changes.next();
    const heard = own.changes.items.map((change) => (change.new as Row)['id']);
    expect([filter, heard.filter((id) => id !== 100)]).toEqual([filter, wanted]);
  }
  await query('delete from public.measures');
});

test('delivers only the requested events and the selected columns', async () => {
  const channel = app.client().channel('some events');
  const heard = createInbox<string>();
  const filter = { schema: 'public', table: 'measures' };
  for (const event of ['INSERT', 'DELETE'] as const)
    channel.on('postgres_changes', { ...filter, event: event as 'INSERT' }, ({ eventType, old }) => {
      if (eventType === 'INSERT' || (old as Row)['id'] === 5) heard.add(eventType);
    });
  await joined(channel);
  const chosen = await listen(undefined, { table: 'measures', select: ['place'] });
  await query(`insert into public.measures (id, place, size) values (5, 'x', 1)`);
  expect(await nextRow(chosen)).toEqual({ id: 5, place: 'x' });
  expect(await heard.next()).toBe('INSERT');
  await query(`update public.measures set size = 2`);
  await query(`delete from public.measures`);
  expect(await heard.next()).toBe('DELETE');
});

test('delivers a statement’s many rows one by one, in order', async () => {
  const listening = await listen(undefined, { table: 'measures' });
  await query('insert into public.measures (id) select n from generate_series(1, 2000) as n');
  const ids: unknown[] = [];
  while (ids.length < 2000) ids.push((await nextRow(listening))['id']);
  expect(ids).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
  await query('truncate public.measures');
});

test('reports unknown or unpublished tables, hidden columns and bad values', async () => {
  const refused: readonly Filter[] = [
    { table: 'nowhere' },
    { table: 'unpublished' },
    { schema: 'auth', table: 'users' },
    { table: 'measures', filter: 'secret=eq.x' },
    { table: 'measures', filter: 'id=eq.x' },
    { table: 'measures', filter: 'id=like' },
    { table: 'measures', filter: 'id=is.(select 1)' },
    { table: 'measures', select: ['secret'] },
  ];
  for (const filter of refused) {
    const told = await listen(undefined, filter, false);
    expect(told.status).toBe('SUBSCRIBED');
    expect(await told.system.next(), JSON.stringify(filter)).toMatchObject({ status: 'error' });
    expect((await listen(undefined, filter)).status).toBe('CHANNEL_ERROR');
  }
});

test('many accounts hear of a change in one read, each of what it may see; a policy that fails for one fails for it alone', async () => {
  const { server } = app;
  const people = ['diego', 'elena', 'carla'] as const;
  const idOf = (person: (typeof people)[number]): string => String(decodeJwt(server.as(person).token)['sub']);
  const listening = await Promise.all(
    people.map((person) => listen(server.as(person).token, { table: 'moods' })),
  );
  for (const { system } of listening) expect(await system.next()).toMatchObject({ status: 'ok' });
  await query(`insert into public.moods values (1, '${idOf('elena')}'), (2, '${idOf('carla')}')`);
  await query(`insert into public.moods values (3, '${idOf('elena')}'), (4, '${idOf('carla')}')`);
  const [diego, elena, carla] = listening;
  const ids = async (own: Listening, count: number) => {
    while (own.changes.items.length < count) await own.changes.next();
    return own.changes.items.map((change) => (change.new as Row)['id']);
  };
  expect(await ids(elena!, 2)).toEqual([1, 3]);
  expect(await ids(carla!, 2)).toEqual([2, 4]);
  expect(diego!.changes.items).toEqual([]);
});

test('announces no changes without listeners', async () => {
  const { channel } = await listen(undefined, { table: 'walks' });
  const watched = () => query(`select from realtime.subscription where entity = 'public.walks'::regclass`);
  expect(await watched()).toHaveLength(1);
  await channel.unsubscribe();
});
