import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { searchedColumns, searchFilters } from '../../web/data/list/search.ts';

/** The search of each list of the panel, as the panel sends it: it finds what is meant, and fails for no word. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

type ListName = keyof typeof searchedColumns;
const lists = Object.keys(searchedColumns) as ListName[];

async function search(list: ListName, typed: string) {
  const query = new URLSearchParams({ select: '*' });
  for (const words of searchFilters(typed, list)) query.append('or', `(${words})`);
  const response = await server.as('carla').request(`/rest/v1/${list}?${query}`);
  return { status: response.status, body: await response.json() };
}

test.each(lists)('a name, a number, a plate and a sign can be searched in %s', async (list) => {
  for (const typed of ['Juan', '104523', 'bb·cd 12', 'juan.soto@example.cl', '¿(x)?'])
    expect([typed, await search(list, typed)]).toEqual([typed, { status: 200, body: [] }]);
});

test('a driver is found by plate, a request by number and name, a breach by what happened, a trip by all that it says', async () => {
  const { db } = server.context;
  const [{ number } = { number: '' }] = await db.query<{ number: string }>(
    `with ticket as (
       insert into tickets (subject, kind, language, body, due_on)
       values ('rights', 'access', 'es', 'Mis datos', '2026-12-24') returning id, number),
     request as (
       insert into rights_requests (id, person, channel, name) select id, 'driver', 'paper', 'Juan Muñoz' from ticket)
     select number from ticket`,
  );
  await db.query(
    `insert into breaches (happened_on, known_at, what, which_data)
     values ('2026-11-20', now(), 'Se perdió una tableta', 'Nombre y teléfono')`,
  );
  const { driverId } = server.as('diego');
  await db.query(
    `with trip as (
       insert into trips (id, code, agency, voucher, flight, driver_id)
       values (gen_random_uuid(), 'KMRAT', 'Turismo Andes', 'TA-77', 'LA705', $1) returning id)
     insert into trip_people (trip_id, name, phone, email, to_text)
     select id, 'Jürgen Müller', '+4915123456789', 'j.mueller@example.de', 'Hotel Ñuñoa' from trip`,
    [driverId],
  );
  for (const [list, typed] of [
    ['trip_list', 'kmrat'],
    ['trip_list', 'muller andes'],
    ['trip_list', 'ta-77 LA705'],
    ['trip_list', '1512345'],
    ['trip_list', 'j.mueller@ nunoa diego'],
    ['drivers', 'dd·dd·11'],
    ['rights_request_list', number],
    ['rights_request_list', 'juan munoz'],
    ['breaches', 'tableta'],
    ['breaches', 'telefono perdio'],
  ] as const) {
    const { status, body } = await search(list, typed);
    expect([list, typed, status, (body as unknown[]).length]).toEqual([list, typed, 200, 1]);
  }
});
