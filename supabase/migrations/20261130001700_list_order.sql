-- The lists of shifts, devices, reviews and announcements could not be sorted by a press on a heading. Released functions
-- keep their arguments, so each has a function beside it that takes the order, and calls that.
-- Staff. Returns a page of the devices in the order of `sort`: `name` (Tablet 2 before Tablet 10), `license_plate`,
-- `last_seen`, downwards behind “-”, devices without it last; empty, those that need attention first, then by name. `state`
-- keeps only the devices in that state, or in none (`fine`). The planner must see the order.
create function public.list_devices_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', state text default '', version text default '')
returns table (id uuid, name text, driver_id uuid, driver_name text, license_plate text, states text[],
  app_version text, content_release integer, last_seen timestamptz, last_painted_at timestamptz, battery smallint,
  charging boolean, network text, storage_used bigint, storage_persisted boolean, wake_lock text,
  clock_offset_ms bigint, unsent_ratings integer, screen text, last_error text, report text, reported_at timestamptz,
  wanted_action text, wanted_at timestamptz, done_action text, done_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(search) <= 100
    and list_devices_by.sort in ('', 'name', '-name', 'license_plate', '-license_plate', 'last_seen', '-last_seen')
    and char_length(state) <= 20 and char_length(version) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  return query with matching as materialized (
      -- An old version, older content and ratings that wait pass by themselves.
      select f.*, t.last_seen, case when f.states = '{}' then 2
        when f.states <@ array['old', 'release', 'ratings'] then 1 else 0 end as rank,
        lower(substring(f.name from '^[^0-9]*')) as word, substring(f.name from '[0-9]+')::numeric as number
      from private.described_devices(search, version) f
        left join public.devices t on sort in ('last_seen', '-last_seen') and t.id = f.id
      where state = '' or state = any (f.states) or state = 'fine' and f.states = '{}'),
    shown as materialized (
      select array(select m.id from matching m order by
          case sort when '' then m.rank when 'name' then (m.name = '')::integer when '-name' then (m.name = '')::integer end,
          case sort when 'license_plate' then m.license_plate end,
          case sort when '-license_plate' then m.license_plate end desc nulls last,
          case sort when 'last_seen' then m.last_seen end, case sort when '-last_seen' then m.last_seen end desc,
          case sort when '-name' then m.word end desc, case sort when '-name' then m.number end desc nulls last,
          m.word, m.number nulls first, lower(m.name), m.id
        limit per_page offset (list_devices_by.page - 1) * per_page::bigint) as ids)
    select d.id, d.name, d.driver_id, m.driver_name, m.license_plate, m.states, d.app_version, d.content_release,
      d.last_seen, d.last_painted_at, d.battery, d.charging, d.network, d.storage_used, d.storage_persisted, d.wake_lock,
      d.clock_offset_ms, d.unsent_ratings, d.screen, d.last_error, d.report, d.reported_at, d.wanted_action, d.wanted_at,
      d.done_action, d.done_at, (select count(*) from matching)
    from shown cross join lateral unnest(shown.ids) with ordinality as each (id, place)
      join matching m using (id) join public.devices d using (id)
    order by each.place;
end $$;

-- Staff. Returns a page of the devices, those that need attention first, as `list_devices_by` filters them. Older panels
-- call it.
create or replace function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns table (id uuid, name text, driver_id uuid, driver_name text, license_plate text, states text[],
  app_version text, content_release integer, last_seen timestamptz, last_painted_at timestamptz, battery smallint,
  charging boolean, network text, storage_used bigint, storage_persisted boolean, wake_lock text,
  clock_offset_ms bigint, unsent_ratings integer, screen text, last_error text, report text, reported_at timestamptz,
  wanted_action text, wanted_at timestamptz, done_action text, done_at timestamptz, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_devices_by('', page, per_page, search, state, version)
$$;

-- Staff. Returns a page of the shifts in the order of `sort`: `license_plate`, `driver_name`, `started_at`, downwards
-- behind “-”, shifts without it last; empty, newest first. `search` is a plate or a part of one, or words of a driver's
-- name and code. `since` and `until` keep the shifts that touch this time, both ends included; equal, they are a moment.
-- With `began` they keep those that began from `since` until before `until`, as the report counts them. `state` is `open`,
-- or empty for all. `before` and `before_id` continue below a shift, for an export of any length, without `total`. The
-- planner must see the filters and the order: each has its own index.
create function public.list_shifts_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', driver uuid default null, state text default '', since timestamptz default null,
  until timestamptz default null, before timestamptz default null, before_id uuid default null,
  began boolean default false)
returns table (id uuid, driver_id uuid, driver_name text, driver_code text, driver_phone text, license_plate text,
  device_name text, started_at timestamptz, ended_at timestamptz, forgotten boolean, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  plate constant text := nullif(private.plate_of(left(list_shifts_by.search, 100)), '');
  words constant text[] :=
    string_to_array(nullif(private.fold(btrim(left(list_shifts_by.search, 100))), ''), ' ');
  is_whole_plate constant boolean := exists (select from public.vehicles v where v.license_plate = plate)
    or exists (select from public.shifts s where s.license_plate = plate);
  is_filtered constant boolean := words is not null or list_shifts_by.driver is not null or list_shifts_by.state <> ''
    or since is not null or list_shifts_by.until is not null;
  first constant bigint := case when before is null then (list_shifts_by.page - 1) * per_page::bigint else 0 end;
  drivers uuid[];
  vehicles uuid[];
  shown uuid[];
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_shifts_by.sort in ('', 'license_plate', '-license_plate', 'driver_name', '-driver_name', 'started_at',
      '-started_at')
    and list_shifts_by.state in ('', 'open') and (since is null or until is null or since <= until)
    and (before is null) = (before_id is null)) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  if is_filtered then
    vehicles := array(select v.id from public.vehicles v
      where v.license_plate = plate or not is_whole_plate and strpos(v.license_plate, plate) > 0);
    drivers := array(select d.id from public.drivers d where not is_whole_plate and not exists (
      select from unnest(words) as word where strpos(private.fold(concat_ws(' ', d.name, d.driver_code)), word) = 0));
    -- Materialised, because in the order of time the planner would walk through all shifts for a page of a few.
    with matching as materialized (
      select s.id, s.driver_id, s.driver_name, s.license_plate, s.started_at from public.shifts s
      where (words is null or s.vehicle_id = any (vehicles) or s.driver_id = any (drivers) or s.license_plate = plate
          -- Only the shift itself knows the name and plate of deleted drivers and vehicles.
          or (s.driver_id is null or s.vehicle_id is null) and not is_whole_plate and (
            strpos(s.license_plate, plate) > 0 or not exists (
              select from unnest(words) as word
              where strpos(private.fold(concat_ws(' ', s.driver_name, s.driver_code)), word) = 0)))
        and (list_shifts_by.driver is null or s.driver_id = list_shifts_by.driver)
        and (list_shifts_by.state = '' or s.ended_at is null)
        and (began or since is null and list_shifts_by.until is null
          or tstzrange(s.started_at, s.ended_at, '[]') && tstzrange(since, list_shifts_by.until, '[]'))
        and (not began or s.started_at >= coalesce(since, '-infinity')
          and s.started_at < coalesce(list_shifts_by.until, 'infinity'))
        and (before is null or (s.started_at, s.id) < (before, before_id)))
    select case when before is null then (select count(*) from matching) end, array(
        select s.id from matching s left join public.drivers d on d.id = s.driver_id
          cross join lateral (select case ltrim(sort, '-') when 'license_plate' then s.license_plate
            when 'driver_name' then coalesce(d.name, s.driver_name) end) as sorted (word)
        order by case when sort not like '-%' then sorted.word end, sorted.word desc nulls last,
          case sort when 'started_at' then s.started_at end, s.started_at desc, s.id desc
        limit per_page offset first)
      into total, shown;
  else
    shown := array(
      select s.id from public.shifts s left join public.drivers d on d.id = s.driver_id
        cross join lateral (select case ltrim(sort, '-') when 'license_plate' then s.license_plate
          when 'driver_name' then coalesce(d.name, s.driver_name) end) as sorted (word)
      where before is null or (s.started_at, s.id) < (before, before_id)
      order by case when sort not like '-%' then sorted.word end, sorted.word desc nulls last,
        case sort when 'started_at' then s.started_at end, s.started_at desc, s.id desc
      limit per_page offset first);
    if before is null then
      total := (select count(*) from public.shifts);
    end if;
  end if;
  return query select s.id, s.driver_id, coalesce(d.name, s.driver_name), coalesce(d.driver_code, s.driver_code),
      coalesce(d.contact, s.driver_phone), s.license_plate, nullif(t.name, ''), s.started_at, s.ended_at,
      s.ended_at is null and s.started_at < now() - private.forgotten_after(), list_shifts_by.total
    from public.shifts s left join public.drivers d on d.id = s.driver_id left join public.devices t on t.id = s.device_id
    where s.id = any (shown) order by array_position(shown, s.id);
end $$;

-- Staff. Returns a page of the shifts, newest first, as `list_shifts_by` filters them. Older panels call it.
create or replace function public.list_shifts(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, state text default '', since timestamptz default null, until timestamptz default null,
  before timestamptz default null, before_id uuid default null, began boolean default false)
returns table (id uuid, driver_id uuid, driver_name text, driver_code text, driver_phone text, license_plate text,
  device_name text, started_at timestamptz, ended_at timestamptz, forgotten boolean, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_shifts_by('', page, per_page, search, driver, state, since, until, before, before_id, began)
$$;

-- Staff. Returns a page of the active drivers who have begun no shift today and have none open, or who began none from the
-- day `since` to the day `until`; each with the last shift. In the order of `sort`: `driver_name`, or of the last shift
-- `license_plate` or `started_at`, downwards behind “-”, those who never drove last; empty, by name.
create function public.list_drivers_without_shift_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', since date default null, until date default null)
returns table (id uuid, name text, driver_code text, contact text, license_plate text, started_at timestamptz,
  ended_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_drivers_without_shift_by.search, 100))), ' ');
  is_today constant boolean := since is null and list_drivers_without_shift_by.until is null;
  first_day constant date := case when is_today then private.chile_today() else coalesce(since, '-infinity') end;
  last_day constant date := coalesce(list_drivers_without_shift_by.until, 'infinity');
  begins constant timestamptz := private.chile_midnight(first_day);
  ends constant timestamptz := private.chile_midnight(last_day + 1);
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_drivers_without_shift_by.sort in ('', 'license_plate', '-license_plate', 'driver_name', '-driver_name',
      'started_at', '-started_at') and first_day <= last_day) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  return query with matching as materialized (
      select d.id, d.name, d.driver_code, d.contact from public.drivers d
      where d.state = 'active'
        and not (is_today and exists (select from public.shifts s where s.driver_id = d.id and s.ended_at is null))
        and not exists (select from public.shifts s where s.driver_id = d.id
          and s.started_at >= begins and s.started_at < ends)
        and not exists (select from unnest(words) as word
          where strpos(private.fold(concat_ws(' ', d.name, d.driver_code, d.license_plate)), word) = 0)),
    shown as materialized (
      select d.*, row_number() over (order by
          case sort when 'license_plate' then last.license_plate end,
          case sort when '-license_plate' then last.license_plate end desc nulls last,
          case sort when 'started_at' then last.started_at end,
          case sort when '-started_at' then last.started_at end desc nulls last,
          case sort when '-driver_name' then d.name end desc, d.name, d.id) as place
      -- Every driver's last shift is read only where it decides: the planner sees the order.
      from matching d left join lateral (
        select s.license_plate, s.started_at from public.shifts s
        where s.driver_id = d.id and sort not in ('', 'driver_name', '-driver_name')
        order by s.started_at desc limit 1) as last on true
      order by place limit per_page offset (list_drivers_without_shift_by.page - 1) * per_page::bigint)
    select d.id, d.name, d.driver_code, d.contact, last.license_plate, last.started_at, last.ended_at,
      (select count(*) from matching)
    from shown d left join lateral (
      select s.license_plate, s.started_at, s.ended_at from public.shifts s where s.driver_id = d.id
      order by s.started_at desc limit 1) as last on true
    order by d.place;
end $$;

-- Staff. Returns a page of the same drivers by name, as `list_drivers_without_shift_by` filters them. Older panels call it.
create or replace function public.list_drivers_without_shift(page integer default 1, per_page integer default 25,
  search text default '', since date default null, until date default null)
returns table (id uuid, name text, driver_code text, contact text, license_plate text, started_at timestamptz,
  ended_at timestamptz, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_drivers_without_shift_by('', page, per_page, search, since, until)
$$;

-- Staff. Returns a page of the reviews in the order of `sort`: `rating`, `created_at`, downwards behind “-”; empty, newest
-- first. `search` is a plate or a part of one, or words of a driver's name and code; `stars` is `1` to `5`, or `low` for
-- three and fewer; `state` is `shown` or `hidden`; empty text stands for all. `since` is inclusive, `until` exclusive.
-- `before` and `before_id` continue below a review, for an export of any length, without `total`.
create function public.list_reviews_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', driver uuid default null, vehicle uuid default null, stars text default '',
  reason text default '', state text default '', since timestamptz default null, until timestamptz default null,
  before timestamptz default null, before_id uuid default null)
returns table (id uuid, rating smallint, reasons text[], comment text, by_link boolean, created_at timestamptz,
  driver_id uuid, driver_name text, driver_code text, vehicle_id uuid, license_plate text, hidden_at timestamptz,
  hidden_by text, hidden_reason text, note text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A page among so many rows or fewer is sorted; among more of them, an index in the order of the list finds it sooner.
  few constant integer := 20000;
  plate constant text := nullif(private.plate_of(left(list_reviews_by.search, 100)), '');
  words constant text[] :=
    string_to_array(nullif(private.fold(btrim(left(list_reviews_by.search, 100))), ''), ' ');
  is_whole_plate constant boolean := exists (select from public.vehicles v where v.license_plate = plate);
  first constant bigint := case when before is null then (list_reviews_by.page - 1) * per_page::bigint else 0 end;
  -- Without a lower bound for `low`, which then has an index of its own.
  fewest_stars constant smallint := case when list_reviews_by.stars ~ '^[1-5]$' then list_reviews_by.stars::smallint end;
  most_stars constant smallint := case when list_reviews_by.stars = 'low' then 3 else fewest_stars end;
  order_of_list constant text := case sort when 'rating' then 'r.rating, ' when '-rating' then 'r.rating desc, '
    when 'created_at' then 'r.created_at, ' else '' end || 'r.created_at desc, r.id desc';
  -- Dynamic, so that the planner sees the filters: each has its own index.
  filters constant text := $filters$
    ($1 is null or r.driver_id = $1) and ($2 is null or r.vehicle_id = $2)
    and ($3 is null or r.rating <= $3) and ($14 is null or r.rating >= $14) and ($4 = '' or r.reasons @> array[$4])
    and ($5 <> 'hidden' or r.hidden_at is not null) and ($5 <> 'shown' or r.hidden_at is null)
    and ($6 is null or r.created_at >= $6) and ($7 is null or r.created_at < $7)
    and ($8 is null or (r.created_at, r.id) < ($8, $9))
    and ($10 is null or r.driver_id = any ($10) or r.vehicle_id = any ($11)) $filters$;
  drivers uuid[];
  vehicles uuid[];
  shown uuid[];
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_reviews_by.stars in ('', 'low', '1', '2', '3', '4', '5') and list_reviews_by.state in ('', 'shown', 'hidden')
    and (list_reviews_by.reason = '' or private.are_review_reasons(array[list_reviews_by.reason]))
    and (before is null) = (before_id is null) and (sort = '' or before is null)
    and list_reviews_by.sort in ('', 'rating', '-rating', 'created_at', '-created_at')) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  if words is not null then
    vehicles := array(select v.id from public.vehicles v
      where v.license_plate = plate or not is_whole_plate and strpos(v.license_plate, plate) > 0);
    drivers := array(select d.id from public.drivers d where not is_whole_plate and not exists (
      select from unnest(words) as word where strpos(private.fold(concat_ws(' ', d.name, d.driver_code)), word) = 0));
  end if;
  if before is null and driver is null and vehicle is null and list_reviews_by.stars = '' and reason = ''
    and list_reviews_by.state <> 'hidden' and since is null and list_reviews_by.until is null and words is null then
    -- The drivers' counters know nearly all: reading a million reviews would take longer than the page.
    total := (select coalesce(sum(d.review_count), 0) from public.drivers d)
      + (select count(*) from public.reviews r where r.driver_id is null and r.hidden_at is null)
      + (select count(*) from public.reviews r where r.hidden_at is not null and list_reviews_by.state = '');
  elsif before is null then
    execute 'select count(*) from public.reviews r where ' || filters into total
      using driver, vehicle, most_stars, reason, state, since, list_reviews_by.until, before, before_id, drivers, vehicles,
        per_page, first, fewest_stars;
  end if;
  execute case when total <= few
      then 'with matching as materialized (select r.id, r.rating, r.created_at from public.reviews r where ' || filters
        || ') select array(select r.id from matching r order by '
      else 'select array(select r.id from public.reviews r where ' || filters || ' order by ' end
    || order_of_list || ' limit $12 offset $13)' into shown
    using driver, vehicle, most_stars, reason, state, since, list_reviews_by.until, before, before_id, drivers, vehicles,
      per_page, first, fewest_stars;
  return query select r.id, r.rating, r.reasons, nullif(r.comment, 'No comment'), r.by_link, r.created_at,
      r.driver_id, d.name, d.driver_code, r.vehicle_id, coalesce(v.license_plate, s.license_plate), r.hidden_at,
      u.email::text, n.hidden_reason, n.note, list_reviews_by.total
    from public.reviews r left join public.drivers d on d.id = r.driver_id
      left join public.vehicles v on v.id = r.vehicle_id left join public.shifts s on s.id = r.shift_id
      left join private.review_notes n on n.review_id = r.id left join auth.users u on u.id = n.hidden_by
    where r.id = any (shown) order by array_position(shown, r.id);
end $$;

-- Staff. Returns a page of the reviews, newest first, or `lowest` first, as `list_reviews_by` filters them. Older panels
-- call it.
create or replace function public.list_reviews(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, vehicle uuid default null, stars text default '', reason text default '',
  state text default '', since timestamptz default null, until timestamptz default null, lowest boolean default false,
  before timestamptz default null, before_id uuid default null)
returns table (id uuid, rating smallint, reasons text[], comment text, by_link boolean, created_at timestamptz,
  driver_id uuid, driver_name text, driver_code text, vehicle_id uuid, license_plate text, hidden_at timestamptz,
  hidden_by text, hidden_reason text, note text, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_reviews_by(case when lowest then 'rating' else '' end, page, per_page, search, driver, vehicle,
    stars, reason, state, since, until, before, before_id)
$$;

-- Staff. Returns a page of the announcements by their last day for the `sort` `valid_until`, downwards behind “-”; newest
-- first if it is empty. `state` is `current`, `ended` (also the withdrawn ones), or empty for all. Each row says how many
-- drivers it is for, how many have read it, how many drivers or vehicles it names (`targets`), and the first three names.
create function public.list_announcements_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', state text default '')
returns table (id uuid, body text, language text, policy_version integer, audience text, valid_until date,
  created_at timestamptz, withdrawn_at timestamptz, author text, names text[], targets bigint, recipients bigint,
  reads bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_announcements_by.search, 100))), ' ');
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_announcements_by.sort in ('', 'valid_until', '-valid_until')
    and state in ('', 'current', 'ended')) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  return query with matching as materialized (
      select a.* from private.announcements a
        cross join lateral (select a.withdrawn_at is null and a.valid_until >= private.chile_today()) as holds (now)
      where list_announcements_by.state in ('', case when holds.now then 'current' else 'ended' end)
        and not exists (select from unnest(words) as word where strpos(private.fold(coalesce(a.body, '')), word) = 0)),
    shown as materialized (
      select m.*, row_number() over (order by case sort when 'valid_until' then m.valid_until end,
          case sort when '-valid_until' then m.valid_until end desc, m.created_at desc, m.id desc) as row
      from matching m order by row limit per_page offset (list_announcements_by.page - 1) * per_page::bigint)
    select s.id, s.body, s.language, s.policy_version, s.audience, s.valid_until, s.created_at, s.withdrawn_at,
      (select u.email::text from auth.users u where u.id = s.author_id), array(
        select coalesce(d.name, v.license_plate) from private.announcement_targets t
          left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
        where t.announcement_id = s.id order by 1 limit 3),
      (select count(*) from private.announcement_targets t where t.announcement_id = s.id),
      (select count(*) from private.announcement_recipients each where each.announcement_id = s.id), (
        select count(*) from private.announcement_reads r join public.drivers d on d.id = r.driver_id
        where r.announcement_id = s.id and d.state = 'active'), (select count(*) from matching)
    from shown s order by s.row;
end $$;

-- Staff. Returns a page of the announcements, newest first, as `list_announcements_by` filters them. Older panels call it.
create or replace function public.list_announcements(page integer default 1, per_page integer default 25, search text default '',
  state text default '')
returns table (id uuid, body text, language text, policy_version integer, audience text, valid_until date,
  created_at timestamptz, withdrawn_at timestamptz, author text, names text[], targets bigint, recipients bigint,
  reads bigint, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_announcements_by('', page, per_page, search, state)
$$;

grant execute on function public.list_devices_by(text, integer, integer, text, text, text),
  public.list_shifts_by(text, integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean),
  public.list_drivers_without_shift_by(text, integer, integer, text, date, date),
  public.list_reviews_by(text, integer, integer, text, uuid, uuid, text, text, text, timestamptz,
    timestamptz, timestamptz, uuid),
  public.list_announcements_by(text, integer, integer, text, text)
  to authenticated;
