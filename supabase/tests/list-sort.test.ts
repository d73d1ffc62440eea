import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';
import { cashSorts, sortedColumns } from '../../web/data/list/sort.ts';

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
