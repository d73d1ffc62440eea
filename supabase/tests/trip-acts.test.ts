import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createActors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { addTripVehicle, companyDay, tripDesk, type TripDesk } from '../../server/testing/trips.ts';
import { needsReason, type TripState } from '../../shared/trips.ts';

/**
 * Two people act on trips from the versions that each has read, and drivers tap them; the rows are those of the accepted acts
 * in their order.
 */
let server: ProductApp;
let people: readonly TripDesk[];
let drivers: readonly TripDesk[];
let day = '';
let vehicle = '';
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  const everybody = await createActors(server);
  people = [
    tripDesk(server, server.as('carla')),
    tripDesk(server, { request: (path, init) => everybody.request('olga', path, init) }),
  ];
  drivers = [tripDesk(server, server.as('diego')), tripDesk(server, server.as('elena'))];
  day = await companyDay(server, 20);
  vehicle = await addTripVehicle(server, 'BBCD12');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('delete from trips');
});

interface Row {
  readonly state: TripState;
  /** Hours of the day at which the drive begins; it lasts 60 minutes. */
  readonly hour: number;
  readonly driver: string | null;
  readonly vehicle: string | null;
  readonly version: number;
  /** Counts the drivers of the trip. */
  readonly assignment: number;
  /** The word of a driver that waits for the office. */
  readonly said: 'late_tap' | 'no_show' | null;
}
type Fields = Partial<Omit<Row, 'version' | 'assignment' | 'said'>>;

type Act =
  | { readonly kind: 'create' }
  | { readonly kind: 'read' }
  | { readonly kind: 'save'; readonly fields: (ids: Ids) => Fields; readonly reason: boolean }
  | { readonly kind: 'tap'; readonly tap: Tap; readonly late: boolean };
type Tap = (typeof taps)[number];

/** The trips and drivers that the generated acts call by number. */
interface Ids {
  readonly drivers: readonly string[];
  readonly vehicle: string;
}

interface Step {
  readonly who: number;
  readonly trip: number;
  readonly act: Act;
  /** Whether the pair with the next trip is allowed. */
  readonly allows: boolean;
}

const save = (fields: (ids: Ids) => Fields) => ({ kind: 'save', fields }) as const;
const states: readonly TripState[] = ['requested', 'confirmed', 'on_way', 'on_board', 'done', 'cancelled'];
const taps = ['on_way', 'waiting', 'on_board', 'done', 'no_show'] as const;
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.constantFrom<Act>({ kind: 'create' }, { kind: 'read' }),
  fc
    .record({
      change: fc.oneof(
        fc.nat(1).map((index) => save(({ drivers }) => ({ driver: drivers[index]!, state: 'confirmed' }))),
        fc.constantFrom(
          save(() => ({ driver: null })),
          save((ids) => ({ vehicle: ids.vehicle })),
          save(() => ({ vehicle: null })),
        ),
        fc.constantFrom(...states).map((state) => save(() => ({ state }))),
        fc.integer({ min: 8, max: 9 }).map((hour) => save(() => ({ hour }))),
      ),
      reason: fc.boolean(),
    })
    .map(({ change, reason }) => ({ ...change, reason })),
  fc.record({ kind: fc.constant('tap' as const), tap: fc.constantFrom(...taps), late: fc.boolean() }),
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ who: fc.nat(1), trip: fc.nat(2), act: acts, allows: fc.boolean() }),
  { minLength: 20, maxLength: 60 },
);

const way: readonly TripState[] = ['confirmed', 'on_way', 'waiting', 'on_board', 'done'];
const isLive = ({ state }: Row) => way.includes(state) && state !== 'done';
const share = (a: Row, b: Row) =>
  (a.driver !== null && a.driver === b.driver) || (a.vehicle !== null && a.vehicle === b.vehicle);
const meet = (a: Row, b: Row) => isLive(a) && isLive(b) && a.hour === b.hour && share(a, b);
const pairOf = (a: number, b: number) => [a, b].sort().join(' ');

const freshRow: Row = {
  state: 'requested',
  hour: 8,
  driver: null,
  vehicle: null,
  version: 1,
  assignment: 0,
  said: null,
};

/** The state that a tap of the trip's own driver leads to. */
function tapped({ state, said }: Row, tap: Tap): TripState {
  const isBefore = (other: TripState) => way.includes(state) && way.indexOf(state) < way.indexOf(other);
  if (tap === 'no_show') return isBefore('on_board') ? 'no_show' : state;
  // That the passenger came after all overrides that they did not.
  const comes = state === 'no_show' && said === 'no_show' && (tap === 'on_board' || tap === 'done');
  return comes || isBefore(tap) ? tap : state;
}

/** The rules of `save_trip` and `tap_trip` once more, in few words. */
class Model {
  readonly rows = new Map<number, Row>();
  readonly pairs = new Set<string>();
  /** The overlaps that a tap has made: facts, which nothing refuses. */
  readonly facts = new Set<string>();
  /** The trips with each driver who was ever theirs. */
  readonly had = new Set<string>();
  /** The trips with each driver who has said that their passenger came. */
  readonly came = new Set<string>();

  create(trip: number): void {
    if (!this.rows.has(trip)) this.rows.set(trip, freshRow);
  }

  /** @returns the response, or the code of the error */
  tap(trip: number, driver: string, tap: Tap, late: boolean): string {
    const before = this.rows.get(trip)!;
    if (!this.had.has(`${trip} ${driver}`)) return 'trip_not_found';
    const isOver = before.state === 'no_show' && before.said === null;
    const isKept =
      late || before.driver !== driver || ['requested', 'cancelled'].includes(before.state) || isOver;
    const state = isKept ? before.state : tapped(before, tap);
    const unseen = before.said === 'late_tap' ? before.said : null;
    const moved = state === 'no_show' ? 'no_show' : unseen;
    const key = `${trip} ${driver}`;
    // The office has ended the trip as if the passenger had come.
    const isDisputed = tap === 'no_show' && before.state === 'done' && !this.came.has(key);
    const isLate = isKept ? before.said === null : isDisputed;
    const said = isLate ? 'late_tap' : isKept || state === before.state ? before.said : moved;
    if (!isKept && (tap === 'on_board' || tap === 'done')) this.came.add(key);
    const after: Row = { ...before, state, said, version: before.version + 1 };
    if (!isLive(before))
      for (const [other, row] of this.rows)
        if (other !== trip && meet(after, row)) this.facts.add(pairOf(trip, other));
    this.rows.set(trip, after);
    return isKept ? 'kept' : 'taken';
  }

  /** @returns the code of the error, empty for a change that was accepted */
  save(trip: number, version: number, fields: Fields, reason: boolean, allowed: number | undefined): string {
    const before = this.rows.get(trip)!;
    if (before.version !== version) return 'edit_conflict';
    const isAssigned = fields.driver !== undefined && fields.driver !== before.driver;
    const assignment = before.assignment + (isAssigned ? 1 : 0);
    const after: Row = { ...before, ...fields, version: version + 1, assignment, said: null };
    if (needsReason(before.state, after.state) && !reason) return 'reason_required';
    const others = [...this.rows].filter(([other, row]) => other !== trip && meet(after, row));
    // To take driver or vehicle away ends the pairs that share nothing any more, and makes no overlap.
    const isGiven =
      before.hour !== after.hour ||
      (['driver', 'vehicle'] as const).some((name) => after[name] !== null && after[name] !== before[name]);
    const kept = (other: number) => !isGiven && this.pairs.has(pairOf(trip, other));
    const asks = isLive(after) && (isGiven || !isLive(before));
    const open = asks ? others.map(([other]) => other).filter((other) => !kept(other)) : [];
    if (open.some((other) => other !== allowed)) return 'overlap';
    for (const [other, row] of this.rows)
      if (isGiven || !share(after, row)) this.pairs.delete(pairOf(trip, other));
    for (const other of open) this.pairs.add(pairOf(trip, other));
    this.rows.set(trip, after);
    if (after.driver !== null) this.had.add(`${trip} ${after.driver}`);
    return '';
  }
}

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The fields of the model as the API takes them. */
const sentFields = ({ state, hour, driver, vehicle: given }: Fields) => ({
  ...(state !== undefined && { state }),
  ...(hour !== undefined && { clock: clockOf(hour) }),
  ...(driver !== undefined && { driver_id: driver }),
  ...(given !== undefined && { vehicle_id: given }),
});

interface Stored {
  readonly id: string;
  readonly state: string;
  readonly clock: string;
  readonly driver_id: string | null;
  readonly vehicle_id: string | null;
  readonly version: number;
  readonly assignment: number;
  readonly driver_said: string | null;
}

/** Does the steps over HTTP and in the model, and compares each outcome and the rows. */
async function act(given: readonly Step[]): Promise<void> {
  await server.context.db.query('delete from trips');
  const ids = Array.from({ length: 3 }, () => randomUUID());
  const known: Ids = { drivers: [server.as('diego').driverId!, server.as('elena').driverId!], vehicle };
  const model = new Model();
  /** The versions that each of the two has read. */
  const seen = [new Map<number, number>(), new Map<number, number>()];
  for (const { who, trip, act: each, allows } of given) {
    const read = () => seen[who]!.set(trip, model.rows.get(trip)!.version);
    if (each.kind === 'create') {
      const fields = { day, clock: clockOf(8), minutes: 60 };
      const [status] = await people[who]!.call('save_trip', { trip: ids[trip], fields });
      expect(status).toBe(200);
      model.create(trip);
      read();
    } else if (each.kind === 'read') {
      if (model.rows.has(trip)) read();
    } else if (each.kind === 'tap') {
      const [row, key] = [model.rows.get(trip), randomUUID()];
      if (row === undefined) continue;
      const sent = { key, trip: ids[trip], kind: each.tap, assignment: each.late ? -1 : row.assignment };
      const [status, body] = await drivers[who]!.call('tap_trip', sent);
      const expected = model.tap(trip, known.drivers[who]!, each.tap, each.late);
      expect([status === 200 ? body : (body as { code: string }).code, each]).toEqual([expected, each]);
    } else if (model.rows.has(trip)) {
      const fields = each.fields(known);
      const allowed = allows ? (trip + 1) % 3 : undefined;
      const version = seen[who]!.get(trip) ?? 1;
      const [status, body] = await people[who]!.call('save_trip', {
        trip: ids[trip],
        fields: sentFields(fields),
        version,
        ...(each.reason && { reason: 'mistake' }),
        ...(allowed !== undefined && { allowed: [ids[allowed]] }),
      });
      const error = model.save(trip, version, fields, each.reason, allowed);
      expect([status === 200 ? '' : (body as { code: string }).code, fields]).toEqual([error, fields]);
      // After a conflict the panel shows the row as it is.
      if (error === '' || error === 'edit_conflict') read();
    }
  }
  await compare(model, ids);
}

async function compare(model: Model, ids: readonly string[]): Promise<void> {
  const stored = await server.context.db.query<Stored>('select * from trips');
  const expected = [...model.rows].map(([trip, row]) => ({
    id: ids[trip],
    state: row.state,
    clock: `${clockOf(row.hour)}:00`,
    driver_id: row.driver,
    vehicle_id: row.vehicle,
    version: row.version,
    assignment: row.assignment,
    driver_said: row.said,
  }));
  expect(stored).toHaveLength(expected.length);
  expect(stored).toEqual(expect.arrayContaining(expected.map((row) => expect.objectContaining(row))));
  const unallowed = await server.context.db.query<{ first: string; second: string }>(
    `select a.id as first, b.id as second from trips a join trips b on a.id < b.id and a.is_live and b.is_live and a.drive && b.drive
       and (a.driver_id = b.driver_id or a.vehicle_id = b.vehicle_id)
     where not exists (select from trip_overlaps p where p.first_id = a.id and p.second_id = b.id)`,
  );
  const made = unallowed.map(({ first, second }) => pairOf(ids.indexOf(first), ids.indexOf(second)));
  expect(made.filter((pair) => !model.facts.has(pair))).toEqual([]);
}

test('rows equal the accepted acts in their order, each refusal is an error, and the office books no driver twice', async () => {
  await fc.assert(fc.asyncProperty(steps, act), { numRuns: 80 });
}, 240_000);

test('acts of two people at the same moment leave no overlap that nobody allowed', async () => {
  const [diego, elena] = [server.as('diego').driverId!, server.as('elena').driverId!];
  const ids: string[] = [];
  for (let index = 0; index < 6; index++)
    ids.push(await people[0]!.add({ day, clock: clockOf(8), minutes: 60, state: 'confirmed' }));
  const change = fc.record({
    who: fc.nat(1),
    trip: fc.nat(5),
    fields: fc.record({
      driver_id: fc.constantFrom(diego, elena, null),
      clock: fc.constantFrom('08:00', '08:30', '09:00'),
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 8 }), async (changes) => {
      const answers = await Promise.all(
        changes.map(({ who, trip, fields }) => people[who]!.edit(ids[trip]!, fields)),
      );
      for (const [status, body] of answers)
        if (status !== 200)
          expect(body).toMatchObject({ code: expect.stringMatching(/^(overlap|edit_conflict)$/) });
      const unallowed = await server.context.db.query(
        `select a.id from trips a join trips b on a.id < b.id and a.drive && b.drive and a.driver_id = b.driver_id`,
      );
      expect(unallowed).toEqual([]);
    }),
    { numRuns: 30 },
  );
}, 120_000);
