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

-- Returns the text on the sign of a trip whose passenger has chosen none: the surname, the last two words of a long name. Lists
-- of agencies have it in front: `KELLER/ANNA MRS`, `Keller, Anna`.
create function private.sign_of(name text) returns text language sql immutable set search_path = '' as $$
  select left(coalesce(substring(name from '^\s*([^,/]*[^,/\s])\s*[,/]'), array_to_string(
    words[case when cardinality(words) > 3 then cardinality(words) - 1 else least(2, cardinality(words)) end:], ' ')), 40)
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
            select extract(epoch from now() - greatest(coalesce(min(e.at), t.assigned_at),
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
