-- The lists of shifts in the administration panel, and the correction of a forgotten end.

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
create function public.list_shifts(page integer default 1, per_page integer default 25, search text default '',
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
create function public.list_drivers_without_shift(page integer default 1, per_page integer default 25,
  search text default '', since date default null, until date default null)
returns table (id uuid, name text, driver_code text, contact text, license_plate text, started_at timestamptz,
  ended_at timestamptz, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_drivers_without_shift_by('', page, per_page, search, since, until)
$$;

-- Staff. Sets the end of a shift that the driver forgot to end. The new end lies between the start and the present end, or
-- now: a later one could overlap another shift. The audit log keeps both.
create function public.correct_shift_end(shift uuid, ended_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.shifts;
begin
  perform private.require_staff();
  select s.* into before from public.shifts s where s.id = correct_shift_end.shift for no key update;
  if not found then
    perform private.refuse(404, 'shift_not_found', 'There is no such shift');
  end if;
  if (correct_shift_end.ended_at between before.started_at and coalesce(before.ended_at, clock_timestamp())) is not true
  then
    perform private.refuse(400, 'shift_end_invalid', 'A shift ends between its start and its present end, or now');
  end if;
  if correct_shift_end.ended_at is not distinct from before.ended_at then
    return;
  end if;
  update public.shifts s set ended_at = correct_shift_end.ended_at where s.id = before.id;
  perform private.record_act('shift_corrected', 'access', jsonb_build_object('target', 'shift:' || before.id,
    'driver_id', before.driver_id, 'vehicle_id', before.vehicle_id, 'ended_before', before.ended_at,
    'ended_after', correct_shift_end.ended_at));
end $$;
grant execute on function
  public.list_shifts_by(text, integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean),
  public.list_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean),
  public.list_drivers_without_shift_by(text, integer, integer, text, date, date),
  public.list_drivers_without_shift(integer, integer, text, date, date), public.correct_shift_end(uuid, timestamptz)
  to authenticated;
