import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';

/** `search_company`: what people type finds records of all kinds, within the rights of their role. */
let server: ProductApp;
/** The numbers of a case and of a request about personal data, which the database gives. */
let numbers: { readonly case: string; readonly rights: string };
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
  const [ticket] = await db.query<typeof numbers>(
    `with tickets as (
       insert into tickets (subject, kind, language, body, email, phone, due_on) values
         ('case', 'complaint', 'fr', 'En retard', 'Claire.Dubois@example.fr', '+33612345678', '2030-01-31'),
         ('rights', 'access', 'es', 'Mis datos', 'juan@example.cl', null, '2030-01-31')
       returning id, subject, number),
     cases as (
       insert into cases (id, driver_name, license_plate) select id, 'Elena', 'EEEE22' from tickets where subject = 'case'),
     requests as (
       insert into rights_requests (id, person, channel, name)
       select id, 'passenger', 'page', 'Juan Rojas' from tickets where subject = 'rights')
     select max(number) filter (where subject = 'case') as case, max(number) filter (where subject = 'rights') as rights
     from tickets`,
  );
  numbers = ticket!;
  await db.query(
    `insert into printed_cards (kind, folio, details, secret) values
       ('receipt', 3, '{"origin": "Aeropuerto", "destination": "Centro"}', repeat('a', 43)), ('sticker', 4, '{}', null)`,
  );
  for (const [code, voucher, name, phone] of [
    ['HJKMN', 'VC-8841', 'José Peña Ölund', '+56977778888'],
    ['PRTUV', 'VC-8842', 'Grace O’Hara', '+4915123456789'],
  ])
    await db.query(
      `with trip as (
         insert into trips (id, code, voucher, day, clock) values (gen_random_uuid(), $1, $2, '2099-01-31', '10:00')
         returning id)
       insert into trip_people (trip_id, name, phone, email) select id, $3, $4, lower($1) || '@example.org' from trip`,
      [code, voucher, name, phone],
    );
  await db.query(
    `insert into private.announcements (body, audience, valid_until)
     values (E'El domingo hay maratón:\nla Alameda está cortada.', 'all', '2030-01-31')`,
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
  ['Claire.dubois@', ['case {case}']],
  ['+33 6 12 34 56 78', ['case {case}']],
  ['dubois', []],
  ['Folio 3', ['receipt 3']],
  ['comprobante N° 3', ['receipt 3']],
  ['folio 4', []],
  ['3', []],
  ['hjkmn', ['trip HJKMN']],
  ['HJKM', []],
  ['VC-8841', ['trip HJKMN']],
  ['vc-8841', ['trip HJKMN']],
  ['9 7777 8888', ['trip HJKMN']],
  ['+56 9 7777 8888', ['trip HJKMN']],
  ['56977778888', ['trip HJKMN']],
  ['+49 151 2345', ['trip PRTUV']],
  ['4915123456789', ['trip PRTUV']],
  ['pena jose', ['trip HJKMN']],
  ['olund', ['trip HJKMN']],
  ['prtuv@example.org', ['trip PRTUV']],
  ['MARATON domingo', ['announcement El domingo hay maratón: la Alameda está cortada.']],
  ['maratón lunes', []],
  ['%', []],
  ['b', []],
  ['··', []],
  ['(a|b)+[', []],
] as const)('“%s” finds what is meant', async ([typed, expected]) => {
  expect(await found(typed)).toEqual(expected.map((each) => each.replace('{case}', numbers.case)));
});

test('a case and a request are found by their number, however it is written', async () => {
  const spaced = numbers.case.replace(/(?=...$)/, ' ');
  for (const typed of [numbers.case, spaced, `#${spaced}`, `Caso N° ${numbers.case}`]) {
    const { body } = await search(typed);
    expect([typed, body]).toMatchObject([
      typed,
      [{ kind: 'case', title: numbers.case, owner: 'Elena', plate: 'EEEE22' }],
    ]);
  }
  expect(await found(numbers.case.slice(0, -1))).toEqual([]);
  expect((await search(`solicitud ${numbers.rights}`)).body).toMatchObject([
    { kind: 'rights', title: numbers.rights, detail: 'Juan Rojas' },
  ]);
});

test('a driver is found by the code on the card', async () => {
  const [row] = await server.context.db.query<{ code: string }>(
    `select verification_code as code from drivers where driver_code = 'C-104'`,
  );
  expect(await found(row!.code)).toEqual(['driver Íñigo Muñoz Vera']);
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

test('a trip is found with its passenger, its day and its state; the next one first', async () => {
  const { db } = server.context;
  await db.query(
    `with trip as (
       insert into trips (id, code, state, day, clock) values
         (gen_random_uuid(), 'AAAAA', 'confirmed', private.chile_today() + 1, '10:00'),
         (gen_random_uuid(), 'BBBBB', 'done', private.chile_today() - 1, '10:00'),
         (gen_random_uuid(), 'CCCCC', 'requested', private.chile_today() + 5, '10:00')
       returning id)
     insert into trip_people (trip_id, name, phone) select id, 'Anna Berg', '+33699999999' from trip`,
  );
  for (const typed of ['anna berg', '+33 6 99 99 99 99']) {
    const { body } = await search(typed);
    expect(body.map(({ title }) => title)).toEqual(['AAAAA', 'CCCCC', 'BBBBB']);
    expect(body[0]).toMatchObject({
      state: 'confirmed',
      owner: 'Anna Berg',
      detail: expect.stringMatching(/^\d{2}-\d{2}-\d{4} 10:00$/),
    });
  }
});

test('each kind has five results at most', async () => {
  await server.context.db.query(
    `insert into drivers (name, license_plate, driver_code) select 'Muchos', 'MUCH' || n, 'M-' || n from generate_series(1, 9) n`,
  );
  expect(await found('muchos')).toHaveLength(5);
});

test('an exact code or plate comes first, also among more than a search looks at', async () => {
  await server.context.db.query(
    `insert into drivers (name, license_plate, driver_code)
     select 'Número ' || lpad(n::text, 4, '0'), 'NN' || lpad(n::text, 4, '0'), 'N-' || 301 - n from generate_series(0, 300) n`,
  );
  await server.context.db.query(`insert into vehicles (license_plate) values ('AAZZNN99'), ('ZZNN99')`);
  expect((await found('n-3'))[0]).toBe('driver Número 0298');
  expect((await found('NN-0299'))[0]).toBe('driver Número 0299');
  expect(await found('zz·nn·99')).toEqual(['vehicle ZZNN99', 'vehicle AAZZNN99']);
});

test('a search is short, and only the office makes one', async () => {
  expect((await search('a'.repeat(101))).status).toBe(400);
  expect((await search(null)).status).toBe(400);
  for (const typed of ['munoz', numbers.case, 'claire.dubois@example.fr', 'Folio 3'])
    expect([typed, (await search(typed, 'diego')).status]).toEqual([typed, 403]);
});

test('the role of the office searches everything but accounts and requests about personal data', async () => {
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
  expect(await ask(numbers.case)).toEqual(['case']);
  expect(await ask('folio 3')).toEqual(['receipt']);
  expect(await ask(numbers.rights)).toEqual([]);
  expect(await ask('example.com')).toEqual([]);
});
