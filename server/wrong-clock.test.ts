import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinProcesses } from '../backend/identity/shared-keys.ts';
import { refresh, send, signIn, signUp } from '../backend/testing/auth/auth.ts';
import { messagesTo } from '../backend/testing/outbox.ts';
import { startProductApp, type ProductApp } from './testing/app.ts';
import { json } from './testing/drivers.ts';

/*
 * A server whose clock was ahead for a while, and is right again: all that it wrote meanwhile is of a time to come. No limit
 * may wait until then.
 */

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REVIEWS_PER_HOUR: '2', RATE_LIMIT_STORE: 'database' } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Moves every time in the database, as if the clock had been ahead by so much when it was written. */
async function moveTimes(ahead: string): Promise<void> {
  const columns = await server.context.db.query<{ statement: string }>(
    `select format('update %I.%I set %s', n.nspname, c.relname,
       string_agg(format('%1$I = %1$I + $1::interval', a.attname), ', ')) as statement
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('auth', 'platform', 'private', 'public') and c.relkind = 'r'
       and a.atttypid = 'timestamptz'::regtype and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by n.nspname, c.relname`,
  );
  await server.context.db.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    for (const { statement } of columns) await transaction.query(statement, [ahead]);
  });
}

async function rate(): Promise<number> {
  const { request, driverId: driver_id } = server.as('diego');
  return (await request('/rest/v1/reviews', json('POST', { driver_id, rating: 5 }))).status;
}

// In twenty years, seconds since 1970 need more than 32 bits.
test.for(['1 day', '11 minutes', '20 years'])(
  'a clock that was ahead by %s keeps nobody out once it is right',
  async (ahead) => {
    const session = await signUp(server);
    const email = session.user.email!;
    expect((await signIn(server, email)).status).toBe(200);
    expect((await send(server, '/recover', { body: { email } })).status).toBe(200);
    while ((await rate()) === 201);
    expect(await rate()).toBe(429);

    await moveTimes(ahead);
    expect((await signIn(server, email)).status).toBe(200);
    expect((await refresh(server, session.refresh_token)).status).toBe(200);
    const sent = (await messagesTo(server, email)).length;
    expect((await send(server, '/recover', { body: { email } })).status).toBe(200);
    expect(await messagesTo(server, email)).toHaveLength(sent + 1);
    expect(await rate()).toBe(201);
    await server.context.db.query('delete from reviews');
  },
);

test('a driver whose take-overs are of a time to come takes a vehicle over', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  const [vehicle] = await server.context.db.query<{ id: string }>(
    `insert into public.vehicles (license_plate) values ('WWWW11') returning id`,
  );
  const start = async ({ request }: typeof diego): Promise<number> =>
    (await request('/rest/v1/rpc/start_shift', json('POST', { vehicle: vehicle!.id, take_over: true })))
      .status;
  let statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses = [await start(diego), await start(elena)];
  expect(statuses).toContain(429);
  await moveTimes('1 day');
  statuses = [await start(diego), await start(elena)];
  expect(statuses).toEqual([200, 200]);
});

test('a killed process whose registration is of a time to come no longer counts', async () => {
  const { db, config } = server.context;
  await db.query(
    `insert into platform.processes (id, keys, expires_at)
     values (gen_random_uuid(), '{"publishable": "other", "secret": "other", "signing": []}', now())`,
  );
  await moveTimes('1 day');
  await using process = await joinProcesses(db, config.keys, () => {});
  expect(process).toBeDefined();
});
