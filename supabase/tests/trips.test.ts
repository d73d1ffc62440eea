import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';
import { addTripVehicle, companyDay, tripDesk, type TripDesk } from '../../server/testing/trips.ts';
import { needsReason, tripReasons, tripStates } from '../../shared/trips.ts';

/** `save_trip`: one trip for one id, versions, states, numbers, and what needs a hand. */
let server: ProductApp;
let carla: TripDesk;
/** The documents and seats of `near` are looked at, those of `later` not yet. */
let [tomorrow, near, later] = ['', '', ''];
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
  [tomorrow, near, later] = [
    await companyDay(server, 1),
    await companyDay(server, 5),
    await companyDay(server, 20),
  ];
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['trips', 'documents', 'vehicles']) await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const diego = () => server.as('diego').driverId!;
const elena = () => server.as('elena').driverId!;
const needs = async (trip: string) => [...(await carla.list(trip)).needs].sort();
const confirmed = (fields: object = {}) =>
  carla.add({ state: 'confirmed', day: tomorrow, clock: '10:00', minutes: 60, ...fields });

test('the same call twice makes one trip, also at the same moment', async () => {
  const body = { trip: randomUUID(), fields: { day: tomorrow, clock: '10:00' }, person: { name: 'Anna' } };
  const answers = await Promise.all(Array.from({ length: 5 }, () => carla.call('save_trip', body)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject([200, { id: body.trip, version: 1, state: 'requested' }]);
  expect(await query('select id from trips')).toEqual([{ id: body.trip }]);
  expect(await query('select kind from trip_events')).toEqual([{ kind: 'created' }]);
});

test('a stale version is refused and changes nothing; an unknown trip has none', async () => {
  const trip = await carla.add({ people: 2 }, { name: 'Anna' });
  expect(await carla.edit(trip, { people: 3 })).toMatchObject([200, { people: 3, version: 2 }]);
  const stale = { trip, fields: { people: 4 }, person: { name: 'Eva' }, version: 1 };
  expect(await carla.call('save_trip', stale)).toMatchObject([409, { code: 'edit_conflict' }]);
  expect(await carla.list(trip)).toMatchObject({ people: 3, name: 'Anna', version: 2 });
  const unknown = await carla.call('save_trip', { trip: randomUUID(), fields: {}, version: 1 });
  expect(unknown).toMatchObject([404, { code: 'not_found' }]);
});

test('every pair of states needs a reason where the panel asks for one', async () => {
  for (const before of tripStates)
    for (const after of tripStates) {
      const trip = await carla.add({ state: before, day: later, clock: '10:00' });
      const [status, body] = await carla.edit(trip, { state: after });
      const expected = needsReason(before, after) ? [400, 'reason_required'] : [200, undefined];
      expect([before, after, status, (body as { code?: string }).code]).toMatchObject([
        before,
        after,
        expected[0],
        ...(expected[0] === 200 ? [expect.anything()] : [expected[1]]),
      ]);
    }
});

test('a reason is stored with the state, and goes with the next one', async () => {
  const trip = await confirmed();
  for (const reason of tripReasons) {
    expect((await carla.edit(trip, { state: 'cancelled' }, { reason }))[0]).toBe(200);
    expect(await carla.list(trip)).toMatchObject({ state: 'cancelled', reason, is_live: false });
    expect((await carla.edit(trip, { state: 'confirmed' }))[1]).toMatchObject({ code: 'reason_required' });
    expect((await carla.edit(trip, { state: 'confirmed' }, { reason: 'mistake' }))[0]).toBe(200);
  }
  expect((await carla.edit(trip, { state: 'on_way' }))[0]).toBe(200);
  expect(await carla.list(trip)).toMatchObject({ state: 'on_way', reason: null });
  expect((await carla.edit(trip, { state: 'cancelled' }, { reason: 'rain' }))[0]).toBe(400);
});

test('a trip that begins remembers driver and plate, and forgets them with the driver', async () => {
  const vehicle_id = await addTripVehicle(server, 'BBCD12');
  const trip = await confirmed({ driver_id: diego(), vehicle_id });
  await carla.edit(trip, { state: 'on_way' });
  const names = () => query('select driver_name, license_plate from trips');
  expect(await names()).toEqual([{ driver_name: 'diego', license_plate: 'BBCD12' }]);
  await query('delete from vehicles');
  expect(await names()).toEqual([{ driver_name: 'diego', license_plate: 'BBCD12' }]);
  await query('select anonymise_person($1, $2)', [server.as('diego').userId, [diego()]]);
  expect(await names()).toEqual([{ driver_name: null, license_plate: 'BBCD12' }]);
});

test.each([
  ['9 8765 4321', '+56987654321'],
  ['(2) 2345 6789', '+56223456789'],
  ['+49 151 2345-6789', '+4915123456789'],
  ['0033 6 12 34 56 78', '+33612345678'],
  ['https://wa.me/56987654321', '+56987654321'],
  ['', null],
])('the number “%s” is stored as %s', async (written, stored) => {
  const trip = await carla.add({}, { phone: written, external_phone: written });
  expect(await carla.list(trip)).toMatchObject({ phone: stored, external_phone: stored });
});

test.each(['151 23456789', '612345', 'call me', '+', '9'.repeat(70)])(
  'the number “%s” is refused, because nobody knows whom it reaches',
  async (written) => {
    for (const field of ['phone', 'external_phone']) {
      const body = { trip: randomUUID(), fields: {}, person: { [field]: written } };
      expect(await carla.call('save_trip', body)).toMatchObject([400, { code: 'phone_invalid' }]);
    }
    expect(await query('select from trips')).toEqual([]);
  },
);

test('names and places have one line, so that nobody adds one to what the office sends; a note keeps its lines', async () => {
  const line = 'Ana\n\n*Cambió*: llama\t a Eva ';
  const fields = ['name', 'from_text', 'to_text', 'sign_text', 'external_name', 'note'];
  const trip = await carla.add({}, Object.fromEntries(fields.map((name) => [name, line])));
  const stored = 'Ana *Cambió*: llama a Eva';
  expect(await carla.list(trip)).toMatchObject({
    ...Object.fromEntries(fields.map((name) => [name, stored])),
    note: line.trim(),
  });
});

test('an agency and its voucher are the same however they are typed, and a spelling can be corrected', async () => {
  const named = (agency: string, voucher: string) => carla.add({ agency, voucher });
  const first = await named('Viajes Ñandú', '0012 ab');
  const second = await named(' viajes  nandu ', ' 0012  AB ');
  expect(await carla.list(second)).toMatchObject({ agency: 'Viajes Ñandú', voucher: '0012 AB' });
  await carla.edit(second, { agency: 'VIAJES ÑANDÚ' });
  expect(await carla.list(second)).toMatchObject({ agency: 'VIAJES ÑANDÚ' });
  expect(await carla.list(await named('Viajes Nandu Sur', '12'))).toMatchObject({
    agency: 'Viajes Nandu Sur',
    voucher: '12',
  });
  await carla.edit(first, { agency: 'viajes nandu sur' });
  expect(await carla.list(first)).toMatchObject({ agency: 'Viajes Nandu Sur', voucher: '0012 AB' });
});

test('a change keeps the values before it beside the passenger, and names of fields in its event', async () => {
  const trip = await carla.add({ people: 1 }, { name: 'Anna', phone: '+4915123456789' });
  await carla.edit(trip, { people: 2 }, { person: { name: 'Eva', note: 'Con perro' } });
  expect(await query('select before from trip_people')).toEqual([{ before: { name: 'Anna', note: null } }]);
  const [, events] = await carla.call('trip_timeline', { trip });
  expect(events).toMatchObject([
    { kind: 'created', author: expect.stringContaining('carla') },
    { kind: 'changed', changed: ['name', 'note', 'people'] },
  ]);
});

test('a request, and one that a later message changes, need somebody', async () => {
  const trip = await carla.add();
  expect(await needs(trip)).toEqual(['request']);
  await carla.edit(trip, {}, { person: { proposal: { clock: '11:00' } } });
  expect(await needs(trip)).toEqual(['proposal', 'request']);
  await carla.edit(trip, {}, { person: { proposal: null } });
  expect(await needs(trip)).toEqual(['request']);
});

test('a confirmed trip needs a driver who is active, unless another company drives', async () => {
  const trip = await confirmed({ day: later });
  expect(await needs(trip)).toEqual(['driver']);
  await carla.edit(trip, { is_external: true, driver_id: diego() });
  expect(await carla.list(trip)).toMatchObject({ needs: [], driver_id: null });
  await carla.edit(trip, { is_external: false, driver_id: diego() });
  expect(await needs(trip)).toEqual([]);
  await query('update drivers set left_at = now() where id = $1', [diego()]);
  expect(await needs(trip)).toEqual(['driver']);
  await query('update drivers set left_at = null where id = $1', [diego()]);
});

test('a driver is told from the day before on, and again of what matters to him', async () => {
  const trip = await confirmed({ driver_id: diego(), day: later });
  expect(await needs(trip)).toEqual([]);
  await carla.edit(trip, { day: tomorrow });
  expect(await needs(trip)).toEqual(['told']);
  const tell = (driver: string) => carla.call('tell_trips', { driver, trips: [trip] });
  expect((await tell(elena()))[0]).toBe(204);
  expect(await needs(trip)).toEqual(['told']);
  await tell(diego());
  expect(await needs(trip)).toEqual([]);
  await carla.edit(trip, { flight: 'LA705' }, { person: { name: 'Anna', phone: '987654321', note: 'x' } });
  expect(await needs(trip)).toEqual([]);
  for (const fields of [{ clock: '10:15' }, { people: 2 }, { pesos: 20_000 }, { route: 'vitacura' }]) {
    await carla.edit(trip, fields);
    expect([fields, await needs(trip)]).toEqual([fields, ['changed']]);
    await tell(diego());
    expect(await needs(trip)).toEqual([]);
  }
  await carla.edit(trip, {}, { person: { to_text: 'Hotel Plaza' } });
  expect(await needs(trip)).toEqual(['changed']);
  await tell(diego());
  await carla.edit(trip, { state: 'cancelled' }, { reason: 'passenger' });
  expect(await needs(trip)).toEqual(['changed']);
  await tell(diego());
  expect(await needs(trip)).toEqual([]);
});

test.each([
  ['cancelled', 'passenger'],
  ['no_show', 'not_found'],
])('a driver who was told that a trip is %s hears that it goes on after all', async (state, reason) => {
  const trip = await confirmed({ driver_id: diego() });
  const tell = () => carla.call('tell_trips', { driver: diego(), trips: [trip] });
  await tell();
  await carla.edit(trip, { state }, { reason });
  await tell();
  await carla.edit(trip, { state: 'confirmed' }, { reason: 'mistake' });
  expect(await needs(trip)).toEqual(['changed']);
  await tell();
  expect(await needs(trip)).toEqual([]);
});

test('a driver who was told and lost the trip has to hear of it', async () => {
  const trip = await confirmed({ driver_id: diego() });
  await carla.call('tell_trips', { driver: diego(), trips: [trip] });
  await carla.edit(trip, { driver_id: elena() });
  expect(await needs(trip)).toEqual(['changed', 'told']);
  await carla.call('tell_trips', { driver: elena(), trips: [trip] });
  expect(await needs(trip)).toEqual(['changed']);
  await carla.call('tell_trips', { driver: diego(), trips: [trip] });
  expect(await carla.list(trip)).toMatchObject({ needs: [], untold: [] });
  await carla.edit(trip, { driver_id: diego() });
  await carla.edit(trip, { driver_id: elena() });
  expect(await needs(trip), 'nobody had told Diego that he had it again').toEqual(['told']);
});

test('late, too few seats, documents and a reply that nobody opened', async () => {
  const vehicle_id = await addTripVehicle(server, 'BBCD12');
  const trip = await confirmed({ vehicle_id, people: 5, driver_id: diego(), day: near });
  expect(await needs(trip)).toEqual(['seats']);
  await query(
    `insert into documents (kind_id, driver_id, expires_on)
     select id, $1, $2::date - 1 from document_kinds where name = 'Licencia A2'`,
    [diego(), near],
  );
  expect(await needs(trip)).toEqual(['documents', 'seats']);
  await carla.edit(trip, { source: 'message', people: 4 });
  expect(await needs(trip)).toEqual(['documents', 'reply']);
  await carla.call('note_trip_reply', { trip });
  expect(await needs(trip)).toEqual(['documents']);
  await query(`update trips set pickup_at = now() - interval '16 minutes', told_at = now() where id = $1`, [
    trip,
  ]);
  expect(await needs(trip)).toEqual(['documents', 'late']);
});

test('drivers, seats and documents of a far trip are not looked at, and yet nobody is booked twice', async () => {
  const vehicle_id = await addTripVehicle(server, 'BBCD12');
  const far = { vehicle_id, people: 5, driver_id: diego(), day: later };
  await query(
    `insert into documents (kind_id, driver_id, expires_on)
     select id, $1, $2::date - 1 from document_kinds where name = 'Licencia A2'`,
    [diego(), later],
  );
  const trip = await confirmed(far);
  const body = { fields: { ...far, state: 'confirmed', clock: '10:30', minutes: 60 } };
  const { code } = await carla.list(trip);
  expect(await carla.call('save_trip', { trip: randomUUID(), ...body })).toMatchObject([
    409,
    { code: 'overlap', details: code },
  ]);
  const meeting = { ...body, trip: randomUUID(), allowed: [trip] };
  expect((await carla.call('save_trip', meeting))[0]).toBe(200);
  await query('delete from trip_overlaps');
  expect([await needs(trip), await needs(meeting.trip)]).toEqual([[], []]);
  await query(`update trips set day = $1 where id = any ($2)`, [near, [trip, meeting.trip]]);
  expect(await needs(trip)).toEqual(['overlap', 'seats']);
});

test('the free drivers and vehicles come first, the others with the reason', async () => {
  const [own, free] = [await addTripVehicle(server, 'BBCD12'), await addTripVehicle(server, 'BBCD13')];
  await query('insert into vehicle_drivers values ($1, $2)', [own, diego()]);
  const taken = await confirmed({ driver_id: diego(), vehicle_id: own });
  const trip = await confirmed({ clock: '10:30' });
  const { code } = await carla.list(taken);
  const [, drivers] = await carla.call('trip_drivers', { trip });
  expect(drivers).toMatchObject([
    { id: elena(), is_free: true, clash: null },
    {
      id: diego(),
      is_free: false,
      vehicle_id: own,
      clash: 'overlap',
      clash_code: code,
      clash_clock: '10:00',
    },
  ]);
  const [, vehicles] = await carla.call('trip_vehicles', { trip });
  expect(vehicles).toMatchObject([
    { id: free, clash: null, fits: true },
    { id: own, clash: 'overlap' },
  ]);
});

test('a day off is a reason against a driver, and so is a licence for fewer seats than the vehicle has', async () => {
  const van = await addTripVehicle(server, 'BBCD12');
  await query('insert into vehicle_drivers values ($1, $2)', [van, diego()]);
  const trip = await confirmed();
  const offered = async () => {
    const [, drivers] = await carla.call('trip_drivers', { trip });
    const found = (
      drivers as readonly { id: string; clash: string | null; documents: string | null; is_free: boolean }[]
    ).find(({ id }) => id === diego());
    return [found?.clash, found?.documents, found?.is_free];
  };
  expect(await offered()).toEqual([null, null, true]);
  const daysOff = (days: readonly string[]) =>
    server.as('carla').request(`/rest/v1/drivers?id=eq.${diego()}`, json('PATCH', { days_off: days }));
  expect((await daysOff([near])).status).toBe(200);
  expect(await offered()).toEqual([null, null, true]);
  expect((await daysOff([tomorrow, near])).status).toBe(200);
  expect(await offered()).toEqual(['day_off', null, false]);
  const taken = await confirmed({ driver_id: diego() });
  expect((await offered())[0]).toBe('overlap');
  await carla.edit(taken, { driver_id: null });
  await daysOff([]);

  const licence = (name: string) =>
    query(
      `insert into documents (kind_id, driver_id, expires_on)
       select id, $1, $2::date + 400 from document_kinds where name = $3`,
      [diego(), tomorrow, name],
    );
  for (const [seats, papers, lack] of [
    [12, 'Licencia A1', 'licence'],
    [12, 'Licencia A2', null],
    [18, 'Licencia A2', 'licence'],
    [18, 'Licencia A3', null],
  ] as const) {
    await query('delete from documents');
    await query('update vehicles set seats = $1', [seats]);
    await licence(papers);
    expect([seats, papers, ...(await offered())]).toEqual([seats, papers, null, lack, lack === null]);
  }
  const assigned = await confirmed({ day: near, driver_id: diego(), vehicle_id: van });
  expect(await needs(assigned)).toEqual([]);
  await query('delete from documents');
  await licence('Licencia A1');
  expect(await needs(assigned)).toEqual(['documents']);
});

test.each([
  ['a field that is none', { fields: { code: 'AAAAA' } }],
  ['a list of fields', { fields: [] }],
  ['no fields', { fields: null }],
  ['a passenger that is none', { fields: {}, person: 'Anna' }],
  ['a day that is none', { fields: { day: '2027-02-30', clock: '10:00' } }],
  ['a day after all time', { fields: { day: 'infinity', clock: '10:00' } }],
  ['a day in a million years', { fields: { day: '999999-01-01', clock: '10:00' } }],
  ['the hour 24', { fields: { day: '2099-01-01', clock: '24:00' } }],
  ['a state that is none', { fields: { state: 'lost' } }],
  ['no state', { fields: { state: null } }],
  ['a confirmation without a day', { fields: { state: 'confirmed' } }],
  ['people as a word', { fields: { people: 'two' } }],
  ['too many people', { fields: { people: 99_999_999_999 } }],
  ['a name of a thousand letters', { fields: {}, person: { name: 'x'.repeat(1000) } }],
  ['far too much', { fields: {}, person: { note: 'x'.repeat(30_000) } }],
  ['a null character', { fields: {}, person: { name: '\0' } }],
  ['ages that are none', { fields: { child_ages: [1, 2, 3, 4, 5] } }],
  ['ages of nobody', { fields: { child_ages: 'three' } }],
  ['an id that is none', { trip: 'x', fields: {} }],
  ['no id', { trip: null, fields: {} }],
])('garbage: %s is refused in words, and stores nothing', async (_, body) => {
  const [status, error] = await carla.call('save_trip', { trip: randomUUID(), ...body });
  expect([status, error]).toEqual([400, expect.objectContaining({ code: expect.any(String) })]);
  expect(await query('select from trips')).toEqual([]);
});

test('drivers and strangers neither read nor write trips', async () => {
  const trip = await confirmed({ driver_id: diego() });
  const path = (table: string) => `/rest/v1/${table}?select=*`;
  for (const table of ['trips', 'trip_people', 'trip_events', 'trip_overlaps', 'trip_list']) {
    expect(await (await server.as('diego').request(path(table))).json()).toEqual([]);
    expect((await server.request(path(table))).status).toBe(401);
  }
  for (const [name, body] of [
    ['save_trip', { trip, fields: {}, version: 1 }],
    ['save_trip', { trip: randomUUID(), fields: {} }],
    ['tell_trips', { driver: diego(), trips: [trip] }],
    ['note_trip_reply', { trip }],
    ['forget_trip', { trip }],
    ['trip_timeline', { trip }],
    ['trip_drivers', { trip }],
    ['trip_vehicles', { trip }],
    ['take_messages', { messages: [] }],
  ] as const) {
    expect([name, (await tripDesk(server, server.as('diego')).call(name, body))[0]]).toEqual([name, 403]);
    expect([name, (await tripDesk(server, server).call(name, body))[0]]).toEqual([name, 401]);
  }
});
