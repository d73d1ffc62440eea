-- The errors name documents, vehicles, devices and heartbeats as the tables do.

create or replace function private.refuse_used_vehicle(driver uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse(409, 'car_in_use', 'Another driver has the vehicle', details => d.name)
    from public.drivers d where d.id = refuse_used_vehicle.driver;
end $$;

create or replace function public.start_shift(vehicle uuid, device uuid default null, take_over boolean default false)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten constant interval := private.forgotten_after();
  driver constant uuid := private.own_driver_id();
  other uuid;
  shift uuid;
  -- Taken under the lock: a transaction that began earlier may get the lock later.
  moment timestamptz;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can start a shift');
  end if;
  -- Two drivers who swap their vehicles at the same moment would otherwise wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('the start of a shift', 0));
  -- An administrator who withdraws the driver at this moment waits, and then ends this shift.
  perform from public.drivers d where d.id = driver for share;
  if private.own_active_driver() is null then
    perform private.refuse(403, 'driver_not_active',
      'The company has not made this driver active. Ask it to approve the driver.');
  end if;
  if not private.is_in_service(driver) then
    perform private.refuse(403, 'driver_not_in_service', 'This driver does not serve passengers at present');
  end if;
  if not exists (select from public.vehicles v where v.id = start_shift.vehicle)
    or start_shift.vehicle in (select private.vehicles_of_others()) then
    perform private.refuse(404, 'vehicle_not_found', 'The driver may not take this vehicle, or there is none');
  end if;
  moment := clock_timestamp();
  update public.shifts s set device_id = coalesce(start_shift.device, s.device_id)
    where s.driver_id = driver and s.vehicle_id = start_shift.vehicle and s.ended_at is null
      and s.started_at > moment - forgotten
    returning s.id into shift;
  if found then
    return shift;
  end if;
  select s.driver_id into other from public.shifts s
    where s.vehicle_id = start_shift.vehicle and s.driver_id <> driver and s.ended_at is null
      and s.started_at > moment - forgotten;
  if other is not null and start_shift.take_over is not true then
    perform private.refuse_used_vehicle(other);
  elsif other is not null then
    perform private.record_take_over(driver, start_shift.vehicle, other);
  end if;
  update public.shifts s set ended_at = greatest(moment, s.started_at)
    where s.ended_at is null and (s.driver_id = driver or s.vehicle_id = start_shift.vehicle);
  insert into public.shifts (driver_id, vehicle_id, device_id, started_at, took_over)
    values (driver, start_shift.vehicle, start_shift.device, moment, other is not null) returning id into shift;
  return shift;
end $$;

create or replace function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_staff();
  kind public.document_kinds;
begin
  select * into kind from public.document_kinds k where k.id = new.kind_id;
  if kind.owner is distinct from (case when new.driver_id is null then 'vehicle' else 'driver' end) then
    perform private.refuse(400, 'paper_kind', 'This type of document belongs to another kind of owner');
  end if;
  new.critical := case when by_driver then kind.critical else coalesce(new.critical, kind.critical) end;
  if tg_op = 'UPDATE' and new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the document since');
  end if;
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
  end if;
  if by_driver then
    new.verified_at := null;
    new.verified_by := null;
  elsif new.verified_at is null then
    new.verified_at := now();
    new.verified_by := auth.uid();
    if tg_op = 'UPDATE' then
      delete from public.documents d where d.kind_id = new.kind_id and d.id <> new.id and d.verified_at is not null
        and (d.driver_id = new.driver_id or d.vehicle_id = new.vehicle_id);
    end if;
  end if;
  return new;
end $$;

create or replace function private.refuse_paper_write() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The view papers is read-only: write to documents' using errcode = '42501';
end $$;

create or replace function public.papers_policy() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff read the rules for documents');
  end if;
  return private.setting('papers_stop_service') = 'true';
end $$;

create or replace function public.set_papers_policy(stop_service boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators change the rules for documents');
  end if;
  perform private.configure(jsonb_build_object('papers_stop_service', stop_service::text));
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'paper_policy:company',
    'operation', 'changed', 'papers_stop_service', stop_service));
end $$;

create or replace function public.override_paper(document uuid, until date default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff override documents');
  end if;
  if until is not null and (until between private.chile_today() and private.chile_today() + 90
    and char_length(btrim(reason)) between 3 and 200) is not true then
    perform private.refuse(400, 'validation_failed', 'An override takes a day within 90 days and a reason');
  end if;
  update public.documents d set override_until = until,
    override_reason = case when until is not null then btrim(reason) end
    where d.id = override_paper.document;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such document');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'paper:' || document,
    'operation', 'changed', 'override_until', until, 'override_reason', case when until is not null then btrim(reason) end));
end $$;

create or replace function private.may_add_paper(name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  folder constant text := 'drivers/' || private.own_driver_id() || '/';
begin
  if not private.session_alive() or coalesce(starts_with(name, folder), false) is false
    or name !~ '^drivers/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('papers of ' || folder, 0));
  if (select count(*) from storage.objects o where o.bucket_id = 'documentos' and starts_with(o.name, folder)) >= 20 then
    raise insufficient_privilege using message = 'A driver keeps at most 20 files of documents.';
  end if;
  return true;
end $$;

create or replace function private.beat_field(beat jsonb, field text, kind text, lowest bigint default 0, highest bigint default 0)
returns text language plpgsql immutable set search_path = '' as $$
declare
  value constant jsonb := beat -> field;
  content constant text := value #>> '{}';
begin
  if content is null then
    return null;
  end if;
  if not (case
      when jsonb_typeof(value) <> kind then false
      when kind = 'string' then char_length(content) <= highest
      when kind = 'number' then content::numeric between lowest and highest and content !~ '[.eE]'
      else true end) then
    perform private.refuse(400, 'validation_failed', format('The field “%s” of the heartbeat is not valid', field));
  end if;
  return content;
end $$;

create or replace function public.device_beat(beat jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 20;
  driver constant uuid := private.own_driver_id();
  device text;
  hash bytea;
  painted_ago bigint;
  done text;
  saved public.devices;
begin
  if driver is null or not private.session_alive() then
    perform private.refuse(403, 'not_a_driver', 'Only the device of a driver sends a heartbeat');
  end if;
  if jsonb_typeof(beat) is distinct from 'object' then
    perform private.refuse(400, 'validation_failed', 'A heartbeat is a JSON object');
  end if;
  device := private.beat_field(beat, 'device_id', 'string', 0, 36);
  hash := private.device_key_hash(device, private.beat_field(beat, 'key', 'string', 0, 100));
  painted_ago := private.beat_field(beat, 'painted_ago', 'number', 0, 100000000000);
  done := private.beat_field(beat, 'done', 'string', 0, 36);
  if not exists (select from public.devices d where d.id = device::uuid) then
    delete from public.devices d where d.id in (
      select each.id from public.devices each where each.driver_id = driver
      order by each.last_seen desc offset most - 1);
  end if;
  insert into public.devices as d (id, key_hash, driver_id, vehicle_id, app_version, content_release, last_seen,
    last_painted_at, battery, charging, network, storage_used, storage_persisted, wake_lock, clock_offset_ms, unsent_ratings, screen,
    last_error, report, reported_at)
  values (device::uuid, hash, driver,
    (select s.vehicle_id from public.shifts s where s.driver_id = driver and s.ended_at is null),
    private.beat_field(beat, 'app_version', 'string', 0, 40),
    private.beat_field(beat, 'content_release', 'number', 0, 2147483647)::integer,
    now(),
    now() - painted_ago * interval '1 millisecond',
    private.beat_field(beat, 'battery', 'number', 0, 100)::smallint,
    private.beat_field(beat, 'charging', 'boolean')::boolean,
    private.beat_field(beat, 'network', 'string', 0, 20),
    private.beat_field(beat, 'storage_used', 'number', 0, 9007199254740991)::bigint,
    private.beat_field(beat, 'storage_persisted', 'boolean')::boolean,
    private.beat_field(beat, 'wake_lock', 'string', 0, 20),
    private.beat_field(beat, 'now', 'number', 0, 9007199254740991)::bigint - (extract(epoch from now()) * 1000)::bigint,
    private.beat_field(beat, 'unsent_ratings', 'number', 0, 1000000)::integer,
    private.beat_field(beat, 'screen', 'string', 0, 40),
    private.beat_field(beat, 'last_error', 'string', 0, 500),
    private.beat_field(beat, 'report', 'string', 0, 8000),
    case when beat ->> 'report' is not null then now() end)
  on conflict (id) do update set driver_id = excluded.driver_id, vehicle_id = excluded.vehicle_id,
    app_version = excluded.app_version, content_release = excluded.content_release, last_seen = excluded.last_seen,
    last_painted_at = excluded.last_painted_at, battery = excluded.battery, charging = excluded.charging,
    network = excluded.network, storage_used = excluded.storage_used, storage_persisted = excluded.storage_persisted,
    wake_lock = excluded.wake_lock, clock_offset_ms = excluded.clock_offset_ms,
    unsent_ratings = excluded.unsent_ratings, screen = excluded.screen, last_error = excluded.last_error,
    report = coalesce(excluded.report, d.report), reported_at = coalesce(excluded.reported_at, d.reported_at),
    wanted_action = case when d.wanted_id::text is distinct from done then d.wanted_action end,
    wanted_id = case when d.wanted_id::text is distinct from done then d.wanted_id end,
    done_action = case when d.wanted_id::text = done then d.wanted_action else d.done_action end,
    done_at = case when d.wanted_id::text = done then now() else d.done_at end
  where d.key_hash = excluded.key_hash
  returning * into saved;
  if saved.id is null then
    perform private.refuse(403, 'device_key_invalid', 'Another device has this id');
  end if;
  if done is not null and saved.done_at = now() then
    perform private.signal_device(saved.id, driver);
  end if;
  return jsonb_build_object('name', saved.name, 'wanted_action', saved.wanted_action, 'wanted_id', saved.wanted_id);
end $$;

create or replace function public.ask_device(device uuid, action text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := nullif(action, '');
  driver uuid;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff send commands to devices');
  end if;
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

create or replace function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(search)), ' ');
  release constant integer := private.release_to_take();
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff see the devices');
  end if;
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(search) <= 100
    and char_length(state) <= 20 and char_length(version) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return (
    with described as materialized (
      select d.id, d.name, array_remove(array[
        case when d.last_seen < now() - interval '12 minutes' then 'offline'
          when d.last_painted_at < d.last_seen - interval '2 minutes' then 'dark' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.battery <= 20 and d.charging is not true
          then 'battery' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.content_release < release then 'release' end,
        case when list_devices.version <> '' and d.app_version <> list_devices.version then 'old' end,
        case when abs(d.clock_offset_ms) > 120000 then 'clock' end,
        case when d.unsent_ratings > 0 then 'ratings' end], null) as states,
        jsonb_build_object('driver_name', r.name, 'license_plate', coalesce(v.license_plate, r.license_plate)) as names
      from public.devices d
        left join public.drivers r on r.id = d.driver_id left join public.vehicles v on v.id = d.vehicle_id),
    found as materialized (
      select * from described t where not exists (
        select from unnest(words) as word
        where strpos(private.fold(concat_ws(' ', t.name, t.names ->> 'driver_name', t.names ->> 'license_plate')),
          word) = 0)),
    matching as materialized (
      -- An old version, older content and ratings that wait pass by themselves.
      select f.*, case when f.states = '{}' then 2 when f.states <@ array['old', 'release', 'ratings'] then 1 else 0 end as rank
      from found f where state = '' or state = any (f.states)
        or state = 'fine' and f.states = '{}'),
    shown as materialized (
      select * from matching m order by m.rank, lower(m.name), m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'counts', (
        select jsonb_object_agg(known, (
          select count(*) from found f where known = any (f.states) or known = 'fine' and f.states = '{}'))
        from unnest(array['fine', 'offline', 'dark', 'battery', 'old', 'release', 'clock', 'ratings']) as known),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(d) - array['key_hash', 'wanted_id'] || s.names
          || jsonb_build_object('states', s.states) order by s.rank, lower(s.name), s.id), '[]')
        from shown s join public.devices d on d.id = s.id)));
end $$;

create or replace function public.create_device_link(driver uuid, name text) returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 30;
  lasts constant interval := '10 minutes';
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff set up devices');
  end if;
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

create or replace function public.redeem_device_link(token text, device text, key text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant bytea := private.device_key_hash(device, key);
  link private.device_links;
  account auth.users;
begin
  update private.device_links l set used_at = now()
    where l.token_hash = sha256(convert_to(token, 'UTF8')) and l.used_at is null
      and l.created_at > now() - interval '10 minutes'
    returning * into link;
  if link.token_hash is null then
    if exists (select from private.device_links l
      where l.token_hash = sha256(convert_to(token, 'UTF8')) and l.used_at is not null) then
      perform private.refuse(409, 'device_link_used', 'This link has already set up a device');
    end if;
    perform private.refuse(404, 'device_link_expired', 'This link is older than ten minutes, or never was one');
  end if;
  account := private.account_of_tablet(link.driver_id);
  if account.id is null then
    perform private.refuse(409, 'driver_without_account', 'The driver has no account that a device could sign in with');
  end if;
  insert into public.devices as d (id, key_hash, name, driver_id) values (device::uuid, hash, link.name, link.driver_id)
  on conflict (id) do update set key_hash = excluded.key_hash, name = excluded.name, driver_id = excluded.driver_id,
    last_seen = now();
  perform private.signal_device(device::uuid, link.driver_id);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'device:' || device,
    'operation', 'created', 'user_id', account.id, 'user_email', account.email));
  return jsonb_build_object('email', account.email);
end $$;

create or replace function public.import_documents(documents jsonb) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  given constant integer := jsonb_array_length(documents);
  changed integer;
  added integer;
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only the office imports documents');
  end if;
  if given > 2000 then
    perform private.refuse(400, 'validation_failed', 'A file has at most 2000 documents');
  end if;
  update public.documents d set number = coalesce(g.number, d.number), expires_on = g.expires_on, version = g.version,
    issued_on = coalesce(g.issued_on, case when d.issued_on <= g.expires_on then d.issued_on end)
  from jsonb_to_recordset(import_documents.documents)
    as g (id uuid, version integer, number text, issued_on date, expires_on date)
  where d.id = g.id;
  get diagnostics changed = row_count;
  insert into public.documents (kind_id, driver_id, vehicle_id, number, issued_on, expires_on, critical)
  select g.kind_id, g.driver_id, g.vehicle_id, g.number, g.issued_on, g.expires_on,
    (select k.critical from public.document_kinds k where k.id = g.kind_id)
  from jsonb_to_recordset(import_documents.documents) as g (id uuid, kind_id uuid, driver_id uuid, vehicle_id uuid,
    number text, issued_on date, expires_on date)
  where g.id is null;
  get diagnostics added = row_count;
  if changed + added <> given then
    perform private.refuse(409, 'edit_conflict', 'Another person has deleted a document since');
  end if;
  return given;
end $$;
