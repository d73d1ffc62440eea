-- The money of trips: payments, hand-overs of cash, receipts.

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

-- Staff. Notes how a trip was paid, in lines `{id, kind, method, pesos}`, and ends the trip. A line with an id that is there
-- stays as it is.
create function public.pay_trip(trip uuid, payments jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid constant public.trips := private.require_trip(pay_trip.trip);
  ended public.trips := paid;
begin
  if jsonb_typeof(pay_trip.payments) is distinct from 'array' or jsonb_array_length(pay_trip.payments) not between 1 and 20 then
    perform private.refuse(400, 'validation_failed', 'Give one to 20 payments');
  end if;
  perform private.lock_cash(paid.driver_id);
  insert into public.trip_payments (id, trip_id, kind, method, pesos, driver_id, account_id)
    select given.id, paid.id, coalesce(given.kind, 'fare'), given.method, given.pesos, paid.driver_id, private.acting_account()
    from jsonb_populate_recordset(null::public.trip_payments, pay_trip.payments) as given
  on conflict on constraint trip_payments_pkey do nothing;
  if found then
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
  trip_of_payment uuid;
  given constant text := private.plain_text(void_payment.reason);
begin
  perform private.require_staff();
  if given is null or char_length(given) > 200 then
    perform private.refuse(400, 'reason_required', 'Say in at most 200 characters why the payment does not count');
  end if;
  perform private.lock_cash(p.driver_id) from public.trip_payments p where p.id = void_payment.payment;
  update public.trip_payments p set voided_at = clock_timestamp(), void_reason = given
    where p.id = void_payment.payment and p.voided_at is null returning p.trip_id into trip_of_payment;
  if found then
    perform private.note_trip(private.require_trip(trip_of_payment), 'payment_voided');
  end if;
end $$;

-- Staff. Ends the trips of a driver on a day whose pick-up has passed, each paid as booked unless it has payments already.
-- Returns their number; none at the second call.
create function public.close_driver_day(driver uuid, day date) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  each public.trips;
  ended integer := 0;
begin
  perform private.require_staff();
  for each in select t.* from public.trips t
    where t.driver_id = close_driver_day.driver and t.day = close_driver_day.day and t.is_live and t.pickup_at <= now()
    order by t.id for no key update loop
    ended := ended + 1;
    if each.pesos is null or exists (select from public.trip_payments p where p.trip_id = each.id and p.voided_at is null) then
      perform public.save_trip(each.id, '{"state": "done"}', version => each.version);
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

-- A new hand-over deletes the ones older than `trip_retention_days`, as a new trip does with trips. One that took in a payment
-- of a later trip waits for it: without its hand-over the payment would count as cash that the driver holds.
create function private.forget_some_cash_counts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('trip_retention_days'), '730');
begin
  delete from public.cash_counts where id in (
    select c.id from public.cash_counts c
    where c.created_at < now() - make_interval(days => days)
      and not exists (select from public.trip_payments p where c.id in (p.cash_count_id, p.void_count_id))
    limit 100 for update skip locked);
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

-- Staff. Writes the receipt of a trip that has been paid, over what was paid, and returns its id. The caller chooses the id, and
-- names the places, never an address: a repeated call writes it once, and a trip has one receipt that holds.
create function public.issue_trip_receipt(id uuid, trip uuid, origin text, destination text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  paid constant public.trips := private.require_trip(issue_trip_receipt.trip);
  known constant uuid := (
    select c.id from public.printed_cards c where c.trip_id = paid.id and c.voided_at is null);
  total constant bigint := (
    select sum(p.pesos) from public.trip_payments p where p.trip_id = paid.id and p.voided_at is null);
begin
  if known is not null then
    return known;
  end if;
  if total is null then
    perform private.refuse(400, 'not_paid', 'Note first how the trip was paid');
  end if;
  perform public.issue_receipt(issue_trip_receipt.id, least(paid.pickup_at, now()), issue_trip_receipt.origin, issue_trip_receipt.destination,
    total::integer, paid.driver_id, paid.license_plate);
  update public.printed_cards c set trip_id = paid.id where c.id = issue_trip_receipt.id;
  return issue_trip_receipt.id;
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
    'hand_overs', private.hand_overs_of(person),
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

-- As 50_every_table.sql has it for every table.
alter table public.trip_payments enable row level security;
create policy trip_payments_session on public.trip_payments as restrictive for all to authenticated using ((select private.session_alive()));
create policy trip_payments_service on public.trip_payments for all to service_role using (true) with check (true);
grant all on public.trip_payments to service_role;
alter table public.cash_counts enable row level security;
create policy cash_counts_session on public.cash_counts as restrictive for all to authenticated using ((select private.session_alive()));
create policy cash_counts_service on public.cash_counts for all to service_role using (true) with check (true);
grant all on public.cash_counts to service_role;
