import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createActors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { companyDay, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** `take_messages`: a message is one trip whoever pastes it, and a later one never changes it by itself. */
let server: ProductApp;
let carla: TripDesk;
let olga: TripDesk;
let [day, yesterday] = ['', ''];
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  const everybody = await createActors(server);
  carla = tripDesk(server, server.as('carla'));
  olga = tripDesk(server, { request: (path, init) => everybody.request('olga', path, init) });
  [day, yesterday] = [await companyDay(server, 10), await companyDay(server, -1)];
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from trips');
});

/** Stands for the day before today, which the server tells only once it has started. */
const yesterdayOf = 'yesterday';

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);

interface Taken {
  readonly place: number;
  readonly outcome: string;
  readonly id: string;
  readonly code: string | null;
}
const anna = () => ({
  key: '+4915123456789 AT1-77',
  text: 'Anna, LA705, 10:00',
  fields: { day, clock: '10:00', direction: 'to', people: 2, source: 'message' } as object,
  person: { name: 'Anna', phone: '+49 151 23456789', to_text: 'Aeropuerto' } as object,
});
async function take(...messages: readonly object[]): Promise<readonly Taken[]> {
  const [status, body] = await carla.call('take_messages', { messages });
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return body as readonly Taken[];
}
const outcomes = async (...messages: readonly object[]) =>
  (await take(...messages)).map((each) => each.outcome);
const proposals = () =>
  query<{ proposal: object | null }>('select proposal from trip_people order by trip_id');

test('the same message twice is one trip, alone or in one paste', async () => {
  const [first, second] = await take(anna(), anna());
  expect([first, second]).toMatchObject([
    { place: 1, outcome: 'added', code: expect.stringMatching(/^[A-Z]{5}$/) },
    { place: 2, outcome: 'known', id: first!.id, code: first!.code },
  ]);
  expect(await take(anna())).toMatchObject([{ outcome: 'known', id: first!.id }]);
  expect(await carla.list(first!.id)).toMatchObject({
    name: 'Anna',
    phone: '+4915123456789',
    message: anna().text,
  });
});

test('a changed message of the same passenger is proposed with what differs, and changes nothing', async () => {
  const [{ id } = { id: '' }] = await take(anna());
  const stored = await carla.list(id);
  const changed = {
    ...anna(),
    key: 'another',
    text: 'Anna, 10:30',
    fields: { ...anna().fields, clock: '10:30' },
  };
  expect(await take(changed)).toMatchObject([{ outcome: 'proposed', id, code: stored.code }]);
  const { proposal, needs, version, ...rest } = await carla.list(id);
  expect(proposal).toEqual({ clock: '10:30', at: expect.any(String) });
  expect([needs, version]).toEqual([expect.arrayContaining(['proposal']), stored.version + 1]);
  expect({ ...stored, ...rest, updated_at: stored['updated_at'] }).toEqual(stored);
  expect(await outcomes(changed)).toEqual(['known']);
});

test('the same key with another text is proposed, also for another day', async () => {
  const [{ id } = { id: '' }] = await take(anna());
  const moved = { ...anna(), text: 'later', fields: { ...anna().fields, day: await companyDay(server, 12) } };
  expect(await take(moved)).toMatchObject([{ outcome: 'proposed', id }]);
  expect(await proposals()).toMatchObject([{ proposal: { day: await companyDay(server, 12) } }]);
});

test('a message says nothing of the length of the drive, and takes no place away that the office has found', async () => {
  const said = (text: string, fields: object) => ({
    ...anna(),
    text,
    fields: { ...anna().fields, route: null, minutes: null, ...fields },
  });
  const [{ id } = { id: '' }] = await take(said('a', {}));
  await carla.edit(id, { route: 'centro', minutes: 45 });
  expect(await outcomes(said('b', {}))).toEqual(['known']);
  await take(said('c', { people: 5 }));
  expect((await carla.list(id))['proposal']).toEqual({ people: 5, at: expect.any(String) });
  await take(said('d', { route: 'las-condes', minutes: 35 }));
  expect((await carla.list(id))['proposal']).toMatchObject({ route: 'las-condes', minutes: 35 });
  await take({ ...said('e', {}), person: { ...anna().person, to_text: 'Melipilla 5' } });
  expect((await carla.list(id))['proposal']).toEqual({
    route: null,
    to_text: 'Melipilla 5',
    at: expect.any(String),
  });
});

test('a message that says the same in other words is known', async () => {
  const [{ id } = { id: '' }] = await take(anna());
  const same = { ...anna(), key: 'another', text: 'ANNA LA705 10:00' };
  expect(await take(same)).toMatchObject([{ outcome: 'known', id }]);
  expect(await proposals()).toEqual([{ proposal: null }]);
});

test('two guests of a hotel that writes for both are two trips, and a name written in full is the same guest', async () => {
  const guest = (name: string | null, clock: string) => ({
    ...anna(),
    key: `${name} ${clock}`,
    text: `${name} ${clock}`,
    fields: { ...anna().fields, clock },
    person: { phone: '+56 2 2345 6789', ...(name !== null && { name }) },
  });
  expect(
    await outcomes(
      guest('Ana Rojas', '10:00'),
      guest('Beto Soto', '10:00'),
      guest('Rosa', '16:00'),
      guest('ANA MARÍA ROJAS', '12:00'),
      guest(null, '16:00'),
    ),
  ).toEqual(['added', 'added', 'added', 'proposed', 'known']);
});

test('of several trips of one passenger that day a message means the one at the same time', async () => {
  const at = (clock: string) => carla.add({ day, clock, direction: 'to' }, { phone: '+4915123456789' });
  await at('09:00');
  const trip = await at('10:00');
  expect(await take(anna())).toMatchObject([{ outcome: 'proposed', id: trip }]);
  const other = { ...anna(), key: 'k', text: 'x', fields: { ...anna().fields, clock: '20:00' } };
  expect(await outcomes(other)).toEqual(['added']);
});

test('days that are over are left out, and today is not', async () => {
  const on = (date: string, text: string) => ({
    ...anna(),
    key: text,
    text,
    fields: { ...anna().fields, day: date },
  });
  expect(await take(on(yesterday, 'a'), on(await companyDay(server, 0), 'b'))).toMatchObject([
    { outcome: 'past', code: null },
    { outcome: 'added' },
  ]);
  expect(await query('select from trips')).toHaveLength(1);
  const landed = {
    key: 'l',
    text: 'l',
    fields: { direction: 'from', landing_day: yesterday, landing_clock: '10:00' },
  };
  expect(await outcomes(landed)).toEqual(['past']);
});

test.each([
  ['23:50', {}, 'added'],
  ['23:20', {}, 'past'],
  ['23:20', { buffer_minutes: 60 }, 'added'],
  ['23:50', { buffer_minutes: 5 }, 'past'],
  ['23:50', { direction: 'to', day: yesterdayOf, clock: '10:00' }, 'past'],
])(
  'a landing yesterday at %s with %j is %s: the day of its pick-up counts',
  async (clock, more, expected) => {
    const given = Object.entries(more).map(([name, value]) => [
      name,
      value === yesterdayOf ? yesterday : value,
    ]);
    const landing = { direction: 'from', landing_day: yesterday, landing_clock: clock };
    const fields = { ...landing, ...Object.fromEntries(given) } as object;
    expect(await outcomes({ key: 'l', text: 'l', fields })).toEqual([expected]);
  },
);

test('one that nobody could read is a request without a day, with its text', async () => {
  const [{ id } = { id: '' }] = await take({ key: 'k', text: '¿Pueden mañana?', fields: {} });
  expect(await carla.list(id)).toMatchObject({
    state: 'requested',
    day: null,
    message: '¿Pueden mañana?',
    needs: ['request'],
  });
});

test('one for an hour that clocks skip is a request with its text, and refuses no other', async () => {
  const [gap] = await query<{ day: string; clock: string }>(
    `select wall::date::text as day, to_char(wall, 'HH24:MI') as clock
     from generate_series(private.chile_today()::timestamp, private.chile_today() + interval '2 years', interval '30 minutes') wall
     where private.instants_of(wall::date, wall::time) = '{}' limit 1`,
  );
  const skipped = { key: 'k', text: 'at night', fields: { ...gap, direction: 'to', state: 'confirmed' } };
  const [first, second] = await take(skipped, anna());
  expect([first!.outcome, second!.outcome]).toEqual(['added', 'added']);
  expect(await carla.list(first!.id)).toMatchObject({ state: 'requested', day: null, message: 'at night' });
});

test('two people who paste the same texts at once make each trip once', async () => {
  const messages = Array.from({ length: 40 }, (_, index) => ({
    key: `key ${index}`,
    text: `text ${index}`,
    fields: { ...anna().fields, clock: `${String(index % 24).padStart(2, '0')}:30` },
    person: { name: `Passenger ${index}` },
  }));
  const [mine, theirs] = await Promise.all([
    carla.call('take_messages', { messages }),
    olga.call('take_messages', { messages: messages.toReversed() }),
  ]);
  const added = [mine, theirs].flatMap(([, body]) =>
    (body as Taken[]).filter(({ outcome }) => outcome === 'added'),
  );
  expect(added).toHaveLength(40);
  expect(await query('select from trips')).toHaveLength(40);
  expect(await query('select from trips t where t.version > 1')).toEqual([]);
});

test.each([
  ['no list', null],
  ['an object', {}],
  ['a word', 'Anna'],
  ['a list of words', ['Anna']],
  ['a list of nothing', [null]],
  ['too many', Array.from({ length: 1001 }, () => ({ key: 'k', text: 'x', fields: {} }))],
  ['without a text', [{ key: 'k', fields: {} }]],
  ['a null text', [{ key: 'k', text: null, fields: {} }]],
  ['a null key', [{ key: null, text: 'x', fields: {} }]],
  ['an empty key', [{ key: '', text: 'x', fields: {} }]],
  ['a number as text', [{ key: 'k', text: 7, fields: {} }]],
  ['fields that are none', [{ key: 'k', text: 'x', fields: [] }]],
  ['null fields', [{ key: 'k', text: 'x', fields: null }]],
  ['an unknown field', [{ key: 'k', text: 'x', fields: { driver: 'Diego' } }]],
  ['a passenger that is none', [{ key: 'k', text: 'x', fields: {}, person: null }]],
  ['a day that is none', [{ key: 'k', text: 'x', fields: { day: '2027-02-30' } }]],
  ['a day in words', [{ key: 'k', text: 'x', fields: { day: 'mañana', clock: '10:00' } }]],
  ['a day as a list', [{ key: 'k', text: 'x', fields: { day: [2027] } }]],
  ['a day after all time', [{ key: 'k', text: 'x', fields: { day: 'infinity', clock: '10:00' } }]],
  ['a clock that is none', [{ key: 'k', text: 'x', fields: { day: '2099-01-01', clock: '25:00' } }]],
  ['a huge text', [{ key: 'k', text: 'x'.repeat(30_000), fields: {} }]],
  ['a null character', [{ key: 'k', text: 'a\0b', fields: {} }]],
  ['half of a letter', [{ key: 'k', text: '\ud83d', fields: {} }]],
])('garbage: %s is refused in words, and stores nothing', async (_, messages) => {
  const [status, error] = await carla.call('take_messages', { messages });
  expect([status, error]).toEqual([
    400,
    expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
  ]);
  expect(await query('select from trips')).toEqual([]);
});

test('a long message is stored in its first 2,000 characters', async () => {
  const [{ id } = { id: '' }] = await take({ ...anna(), text: 'x'.repeat(20_000) });
  expect(String((await carla.list(id))['message'])).toHaveLength(2000);
});
