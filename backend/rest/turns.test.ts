import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

/** How much of the database one network, or one account, can use at once. */
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ environment: { REQUESTS_PER_SECOND: '1000' } });
  await server.context.db.query(`
    create function public.linger() returns void language sql volatile set search_path = '' as
      'select pg_catalog.pg_advisory_lock_shared(1), pg_catalog.pg_advisory_unlock_shared(1)';
    grant execute on function linger to anon, authenticated`);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends a request as if over a socket from that address. */
function from(remoteAddress: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return server.requestFrom(remoteAddress, path, { method, headers });
}

const linger = (address: string, headers?: Record<string, string>) =>
  from(address, '/rest/v1/rpc/linger', headers, 'POST');

const bearer = (name: 'diego' | 'elena' | 'nora') => ({ authorization: `Bearer ${server.as(name).token}` });

async function underWay(): Promise<number> {
  const [row] = await server.context.db.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`,
  );
  return row!.count;
}

/** Holds what `linger` waits for while the work is done. */
async function whileBlocked(work: () => Promise<void>): Promise<void> {
  await server.context.db.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock(1)');
    await work();
  });
}

test('V6: one network without an account has two statements under way, and others are served', async () => {
  const flood: Promise<Response>[] = [];
  await whileBlocked(async () => {
    for (let count = 0; count < 60; count += 1) flood.push(linger('192.0.2.1'));
    await expect.poll(underWay).toBe(2);
    const statuses = await Promise.all([
      from('192.0.2.2', '/rest/v1/walks?select=id'),
      from('192.0.2.1', '/rest/v1/walkers?select=id', bearer('diego')),
      from('192.0.2.1', '/rest/v1/walkers?select=id', { apikey: server.context.config.keys.secret }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await underWay()).toBe(2);
  });
  const responses = await Promise.all(flood);
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(28);
  expect(refused[0]!.headers.get('retry-after')).toBe('1');
  expect(await refused[0]!.json()).toMatchObject({ code: 'PGRST429', details: null, hint: null });
});

test('V6: one account has six statements under way, its network ten, and neither takes all connections', async () => {
  const flood: Promise<Response>[] = [];
  await whileBlocked(async () => {
    for (let count = 0; count < 20; count += 1) flood.push(linger('192.0.2.3', bearer('diego')));
    await expect.poll(underWay).toBe(6);
    for (let count = 0; count < 20; count += 1) flood.push(linger('192.0.2.3', bearer('elena')));
    await expect.poll(underWay).toBe(10);
    for (let count = 0; count < 20; count += 1) flood.push(linger('192.0.2.3'));
    await expect.poll(underWay).toBe(12);
    const other = await from('192.0.2.4', '/rest/v1/walks?select=id', bearer('nora'));
    expect(other.status).toBe(200);
  });
  await Promise.all(flood);
});
