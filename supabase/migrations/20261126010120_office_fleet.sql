-- The office works with vehicles, shifts, documents and devices, and deletes none of them.

-- Staff read every vehicle; active drivers read those that they may take.
drop policy vehicles_select on public.vehicles;
create policy vehicles_select on public.vehicles for select to authenticated using (
  (select private.is_staff())
  or ((select private.own_active_driver()) is not null and id not in (select private.vehicles_of_others())));
-- Only staff add vehicles.
drop policy vehicles_insert on public.vehicles;
create policy vehicles_insert on public.vehicles for insert to authenticated with check ((select private.is_staff()));
-- Only staff change vehicles.
drop policy vehicles_update on public.vehicles;
create policy vehicles_update on public.vehicles for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Staff read every assignment; an active driver reads their own.
drop policy vehicle_drivers_select on public.vehicle_drivers;
create policy vehicle_drivers_select on public.vehicle_drivers for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_active_driver()));
-- Only staff assign drivers.
drop policy vehicle_drivers_insert on public.vehicle_drivers;
create policy vehicle_drivers_insert on public.vehicle_drivers for insert to authenticated
  with check ((select private.is_staff()));
-- Only staff remove an assignment. The office may, although it deletes nothing else: who drives which vehicle changes
-- every day, and neither record goes.
drop policy vehicle_drivers_delete on public.vehicle_drivers;
create policy vehicle_drivers_delete on public.vehicle_drivers for delete to authenticated
  using ((select private.is_staff()));
-- Staff read every shift; a driver reads their own. No role of a person writes shifts directly.
drop policy shifts_select on public.shifts;
create policy shifts_select on public.shifts for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- Ends an open shift: drivers end their own, staff anybody's. Any other id has no effect.
create or replace function public.end_shift(shift uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
  where s.id = end_shift.shift and s.ended_at is null
    and (s.driver_id = private.own_driver_id() or private.is_staff())
$$;

-- A document that staff write is verified and replaces the one in force; a driver's waits for staff. Optimistic locking: an update that sends a stale `version` fails with 409.
create or replace function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_staff();
  kind public.document_kinds;
begin
  select * into kind from public.document_kinds k where k.id = new.kind_id;
  if kind.owner is distinct from (case when new.driver_id is null then 'vehicle' else 'driver' end) then
    perform private.refuse(400, 'paper_kind', 'This kind of paper belongs to another kind of owner');
  end if;
  new.critical := case when by_driver then kind.critical else coalesce(new.critical, kind.critical) end;
  if tg_op = 'UPDATE' and new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'The paper was changed by somebody else meanwhile');
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

-- Staff and drivers read the kinds.
drop policy document_kinds_select on public.document_kinds;
create policy document_kinds_select on public.document_kinds for select to authenticated
  using ((select private.is_staff()) or (select private.own_driver_id()) is not null);
-- Only staff add kinds.
drop policy document_kinds_insert on public.document_kinds;
create policy document_kinds_insert on public.document_kinds for insert to authenticated
  with check ((select private.is_staff()));
-- Only staff change kinds.
drop policy document_kinds_update on public.document_kinds;
create policy document_kinds_update on public.document_kinds for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Staff read every document; drivers read their own and those of the vehicles assigned to them.
drop policy documents_select on public.documents;
create policy documents_select on public.documents for select to authenticated using ((select private.is_staff())
  or driver_id = (select private.own_driver_id()) or vehicle_id in (select private.own_vehicles()));
-- Staff add any document; a driver adds their own, which waits for staff.
drop policy documents_insert on public.documents;
create policy documents_insert on public.documents for insert to authenticated
  with check ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- Only staff change documents.
drop policy documents_update on public.documents;
create policy documents_update on public.documents for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Returns whether an expired critical document keeps a driver out of service; staff and the service only.
create or replace function public.papers_policy() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff read the rules for papers');
  end if;
  return private.setting('papers_stop_service') = 'true';
end $$;

-- Lets a driver or vehicle serve until a day although a document has expired; without a day the override ends.
-- Staff and the service only, because staff also enter the day a document expires; the audit log keeps the reason.
create or replace function public.override_paper(document uuid, until date default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff override papers');
  end if;
  if until is not null and (until between private.chile_today() and private.chile_today() + 90
    and char_length(btrim(reason)) between 3 and 200) is not true then
    perform private.refuse(400, 'validation_failed', 'An override takes a day within 90 days and a reason');
  end if;
  update public.documents d set override_until = until,
    override_reason = case when until is not null then btrim(reason) end
    where d.id = override_paper.document;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such paper');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'paper:' || document,
    'operation', 'changed', 'override_until', until, 'override_reason', case when until is not null then btrim(reason) end));
end $$;

-- Staff upload into every folder; a driver uploads what may_add_paper allows.
drop policy documentos_insert on storage.objects;
create policy documentos_insert on storage.objects for insert to authenticated with check (bucket_id = 'documentos'
  and case when (select private.is_staff())
    then name ~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' else private.may_add_paper(name) end);
-- Staff read every file; drivers read their own and those of the vehicles assigned to them.
drop policy documentos_select on storage.objects;
create policy documentos_select on storage.objects for select to authenticated using (bucket_id = 'documentos'
  and ((select private.is_staff()) or (select private.session_alive())
    and (starts_with(name, (select 'drivers/' || private.own_driver_id() || '/'))
      or split_part(name, '/', 1) = 'vehicles' and split_part(name, '/', 2) in (
        select own::text from private.own_vehicles() as own))));

-- Only staff read devices.
drop policy devices_select on public.devices;
create policy devices_select on public.devices for select to authenticated using ((select private.is_staff()));
-- Only staff change devices, and the grants let them change only the name.
drop policy devices_update on public.devices;
create policy devices_update on public.devices for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Staff read every signal; a driver reads those of their own devices.
drop policy device_signals_select on public.device_signals;
create policy device_signals_select on public.device_signals for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- Sends a command to a device, or cancels it if the action is empty; staff only.
create or replace function public.ask_device(device uuid, action text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := nullif(action, '');
  driver uuid;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff ask tablets for something');
  end if;
  if wanted not in ('reload', 'show_name', 'sign_out', 'lock') then
    perform private.refuse(400, 'validation_failed', 'No tablet knows this action');
  end if;
  update public.devices d set wanted_action = wanted,
    wanted_id = case when wanted is not null then gen_random_uuid() end,
    wanted_at = case when wanted is not null then now() end
  where d.id = device returning d.driver_id into driver;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such tablet');
  end if;
  perform private.signal_device(device, driver);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'device:' || device,
    'operation', 'changed', 'changed', coalesce('tablet_' || wanted, 'tablet_wish_withdrawn')));
end $$;

-- Returns a page of the devices to staff, those that need attention first: `{rows, total, counts}`. A row has
-- the device's `states`; `counts` has the number of devices in each. `state` keeps only the devices in that state, or
-- in none (`fine`). `version` is the one that the server serves now.
create or replace function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(search)), ' ');
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff see the tablets');
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
      -- An old version and ratings that wait pass by themselves.
      select f.*, case when f.states = '{}' then 2 when f.states <@ array['old', 'ratings'] then 1 else 0 end as rank
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
        from unnest(array['fine', 'offline', 'dark', 'old', 'clock', 'ratings']) as known),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(d) - array['key_hash', 'wanted_id'] || s.names
          || jsonb_build_object('states', s.states) order by s.rank, lower(s.name), s.id), '[]')
        from shown s join public.devices d on d.id = s.id)));
end $$;

-- Returns the account that a driver's device signs in with: the oldest one with an email address, never one of staff,
-- because a link must not open the administration panel.
create or replace function private.account_of_tablet(driver uuid) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from public.user_drivers link join auth.users u on u.id = link.user_id
  where link.driver_id = driver and u.email <> '' and u.deleted_at is null
    and coalesce(u.raw_app_meta_data ->> 'role', '') not in ('admin', 'office') and coalesce(u.banned_until <= now(), true)
  order by u.created_at limit 1
$$;

-- Issues a link for a device of a driver and returns its token, of 244 random bits, and its expiry; staff only. At most 30 links in ten minutes.
create or replace function public.create_device_link(driver uuid, name text) returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 30;
  lasts constant interval := '10 minutes';
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff set tablets up');
  end if;
  if (char_length(btrim(create_device_link.name)) between 1 and 60) is not true then
    perform private.refuse(400, 'validation_failed', 'A tablet needs a name of at most 60 characters');
  end if;
  if not exists (select from public.drivers d where d.id = driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if (private.account_of_tablet(driver)).id is null then
    perform private.refuse(409, 'driver_without_account', 'The driver has no account that a tablet could sign in with');
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
