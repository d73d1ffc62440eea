import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newBookingId } from '../../shared/booking/bookingId.ts';
import { createInstallation, type Installation } from './installation.ts';
import { createPeople, type TripCall, type Who } from './trip-people.ts';

/**
 * Every act on a trip is cut off in the middle and sent again, as the app does: the server killed, or the connection. Then it
 * is there once.
 */

interface Act extends TripCall {
  readonly body: () => Promise<object>;
  /** Counts what the act has to leave behind once. */
  readonly left: string;
}

/** How often each act is cut off: by a kill, and by a client that goes away. In milliseconds after it was sent. */
const cuts = [
  { by: 'kill', afterMs: 2 },
  { by: 'client', afterMs: 4 },
  { by: 'kill', afterMs: 8 },
] as const;

/** The acts of one trip from the booking to the hand-over, in their order; each on the trip as it is by then. */
async function actsOf(installation: Installation): Promise<readonly Act[]> {
  const [trip, pasted, payment, count, receipt, review] = Array.from({ length: 6 }, () => randomUUID());
  const booking = newBookingId();
  const [{ driver = '', day = '', clock = '' } = {}] = await installation.query<Record<string, string>>(
    `select d.id as driver, to_char(at, 'YYYY-MM-DD') as day, to_char(at, 'HH24:MI') as clock
     from public.drivers d, (select (now() + interval '30 minutes') at time zone private.company_zone() as at) as moment`,
  );
  const stored = async () => {
    const [row] = await installation.query<{ version: number; assignment: number; secret: string }>(
      `select version, assignment, private.trip_secret(id, link_version) as secret from public.trips where id = '${trip}'`,
    );
    return row!;
  };
  const save = (fields: object, more: object, left: string): Act => ({
    who: 'office',
    name: 'save_trip',
    body: async () => ({ trip, fields, version: (await stored()).version, ...more }),
    left: `select from public.trips where id = '${trip}' and ${left}`,
  });
  const tap = (kind: string, details: object = {}): Act => {
    const tapKey = randomUUID();
    return {
      who: 'driver',
      name: 'tap_trip',
      body: async () => ({ key: tapKey, trip, assignment: (await stored()).assignment, kind, details }),
      left: `select from public.trip_events where trip_id = '${trip}' and kind = '${kind}' and not is_kept`,
    };
  };
  const act = (who: Who, name: string, body: object, left: string): Act => ({
    who,
    name,
    body: () => Promise.resolve(body),
    left,
  });
  const landing = { day, clock, direction: 'from', landing_day: day, landing_clock: clock };
  const person = { name: 'Anna Keller', phone: '+4915112345678' };
  const fare = { id: payment, kind: 'fare', method: 'cash', pesos: 25_000 };
  return [
    act(
      'office',
      'save_trip',
      { trip, fields: { ...landing, source: 'office' }, person },
      `select from public.trips t join public.trip_people p on p.trip_id = t.id join public.trip_events e on e.trip_id = t.id
       where t.id = '${trip}' and p.name = 'Anna Keller' and e.kind = 'created'`,
    ),
    act(
      'office',
      'take_messages',
      { messages: [{ key: pasted, text: `Hola ${pasted}`, fields: landing, person: {} }] },
      `select from public.trip_people where message = 'Hola ${pasted}'`,
    ),
    act(
      'nobody',
      'request_trip',
      {
        booking,
        consent: true,
        person: { ...person, phone: '+4915112345679' },
        fields: { landing_day: day, landing_clock: clock, direction: 'from', payment: 'cash' },
      },
      `select from public.trips where source = 'form'`,
    ),
    save(
      { driver_id: driver, state: 'confirmed' },
      {},
      `driver_id = '${driver}' and state = 'confirmed' and assignment = 1`,
    ),
    save({ pesos: 25_000 }, { person: { note: 'Bicicleta' } }, 'pesos = 25000'),
    act(
      'office',
      'tell_trips',
      { driver, trips: [trip] },
      `select from public.trips where id = '${trip}' and told_at is not null`,
    ),
    act(
      'office',
      'note_trip_reply',
      { trip },
      `select from public.trips where id = '${trip}' and replied_at is not null`,
    ),
    {
      who: 'nobody',
      name: 'delay_trip',
      body: async () => ({ secret: (await stored()).secret, landing_day: day, landing_clock: '23:59' }),
      left: `select from public.trip_people where trip_id = '${trip}' and proposal ->> 'landing_clock' = '23:59'`,
    },
    tap('accepted'),
    tap('on_way'),
    tap('waiting'),
    tap('on_board'),
    tap('done', { payments: [fare] }),
    act(
      'office',
      'pay_trip',
      { trip, payments: [fare] },
      `select from public.trip_payments where trip_id = '${trip}'`,
    ),
    {
      who: 'nobody',
      name: 'rate_trip',
      body: async () => ({ secret: (await stored()).secret, key: review, rating: 5 }),
      left: 'select from public.reviews',
    },
    act(
      'office',
      'issue_trip_receipt',
      { id: receipt, trip, origin: 'Aeropuerto', destination: 'Centro' },
      `select from public.printed_cards where trip_id = '${trip}'`,
    ),
    act(
      'office',
      'count_cash',
      { id: count, driver, expected: 25_000, handed: 25_000 },
      'select from public.cash_counts',
    ),
    act('office', 'forget_trip', { trip }, `select from public.trips where id = '${trip}' and is_forgotten`),
  ];
}

test('each act on a trip that is cut off and sent again is there once', async () => {
  await using installation = await createInstallation({ REQUIRE_ADMIN_MFA: 'false' });
  await installation.start();
  const people = await createPeople(installation);
  await installation.query(
    `insert into public.content_releases (id, content)
     select id + 1, jsonb_set(content, '{company,tripRequests}', 'true') from public.content_releases order by id desc limit 1`,
  );
  for (const { by, afterMs } of cuts) {
    await installation.query(
      'delete from public.trips; delete from public.cash_counts; delete from public.reviews',
    );
    for (const act of await actsOf(installation)) {
      const body = await act.body();
      const cut = people.begin(act, body);
      await delay(afterMs);
      if (by === 'client') cut();
      else {
        await installation.end('SIGKILL');
        await installation.start();
      }
      const answer = await people.send(act, body);
      const text = await answer.text();
      const label = `${act.name} ${JSON.stringify(body)} cut off by ${by} after ${afterMs} ms: ${answer.status} ${text}`;
      // The version of a save that had arrived is an older one by now: the panel shows the trip as it was saved.
      expect(answer.ok || text.includes('edit_conflict'), label).toBe(true);
      expect(await installation.query(act.left), label).toHaveLength(1);
    }
  }
});
