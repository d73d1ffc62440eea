-- The report: what passengers said and asked, who drove, and what passengers opened on the devices.

-- The company's figures of each day in Chile. Triggers keep them, so that a year costs no more to read than a day.
create table private.report_days (
  day date primary key,
  -- Reviews that are not hidden, their stars, those of three stars or fewer, and how often each reason was given.
  reviews integer not null default 0,
  stars integer not null default 0,
  low integer not null default 0,
  driving integer not null default 0,
  vehicle integer not null default 0,
  price integer not null default 0,
  route integer not null default 0,
  punctuality integer not null default 0,
  treatment integer not null default 0,
  -- Shifts that began on this day, and the seconds that those which have ended lasted.
  shifts integer not null default 0,
  shift_seconds bigint not null default 0,
  -- Devices that were there on this day. A device that is deleted later stays counted.
  devices integer not null default 0
);
-- The reviews of each driver, and of each vehicle, by day, month and year: a long period adds up years and months.
create table private.review_figures (
  subject text not null check (subject in ('driver', 'vehicle')),
  period text not null check (period in ('day', 'month', 'year')),
  begins date not null,
  subject_id uuid not null,
  reviews integer not null,
  stars integer not null,
  low integer not null,
  primary key (subject, period, begins, subject_id)
);
create index review_figures_subject_id_idx on private.review_figures (subject_id, period, begins);
create index review_figures_empty_idx on private.review_figures (begins) where reviews = 0;
-- The cases that arrived on a day, how many of them were answered, and the seconds that took in all.
create table private.case_days (
  day date not null,
  kind text not null,
  cases integer not null,
  answered integer not null,
  answer_seconds bigint not null,
  primary key (day, kind)
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

-- Returns the statement that adds reviews to the figures. `source` is a query of their sign, created_at, driver_id,
-- vehicle_id, rating, reasons and hidden_at. It locks in one order, so that two of them cannot deadlock.
create function private.review_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    with counted as (
      select (created_at at time zone 'America/Santiago')::date as day, driver_id, vehicle_id, sum(sign) as reviews,
        sum(sign * rating) as stars, sum(sign * (rating <= 3)::integer) as low,
        sum(sign * ('driving' = any (reasons))::integer) as driving,
        sum(sign * ('vehicle' = any (reasons))::integer) as vehicle,
        sum(sign * ('price' = any (reasons))::integer) as price,
        sum(sign * ('route' = any (reasons))::integer) as route,
        sum(sign * ('punctuality' = any (reasons))::integer) as punctuality,
        sum(sign * ('treatment' = any (reasons))::integer) as treatment
      from (%s) as change where hidden_at is null group by 1, 2, 3),
    company as (
      insert into private.report_days as t
        (day, reviews, stars, low, driving, vehicle, price, route, punctuality, treatment)
      select day, sum(reviews), sum(stars), sum(low), sum(driving), sum(vehicle), sum(price), sum(route),
        sum(punctuality), sum(treatment)
      from counted group by day
      having (sum(reviews), sum(stars), sum(low), sum(driving), sum(vehicle), sum(price), sum(route), sum(punctuality),
        sum(treatment)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
      order by day
      on conflict (day) do update set reviews = t.reviews + excluded.reviews, stars = t.stars + excluded.stars,
        low = t.low + excluded.low, driving = t.driving + excluded.driving, vehicle = t.vehicle + excluded.vehicle,
        price = t.price + excluded.price, route = t.route + excluded.route,
        punctuality = t.punctuality + excluded.punctuality, treatment = t.treatment + excluded.treatment)
    insert into private.review_figures as t (subject, period, begins, subject_id, reviews, stars, low)
    select who.subject, part.period, part.begins, who.id, sum(reviews), sum(stars), sum(low)
    from counted
      cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date),
        ('year', date_trunc('year', day)::date)) as part (period, begins)
      cross join lateral (values ('driver', driver_id), ('vehicle', vehicle_id)) as who (subject, id)
    where who.id is not null
    group by 1, 2, 3, 4 having (sum(reviews), sum(stars), sum(low)) <> (0, 0, 0)
    order by 1, 2, 3, 4
    on conflict on constraint review_figures_pkey do update set reviews = t.reviews + excluded.reviews,
      stars = t.stars + excluded.stars, low = t.low + excluded.low
  $sql$, source)
$$;

-- Keeps the figures of reviews in step with every change, hiding included.
create function private.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute private.review_counting(private.changed_rows(tg_op,
    'created_at, driver_id, vehicle_id, rating, reasons, hidden_at'));
  delete from private.review_figures where reviews = 0;
  return null;
end $$;
create trigger count_added_reviews after insert on public.reviews
  referencing new table as added for each statement execute function private.count_reviews();
create trigger count_changed_reviews after update on public.reviews
  referencing old table as removed new table as added for each statement execute function private.count_reviews();
create trigger count_removed_reviews after delete on public.reviews
  referencing old table as removed for each statement execute function private.count_reviews();

-- Returns the statement that adds cases to the figures. `source` is a query of the sign, subject, kind, created_at and
-- answered_at of tickets.
create function private.case_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    insert into private.case_days as t (day, kind, cases, answered, answer_seconds)
    select (created_at at time zone 'America/Santiago')::date, kind, sum(sign),
      sum(sign * (answered_at is not null)::integer),
      coalesce(sum(sign * floor(extract(epoch from answered_at - created_at))), 0)
    from (%s) as change where subject = 'case' group by 1, 2
    having (sum(sign), sum(sign * (answered_at is not null)::integer),
      coalesce(sum(sign * floor(extract(epoch from answered_at - created_at))), 0)) <> (0, 0, 0)
    order by 1, 2
    on conflict (day, kind) do update set cases = t.cases + excluded.cases, answered = t.answered + excluded.answered,
      answer_seconds = t.answer_seconds + excluded.answer_seconds
  $sql$, source)
$$;

-- Keeps the figures of cases in step with every change.
create function private.count_cases() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute private.case_counting(private.changed_rows(tg_op, 'subject, kind, created_at, answered_at'));
  return null;
end $$;
create trigger count_added_cases after insert on public.tickets
  referencing new table as added for each statement execute function private.count_cases();
create trigger count_changed_cases after update on public.tickets
  referencing old table as removed new table as added for each statement execute function private.count_cases();
create trigger count_removed_cases after delete on public.tickets
  referencing old table as removed for each statement execute function private.count_cases();

-- Returns the statement that adds shifts to the figures. `source` is a query of their sign, started_at and ended_at.
create function private.shift_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    insert into private.report_days as t (day, shifts, shift_seconds)
    select (started_at at time zone 'America/Santiago')::date, sum(sign),
      coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)
    from (%s) as change group by 1
    having (sum(sign), coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)) <> (0, 0)
    order by 1
    on conflict (day) do update set shifts = t.shifts + excluded.shifts,
      shift_seconds = t.shift_seconds + excluded.shift_seconds
  $sql$, source)
$$;

-- Keeps the figures of shifts in step with every change. A shift that forget_shifts deletes stays in them: they name
-- nobody, and a report of a year compares it with the year before.
create function private.count_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.forgetting_shifts', true) = 'on' then
    return null;
  end if;
  execute private.shift_counting(private.changed_rows(tg_op, 'started_at, ended_at'));
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
begin
  insert into private.report_days as t (day, devices)
  values ((new.last_seen at time zone 'America/Santiago')::date, 1)
  on conflict (day) do update set devices = t.devices + 1;
  return null;
end $$;
create trigger count_new_device after insert on public.devices
  for each row execute function private.count_device();
-- Few heartbeats are the first of a day: the condition keeps the others from the cost of a function.
create trigger count_device_of_day after update of last_seen on public.devices for each row
  when ((old.last_seen at time zone 'America/Santiago')::date < (new.last_seen at time zone 'America/Santiago')::date)
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

-- Returns the company's totals of a period; `devices` is the day with the most.
create function private.report_totals(since date, until date) returns public.report_totals
language sql stable set search_path = '' as $$
  select coalesce(sum(d.reviews), 0), coalesce(sum(d.stars), 0), coalesce(sum(d.low), 0),
    row(coalesce(sum(d.driving), 0), coalesce(sum(d.vehicle), 0), coalesce(sum(d.price), 0), coalesce(sum(d.route), 0),
      coalesce(sum(d.punctuality), 0), coalesce(sum(d.treatment), 0))::public.report_reasons,
    coalesce(sum(d.shifts), 0), coalesce(sum(d.shift_seconds), 0)::bigint, coalesce(max(d.devices), 0), array(
      select row(c.kind, sum(c.cases), sum(c.answered), sum(c.answer_seconds))::public.report_cases
      from private.case_days c where c.day between since and until group by c.kind having sum(c.cases) > 0
      order by sum(c.cases) desc, c.kind), array(
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

-- Returns the reviews of a period by driver or by vehicle, of these only unless null. Whole years and months come from
-- their own figures, the rest from those of days.
create function private.reviews_by(subject text, since date, until date, subjects uuid[] default null)
returns table (id uuid, reviews bigint, stars bigint, low bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  first_month constant date := date_trunc('month', since + interval '1 month - 1 day');
  after_months constant date := greatest(date_trunc('month', until + interval '1 day')::date, first_month);
  first_year constant date := date_trunc('year', first_month + interval '1 year - 1 day');
  after_years constant date := greatest(date_trunc('year', after_months)::date, first_year);
begin
  return query select f.subject_id, sum(f.reviews), sum(f.stars), sum(f.low) from private.review_figures f
    where f.subject = reviews_by.subject and (reviews_by.subjects is null or f.subject_id = any (reviews_by.subjects))
      and (f.period = 'year' and f.begins >= first_year and f.begins < after_years
        or f.period = 'month' and f.begins >= first_month and f.begins < least(first_year, after_months)
        or f.period = 'month' and f.begins >= after_years and f.begins < after_months
        or f.period = 'day' and f.begins between reviews_by.since and least(reviews_by.until, first_month - 1)
        or f.period = 'day' and f.begins between after_months and reviews_by.until)
    group by f.subject_id;
end $$;

-- Returns the ten drivers or vehicles with the most reviews of three stars or fewer, then with the lowest average, each
-- with the period before.
create function private.report_subjects(subject text, since date, until date, since_before date, until_before date)
returns setof public.report_subject language sql stable set search_path = '' as $$
  with worst as materialized (
    select * from private.reviews_by(subject, since, until) r
    order by r.low desc, r.stars::numeric / nullif(r.reviews, 0), r.reviews desc, r.id limit 10)
  select w.id, coalesce(d.name, v.license_plate), d.driver_code, w.reviews, w.stars, w.low, coalesce(b.reviews, 0),
    coalesce(b.stars, 0), coalesce(b.low, 0)
  from worst w
    left join private.reviews_by(subject, since_before, until_before, array(select worst.id from worst)) b on b.id = w.id
    left join public.drivers d on d.id = w.id left join public.vehicles v on v.id = w.id
  order by w.low desc, w.stars::numeric / nullif(w.reviews, 0), w.reviews desc, w.id
$$;

-- Returns the active drivers who began no shift in a period, the first ten by name; null for a company without vehicles,
-- which has no shifts, and for a period whose first shifts may have been deleted.
create function private.report_idle(since date, until date) returns public.report_idle
language sql stable set search_path = '' as $$
  with idle as materialized (
    select d.id, d.name, d.driver_code from public.drivers d
    where d.state = 'active' and not exists (
      select from public.shifts s where s.driver_id = d.id
        and s.started_at >= since::timestamp at time zone 'America/Santiago'
        and s.started_at < (until + 1)::timestamp at time zone 'America/Santiago'))
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
  result.drivers := array(
    select s from private.report_subjects('driver', since, until, result.since_before, result.until_before) s);
  result.vehicles := array(
    select s from private.report_subjects('vehicle', since, until, result.since_before, result.until_before) s);
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
      or exists (select from private.case_days c
        where c.day between last_month.first and last_month.last and c.cases > 0))
    and not exists (select from private.report_mails m where m.account_id = u.id and m.month = last_month.first)
  order by u.id
$$;

grant execute on function public.report(date, date), public.count_usage(uuid, jsonb) to authenticated;
