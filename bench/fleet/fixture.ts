import type pg from 'pg';

/** A large company, in rows of the product's tables. */
export const company = {
  drivers: 10_000,
  vehicles: 5_000,
  documents: 20_000,
  devices: 2_000,
  shifts: 1_500,
  reviews: 50_000,
} as const;

/** Writes the company: a device in six is in trouble of some kind, and a driver in two hundred waits for approval. */
export async function writeCompany(client: pg.Client): Promise<void> {
  await client.query(
    `insert into drivers (name, license_plate, driver_code, contact, has_account, approved_at)
     select 'Conductor Número ' || n, 'F' || lpad(n::text, 5, '0'), 'F-' || n, '+569' || 10000000 + n, true,
       case when n % 200 > 0 then now() end
     from generate_series(1, $1::int) n`,
    [company.drivers],
  );
  await client.query(
    `insert into vehicles (license_plate) select 'V' || lpad(n::text, 5, '0') from generate_series(1, $1::int) n`,
    [company.vehicles],
  );
  await client.query(
    `insert into devices (id, key_hash, name, driver_id, vehicle_id, app_version, last_seen, last_painted_at, battery,
       charging, network, storage_used, wake_lock, clock_offset_ms, unsent_ratings, screen)
     select gen_random_uuid(), sha256('fixture'), 'Auto ' || n, d.id, v.id, 'version',
       now() - case when n % 6 = 0 then interval '1 hour' else interval '1 minute' end, now() - interval '1 minute',
       n % 101, n % 2 = 0, '4g', n * 1000, 'held', n % 500, case when n % 50 = 0 then 1 else 0 end, 'home'
     from generate_series(1, $1::int) n
       join (select id, row_number() over () as n from drivers) d using (n)
       join (select id, row_number() over () as n from vehicles) v using (n)`,
    [company.devices],
  );
  // A licence of each driver, a permit and an insurance of each vehicle; a document in ten has expired or will soon.
  await client.query(
    `insert into documents (kind_id, driver_id, vehicle_id, number, expires_on, critical)
     select k.id, owner.driver_id, owner.vehicle_id, 'N-' || row_number() over (),
       current_date + (row_number() over () % 365)::int - 10, k.critical
     from (select id as driver_id, null::uuid as vehicle_id, 'Licencia A1' as kind from drivers where driver_code like 'F-%'
       union all select null, v.id, kinds.kind from vehicles v, (values ('SOAP'), ('Seguro')) as kinds (kind)) owner
       join document_kinds k on k.name = owner.kind`,
  );
  await client.query(
    `insert into shifts (driver_id, vehicle_id, started_at)
     select d.id, v.id, now() - n * interval '20 seconds' from generate_series(1, $1::int) n
       join (select id, row_number() over () as n from drivers where approved_at is not null) d using (n)
       join (select id, row_number() over () as n from vehicles) v using (n)`,
    [company.shifts],
  );
  // Reviews of a month; one in ten is low.
  await client.query(
    `insert into reviews (driver_id, rating, created_at)
     select d.id, case when each % 10 = 0 then 2 else 5 end, now() - each * interval '50 seconds'
     from generate_series(1, $1::int) each
       join (select id, row_number() over () as n from drivers) d on d.n = each % 10000 + 1`,
    [company.reviews],
  );
  // Otherwise reading the new rows would write them once more, into the measurement.
  await client.query('vacuum (freeze, analyze) devices, documents, drivers, reviews, shifts, vehicles');
}
