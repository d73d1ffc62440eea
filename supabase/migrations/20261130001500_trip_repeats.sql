-- Trips hold what people and devices say twice, late or in another order.

-- Voids a receipt, as void_receipt does for staff. Returns whether it was valid until then.
create function private.void_card(receipt uuid, reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  voided public.printed_cards;
begin
  update public.printed_cards c set voided_at = now(), void_reason = void_card.reason
    where c.id = void_card.receipt and c.kind = 'receipt' and c.voided_at is null returning c.* into voided;
  if voided.id is null then
    return false;
  end if;
  perform private.record_act('receipt_voided', 'access', jsonb_build_object('target', 'card:' || voided.id,
    'folio', voided.folio, 'why', void_card.reason));
  return true;
end $$;

-- Staff. Voids a receipt: its page and every later print say so. The log has who did it and why. The first reason stays: a
-- repeated call fails.
create or replace function public.void_receipt(receipt uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(void_receipt.reason);
begin
  perform private.require_staff();
  if (char_length(written) between 1 and 300) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 300 characters');
  end if;
  if not private.void_card(void_receipt.receipt, written) then
    perform private.refuse(404, 'not_found', 'There is no such receipt, or it is void already');
  end if;
end $$;

-- Deletes who travelled on a trip, with its message. Their link opens nothing either, should somebody else travel on the trip.
create or replace function private.forget_trip_people(trip uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.trip_messages m where m.trip_id = forget_trip_people.trip;
  delete from public.trip_people p where p.trip_id = forget_trip_people.trip;
  update public.trips t set is_forgotten = true, link_version = t.link_version + 1 where t.id = forget_trip_people.trip;
$$;

-- Takes a driver whose record is deleted off the trips that the driver has lost: the office could not say so any more.
create function private.forget_untold_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.trips t set untold = array_remove(t.untold, old.id) where old.id = any (t.untold);
  return null;
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
create or replace function private.save_trip_people(trip uuid, person jsonb) returns text[]
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
create or replace function public.save_trip(trip uuid, fields jsonb, person jsonb default '{}', version integer default null,
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
create or replace function private.note_trip_changes(before_row public.trips, after_row public.trips, is_new boolean, changed text[])
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

-- Returns whether one name has every word of the other; null where one is not known.
create function private.may_be_same_name(one text, other text) returns boolean language sql immutable set search_path = '' as $$
  select string_to_array(private.fold(one), ' ') <@ string_to_array(private.fold(other), ' ')
    or string_to_array(private.fold(one), ' ') @> string_to_array(private.fold(other), ' ')
$$;

-- Returns the trip that a message changes: of the same passenger, by number or name, on the same day in the same direction.
-- Where there are several, only one at the same time. A hotel or an agency writes for many passengers from one number.
create or replace function private.trip_of_message(fields jsonb, person jsonb) returns uuid
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

-- Keeps what a later message says differently about a trip as a proposal, in the place of an earlier one, with the values that
-- the trip would have. Returns whether it says anything else. It takes no route away that the office has found, unless the
-- passenger names another place; the length of the drive follows from a route.
create or replace function private.propose_change(trip uuid, fields jsonb, person jsonb) returns boolean
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

-- Finds trips by code or voucher, by the passenger's number or address, or by name: the next ones first. By a name it chooses
-- from the first 200 matches.
create or replace function private.search_trips(typed text, words text[], phone text) returns setof public.found_item
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

-- Takes back the payments of a trip that its driver has just told, because it was paid already when they arrived: the office has
-- closed the day meanwhile, or the driver has ended the trip on another device. `earlier` has the payments before. Returns
-- whether both say something else.
create function private.void_repeated_payments(trip uuid, earlier uuid[]) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  differs constant boolean := exists (
    select from public.trip_payments p
    where p.trip_id = void_repeated_payments.trip and p.voided_at is null group by p.method
    having sum(p.pesos) filter (where p.id = any (earlier)) is distinct from sum(p.pesos) filter (where p.id <> all (earlier)));
begin
  update public.trip_payments p set voided_at = clock_timestamp(), void_reason = 'El viaje ya estaba pagado'
    where p.trip_id = void_repeated_payments.trip and p.id <> all (earlier) and p.voided_at is null;
  return differs;
end $$;

-- Staff. Takes a payment back, with a reason. One that a hand-over has taken in comes off the next.
create or replace function public.void_payment(payment uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  trip_of_payment constant uuid := (select p.trip_id from public.trip_payments p where p.id = void_payment.payment);
  given constant text := private.plain_text(void_payment.reason);
  paid public.trips;
begin
  perform private.require_staff();
  if given is null or char_length(given) > 200 then
    perform private.refuse(400, 'reason_required', 'Say in at most 200 characters why the payment does not count');
  end if;
  if trip_of_payment is null then
    return;
  end if;
  -- The trip before the cash, as pay_trip and tap_trip do: else two calls could wait for each other.
  paid := private.require_trip(trip_of_payment);
  perform private.lock_cash(p.driver_id) from public.trip_payments p where p.id = void_payment.payment;
  update public.trip_payments p set voided_at = clock_timestamp(), void_reason = given
    where p.id = void_payment.payment and p.voided_at is null;
  if found then
    perform private.note_trip(paid, 'payment_voided');
  end if;
end $$;

-- Staff. Ends the trips of a driver on a day whose pick-up has passed, each paid as booked unless it has payments already.
-- Returns their number; none at the second call.
create or replace function public.close_driver_day(driver uuid, day date) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  each public.trips;
  done public.trips;
  ended integer := 0;
begin
  perform private.require_staff();
  -- All of them before the first is written: a loop locks some at a time, and who changes a later one could wait for this call.
  perform from public.trips t
    where t.driver_id = close_driver_day.driver and t.day = close_driver_day.day and t.is_live and t.pickup_at <= now()
    order by t.id for no key update;
  for each in select t.* from public.trips t
    where t.driver_id = close_driver_day.driver and t.day = close_driver_day.day and t.is_live and t.pickup_at <= now()
    order by t.id loop
    ended := ended + 1;
    if each.pesos is null or exists (select from public.trip_payments p where p.trip_id = each.id and p.voided_at is null) then
      done := each;
      done.state := 'done';
      done.reason := null;
      perform private.write_trip(each, done, '{}', '{}');
    else
      perform public.pay_trip(each.id, jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', 'fare',
        'method', coalesce(each.payment, 'cash'), 'pesos', each.pesos)));
    end if;
  end loop;
  return ended;
end $$;

-- Writes the receipt of a trip that has been paid, over what was paid, and returns its id: of the one that holds, if there is
-- one. One over another sum, of which a payment was taken back or added since, becomes void. Callers have locked the trip.
create or replace function private.write_trip_receipt(id uuid, paid public.trips, origin text, destination text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.printed_cards;
  total constant bigint := (
    select sum(p.pesos) from public.trip_payments p where p.trip_id = paid.id and p.voided_at is null);
begin
  select c.* into known from public.printed_cards c where c.trip_id = paid.id and c.voided_at is null;
  if known.id = write_trip_receipt.id or (known.details ->> 'pesos')::bigint = total then
    return known.id;
  end if;
  if coalesce(total, 0) = 0 then
    perform private.refuse(400, 'not_paid', 'Note first how the trip was paid');
  end if;
  if known.id is not null then
    perform private.void_card(known.id, 'Cambió lo pagado');
  end if;
  perform private.write_receipt(write_trip_receipt.id, least(paid.pickup_at, now()), write_trip_receipt.origin,
    write_trip_receipt.destination, total::integer, paid.driver_id, paid.license_plate);
  update public.printed_cards c set trip_id = paid.id where c.id = write_trip_receipt.id;
  return write_trip_receipt.id;
end $$;

-- Refuses a request that no passenger can mean. A name and a number that can be called are needed to answer it. Day and hour
-- are those from which time_trip computes the pick-up.
create or replace function private.check_trip_request(booking text, fields jsonb, person jsonb, consent boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  has_landing constant boolean := fields ->> 'direction' = 'from' and fields ->> 'landing_day' is not null
    and fields ->> 'landing_clock' is not null;
  ages constant jsonb := coalesce(fields -> 'child_ages', '[]');
  day constant date := case when has_landing then fields ->> 'landing_day' else fields ->> 'day' end;
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
    and (has_landing or fields ->> 'clock' is not null)
    and day between private.chile_today() and private.chile_today() + 400
    and jsonb_array_length(ages) <= coalesce(fields ->> 'people', '1')::integer
    and not exists (select from jsonb_array_elements(ages) as age where jsonb_typeof(age) <> 'number')) is not true then
    perform private.refuse(400, 'validation_failed', 'The booking lacks something, or has a value that it cannot have');
  end if;
end $$;

-- Writes the trip of a request and who travels, and returns the trip. The length of the drive comes from the route.
create function private.add_trip_request(trip uuid, fields jsonb, person jsonb) returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  row_asked public.trips := jsonb_populate_record(null::public.trips, '{"people": 1, "bags": 0, "child_ages": [],
    "wheelchair": false, "language": "es"}' || add_trip_request.fields);
begin
  insert into public.trips as t (id, code, source, day, clock, landing_day, landing_clock, minutes, direction, route, flight,
      people, bags, child_ages, wheelchair, pesos, price_release, price_check, payment, language)
    select add_trip_request.trip, private.new_trip_code(), 'form', row_asked.day, row_asked.clock, row_asked.landing_day,
      row_asked.landing_clock, (
        select (route ->> 'minutes')::integer from public.content_releases r, jsonb_array_elements(r.content -> 'routes') as route
        where route ->> 'id' = row_asked.route order by r.id desc limit 1),
      row_asked.direction, row_asked.route, row_asked.flight, row_asked.people, row_asked.bags, row_asked.child_ages,
      row_asked.wheelchair, row_asked.pesos, row_asked.price_release, 'unchecked', row_asked.payment, row_asked.language
    returning t.* into row_asked;
  perform private.save_trip_people(row_asked.id, add_trip_request.person);
  return row_asked;
end $$;

-- Refuses a request that add_trip_request would refuse, and writes nothing.
create function private.try_trip_request(fields jsonb, person jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.add_trip_request(gen_random_uuid(), try_trip_request.fields, try_trip_request.person);
  raise exception using errcode = 'TRYOK';
exception when sqlstate 'TRYOK' then
  null;
end $$;

-- Refuses the eleventh proposal about a trip from passengers, or from one account that has its link: each one is written down,
-- and makes the office read the trip again before it can save.
create function private.limit_proposals(trip uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 10;
begin
  if (select count(*) from public.trip_events e where e.trip_id = limit_proposals.trip and e.kind = 'proposed'
    and e.account_id is not distinct from private.acting_account()) >= most then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages about this trip. Call the company');
  end if;
end $$;

-- Anybody, where the company takes bookings. Asks for the trip of a booking and returns its code. `booking` is the id that the
-- booking's messages have, so that the same one pasted later is known: a repeated call asks once, and one that says something
-- else is a proposal, whatever has become of the trip: the passenger hears that the company has it. At most ten for each trip.
create or replace function public.request_trip(booking text, fields jsonb, person jsonb, consent boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant uuid := private.trip_id_of(request_trip.booking);
  row_asked public.trips;
begin
  perform private.check_trip_request(request_trip.booking, request_trip.fields, request_trip.person, request_trip.consent);
  perform pg_advisory_xact_lock(hashtextextended('trip ' || asked, 0));
  select t.* into row_asked from public.trips t where t.id = asked;
  if row_asked.id is not null then
    if not row_asked.is_forgotten then
      perform private.limit_proposals(asked);
      perform private.try_trip_request(request_trip.fields, request_trip.person);
      if not private.propose_change(asked, request_trip.fields, request_trip.person)
        and private.save_trip_people(asked, '{"proposal": null}') <> '{}' then
        -- The passenger has changed the booking back.
        update public.trips t set version = t.version + 1, updated_at = now(), updated_by = private.acting_account()
          where t.id = asked;
      end if;
    end if;
    return row_asked.code;
  end if;
  perform private.limit_ticket_openings('trip', null);
  row_asked := private.add_trip_request(asked, request_trip.fields, request_trip.person);
  insert into public.trip_events (trip_id, kind) values (asked, 'created');
  return row_asked.code;
end $$;

-- Returns the text on the sign of a trip whose passenger has chosen none: the surname, the last two words of a long name. Lists
-- of agencies have it in front: `KELLER/ANNA MRS`, `Keller, Anna`.
create or replace function private.sign_of(name text) returns text language sql immutable set search_path = '' as $$
  select left(coalesce(substring(name from '^\s*([^,/]*[^,/\s])\s*[,/]'), array_to_string(
    words[case when cardinality(words) > 3 then cardinality(words) - 1 else least(2, cardinality(words)) end:], ' ')), 40)
  from regexp_split_to_array(btrim(name), '\s+') as words
$$;

-- Active drivers. Returns the caller's trips with a pick-up between 24 hours ago and 48 hours ahead, as `trips`, with what the
-- driver has taken today by way of paying, the cash to hand over, and the moment. A trip names the fields that have changed
-- since the driver accepted it, and how long the driver has waited since the later of arrival and landing.
create or replace function public.own_trips() returns jsonb
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
            select extract(epoch from now() - greatest(coalesce(min(e.at), t.assigned_at),
                case when t.landing_clock is not null then t.pickup_at - make_interval(mins => t.buffer_minutes) end))::integer
            from public.trip_events e
            where e.trip_id = t.id and e.kind = 'waiting' and e.driver_id = driver and not e.is_kept) end as seconds_waited
        from public.trips t left join public.trip_people p on p.trip_id = t.id
        where t.driver_id = driver and t.state <> 'requested'
          and t.pickup_at between now() - interval '24 hours' and now() + interval '48 hours') as own));
end $$;

-- Returns what a tap of the trip's own driver makes of the trip. A tap may leap, because people forget some, and an older one
-- changes nothing. That the passenger came after all overrides that they did not, until the office has confirmed it. The late
-- tap of another driver stays for the office.
create or replace function private.moved_trip(trip public.trips, kind text, moment timestamptz) returns public.trips
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
    elsif trip.state = 'done' and not exists (
      select from public.trip_events e where e.trip_id = trip.id and e.account_id = private.acting_account()
        and e.kind in ('on_board', 'done') and not e.is_kept) then
      -- The office has ended it as if the passenger had come.
      trip.driver_said := 'late_tap';
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
-- `key`; or `kept`, which stores the tap, moves nothing and tells the office: the trip had been cancelled, put off for hours, or
-- was another driver's by then. `assignment` is the trip's as the driver saw it, `seconds_waited` how long the tap waited on
-- the device. `details` may have `payments` as pay_trip takes them: those for a trip that was over and paid count as taken
-- back, and the office hears of them where they differ. It may have the `reason` of a driver who cannot drive, and that the
-- driver `called` and `wrote` to a passenger who does not come. Neither papers nor a withdrawal refuse a tap.
create or replace function public.tap_trip(key uuid, trip uuid, assignment integer, kind text, seconds_waited integer default 0,
  details jsonb default '{}') returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  longest_wait constant integer := 8 * 24 * 3600;
  driver constant uuid := case when private.session_alive() then private.own_driver_id() end;
  moment constant timestamptz := now() - make_interval(secs => least(greatest(tap_trip.seconds_waited, 0), longest_wait));
  tapped public.trips;
  moved public.trips;
  is_kept boolean;
  paid uuid[];
  is_disputed boolean := false;
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
    or tapped.state in ('requested', 'cancelled') or tapped.state = 'no_show' and tapped.driver_said is null
    -- The driver has not seen the change, and nobody drives to a pick-up so early.
    or tap_trip.kind not in ('accepted', 'declined')
      and (moment < tapped.changed_at and moment < tapped.pickup_at - interval '3 hours') is true;
  insert into public.trip_events (id, trip_id, kind, at, account_id, driver_id, reason, changed, is_kept)
    values (tap_trip.key, tapped.id, tap_trip.kind, moment, private.acting_account(), driver, tap_trip.details ->> 'reason',
      array(select name from unnest(array['called', 'wrote']) as name where tap_trip.details -> name = 'true'), is_kept);
  -- The cash is in the driver's pocket, whoever has the trip now.
  if tap_trip.details -> 'payments' <> '[]' then
    paid := array(select p.id from public.trip_payments p where p.trip_id = tapped.id and p.voided_at is null);
    perform private.add_payments(tapped.id, driver, tap_trip.details -> 'payments');
    if tapped.state = 'done' and not is_kept and paid <> '{}' then
      is_disputed := private.void_repeated_payments(tapped.id, paid);
    end if;
  end if;
  moved := tapped;
  if is_kept then
    -- A trip already waits for the office with the word of its own driver, who may still override it.
    moved.driver_said := coalesce(tapped.driver_said, 'late_tap');
  else
    moved := private.moved_trip(tapped, tap_trip.kind, moment);
    moved.driver_said := case when is_disputed then 'late_tap' else moved.driver_said end;
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

-- Anybody with the link. Tells the office that the flight lands at another time. It is a request: nothing changes until the
-- office takes it over. It takes the place of an earlier delay, and leaves what a message has proposed. At most ten times a trip
-- without an account, and with each account.
create or replace function public.delay_trip(secret text, landing_day date, landing_clock time) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  delayed constant public.trips := private.require_trip_by_secret(delay_trip.secret);
  stored constant jsonb := (select p.proposal from public.trip_people p where p.trip_id = delayed.id);
  others constant jsonb := coalesce(stored - array['landing_day', 'landing_clock', 'at'], '{}');
begin
  if (delayed.direction = 'from' and delayed.state in ('requested', 'confirmed', 'on_way', 'waiting')
    and delay_trip.landing_day between delayed.day - 2 and delayed.day + 3 and delay_trip.landing_clock is not null) is not true then
    perform private.refuse(400, 'validation_failed', 'The flight of this trip cannot land then');
  end if;
  perform private.instant_of(delay_trip.landing_day, delay_trip.landing_clock, false), private.limit_proposals(delayed.id);
  if private.propose_change(delayed.id, jsonb_build_object('landing_day', delay_trip.landing_day,
    'landing_clock', to_char(delay_trip.landing_clock, 'HH24:MI')), '{}') then
    update public.trip_people p set proposal = others || p.proposal where p.trip_id = delayed.id;
  elsif stored ?| array['landing_day', 'landing_clock'] then
    -- The flight lands as the company knows after all.
    update public.trip_people p
      set proposal = case when others <> '{}' then stored - array['landing_day', 'landing_clock'] end
      where p.trip_id = delayed.id;
    update public.trips t set version = t.version + 1, updated_at = now(), updated_by = private.acting_account()
      where t.id = delayed.id;
  end if;
end $$;

create index trips_agency_idx on public.trips (private.fold(agency), created_at) where agency is not null;
-- Vouchers are stored in capitals from now on.
update public.trips set voucher = upper(voucher) where voucher <> upper(voucher);
create trigger forget_untold_driver after delete on public.drivers
  for each row execute function private.forget_untold_driver();
