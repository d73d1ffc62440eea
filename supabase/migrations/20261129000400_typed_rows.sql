-- Functions that lists read return typed rows, and documents of several parts composite types; the names of an older panel go.
-- One function refuses everybody but staff.
drop function public.find_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean);
drop function public.find_drivers_without_shift(integer, integer, text, date, date);
drop function public.note_review(uuid, text);
drop function private.report_of(date, date);
drop function private.require_announcer();
drop function private.require_printing();
drop function public.list_devices(integer, integer, text, text, text);
drop function private.new_invitation(uuid);
drop function public.invite_drivers(jsonb);
drop function public.renew_invitation(uuid);
drop function public.document_grid(text, text, text, uuid, date, uuid, uuid, integer, integer);
drop function public.document_owners(text[]);
drop function private.search_drivers(text[], text, text);
drop function private.search_vehicles(text[], text);
drop function private.search_documents(text);
drop function private.search_devices(text[]);
drop function private.search_accounts(text);
drop function public.search_company(text);
drop function public.list_reviews(integer, integer, text, uuid, uuid, text, text, text, timestamptz, timestamptz, boolean, timestamptz, uuid);
drop function private.review_summary(uuid, date, integer);
drop function public.review_trend(uuid);
drop function public.own_review_summary();
drop function private.report_totals(date, date);
drop function private.report_curve(date, date);
drop function private.report_subjects(text, date, date, date, date);
drop function private.report_idle(date, date);
drop function public.report(date, date);
drop function public.list_announcements(integer, integer, text, text);
drop function public.list_announcement_readers(uuid, integer, integer);

create type public.grid_document as (id uuid, kind_id uuid, expires_on date, days_left integer, state text,
  waiting boolean, has_file boolean);
create type public.found_item as (kind text, id uuid, title text, plate text, code text, state text, owner text,
  detail text);
create type public.review_week as (week date, count bigint, average numeric);
create type public.reason_count as (reason text, count bigint);
create type public.review_summary as (count bigint, average numeric, weeks public.review_week[],
  reasons public.reason_count[]);
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

create function private.require_staff() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office may do this');
  end if;
end $$;

create function private.drivers_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d where d.created_by = person
  union all select link.driver_id from public.user_drivers link where link.user_id = person
$$;

create or replace function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  record_kind constant text := replace(split_part(traits ->> 'target', ':', 1), 'vehicle_drivers', 'vehicle');
  record_id constant uuid := case when traits ->> 'target' ~ '^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(traits ->> 'target', ':', 2)::uuid end;
  found jsonb;
begin
  if record_id is null then
    return null;
  end if;
  found := case record_kind
    when 'driver' then (select jsonb_build_object('name', d.name) from public.drivers d where d.id = record_id)
    when 'user' then (select jsonb_build_object('name', coalesce(nullif(u.email, ''), u.phone))
      from auth.users u where u.id = record_id)
    when 'vehicle' then jsonb_build_object(
      'name', (select d.name from public.drivers d where d.id::text = traits ->> 'driver_id'),
      'plate', (select v.license_plate from public.vehicles v where v.id = record_id))
    when 'document' then (
      select jsonb_build_object('name', concat_ws(', ', k.name, d.name), 'plate', v.license_plate)
      from public.documents p join public.document_kinds k on k.id = p.kind_id
        left join public.drivers d on d.id = p.driver_id left join public.vehicles v on v.id = p.vehicle_id
      where p.id = record_id)
    when 'document_kind' then (select jsonb_build_object('name', k.name) from public.document_kinds k where k.id = record_id)
    when 'device' then (select jsonb_build_object('name', d.name) from public.devices d where d.id = record_id)
    when 'shift' then (
      select jsonb_build_object('name', coalesce(d.name, s.driver_name), 'plate', s.license_plate)
      from public.shifts s left join public.drivers d on d.id = s.driver_id where s.id = record_id)
    when 'route' then (select jsonb_build_object('name', r.name) from public.time_based_routes r where r.id = record_id)
  end;
  return jsonb_strip_nulls(jsonb_build_object('name', traits -> 'name', 'plate', traits -> 'plate'))
    || jsonb_strip_nulls(coalesce(found, '{}'));
end $$;

create or replace function private.lock_draft(expected_version integer, wanted jsonb default null) returns public.content_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
begin
  perform private.require_staff();
  select * into draft from public.content_drafts for update;
  if draft.version is distinct from expected_version and draft.content is distinct from wanted then
    perform private.refuse(409, 'content_conflict', 'The draft has changed; read it again and merge',
      details => jsonb_build_object('version', draft.version, 'updated_at', draft.updated_at, 'updated_by',
        (select u.email from auth.users u where u.id = draft.updated_by))::text);
  end if;
  return draft;
end $$;

create or replace function public.content_history()
returns table (id integer, note text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select r.id, r.note, r.published_at, coalesce(nullif(u.email, ''), u.phone)::text
    from public.content_releases r left join auth.users u on u.id = r.published_by order by r.id desc;
end $$;

create or replace function public.shift_retention() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return coalesce(private.setting('shift_retention_days'), '365')::integer;
end $$;

create or replace function private.shifts_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('license_plate', s.license_plate, 'started_at', s.started_at,
    'ended_at', s.ended_at, 'name', s.driver_name, 'code', s.driver_code, 'phone', s.driver_phone) order by s.started_at), '[]')
  from public.shifts s
  where s.account_id = person or s.driver_id in (select private.drivers_of(person))
$$;

create or replace function private.documents_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.name, 'number', d.number, 'issued_on', d.issued_on,
    'expires_on', d.expires_on, 'file', d.file, 'verified_at', d.verified_at, 'override_until', d.override_until,
    'override_reason', d.override_reason) order by d.created_at, d.id), '[]')
  from public.documents d join public.document_kinds k on k.id = d.kind_id
  where d.driver_id in (select private.drivers_of(person))
$$;

create or replace function public.ask_device(device uuid, action text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := nullif(action, '');
  driver uuid;
begin
  perform private.require_staff();
  if wanted not in ('reload', 'show_name', 'sign_out', 'lock') then
    perform private.refuse(400, 'validation_failed', 'No device knows this command');
  end if;
  update public.devices d set wanted_action = wanted,
    wanted_id = case when wanted is not null then gen_random_uuid() end,
    wanted_at = case when wanted is not null then now() end
  where d.id = device returning d.driver_id into driver;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such device');
  end if;
  perform private.signal_device(device, driver);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'device:' || device,
    'operation', 'changed', 'changed', coalesce('tablet_' || wanted, 'tablet_wish_withdrawn')));
end $$;

create function private.described_devices(search text, version text)
returns table (id uuid, name text, driver_name text, license_plate text, states text[])
language sql stable set search_path = '' as $$
  select * from (
    select d.id, d.name, r.name as driver_name, coalesce(v.license_plate, r.license_plate) as license_plate,
      array_remove(array[
        case when d.last_seen < now() - interval '12 minutes' then 'offline'
          when d.last_painted_at < d.last_seen - interval '2 minutes' then 'dark' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.battery <= 20 and d.charging is not true
          then 'battery' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.content_release < release.id then 'release' end,
        case when described_devices.version <> '' and d.app_version <> described_devices.version then 'old' end,
        case when abs(d.clock_offset_ms) > 120000 then 'clock' end,
        case when d.unsent_ratings > 0 then 'ratings' end], null) as states
    from (select private.release_to_take() as id) as release cross join public.devices d
      left join public.drivers r on r.id = d.driver_id left join public.vehicles v on v.id = d.vehicle_id) as described
  where not exists (select from string_to_table(private.fold(btrim(search)), ' ') as word
    where strpos(private.fold(concat_ws(' ', name, driver_name, license_plate)), word) = 0)
$$;

create function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns table (id uuid, name text, driver_id uuid, driver_name text, license_plate text, states text[],
  app_version text, content_release integer, last_seen timestamptz, last_painted_at timestamptz, battery smallint,
  charging boolean, network text, storage_used bigint, storage_persisted boolean, wake_lock text,
  clock_offset_ms bigint, unsent_ratings integer, screen text, last_error text, report text, reported_at timestamptz,
  wanted_action text, wanted_at timestamptz, done_action text, done_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(search) <= 100
    and char_length(state) <= 20 and char_length(version) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return query with matching as materialized (
      -- An old version, older content and ratings that wait pass by themselves.
      select f.*, case when f.states = '{}' then 2
        when f.states <@ array['old', 'release', 'ratings'] then 1 else 0 end as rank
      from private.described_devices(search, version) f
      where state = '' or state = any (f.states) or state = 'fine' and f.states = '{}'),
    shown as materialized (
      select * from matching m order by m.rank, lower(m.name), m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select d.id, d.name, d.driver_id, s.driver_name, s.license_plate, s.states, d.app_version, d.content_release,
      d.last_seen, d.last_painted_at, d.battery, d.charging, d.network, d.storage_used, d.storage_persisted, d.wake_lock,
      d.clock_offset_ms, d.unsent_ratings, d.screen, d.last_error, d.report, d.reported_at, d.wanted_action, d.wanted_at,
      d.done_action, d.done_at, (select count(*) from matching)
    from shown s join public.devices d on d.id = s.id order by s.rank, lower(s.name), s.id;
end $$;

create function public.device_counts(search text default '', version text default '')
returns table (fine bigint, offline bigint, dark bigint, battery bigint, old bigint, release bigint, clock bigint,
  ratings bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select count(*) filter (where f.states = '{}'), count(*) filter (where 'offline' = any (f.states)),
      count(*) filter (where 'dark' = any (f.states)), count(*) filter (where 'battery' = any (f.states)),
      count(*) filter (where 'old' = any (f.states)), count(*) filter (where 'release' = any (f.states)),
      count(*) filter (where 'clock' = any (f.states)), count(*) filter (where 'ratings' = any (f.states))
    from private.described_devices(left(search, 100), left(version, 40)) f;
end $$;

create or replace function public.create_device_link(driver uuid, name text) returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 30;
  lasts constant interval := '10 minutes';
begin
  perform private.require_staff();
  if (char_length(btrim(create_device_link.name)) between 1 and 60) is not true then
    perform private.refuse(400, 'validation_failed', 'A device needs a name of at most 60 characters');
  end if;
  if not exists (select from public.drivers d where d.id = driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if (private.account_of_tablet(driver)).id is null then
    perform private.refuse(409, 'driver_without_account', 'The driver has no account that a device could sign in with');
  end if;
  delete from private.device_links l where l.created_at < now() - interval '1 day';
  if (select count(*) from private.device_links l where l.created_at > now() - lasts) >= most then
    perform private.refuse(429, 'over_request_rate_limit', 'Too many links within ten minutes',
      jsonb_build_object('Retry-After', '60'));
  end if;
  token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  expires_at := now() + lasts;
  insert into private.device_links (token_hash, driver_id, name)
    values (sha256(convert_to(token, 'UTF8')), driver, btrim(create_device_link.name));
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || driver,
    'operation', 'created', 'changed', 'device_link'));
  return next;
end $$;

create or replace function private.tablets_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'first_seen', t.created_at, 'last_seen', t.last_seen,
    'app_version', t.app_version, 'network', t.network, 'last_error', t.last_error, 'report', t.report)
    order by t.created_at), '[]')
  from public.devices t
  where t.driver_id in (select private.drivers_of(person))
$$;

create or replace function public.driver_left(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.drivers d set left_at = now(), left_by = auth.uid() where d.id = driver_left.driver and d.left_at is null;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver')
      where not exists (select from public.drivers d where d.id = driver_left.driver);
    return;
  end if;
  delete from private.earlier_blocks b where b.user_id in (select private.accounts_of_driver(driver_left.driver));
  insert into private.earlier_blocks (user_id, blocked_until)
    select u.id, u.banned_until from auth.users u
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and u.banned_until > now() and u.banned_until < now() + private.leaving_block() / 2;
  update auth.users u set banned_until = now() + private.leaving_block(), updated_at = now()
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and coalesce(u.banned_until < now() + private.leaving_block() / 2, true);
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(driver_left.driver));
  update public.devices t set vehicle_id = null where t.driver_id = driver_left.driver;
  perform private.record_act('resource_modified', 'access',
    jsonb_build_object('target', 'driver:' || driver, 'operation', 'changed', 'changed', 'left_company'));
end $$;

create or replace function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  departure timestamptz;
begin
  perform private.require_staff();
  select d.left_at into departure from public.drivers d where d.id = driver_returned.driver for no key update;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if departure is null then
    return;
  end if;
  perform private.lift_leaving_block(driver_returned.driver);
  update public.drivers d set left_at = null, left_by = null, approved = true where d.id = driver_returned.driver;
  perform private.record_act('resource_modified', 'access',
    jsonb_build_object('target', 'driver:' || driver, 'operation', 'changed', 'changed', 'returned_to_company'));
end $$;

create function private.new_invitation(driver uuid, out token text, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  lasts constant interval := '7 days';
  stored_for constant interval := '37 days';
  invited public.drivers;
begin
  select * into invited from public.drivers d where d.id = driver for no key update;
  if invited.id is null then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if invited.has_account or invited.left_at is not null then
    perform private.refuse(409, 'driver_not_invited', 'The driver has an account already, or has left the company');
  end if;
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = driver and i.used_at is null and i.withdrawn_at is null;
  delete from public.driver_invitations i where i.created_at < now() - stored_for;
  token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  expires_at := now() + lasts;
  insert into public.driver_invitations (driver_id, token_hash, expires_at)
    values (driver, sha256(convert_to(token, 'UTF8')), new_invitation.expires_at);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || driver,
    'operation', 'changed', 'changed', 'invitation'));
end $$;

create function public.invite_drivers(drivers jsonb)
returns table (driver_id uuid, name text, contact text, token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 500;
  most_bytes constant integer := 200000;
  given record;
  wrong text;
  plate text;
  vehicle uuid;
  driver public.drivers;
begin
  perform private.require_staff();
  if jsonb_typeof(drivers) is distinct from 'array' or octet_length(drivers::text) > most_bytes
    or jsonb_array_length(drivers) not between 1 and most then
    perform private.refuse(400, 'validation_failed', 'Give a list of 1 to 500 drivers');
  end if;
  select string_agg(entry.driver_code, E'\n') into wrong from jsonb_to_recordset(drivers) as entry (driver_code text)
    where exists (select from public.drivers d
      where upper(d.driver_code) = upper(btrim(entry.driver_code)) and d.approved_at is not null);
  if wrong is not null then
    perform private.refuse(409, 'driver_code_taken', 'Other drivers have these codes', details => wrong);
  end if;
  select string_agg(entry.license_plate, E'\n') into wrong from jsonb_to_recordset(drivers) as entry (license_plate text)
    where private.plate_of(left(entry.license_plate, 100)) <> '' and exists (select from public.vehicles)
      and not exists (
        select from public.vehicles v where v.license_plate = private.plate_of(left(entry.license_plate, 100)));
  if wrong is not null then
    perform private.refuse(404, 'vehicle_not_found', 'No vehicles have these plates', details => wrong);
  end if;
  for given in select * from jsonb_to_recordset(drivers)
    as entry (name text, contact text, driver_code text, license_plate text) loop
    plate := nullif(private.plate_of(left(given.license_plate, 100)), '');
    select v.id into vehicle from public.vehicles v where v.license_plate = plate;
    insert into public.drivers (name, contact, driver_code, license_plate, created_by)
      values (given.name, given.contact, given.driver_code, case when vehicle is null then plate end, null)
      returning * into driver;
    if vehicle is not null then
      insert into public.vehicle_drivers (vehicle_id, driver_id) values (vehicle, driver.id);
    end if;
    return query select driver.id, driver.name, driver.contact, made.* from private.new_invitation(driver.id) as made;
  end loop;
end $$;

create function public.renew_invitation(driver uuid) returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select * from private.new_invitation(driver);
end $$;

create or replace function public.withdraw_invitation(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = driver and i.used_at is null and i.withdrawn_at is null;
  if found then
    perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || driver,
      'operation', 'changed', 'changed', 'invitation_withdrawn'));
  end if;
end $$;

create or replace function public.next_driver_code() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return coalesce((
    select prefix || lpad(next::text, greatest(width, length(next::text)), '0')
    from (
      select (array_agg(parts[1] order by parts[2]::bigint desc))[1] as prefix, max(parts[2]::bigint) + 1 as next,
        length((array_agg(parts[2] order by parts[2]::bigint desc))[1]) as width, count(*) as members
      from public.drivers d cross join regexp_match(d.driver_code, '^(.*?)([0-9]{1,9})$') as parts
      where parts is not null
      group by upper(parts[1])) as families
    order by members desc, next desc limit 1), '001');
end $$;

create function public.list_shifts(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, state text default '', since timestamptz default null, until timestamptz default null,
  before timestamptz default null, before_id uuid default null, began boolean default false)
returns table (id uuid, driver_id uuid, driver_name text, driver_code text, driver_phone text, license_plate text,
  device_name text, started_at timestamptz, ended_at timestamptz, forgotten boolean, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  plate constant text := nullif(private.plate_of(left(list_shifts.search, 100)), '');
  words constant text[] :=
    string_to_array(nullif(private.fold(btrim(left(list_shifts.search, 100))), ''), ' ');
  is_whole_plate constant boolean := exists (select from public.vehicles v where v.license_plate = plate)
    or exists (select from public.shifts s where s.license_plate = plate);
  first constant bigint := case when before is null then (list_shifts.page - 1) * per_page::bigint else 0 end;
  drivers uuid[];
  vehicles uuid[];
  shown uuid[];
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_shifts.state in ('', 'open') and (since is null or until is null or since <= until)
    and (before is null) = (before_id is null)) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  if words is null and list_shifts.driver is null and list_shifts.state = '' and since is null and list_shifts.until is null
  then
    shown := array(
      select s.id from public.shifts s where before is null or (s.started_at, s.id) < (before, before_id)
      order by s.started_at desc, s.id desc limit per_page offset first);
    if before is null then
      total := (select count(*) from public.shifts);
    end if;
  else
    vehicles := array(select v.id from public.vehicles v
      where v.license_plate = plate or not is_whole_plate and strpos(v.license_plate, plate) > 0);
    drivers := array(select d.id from public.drivers d where not is_whole_plate and not exists (
      select from unnest(words) as word where strpos(private.fold(concat_ws(' ', d.name, d.driver_code)), word) = 0));
    -- Materialised, because in the order of time the planner would walk through all shifts for a page of a few.
    with matching as materialized (
      select s.id, s.started_at from public.shifts s
      where (words is null or s.vehicle_id = any (vehicles) or s.driver_id = any (drivers) or s.license_plate = plate
          -- Only the shift itself knows the name and plate of deleted drivers and vehicles.
          or (s.driver_id is null or s.vehicle_id is null) and not is_whole_plate and (
            strpos(s.license_plate, plate) > 0 or not exists (
              select from unnest(words) as word
              where strpos(private.fold(concat_ws(' ', s.driver_name, s.driver_code)), word) = 0)))
        and (list_shifts.driver is null or s.driver_id = list_shifts.driver)
        and (list_shifts.state = '' or s.ended_at is null)
        and (began or since is null and list_shifts.until is null
          or tstzrange(s.started_at, s.ended_at, '[]') && tstzrange(since, list_shifts.until, '[]'))
        and (not began or s.started_at >= coalesce(since, '-infinity')
          and s.started_at < coalesce(list_shifts.until, 'infinity'))
        and (before is null or (s.started_at, s.id) < (before, before_id)))
    select case when before is null then (select count(*) from matching) end, array(
        select m.id from matching m order by m.started_at desc, m.id desc limit per_page offset first)
      into total, shown;
  end if;
  return query select s.id, s.driver_id, coalesce(d.name, s.driver_name), coalesce(d.driver_code, s.driver_code),
      coalesce(d.contact, s.driver_phone), s.license_plate, nullif(t.name, ''), s.started_at, s.ended_at,
      s.ended_at is null and s.started_at < now() - private.forgotten_after(), list_shifts.total
    from public.shifts s left join public.drivers d on d.id = s.driver_id left join public.devices t on t.id = s.device_id
    where s.id = any (shown) order by s.started_at desc, s.id desc;
end $$;

create function public.list_drivers_without_shift(page integer default 1, per_page integer default 25,
  search text default '', since date default null, until date default null)
returns table (id uuid, name text, driver_code text, contact text, license_plate text, started_at timestamptz,
  ended_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_drivers_without_shift.search, 100))), ' ');
  is_today constant boolean := since is null and list_drivers_without_shift.until is null;
  first_day constant date := case when is_today then private.chile_today() else coalesce(since, '-infinity') end;
  last_day constant date := coalesce(list_drivers_without_shift.until, 'infinity');
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and first_day <= last_day) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return query with matching as materialized (
      select d.id, d.name, d.driver_code, d.contact from public.drivers d
      where d.state = 'active'
        and not (is_today and exists (select from public.shifts s where s.driver_id = d.id and s.ended_at is null))
        and not exists (select from public.shifts s where s.driver_id = d.id
          and s.started_at >= first_day::timestamp at time zone 'America/Santiago'
          and s.started_at < (last_day + 1)::timestamp at time zone 'America/Santiago')
        and not exists (select from unnest(words) as word
          where strpos(private.fold(concat_ws(' ', d.name, d.driver_code, d.license_plate)), word) = 0)),
    shown as materialized (
      select * from matching d order by d.name, d.id
      limit per_page offset (list_drivers_without_shift.page - 1) * per_page::bigint)
    select d.id, d.name, d.driver_code, d.contact, last.license_plate, last.started_at, last.ended_at,
      (select count(*) from matching)
    from shown d left join lateral (
      select s.license_plate, s.started_at, s.ended_at from public.shifts s where s.driver_id = d.id
      order by s.started_at desc limit 1) as last on true
    order by d.name, d.id;
end $$;

create or replace function public.correct_shift_end(shift uuid, ended_at timestamptz) returns void
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
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'shift:' || before.id,
    'operation', 'changed', 'changed', 'ended_at', 'ended_before', before.ended_at,
    'ended_after', correct_shift_end.ended_at));
end $$;

create function public.document_grid(owner_kind text default '', search text default '', state text default '',
  kind uuid default null, month date default null, subject uuid default null, after uuid default null,
  page integer default 1, per_page integer default 25)
returns table (id uuid, owner text, name text, license_plate text, driver_code text, documents public.grid_document[],
  total bigint)
language plpgsql stable set search_path = '' as $$
declare
  chosen constant text := case when owner_kind in ('driver', 'vehicle') then owner_kind
    when exists (select from public.vehicles) then 'vehicle' else 'driver' end;
  words constant text[] := string_to_array(nullif(private.fold(btrim(search)), ''), ' ');
  plates constant text[] := array(select private.plate_of(t.word) from unnest(words) with ordinality as t (word, place)
    order by t.place);
  today constant date := private.chile_today();
  matching uuid[];
begin
  if document_grid.state = 'missing' then
    matching := array(select private.lacking_owners(chosen, document_grid.kind));
  elsif document_grid.state <> '' or document_grid.kind is not null or document_grid.month is not null then
    matching := array(select distinct coalesce(d.vehicle_id, d.driver_id) from public.documents d
      where (d.vehicle_id is not null) = (chosen = 'vehicle')
        and (document_grid.kind is null or d.kind_id = document_grid.kind)
        and (document_grid.month is null or d.expires_on >= date_trunc('month', document_grid.month)::date
          and d.expires_on < (date_trunc('month', document_grid.month) + interval '1 month')::date)
        and case document_grid.state when '' then true when 'waiting' then d.verified_at is null
          else d.verified_at is not null and private.document_state(d.expires_on - today) = document_grid.state end);
  end if;
  return query with found as materialized (
    select o.* from private.document_owners o
    where o.owner = chosen and (document_grid.subject is null or o.id = document_grid.subject)
      and (matching is null or o.id = any (matching))
      and (words is null or not exists (select from unnest(words, plates) as t (word, plate)
        where strpos(coalesce(o.license_plate, ''), t.plate) = 0
          and (chosen = 'vehicle' or strpos(private.fold(concat_ws(' ', o.name, o.driver_code)), t.word) = 0)))
      and (document_grid.after is null or (o.name, o.id) > (
        select a.name, a.id from private.document_owners a where a.id = document_grid.after))),
  shown as (
    select f.* from found f order by f.name, f.id
    limit least(greatest(per_page, 1), 100) offset least(greatest(per_page, 1), 100) * (greatest(page, 1) - 1))
  select s.id, s.owner, s.name, s.license_plate, s.driver_code, array(
      select row(d.id, d.kind_id, d.expires_on, d.expires_on - today, private.document_state(d.expires_on - today),
        d.verified_at is null, d.file is not null)::public.grid_document
      from public.documents d where d.vehicle_id = s.id or d.driver_id = s.id order by d.verified_at nulls last),
    (select count(*) from found)
  from shown s order by s.name, s.id;
end $$;

create function public.document_owners(names text[])
returns table (written text, owner text, id uuid, name text, driver_code text, documents public.documents[])
language sql stable set search_path = '' as $$
  with found as (
    select v.license_plate as written, 'vehicle' as owner, v.id, v.license_plate as name, null as driver_code
    from public.vehicles v where v.license_plate = any (names[1:20000])
    union all
    select private.plate_of(p.driver_code), 'driver', p.id, p.name, p.driver_code
    from public.drivers p where private.plate_of(p.driver_code) = any (names[1:20000]) and p.state <> 'left')
  select f.*, array(
    select d from public.documents d where (d.vehicle_id = f.id or d.driver_id = f.id) and d.verified_at is not null)
  from found f order by f.written, f.name, f.id
$$;

create or replace function public.settle_first_step(step text, value text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (step in ('whatsapp', 'vehicles') and char_length(value) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'There is no such step, or its value is too long');
  end if;
  insert into private.first_steps as s (step, value) values (settle_first_step.step, settle_first_step.value)
  on conflict on constraint first_steps_pkey do update set value = excluded.value, settled_at = now();
end $$;

create or replace function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return jsonb_build_object(
    'steps', private.today_steps(),
    'shifts', private.today_shifts(),
    'lines', (
      select coalesce(jsonb_agg(line) filter (where (line ->> 'count')::bigint > 0), '[]')
      from (
        select * from private.today_drivers() union all select private.today_reviews()
        union all select * from private.today_devices() union all select * from private.today_documents()
        union all select private.today_missing() union all select * from private.today_operations()) as lines (line)));
end $$;

create function private.search_drivers(words text[], bare text, phone text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'driver', d.id, d.name, d.license_plate, d.driver_code, d.state, null, null from (
    select * from public.drivers m
    where m.name || ' ' || m.driver_code ~* all (words) or m.license_plate like upper(bare)
      or m.contact like phone limit 200) as d
  order by d.left_at is not null, d.name, d.id limit 5
$$;

create function private.search_vehicles(words text[], bare text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'vehicle', v.id, null, v.license_plate, null, null, null, concat_ws(' · ', v.brand_model, v.colour)
  from public.vehicles v
  where v.license_plate like upper(bare) or concat_ws(' ', v.brand_model, v.registration_number) ~* all (words)
  order by v.license_plate limit 5
$$;

create function private.search_documents(number text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'document', t.id, t.number, v.license_plate, null, null, d.name, k.name from (
    select * from (
      select * from public.documents m where m.number ~* search_documents.number limit 200) as m
    order by m.number, m.id limit 5) as t
    join public.document_kinds k on k.id = t.kind_id
    left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
  order by t.number, t.id
$$;

create function private.search_devices(words text[]) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'device', t.id, t.name, null, null, null, null, (select d.name from public.drivers d where d.id = t.driver_id)
  from public.devices t where t.name <> '' and t.name ~* all (words)
  order by lower(t.name), t.id limit 5
$$;

create function private.search_accounts(address text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'user', u.id, u.email, null, null, null, null, (
    select d.name from public.user_drivers link join public.drivers d on d.id = link.driver_id where link.user_id = u.id)
  from auth.users u where u.email like address and u.deleted_at is null order by u.email limit 5
$$;

create function public.search_company(query text) returns setof public.found_item
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := btrim(regexp_replace(left(query, 200), '\s+', ' ', 'g'));
  bare constant text := lower(private.bare(typed));
  pattern constant text := '%' || private.literal(bare) || '%';
  -- Fewer digits are in too many numbers.
  phone constant text := coalesce(private.phone_of(typed), case when bare ~ '^[+]?[0-9]{6,}$' then pattern end);
  number constant text := (
    select string_agg(regexp_replace(letter, '([^[:alnum:]])', '\\\1'), '[ ./·_()-]*')
    from string_to_table(bare, null) as letter);
  words text[];
begin
  perform private.require_staff();
  if (char_length(query) <= 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A search has at most 100 characters');
  end if;
  if char_length(bare) < 2 then
    return;
  end if;
  words := array(
    select private.accent_blind(word) from string_to_table(typed, ' ') as word
    where private.bare(word) <> '' limit 6);
  return query select * from private.search_drivers(words, pattern, phone)
    union all select * from private.search_vehicles(words, pattern) union all select * from private.search_documents(number)
    union all select * from private.search_devices(words);
  if private.is_admin() then
    return query select * from private.search_accounts('%' || private.literal(lower(typed)) || '%');
  end if;
end $$;

create or replace function private.require_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform from public.reviews r where r.id = require_review.review for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such review');
  end if;
end $$;

create or replace function public.edit_review_note(review uuid, note text, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(edit_review_note.note);
  stored text;
begin
  perform private.require_review(edit_review_note.review);
  if char_length(written) > 2000 then
    perform private.refuse(400, 'validation_failed', 'A note has at most 2000 characters');
  end if;
  select n.note into stored from private.review_notes n where n.review_id = edit_review_note.review;
  -- A repeated call finds its own note.
  if stored is distinct from private.plain_text(edit_review_note.seen) and stored is distinct from written then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the note since', details => stored);
  end if;
  insert into private.review_notes as n (review_id, note) values (edit_review_note.review, written)
    on conflict (review_id) do update set note = excluded.note;
  perform private.record_review_act(edit_review_note.review, 'review_note');
end $$;

create function public.list_reviews(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, vehicle uuid default null, stars text default '', reason text default '',
  state text default '', since timestamptz default null, until timestamptz default null, lowest boolean default false,
  before timestamptz default null, before_id uuid default null)
returns table (id uuid, rating smallint, reasons text[], comment text, by_link boolean, created_at timestamptz,
  driver_id uuid, driver_name text, driver_code text, vehicle_id uuid, license_plate text, hidden_at timestamptz,
  hidden_by text, hidden_reason text, note text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A page among so many rows or fewer is sorted; among more of them, an index in the order of the list finds it sooner.
  few constant integer := 20000;
  plate constant text := nullif(private.plate_of(left(list_reviews.search, 100)), '');
  words constant text[] :=
    string_to_array(nullif(private.fold(btrim(left(list_reviews.search, 100))), ''), ' ');
  is_whole_plate constant boolean := exists (select from public.vehicles v where v.license_plate = plate);
  first constant bigint := case when before is null then (list_reviews.page - 1) * per_page::bigint else 0 end;
  -- Without a lower bound for `low`, which then has an index of its own.
  fewest_stars constant smallint := case when list_reviews.stars ~ '^[1-5]$' then list_reviews.stars::smallint end;
  most_stars constant smallint := case when list_reviews.stars = 'low' then 3 else fewest_stars end;
  order_of_list constant text := case when lowest then 'r.rating, r.created_at desc, r.id desc'
    else 'r.created_at desc, r.id desc' end;
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
    and list_reviews.stars in ('', 'low', '1', '2', '3', '4', '5') and list_reviews.state in ('', 'shown', 'hidden')
    and (list_reviews.reason = '' or private.are_review_reasons(array[list_reviews.reason]))
    and (before is null) = (before_id is null) and not (lowest and before is not null)) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  if words is not null then
    vehicles := array(select v.id from public.vehicles v
      where v.license_plate = plate or not is_whole_plate and strpos(v.license_plate, plate) > 0);
    drivers := array(select d.id from public.drivers d where not is_whole_plate and not exists (
      select from unnest(words) as word where strpos(private.fold(concat_ws(' ', d.name, d.driver_code)), word) = 0));
  end if;
  if before is null and driver is null and vehicle is null and list_reviews.stars = '' and reason = ''
    and list_reviews.state <> 'hidden' and since is null and list_reviews.until is null and words is null then
    -- The drivers' counters know nearly all: reading a million reviews would take longer than the page.
    total := (select coalesce(sum(d.review_count), 0) from public.drivers d)
      + (select count(*) from public.reviews r where r.driver_id is null and r.hidden_at is null)
      + (select count(*) from public.reviews r where r.hidden_at is not null and list_reviews.state = '');
  elsif before is null then
    execute 'select count(*) from public.reviews r where ' || filters into total
      using driver, vehicle, most_stars, reason, state, since, list_reviews.until, before, before_id, drivers, vehicles,
        per_page, first, fewest_stars;
  end if;
  execute case when total <= few
      then 'with matching as materialized (select r.id, r.rating, r.created_at from public.reviews r where ' || filters
        || ') select array(select r.id from matching r order by '
      else 'select array(select r.id from public.reviews r where ' || filters || ' order by ' end
    || order_of_list || ' limit $12 offset $13)' into shown
    using driver, vehicle, most_stars, reason, state, since, list_reviews.until, before, before_id, drivers, vehicles,
      per_page, first, fewest_stars;
  return query select r.id, r.rating, r.reasons, nullif(r.comment, 'No comment'), r.by_link, r.created_at,
      r.driver_id, d.name, d.driver_code, r.vehicle_id, coalesce(v.license_plate, s.license_plate), r.hidden_at,
      u.email::text, n.hidden_reason, n.note, list_reviews.total
    from public.reviews r left join public.drivers d on d.id = r.driver_id
      left join public.vehicles v on v.id = r.vehicle_id left join public.shifts s on s.id = r.shift_id
      left join private.review_notes n on n.review_id = r.id left join auth.users u on u.id = n.hidden_by
    where r.id = any (shown) order by array_position(shown, r.id);
end $$;

create function private.review_summary(driver uuid, until date, minimum integer) returns public.review_summary
language plpgsql stable set search_path = '' as $$
declare
  week_count constant integer := 12;
  midnight constant timestamptz := review_summary.until::timestamp at time zone 'America/Santiago';
  last_monday constant date := date_trunc('week', (review_summary.until - 1)::timestamp)::date;
  first_monday constant date := last_monday - 7 * (week_count - 1);
  given public.drivers;
  total bigint;
  summary public.review_summary;
begin
  select d.* into given from public.drivers d where d.id = review_summary.driver;
  -- The driver's own counters have the past; only the reviews since midnight have to be read.
  select given.review_count - count(*), given.rating_total - coalesce(sum(r.rating), 0) into summary.count, total
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at >= midnight;
  summary.average := case when summary.count >= minimum then round(total::numeric / nullif(summary.count, 0), 2) end;
  with recent as materialized (
    select r.rating, r.reasons, date_trunc('week', r.created_at at time zone 'America/Santiago')::date as week
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at < midnight
      and r.created_at >= first_monday::timestamp at time zone 'America/Santiago')
  select array(
      select row(monday::date, count(w.week), case when count(w.week) >= minimum then round(avg(w.rating), 2) end
        )::public.review_week
      from generate_series(first_monday::timestamp, last_monday, interval '7 days') as monday
        left join recent w on w.week = monday::date
      group by monday order by monday),
    array(
      select row(reason, count(*))::public.reason_count from recent, unnest(recent.reasons) as reason
      where (select count(*) from recent where reasons <> '{}') >= minimum
      group by reason order by count(*) desc, reason)
    into summary.weeks, summary.reasons;
  return summary;
end $$;

create function public.review_trend(driver uuid) returns public.review_summary
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return private.review_summary(review_trend.driver, private.chile_today() + 1, 1);
end $$;

create function public.own_review_summary() returns public.review_summary
language plpgsql stable security definer set search_path = '' as $$
declare
  driver constant uuid := case when private.session_alive() then private.own_driver_id() end;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only drivers read how they are rated');
  end if;
  return private.review_summary(driver, private.chile_today(), 3);
end $$;

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

create or replace function public.write_announcement(id uuid, body text, valid_until date, language text default 'es',
  drivers uuid[] default null, vehicles uuid[] default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 500;
  written constant text := private.plain_text(write_announcement.body);
begin
  perform private.require_staff();
  if (char_length(written) <= 1000 and num_nonnulls(drivers, vehicles) < 2 and write_announcement.id is not null
    and coalesce(cardinality(coalesce(drivers, vehicles)), 1) between 1 and most
    and write_announcement.valid_until between private.chile_today() and private.chile_today() + 366
    and write_announcement.language ~ '^[a-z]{2}$') is not true then
    perform private.refuse(400, 'validation_failed', 'The announcement lacks something, or has a value that it cannot have');
  end if;
  insert into private.announcements (id, body, language, audience, valid_until, author_id)
    values (write_announcement.id, written, write_announcement.language,
      case when drivers is not null then 'drivers' when vehicles is not null then 'vehicles' else 'all' end,
      write_announcement.valid_until, private.acting_account())
  on conflict on constraint announcements_pkey do nothing;
  if not found then
    return;
  end if;
  insert into private.announcement_targets (announcement_id, driver_id)
    select distinct write_announcement.id, named from unnest(drivers) as named;
  insert into private.announcement_targets (announcement_id, vehicle_id)
    select distinct write_announcement.id, named from unnest(vehicles) as named;
  perform private.record_announcement_act(write_announcement.id, 'created');
end $$;

create or replace function public.withdraw_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update private.announcements a set withdrawn_at = now()
    where a.id = withdraw_announcement.announcement and a.withdrawn_at is null;
  if found then
    perform private.record_announcement_act(announcement, 'changed', 'withdrawn_at');
  elsif not exists (select from private.announcements a where a.id = withdraw_announcement.announcement) then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement');
  end if;
end $$;

create function public.list_announcements(page integer default 1, per_page integer default 25, search text default '',
  state text default '')
returns table (id uuid, body text, language text, policy_version integer, audience text, valid_until date,
  created_at timestamptz, withdrawn_at timestamptz, author text, names text[], targets bigint, recipients bigint,
  reads bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_announcements.search, 100))), ' ');
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and state in ('', 'current', 'ended')) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return query with matching as materialized (
      select a.* from private.announcements a
        cross join lateral (select a.withdrawn_at is null and a.valid_until >= private.chile_today()) as holds (now)
      where list_announcements.state in ('', case when holds.now then 'current' else 'ended' end)
        and not exists (select from unnest(words) as word where strpos(private.fold(coalesce(a.body, '')), word) = 0)),
    shown as materialized (
      select m.* from matching m order by m.created_at desc, m.id desc
      limit per_page offset (list_announcements.page - 1) * per_page::bigint)
    select s.id, s.body, s.language, s.policy_version, s.audience, s.valid_until, s.created_at, s.withdrawn_at,
      (select u.email::text from auth.users u where u.id = s.author_id), array(
        select coalesce(d.name, v.license_plate) from private.announcement_targets t
          left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
        where t.announcement_id = s.id order by 1 limit 3),
      (select count(*) from private.announcement_targets t where t.announcement_id = s.id),
      (select count(*) from private.announcement_recipients each where each.announcement_id = s.id), (
        select count(*) from private.announcement_reads r join public.drivers d on d.id = r.driver_id
        where r.announcement_id = s.id and d.state = 'active'), (select count(*) from matching)
    from shown s order by s.created_at desc, s.id desc;
end $$;

create function public.list_announcement_readers(announcement uuid, page integer default 1, per_page integer default 25)
returns table (id uuid, name text, driver_code text, license_plate text, contact text, read_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000) is not true then
    perform private.refuse(400, 'validation_failed', 'The page is not valid');
  end if;
  return query select d.id, d.name, d.driver_code, d.license_plate, d.contact, r.read_at, count(*) over ()
    from private.announcement_recipients each join public.drivers d on d.id = each.driver_id
      left join private.announcement_reads r
        on r.announcement_id = each.announcement_id and r.driver_id = each.driver_id
    where each.announcement_id = list_announcement_readers.announcement
    order by r.read_at is not null, d.name, d.id
    limit per_page offset (list_announcement_readers.page - 1) * per_page::bigint;
end $$;

create or replace function private.forget_announcements(as_of timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with deleted as (
    delete from private.announcements a where a.valid_until < (as_of - interval '365 days')::date returning 1)
  select count(*) from deleted
$$;

create or replace function private.announcements_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'written', (
      select coalesce(jsonb_agg(jsonb_build_object('text', a.body, 'policy_version', a.policy_version,
        'created_at', a.created_at, 'withdrawn_at', a.withdrawn_at) order by a.created_at), '[]')
      from private.announcements a where a.author_id = person),
    'read', (
      select coalesce(jsonb_agg(jsonb_build_object('text', a.body, 'policy_version', a.policy_version,
        'read_at', r.read_at) order by r.read_at), '[]')
      from private.announcement_reads r join private.announcements a on a.id = r.announcement_id
      where r.driver_id in (select private.drivers_of(person))))
$$;

create or replace function public.register_cards(kind text, cards jsonb) returns table (id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 100;
  card record;
  driver public.drivers;
  company jsonb;
  registered integer := 0;
begin
  perform private.require_staff();
  if register_cards.kind is null or register_cards.kind not in ('credential', 'headrest', 'sticker')
    or jsonb_typeof(register_cards.cards) is distinct from 'array'
    or jsonb_array_length(register_cards.cards) not between 1 and most then
    perform private.refuse(400, 'validation_failed', 'One to 100 cards of one kind are printed at once');
  end if;
  company := private.card_company();
  for card in
    select case when entry ->> 'id' ~ '^[0-9a-f-]{36}$' then (entry ->> 'id')::uuid else gen_random_uuid() end as id,
      entry ->> 'driver' as driver, nullif(private.plate_of(left(entry ->> 'plate', 40)), '') as plate,
      private.plain_text(left(entry ->> 'licence', 40)) as licence
    from jsonb_array_elements(register_cards.cards) with ordinality as listed (entry, place) order by place
  loop
    return query select card.id;
    continue when private.is_registered(card.id);
    select d.* into driver from public.drivers d
      where d.id = case when card.driver ~ '^[0-9a-f-]{36}$' then card.driver::uuid end;
    if not found then
      perform private.refuse(404, 'driver_not_found', 'There is no such driver');
    end if;
    if register_cards.kind = 'credential' and (card.licence is null or card.plate is null) then
      perform private.refuse(400, 'validation_failed', 'A credential names the licence class and the plate');
    end if;
    insert into public.printed_cards
      (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, photo_url, details, printed_by)
      values (card.id, register_cards.kind, private.next_folio(register_cards.kind), driver.id,
        (select v.id from public.vehicles v where v.license_plate = card.plate), driver.name, card.plate,
        case when register_cards.kind = 'credential' then driver.photo_url end,
        jsonb_build_object('company', company) || case register_cards.kind
          when 'credential' then jsonb_build_object('licence', card.licence)
          else jsonb_build_object('code', driver.verification_code) end,
        private.acting_account());
    registered := registered + 1;
  end loop;
  if registered > 0 then
    perform private.record_act('resource_modified', 'access', jsonb_build_object(
      'target', 'card:' || register_cards.kind, 'operation', 'created', 'count', registered));
  end if;
end $$;

create or replace function public.issue_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  from_place constant text := private.plain_text(left(issue_receipt.origin, 200));
  to_place constant text := private.plain_text(left(issue_receipt.destination, 200));
  number_plate constant text := nullif(private.plate_of(left(issue_receipt.plate, 40)), '');
begin
  perform private.require_staff();
  if from_place is null or to_place is null or greatest(char_length(from_place), char_length(to_place)) > 120
    or issue_receipt.id is null or issue_receipt.pesos is null or issue_receipt.pesos not between 1 and 10000000
    or issue_receipt.taken_at is null
    or issue_receipt.taken_at not between now() - interval '2 years' and now() + interval '1 day' then
    perform private.refuse(400, 'validation_failed', 'The receipt lacks something, or has a value that it cannot have');
  end if;
  if private.is_registered(issue_receipt.id) then
    return;
  end if;
  if issue_receipt.driver is not null
    and not exists (select from public.drivers d where d.id = issue_receipt.driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  insert into public.printed_cards
    (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, details, secret, printed_by)
    select issue_receipt.id, 'receipt', private.next_folio('receipt'), d.id,
      (select v.id from public.vehicles v where v.license_plate = number_plate), d.name, number_plate,
      jsonb_build_object('company', private.card_company(), 'takenAt', issue_receipt.taken_at, 'origin', from_place,
        'destination', to_place, 'pesos', issue_receipt.pesos, 'fiscal', private.has_tax_document()),
      private.card_secret(), private.acting_account()
    from (select) as one left join public.drivers d on d.id = issue_receipt.driver;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'card:receipt',
    'operation', 'created', 'count', 1));
end $$;

create or replace function public.void_receipt(receipt uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(void_receipt.reason);
  voided public.printed_cards;
begin
  perform private.require_staff();
  if (char_length(written) between 1 and 300) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 300 characters');
  end if;
  update public.printed_cards c set voided_at = now(), void_reason = written
    where c.id = void_receipt.receipt and c.kind = 'receipt' and c.voided_at is null returning c.* into voided;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such receipt, or it is void already');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'card:' || voided.id,
    'operation', 'changed', 'changed', 'receipt_voided', 'folio', voided.folio, 'void_reason', written));
end $$;

create or replace function private.forget_cards(as_of timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with deleted as (
    delete from public.printed_cards c
    where c.printed_at < as_of - make_interval(days => coalesce(private.setting('card_retention_days'), '730')::integer)
    returning 1)
  select count(*) from deleted
$$;

create or replace function private.cards_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'folio', c.folio, 'name', c.driver_name,
    'license_plate', c.license_plate, 'printed_at', c.printed_at, 'licence', c.details -> 'licence')
    order by c.printed_at, c.folio), '[]')
  from public.printed_cards c
  where c.driver_id in (select private.drivers_of(person))
$$;

create or replace trigger check_driver_version before update of version on public.drivers
  for each row execute function private.check_version();
create or replace trigger version_driver
  before update of name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved
  on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.pending_photo_url, old.contact, old.approved)
    is distinct from
    (new.name, new.license_plate, new.driver_code, new.photo_url, new.pending_photo_url, new.contact, new.approved))
  execute function private.count_version();
drop function private.check_driver_version();
drop function private.count_driver_version();

grant execute on function public.list_devices(integer, integer, text, text, text), public.device_counts(text, text),
  public.invite_drivers(jsonb), public.renew_invitation(uuid),
  public.list_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean),
  public.list_drivers_without_shift(integer, integer, text, date, date), public.search_company(text),
  public.list_reviews(integer, integer, text, uuid, uuid, text, text, text, timestamptz, timestamptz, boolean, timestamptz, uuid),
  public.review_trend(uuid), public.own_review_summary(), public.report(date, date),
  public.list_announcements(integer, integer, text, text), public.list_announcement_readers(uuid, integer, integer)
  to authenticated;
grant execute on function public.document_grid(text, text, text, uuid, date, uuid, uuid, integer, integer),
  public.document_owners(text[]) to authenticated, service_role;
