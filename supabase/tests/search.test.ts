import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';

/** `search_company`: what people type finds drivers, vehicles, documents, devices and accounts. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  const { db } = server.context;
  await db.query(
    `insert into drivers (name, license_plate, driver_code, contact)
     values ('Íñigo Muñoz Vera', 'BBCD12', 'C-104', '9 8765 4321'), ('Ana 100%', 'XXYY77', 'Z_9', null)`,
  );
  await db.query(`insert into vehicles (license_plate, brand_model) values ('BBCD12', 'Kia Carnival')`);
  await db.query(
    `insert into documents (kind_id, vehicle_id, number, expires_on)
     select k.id, v.id, '12.345.678-9', '2030-01-31' from document_kinds k, vehicles v where k.name = 'SOAP'`,
  );
  await db.query(
    `insert into devices (id, key_hash, name, driver_id) values ($1, sha256('key'), 'Tableta Ñuñoa', $2)`,
    [randomUUID(), server.as('diego').driverId],
  );
});
afterAll(() => server[Symbol.asyncDispose]());

type Found = Readonly<Record<string, unknown>> & { readonly kind: string };

async function search(query: string | null, who: 'carla' | 'diego' = 'carla') {
  const response = await server.as(who).request('/rest/v1/rpc/search_company', json('POST', { query }));
  return { status: response.status, body: (await response.json()) as readonly Found[] };
}
const found = async (query: string) =>
  (await search(query)).body.map(({ kind, title, plate }) => `${kind} ${String(title ?? plate)}`);

test.for([
  ['munoz', ['driver Íñigo Muñoz Vera']],
  ['VERA inigo', ['driver Íñigo Muñoz Vera']],
  ['c-104', ['driver Íñigo Muñoz Vera']],
  ['bb·cd 12', ['driver Íñigo Muñoz Vera', 'vehicle BBCD12']],
  [' BB-CD ', ['driver Íñigo Muñoz Vera', 'vehicle BBCD12']],
  ['9 8765 4321', ['driver Íñigo Muñoz Vera']],
  ['+56 9 8765 4321', ['driver Íñigo Muñoz Vera']],
  ['carnival kia', ['vehicle BBCD12']],
  ['12345678-9', ['document 12.345.678-9']],
  ['12.345', ['document 12.345.678-9']],
  ['nunoa', ['device Tableta Ñuñoa']],
  ['100%', ['driver Ana 100%']],
  ['z_9', ['driver Ana 100%']],
  ['%', []],
  ['b', []],
  ['··', []],
  ['(a|b)+[', []],
] as const)('“%s” finds what is meant', async ([typed, expected]) => {
  expect(await found(typed)).toEqual(expected);
});

test('an administrator finds an account by part of its address, with its driver', async () => {
  const [account] = await server.context.db.query<{ email: string }>(
    'select email from auth.users where id = $1',
    [server.as('diego').userId],
  );
  expect((await search(account!.email.slice(0, -3).toUpperCase())).body).toMatchObject([
    { kind: 'user', title: account!.email, detail: 'diego' },
  ]);
});

test('each kind has five results at most', async () => {
  await server.context.db.query(
    `insert into drivers (name, license_plate, driver_code) select 'Muchos', 'MUCH' || n, 'M-' || n from generate_series(1, 9) n`,
  );
  expect(await found('muchos')).toHaveLength(5);
});

test('a search is short, and only the office makes one', async () => {
  expect((await search('a'.repeat(101))).status).toBe(400);
  expect((await search(null)).status).toBe(400);
  expect((await search('munoz', 'diego')).status).toBe(403);
});

test('the role of the office searches everything but accounts', async () => {
  const { userId } = server.as('elena');
  await server.context.db.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "office"}' where id = $1`,
    [userId],
  );
  const claims = JSON.stringify({ sub: userId, role: 'authenticated', app_metadata: { role: 'office' } });
  const ask = (query: string) =>
    server.context.db.transaction(async (transaction) => {
      await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      const rows = await transaction.query<Found>('select * from public.search_company($1)', [query]);
      return rows.map(({ kind }) => kind);
    });
  expect(await ask('munoz')).toEqual(['driver']);
  expect(await ask('example.com')).toEqual([]);
});
