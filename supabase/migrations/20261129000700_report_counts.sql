-- The report reads reviews and cases themselves, over indexes; triggers count only shifts, devices and the
-- reviews of each day.
drop trigger count_added_cases on public.tickets;
drop trigger count_changed_cases on public.tickets;
drop trigger count_removed_cases on public.tickets;
drop function private.count_cases();
drop function private.case_counting(text);
drop function private.reviews_by(text, date, date, uuid[]);
drop function private.report_subjects(text, date, date, date, date);
drop table private.review_figures;
drop table private.case_days;
alter table private.report_days drop column driving, drop column vehicle, drop column price, drop column route,
  drop column punctuality, drop column treatment;

drop index public.reviews_low_idx;
create index reviews_low_idx on public.reviews (created_at desc) include (reasons)
  where rating <= 3 and hidden_at is null;
create index reviews_shown_idx on public.reviews (created_at) include (rating, driver_id, vehicle_id)
  where hidden_at is null;
create index tickets_created_at_idx on public.tickets (subject, created_at);

create function private.chile_midnight(day date) returns timestamptz language sql immutable
  return day::timestamp at time zone 'America/Santiago';

create or replace function private.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format($sql$
    insert into private.report_days as t (day, reviews, stars, low)
    select (created_at at time zone 'America/Santiago')::date, sum(sign), sum(sign * rating),
      sum(sign * (rating <= 3)::integer)
    from (%s) as change where hidden_at is null group by 1
    having (sum(sign), sum(sign * rating), sum(sign * (rating <= 3)::integer)) <> (0, 0, 0)
    order by 1
    on conflict (day) do update set reviews = t.reviews + excluded.reviews, stars = t.stars + excluded.stars,
      low = t.low + excluded.low
  $sql$, private.changed_rows(tg_op, 'created_at, rating, hidden_at'));
  return null;
end $$;

create or replace function private.count_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.forgetting_shifts', true) = 'on' then
    return null;
  end if;
  execute format($sql$
    insert into private.report_days as t (day, shifts, shift_seconds)
    select (started_at at time zone 'America/Santiago')::date, sum(sign),
      coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)
    from (%s) as change group by 1
    having (sum(sign), coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)) <> (0, 0)
    order by 1
    on conflict (day) do update set shifts = t.shifts + excluded.shifts,
      shift_seconds = t.shift_seconds + excluded.shift_seconds
  $sql$, private.changed_rows(tg_op, 'started_at, ended_at'));
  return null;
end $$;
drop function private.review_counting(text);
drop function private.shift_counting(text);

create or replace function private.report_totals(since date, until date) returns public.report_totals
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

create or replace function private.report_idle(since date, until date) returns public.report_idle
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

create or replace function public.report(since date, until date) returns public.report
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

create or replace function private.due_report_mails() returns table (account_id uuid, email text, language text, month date)
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
