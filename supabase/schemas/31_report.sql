-- The report: what passengers said and asked, who drove, and what passengers opened on the devices.

-- The company's figures of each day in Chile. Triggers count shifts and devices, because retention deletes their rows, and
-- reviews, because summing those of three years takes too long. All else the report reads from the reviews and cases.
create table private.report_days (
  day date primary key,
  -- Reviews that are not hidden, their stars, and those of three stars or fewer.
  reviews integer not null default 0,
  stars integer not null default 0,
  low integer not null default 0,
  -- Shifts that began on this day, and the seconds that those which have ended lasted.
  shifts integer not null default 0,
  shift_seconds bigint not null default 0,
  -- Devices that were there on this day. A device that is deleted later stays counted.
  devices integer not null default 0
);
-- How often passengers opened a panel or used a link, by day and language. No person and no device.
create table private.usage_counts (
  day date not null,
  name text not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  uses integer not null check (uses > 0),
  primary key (day, name, language)
);
-- The batches of counts that have arrived, so that each counts once, and for the limit a keyed hash of driver and day,
-- which no two days share.
create table private.usage_batches (
  key uuid primary key,
  sender bytea not null,
  received_at timestamptz not null default now()
);
create index usage_batches_sender_idx on private.usage_batches (sender);
create index usage_batches_received_at_idx on private.usage_batches (received_at);
-- The monthly mails already sent to administrators, by the first day of the month that they are about.
create table private.report_mails (
  account_id uuid not null references auth.users on delete cascade,
  month date not null,
  sent_at timestamptz not null default now(),
  primary key (account_id, month)
);
insert into private.signing_keys (name, key)
select 'usage_sender', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Returns a query of the rows that a statement added (sign 1) and removed (sign -1), from the transition tables of its
-- trigger. Only triggers call it, with columns that they name themselves.
create function private.changed_rows(operation text, columns text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' union all ',
    case when operation <> 'DELETE' then 'select 1 as sign, ' || columns || ' from added' end,
    case when operation <> 'INSERT' then 'select -1 as sign, ' || columns || ' from removed' end)
$$;

-- Keeps the figures of reviews in step with every change, hiding included. It locks the days in one order, so that two
-- changes cannot deadlock.
create function private.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format($sql$
    insert into private.report_days as t (day, reviews, stars, low)
    select (created_at at time zone (select private.company_zone()))::date, sum(sign), sum(sign * rating),
      sum(sign * (rating <= 3)::integer)
    from (%s) as change where hidden_at is null group by 1
    having (sum(sign), sum(sign * rating), sum(sign * (rating <= 3)::integer)) <> (0, 0, 0)
    order by 1
    on conflict (day) do update set reviews = t.reviews + excluded.reviews, stars = t.stars + excluded.stars,
      low = t.low + excluded.low
  $sql$, private.changed_rows(tg_op, 'created_at, rating, hidden_at'));
  return null;
end $$;
create trigger count_added_reviews after insert on public.reviews
  referencing new table as added for each statement execute function private.count_reviews();
create trigger count_changed_reviews after update on public.reviews
  referencing old table as removed new table as added for each statement execute function private.count_reviews();
create trigger count_removed_reviews after delete on public.reviews
  referencing old table as removed for each statement execute function private.count_reviews();

-- Keeps the figures of shifts in step with every change. A shift that forget_shifts deletes stays in them: they name
-- nobody, and a report of a year compares it with the year before.
create function private.count_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.forgetting_shifts', true) = 'on' then
    return null;
  end if;
  execute format($sql$
    insert into private.report_days as t (day, shifts, shift_seconds)
    select (started_at at time zone (select private.company_zone()))::date, sum(sign),
      coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)
    from (%s) as change group by 1
    having (sum(sign), coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)) <> (0, 0)
    order by 1
    on conflict (day) do update set shifts = t.shifts + excluded.shifts,
      shift_seconds = t.shift_seconds + excluded.shift_seconds
  $sql$, private.changed_rows(tg_op, 'started_at, ended_at'));
  return null;
end $$;
create trigger count_added_shifts after insert on public.shifts
  referencing new table as added for each statement execute function private.count_shifts();
create trigger count_changed_shifts after update on public.shifts
  referencing old table as removed new table as added for each statement execute function private.count_shifts();
create trigger count_removed_shifts after delete on public.shifts
  referencing old table as removed for each statement execute function private.count_shifts();

-- Counts a device at its first heartbeat of a day.
create function private.count_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  zone constant text := private.company_zone();
  today constant date := (new.last_seen at time zone zone)::date;
begin
  if tg_op = 'UPDATE' and (old.last_seen at time zone zone)::date >= today then
    return null;
  end if;
  insert into private.report_days as t (day, devices) values (today, 1)
  on conflict (day) do update set devices = t.devices + 1;
  return null;
end $$;
create trigger count_new_device after insert on public.devices
  for each row execute function private.count_device();
-- Few heartbeats are the first of an hour: the condition keeps the others from the cost of a function. All zones of Chile are
-- full hours from UTC.
create trigger count_device_of_day after update of last_seen on public.devices for each row
  when (date_trunc('hour', old.last_seen, 'UTC') < date_trunc('hour', new.last_seen, 'UTC'))
  execute function private.count_device();

-- Returns the names that are counted: the panels that passengers open, and the links that they use. A test compares them
-- with shared/usage.ts.
create function private.usage_names() returns text[] language sql immutable set search_path = '' as $$
  select array['airport', 'safety', 'routes', 'return', 'tours', 'places', 'talk', 'legal', 'guide', 'map', 'driver',
    'rating', 'display', 'whatsapp', 'whatsappCode']
$$;

-- Active drivers. Adds counts of a device: `uses` is an array of `{day, name, language, uses}`. A batch that arrives again
-- counts once. Unknown names and days are left out: an older device may know others. A driver sends at most 100 batches a
-- day, of at most 500 entries, each of at most 1,000 uses, so that no driver can fill the table.
create function public.count_usage(batch uuid, uses jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_batches constant integer := 100;
  today constant date := private.chile_today();
  driver constant uuid := private.own_active_driver();
  caller bytea;
begin
  if driver is null then
    perform private.refuse(403, 'not_driver', 'Only devices of active drivers count what is used');
  end if;
  if (batch is not null and jsonb_typeof(count_usage.uses) = 'array' and jsonb_array_length(count_usage.uses) <= 500
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(count_usage.uses) when 'array' then count_usage.uses else '[]' end)
        as entry
      where (entry ->> 'day' ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]|29|30|31)$'
        and entry ->> 'language' ~ '^[a-z]{2}$' and char_length(entry ->> 'name') <= 40
        and entry ->> 'uses' ~ '^[1-9][0-9]{0,5}$') is not true)) is not true then
    perform private.refuse(400, 'validation_failed', 'The counts are not valid');
  end if;
  select private.hmac_sha256(convert_to(driver || ' ' || today, 'UTF8'), k.key) into caller
    from private.signing_keys k where k.name = 'usage_sender';
  perform pg_advisory_xact_lock(hashtextextended('usage from ' || encode(caller, 'hex'), 0));
  -- Days that are this old are left out below, so an older batch cannot count twice.
  delete from private.usage_batches b where b.received_at < now() - interval '40 days';
  if exists (select from private.usage_batches b where b.key = count_usage.batch) then
    return;
  end if;
  if (select count(*) from private.usage_batches b where b.sender = caller) >= most_batches then
    perform private.refuse(429, 'over_usage_rate_limit', 'Too many counts in one day',
      jsonb_build_object('Retry-After', '3600'));
  end if;
  insert into private.usage_batches (key, sender) values (count_usage.batch, caller) on conflict do nothing;
  -- Two drivers may send the same key at the same moment: it counts for one of them.
  if not found then
    return;
  end if;
  insert into private.usage_counts as t (day, name, language, uses)
  select (entry ->> 'day')::date, entry ->> 'name', entry ->> 'language',
    sum(least((entry ->> 'uses')::integer, 1000))
  from jsonb_array_elements(count_usage.uses) as entry
  where entry ->> 'name' = any (private.usage_names())
    and entry ->> 'day' between (today - 31)::text and (today + 1)::text
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, name, language) do update set uses = t.uses + excluded.uses;
end $$;

-- The report of a period (`now`) beside the one before, in days of Chile. Stars and seconds are sums over reviews, shifts and
-- answers to cases; `low` counts reviews of three stars or fewer.
create type public.report_reasons as (driving bigint, vehicle bigint, price bigint, route bigint, punctuality bigint,
  treatment bigint);
create type public.report_cases as (kind text, cases bigint, answered bigint, answer_seconds bigint);
create type public.report_usage as (name text, language text, uses bigint);
create type public.report_totals as (reviews bigint, stars bigint, low bigint, reasons public.report_reasons, shifts bigint,
  shift_seconds bigint, devices integer, cases public.report_cases[], usage public.report_usage[]);
create type public.report_point as (day date, reviews bigint, stars bigint, low bigint, shift_seconds bigint);
create type public.report_subject as (id uuid, name text, code text, reviews bigint, stars bigint, low bigint,
  reviews_before bigint, stars_before bigint, low_before bigint);
create type public.report_driver as (id uuid, name text, code text);
create type public.report_idle as (count bigint, rows public.report_driver[]);
create type public.report_expiry as (month text, count bigint);
create type public.report as (since date, until date, since_before date, until_before date, now public.report_totals,
  before public.report_totals, curve public.report_point[], drivers public.report_subject[],
  vehicles public.report_subject[], idle public.report_idle, expiring public.report_expiry);

-- Returns the company's totals of a period; `devices` is the day with the most. Only reviews of three stars or fewer have
-- reasons.
create function private.report_totals(since date, until date) returns public.report_totals
language sql stable set search_path = '' as $$
  select coalesce(sum(d.reviews), 0), coalesce(sum(d.stars), 0), coalesce(sum(d.low), 0), (
      select row(count(*) filter (where 'driving' = any (reasons)), count(*) filter (where 'vehicle' = any (reasons)),
        count(*) filter (where 'price' = any (reasons)), count(*) filter (where 'route' = any (reasons)),
        count(*) filter (where 'punctuality' = any (reasons)),
        count(*) filter (where 'treatment' = any (reasons)))::public.report_reasons
      from public.reviews
      where rating <= 3 and hidden_at is null and created_at >= private.chile_midnight(since)
        and created_at < private.chile_midnight(until + 1)),
    coalesce(sum(d.shifts), 0), coalesce(sum(d.shift_seconds), 0)::bigint, coalesce(max(d.devices), 0), array(
      select row(kind, count(*), count(answered_at),
        coalesce(sum(floor(extract(epoch from answered_at - created_at))), 0))::public.report_cases
      from public.tickets
      where subject = 'case' and created_at >= private.chile_midnight(since)
        and created_at < private.chile_midnight(until + 1)
      group by kind order by count(*) desc, kind), array(
      select row(u.name, u.language, sum(u.uses))::public.report_usage from private.usage_counts u
      where u.day between since and until group by u.name, u.language order by u.name, u.language)
  from private.report_days d where d.day between since and until
$$;

-- Returns the curve of a period: its days, its weeks if it is longer than a month, its months if longer than half a year.
create function private.report_curve(since date, until date) returns setof public.report_point
language sql stable set search_path = '' as $$
  select part.first, coalesce(sums.reviews, 0), coalesce(sums.stars, 0), coalesce(sums.low, 0),
    coalesce(sums.shift_seconds, 0)::bigint
  from (
    select greatest(step::date, since) as first,
      least((step + length)::date - 1, until) as last
    from (select case when until - since < 31 then interval '1 day' when until - since < 183 then interval '7 days'
        else interval '1 month' end as length) as chosen
      cross join generate_series(case when length = interval '1 month' then date_trunc('month', since::timestamp)
        else since::timestamp end, until::timestamp, length) as step) as part
    cross join lateral (
      select sum(d.reviews) as reviews, sum(d.stars) as stars, sum(d.low) as low, sum(d.shift_seconds) as shift_seconds
      from private.report_days d where d.day between part.first and part.last) as sums
  order by part.first
$$;

-- The report reads these columns of a review and no row of the table.
create index reviews_shown_idx on public.reviews (created_at) include (rating, driver_id, vehicle_id)
  where hidden_at is null;

-- Returns the ten drivers and the ten vehicles with the most reviews of three stars or fewer, then with the lowest average,
-- each with the period before. Both come from one pass over the reviews, by pair of driver and vehicle. A plan that knows
-- the dates would read the whole table for three years, which takes longer than the index.
create function private.report_subjects(since date, until date, since_before date, until_before date,
  out drivers public.report_subject[], out vehicles public.report_subject[])
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
  with pairs as materialized (
    select driver_id, vehicle_id, count(*)::integer as reviews, sum(rating)::integer as stars,
      (count(*) filter (where rating <= 3))::integer as low
    from public.reviews
    where hidden_at is null and created_at >= private.chile_midnight(since)
      and created_at < private.chile_midnight(until + 1)
    group by driver_id, vehicle_id),
  sums as materialized (
    select driver_id, vehicle_id, sum(reviews) as reviews, sum(stars) as stars, sum(low) as low
    from pairs group by grouping sets ((driver_id), (vehicle_id))),
  worst as (
    (select *, row_number() over () as place from (
      select * from sums where driver_id is not null
      order by low desc, stars::numeric / reviews, reviews desc, driver_id limit 10) as ten)
    union all
    (select *, row_number() over () from (
      select * from sums where vehicle_id is not null
      order by low desc, stars::numeric / reviews, reviews desc, vehicle_id limit 10) as ten)),
  shown as (
    select w.driver_id, w.place, row(coalesce(w.driver_id, w.vehicle_id), coalesce(d.name, v.license_plate), d.driver_code,
      w.reviews, w.stars, w.low, b.reviews, b.stars, b.low)::public.report_subject as subject
    from worst w
      left join public.drivers d on d.id = w.driver_id
      left join public.vehicles v on v.id = w.vehicle_id
      cross join lateral (
        select count(*) as reviews, coalesce(sum(rating), 0) as stars, count(*) filter (where rating <= 3) as low
        from public.reviews
        where (driver_id = w.driver_id or vehicle_id = w.vehicle_id) and hidden_at is null
          and created_at >= private.chile_midnight(since_before)
          and created_at < private.chile_midnight(until_before + 1)) as b)
  select array(select subject from shown where driver_id is not null order by place),
    array(select subject from shown where driver_id is null order by place)
$$;

-- Returns the active drivers who began no shift in a period, the first ten by name; null for a company without vehicles,
-- which has no shifts, and for a period whose first shifts may have been deleted.
create function private.report_idle(since date, until date) returns public.report_idle
language sql stable set search_path = '' as $$
  with idle as materialized (
    select d.id, d.name, d.driver_code from public.drivers d
    where d.state = 'active' and not exists (
      select from public.shifts s where s.driver_id = d.id
        and s.started_at >= private.chile_midnight(since) and s.started_at < private.chile_midnight(until + 1)))
  select (select count(*) from idle),
    array(
      select row(i.id, i.name, i.driver_code)::public.report_driver
      from (select * from idle order by name, id limit 10) as i)
  where exists (select from public.vehicles)
    and since > private.chile_today() - coalesce(private.setting('shift_retention_days'), '365')::integer
$$;

-- Returns the period before one: the month before a whole month, else as many days.
create function private.period_before(since date, until date, out first date, out last date)
language sql immutable set search_path = '' as $$
  select case when since = date_trunc('month', since) and until = date_trunc('month', since) + interval '1 month - 1 day'
      then (since - interval '1 month')::date else since - (until - since + 1) end,
    since - 1
$$;

-- Staff. Returns the report of a period of at most three years, beside the period before. The documents that expire are
-- those that the list of documents shows for that month.
create function public.report(since date, until date) returns public.report
language plpgsql stable security definer set search_path = '' as $$
declare
  next_month constant date := date_trunc('month', private.chile_today()) + interval '1 month';
  result public.report;
begin
  perform private.require_staff();
  if (since between '2000-01-01' and until and until < '2200-01-01' and until - since < 1100) is not true then
    perform private.refuse(400, 'validation_failed', 'The period is not valid');
  end if;
  result.since := since;
  result.until := until;
  select * into result.since_before, result.until_before from private.period_before(since, until);
  result.now := private.report_totals(since, until);
  result.before := private.report_totals(result.since_before, result.until_before);
  result.curve := array(select p from private.report_curve(since, until) p);
  select s.drivers, s.vehicles into result.drivers, result.vehicles
    from private.report_subjects(since, until, result.since_before, result.until_before) s;
  result.idle := private.report_idle(since, until);
  result.expiring := row(to_char(next_month, 'YYYY-MM'), (
    select count(*) from public.documents d
    where d.expires_on >= next_month and d.expires_on < next_month + interval '1 month'))::public.report_expiry;
  return result;
end $$;

-- The server, hourly. Returns the administrators to whom the mail about last month is not sent yet. None in the second half
-- of a month, none about a month without reviews, cases and shifts, and none while the setting `report_mail` is off.
create function private.due_report_mails() returns table (account_id uuid, email text, language text, month date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', last_month.first
  from (select (date_trunc('month', private.chile_today()) - interval '1 month')::date as first,
      (date_trunc('month', private.chile_today()) - interval '1 day')::date as last) as last_month
    cross join auth.users u
  where coalesce(private.setting('report_mail'), 'true') = 'true' and extract(day from private.chile_today()) <= 15
    and private.is_active_administrator(u) and u.email <> ''
    and (exists (select from private.report_days d
        where d.day between last_month.first and last_month.last and d.reviews + d.shifts > 0)
      or exists (select from public.tickets t
        where t.subject = 'case' and t.created_at >= private.chile_midnight(last_month.first)
          and t.created_at < private.chile_midnight(last_month.last + 1)))
    and not exists (select from private.report_mails m where m.account_id = u.id and m.month = last_month.first)
  order by u.id
$$;

grant execute on function public.report(date, date), public.count_usage(uuid, jsonb) to authenticated;
