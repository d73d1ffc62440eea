-- The driver's side of trips: own_trips, tap_trip, signals, and the trip of a review.
alter table public.trips
  add column accepted_at timestamptz,
  add column driver_said text check (driver_said in ('declined', 'no_show', 'late_tap')),
  add column link_version integer not null default 1;
create index trips_driver_said_idx on public.trips (pickup_at) where driver_said is not null;
alter table public.trip_people
  add column sign_text text check (char_length(sign_text) between 1 and 40);
alter table public.trip_events add column is_kept boolean not null default false;

-- All that drivers hear of trips by realtime: something about theirs has changed. The app then asks own_trips.
create table public.trip_signals (
  driver_id uuid primary key references public.drivers on delete cascade,
  changed_at timestamptz not null default clock_timestamp(),
  -- The driver's last tap: a driver who uses the app is expected to accept there.
  tapped_at timestamptz
);

alter table public.trip_signals enable row level security;
create policy trip_signals_session on public.trip_signals as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy trip_signals_service on public.trip_signals for all to service_role using (true) with check (true);
grant all on public.trip_signals to service_role;
-- Active drivers read their own signal, staff every one.
create policy trip_signals_select on public.trip_signals for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_active_driver()));
grant select on public.trip_signals to authenticated;
alter publication supabase_realtime add table public.trip_signals;

-- The needs of trips, one row for each trip and need. List, board, Hoy and counts read this one set.
create or replace view private.trip_needs with (security_invoker = true) as
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

-- Trips with who travels, driver, vehicle, and what needs a hand. Security invoker: staff see them.
create or replace view public.trip_list with (security_invoker = true) as
  select t.id, t.code, t.group_id, t.source, t.state, t.is_live, t.reason, t.day, to_char(t.clock, 'HH24:MI') as clock,
    t.second_hour, t.other_day, t.landing_day, to_char(t.landing_clock, 'HH24:MI') as landing_clock, t.buffer_minutes,
    t.pickup_at, t.minutes, t.direction, t.route, t.flight, t.people, t.bags, t.child_ages, t.wheelchair, t.pesos,
    t.price_release, t.price_check, t.payment, t.language, t.agency, t.voucher, t.driver_id, t.vehicle_id, t.is_external,
    t.told_at, t.untold, t.changed_at, t.replied_at, t.created_at, t.updated_at, t.version, t.is_forgotten,
    p.name, p.phone, p.email, p.from_text, p.to_text, p.note, p.external_name, p.external_phone, p.external_plate, p.message,
    p.proposal,
    coalesce(t.driver_name, d.name) as driver_name, d.contact as driver_phone,
    coalesce(t.license_plate, v.license_plate) as license_plate, v.seats,
    array(select n.need from private.trip_needs n where n.trip_id = t.id) as needs,
    t.accepted_at, t.driver_said, p.sign_text
  from public.trips t left join public.trip_people p on p.trip_id = t.id left join public.drivers d on d.id = t.driver_id
    left join public.vehicles v on v.id = t.vehicle_id;

create or replace function private.person_fields() returns text[] language sql immutable set search_path = '' as $$
  select array['name', 'phone', 'email', 'from_text', 'to_text', 'note', 'external_name', 'external_phone', 'external_plate',
    'message', 'proposal', 'sign_text']
$$;

-- Writes who travels, with numbers in E.164, and keeps the values before in `before`. Returns the names of changed fields.
create or replace function private.save_trip_people(trip uuid, person jsonb) returns text[]
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
  after_row.sign_text := private.plain_text(after_row.sign_text);
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
        before, sign_text) = row (after_row.name, after_row.phone, after_row.email, after_row.from_text, after_row.to_text,
        after_row.note, after_row.external_name, after_row.external_phone, after_row.external_plate, after_row.message,
        after_row.proposal, after_row.before, after_row.sign_text)
      where p.trip_id = after_row.trip_id;
  end if;
  return changed;
end $$;

-- Keeps who drives a trip that has begun, and in which vehicle: the trip's, or the driver's own.
create or replace function private.begin_trip(trip public.trips) returns public.trips
language plpgsql stable security definer set search_path = '' as $$
begin
  trip.driver_name := coalesce(trip.driver_name, (select d.name from public.drivers d where d.id = trip.driver_id));
  trip.license_plate := coalesce(trip.license_plate,
    (select v.license_plate from public.vehicles v where v.id = trip.vehicle_id),
    (select d.license_plate from public.drivers d where d.id = trip.driver_id));
  return trip;
end $$;

-- Writes the row of a trip whose fields have been checked, with what follows from the change, and returns it.
create or replace function private.write_trip(before_row public.trips, wanted public.trips, person_changed text[], allowed uuid[])
returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_new constant boolean := wanted.version = 0;
  after_row public.trips := wanted;
  changed text[];
  is_assigned constant boolean := after_row.driver_id is distinct from before_row.driver_id;
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
    after_row.accepted_at := null;
    after_row.driver_name := null;
    after_row.license_plate := null;
  end if;
  if after_row.state in ('on_way', 'waiting', 'on_board', 'done') then
    after_row := private.begin_trip(after_row);
  end if;
  after_row.driver_said := null;
  after_row.version := after_row.version + 1;
  after_row.updated_at := now();
  after_row.updated_by := private.acting_account();
  update public.trips t
    set (group_id, source, state, reason, day, clock, second_hour, landing_day, landing_clock, buffer_minutes, minutes,
      direction, route, flight, people, bags, child_ages, wheelchair, pesos, price_release, price_check, payment, language,
      agency, voucher, driver_id, vehicle_id, is_external, assignment, assigned_at, told_at, told_by, untold, driver_name,
      license_plate, accepted_at, driver_said, updated_at, updated_by, version) = row (after_row.group_id, after_row.source, after_row.state,
      after_row.reason, after_row.day, after_row.clock, after_row.second_hour, after_row.landing_day, after_row.landing_clock,
      after_row.buffer_minutes, after_row.minutes, after_row.direction, after_row.route, after_row.flight, after_row.people,
      after_row.bags, after_row.child_ages, after_row.wheelchair, after_row.pesos, after_row.price_release,
      after_row.price_check, after_row.payment, after_row.language, after_row.agency, after_row.voucher, after_row.driver_id,
      after_row.vehicle_id, after_row.is_external, after_row.assignment, after_row.assigned_at, after_row.told_at,
      after_row.told_by, after_row.untold, after_row.driver_name, after_row.license_plate, after_row.accepted_at,
      after_row.driver_said, after_row.updated_at,
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

-- Notes how a trip was paid, as pay_trip, with the driver who took it. Returns whether a line is new.
create or replace function private.add_payments(trip uuid, driver uuid, payments jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if jsonb_typeof(add_payments.payments) is distinct from 'array'
    or jsonb_array_length(add_payments.payments) not between 1 and 20 then
    perform private.refuse(400, 'validation_failed', 'Give one to 20 payments');
  end if;
  perform private.lock_cash(add_payments.driver);
  insert into public.trip_payments (id, trip_id, kind, method, pesos, driver_id, account_id)
    select given.id, add_payments.trip, coalesce(given.kind, 'fare'), given.method, given.pesos, add_payments.driver,
      private.acting_account()
    from jsonb_populate_recordset(null::public.trip_payments, add_payments.payments) as given
  on conflict on constraint trip_payments_pkey do nothing;
  return found;
end $$;

-- Staff. Notes how a trip was paid, in lines `{id, kind, method, pesos}`, and ends the trip. A line with an id that is there
-- stays as it is.
create or replace function public.pay_trip(trip uuid, payments jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid constant public.trips := private.require_trip(pay_trip.trip);
  ended public.trips := paid;
begin
  if private.add_payments(paid.id, paid.driver_id, pay_trip.payments) then
    perform private.note_trip(paid, 'paid');
  end if;
  if paid.is_live then
    ended.state := 'done';
    perform private.write_trip(paid, ended, '{}', '{}');
  end if;
end $$;

-- Refuses a request that no passenger can mean. A name and a number that can be called are needed to answer it.
create or replace function private.check_trip_request(booking text, fields jsonb, person jsonb, consent boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  day constant date := coalesce((fields ->> 'landing_day')::date, (fields ->> 'day')::date);
begin
  if not private.takes_trip_requests() then
    perform private.refuse(403, 'requests_off', 'The company takes bookings by WhatsApp only');
  end if;
  perform private.check_trip_fields(fields, array['day', 'clock', 'landing_day', 'landing_clock', 'direction', 'route', 'flight',
    'people', 'bags', 'child_ages', 'wheelchair', 'pesos', 'price_release', 'payment', 'language']);
  perform private.check_trip_fields(person, array['name', 'phone', 'email', 'from_text', 'to_text', 'sign_text']);
  if private.phone_of(left(person ->> 'phone', 60)) is null then
    perform private.refuse(400, 'phone_invalid', 'The telephone number needs its country code');
  end if;
  if (consent and booking ~ '^[0-9a-hjkmnp-tv-z]{10}$' and private.plain_text(person ->> 'name') is not null
    and fields ->> 'direction' in ('from', 'to') and fields ->> 'payment' in ('cash', 'card', 'transfer')
    and coalesce(fields ->> 'landing_clock', fields ->> 'clock') is not null
    and day between private.chile_today() and private.chile_today() + 400) is not true then
    perform private.refuse(400, 'validation_failed', 'The booking lacks something, or has a value that it cannot have');
  end if;
end $$;

-- Trips as their drivers see them and move them on. Drivers have no right on the tables: own_trips reads, tap_trip writes.

-- Tells the drivers of a trip, also the one who has lost it, that something has changed. Trips of other days change nothing on
-- a driver's screen.
create function private.signal_trip() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before_driver constant uuid := case when tg_op <> 'INSERT' then old.driver_id end;
  after_driver constant uuid := case when tg_op <> 'DELETE' then new.driver_id end;
  pickups constant timestamptz[] := array[
    case when tg_op <> 'INSERT' then old.pickup_at end, case when tg_op <> 'DELETE' then new.pickup_at end];
begin
  insert into public.trip_signals as s (driver_id)
    select d.id from public.drivers d
    where d.id in (before_driver, after_driver)
      and exists (select from unnest(pickups) as pickup
        where pickup between now() - interval '25 hours' and now() + interval '49 hours')
    order by d.id
  on conflict (driver_id) do update set changed_at = clock_timestamp();
  return null;
end $$;
create trigger signal_trip after insert or delete or update of version, pickup_at, driver_id, is_forgotten on public.trips
  for each row execute function private.signal_trip();

-- Returns the text on the sign of a trip whose passenger has chosen none: the surname, the last two words of a long name.
create function private.sign_of(name text) returns text language sql immutable set search_path = '' as $$
  select left(array_to_string(words[case when cardinality(words) > 3 then cardinality(words) - 1
    else least(2, cardinality(words)) end:], ' '), 40)
  from regexp_split_to_array(btrim(name), '\s+') as words
$$;

-- Active drivers. Returns the caller's trips with a pick-up between 24 hours ago and 48 hours ahead, as `trips`, with what the
-- driver has taken today by way of paying, the cash to hand over, and the moment. A trip names the fields that have changed
-- since the driver accepted it, and how long the driver has waited since the later of arrival and landing.
create function public.own_trips() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  driver constant uuid := private.own_active_driver();
begin
  if driver is null then
    perform private.refuse(403, 'driver_not_active',
      'The company has not made this driver active. Ask it to approve the driver.');
  end if;
  return jsonb_build_object('now', now(),
    'to_hand_over', private.open_cash(driver),
    'taken', (
      select coalesce(jsonb_object_agg(taken.method, taken.pesos), '{}') from (
        select p.method, sum(p.pesos) as pesos
        from public.trip_payments p join public.trips t on t.id = p.trip_id
        where p.driver_id = driver and p.voided_at is null and t.day = private.chile_today() group by 1) as taken),
    'trips', (
      select coalesce(jsonb_agg(to_jsonb(own) order by own.pickup_at, own.id), '[]') from (
        select t.id, t.code, t.state, t.assignment, t.day, to_char(t.clock, 'HH24:MI') as clock, t.other_day, t.pickup_at,
          t.minutes, t.direction, t.route, t.flight, to_char(t.landing_clock, 'HH24:MI') as landing_clock, t.people, t.bags,
          t.child_ages, t.wheelchair, t.pesos, t.payment, t.language, t.group_id, p.name, p.phone, p.from_text, p.to_text, p.note,
          coalesce(p.sign_text, private.sign_of(p.name)) as sign_text,
          t.accepted_at is not null and (t.changed_at <= t.accepted_at) is not false as is_accepted,
          t.driver_said is not distinct from 'declined' as is_declined,
          array(
            select distinct field from public.trip_events e cross join unnest(e.changed) as field
            where e.trip_id = t.id and e.kind = 'changed' and e.at > t.accepted_at order by 1) as changed,
          case when t.state = 'waiting' then (
            select extract(epoch from now() - greatest(min(e.at),
                case when t.landing_clock is not null then t.pickup_at - make_interval(mins => t.buffer_minutes) end))::integer
            from public.trip_events e
            where e.trip_id = t.id and e.kind = 'waiting' and e.driver_id = driver and not e.is_kept) end as seconds_waited
        from public.trips t left join public.trip_people p on p.trip_id = t.id
        where t.driver_id = driver and t.state <> 'requested'
          and t.pickup_at between now() - interval '24 hours' and now() + interval '48 hours') as own));
end $$;

-- Returns the place of a state on the way of a trip, null for one that is not on it.
create function private.trip_rank(state text) returns integer language sql immutable set search_path = '' as $$
  select array_position(array['confirmed', 'on_way', 'waiting', 'on_board', 'done'], state)
$$;

-- Refuses a tap that no app makes.
create function private.check_tap(kind text, assignment integer, seconds_waited integer, details jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if (kind in ('accepted', 'declined', 'on_way', 'waiting', 'on_board', 'done', 'no_show')
    and jsonb_typeof(details) = 'object' and octet_length(details::text) <= 4000
    and assignment is not null and seconds_waited is not null
    and (kind <> 'declined' or details ->> 'reason' in ('busy', 'unwell', 'vehicle', 'other'))
    and (not details ? 'payments' or kind = 'done' and jsonb_typeof(details -> 'payments') = 'array')) is not true then
    perform private.refuse(400, 'validation_failed', 'There is no such tap, or it lacks something');
  end if;
end $$;

-- Returns what a tap of the trip's own driver makes of the trip. A tap may leap, because people forget some, and an older one
-- changes nothing. That the passenger came after all overrides that they did not, until the office has confirmed it. The late
-- tap of another driver stays for the office.
create function private.moved_trip(trip public.trips, kind text, moment timestamptz) returns public.trips
language plpgsql stable security definer set search_path = '' as $$
declare
  rank constant integer := private.trip_rank(kind);
  unseen constant text := case when trip.driver_said = 'late_tap' then 'late_tap' end;
begin
  if kind in ('accepted', 'declined') then
    if trip.state = 'confirmed' and not exists (
      select from public.trip_events e where e.trip_id = trip.id and e.driver_id = trip.driver_id
        and e.kind in ('accepted', 'declined') and not e.is_kept and e.at > moment) then
      -- Not now: the driver has not seen what changed while the tap waited.
      trip.accepted_at := case when kind = 'accepted' then moment end;
      trip.driver_said := case when kind = 'declined' then 'declined' else unseen end;
    end if;
  elsif kind = 'no_show' then
    if trip.is_live and private.trip_rank(trip.state) < private.trip_rank('on_board') then
      trip.state := 'no_show';
      trip.driver_said := 'no_show';
    end if;
  elsif rank > private.trip_rank(trip.state)
    or trip.state = 'no_show' and trip.driver_said = 'no_show' and rank >= private.trip_rank('on_board') then
    trip.state := kind;
    trip.driver_said := unseen;
    trip.license_plate := coalesce(trip.license_plate, (
      select v.license_plate from public.shifts s join public.vehicles v on v.id = s.vehicle_id
      where s.driver_id = trip.driver_id and s.ended_at is null));
    trip := private.begin_trip(trip);
  end if;
  return trip;
end $$;

-- Drivers. Moves a trip on by one tap of its driver, and returns what became of it: `taken`; `known` for a repeated call, by
-- `key`; or `kept`, which stores the tap, moves nothing and tells the office: the trip had been cancelled, or was another
-- driver's by then. `assignment` is the trip's as the driver saw it, `seconds_waited` how long the tap waited on the device.
-- `details` may have `payments` as pay_trip takes them, the `reason` of a driver who cannot drive, and that the driver `called`
-- and `wrote` to a passenger who does not come. Neither papers nor a withdrawal refuse a tap.
create function public.tap_trip(key uuid, trip uuid, assignment integer, kind text, seconds_waited integer default 0,
  details jsonb default '{}') returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  longest_wait constant integer := 8 * 24 * 3600;
  driver constant uuid := case when private.session_alive() then private.own_driver_id() end;
  moment constant timestamptz := now() - make_interval(secs => least(greatest(tap_trip.seconds_waited, 0), longest_wait));
  tapped public.trips;
  moved public.trips;
  is_kept boolean;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver moves a trip on');
  end if;
  perform private.check_tap(tap_trip.kind, tap_trip.assignment, tap_trip.seconds_waited, tap_trip.details);
  -- The driver first, as a review does, which looks for its trip.
  perform from public.drivers d where d.id = driver for no key update;
  select t.* into tapped from public.trips t where t.id = tap_trip.trip for no key update;
  if tapped.id is null or tapped.pickup_at < now() - interval '30 days' or tapped.driver_id is distinct from driver
    and not exists (select from public.trip_events e where e.trip_id = tapped.id and e.driver_id = driver) then
    perform private.refuse(404, 'trip_not_found', 'This driver has no such trip');
  end if;
  if exists (select from public.trip_events e where e.id = tap_trip.key) then
    return 'known';
  end if;
  is_kept := tapped.driver_id is distinct from driver or tapped.assignment is distinct from tap_trip.assignment
    or tapped.state in ('requested', 'cancelled') or tapped.state = 'no_show' and tapped.driver_said is null;
  insert into public.trip_events (id, trip_id, kind, at, account_id, driver_id, reason, changed, is_kept)
    values (tap_trip.key, tapped.id, tap_trip.kind, moment, private.acting_account(), driver, tap_trip.details ->> 'reason',
      array(select name from unnest(array['called', 'wrote']) as name where tap_trip.details -> name = 'true'), is_kept);
  -- The cash is in the driver's pocket, whoever has the trip now.
  if tap_trip.details -> 'payments' <> '[]' then
    perform private.add_payments(tapped.id, driver, tap_trip.details -> 'payments');
  end if;
  moved := tapped;
  if is_kept then
    -- A trip already waits for the office with the word of its own driver, who may still override it.
    moved.driver_said := coalesce(tapped.driver_said, 'late_tap');
  else
    moved := private.moved_trip(tapped, tap_trip.kind, moment);
  end if;
  update public.trips t
    set (state, accepted_at, driver_said, driver_name, license_plate, updated_at, updated_by, version) = row (moved.state,
      moved.accepted_at, moved.driver_said, moved.driver_name, moved.license_plate, clock_timestamp(),
      private.acting_account(), t.version + 1)
    where t.id = tapped.id;
  insert into public.trip_signals as s (driver_id, tapped_at) values (driver, clock_timestamp())
    on conflict (driver_id) do update set tapped_at = clock_timestamp(), changed_at = clock_timestamp();
  perform private.link_trip_reviews(tapped.id);
  return case when is_kept then 'kept' else 'taken' end;
end $$;
grant execute on function public.own_trips(), public.tap_trip(uuid, uuid, integer, text, integer, jsonb) to authenticated;

-- The trip of a review. A column of the review would tell its driver, who reads reviews.
create table private.trip_reviews (
  review_id uuid primary key references public.reviews on delete cascade,
  trip_id uuid not null references public.trips on delete cascade,
  -- Another review of the same trip counts instead.
  is_replaced boolean not null default false,
  -- Given on the page of the trip, whose link proves the trip; for the others the server chose it by the time.
  by_page boolean not null default false
);
create index trip_reviews_trip_id_idx on private.trip_reviews (trip_id);

-- Lets one review of a trip count, whichever arrived first: that of the trip's page, or else of a passenger's phone, or else
-- the first. The others stay, hidden. One that staff have hidden is left as it is. Callers have locked the driver, as every
-- new review does.
create function private.settle_trip_reviews(trip uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with placed as (
    select l.review_id, r.hidden_at is not null as is_hidden,
      row_number() over (order by l.by_page desc, r.by_link desc, r.created_at, r.id) > 1 as is_replaced
    from private.trip_reviews l join public.reviews r on r.id = l.review_id
    where l.trip_id = settle_trip_reviews.trip and (r.hidden_at is null or l.is_replaced)),
  changed as (
    update private.trip_reviews l set is_replaced = p.is_replaced from placed p
    where l.review_id = p.review_id and (l.is_replaced <> p.is_replaced or p.is_hidden <> p.is_replaced) returning l.*)
  -- Not now(): the driver, who reads reviews, would see which other one came at that moment.
  update public.reviews r set hidden_at = case when c.is_replaced then r.created_at end from changed c where r.id = c.review_id;
end $$;

-- Finds the reviews of a trip: those that the driver got while the passenger was on board, or at most 20 minutes after the end.
-- A rating may arrive before the tap of another device, and the other way round. A driver may have forgotten the tap on board.
create function private.link_trip_reviews(trip uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.trip_reviews (review_id, trip_id)
    select r.id, t.id
    from public.trips t
      cross join lateral (
        select coalesce(min(e.at) filter (where e.kind = 'on_board'), max(e.at) filter (where e.kind = 'done')) as began,
          max(e.at) filter (where e.kind = 'done') as ended
        from public.trip_events e where e.trip_id = t.id and not e.is_kept) as ride
      join public.reviews r on r.driver_id = t.driver_id
        and r.created_at between ride.began and coalesce(ride.ended, now()) + interval '9 days'
        and r.created_at - make_interval(secs => coalesce(r.seconds_waited, 0))
          between ride.began and case when t.state = 'on_board' then 'infinity' else ride.ended + interval '20 minutes' end
    where t.id = link_trip_reviews.trip and t.state in ('on_board', 'done') and coalesce(r.seconds_waited, 0) >= 0
      and not exists (select from private.trip_reviews l where l.review_id = r.id)
  on conflict do nothing;
  if found then
    perform private.settle_trip_reviews(link_trip_reviews.trip);
  end if;
end $$;

-- Finds the trip of a new review: the one that rate_trip names in the setting `private.rated_trip`, or the one that was under
-- way at that moment, of several the last to begin that nobody has rated.
create function private.find_trip_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named constant uuid := nullif(current_setting('private.rated_trip', true), '');
  moment constant timestamptz := new.created_at - make_interval(secs => coalesce(new.seconds_waited, 0));
  each record;
begin
  if named is not null then
    insert into private.trip_reviews (review_id, trip_id, by_page) values (new.id, named, true);
    perform private.settle_trip_reviews(named);
    return null;
  end if;
  for each in select t.id from public.trips t
    where t.driver_id = new.driver_id and t.state in ('on_board', 'done')
      and t.pickup_at between moment - interval '1 day' and moment + interval '1 day'
    order by exists (select from private.trip_reviews l where l.trip_id = t.id), t.pickup_at desc limit 20 loop
    perform private.link_trip_reviews(each.id);
    exit when exists (select from private.trip_reviews l where l.review_id = new.id);
  end loop;
  return null;
end $$;
create trigger link_trip after insert on public.reviews for each row execute function private.find_trip_of_review();

-- Staff. Returns the reviews of a trip, or the trip of a review.
create function public.trip_reviews(trip uuid default null, review uuid default null)
returns table (review_id uuid, trip_id uuid, code text, rating smallint, is_replaced boolean, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select r.id, t.id, t.code, r.rating, l.is_replaced, r.created_at
    from private.trip_reviews l join public.reviews r on r.id = l.review_id join public.trips t on t.id = l.trip_id
    where l.trip_id = trip_reviews.trip or l.review_id = trip_reviews.review order by l.is_replaced, r.created_at;
end $$;
grant execute on function public.trip_reviews(uuid, uuid) to authenticated;

alter table private.trip_reviews enable row level security;

-- Refuses everybody but staff, and a review that does not exist; locks it. The driver first, as a new review does, which may
-- hide another one of its trip.
create or replace function private.require_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform from public.drivers d
    where d.id = (select r.driver_id from public.reviews r where r.id = require_review.review) for no key update;
  perform from public.reviews r where r.id = require_review.review for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such review');
  end if;
end $$;

-- Staff. Shows a hidden review again; it counts again. Fails with 409 while another review of its trip counts instead.
-- Repeating the call changes nothing.
create or replace function public.show_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_review(show_review.review);
  update public.reviews r set hidden_at = null where r.id = show_review.review and r.hidden_at is not null;
  if not found then
    return;
  end if;
  perform private.settle_trip_reviews(l.trip_id) from private.trip_reviews l where l.review_id = show_review.review;
  if exists (select from public.reviews r where r.id = show_review.review and r.hidden_at is not null) then
    perform private.refuse(409, 'review_replaced', 'Another review of the same trip counts instead');
  end if;
  update private.review_notes n set hidden_by = null, hidden_reason = null where n.review_id = show_review.review;
  perform private.record_review_act(show_review.review, 'review_shown');
end $$;

-- Staff. Returns what happened to a trip, with the e-mail address of who did it and the driver's name. A driver's tap that moved
-- nothing is a `late_tap`.
create or replace function public.trip_timeline(trip uuid)
returns table (id uuid, kind text, at timestamptz, author text, driver_name text, reason text, changed text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select e.id, case when e.is_kept then 'late_tap' else e.kind end, e.at, coalesce(nullif(u.email, ''), u.phone)::text,
      d.name, e.reason, e.changed
    from public.trip_events e left join auth.users u on u.id = e.account_id left join public.drivers d on d.id = e.driver_id
    where e.trip_id = trip_timeline.trip order by e.at, e.id;
end $$;
