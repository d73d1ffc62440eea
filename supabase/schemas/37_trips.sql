-- Trips: what the company drives. The row of a trip holds no free text, because realtime sends it whole; who travels, from and
-- to which door, notes and messages stand apart in `trip_people` and go first. Only functions write (38_trip_office.sql).

-- Returns the minutes from a landing to the pick-up, as the newest release says them.
create function private.landing_buffer() returns integer language sql stable security definer set search_path = '' as $$
  select coalesce((select (r.content #>> '{company,bufferMinutes}')::integer
    from public.content_releases r order by r.id desc limit 1), 30)
$$;
grant execute on function private.landing_buffer() to service_role;

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
  buffer_minutes integer not null default private.landing_buffer() check (buffer_minutes between 0 and 240),
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
  -- When the driver accepted the trip in the app; a major change since then has to be accepted again.
  accepted_at timestamptz,
  -- A tap of a driver that the office has to see, until it saves the trip: the driver cannot drive it, the passenger did not
  -- come, or it came from a driver who had lost the trip.
  driver_said text check (driver_said in ('declined', 'no_show', 'late_tap')),
  -- The passenger's link holds for this version: a higher one revokes it.
  link_version integer not null default 1,
  constraint trips_pickup check (pickup_at is not null or state in ('requested', 'cancelled'))
);
create index trips_day_idx on public.trips (day, clock, id);
create index trips_other_day_idx on public.trips (other_day) where other_day is not null;
create index trips_driver_id_idx on public.trips (driver_id, pickup_at);
create index trips_vehicle_id_idx on public.trips (vehicle_id, pickup_at);
-- Everything that has not ended may need a hand, whenever it was.
create index trips_open_idx on public.trips (pickup_at) where state in ('requested', 'confirmed', 'on_way', 'waiting', 'on_board');
create index trips_driver_said_idx on public.trips (pickup_at) where driver_said is not null;
create index trips_filed_on_idx on public.trips (filed_on);
create index trips_unforgotten_idx on public.trips (filed_on) where not is_forgotten;
create index trips_voucher_idx on public.trips (voucher, agency) where voucher is not null;
create index trips_agency_idx on public.trips (private.fold(agency), created_at) where agency is not null;
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
  before jsonb not null default '{}',
  -- The text on the sign that the driver holds up; null: the surname.
  sign_text text check (char_length(sign_text) between 1 and 40)
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
  changed text[] not null default '{}',
  -- A driver's tap that moved nothing: the trip was another driver's by then, or had been cancelled.
  is_kept boolean not null default false
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

-- All that drivers hear of trips by realtime: something about theirs has changed. The app then asks own_trips.
create table public.trip_signals (
  driver_id uuid primary key references public.drivers on delete cascade,
  changed_at timestamptz not null default clock_timestamp(),
  -- The driver's last tap: a driver who uses the app is expected to accept there.
  tapped_at timestamptz
);

-- The messages that trips came from, as hashes: the same message twice is one trip.
create table private.trip_messages (
  hash bytea primary key check (length(hash) = 32),
  trip_id uuid not null references public.trips on delete cascade
);
create index trip_messages_trip_id_idx on private.trip_messages (trip_id);

-- Staff read trips; drivers and passengers have no right on any of these tables, but on a driver's own signal. Clients write only through functions.
create policy trips_select on public.trips for select to authenticated using ((select private.is_staff()));
-- Staff read who travels.
create policy trip_people_select on public.trip_people for select to authenticated using ((select private.is_staff()));
-- Staff read what happened to trips.
create policy trip_events_select on public.trip_events for select to authenticated using ((select private.is_staff()));
-- Staff read which trips were allowed to overlap.
create policy trip_overlaps_select on public.trip_overlaps for select to authenticated using ((select private.is_staff()));
-- Active drivers read their own signal, staff every one.
create policy trip_signals_select on public.trip_signals for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_active_driver()));
grant select on public.trips, public.trip_people, public.trip_events, public.trip_overlaps, public.trip_signals to authenticated;

-- Two people in the office see each other's changes at once, and drivers those of their trips.
alter publication supabase_realtime add table public.trips, public.trip_signals;

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
-- missing, as Hoy counts. Under `seats <id>` it has the seats of a large vehicle and how many a driver's licences allow: 17 with
-- an A2, any number with an A3 (article 12 of the traffic law, https://www.bcn.cl/leychile/navegar?idNorma=1007469). All at once,
-- because lists ask for each trip. Security definer: it scans the tables once.
create function private.document_limits() returns jsonb
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
create function private.document_lack(limits jsonb, driver uuid, vehicle uuid, day date) returns text
language sql immutable set search_path = '' as $$
  select case when good_until = '-infinity' then 'missing' when good_until < day then 'expired'
    when driver is not null and (limits ->> ('seats ' || vehicle))::integer
      > coalesce((limits ->> ('seats ' || driver))::integer, 9) then 'licence' end
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
  where t.state = 'confirmed' and t.driver_id is not null and t.told_at is null and t.accepted_at is null and t.day <= (select private.chile_today()) + 1
  union all
  select t.id, 'changed' from public.trips t
  where t.state in ('confirmed', 'on_way', 'cancelled') and t.pickup_at > now() - interval '1 day'
    and (greatest(t.told_at, t.accepted_at) < t.changed_at or t.untold <> '{}')
  union all
  -- A driver who does not use the app is told by WhatsApp, and asked for nothing.
  select t.id, 'accepted' from public.trips t join public.trip_signals s on s.driver_id = t.driver_id
  where t.state = 'confirmed' and s.tapped_at > now() - interval '30 days' and t.driver_said is null
    and t.pickup_at between now() and now() + interval '48 hours'
    and (t.accepted_at is null or t.accepted_at < t.changed_at)
  union all
  select t.id, t.driver_said from public.trips t where t.driver_said is not null and t.pickup_at > now() - interval '8 days'
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

-- Trips with who travels, driver, vehicle, and what needs a hand. Security invoker: staff see them. The message is read for
-- the rows that a page has: joined, it more than doubled the hash table of a search in 30,000 passengers.
create view public.trip_list with (security_invoker = true) as
  select t.id, t.code, t.group_id, t.source, t.state, t.is_live, t.reason, t.day, to_char(t.clock, 'HH24:MI') as clock,
    t.second_hour, t.other_day, t.landing_day, to_char(t.landing_clock, 'HH24:MI') as landing_clock, t.buffer_minutes,
    t.pickup_at, t.minutes, t.direction, t.route, t.flight, t.people, t.bags, t.child_ages, t.wheelchair, t.pesos,
    t.price_release, t.price_check, t.payment, t.language, t.agency, t.voucher, t.driver_id, t.vehicle_id, t.is_external,
    t.told_at, t.untold, t.changed_at, t.replied_at, t.created_at, t.updated_at, t.version, t.is_forgotten,
    p.name, p.phone, p.email, p.from_text, p.to_text, p.note, p.external_name, p.external_phone, p.external_plate,
    (select m.message from public.trip_people m where m.trip_id = t.id) as message, p.proposal,
    coalesce(t.driver_name, d.name) as driver_name, d.contact as driver_phone,
    coalesce(t.license_plate, v.license_plate) as license_plate, v.seats,
    array(select n.need from private.trip_needs n where n.trip_id = t.id) as needs,
    t.accepted_at, t.driver_said, p.sign_text,
    -- A word of a search is looked for once in each row, not in ten columns. `concat_ws` would take half as long again.
    t.code || coalesce(' ' || p.name, '') || coalesce(' ' || p.phone, '') || coalesce(' ' || p.email, '')
      || coalesce(' ' || t.flight, '') || coalesce(' ' || t.voucher, '') || coalesce(' ' || t.agency, '')
      || coalesce(' ' || p.from_text, '') || coalesce(' ' || p.to_text, '')
      || coalesce(' ' || t.driver_name, ' ' || d.name, '') as searched
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

-- Deletes who travelled on a trip, with its message. Their link opens nothing either, should somebody else travel on the trip.
create function private.forget_trip_people(trip uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.trip_messages m where m.trip_id = forget_trip_people.trip;
  delete from public.trip_people p where p.trip_id = forget_trip_people.trip;
  update public.trips t set is_forgotten = true, link_version = t.link_version + 1 where t.id = forget_trip_people.trip;
$$;

-- The server, daily. Deletes who travelled `trip_passenger_retention_days` after the trip, and the trip itself
-- `trip_retention_days` after it, as hand-overs of cash; at most `most` of each unless null. Returns the number of trips that
-- lost a person. It also computes the pick-ups to come again, because the zone data may have changed since they were promised.
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
    -- After the trips: a hand-over waits for those whose payments it took in.
    perform private.forget_cash_counts(as_of);
    -- One that falls into an hour that clocks now skip keeps its instant. Setting `pickup_at` signals the drivers; the day has
    -- it computed.
    update public.trips t set day = t.day, pickup_at = t.pickup_at
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

-- Takes a driver whose record is deleted off the trips that the driver has lost: the office could not say so any more.
create function private.forget_untold_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.trips t set untold = array_remove(t.untold, old.id) where old.id = any (t.untold);
  return null;
end $$;
create trigger forget_untold_driver after delete on public.drivers
  for each row execute function private.forget_untold_driver();

-- Returns the trips of a person's driver records, without who travelled, for personal_data.
create function private.trips_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'day', t.day,
    'clock', to_char(t.clock, 'HH24:MI'), 'route', t.route, 'pesos', t.pesos) order by t.pickup_at), '[]')
  from public.trips t where t.driver_id in (select private.drivers_of(person))
$$;
