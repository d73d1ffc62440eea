import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ProductApp, ProductPerson } from './app.ts';
import { json } from './drivers.ts';

/** A trip as `trip_list` shows it, in the fields that the tests read. */
export interface ListedTrip {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly version: number;
  readonly day: string | null;
  readonly clock: string | null;
  readonly pickup_at: string | null;
  readonly needs: readonly string[];
  readonly [field: string]: unknown;
}

type Answer = readonly [status: number, body: unknown];
type Caller = Pick<ProductPerson, 'request'>;

/** The acts of somebody on trips over HTTP. */
export interface TripDesk {
  /** Calls a function. @returns the status and the parsed body */
  call(name: string, body: unknown): Promise<Answer>;
  /** Saves a change of the version that is stored now. */
  edit(trip: string, fields: object, more?: object): Promise<Answer>;
  /** Adds a trip, which has to succeed. @returns its id */
  add(fields?: object, person?: object): Promise<string>;
  list(trip: string): Promise<ListedTrip>;
}

/** A person's calls about trips. */
export function tripDesk(server: ProductApp, who: Caller): TripDesk {
  const call = async (name: string, body: unknown): Promise<Answer> => {
    const response = await who.request(`/rest/v1/rpc/${name}`, json('POST', body));
    const text = await response.text();
    return [response.status, text === '' ? null : JSON.parse(text)];
  };
  const list = async (trip: string) => {
    const response = await server.as('carla').request(`/rest/v1/trip_list?id=eq.${trip}`);
    return ((await response.json()) as ListedTrip[])[0]!;
  };
  return {
    call,
    list,
    async edit(trip, fields, more = {}) {
      const [stored] = await server.context.db.query<{ version: number }>(
        'select version from trips where id = $1',
        [trip],
      );
      return call('save_trip', { trip, fields, version: stored!.version, ...more });
    },
    async add(fields = {}, person = {}) {
      const trip = randomUUID();
      const [status, body] = await call('save_trip', { trip, fields, person });
      expect([status, body]).toEqual([200, expect.objectContaining({ id: trip })]);
      return trip;
    },
  };
}

/** The company's day, some days from today, as PostgreSQL writes it. */
export async function companyDay(server: ProductApp, days: number): Promise<string> {
  const [row] = await server.context.db.query<{ day: string }>(
    'select (private.chile_today() + $1::integer)::text as day',
    [days],
  );
  return row!.day;
}

/** A vehicle of four seats. @returns its id */
export async function addTripVehicle(server: ProductApp, plate: string): Promise<string> {
  const [row] = await server.context.db.query<{ id: string }>(
    'insert into vehicles (license_plate, seats) values ($1, 4) returning id',
    [plate],
  );
  return row!.id;
}

/** The company's day and clock, some minutes from now; in the night when clocks go back, which of the two hours. */
export async function companyMoment(
  server: ProductApp,
  minutes: number,
): Promise<{ readonly day: string; readonly clock: string; readonly second_hour: boolean }> {
  const [row] = await server.context.db.query<{ day: string; clock: string; second_hour: boolean }>(
    `select to_char(wall, 'YYYY-MM-DD') as day, to_char(wall, 'HH24:MI') as clock,
       (at >= (private.instants_of(wall::date, wall::time))[2]) is true as second_hour
     from (select date_trunc('minute', now()) + make_interval(mins => $1) as at) as moment,
       lateral (select at at time zone private.company_zone() as wall) as clock`,
    [minutes],
  );
  return row!;
}

/** A confirmed trip of Diego's whose pick-up is in half an hour, unless given otherwise. @returns its id */
export async function addNearTrip(
  server: ProductApp,
  fields: object = {},
  person: object = {},
  minutes = 30,
): Promise<string> {
  const moment = await companyMoment(server, minutes);
  const { driverId: driver_id } = server.as('diego');
  const given = { state: 'confirmed', driver_id, ...moment, ...fields };
  return tripDesk(server, server.as('carla')).add(given, person);
}

/** A tap's fields besides its trip and kind. */
export interface TapOptions {
  readonly key?: unknown;
  /** The trip's own unless given. */
  readonly assignment?: unknown;
  readonly seconds_waited?: unknown;
  readonly details?: unknown;
}

/** A driver's tap on a trip. @returns the status and the parsed body */
export async function tapTrip(
  server: ProductApp,
  who: Caller,
  trip: string,
  kind: unknown,
  options: TapOptions = {},
): Promise<Answer> {
  const [stored] = await server.context.db.query<{ assignment: number }>(
    'select assignment from trips where id = $1',
    [trip],
  );
  const body = { key: randomUUID(), trip, kind, assignment: stored?.assignment ?? 1, ...options };
  return tripDesk(server, who).call('tap_trip', body);
}

/** An event of a trip with its age in seconds. */
export interface TripEventRow {
  readonly kind: string;
  readonly age: number;
  readonly driver_id: string | null;
  readonly account_id: string | null;
  readonly reason: string | null;
  readonly changed: readonly string[];
  readonly is_kept: boolean;
}

/** The driver's taps on a trip in the order of their times, without what the office did. */
export function tapsOf(server: ProductApp, trip: string): Promise<TripEventRow[]> {
  return server.context.db.query<TripEventRow>(
    `select kind, extract(epoch from now() - at)::integer as age, driver_id, account_id, reason, changed, is_kept
     from trip_events
     where trip_id = $1 and account_id in (select user_id from user_drivers) order by at, id`,
    [trip],
  );
}
