import type pg from 'pg';

/** A busy company, in rows of the product's tables. */
export const company = {
  trips: 100_000,
  aDay: 500,
  drivers: 50,
  /** The days of trips that are still to come; the others are over. */
  ahead: 30,
} as const;

/** Writes the company without triggers, and with what they would compute. */
export async function writeTripCompany(client: pg.Client): Promise<void> {
  const { trips, aDay, drivers, ahead } = company;
  await client.query(
    `insert into drivers (name, license_plate, driver_code, contact, has_account, approved_at)
     select 'Conductor Número ' || n, 'T' || lpad(n::text, 5, '0'), 'T-' || n, '+569' || 10000000 + n, true, now()
     from generate_series(1, $1::int) n`,
    [drivers],
  );
  await client.query(
    `insert into vehicles (license_plate, seats)
     select 'T' || lpad(n::text, 5, '0'), 4 from generate_series(1, $1::int) n`,
    [drivers],
  );
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into trips (id, code, source, state, day, clock, pickup_at, minutes, drive, direction, route, people, pesos,
       payment, driver_id, vehicle_id, told_at, replied_at, is_forgotten)
     select gen_random_uuid(), translate(lpad(to_hex(n + 65536), 5, '0'), '0123456789abcdef', 'HJKMNPRTUVABCDEF'), 'message',
       case when at.days < 0 then 'done' else 'confirmed' end, private.chile_today() + at.days, at.clock,
       wall.pickup, 25, tstzrange(wall.pickup, wall.pickup + interval '25 minutes'),
       case when n % 2 = 0 then 'to' else 'from' end, 'las-condes', 1 + n % 4, 18000, 'cash',
       case when at.days <= 1 or n % 5 > 0 then d.ids[1 + n % $3] end, case when at.days <= 1 or n % 5 > 0 then v.ids[1 + n % $3] end,
       case when at.days <= 0 then now() end, now(), at.days < -30
     from generate_series(0, $1::int - 1) n,
       (select array_agg(id order by name) as ids from drivers where driver_code like 'T-%') d,
       (select array_agg(id order by license_plate) as ids from vehicles) v,
       lateral (select n / $2::int - ($1::int / $2::int - $4::int) as days,
         time '00:00' + (n % $2::int / $3::int) * interval '144 minutes' + n % 7 * interval '1 minute' as clock) as at,
       lateral (select (private.chile_today() + at.days + at.clock) at time zone private.company_zone() as pickup) as wall`,
    [trips, aDay, drivers, ahead],
  );
  await client.query(
    `insert into trip_people (trip_id, name, phone, to_text, message)
     select id, code || ' ' || (array['Muñoz', 'Soto', 'Keller', 'Dubois', 'Rojas', 'Souza', 'Miller', 'Herrera', 'Pérez', 'Lima'])[1 + people * 3 % 10], '+569' || 20000000 + row_number() over (order by id), 'Hotel ' || code,
       repeat('Hola, quiero reservar un traslado. ', 12)
     from trips where not is_forgotten`,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum (freeze, analyze) drivers, vehicles, trips, trip_people');
}
