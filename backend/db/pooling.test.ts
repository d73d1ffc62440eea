import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharesBackends, type PooledSession } from './pooling.ts';

const clients: pg.Client[] = [];
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) {
    const client = new pg.Client({ host: inject('socketFolder'), user: 'postgres', database: 'postgres' });
    await client.connect();
    clients.push(client);
  }
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

/**
 * Sessions of a pooler in transaction mode: each transaction takes a free backend.
 * @param next chooses among that many free backends
 */
function pooledSessions(count: number, next: (free: number) => number): [PooledSession, ...PooledSession[]] {
  const free = [...clients];
  const session = (): PooledSession => {
    let own: pg.Client | undefined;
    return {
      async query(sql) {
        const backend = own ?? free.splice(next(free.length), 1)[0]!;
        own = sql === 'begin' ? backend : sql === 'rollback' ? undefined : own;
        const result = await backend.query<{ pid?: number }>(sql);
        if (!own) free.push(backend);
        return result;
      },
    };
  };
  return [session(), ...Array.from({ length: count - 1 }, session)];
}

test('sessions of PostgreSQL keep their backends', async () => {
  expect(await sharesBackends(clients as [pg.Client, ...pg.Client[]])).toBe(false);
});

test.each([
  ['the one that became free last', (free: number) => free - 1],
  ['the one that is free for longest', () => 0],
])('detects a pooler that hands out %s', async (_which, next) => {
  expect(await sharesBackends(pooledSessions(3, next))).toBe(true);
  // All transactions have ended: the backends are free again.
  expect(await sharesBackends(clients as [pg.Client, ...pg.Client[]])).toBe(false);
});
