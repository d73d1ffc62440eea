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
