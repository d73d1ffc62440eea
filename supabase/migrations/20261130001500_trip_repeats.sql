-- Trips hold what people and devices say twice, late or in another order.

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
    or 'state' = any (changed) and (after_row.state = 'cancelled'
      -- A driver who was told that the trip is off has to hear that it goes on.
      or after_row.is_live and before_row.state in ('cancelled', 'no_show'))) then
    -- Not now(), when the transaction began: somebody may have told the driver since.
    update public.trips t set changed_at = clock_timestamp() where t.id = after_row.id returning t.* into after_row;
  end if;
  perform private.judge_overlap(before_row, after_row, write_trip.allowed);
  perform private.note_trip_changes(before_row, after_row, is_new, changed || person_changed);
  return after_row;
end $$;

-- Writes the events of a change: the new trip, its state, its driver, and the names of all other fields. A trip that is opened
-- again on its way has the event of that state too: the waiting and the rating of a passenger count from it.
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

-- Drivers. Moves a trip on by one tap of its driver, and returns what became of it: `taken`; `known` for a repeated call, by
-- `key`; or `kept`, which stores the tap, moves nothing and tells the office: the trip had been cancelled, or was another
-- driver's by then. `assignment` is the trip's as the driver saw it, `seconds_waited` how long the tap waited on the device.
-- `details` may have `payments` as pay_trip takes them: those for a trip that was over and paid count as taken back, and the
-- office hears of them where they differ. It may have the `reason` of a driver who cannot drive, and that the driver `called`
-- and `wrote` to a passenger who does not come. Neither papers nor a withdrawal refuse a tap.
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
    or tapped.state in ('requested', 'cancelled') or tapped.state = 'no_show' and tapped.driver_said is null;
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
