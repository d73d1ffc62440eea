-- Trips with who travels, driver, vehicle, and what needs a hand. Security invoker: staff see them. The message is read for
-- the rows that a page has: joined, it more than doubled the hash table of a search in 30,000 passengers.
create or replace view public.trip_list with (security_invoker = true) as
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
    t.accepted_at, t.driver_said, p.sign_text
  from public.trips t left join public.trip_people p on p.trip_id = t.id left join public.drivers d on d.id = t.driver_id
    left join public.vehicles v on v.id = t.vehicle_id;

-- Deletes hand-overs older than `trip_retention_days`, at most `most` unless null. One that took in a payment of a later trip
-- waits for it: without its hand-over the payment would count as cash that the driver holds.
create or replace function private.forget_cash_counts(as_of timestamptz, most bigint default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('trip_retention_days'), '730');
begin
  delete from public.cash_counts where id in (
    select c.id from public.cash_counts c
    where c.created_at < as_of - make_interval(days => days)
      and not exists (select from public.trip_payments p where c.id in (p.cash_count_id, p.void_count_id))
    limit most for update skip locked);
end $$;

-- A new hand-over also deletes expired ones, as a new trip does with trips.
create or replace function private.forget_some_cash_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_cash_counts(now(), 100);
  return null;
end $$;

-- The server, daily. Deletes who travelled `trip_passenger_retention_days` after the trip, and the trip itself
-- `trip_retention_days` after it, as hand-overs of cash; at most `most` of each unless null. Returns the number of trips that
-- lost a person. It also computes the pick-ups to come again, because the zone data may have changed since they were promised.
create or replace function private.forget_trips(as_of timestamptz, most bigint default null) returns bigint
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
