import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actors, createActors, type Actor, type Actors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import type { Queryable } from '../../backend/db/database.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { differences, readExpectations, type Expectation } from '../../server/testing/expectations.ts';
import { takeSnapshot, type Restore } from '../../server/testing/snapshot.ts';

/** Compares every caller's permissions on every table and function of the API with `data.expected.md`. */
const expectations = await readExpectations(join(import.meta.dirname, 'data.expected.md'));
const subjects = [...new Set(expectations.map(({ about }) => about))];

let server: ProductApp;
let everybody: Actors;
/** Puts the data back to the start, ids and codes included; and the sessions, which may end with a driver's record. */
let restore: Restore;
let names: Readonly<Record<string, string>>;

interface DriverSeat {
  readonly userId: string;
  readonly driverId: string;
  readonly plate: string;
  readonly contact: string;
  readonly code: string;
  /** For an administrator. */
  readonly waits: boolean;
  readonly left: boolean;
}
let seats: readonly DriverSeat[];
const vehicles = {
  diego: randomUUID(),
  elena: randomUUID(),
  everybody: randomUUID(),
  diegoShift: randomUUID(),
  elenaShift: randomUUID(),
};
const diegoDevice = randomUUID();
/** A low review of Diego: its id, and the key under which it was stored. */
const diegoReview = randomUUID();
const lostCase = randomUUID();
const caseSecret = 'c'.repeat(43);
const announcement = randomUUID();
const printedReceipt = randomUUID();
const receiptSecret = 'r'.repeat(43);
const rightsRequest = randomUUID();
const breach = randomUUID();
/** Two trips of Diego's that overlap; the ids stand in order. */
const [dayTrip, nightTrip] = [randomUUID(), randomUUID()].sort() as [string, string];
const payment = randomUUID();
const cashCount = randomUUID();
const rightsLink = 'r'.repeat(64);
const deviceKey = 'the-random-key-that-diegos-tablet-made';
const documents = {
  diegoDocument: randomUUID(),
  diegoWaiting: randomUUID(),
  diegoVehicleDocument: randomUUID(),
  elenaDocument: randomUUID(),
};

/** Diego's licence in force and its renewal that waits, a document of his vehicle, and Elena's licence in force. */
async function addDocuments(transaction: Queryable): Promise<void> {
  const kind = `(select id from document_kinds where owner = $2 and sort = $3)`;
  const add = `insert into documents (id, kind_id, driver_id, vehicle_id, expires_on)
    values ($1, ${kind}, $4, $5, '2030-01-31')`;
  const [diego, elena] = seats;
  await transaction.query(add, [documents.diegoDocument, 'driver', 10, diego!.driverId, null]);
  await transaction.query(add, [documents.diegoVehicleDocument, 'vehicle', 40, null, vehicles.diego]);
  await transaction.query(add, [documents.elenaDocument, 'driver', 10, elena!.driverId, null]);
  // Only a driver's own insert leaves a document waiting.
  await transaction.query('alter table documents disable trigger guard_document');
  await transaction.query(
    `insert into documents (id, kind_id, driver_id, expires_on, critical)
     select $1, kind_id, driver_id, '2035-01-31', critical from documents where id = $2`,
    [documents.diegoWaiting, documents.diegoDocument],
  );
  await transaction.query('alter table documents enable trigger guard_document');
}

/** A passenger's case with a note. */
async function addCase(transaction: Queryable): Promise<void> {
  const add = `with ticket as (
      insert into tickets (id, subject, kind, language, body, due_on) values ($1, 'case', 'lost', 'de', 'Handy', now())
      returning id)
    insert into cases (id) select id from ticket`;
  await transaction.query(add, [lostCase]);
  const note = `insert into ticket_messages (ticket_id, kind, body) values ($1, 'note', 'x')`;
  await transaction.query(note, [lostCase]);
  const secret = `insert into private.ticket_secrets (ticket_id, secret_hash) values ($1, sha256(convert_to($2, 'UTF8')))`;
  await transaction.query(secret, [lostCase, caseSecret]);
}

/** Diego's request with a note and the link that was sent to its contact, and a breach. */
async function addRights(transaction: Queryable): Promise<void> {
  await transaction.query(
    `with ticket as (
       insert into tickets (id, subject, kind, language, body, phone, due_on)
       values ($1, 'rights', 'access', 'es', 'x', '+56900000001', '2099-01-01') returning id)
     insert into rights_requests (id, person, channel, name, confirmed_at, account_id, proof, proved_account_id)
     select id, 'driver', 'page', 'Diego', now(), $2, 'email', $2 from ticket`,
    [rightsRequest, seats[0]!.userId],
  );
  const note = `insert into ticket_messages (ticket_id, kind, body) values ($1, 'note', 'x')`;
  await transaction.query(note, [rightsRequest]);
  const secret = `insert into private.ticket_secrets (secret_hash, ticket_id, sent_to)
    values (sha256(convert_to($1, 'UTF8')), $2, 'phone')`;
  await transaction.query(secret, [rightsLink, rightsRequest]);
  await transaction.query(
    `insert into breaches (id, happened_on, known_at, what, which_data) values ($1, '2026-11-01', now(), 'x', 'x')`,
    [breach],
  );
}

/** Two trips of Diego's with their passengers, allowed to overlap; a later message changes both, and the first is paid in cash and rated. */
async function addTrips(transaction: Queryable): Promise<void> {
  const add = `with trip as (
      insert into trips (id, code, state, day, clock, minutes, direction, driver_id)
      values ($1, $2, 'confirmed', '2099-01-01', '10:00', 60, 'from', $3) returning id)
    insert into trip_people (trip_id, name, phone, proposal) select id, 'Anna', '+4915123456789', '{}' from trip`;
  await transaction.query(add, [dayTrip, 'AAAAA', seats[0]!.driverId]);
  await transaction.query(add, [nightTrip, 'BBBBB', seats[0]!.driverId]);
  await transaction.query(`insert into trip_events (trip_id, kind) values ($1, 'created')`, [dayTrip]);
  const pair = 'insert into trip_overlaps (first_id, second_id) values ($1, $2)';
  await transaction.query(pair, [dayTrip, nightTrip]);
  await transaction.query(
    `insert into trip_payments (id, trip_id, method, pesos, driver_id) values ($1, $2, 'cash', 18000, $3)`,
    [payment, dayTrip, seats[0]!.driverId],
  );
  const handOver = 'insert into cash_counts (id, driver_id, expected, handed) values ($1, $2, 0, 0)';
  await transaction.query(handOver, [cashCount, seats[0]!.driverId]);
  await transaction.query('insert into trip_signals (driver_id) values ($1)', [seats[0]!.driverId]);
  const reviewed = 'insert into private.trip_reviews (review_id, trip_id) values ($1, $2)';
  await transaction.query(reviewed, [diegoReview, dayTrip]);
}

/** The secret of the page of the first trip. */
async function readTripSecret(): Promise<string> {
  const [row] = await server.context.db.query<{ secret: string }>(
    'select private.trip_secret($1, 1) as secret',
    [dayTrip],
  );
  return row!.secret;
}

/** A receipt of Diego's. */
async function addReceipt(transaction: Queryable): Promise<void> {
  await transaction.query(
    `insert into printed_cards (id, kind, folio, driver_id, details, secret) values ($1, 'receipt', 7, $2, '{}', $3)`,
    [printedReceipt, seats[0]!.driverId, receiptSecret],
  );
}

/** An announcement for all drivers. */
async function addAnnouncement(transaction: Queryable): Promise<void> {
  const add = `insert into private.announcements (id, body, audience, valid_until) values ($1, 'x', 'all', '2100-01-01')`;
  await transaction.query(add, [announcement]);
}

/** The drivers, each with a link to the account, a review and a consent. */
async function addDrivers(transaction: Queryable): Promise<void> {
  // Without the triggers, which end the sessions of a driver whose record goes.
  await transaction.query(
    'set local session_replication_role = replica; delete from user_drivers; delete from drivers; reset session_replication_role',
  );
  for (const { userId, driverId, plate, contact, code, waits, left } of seats) {
    await transaction.query(
      `insert into drivers (id, name, license_plate, driver_code, contact, created_by, verification_code, approved_at,
         left_at)
       values ($1, $2, $3, $4, $5, $6, $7, case when not $8 then now() end, case when $9 then now() end)`,
      [driverId, 'Driver', plate, `C-${plate}`, contact, userId, code, waits, left],
    );
    await transaction.query('insert into user_drivers values ($1, $2)', [userId, driverId]);
    await transaction.query('insert into reviews (driver_id, rating) values ($1, 4)', [driverId]);
    await transaction.query('insert into consents (user_id, policy_version) values ($1, 1)', [userId]);
  }
  const low = 'update reviews set id = $1, rating = 2, idempotency_key = $1 where driver_id = $2';
  await transaction.query(low, [diegoReview, seats[0]!.driverId]);
  // The invitation that Diego has accepted.
  await transaction.query(
    `insert into driver_invitations (driver_id, token_hash, expires_at, used_at) values ($1, $2, now(), now())`,
    [seats[0]!.driverId, Buffer.alloc(32)],
  );
}

/** The vehicles with their drivers and shifts, and Diego's tablet. */
async function addVehicles(transaction: Queryable): Promise<void> {
  await transaction.query(
    `insert into vehicles (id, license_plate) values ($1, 'TAXI01'), ($2, 'TAXI02'), ($3, 'TAXI03')`,
    [vehicles.diego, vehicles.elena, vehicles.everybody],
  );
  for (const [vehicleId, seat, shiftId] of [
    [vehicles.diego, seats[0]!, vehicles.diegoShift],
    [vehicles.elena, seats[1]!, vehicles.elenaShift],
  ] as const) {
    await transaction.query('insert into vehicle_drivers values ($1, $2)', [vehicleId, seat.driverId]);
    const shift = 'insert into shifts (id, driver_id, vehicle_id) values ($1, $2, $3)';
    await transaction.query(shift, [shiftId, seat.driverId, vehicleId]);
  }
  for (const { driverId } of seats.filter(({ waits, left }) => waits || left))
    await transaction.query('insert into vehicle_drivers values ($1, $2)', [vehicles.diego, driverId]);
  await transaction.query(
    `insert into devices (id, key_hash, driver_id) values ($1, sha256(convert_to($2, 'UTF8')), $3)`,
    [diegoDevice, deviceKey, seats[0]!.driverId],
  );
  const signal = 'insert into device_signals (device_id, driver_id) values ($1, $2)';
  await transaction.query(signal, [diegoDevice, seats[0]!.driverId]);
}

/** The data that every request meets. */
async function addData(): Promise<void> {
  await server.context.db.transaction(async (transaction) => {
    await addDrivers(transaction);
    await addVehicles(transaction);
    await addDocuments(transaction);
    await addCase(transaction);
    await addAnnouncement(transaction);
    await addReceipt(transaction);
    await addRights(transaction);
    await addTrips(transaction);
    await transaction.query('delete from time_based_routes');
    await transaction.query(
      `insert into time_based_routes (name, duration) values ('Santiago', '3hours'), ('Todo el día', 'fullday')`,
    );
  });
}

/** The ids of the kinds that the rows name. */
async function kindIds(): Promise<Readonly<Record<string, string>>> {
  const rows = await server.context.db.query<{ sort: number; id: string }>(
    'select sort, id from document_kinds',
  );
  const bySort = new Map(rows.map(({ sort, id }) => [sort, id]));
  return {
    licence: bySort.get(10)!,
    otherLicence: bySort.get(20)!,
    vehicleKind: bySort.get(50)!,
  };
}

beforeAll(async () => {
  server = await startProductApp();
  everybody = await createActors(server);
  seats = (['diego', 'elena', 'bruno', 'vera', 'luis'] as const).map((name, index) => ({
    userId: everybody.userId(name),
    driverId: randomUUID(),
    plate: `${name[0]!.repeat(4).toUpperCase()}1${index}`,
    contact: `+5690000000${index + 1}`,
    code: `${name[0]!.repeat(4).toUpperCase()}56789ABC`,
    waits: name === 'vera',
    left: name === 'luis',
  }));
  await addData();
  const link = await everybody.request('diego', '/rest/v1/rpc/create_rating_link', { method: 'POST' });
  const [diego, elena] = seats;
  names = {
    diego: diego!.userId,
    nora: everybody.userId('nora'),
    diegoDriver: diego!.driverId,
    elenaDriver: elena!.driverId,
    luisDriver: seats.find(({ left }) => left)!.driverId,
    diegoCode: diego!.code,
    diegoVehicle: vehicles.diego,
    elenaVehicle: vehicles.elena,
    freeVehicle: vehicles.everybody,
    diegoShift: vehicles.diegoShift,
    elenaShift: vehicles.elenaShift,
    diegoDevice,
    deviceKey,
    diegoReview,
    lostCase,
    caseSecret,
    announcement,
    tomorrow: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    printedReceipt,
    receiptSecret,
    rightsRequest,
    breach,
    dayTrip,
    tripSecret: await readTripSecret(),
    payment,
    cashCount,
    rightsLink,
    ...documents,
    ...(await kindIds()),
    diegoLink: ((await link.json()) as { token: string }[])[0]!.token,
  };
  restore = await takeSnapshot(server.context.db, ['public', 'private', 'auth']);
});
afterAll(() => server[Symbol.asyncDispose]());

function fill(text: string, actor: Actor): string {
  const own = {
    ...names,
    self: everybody.userId(actor),
    new: randomUUID(),
    today: chileanDay(new Date()),
  } as Record<string, string>;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (own[name] === undefined) throw new Error(`nothing is called {${name}}`);
    return own[name];
  });
}

/** Sends the request as somebody and puts the data back. */
async function outcome({ method, path, body }: Expectation, actor: string): Promise<string> {
  const who = actor as Actor;
  const response = await everybody.request(who, `/rest/v1/${fill(path.replace('+', '%2B'), who)}`, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'count=exact' },
    ...(body !== undefined && { body: fill(body, who) }),
  });
  const answer = await response.text();
  if (!response.ok) return `${response.status} ${(JSON.parse(answer) as { code: string }).code}`;
  const count = response.headers.get('content-range')?.split('/')[1] ?? '';
  // An update or deletion of no row has changed nothing.
  if (method === 'POST' || (method !== 'GET' && count !== '0')) await restore();
  return count;
}

test.each(subjects)('R1 %s: everybody may do what is written down, and nothing else', async (subject) => {
  const own = expectations.filter(({ about }) => about === subject);
  for (const { outcomes } of own) expect([...outcomes.keys()]).toEqual([...actors]);
  expect(await differences(own, outcome)).toEqual([]);
});

interface Exposed {
  readonly name: string;
  readonly verbs: readonly string[];
}

/** Every table, view and function that the API exposes; a function of two signatures twice. */
function readExposed(db: Queryable): Promise<Exposed[]> {
  return db.query<Exposed>(
    `select relname as name, array['delete', 'insert', 'select', 'update'] as verbs from pg_class
       where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = any ($1::text[]::regnamespace[])
     union all select proname, array['execute'] from pg_proc
       where pronamespace = any ($1::text[]::regnamespace[]) and prorettype <> 'trigger'::regtype
     order by name`,
    [server.context.config.protocol.api.schemas],
  );
}

/** The tables and functions with rows in `data.expected.md`. */
function readCovered(): Exposed[] {
  const covered = subjects.map((name) => {
    const own = expectations.filter(({ about }) => about === name).map(({ what }) => what.split(' ')[0]!);
    return { name, verbs: [...new Set(own)].sort() };
  });
  return covered.sort((a, b) => (a.name < b.name ? -1 : 1));
}

test('R1 every table, view and function that the API exposes has its rows', async () => {
  expect(await readExposed(server.context.db)).toEqual(readCovered());
});

test.each([
  ['table', 'create table public.new_one (id int primary key)', 'new_one'],
  ['partitioned table', 'create table public.new_one (id int) partition by range (id)', 'new_one'],
  ['view', 'create view public.new_one as select 1 as id', 'new_one'],
  ['materialized view', 'create materialized view public.new_one as select 1 as id', 'new_one'],
  ['function', `create function public.new_one() returns int language sql as 'select 1'`, 'new_one'],
  ['procedure', `create procedure public.new_one() language sql as 'select 1'`, 'new_one'],
  [
    'second signature of a function',
    `create function public.verify_driver(code int) returns int language sql as 'select 1'`,
    'verify_driver',
  ],
])('R1 a new %s has no rows, and the test above fails', async (_, sql, name) => {
  const undone = new Error('undone');
  let exposed: readonly Exposed[] = [];
  const trial = server.context.db.transaction(async (transaction) => {
    await transaction.query(sql);
    exposed = await readExposed(transaction);
    throw undone;
  });
  await expect(trial).rejects.toBe(undone);
  const covered = readCovered();
  expect(exposed.length).toBe(covered.length + 1);
  expect(exposed.map((each) => each.name).sort()).toEqual([...covered.map((each) => each.name), name].sort());
});

test('R1 nobody reaches a table of another schema, by its profile or by its name', async () => {
  const hidden = await server.context.db.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p', 'v') and nspname in ('auth', 'storage', 'private', 'platform', 'realtime')`,
  );
  expect(hidden.length).toBeGreaterThan(10);
  for (const actor of ['anon', 'diego', 'carla', 'service'] as const) {
    for (const { schema, name } of hidden) {
      const path = `/rest/v1/${name}?limit=1`;
      const named = await everybody.request(actor, path, { headers: { 'accept-profile': schema } });
      expect([schema, name, actor, named.status]).toEqual([schema, name, actor, 406]);
      const bare = await everybody.request(actor, path);
      expect([schema, name, actor, bare.status]).toEqual([schema, name, actor, 404]);
    }
  }
});
