import type pg from 'pg';

/** A company of many years, in rows of the product's tables. */
export const company = {
  drivers: 10_000,
  vehicles: 5_000,
  reviews: 1_000_000,
  shifts: 100_000,
  cases: 20_000,
  /** The days over which all of it is spread. */
  days: 1_095,
} as const;

/** Writes the company and its figures without triggers: for a million reviews they would take minutes. */
export async function writeCompany(client: pg.Client): Promise<void> {
  const { drivers, vehicles, reviews, shifts, cases, days } = company;
  await client.query(
    `insert into drivers (name, license_plate, driver_code, contact, has_account, approved_at)
     select 'Conductor Número ' || n, 'F' || lpad(n::text, 5, '0'), 'F-' || n, '+569' || 10000000 + n, true, now()
     from generate_series(1, $1::int) n`,
    [drivers],
  );
  await client.query(
    `insert into vehicles (license_plate) select 'V' || lpad(n::text, 5, '0') from generate_series(1, $1::int) n`,
    [vehicles],
  );
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into reviews (driver_id, vehicle_id, rating, reasons, created_at)
     select d.ids[1 + each % $1], v.ids[1 + each % $2], case when each % 10 = 0 then 2 else 4 + each % 2 end,
       case when each % 30 = 0 then array['price', 'route'] else '{}' end,
       now() - each * (interval '1 day' * $4 / $3)
     from generate_series(0, $3::int - 1) each, (select array_agg(id) as ids from drivers where driver_code like 'F-%') d,
       (select array_agg(id) as ids from vehicles) v`,
    [drivers, vehicles, reviews, days],
  );
  await client.query(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     select d.ids[1 + each % $1], v.ids[1 + each % $2], begun.at, begun.at + interval '9 hours'
     from generate_series(1, $3::int) each, (select array_agg(id) as ids from drivers where driver_code like 'F-%') d,
       (select array_agg(id) as ids from vehicles) v,
       lateral (select now() - interval '9 hours' - each * (interval '1 day' * $4 / $3)) as begun (at)`,
    [drivers, vehicles, shifts, days],
  );
  await client.query(
    `insert into private.report_days (day, reviews, stars, low, shifts, shift_seconds)
     select (at at time zone 'America/Santiago')::date, count(rating), coalesce(sum(rating), 0),
       count(*) filter (where rating <= 3), count(lasted), coalesce(sum(extract(epoch from lasted)), 0)
     from (
       select created_at as at, rating, null::interval as lasted from reviews
       union all select started_at, null, ended_at - started_at from shifts) as each
     group by 1`,
  );
  await client.query(
    `insert into tickets (subject, kind, language, body, due_on, created_at, answered_at)
     select 'case', (array['lost', 'complaint', 'receipt', 'other'])[1 + each % 4], 'de', 'x', now(), came.at,
       came.at + interval '7 hours'
     from generate_series(1, $1::int) each, lateral (select now() - each * (interval '1 day' * $2 / $1)) as came (at)`,
    [cases, days],
  );
  await client.query(
    `insert into private.usage_counts (day, name, language, uses)
     select private.chile_today() - day, name, language, 1 + day % 50
     from generate_series(0, $1::int - 1) day, unnest(private.usage_names()) name,
       unnest(array['es', 'en', 'pt', 'fr', 'de']) language`,
    [days],
  );
  await client.query('set session_replication_role = origin');
  await client.query(
    'vacuum (freeze, analyze) drivers, vehicles, reviews, shifts, tickets, private.report_days, private.usage_counts',
  );
}
