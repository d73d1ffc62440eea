-- The money of trips: how each was paid, the cash that drivers hold and hand over, and the receipt of a trip.

-- The lines of which a trip's price is made, each paid in one way.
create table public.trip_payments (
  -- Chosen by the caller: the same call twice is one payment.
  id uuid primary key,
  trip_id uuid not null references public.trips on delete cascade,
  kind text not null default 'fare' check (kind in ('fare', 'waiting', 'tolls', 'stop', 'other')),
  method text not null check (method in ('cash', 'card', 'transfer', 'account')),
  pesos integer not null check (pesos between 0 and 99999999),
  -- The driver who took it.
  driver_id uuid references public.drivers on delete set null,
  account_id uuid references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  voided_at timestamptz,
  void_reason text check ((voided_at is null) = (void_reason is null) and char_length(void_reason) between 1 and 200),
  -- The hand-over that took it in, and the one that gave it back because it was voided afterwards.
  cash_count_id uuid,
  void_count_id uuid
);
create index trip_payments_trip_id_idx on public.trip_payments (trip_id);
create index trip_payments_account_id_idx on public.trip_payments (account_id);
create index trip_payments_driver_id_idx on public.trip_payments (driver_id);
create index trip_payments_cash_count_id_idx on public.trip_payments (cash_count_id);
create index trip_payments_void_count_id_idx on public.trip_payments (void_count_id);
-- The cash that a driver holds.
create index trip_payments_open_idx on public.trip_payments (driver_id)
  where method = 'cash' and (cash_count_id is null and voided_at is null
    or cash_count_id is not null and voided_at is not null and void_count_id is null);

-- Hand-overs: a driver gives the company all the cash since the last one.
create table public.cash_counts (
  id uuid primary key,
  driver_id uuid references public.drivers on delete set null,
  expected integer not null,
  handed integer not null check (handed between 0 and 99999999),
  note text check (char_length(note) between 1 and 300),
  account_id uuid references auth.users on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
create index cash_counts_driver_id_idx on public.cash_counts (driver_id, created_at desc);
create index cash_counts_account_id_idx on public.cash_counts (account_id);
create index cash_counts_created_at_idx on public.cash_counts (created_at);
alter table public.trip_payments
  add foreign key (cash_count_id) references public.cash_counts on delete set null,
  add foreign key (void_count_id) references public.cash_counts on delete set null;

-- Staff read how trips were paid.
create policy trip_payments_select on public.trip_payments for select to authenticated using ((select private.is_staff()));
-- Staff read hand-overs.
create policy cash_counts_select on public.cash_counts for select to authenticated using ((select private.is_staff()));
grant select on public.trip_payments, public.cash_counts to authenticated;

-- The trip that a receipt is for. One receipt of a trip holds: issue_trip_receipt writes it under the trip's lock.
alter table public.printed_cards add column trip_id uuid references public.trips on delete set null;
create index printed_cards_trip_id_idx on public.printed_cards (trip_id);

-- Waits for everybody else who changes the cash of a driver.
create function private.lock_cash(driver uuid) returns void language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('cash of ' || driver, 0)) where driver is not null
$$;

-- Returns the cash that a driver holds: what was taken since the last hand-over, less what was voided after one.
create function private.open_cash(driver uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when p.voided_at is null then p.pesos else -p.pesos end), 0)
  from public.trip_payments p
  where p.driver_id = open_cash.driver and p.method = 'cash'
    and (p.cash_count_id is null and p.voided_at is null
      or p.cash_count_id is not null and p.voided_at is not null and p.void_count_id is null)
$$;

-- Notes how a trip was paid, as pay_trip, with the driver who took it. Returns whether a line is new.
create function private.add_payments(trip uuid, driver uuid, payments jsonb) returns boolean
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

-- Staff. Notes how a trip was paid, in lines `{id, kind, method, pesos}`, and ends the trip. A line with an id that is there
-- stays as it is.
create function public.pay_trip(trip uuid, payments jsonb) returns void
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

-- Staff. Takes a payment back, with a reason. One that a hand-over has taken in comes off the next.
create function public.void_payment(payment uuid, reason text) returns void
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
create function public.close_driver_day(driver uuid, day date) returns integer
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

-- Staff. Takes in all the cash that a driver holds. `expected` is what the caller saw: the call fails with 409 when it has
-- changed meanwhile. The caller chooses the id: a repeated call takes in once.
create function public.count_cash(id uuid, driver uuid, expected integer, handed integer, note text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform private.lock_cash(count_cash.driver);
  if exists (select from public.cash_counts c where c.id = count_cash.id) then
    return;
  end if;
  if private.open_cash(count_cash.driver) is distinct from count_cash.expected then
    perform private.refuse(409, 'edit_conflict', 'The cash of the driver has changed meanwhile');
  end if;
  insert into public.cash_counts (id, driver_id, expected, handed, note, account_id)
    values (count_cash.id, count_cash.driver, count_cash.expected, count_cash.handed, private.plain_text(count_cash.note),
      private.acting_account());
  update public.trip_payments p set
      cash_count_id = case when p.voided_at is null then count_cash.id else p.cash_count_id end,
      void_count_id = case when p.voided_at is not null then count_cash.id end
    where p.driver_id = count_cash.driver and p.method = 'cash'
      and (p.cash_count_id is null and p.voided_at is null
        or p.cash_count_id is not null and p.voided_at is not null and p.void_count_id is null);
  perform private.record_act('cash_counted', 'access', jsonb_build_object('target', 'driver:' || count_cash.driver,
    'driver_id', count_cash.driver));
end $$;

-- Deletes hand-overs older than `trip_retention_days`, at most `most` unless null. One that took in a payment of a later trip
-- waits for it: without its hand-over the payment would count as cash that the driver holds.
create function private.forget_cash_counts(as_of timestamptz, most bigint default null) returns void
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
create function private.forget_some_cash_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_cash_counts(now(), 100);
  return null;
end $$;
create trigger forget_some_cash_counts after insert on public.cash_counts
  for each statement execute function private.forget_some_cash_counts();

-- Staff. Returns the drivers who drove on a day or hold cash: the trips of the day and how many have not ended, what they
-- brought by way of paying, the cash to hand over, and the last hand-over.
create function public.cash_of_day(day date)
returns table (driver_id uuid, driver_name text, trips bigint, open_trips bigint, cash bigint, card bigint, transfer bigint,
  account bigint, to_hand_over bigint, counted_at timestamptz, counted_difference integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query
    with driven as (
      select t.driver_id as id, count(*) as trips, count(*) filter (where t.is_live and t.pickup_at <= now()) as open_trips
      from public.trips t
      where t.day = cash_of_day.day and t.driver_id is not null and t.state not in ('requested', 'cancelled') group by 1),
    brought as (
      select t.driver_id as id, sum(p.pesos) filter (where p.method = 'cash') as cash,
        sum(p.pesos) filter (where p.method = 'card') as card, sum(p.pesos) filter (where p.method = 'transfer') as transfer,
        sum(p.pesos) filter (where p.method = 'account') as account
      from public.trips t join public.trip_payments p on p.trip_id = t.id
      where t.day = cash_of_day.day and p.voided_at is null group by 1),
    holding as (
      select p.driver_id as id from public.trip_payments p
      where p.method = 'cash' and (p.cash_count_id is null and p.voided_at is null
        or p.cash_count_id is not null and p.voided_at is not null and p.void_count_id is null) group by 1)
    select d.id, d.name, coalesce(w.trips, 0), coalesce(w.open_trips, 0), coalesce(b.cash, 0), coalesce(b.card, 0),
      coalesce(b.transfer, 0), coalesce(b.account, 0), private.open_cash(d.id), c.created_at, c.handed - c.expected
    from public.drivers d left join driven w on w.id = d.id left join brought b on b.id = d.id
      left join lateral (
        select * from public.cash_counts n where n.driver_id = d.id order by n.created_at desc limit 1) as c on true
    where d.id in (select h.id from holding h) or w.id is not null
    order by d.name, d.id;
end $$;

-- Writes the receipt of a trip that has been paid, over what was paid, and returns its id: of the one that holds, if there is
-- one. One over another sum, of which a payment was taken back or added since, becomes void. Callers have locked the trip.
create function private.write_trip_receipt(id uuid, paid public.trips, origin text, destination text) returns uuid
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

-- Staff. Writes the receipt of a trip that has been paid, over what was paid, and returns its id. The caller chooses the id, and
-- names the places, never an address: a repeated call writes it once, and a trip has one receipt that holds.
create function public.issue_trip_receipt(id uuid, trip uuid, origin text, destination text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  return private.write_trip_receipt(issue_trip_receipt.id, private.require_trip(issue_trip_receipt.trip),
    issue_trip_receipt.origin, issue_trip_receipt.destination);
end $$;

-- Returns the hand-overs of a person's driver records, for personal_data.
create function private.hand_overs_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', c.created_at, 'expected', c.expected, 'handed', c.handed, 'note', c.note)
    order by c.created_at), '[]')
  from public.cash_counts c where c.driver_id in (select private.drivers_of(person))
$$;

grant execute on function public.pay_trip(uuid, jsonb), public.void_payment(uuid, text), public.close_driver_day(uuid, date),
  public.count_cash(uuid, uuid, integer, integer, text), public.cash_of_day(date),
  public.issue_trip_receipt(uuid, uuid, text, text) to authenticated;
