-- Trips: the rows, what the office does with them, and what reads them: Hoy, the search, the log and personal data.

alter table private.settings drop constraint settings_value;
alter table private.settings add constraint settings_value check (case name
    when 'driver_approval' then value in ('automatic', 'manual')
    when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
    when 'require_admin_mfa' then value in ('true', 'false')
    when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'documents_stop_service' then value in ('true', 'false')
    when 'shift_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'former_driver_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'case_answer_days' then value ~ '^[0-9]{1,2}$' and value::integer between 1 and 60
    when 'case_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'report_mail' then value in ('true', 'false')
    when 'trip_passenger_retention_days' then value ~ '^[0-9]{1,3}$' and value::integer between 1 and 365
    when 'trip_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'card_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    -- An old PostgreSQL may lack one of the names.
    when 'company_zone' then value in ('America/Santiago', 'America/Punta_Arenas', 'America/Coyhaique', 'Pacific/Easter')
      and timestamptz 'epoch' at time zone value is not null
    else false
  end);
insert into private.settings (name, value) values
  ('trip_passenger_retention_days', '30'),
  ('trip_retention_days', '730')
on conflict (name) do nothing;

-- Trips: what the company drives. The row of a trip holds no free text, because realtime sends it whole; who travels, from and
-- to which door, notes and messages stand apart in `trip_people` and go first. Only functions write (38_trip_office.sql).

create table public.trips (
  -- Chosen by the caller: the same call twice is one trip.
  id uuid primary key,
  -- Letters that people tell apart on the telephone. It is no secret and opens nothing.
  code text not null constraint trips_code_key unique check (code ~ '^[A-HJKMNPRTUVWXY]{5}$'),
  -- The trips of one booking that takes several vehicles: the id of the first of them.
  group_id uuid,
  source text not null default 'office' check (source in ('message', 'office', 'form')),
  state text not null default 'requested' check (
    state in ('requested', 'confirmed', 'on_way', 'waiting', 'on_board', 'done', 'no_show', 'cancelled')),
  -- Whether the trip takes its driver's and its vehicle's time.
  is_live boolean not null generated always as (state in ('confirmed', 'on_way', 'waiting', 'on_board')) stored,
  -- Why it was cancelled, taken back or rejected.
  reason text check (reason in ('passenger', 'company', 'no_vehicle', 'duplicate', 'not_found', 'mistake', 'other')),
  -- The promise: when the vehicle has to be there, by the company's clock. A message that could not be read has none yet.
  day date,
  -- PostgreSQL also knows 24:00, the next day.
  clock time(0) check (clock < time '24:00'),
  -- The second of two hours with the same name, when summer time ends.
  second_hour boolean not null default false,
  -- The landing as the company last heard of it, by its clock; the pick-up is `buffer_minutes` later.
  landing_day date,
  landing_clock time(0) check (landing_clock < time '24:00'),
  buffer_minutes integer not null default 30 check (buffer_minutes between 0 and 240),
  pickup_at timestamptz,
  -- The length of the drive; null where nobody knows it.
  minutes integer check (minutes between 1 and 1440),
  drive tstzrange,
  -- The other day of a trip at night: people call the night by the one and by the other.
  other_day date generated always as (
    case when clock < time '06:00' then day - 1 when clock >= time '22:00' then day + 1 end) stored,
  direction text not null default 'other' check (direction in ('from', 'to', 'other')),
  -- The id of a route of the release, for the place that is not the airport.
  route text check (route ~ '^[a-z0-9-]{1,60}$'),
  flight text check (flight ~ '^[A-Z0-9]{3,8}$'),
  people integer not null default 1 check (people between 1 and 60),
  bags integer not null default 0 check (bags between 0 and 60),
  child_ages integer[] not null default '{}'
    check (cardinality(child_ages) <= 4 and 0 <= all (child_ages) and 17 >= all (child_ages)),
  wheelchair boolean not null default false,
  -- Null: to be agreed.
  pesos integer check (pesos between 0 and 99999999),
  price_release integer,
  -- The price against the release, as it was when the trip was saved (`web/admin/trips/priceCheck.ts`).
  price_check text check (price_check in ('same', 'changed', 'disputed', 'unquoted', 'unchecked')),
  payment text check (payment in ('cash', 'card', 'transfer', 'account')),
  language text not null default 'es' check (language ~ '^[a-z]{2}$'),
  agency text check (char_length(agency) between 1 and 60),
  voucher text check (char_length(voucher) between 1 and 40),
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  -- Another company drives; `trip_people` says which.
  is_external boolean not null default false,
  -- Counts the drivers of the trip, one after the other.
  assignment integer not null default 0,
  assigned_at timestamptz,
  -- When WhatsApp was opened with the trip for its driver, and by whom.
  told_at timestamptz,
  told_by uuid references auth.users on delete set null,
  -- The drivers who were told of the trip and have not heard yet that they lost it.
  untold uuid[] not null default '{}',
  -- The last change that a driver has to hear of: time, place, people or price.
  changed_at timestamptz,
  -- When the reply to the passenger was opened, and by whom.
  replied_at timestamptz,
  replied_by uuid references auth.users on delete set null,
  -- As they were when the trip began: they answer once the records are deleted.
  driver_name text,
  license_plate text,
  created_at timestamptz not null default now(),
  created_by uuid references auth.users on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid references auth.users on delete set null,
  version integer not null default 1,
  -- Whether who travelled has been deleted.
  is_forgotten boolean not null default false,
  -- The day from which both terms of deletion count.
  filed_on date not null generated always as (coalesce(day, (created_at at time zone 'UTC')::date)) stored,
  constraint trips_pickup check (pickup_at is not null or state in ('requested', 'cancelled'))
);
create index trips_day_idx on public.trips (day, clock, id);
create index trips_other_day_idx on public.trips (other_day) where other_day is not null;
create index trips_driver_id_idx on public.trips (driver_id, pickup_at);
create index trips_vehicle_id_idx on public.trips (vehicle_id, pickup_at);
-- Everything that has not ended may need a hand, whenever it was.
create index trips_open_idx on public.trips (pickup_at) where state in ('requested', 'confirmed', 'on_way', 'waiting', 'on_board');
create index trips_filed_on_idx on public.trips (filed_on);
create index trips_unforgotten_idx on public.trips (filed_on) where not is_forgotten;
create index trips_voucher_idx on public.trips (voucher, agency) where voucher is not null;
create index trips_group_id_idx on public.trips (group_id) where group_id is not null;
create index trips_created_by_idx on public.trips (created_by);
create index trips_updated_by_idx on public.trips (updated_by);
create index trips_told_by_idx on public.trips (told_by);
create index trips_replied_by_idx on public.trips (replied_by);

-- All about a trip that is personal, and all its free text. It goes `trip_passenger_retention_days` after the trip.
create table public.trip_people (
  trip_id uuid primary key references public.trips on delete cascade,
  name text check (char_length(name) between 1 and 80),
  phone text check (phone ~ '^[+][0-9]{9,15}$'),
  email text check (char_length(email) <= 254 and email ~ '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$'),
  from_text text check (char_length(from_text) between 1 and 120),
  to_text text check (char_length(to_text) between 1 and 120),
  -- For the driver.
  note text check (char_length(note) between 1 and 500),
  -- The other company that drives.
  external_name text check (char_length(external_name) between 1 and 80),
  external_phone text check (external_phone ~ '^[+][0-9]{9,15}$'),
  external_plate text check (char_length(external_plate) between 1 and 12),
  -- The message as it was pasted.
  message text check (char_length(message) between 1 and 2000),
  -- A later message about the trip that says something else: what the office would have to change. Never applied by itself.
  proposal jsonb,
  -- The values before the last change of each field.
  before jsonb not null default '{}'
);
-- The last trip of a telephone number, the rights desk and the search.
create index trip_people_phone_idx on public.trip_people using spgist (phone);
create index trip_people_email_idx on public.trip_people (lower(email));
create index trip_people_proposal_idx on public.trip_people (trip_id) where proposal is not null;

-- The history of a trip, append only. `changed` has names of fields, never values.
create table public.trip_events (
  id uuid primary key default gen_random_uuid(),
  trip_id uuid not null references public.trips on delete cascade,
  -- A state that the trip took, or `created`, `changed`, `assigned`, `told`, `replied`, `proposed`, `forgotten`.
  kind text not null check (kind ~ '^[a-z_]{1,20}$'),
  at timestamptz not null default clock_timestamp(),
  account_id uuid references auth.users on delete set null,
  driver_id uuid references public.drivers on delete set null,
  reason text,
  changed text[] not null default '{}'
);
create index trip_events_trip_id_idx on public.trip_events (trip_id, at);
create index trip_events_account_id_idx on public.trip_events (account_id);
create index trip_events_driver_id_idx on public.trip_events (driver_id);

-- Two trips that one driver or vehicle makes although they overlap, because somebody said so. The smaller id stands first.
create table public.trip_overlaps (
  first_id uuid not null references public.trips on delete cascade,
  second_id uuid not null references public.trips on delete cascade check (first_id < second_id),
  account_id uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  primary key (first_id, second_id)
);
create index trip_overlaps_second_id_idx on public.trip_overlaps (second_id);
create index trip_overlaps_account_id_idx on public.trip_overlaps (account_id);

-- The messages that trips came from, as hashes: the same message twice is one trip.
create table private.trip_messages (
  hash bytea primary key check (length(hash) = 32),
  trip_id uuid not null references public.trips on delete cascade
);
create index trip_messages_trip_id_idx on private.trip_messages (trip_id);

-- Staff read trips; drivers and passengers have no right on any of these tables. Clients write only through functions.
create policy trips_select on public.trips for select to authenticated using ((select private.is_staff()));
-- Staff read who travels.
create policy trip_people_select on public.trip_people for select to authenticated using ((select private.is_staff()));
-- Staff read what happened to trips.
create policy trip_events_select on public.trip_events for select to authenticated using ((select private.is_staff()));
-- Staff read which trips were allowed to overlap.
create policy trip_overlaps_select on public.trip_overlaps for select to authenticated using ((select private.is_staff()));
grant select on public.trips, public.trip_people, public.trip_events, public.trip_overlaps to authenticated;

-- Two people in the office see each other's changes at once.
alter publication supabase_realtime add table public.trips;

-- Returns the instants at which the company's clock shows a time on a day, by the zone data: none in the hour that clocks skip,
-- two in the one that they repeat. It tries the offsets of the day before and of the day after.
create function private.instants_of(day date, clock time) returns timestamptz[]
language sql stable set search_path = '' as $$
  select array(
    select distinct tried.at
    from (select private.company_zone() as name, instants_of.day + instants_of.clock as wall) as zone
      cross join generate_series(-1, 1) as around
      cross join lateral (select (wall + make_interval(days => around)) at time zone 'UTC' as probe) as near
      cross join lateral (
        select (wall - ((probe at time zone zone.name) - (probe at time zone 'UTC'))) at time zone 'UTC' as at) as tried
    where tried.at at time zone zone.name = wall order by tried.at)
$$;

-- Returns the one that was meant. Refuses a time that the day does not have.
create function private.instant_of(day date, clock time, second_hour boolean) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  found_instants constant timestamptz[] := private.instants_of(day, clock);
begin
  if day is null or clock is null then
    return null;
  end if;
  if cardinality(found_instants) = 0 then
    perform private.refuse(400, 'no_such_time', 'The clocks skip this hour on that day: choose another time',
      details => day || ' ' || to_char(clock, 'HH24:MI'));
  end if;
  return found_instants[case when second_hour then cardinality(found_instants) else 1 end];
end $$;

-- Computes the pick-up and the drive from the wall clock, from the airport out of the landing. A landing moves the promise.
create function private.time_trip() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wall timestamp;
begin
  if new.direction = 'from' and new.landing_day is not null and new.landing_clock is not null then
    new.pickup_at := private.instant_of(new.landing_day, new.landing_clock, new.second_hour)
      + make_interval(mins => new.buffer_minutes);
    wall := new.pickup_at at time zone private.company_zone();
    new.day := wall::date;
    new.clock := wall::time;
  else
    new.landing_day := null;
    new.landing_clock := null;
    new.pickup_at := private.instant_of(new.day, new.clock, new.second_hour);
  end if;
  new.drive := case when new.minutes is not null
    then tstzrange(new.pickup_at, new.pickup_at + make_interval(mins => new.minutes)) end;
  return new;
end $$;
create trigger time_trip before insert or update of day, clock, second_hour, landing_day, landing_clock, buffer_minutes,
  minutes, direction on public.trips for each row execute function private.time_trip();

-- Returns the minutes of the empty way between two trips of one driver: the way of the trip that it leads past, because the
-- company knows the ways between the airport and a place. An hour stands for a way that nobody knows.
create function private.empty_minutes(earlier public.trips, later public.trips) returns integer language sql immutable
  return case
    when earlier.direction = 'to' and later.direction = 'from' then 0
    when earlier.direction = 'to' then coalesce(later.minutes, 60)
    when later.direction = 'from' then coalesce(earlier.minutes, 60)
    when earlier.route = later.route then 0
    else greatest(coalesce(earlier.minutes, 60), coalesce(later.minutes, 60)) end;

-- Returns the other live trips of a driver or vehicle that leave too little time beside a trip: `overlap` where both drives are
-- known and meet, `tight` where only a guess says so. A pair that somebody has allowed is left out. No search path is set, so
-- that PostgreSQL inlines it: lists ask for each trip.
create function private.trip_clashes(trip public.trips, driver uuid, vehicle uuid)
returns table (id uuid, code text, day date, clock time, kind text, by text)
language sql stable begin atomic
  select o.id, o.code, o.day, o.clock, case when o.drive && trip.drive then 'overlap' else 'tight' end,
    case when o.driver_id = trip_clashes.driver then 'driver' else 'vehicle' end
  from public.trips o
  where (o.driver_id = trip_clashes.driver or o.vehicle_id = trip_clashes.vehicle) and o.is_live and o.id <> trip.id
    and o.pickup_at between trip.pickup_at - interval '1 day' and trip.pickup_at + interval '1 day'
    and case when o.pickup_at <= trip.pickup_at
      then trip.pickup_at < o.pickup_at + make_interval(mins => coalesce(o.minutes, 60) + private.empty_minutes(o, trip))
      else o.pickup_at < trip.pickup_at + make_interval(mins => coalesce(trip.minutes, 60) + private.empty_minutes(trip, o)) end
    and not exists (select from public.trip_overlaps p
      where p.first_id = least(o.id, trip.id) and p.second_id = greatest(o.id, trip.id));
end;

-- Returns the last day on which every critical document of a driver or vehicle is good, by their ids: -infinity where one is
-- missing, as Hoy counts. All at once, because lists ask for each trip. Security definer: it scans the tables once.
create function private.document_limits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(id, good_until), '{}') from (
    select owner.id, min(owner.good_until) as good_until from (
      select m.id, date '-infinity' as good_until from private.missing_documents() m
      union all
      select coalesce(d.driver_id, d.vehicle_id), greatest(d.expires_on, d.override_until)
      from public.documents d join public.document_kinds k on k.id = d.kind_id
      where k.critical and d.verified_at is not null) as owner
    group by owner.id) as limits
$$;

-- Returns what the documents of a driver and a vehicle lack on a day: `missing`, `expired` by then, or null.
create function private.document_lack(limits jsonb, driver uuid, vehicle uuid, day date) returns text
language sql immutable set search_path = '' as $$
  select case when good_until = '-infinity' then 'missing' when good_until < day then 'expired' end
  from least((limits ->> driver::text)::date, (limits ->> vehicle::text)::date) as good_until
$$;

-- Returns whether drivers, vehicles and documents of a trip are looked at: those of far trips change until then.
create function private.is_near(trip public.trips) returns boolean language sql stable
  return trip.is_live and trip.pickup_at between now() - interval '1 day' and now() + interval '8 days'
    and (trip.driver_id is not null or trip.vehicle_id is not null);

-- The needs of trips, one row for each trip and need. List, board, Hoy and counts read this one set.
create view private.trip_needs with (security_invoker = true) as
  select t.id as trip_id, 'request' as need from public.trips t where t.state = 'requested'
  union all
  select p.trip_id, 'proposal' from public.trip_people p where p.proposal is not null
  union all
  select t.id, 'driver' from public.trips t
  where t.state = 'confirmed' and not t.is_external
    and (t.driver_id is null or t.driver_id not in (select d.id from public.drivers d where d.state = 'active'))
  union all
  select t.id, 'told' from public.trips t
  where t.state = 'confirmed' and t.driver_id is not null and t.told_at is null and t.day <= (select private.chile_today()) + 1
  union all
  select t.id, 'changed' from public.trips t
  where t.state in ('confirmed', 'on_way', 'cancelled') and t.pickup_at > now() - interval '1 day'
    and (t.told_at < t.changed_at or t.untold <> '{}')
  union all
  select t.id, 'late' from public.trips t
  where t.state in ('confirmed', 'on_way') and t.pickup_at < now() - interval '15 minutes'
  union all
  select t.id, 'overlap' from public.trips t
  where private.is_near(t) and exists (
    select from private.trip_clashes(t, t.driver_id, t.vehicle_id) c where c.kind = 'overlap')
  union all
  select t.id, 'tight' from public.trips t
  where private.is_near(t) and exists (
    select from private.trip_clashes(t, t.driver_id, t.vehicle_id) c where c.kind = 'tight')
  union all
  select t.id, 'documents' from public.trips t
  where private.is_near(t)
    and private.document_lack((select private.document_limits()), t.driver_id, t.vehicle_id, t.day) is not null
  union all
  select t.id, 'seats' from public.trips t join public.vehicles v on v.id = t.vehicle_id
  where private.is_near(t) and v.seats < t.people
  union all
  select t.id, 'reply' from public.trips t
  where t.state = 'confirmed' and t.source <> 'office' and t.replied_at is null and t.pickup_at > now();
grant select on private.trip_needs to authenticated, service_role;
grant execute on function private.trip_clashes(public.trips, uuid, uuid), private.document_lack(jsonb, uuid, uuid, date),
  private.document_limits(), private.is_near(public.trips), private.empty_minutes(public.trips, public.trips) to authenticated, service_role;

-- Trips with who travels, driver, vehicle, and what needs a hand. Security invoker: staff see them.
create view public.trip_list with (security_invoker = true) as
  select t.id, t.code, t.group_id, t.source, t.state, t.is_live, t.reason, t.day, to_char(t.clock, 'HH24:MI') as clock,
    t.second_hour, t.other_day, t.landing_day, to_char(t.landing_clock, 'HH24:MI') as landing_clock, t.buffer_minutes,
    t.pickup_at, t.minutes, t.direction, t.route, t.flight, t.people, t.bags, t.child_ages, t.wheelchair, t.pesos,
    t.price_release, t.price_check, t.payment, t.language, t.agency, t.voucher, t.driver_id, t.vehicle_id, t.is_external,
    t.told_at, t.untold, t.changed_at, t.replied_at, t.created_at, t.updated_at, t.version, t.is_forgotten,
    p.name, p.phone, p.email, p.from_text, p.to_text, p.note, p.external_name, p.external_phone, p.external_plate, p.message,
    p.proposal,
    coalesce(t.driver_name, d.name) as driver_name, d.contact as driver_phone,
    coalesce(t.license_plate, v.license_plate) as license_plate, v.seats,
    array(select n.need from private.trip_needs n where n.trip_id = t.id) as needs
  from public.trips t left join public.trip_people p on p.trip_id = t.id left join public.drivers d on d.id = t.driver_id
    left join public.vehicles v on v.id = t.vehicle_id;
grant select on public.trip_list to authenticated, service_role;
create trigger read_only instead of insert or update or delete on public.trip_list
  for each row execute function private.refuse_list_write();

-- Staff. Returns the trips with one need: a filter on `needs` would compute every need of every open trip. PL/pgSQL plans with
-- the value, and leaves the other needs out; inlined into a call over HTTP, the function would compute them too.
create function public.trips_in_need(need text) returns setof public.trip_list
language plpgsql stable set search_path = '' as $$
begin
  return query select l.* from public.trip_list l
    where l.id in (select n.trip_id from private.trip_needs n where n.need = trips_in_need.need);
end $$;
grant execute on function public.trips_in_need(text) to authenticated;

-- Deletes who travelled on a trip, with its message.
create function private.forget_trip_people(trip uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.trip_messages m where m.trip_id = forget_trip_people.trip;
  delete from public.trip_people p where p.trip_id = forget_trip_people.trip;
  update public.trips t set is_forgotten = true where t.id = forget_trip_people.trip;
$$;

-- The server, daily. Deletes who travelled `trip_passenger_retention_days` after the trip, and the trip itself
-- `trip_retention_days` after it; at most `most` of each unless null. Returns the number of trips that lost a person. It also
-- computes the pick-ups to come again, because the zone data may have changed since they were promised.
create function private.forget_trips(as_of timestamptz, most bigint default null) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := (as_of at time zone private.company_zone())::date;
  passenger_days constant integer := coalesce(private.setting('trip_passenger_retention_days'), '30');
  days constant integer := coalesce(private.setting('trip_retention_days'), '730');
  forgotten bigint;
begin
  -- Trips that somebody is saving are left for the next time.
  perform private.forget_trip_people(due.id) from (
    select t.id from public.trips t where not t.is_forgotten and t.filed_on < today - passenger_days
    limit most for no key update skip locked) as due;
  get diagnostics forgotten = row_count;
  delete from public.trips where id in (
    select t.id from public.trips t where t.filed_on < today - days limit most for update skip locked);
  if most is null then
    -- One that falls into an hour that clocks now skip keeps its instant.
    update public.trips t set day = t.day
    from public.trips u cross join lateral (
      select private.instants_of(coalesce(u.landing_day, u.day), coalesce(u.landing_clock, u.clock)) as all_of_them) as i
    where u.id = t.id and t.pickup_at > as_of and all_of_them <> '{}' and t.pickup_at is distinct from
      all_of_them[case when t.second_hour then cardinality(all_of_them) else 1 end]
        + case when t.landing_clock is null then interval '0' else make_interval(mins => t.buffer_minutes) end;
  end if;
  return forgotten;
end $$;

-- A new trip also forgets expired ones: a hosted project needs no job for that. Few at a time, because somebody waits.
create function private.forget_some_trips() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_trips(now(), 20);
  return null;
end $$;
create trigger forget_some_trips after insert on public.trips
  for each statement execute function private.forget_some_trips();

-- Returns the trips of a person's driver records, without who travelled, for personal_data.
create function private.trips_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'day', t.day,
    'clock', to_char(t.clock, 'HH24:MI'), 'route', t.route, 'pesos', t.pesos) order by t.pickup_at), '[]')
  from public.trips t where t.driver_id in (select private.drivers_of(person))
$$;

-- The acts of the office on trips. Each function writes a trip, its event and the entry of the log in one transaction.

-- Returns a code that no trip has. Its letters sound different in Spanish and in English.
create function private.new_trip_code() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  letters constant text := 'ABCDEFGHJKMNPRTUVWXY';
  made text;
begin
  loop
    made := (select string_agg(substr(letters, 1 + floor(random() * 20)::integer, 1), '') from generate_series(1, 5));
    exit when not exists (select from public.trips t where t.code = made);
  end loop;
  return made;
end $$;

-- Writes an event of a trip, and the act `trip_<kind>` into the log.
create function private.note_trip(trip public.trips, kind text, changed text[] default '{}', reason text default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.trip_events (trip_id, kind, account_id, driver_id, reason, changed)
    values (trip.id, note_trip.kind, private.acting_account(), trip.driver_id, note_trip.reason, note_trip.changed);
  perform private.record_act('trip_' || note_trip.kind, 'access', jsonb_build_object('target', 'trip:' || trip.id,
    'name', trip.code, 'driver_id', trip.driver_id, 'vehicle_id', trip.vehicle_id,
    'changed', nullif(array_to_string(note_trip.changed, ', '), ''), 'trip_reason', note_trip.reason));
end $$;

-- Returns a trip for a change, locked. Refuses everybody but staff, and a trip that is not there.
create function private.require_trip(trip uuid) returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_trip public.trips;
begin
  perform private.require_staff();
  select t.* into found_trip from public.trips t where t.id = require_trip.trip for no key update;
  if found_trip.id is null then
    perform private.refuse(404, 'not_found', 'There is no such trip');
  end if;
  return found_trip;
end $$;

-- Waits for everybody else who gives work to this driver or vehicle. In the order of the ids, so that nobody waits for each
-- other, as start_shift has one lock.
create function private.lock_fleet(members uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('trips of ' || id, 0))
  from (select distinct unnest(members) as id order by 1) as sorted where id is not null
$$;

-- The fields of a trip that the office writes, by what a change of them means. Major: the driver has to hear of it.
create function private.trip_fields() returns text[] language sql immutable set search_path = '' as $$
  select array['state', 'day', 'clock', 'second_hour', 'landing_day', 'landing_clock', 'buffer_minutes', 'minutes', 'direction',
    'route', 'flight', 'people', 'bags', 'child_ages', 'wheelchair', 'pesos', 'price_release', 'price_check', 'payment',
    'language', 'agency', 'voucher', 'driver_id', 'vehicle_id', 'is_external', 'group_id', 'source']
$$;
create function private.major_trip_fields() returns text[] language sql immutable set search_path = '' as $$
  select array['day', 'clock', 'second_hour', 'landing_day', 'landing_clock', 'buffer_minutes', 'direction', 'route', 'people',
    'pesos', 'from_text', 'to_text']
$$;
create function private.person_fields() returns text[] language sql immutable set search_path = '' as $$
  select array['name', 'phone', 'email', 'from_text', 'to_text', 'note', 'external_name', 'external_phone', 'external_plate',
    'message', 'proposal']
$$;

-- Returns the names of the fields that two rows have differently.
create function private.changed_fields(before jsonb, after jsonb, among text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select name from unnest(among) as name where before ->> name is distinct from after ->> name)
$$;

-- Refuses fields that nobody may write, and values that no field has.
create function private.check_trip_fields(fields jsonb, among text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(fields) is distinct from 'object' or octet_length(fields::text) > 20000
    or exists (select from jsonb_object_keys(fields) as name where name <> all (among)) then
    perform private.refuse(400, 'validation_failed', 'A trip has no such field, or it is too long');
  end if;
end $$;

-- Refuses a change of state that needs a reason: every step back, and every end without a passenger on board.
create function private.check_trip_state(before text, after text, reason text) returns void
language plpgsql immutable set search_path = '' as $$
declare
  forward constant text[] := array['requested', 'confirmed', 'on_way', 'waiting', 'on_board', 'done'];
begin
  if before is distinct from after and reason is null and (after in ('cancelled', 'no_show')
    or coalesce(array_position(forward, after) < array_position(forward, before), before in ('cancelled', 'no_show'))) then
    perform private.refuse(400, 'reason_required', 'A cancellation, and a step back, needs a reason');
  end if;
end $$;

-- Writes who travels, with numbers in E.164, and keeps the values before in `before`. Returns the names of changed fields.
create function private.save_trip_people(trip uuid, person jsonb) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  before_row public.trip_people;
  after_row public.trip_people;
  changed text[];
begin
  select p.* into before_row from public.trip_people p where p.trip_id = save_trip_people.trip for update;
  after_row := jsonb_populate_record(before_row, person);
  after_row.trip_id := save_trip_people.trip;
  after_row.before := coalesce(before_row.before, '{}');
  after_row.name := private.plain_text(after_row.name);
  after_row.email := private.plain_text(after_row.email);
  after_row.from_text := private.plain_text(after_row.from_text);
  after_row.to_text := private.plain_text(after_row.to_text);
  after_row.note := private.plain_text(after_row.note);
  after_row.message := left(private.plain_text(after_row.message), 2000);
  after_row.external_name := private.plain_text(after_row.external_name);
  after_row.external_plate := nullif(private.plate_of(left(after_row.external_plate, 40)), '');
  if coalesce(after_row.phone, '') <> '' and private.phone_of(left(after_row.phone, 60)) is null
    or coalesce(after_row.external_phone, '') <> '' and private.phone_of(left(after_row.external_phone, 60)) is null then
    perform private.refuse(400, 'phone_invalid', 'The telephone number needs its country code');
  end if;
  after_row.phone := private.phone_of(left(after_row.phone, 60));
  after_row.external_phone := private.phone_of(left(after_row.external_phone, 60));
  changed := private.changed_fields(to_jsonb(before_row), to_jsonb(after_row), private.person_fields());
  if before_row.trip_id is null then
    insert into public.trip_people select after_row.*;
    -- A trip whose passenger was deleted, and on which somebody travels again, is due once more.
    update public.trips t set is_forgotten = false where t.id = after_row.trip_id and t.is_forgotten;
  elsif changed <> '{}' then
    after_row.before := after_row.before || coalesce((select jsonb_object_agg(name, to_jsonb(before_row) -> name)
      from unnest(changed) as name where name not in ('message', 'proposal')), '{}');
    update public.trip_people p
      set (name, phone, email, from_text, to_text, note, external_name, external_phone, external_plate, message, proposal,
        before) = row (after_row.name, after_row.phone, after_row.email, after_row.from_text, after_row.to_text,
        after_row.note, after_row.external_name, after_row.external_phone, after_row.external_plate, after_row.message,
        after_row.proposal, after_row.before)
      where p.trip_id = after_row.trip_id;
  end if;
  return changed;
end $$;

-- Refuses a trip that overlaps another one of its driver or vehicle, unless that one is in `allowed`: then the pair is stored,
-- until either has another time, driver or vehicle, or they share neither driver nor vehicle.
create function private.refuse_overlap(trip public.trips, allowed uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  other record;
begin
  for other in select c.id, c.code, coalesce(c.id = any (allowed), false) as is_allowed
    from private.trip_clashes(trip, trip.driver_id, trip.vehicle_id) c
    where c.kind = 'overlap' or c.id = any (allowed) order by c.code loop
    if not other.is_allowed then
      perform private.refuse(409, 'overlap', 'The driver or the vehicle has another trip at that time', details => other.code);
    end if;
    insert into public.trip_overlaps (first_id, second_id, account_id)
      values (least(trip.id, other.id), greatest(trip.id, other.id), private.acting_account());
  end loop;
end $$;

-- Ends the pairs of a trip that a change makes untrue, and refuses a new overlap. A change that only takes the driver or the
-- vehicle away makes none, so it is never refused; neither is a landing, which is a fact.
create function private.judge_overlap(before_row public.trips, after_row public.trips, allowed uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_longer constant boolean := before_row.minutes is distinct from after_row.minutes;
  is_moved constant boolean := is_longer or before_row.pickup_at is distinct from after_row.pickup_at;
  is_given constant boolean :=
    after_row.driver_id is not null and after_row.driver_id is distinct from before_row.driver_id
    or after_row.vehicle_id is not null and after_row.vehicle_id is distinct from before_row.vehicle_id;
begin
  delete from public.trip_overlaps p using public.trips o
    where after_row.id in (p.first_id, p.second_id) and o.id in (p.first_id, p.second_id) and o.id <> after_row.id
      and (is_moved or is_given
        or (o.driver_id = after_row.driver_id or o.vehicle_id = after_row.vehicle_id) is not true);
  if after_row.is_live and (not before_row.is_live or is_given or is_longer or is_moved and after_row.landing_clock is null) then
    perform private.refuse_overlap(after_row, judge_overlap.allowed);
  end if;
end $$;

-- Staff. Writes a trip and who travels, and returns the trip. An id that is not there becomes a new trip; without `version` one
-- that is there stays as it is, so that a repeated call makes one trip. Else it changes the given fields, and fails with 409
-- when somebody else has saved since `version`. A change of state may need a `reason`. Driver and vehicle are refused with 409
-- `overlap` and the other trip's code while they have that one, unless its id is in `allowed`; a landing is a fact, and is
-- saved with the overlap that it makes.
create function public.save_trip(trip uuid, fields jsonb, person jsonb default '{}', version integer default null,
  allowed uuid[] default '{}', reason text default null) returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  account constant uuid := private.acting_account();
  before_row public.trips;
  after_row public.trips;
  person_changed text[] := '{}';
begin
  perform private.require_staff();
  perform private.check_trip_fields(save_trip.fields, private.trip_fields());
  perform private.check_trip_fields(save_trip.person, private.person_fields());
  -- Two calls with one new id: the second finds the trip of the first.
  perform pg_advisory_xact_lock(hashtextextended('trip ' || save_trip.trip, 0));
  select t.* into before_row from public.trips t where t.id = save_trip.trip for no key update;
  if before_row.id is not null and save_trip.version is null then
    return before_row;
  elsif before_row.id is not null and before_row.version <> save_trip.version then
    perform private.refuse(409, 'edit_conflict', 'The trip was changed by somebody else meanwhile');
  elsif before_row.id is null and save_trip.version is not null then
    perform private.refuse(404, 'not_found', 'There is no such trip');
  end if;
  if before_row.id is null then
    insert into public.trips as t (id, code, created_by, updated_by)
      values (save_trip.trip, private.new_trip_code(), account, account) returning t.* into before_row;
    after_row := before_row;
    after_row.version := 0;
  else
    after_row := before_row;
  end if;
  after_row := jsonb_populate_record(after_row, save_trip.fields);
  after_row.agency := private.plain_text(after_row.agency);
  after_row.voucher := private.plain_text(after_row.voucher);
  if save_trip.version is not null then
    perform private.check_trip_state(before_row.state, after_row.state, save_trip.reason);
  end if;
  after_row.reason := case when after_row.state is distinct from before_row.state then save_trip.reason else before_row.reason end;
  if after_row.is_external then
    after_row.driver_id := null;
    after_row.vehicle_id := null;
  end if;
  if save_trip.person <> '{}' then
    person_changed := private.save_trip_people(after_row.id, save_trip.person);
  end if;
  return private.write_trip(before_row, after_row, person_changed, save_trip.allowed);
end $$;

-- Writes the row of a trip whose fields have been checked, with what follows from the change, and returns it.
create function private.write_trip(before_row public.trips, wanted public.trips, person_changed text[], allowed uuid[])
returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_new constant boolean := wanted.version = 0;
  after_row public.trips := wanted;
  changed text[];
  is_assigned constant boolean := after_row.driver_id is distinct from before_row.driver_id;
  has_begun constant boolean := after_row.state in ('on_way', 'waiting', 'on_board', 'done');
begin
  perform private.lock_fleet(array[before_row.driver_id, before_row.vehicle_id, after_row.driver_id, after_row.vehicle_id]);
  if is_assigned then
    after_row.assignment := before_row.assignment + 1;
    after_row.assigned_at := now();
    after_row.untold := array(select distinct id from unnest(before_row.untold
        || case when before_row.told_at is not null then before_row.driver_id end) as id
      where id is not null and id is distinct from after_row.driver_id);
    after_row.told_at := null;
    after_row.told_by := null;
    after_row.driver_name := null;
    after_row.license_plate := null;
  end if;
  if has_begun then
    after_row.driver_name := coalesce(after_row.driver_name, (select d.name from public.drivers d where d.id = after_row.driver_id));
    after_row.license_plate := coalesce(after_row.license_plate,
      (select v.license_plate from public.vehicles v where v.id = after_row.vehicle_id),
      (select d.license_plate from public.drivers d where d.id = after_row.driver_id));
  end if;
  after_row.version := after_row.version + 1;
  after_row.updated_at := now();
  after_row.updated_by := private.acting_account();
  update public.trips t
    set (group_id, source, state, reason, day, clock, second_hour, landing_day, landing_clock, buffer_minutes, minutes,
      direction, route, flight, people, bags, child_ages, wheelchair, pesos, price_release, price_check, payment, language,
      agency, voucher, driver_id, vehicle_id, is_external, assignment, assigned_at, told_at, told_by, untold, driver_name,
      license_plate, updated_at, updated_by, version) = row (after_row.group_id, after_row.source, after_row.state,
      after_row.reason, after_row.day, after_row.clock, after_row.second_hour, after_row.landing_day, after_row.landing_clock,
      after_row.buffer_minutes, after_row.minutes, after_row.direction, after_row.route, after_row.flight, after_row.people,
      after_row.bags, after_row.child_ages, after_row.wheelchair, after_row.pesos, after_row.price_release,
      after_row.price_check, after_row.payment, after_row.language, after_row.agency, after_row.voucher, after_row.driver_id,
      after_row.vehicle_id, after_row.is_external, after_row.assignment, after_row.assigned_at, after_row.told_at,
      after_row.told_by, after_row.untold, after_row.driver_name, after_row.license_plate, after_row.updated_at,
      after_row.updated_by, after_row.version)
    where t.id = after_row.id returning t.* into after_row;
  changed := private.changed_fields(to_jsonb(before_row), to_jsonb(after_row), private.trip_fields());
  if not is_new and (changed || person_changed && private.major_trip_fields()
    or 'state' = any (changed) and after_row.state = 'cancelled') then
    -- Not now(), when the transaction began: somebody may have told the driver since.
    update public.trips t set changed_at = clock_timestamp() where t.id = after_row.id returning t.* into after_row;
  end if;
  perform private.judge_overlap(before_row, after_row, write_trip.allowed);
  perform private.note_trip_changes(before_row, after_row, is_new, changed || person_changed);
  return after_row;
end $$;

-- Writes the events of a change: the new trip, its state, its driver, and the names of all other fields.
create function private.note_trip_changes(before_row public.trips, after_row public.trips, is_new boolean, changed text[])
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  others constant text[] := array(select name from unnest(changed) as name
    where name not in ('state', 'driver_id', 'source', 'group_id', 'message', 'price_check', 'price_release') order by 1);
begin
  if is_new then
    perform private.note_trip(after_row, 'created');
  end if;
  if 'driver_id' = any (changed) then
    perform private.note_trip(after_row, case when after_row.driver_id is null then 'unassigned' else 'assigned' end);
  end if;
  if 'state' = any (changed) and not (is_new and after_row.state = 'requested') then
    perform private.note_trip(after_row, case
      when before_row.state in ('done', 'no_show', 'cancelled') and after_row.state not in ('done', 'no_show', 'cancelled')
        then 'reopened' else after_row.state end,
      reason => after_row.reason);
  end if;
  if not is_new and others <> '{}' then
    perform private.note_trip(after_row, 'changed', others);
  end if;
end $$;

-- Staff. Notes that WhatsApp was opened for a driver with these trips: also to tell of a change or that a trip is gone. A
-- later change is to be told again. Trips of others are left out.
create function public.tell_trips(driver uuid, trips uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  each public.trips;
begin
  perform private.require_staff();
  perform from public.trips t where t.id = any (tell_trips.trips[1:500]) order by t.id for no key update;
  for each in update public.trips t
      set told_at = case when t.driver_id = tell_trips.driver then clock_timestamp() else t.told_at end,
        told_by = case when t.driver_id = tell_trips.driver then private.acting_account() else t.told_by end,
        untold = array_remove(t.untold, tell_trips.driver)
      where t.id = any (tell_trips.trips[1:500]) and (t.driver_id = tell_trips.driver or tell_trips.driver = any (t.untold))
      returning t.* loop
    each.driver_id := tell_trips.driver;
    perform private.note_trip(each, 'told');
  end loop;
end $$;

-- Staff. Notes that the reply to the passenger was opened, in WhatsApp or as a mail.
create function public.note_trip_reply(trip uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  replied constant public.trips := private.require_trip(note_trip_reply.trip);
begin
  update public.trips t set replied_at = clock_timestamp(), replied_by = private.acting_account() where t.id = replied.id;
  perform private.note_trip(replied, 'replied');
end $$;

-- Administrators. Deletes at once who travels on a trip, as the law lets a passenger ask. It cannot be undone.
create function public.forget_trip(trip uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten constant public.trips := private.require_trip(forget_trip.trip);
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators delete the data of a passenger');
  end if;
  perform private.forget_trip_people(forgotten.id);
  perform private.note_trip(forgotten, 'forgotten');
end $$;

-- Staff. Returns what happened to a trip, with the e-mail address of who did it and the driver's name.
create function public.trip_timeline(trip uuid)
returns table (id uuid, kind text, at timestamptz, author text, driver_name text, reason text, changed text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select e.id, e.kind, e.at, coalesce(nullif(u.email, ''), u.phone)::text, d.name, e.reason, e.changed
    from public.trip_events e left join auth.users u on u.id = e.account_id left join public.drivers d on d.id = e.driver_id
    where e.trip_id = trip_timeline.trip order by e.at, e.id;
end $$;

-- Staff. Returns the active drivers for a trip, the free ones first, each with the vehicle of the open shift, or else the one
-- vehicle that is assigned to the driver alone, and with the reasons against both: another trip (`overlap` or `tight`, with its
-- code and hour), a document that is missing or expires before, too few seats.
create function public.trip_drivers(trip uuid)
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
      select d.id, d.name, s.id is not null as in_shift, coalesce(s.vehicle_id, case when asked.driver_id = d.id
        then asked.vehicle_id end, own.vehicle_id) as vehicle
      from public.drivers d left join public.shifts s on s.driver_id = d.id and s.ended_at is null
        left join lateral (
          select min(a.vehicle_id::text)::uuid as vehicle_id from public.vehicle_drivers a where a.driver_id = d.id
          having count(*) = 1) as own on true
      where d.state = 'active'),
    judged as (
      select p.id, p.name, p.in_shift, v.id as vehicle_id, v.license_plate, v.seats, c.kind as clash, c.code as clash_code,
        to_char(c.clock, 'HH24:MI') as clash_clock, private.document_lack(limits, p.id, v.id, asked.day) as documents,
        (v.seats < asked.people) is not true as fits
      from proposed p left join public.vehicles v on v.id = p.vehicle
        left join lateral (
          select * from private.trip_clashes(asked, p.id, v.id) c order by c.kind, c.clock limit 1) as c on true)
    select j.*, j.clash is null and j.documents is null and j.fits from judged j
    order by j.clash is not distinct from 'overlap', not (j.clash is null and j.documents is null and j.fits), not j.in_shift,
      j.name, j.id;
end $$;

-- Staff. Returns the vehicles for a trip, the free ones first, with the reasons against each.
create function public.trip_vehicles(trip uuid)
returns table (id uuid, license_plate text, brand_model text, seats integer, clash text, clash_code text, clash_clock text,
  documents text, fits boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  limits constant jsonb := private.document_limits();
  asked public.trips;
begin
  perform private.require_staff();
  select t.* into asked from public.trips t where t.id = trip_vehicles.trip;
  return query
    select v.id, v.license_plate, v.brand_model, v.seats, c.kind, c.code, to_char(c.clock, 'HH24:MI'),
      private.document_lack(limits, null, v.id, asked.day) as lack, (v.seats < asked.people) is not true
    from public.vehicles v left join lateral (
      select * from private.trip_clashes(asked, null, v.id) c order by c.kind, c.clock limit 1) as c on true
    order by c.kind is not distinct from 'overlap', c.kind is not null, (v.seats < asked.people) is true, v.license_plate;
end $$;

-- Returns the id of the trip of a booking, from the id that its messages have, or else from sender and text.
create function private.trip_id_of(key text) returns uuid language sql immutable set search_path = '' as $$
  select encode(substring(sha256(convert_to('trip ' || key, 'UTF8')) for 16), 'hex')::uuid
$$;

-- Returns the trip that a message changes: of the same passenger, by number or name, on the same day in the same direction.
-- Where there are several, only one at the same time.
create function private.trip_of_message(fields jsonb, person jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  with same as (
    select t.id, t.clock, t.landing_clock from public.trips t join public.trip_people p on p.trip_id = t.id
    where t.day in ((fields ->> 'day')::date, (fields ->> 'landing_day')::date, (fields ->> 'landing_day')::date + 1)
      and t.direction = fields ->> 'direction' and t.state in ('requested', 'confirmed')
      and (p.phone = private.phone_of(left(person ->> 'phone', 60))
        or (person ->> 'phone' is null or p.phone is null) and private.fold(p.name) = private.fold(person ->> 'name')))
  select s.id from same s
  where (select count(*) from same) = 1
    or coalesce(s.landing_clock, s.clock) = coalesce(fields ->> 'landing_clock', fields ->> 'clock')::time
  limit 1
$$;

-- Refuses a list of messages that is none. The dates are read here, so that a wrong one is refused before anything is written.
create function private.check_messages(messages jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(messages) is distinct from 'array' or jsonb_array_length(messages) > 1000 or exists (
    select from jsonb_array_elements(messages) as m
    where (jsonb_typeof(m) = 'object' and jsonb_typeof(m -> 'text') = 'string' and jsonb_typeof(m -> 'key') = 'string'
      and jsonb_typeof(m -> 'fields') = 'object' and jsonb_typeof(coalesce(m -> 'person', '{}')) = 'object'
      and char_length(m ->> 'text') <= 20000 and char_length(m ->> 'key') between 1 and 4000) is not true) then
    perform private.refuse(400, 'validation_failed', 'Give a list of at most 1000 messages, each with a text, a key and fields');
  end if;
end $$;

-- Staff. Takes pasted messages, at most 1,000, each `{key, text, fields, person}`, and returns what became of each, in their
-- order: `added`, `known`, `proposed`, or `past` for a pick-up whose day is over. The id of a trip follows from `key`, so a
-- message is one trip whoever pastes it. A difference from a trip that is there is kept beside it as a proposal, and
-- never applied. One without a day could not be read: it is a request with its text, as is one for an hour that clocks skip.
create function public.take_messages(messages jsonb)
returns table (place bigint, outcome text, id uuid, code text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  each record;
  known uuid;
  target uuid;
begin
  perform private.require_staff();
  perform private.check_messages(take_messages.messages);
  -- Two people who paste at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('pasted messages', 0));
  for each in
    select m.ordinality as place, m.value ->> 'text' as text, m.value -> 'fields' as fields, f.day, f.clock,
      -- As time_trip computes the pick-up: of a landing late in the evening it is the next day.
      coalesce(case when m.value #>> '{fields,direction}' = 'from'
        then (f.landing_day + (m.value #>> '{fields,landing_clock}')::time
          + make_interval(mins => coalesce((m.value #>> '{fields,buffer_minutes}')::integer, 30)))::date end,
        (m.value #>> '{fields,day}')::date, f.day) as pickup_day,
      coalesce(m.value -> 'person', '{}') as person,
      sha256(convert_to(m.value ->> 'text', 'UTF8')) as hash,
      private.trip_id_of(m.value ->> 'key') as id
    from jsonb_array_elements(take_messages.messages) with ordinality as m (value, ordinality) cross join lateral (
      select (m.value #>> '{fields,landing_day}')::date as landing_day,
        coalesce((m.value #>> '{fields,landing_day}')::date, (m.value #>> '{fields,day}')::date) as day,
        coalesce((m.value #>> '{fields,landing_clock}')::time, (m.value #>> '{fields,clock}')::time) as clock) as f
    order by m.ordinality loop
    place := each.place;
    known := coalesce((select m.trip_id from private.trip_messages m where m.hash = each.hash),
      (select t.id from public.trips t where t.id = each.id and t.is_forgotten));
    target := coalesce(known, (select t.id from public.trips t where t.id = each.id),
      private.trip_of_message(each.fields, each.person));
    id := coalesce(target, each.id);
    outcome := case when known is not null then 'known' when each.pickup_day < private.chile_today() then 'past'
      when target is null then 'added' when private.propose_change(target, each.fields, each.person) then 'proposed'
      else 'known' end;
    if outcome = 'added' then
      perform public.save_trip(each.id, case when private.instants_of(each.day, each.clock) = '{}'
        then each.fields - array['day', 'clock', 'landing_day', 'landing_clock', 'state'] else each.fields end,
        each.person || jsonb_build_object('message', coalesce(each.person ->> 'message', left(each.text, 2000))));
    end if;
    if outcome <> 'past' and known is null then
      insert into private.trip_messages (hash, trip_id) values (each.hash, id);
    end if;
    code := (select t.code from public.trips t where t.id = take_messages.id);
    return next;
  end loop;
end $$;

-- Keeps what a later message says differently about a trip as a proposal, in the place of an earlier one. Returns whether it
-- says anything else.
create function private.propose_change(trip uuid, fields jsonb, person jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed_trip public.trips;
  said constant jsonb := propose_change.fields - array['state', 'source', 'group_id', 'price_check', 'price_release']
    || propose_change.person - 'message'
    || case when propose_change.person ? 'phone'
      then jsonb_build_object('phone', private.phone_of(left(propose_change.person ->> 'phone', 60))) else '{}' end;
  stored constant jsonb := coalesce((select to_jsonb(p) from public.trip_people p where p.trip_id = propose_change.trip), '{}');
  differing jsonb;
begin
  select t.* into changed_trip from public.trips t where t.id = propose_change.trip for no key update;
  perform private.check_trip_fields(propose_change.fields, private.trip_fields());
  perform private.check_trip_fields(propose_change.person, private.person_fields());
  differing := (select jsonb_object_agg(s.key, s.value) from jsonb_each(said) s,
    lateral (select to_jsonb(changed_trip) || stored as is_now,
      to_jsonb(jsonb_populate_record(changed_trip, propose_change.fields)) || said - private.trip_fields() as would_be) as c
    where c.is_now ->> s.key is distinct from c.would_be ->> s.key);
  if differing is null then
    return false;
  end if;
  perform private.save_trip_people(changed_trip.id, jsonb_build_object('proposal', differing || jsonb_build_object('at', now())));
  update public.trips t set version = t.version + 1, updated_at = now(), updated_by = private.acting_account()
    where t.id = changed_trip.id;
  perform private.note_trip(changed_trip, 'proposed');
  return true;
end $$;

-- Returns the lines of the day about trips, one for each need; those without a driver only while the pick-up is within a day.
create function private.today_trips() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line('trip_' || placed.need, count(*), jsonb_agg(jsonb_build_object('id', placed.id, 'code', placed.code,
    'day', placed.day, 'clock', placed.clock, 'name', placed.name, 'driver', placed.driver) order by placed.place)
    filter (where placed.place <= 5))
  from (
    select n.need, t.id, t.code, t.day, to_char(t.clock, 'HH24:MI') as clock, p.name, d.name as driver,
      row_number() over (partition by n.need order by t.pickup_at, t.id) as place
    from private.trip_needs n join public.trips t on t.id = n.trip_id left join public.trip_people p on p.trip_id = t.id
      left join public.drivers d on d.id = t.driver_id
    where n.need not in ('tight', 'seats') and (n.need <> 'driver' or t.pickup_at < now() + interval '24 hours')) as placed
  group by placed.need
$$;

-- Finds trips by code or voucher, by the passenger's number or address, or by name: the next ones first. By a name it chooses
-- from the first 200 matches.
create function private.search_trips(typed text, words text[], phone text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'trip', t.id, t.code, null, null, t.state, p.name, concat_ws(' ', to_char(t.day, 'DD-MM-YYYY'), to_char(t.clock, 'HH24:MI'))
  from (
    select m.id from public.trips m where m.code = upper(typed) or m.voucher = typed
    union
    select m.trip_id from public.trip_people m where m.phone ^@ search_trips.phone or lower(m.email) = lower(typed)
    union
    select * from (
      select m.trip_id from public.trip_people m where m.name ~* all (words) limit 200) as named) as found
    join public.trips t on t.id = found.id left join public.trip_people p on p.trip_id = t.id
  order by t.code = upper(typed) desc, t.pickup_at < now(), abs(extract(epoch from t.pickup_at - now())), t.id limit 5
$$;

grant execute on function public.save_trip(uuid, jsonb, jsonb, integer, uuid[], text), public.tell_trips(uuid, uuid[]),
  public.note_trip_reply(uuid), public.forget_trip(uuid), public.trip_timeline(uuid), public.trip_drivers(uuid),
  public.trip_vehicles(uuid), public.take_messages(jsonb) to authenticated;

-- The person, not a device set up by a link, administrators and the service role. Returns everything we hold about a person in one document, as Chile's
-- law 21.719 demands. It contains no password, code or token, and leaves other people out: neither who else acted nor from
-- which address. The caller's current session shows no last use and no address, because a copied access token would reveal
-- when its owner refreshes. A failed sign-in is stored under the address that somebody typed, so it counts for this person
-- only from the moment the account had that address.
create or replace function public.personal_data(person uuid default auth.uid()) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  role_of_caller text := current_setting('role', true);
  current_session text := auth.jwt() ->> 'session_id';
  account jsonb;
  email text;
  phone text;
  email_since timestamptz;
  phone_since timestamptz;
begin
  if person is null or not (person = auth.uid() or private.is_admin() or role_of_caller = 'service_role') then
    perform private.refuse(403, 'forbidden', 'Only the person and administrators may have these data');
  end if;
  if person = auth.uid() and private.is_device_session() then
    perform private.refuse(403, 'reauthentication_needed', 'Enter the password of the account on this device first');
  end if;
  select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'blocked_until', u.banned_until,
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
    into account from auth.users u where u.id = person;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'There is no such user');
  end if;
  perform private.limit_personal_data();
  perform private.record_act('personal_data_read', 'access', jsonb_build_object('target', 'user:' || person));
  email := nullif(account ->> 'email', '');
  phone := nullif(account ->> 'phone', '');
  select greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'email')),
      greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'phone'))
    into email_since, phone_since
    from auth.users u left join auth.identities i on i.user_id = u.id where u.id = person group by u.created_at;
  return jsonb_build_object(
    'issued_at', now(),
    'account', account,
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities i where i.user_id = person),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = person),
    'passkeys', private.passkeys_of(person),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'browser', s.user_agent)
        || case when s.id::text = current_session then '{"current": true}'
          else jsonb_build_object('refreshed_at', s.refreshed_at, 'address', host(s.ip)) end
        order by s.created_at), '[]')
      from auth.sessions s where s.user_id = person),
    'drivers', (
      select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('ratings', (
          select coalesce(jsonb_agg(jsonb_build_object('rating', r.rating, 'comment', r.comment,
            'reasons', r.reasons, 'created_at', r.created_at) order by r.created_at), '[]')
          from public.reviews r where r.driver_id = d.id)) order by d.created_at), '[]')
      from public.drivers d where d.created_by = person or exists (
        select from public.user_drivers link where link.user_id = person and link.driver_id = d.id)),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('policy_version', c.policy_version, 'accepted_at', c.accepted_at)
        order by c.policy_version), '[]')
      from public.consents c where c.user_id = person),
    'content', jsonb_build_object(
      'draft_edited_at', (select d.updated_at from public.content_drafts d where d.updated_by = person),
      'releases', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'note', r.note, 'published_at', r.published_at)
          order by r.id), '[]')
        from public.content_releases r where r.published_by = person)),
    'shifts', private.shifts_of(person),
    'trips', private.trips_of(person),
    'documents', private.documents_of(person),
    'tablets', private.tablets_of(person),
    'announcements', private.announcements_of(person),
    'case_messages', private.case_messages_of(person),
    'cards', private.cards_of(person),
    'requests', private.rights_requests_of(person),
    'photos', (
      select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name,
        'created_at', o.created_at, 'file', o.metadata) order by o.created_at), '[]')
      from storage.objects o where case o.bucket_id when 'imagenes'
        then starts_with(o.name, private.photo_prefix(person)) else o.owner_id = person::text end),
    'audit_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', e.created_at, 'action', e.payload ->> 'action',
          'by', case when own then 'you' when e.payload ->> 'action' = 'login_failed' then 'unknown' else 'others' end,
          'address', case when own then nullif(e.ip_address, '') end)
          || case when own then jsonb_build_object('details', e.payload -> 'traits') else '{}' end
        order by e.created_at), '[]')
      from private.audit_log e cross join lateral (select e.payload ->> 'actor_id' = person::text) as who (own)
      where e.payload ->> 'actor_id' = person::text
        or e.payload -> 'traits' ->> 'target' = 'user:' || person
        or e.payload -> 'traits' ->> 'user_id' = person::text
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = email
          and e.created_at >= email_since)
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = phone
          and e.created_at >= phone_since)));
end $$;

-- Service role. Takes a person whose data are being deleted out of what stays: the shifts, because the company must be able to
-- answer for its vehicles and its own books know whose the driver's code was; the passengers' cases and trips, also those of a driver
-- whose record was deleted before; and the register of printed cards with its folios and plates.
create or replace function public.anonymise_person(person uuid, drivers uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.shifts s set driver_name = null, driver_phone = null
    where s.account_id = person or s.driver_id = any (drivers);
  update public.cases c set driver_name = null where c.driver_id = any (drivers)
    or c.shift_id in (select s.id from public.shifts s where s.account_id = person);
  update public.trips t set driver_name = null where t.driver_id = any (drivers);
  update public.printed_cards c set driver_name = null, photo_url = null where c.driver_id = any (drivers);
end $$;

-- Returns what an entry is about, by kind of record: `{id, name}` each, without a name for what has none. A kind is missing
-- once its record is deleted, unless the entry kept the name. Names of people are looked up, never stored, so that they
-- disappear with the record.
create or replace function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  target_kind constant text := coalesce(split_part(traits ->> 'target', ':', 1), '');
  target_name constant text := split_part(traits ->> 'target', ':', 2);
  target_id constant uuid := private.as_uuid(target_name);
  -- The record, with its driver and vehicle, which early entries do not name.
  found constant jsonb := case
    when target_kind = 'release' then (
      select jsonb_build_object('name', r.id::text) from public.content_releases r where r.id::text = target_name)
    when target_kind in ('case', 'rights') then (
      select jsonb_build_object('id', t.id, 'name', t.number) from public.tickets t where t.id = target_id)
    when target_kind = 'document' then (
      select jsonb_build_object('id', d.id, 'name', k.name, 'driver', d.driver_id, 'vehicle', d.vehicle_id)
      from public.document_kinds k left join public.documents d on d.id = target_id
      where k.id = coalesce(d.kind_id, private.as_uuid(traits ->> 'kind_id')))
    when target_kind = 'document_kind' then (
      select jsonb_build_object('id', k.id, 'name', k.name) from public.document_kinds k where k.id = target_id)
    when target_kind = 'device' then (
      select jsonb_build_object('id', d.id, 'name', nullif(d.name, ''), 'driver', d.driver_id)
      from public.devices d where d.id = target_id)
    when target_kind = 'shift' then (
      select jsonb_build_object('id', s.id, 'driver', s.driver_id, 'vehicle', s.vehicle_id, 'driver_name', s.driver_name,
        'plate', s.license_plate)
      from public.shifts s where s.id = target_id)
    when target_kind = 'review' then (
      select jsonb_build_object('id', r.id, 'driver', r.driver_id) from public.reviews r where r.id = target_id)
    when target_kind = 'trip' then (
      select jsonb_build_object('id', t.id, 'name', t.code) from public.trips t where t.id = target_id)
    when target_kind = 'card' then (
      select jsonb_build_object('id', c.id, 'name', c.folio::text) from public.printed_cards c where c.id = target_id)
    when target_kind = 'announcement' then (
      select jsonb_build_object('id', a.id) from private.announcements a where a.id = target_id)
    when target_kind = 'breach' then (
      select jsonb_build_object('id', b.id) from public.breaches b where b.id = target_id)
    when target_kind = 'route' then (
      select jsonb_build_object('id', r.id, 'name', r.name) from public.time_based_routes r where r.id = target_id) end;
  driver constant uuid := coalesce(private.as_uuid(coalesce(traits ->> 'driver_id', found ->> 'driver')),
    case when target_kind = 'driver' then target_id end);
  vehicle constant uuid := coalesce(private.as_uuid(coalesce(traits ->> 'vehicle_id', found ->> 'vehicle')),
    case when target_kind = 'vehicle' then target_id end);
  account constant uuid := coalesce(private.as_uuid(traits ->> 'user_id'),
    case when target_kind = 'user' then target_id end);
  stored_name constant text := coalesce(traits ->> 'name', traits ->> 'folio');
  stored_plate constant text := coalesce(found ->> 'plate', traits ->> 'plate');
begin
  return jsonb_strip_nulls(jsonb_build_object(
    target_kind, coalesce(found - array['driver', 'vehicle', 'driver_name', 'plate'],
      case when stored_name is not null then jsonb_build_object('name', stored_name) end),
    'driver', coalesce(
      (select jsonb_build_object('id', d.id, 'name', d.name) from public.drivers d where d.id = driver),
      case when found ->> 'driver_name' is not null then jsonb_build_object('name', found -> 'driver_name') end),
    'vehicle', coalesce(
      (select jsonb_build_object('id', v.id, 'name', v.license_plate) from public.vehicles v where v.id = vehicle),
      case when stored_plate is not null then jsonb_build_object('name', stored_plate) end),
    'account', (
      select jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.email, ''), u.phone)) from auth.users u
      where u.id = account)));
end $$;

-- Staff. Returns the day in one document: `steps`, the first steps; `shifts`, null without vehicles; `draft`, null without
-- unpublished changes; `lines`, each with a count and its first five rows, none on a good day. The rows of each line
-- differ, which JSON shows in the fewest parts. Security definer: it counts what the policies let staff read, without asking them for each row.
create or replace function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return jsonb_build_object(
    'steps', private.today_steps(),
    'shifts', private.today_shifts(),
    'draft', private.today_draft(),
    'lines', (
      select coalesce(jsonb_agg(line) filter (where (line ->> 'count')::bigint > 0), '[]')
      from (
        select * from private.today_drivers() union all select private.today_reviews()
        union all select * from private.today_devices() union all select * from private.today_documents()
        union all select private.today_missing() union all select * from private.today_operations()
        union all select * from private.today_trips()) as lines (line)));
end $$;

-- Staff. Returns the first five of each kind that match what somebody typed: drivers (besides those with exactly that code),
-- vehicles, cases, trips, documents, devices, receipts and announcements, and to administrators requests about personal data and
-- accounts. One letter finds nothing, and a folio only behind its word. Security definer: it scans the tables once, without
-- asking the policies for each row, for people who may read all of them.
create or replace function public.search_company(query text) returns setof public.found_item
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Numbers are written as #875282.
  typed constant text := btrim(regexp_replace(left(query, 200), '[\s#]+', ' ', 'g'));
  bare constant text := lower(private.bare(typed));
  pattern constant text := '%' || private.literal(bare) || '%';
  -- Fewer digits are in too many numbers.
  phone constant text := coalesce(private.phone_of(typed), case when bare ~ '^[+]?[0-9]{6,}$' then pattern end);
  number constant text := (
    select string_agg(regexp_replace(letter, '([^[:alnum:]])', '\\\1'), '[ ./·_()-]*')
    from string_to_table(bare, null) as letter);
  ticket constant text := substring(bare from '^(?:caso|solicitud|case|request)?(?:n[°º]?)?([0-9]{6,})$');
  folio constant integer := substring(bare from '^(?:comprobante|receipt)?(?:folio|comprobante|receipt)(?:n[°º]?)?([0-9]{1,9})$');
  words text[];
begin
  perform private.require_staff();
  if (char_length(query) <= 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A search has at most 100 characters');
  end if;
  if char_length(bare) < 2 then
    return;
  end if;
  words := array(
    select private.accent_blind(word) from string_to_table(typed, ' ') as word
    where private.bare(word) <> '' limit 6);
  return query select * from private.search_exact_drivers(typed, bare)
    union all select * from private.search_drivers(words, pattern, phone) as d
      where d.id not in (select e.id from private.search_exact_drivers(typed, bare) as e)
    union all select * from private.search_vehicles(words, pattern)
    union all select * from private.search_cases(ticket, lower(typed), coalesce(private.phone_of(typed), '+' || ltrim(bare, '+')))
    union all select * from private.search_documents(number) union all select * from private.search_devices(words)
    union all select * from private.search_receipts(folio) union all select * from private.search_announcements(words)
    union all select * from private.search_trips(typed, words, coalesce(private.phone_of(typed), case when bare ~ '^[+]?[0-9]{6,}$' then '+' || ltrim(bare, '+') end));
  if private.is_admin() then
    return query select * from private.search_rights_requests(ticket)
      union all select * from private.search_accounts('%' || private.literal(lower(typed)) || '%');
  end if;
end $$;

-- As 50_every_table.sql has it for every table.
alter table public.trips enable row level security;
create policy trips_session on public.trips as restrictive for all to authenticated using ((select private.session_alive()));
create policy trips_service on public.trips for all to service_role using (true) with check (true);
grant all on public.trips to service_role;
alter table public.trip_people enable row level security;
create policy trip_people_session on public.trip_people as restrictive for all to authenticated using ((select private.session_alive()));
create policy trip_people_service on public.trip_people for all to service_role using (true) with check (true);
grant all on public.trip_people to service_role;
alter table public.trip_events enable row level security;
create policy trip_events_session on public.trip_events as restrictive for all to authenticated using ((select private.session_alive()));
create policy trip_events_service on public.trip_events for all to service_role using (true) with check (true);
grant all on public.trip_events to service_role;
alter table public.trip_overlaps enable row level security;
create policy trip_overlaps_session on public.trip_overlaps as restrictive for all to authenticated using ((select private.session_alive()));
create policy trip_overlaps_service on public.trip_overlaps for all to service_role using (true) with check (true);
grant all on public.trip_overlaps to service_role;
alter table private.trip_messages enable row level security;
