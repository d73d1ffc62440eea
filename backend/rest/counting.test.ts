import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

/** Planned counts: by the planner where nothing is hidden, else as exact ones. */
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.context.db.query(`
    create table public.stamps (id int primary key, owner text, country text not null default 'CL');
    create table public.letters (id int primary key, stamp int references stamps, hidden boolean not null);
    insert into stamps select n, 'o' || n from generate_series(1, 100) n;
    insert into letters select n, n, n > 2 from generate_series(1, 100) n;
    analyze stamps, letters;
    alter table stamps set (autovacuum_enabled = false);
    alter table letters set (autovacuum_enabled = false), enable row level security;
    create policy shown on letters for select using (not hidden);
    create view public.own_stamps as select id from stamps where owner = 'o' || (select count(*) from letters);
    create materialized view public.all_stamps as select id from stamps;
    analyze all_stamps;
    create table public.albums (id int primary key, stamp int references stamps);
    insert into albums select n, n from generate_series(1, 3) n;
    analyze albums;
    create table public.fresh (username text primary key) with (autovacuum_enabled = false);
    insert into fresh values ('a'), ('b'), ('c'), ('d');
    grant select on stamps, letters, own_stamps, all_stamps, albums, fresh to anon, authenticated, service_role`);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Asked {
  readonly method?: 'GET' | 'HEAD';
  readonly count: 'planned' | 'estimated' | 'exact';
  readonly as?: 'request' | 'service';
}

async function ask(path: string, { method = 'GET', count, as = 'request' }: Asked) {
  const response = await server[as](`/rest/v1/${path}`, { method, headers: { prefer: `count=${count}` } });
  return { status: response.status, range: response.headers.get('content-range') };
}

/** The planner's own estimate. */
async function planned(sql: string): Promise<number> {
  const [row] = await server.context.db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${sql}`,
  );
  return row!['QUERY PLAN'][0].Plan['Plan Rows'];
}

describe('of a table without row-level security, a planned count is the planner’s', () => {
  test.each(['GET', 'HEAD'] as const)('by %s, with a filter and without', async (method) => {
    await server.context.db.query(`update stamps set country = 'PE' where id = 1`);
    const estimate = await planned(`select from stamps where country = 'PE'`);
    expect(estimate).not.toBe(0);
    const filtered = await ask('stamps?select=id&country=eq.PE', { method, count: 'planned' });
    expect(filtered.range).toBe(`0-0/${Math.max(estimate, 1)}`);
    expect(await ask('stamps?select=id&limit=1', { method, count: 'planned' })).toEqual({
      status: 206,
      range: '0-0/100',
    });
  });

  test('it differs from the exact one as soon as the statistics are old', async () => {
    await server.context.db.query(`insert into stamps select n, 'o' || n from generate_series(101, 130) n`);
    const estimate = await planned('select from stamps');
    const range = async (count: Asked['count']) => (await ask('stamps?select=id&limit=1', { count })).range;
    expect(await range('planned')).toBe(`0-0/${estimate}`);
    expect(await range('exact')).toBe('0-0/130');
    expect(await range('estimated')).toBe('0-0/130');
    expect(estimate).not.toBe(130);
    await server.context.db.query('delete from stamps where id > 100');
  });

  test('one that has no statistics yet has more rows than the page: 206 to a HEAD, as upstream', async () => {
    const estimate = await planned('select from fresh');
    expect(estimate).toBeGreaterThan(4);
    expect(await ask('fresh?select=*', { method: 'HEAD', count: 'planned' })).toEqual({
      status: 206,
      range: `0-3/${estimate}`,
    });
  });

  test('so is that of a materialised view, and of a join of such tables', async () => {
    expect((await ask('all_stamps?select=id&limit=1', { count: 'planned' })).range).toBe('0-0/100');
    const estimate = await planned('select from albums a join stamps s on s.id = a.stamp');
    const { range } = await ask('albums?select=id,stamps!inner(id)&limit=1', { count: 'planned' });
    expect(range).toBe(`0-0/${estimate}`);
  });
});

describe('where rows may be hidden, a planned count is exact', () => {
  test.each([
    ['a table with row-level security', 'letters?select=id', 2],
    ['with a filter on it', 'letters?select=id&id=lt.50', 2],
    ['a join with one', 'stamps?select=id,letters!inner(id)', 2],
    ['a condition on one', 'stamps?select=id,letters()&letters=not.is.null', 2],
    ['a view', 'own_stamps?select=id', 1],
  ])('%s', async (_, path, rows) => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const count of ['planned', 'estimated'] as const)
        expect(await ask(path, { method, count })).toEqual({ status: 200, range: `0-${rows - 1}/${rows}` });
  });

  test('but for the secret key', async () => {
    const range = (await ask('letters?select=id&limit=1', { count: 'planned', as: 'service' })).range;
    expect(range).toBe('0-0/100');
  });

  test('as soon as row-level security is switched on', async () => {
    await server.context.db.query('alter table albums enable row level security');
    await expect
      .poll(async () => (await ask('albums?select=id', { count: 'planned' })).range, { interval: 20 })
      .toBe('*/0');
  });
});
