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
    'message', 'proposal', 'sign_text']
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

-- Returns a text in one line: with more, a passenger would add lines to what the office sends.
create function private.plain_line(written text) returns text language sql immutable set search_path = '' as $$
  select private.plain_text(regexp_replace(written, '\s+', ' ', 'g'))
$$;

-- Returns who travels as `trip_people` has it: texts without what nobody sees, numbers in E.164, null for an empty text and for
-- a number that is none.
create function private.plain_person(person jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(given.name, case
      when given.name = 'proposal' then person -> given.name
      when given.name in ('phone', 'external_phone') then to_jsonb(private.phone_of(left(given.text, 60)))
      when given.name = 'external_plate' then to_jsonb(nullif(private.plate_of(left(given.text, 40)), ''))
      when given.name = 'message' then to_jsonb(left(private.plain_text(given.text), 2000))
      when given.name = 'note' then to_jsonb(private.plain_text(given.text))
      else to_jsonb(private.plain_line(given.text)) end), '{}')
  from jsonb_each_text(person) as given (name, text)
$$;

-- Writes who travels, with numbers in E.164, and keeps the values before in `before`. Returns the names of changed fields.
create function private.save_trip_people(trip uuid, person jsonb) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  before_row public.trip_people;
  after_row public.trip_people;
  changed text[];
begin
  select p.* into before_row from public.trip_people p where p.trip_id = save_trip_people.trip for update;
  after_row := jsonb_populate_record(before_row, private.plain_person(person));
  after_row.trip_id := save_trip_people.trip;
  after_row.before := coalesce(before_row.before, '{}');
  if after_row.phone is null and coalesce(person ->> 'phone', '') <> ''
    or after_row.external_phone is null and coalesce(person ->> 'external_phone', '') <> '' then
    perform private.refuse(400, 'phone_invalid', 'The telephone number needs its country code');
  end if;
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

-- Returns an agency as its newest trip spells it: reports, filters and vouchers take another spelling for another agency.
create function private.spelled_agency(agency text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select t.agency from public.trips t where private.fold(t.agency) = private.fold(spelled_agency.agency)
    order by t.created_at desc limit 1), spelled_agency.agency)
$$;

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
  after_row.agency := private.plain_line(after_row.agency);
  after_row.voucher := upper(private.plain_line(after_row.voucher));
  if private.fold(after_row.agency) is distinct from private.fold(before_row.agency) then
    after_row.agency := private.spelled_agency(after_row.agency);
  end if;
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

-- Keeps who drives a trip that has begun, and in which vehicle: the trip's, or the driver's own.
create function private.begin_trip(trip public.trips) returns public.trips
language plpgsql stable security definer set search_path = '' as $$
begin
  trip.driver_name := coalesce(trip.driver_name, (select d.name from public.drivers d where d.id = trip.driver_id));
  trip.license_plate := coalesce(trip.license_plate,
    (select v.license_plate from public.vehicles v where v.id = trip.vehicle_id),
    (select d.license_plate from public.drivers d where d.id = trip.driver_id));
  return trip;
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
  -- The office has seen it. That the driver cannot drive holds until there is another one, or something to be asked anew.
  after_row.driver_said := case when before_row.driver_said = 'declined' and after_row.state = 'confirmed' and not is_assigned
    then 'declined' end;
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
    or 'state' = any (changed) and (after_row.state = 'cancelled'
      -- A driver who was told that the trip is off has to hear that it goes on.
      or after_row.is_live and before_row.state in ('cancelled', 'no_show'))) then
    -- Not now(), when the transaction began: somebody may have told the driver since.
    update public.trips t set changed_at = clock_timestamp(), driver_said = null
      where t.id = after_row.id returning t.* into after_row;
  end if;
  perform private.judge_overlap(before_row, after_row, write_trip.allowed);
  perform private.note_trip_changes(before_row, after_row, is_new, changed || person_changed);
  return after_row;
end $$;

-- Writes the events of a change: the new trip, its state, its driver, and the names of all other fields. A trip that is opened
-- again as one that has begun has the event of that state too: the waiting and the rating of a passenger count from it.
create function private.note_trip_changes(before_row public.trips, after_row public.trips, is_new boolean, changed text[])
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  others constant text[] := array(select name from unnest(changed) as name
    where name not in ('state', 'driver_id', 'source', 'group_id', 'message', 'price_check', 'price_release') order by 1);
  is_reopened constant boolean := before_row.state in ('done', 'no_show', 'cancelled')
    and after_row.state not in ('done', 'no_show', 'cancelled');
begin
  if is_new then
    perform private.note_trip(after_row, 'created');
  end if;
  if 'driver_id' = any (changed) then
    perform private.note_trip(after_row, case when after_row.driver_id is null then 'unassigned' else 'assigned' end);
  end if;
  if 'state' = any (changed) and not (is_new and after_row.state = 'requested') then
    perform private.note_trip(after_row, case when is_reopened then 'reopened' else after_row.state end,
      reason => after_row.reason);
    if is_reopened and after_row.state in ('on_way', 'waiting', 'on_board') then
      perform private.note_trip(after_row, after_row.state);
    end if;
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

-- Staff. Returns what happened to a trip, with the e-mail address of who did it and the driver's name. A driver's tap that moved
-- nothing is a `late_tap`.
create function public.trip_timeline(trip uuid)
returns table (id uuid, kind text, at timestamptz, author text, driver_name text, reason text, changed text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select e.id, case when e.is_kept then 'late_tap' else e.kind end, e.at, coalesce(nullif(u.email, ''), u.phone)::text,
      d.name, e.reason, e.changed
    from public.trip_events e left join auth.users u on u.id = e.account_id left join public.drivers d on d.id = e.driver_id
    where e.trip_id = trip_timeline.trip order by e.at, e.id;
end $$;

-- Staff. Returns the active drivers for a trip, the free ones first, each with the vehicle of the open shift, or else the one
-- vehicle that is assigned to the driver alone, and with the reasons against both: another trip (`overlap` or `tight`, with its
-- code and hour), the driver's `day_off`, a document that is missing or expires before, a licence for fewer seats, too few seats.
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

-- Returns whether one name has every word of the other; null where one is not known.
create function private.may_be_same_name(one text, other text) returns boolean language sql immutable set search_path = '' as $$
  select string_to_array(private.fold(one), ' ') <@ string_to_array(private.fold(other), ' ')
    or string_to_array(private.fold(one), ' ') @> string_to_array(private.fold(other), ' ')
$$;

-- Returns the trip that a message changes: of the same passenger, by number or name, on the same day in the same direction.
-- Where there are several, only one at the same time. A hotel or an agency writes for many passengers from one number.
create function private.trip_of_message(fields jsonb, person jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  with same as (
    select t.id, t.clock, t.landing_clock from public.trips t join public.trip_people p on p.trip_id = t.id
    where t.day in ((fields ->> 'day')::date, (fields ->> 'landing_day')::date, (fields ->> 'landing_day')::date + 1)
      and t.direction = fields ->> 'direction' and t.state in ('requested', 'confirmed')
      and (p.phone = private.phone_of(left(person ->> 'phone', 60))
          and private.may_be_same_name(p.name, person ->> 'name') is not false
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
          + make_interval(mins => coalesce((m.value #>> '{fields,buffer_minutes}')::integer, private.landing_buffer())))::date end,
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

-- Keeps what a later message says differently about a trip as a proposal, in the place of an earlier one, with the values that
-- the trip would have. Returns whether it says anything else. It takes no route away that the office has found, unless the
-- passenger names another place; the length of the drive follows from a route.
create function private.propose_change(trip uuid, fields jsonb, person jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed_trip public.trips;
  said constant jsonb := propose_change.fields - array['state', 'source', 'group_id', 'price_check', 'price_release']
    || private.plain_person(propose_change.person) - 'message';
  stored constant jsonb := coalesce((select to_jsonb(p) from public.trip_people p where p.trip_id = propose_change.trip), '{}');
  differing jsonb;
begin
  select t.* into changed_trip from public.trips t where t.id = propose_change.trip for no key update;
  perform private.check_trip_fields(propose_change.fields, private.trip_fields());
  perform private.check_trip_fields(propose_change.person, private.person_fields());
  differing := (select coalesce(jsonb_object_agg(s.key,
      case when s.key in ('clock', 'landing_clock') then to_jsonb(left(c.would_be ->> s.key, 5)) else c.would_be -> s.key end), '{}')
    from jsonb_each(said) s,
    lateral (select to_jsonb(changed_trip) || stored as is_now,
      to_jsonb(jsonb_populate_record(changed_trip, propose_change.fields)) || said - private.trip_fields() as would_be) as c
    where c.is_now ->> s.key is distinct from c.would_be ->> s.key);
  if differing -> 'route' = 'null' and not differing ?| array['from_text', 'to_text'] then
    differing := differing - 'route';
  end if;
  if coalesce(differing ->> 'route', differing ->> 'minutes') is null or not differing ? 'route' then
    differing := differing - 'minutes';
  end if;
  if differing = '{}' then
    return false;
  end if;
  perform private.save_trip_people(changed_trip.id, jsonb_build_object('proposal', differing || jsonb_build_object('at', now())));
  update public.trips t set version = t.version + 1, updated_at = now(), updated_by = private.acting_account()
    where t.id = changed_trip.id;
  perform private.note_trip(changed_trip, 'proposed');
  return true;
end $$;

-- Returns the lines of the day about trips, one for each need; those without a driver only while the pick-up is within a day.
-- The line `trips` counts all of them, a trip with several needs once, and has no rows.
create function private.today_trips() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line(coalesce('trip_' || placed.need, 'trips'), count(distinct placed.id),
    case when grouping(placed.need) = 0 then jsonb_agg(jsonb_build_object('id', placed.id, 'code', placed.code,
      'day', placed.day, 'clock', placed.clock, 'name', placed.name, 'driver', placed.driver) order by placed.place)
      filter (where placed.place <= 5) end)
  from (
    select n.need, t.id, t.code, t.day, to_char(t.clock, 'HH24:MI') as clock, p.name, d.name as driver,
      row_number() over (partition by n.need order by t.pickup_at, t.id) as place
    from private.trip_needs n join public.trips t on t.id = n.trip_id left join public.trip_people p on p.trip_id = t.id
      left join public.drivers d on d.id = t.driver_id
    where n.need not in ('tight', 'seats') and (n.need <> 'driver' or t.pickup_at < now() + interval '24 hours')) as placed
  group by grouping sets ((placed.need), ())
$$;

-- Finds trips by code or voucher, by the passenger's number or address, or by name: the next ones first. By a name it chooses
-- from the first 200 matches.
create function private.search_trips(typed text, words text[], phone text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'trip', t.id, t.code, null, null, t.state, p.name, concat_ws(' ', to_char(t.day, 'DD-MM-YYYY'), to_char(t.clock, 'HH24:MI'))
  from (
    select m.id from public.trips m where m.code = upper(typed) or m.voucher = upper(typed)
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
