import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FreeConnections } from './free-connections.ts';

let pool: pg.Pool;
let connections: FreeConnections;
beforeAll(() => {
  pool = new pg.Pool({ host: inject('socketFolder'), user: 'postgres', database: 'postgres', max: 2 });
  pool.on('connect', (client) => client.on('error', () => {}));
  connections = new FreeConnections(pool);
});
afterAll(() => connections.end());

const pidOf = async (client: pg.PoolClient) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

test('a free connection is used again, and one that broke meanwhile is not', async () => {
  const first = await connections.take();
  const pid = await pidOf(first);
  connections.put(first);
  const again = await connections.take();
  expect(await pidOf(again)).toBe(pid);
  connections.put(again);
  const ended = new Promise((resolve) => again.once('end', resolve));
  const other = new pg.Client({ host: inject('socketFolder'), user: 'postgres', database: 'postgres' });
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [pid]);
  await other.end();
  await ended;
  const next = await connections.take();
  expect(await pidOf(next)).not.toBe(pid);
  connections.put(next);
});

test('who waits for a connection gets the one that comes back', async () => {
  const [first, second] = [await connections.take(), await connections.take()];
  const waiting = connections.take();
  await expect.poll(() => pool.waitingCount).toBe(1);
  connections.put(first);
  expect(await waiting).toBe(first);
  connections.put(first);
  connections.put(second);
});

test('the pool has its connections back when nobody has used them for a second', async () => {
  connections.put(await connections.take());
  expect(pool.idleCount).toBeLessThan(pool.totalCount);
  await expect.poll(() => pool.idleCount, { timeout: 3000 }).toBe(pool.totalCount);
});
