-- A driver's days off, and the licence class, are reasons in the list of the drivers for a trip.

alter table public.drivers add column days_off date[] not null default '{}' check (cardinality(days_off) <= 100);
grant update (days_off) on public.drivers to authenticated;
create or replace trigger version_driver
  before update of name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved, days_off
  on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.pending_photo_url, old.contact, old.approved,
      old.days_off)
    is distinct from
    (new.name, new.license_plate, new.driver_code, new.photo_url, new.pending_photo_url, new.contact, new.approved,
      new.days_off))
  execute function private.count_version();

-- Returns the last day on which every critical document of a driver or vehicle is good, by their ids: -infinity where one is
-- missing, as Hoy counts. Under `seats <id>` it has the seats of a large vehicle and how many a driver's licences allow: 17 with
-- an A2, any number with an A3 (article 12 of the traffic law, https://www.bcn.cl/leychile/navegar?idNorma=1007469). All at once,
-- because lists ask for each trip. Security definer: it scans the tables once.
create or replace function private.document_limits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from (
    select owner.id::text, to_jsonb(min(owner.good_until)) from (
      select m.id, date '-infinity' as good_until from private.missing_documents() m
      union all
      select coalesce(d.driver_id, d.vehicle_id), greatest(d.expires_on, d.override_until)
      from public.documents d join public.document_kinds k on k.id = d.kind_id
      where k.critical and d.verified_at is not null) as owner
    group by owner.id
    union all
    select 'seats ' || v.id, to_jsonb(v.seats) from public.vehicles v where v.seats > 9
    union all
    select 'seats ' || d.driver_id, to_jsonb(max(case when k.name ~* '\mA-?3\M' then 1000 else 17 end))
    from public.documents d join public.document_kinds k on k.id = d.kind_id
    where d.driver_id is not null and d.verified_at is not null and k.name ~* '\mA-?[23]\M'
    group by d.driver_id) as limits (key, value)
$$;

-- Returns what the documents of a driver and a vehicle lack on a day: `missing`, `expired` by then, `licence` for a vehicle with
-- more seats than the driver's licences allow, or null.
create or replace function private.document_lack(limits jsonb, driver uuid, vehicle uuid, day date) returns text
language sql immutable set search_path = '' as $$
  select case when good_until = '-infinity' then 'missing' when good_until < day then 'expired'
    when driver is not null and (limits ->> ('seats ' || vehicle))::integer
      > coalesce((limits ->> ('seats ' || driver))::integer, 9) then 'licence' end
  from least((limits ->> driver::text)::date, (limits ->> vehicle::text)::date) as good_until
$$;

-- Staff. Returns the active drivers for a trip, the free ones first, each with the vehicle of the open shift, or else the one
-- vehicle that is assigned to the driver alone, and with the reasons against both: another trip (`overlap` or `tight`, with its
-- code and hour), the driver's `day_off`, a document that is missing or expires before, a licence for fewer seats, too few seats.
create or replace function public.trip_drivers(trip uuid)
returns table (id uuid, name text, in_shift boolean, vehicle_id uuid, license_plate text, seats integer, clash text,
  clash_code text, clash_clock text, documents text, fits boolean, is_free boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  limits constant jsonb := private.document_limits();
  asked public.trips;
begin
  perform private.require_staff();
  select t.* into asked from public.trips t where t.id = trip_drivers.trip;
  return query
    with proposed as materialized (
      select d.id, d.name, asked.day = any (d.days_off) as is_off, s.id is not null as in_shift,
        coalesce(s.vehicle_id, case when asked.driver_id = d.id then asked.vehicle_id end, own.vehicle_id) as vehicle
      from public.drivers d left join public.shifts s on s.driver_id = d.id and s.ended_at is null
        left join lateral (
          select min(a.vehicle_id::text)::uuid as vehicle_id from public.vehicle_drivers a where a.driver_id = d.id
          having count(*) = 1) as own on true
      where d.state = 'active'),
    judged as (
      select p.id, p.name, p.in_shift, v.id as vehicle_id, v.license_plate, v.seats,
        coalesce(c.kind, case when p.is_off then 'day_off' end) as clash, c.code as clash_code,
        to_char(c.clock, 'HH24:MI') as clash_clock, private.document_lack(limits, p.id, v.id, asked.day) as documents,
        (v.seats < asked.people) is not true as fits
      from proposed p left join public.vehicles v on v.id = p.vehicle
        left join lateral (
          select * from private.trip_clashes(asked, p.id, v.id) c order by c.kind, c.clock limit 1) as c on true)
    select j.*, j.clash is null and j.documents is null and j.fits from judged j
    order by j.clash is not distinct from 'overlap', not (j.clash is null and j.documents is null and j.fits), not j.in_shift,
      j.name, j.id;
end $$;
