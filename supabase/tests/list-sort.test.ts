import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';
import { accountSorts, cashSorts, functionSorts, sortedColumns } from '../../web/data/list/sort.ts';

/** The order that a heading of the panel's lists asks for, as the panel sends it. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

async function inOrder(list: string, sort: string, direction: 'asc' | 'desc') {
  const query = new URLSearchParams({ select: '*', order: `${sort}.${direction}.nullslast` });
  const response = await server.as('carla').request(`/rest/v1/${list}?${query}`);
  expect([list, sort, response.status]).toEqual([list, sort, 200]);
  return (await response.json()) as readonly Readonly<Record<string, unknown>>[];
}

test.each(Object.entries(sortedColumns))(
  'each heading of %s sorts in the database, both ways',
  async (list, sorts) => {
    for (const sort of sorts)
      for (const direction of ['asc', 'desc'] as const) await inOrder(list, sort, direction);
  },
);

test.each(cashSorts)('the cash of a day is sorted in the database by %s', async (sort) => {
  const sent = json('POST', { day: '2026-11-28' });
  const response = await server
    .as('carla')
    .request(`/rest/v1/rpc/cash_of_day?order=${sort}.desc.nullslast`, sent);
  expect(response.status).toBe(200);
});

type Row = Readonly<Record<string, unknown>>;

/** The rows of a function that lists in an order. */
async function listedBy(list: string, body: object): Promise<readonly Row[]> {
  const response = await server.as('carla').request(`/rest/v1/rpc/${list}`, json('POST', body));
  expect([list, body, response.status]).toEqual([list, body, 200]);
  return (await response.json()) as readonly Row[];
}

/** A property of the rows on two pages of two, upwards and downwards. */
async function pagesBothWays(list: string, sort: string, filters: object) {
  const read = async (order: string) => {
    const pages = [1, 2].map((page) => listedBy(list, { sort: order, page, per_page: 2, ...filters }));
    return (await Promise.all(pages)).map((rows) => rows.map((row) => row[sort]));
  };
  return { up: await read(sort), down: await read(`-${sort}`) };
}

test.each(Object.entries(functionSorts))(
  '%s sorts in the database, and by nothing else',
  async (list, sorts) => {
    for (const sort of sorts) for (const order of [sort, `-${sort}`]) await listedBy(list, { sort: order });
    const other = await server.as('carla').request(`/rest/v1/rpc/${list}`, json('POST', { sort: 'id' }));
    expect(other.status).toBe(400);
  },
);

test('shifts are sorted from page to page, by the name that the driver has now, within a filter', async () => {
  const { db } = server.context;
  await db.query(`insert into drivers (name, license_plate, driver_code, has_account, approved_at)
    select name, plate, code, true, now() from (values ('Ana', 'AAAA01', 'S-1'), ('Beto', 'BBBB02', 'S-2'),
      ('Celia', 'CCCC03', 'S-3'), ('Nunca', 'NNNN05', 'S-5')) as given (name, plate, code)`);
  await db.query(`insert into shifts (driver_id, license_plate, started_at, ended_at)
    select id, license_plate, timestamptz '2026-11-20 08:00Z' + substr(driver_code, 3)::integer * interval '1 hour',
      timestamptz '2026-11-20 18:00Z' from drivers where driver_code in ('S-1', 'S-2', 'S-3')`);
  await db.query(`update drivers set name = 'Zoe' where driver_code = 'S-1'`);
  await db.query(`delete from drivers where driver_code = 'S-2'`);
  const filters = { since: '2026-11-20T00:00Z', until: '2026-11-21T00:00Z' };
  expect(await pagesBothWays('list_shifts_by', 'driver_name', filters)).toEqual({
    up: [['Beto', 'Celia'], ['Zoe']],
    down: [['Zoe', 'Celia'], ['Beto']],
  });
  expect(await pagesBothWays('list_shifts_by', 'license_plate', filters)).toEqual({
    up: [['AAAA01', 'BBBB02'], ['CCCC03']],
    down: [['CCCC03', 'BBBB02'], ['AAAA01']],
  });
  const [oldest] = await listedBy('list_shifts_by', { sort: 'started_at' });
  expect(oldest).toMatchObject({ driver_name: 'Zoe' });
});

test('drivers without a shift are sorted by their last one, and those who never drove come last', async () => {
  const listed = async (sort: string) => {
    const rows = await listedBy('list_drivers_without_shift_by', { sort, search: 's-' });
    return rows.map(({ name }) => name);
  };
  expect(await listed('')).toEqual(['Celia', 'Nunca', 'Zoe']);
  expect(await listed('-driver_name')).toEqual(['Zoe', 'Nunca', 'Celia']);
  expect(await listed('started_at')).toEqual(['Zoe', 'Celia', 'Nunca']);
  expect(await listed('-license_plate')).toEqual(['Celia', 'Zoe', 'Nunca']);
});

test('tablets are sorted by name as people count, and those without a name or a plate come last', async () => {
  await server.context.db.query(`insert into devices (id, key_hash, name, last_seen)
    select gen_random_uuid(), sha256('key'), name, now() - seen * interval '1 minute'
    from (values ('Tablet 10', 3), ('', 4), ('Tablet 2', 2), ('Tablet 1', 1)) as given (name, seen)`);
  expect(await pagesBothWays('list_devices_by', 'name', { state: 'fine' })).toEqual({
    up: [
      ['Tablet 1', 'Tablet 2'],
      ['Tablet 10', ''],
    ],
    down: [
      ['Tablet 10', 'Tablet 2'],
      ['Tablet 1', ''],
    ],
  });
  const longestUnseen = await listedBy('list_devices_by', { sort: 'last_seen' });
  expect(longestUnseen.map(({ name }) => name)).toEqual(['', 'Tablet 10', 'Tablet 2', 'Tablet 1']);
});

test('reviews are sorted by their stars both ways, newest first among equals, within a filter', async () => {
  await server.context.db.query(
    `insert into reviews (driver_id, rating, created_at)
     select $1, stars, timestamptz '2026-11-20 12:00Z' + hour * interval '1 hour'
     from (values (5, 1), (1, 2), (3, 3)) as given (stars, hour)`,
    [server.as('diego').driverId],
  );
  const filters = { driver: server.as('diego').driverId };
  expect(await pagesBothWays('list_reviews_by', 'rating', filters)).toEqual({
    up: [[1, 3], [5]],
    down: [[5, 3], [1]],
  });
  const byTime = await listedBy('list_reviews_by', { sort: 'created_at', ...filters });
  expect(byTime.map(({ rating }) => rating)).toEqual([5, 1, 3]);
});

test.each(accountSorts)('the accounts are sorted by %s, the oldest first', async (sort) => {
  const read = async (order: string) => {
    const response = await server.as('carla').request(`/functions/v1/admin-users?sort=${order}`);
    const { users } = (await response.json()) as {
      readonly users: readonly { readonly created_at: string }[];
    };
    return users.map((user) => user[sort]);
  };
  const up = await read(sort);
  expect(up).toEqual(up.toSorted());
  expect(await read(`-${sort}`)).toEqual(up.toReversed());
});

test('vehicles without a brand come last, whichever way they are sorted', async () => {
  await server.context.db.query(
    `insert into vehicles (license_plate, brand_model) values ('SORT01', 'Kia'), ('SORT02', null), ('SORT03', 'Audi')`,
  );
  const plates = async (direction: 'asc' | 'desc') => {
    const rows = await inOrder('vehicles', 'brand_model', direction);
    return rows.map(({ license_plate: plate }) => String(plate)).filter((plate) => plate.startsWith('SORT'));
  };
  expect(await plates('asc')).toEqual(['SORT03', 'SORT01', 'SORT02']);
  expect(await plates('desc')).toEqual(['SORT01', 'SORT03', 'SORT02']);
});
