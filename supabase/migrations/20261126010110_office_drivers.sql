-- The office works with drivers, their photos and reviews, and what it changes is logged as what administrators change.

-- Returns whether a new driver starts approved: always, unless `driver_approval` is `manual` and drivers register
-- themselves. A record that staff or the service writes is already decided.
create or replace function private.is_approved_at_first() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('driver_approval') is distinct from 'manual'
    or coalesce(current_setting('role', true), 'none') <> 'authenticated' or private.is_staff()
$$;

-- Only staff approve drivers. RLS would silently update 0 rows; this trigger raises an error instead, once for
-- each statement that names the column.
create or replace function private.guard_approval() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff() then
    raise exception 'only staff approve drivers' using errcode = '42501';
  end if;
  return null;
end $$;

-- A record that staff write or approve is verified; anybody else's change to a verified field revokes that. A
-- registration that repeats a driver's code, or may come from a former driver, waits for approval even where
-- registrations are approved automatically.
create or replace function private.record_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver boolean := coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff();
begin
  if by_driver then
    new.approved_at := null;
    if tg_op = 'INSERT' and (private.is_driver_code_used(new.driver_code, new.id)
      or private.is_former_driver(new.license_plate, new.contact)) then
      new.approved := false;
    end if;
  elsif tg_op = 'UPDATE' or private.is_staff() then
    new.approved_at := now();
  end if;
  if not new.approved then
    new.approved_at := null;
  end if;
  new.approved_by := case when new.approved_at is not null then auth.uid() end;
  return new;
end $$;

-- Revokes the verification when somebody outside the staff changes a field that the staff have seen.
drop trigger record_change on public.drivers;
create trigger record_change before update of name, license_plate, driver_code, photo_url on public.drivers
  for each row when (old.approved_at is not null
    and (old.name, old.license_plate, old.driver_code, old.photo_url)
      is distinct from (new.name, new.license_plate, new.driver_code, new.photo_url)
    and coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff())
  execute function private.record_approval();
-- Returns which of these drivers (at most 100) share their code with another record. Only staff get rows: anybody
-- else would learn which codes exist.
create or replace function public.shared_driver_codes(drivers uuid[]) returns table (driver_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d
  where (select private.is_staff()) and d.id = any (drivers[1:100]) and private.is_driver_code_used(d.driver_code, d.id)
$$;

-- Returns the accounts that are blocked or signed out with a driver: those linked to it, and its creator's unless that
-- is linked to another driver. It never returns an account of staff, who create records for others.
create or replace function private.accounts_of_driver(driver uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where coalesce(u.raw_app_meta_data ->> 'role', '') not in ('admin', 'office') and u.id in (
    select link.user_id from public.user_drivers link where link.driver_id = driver
    union all
    select d.created_by from public.drivers d where d.id = driver and not exists (
      select from public.user_drivers other where other.user_id = d.created_by and other.driver_id <> driver))
$$;

-- Staff read every driver; other accounts read the record they created or are linked to.
drop policy drivers_select on public.drivers;
create policy drivers_select on public.drivers for select to authenticated using (
  (select private.is_staff()) or created_by = (select auth.uid()) or id = (select private.own_driver_id())
);
-- Administrators create any record, the office one of nobody's account: leaving blocks the account that `created_by`
-- names, and accounts are the administrators'. Other accounts create only their own, and anonymous accounts create none.
drop policy drivers_insert on public.drivers;
create policy drivers_insert on public.drivers for insert to authenticated with check (
  (select private.is_admin()) or (created_by is null and (select private.is_staff()))
  or (created_by = (select auth.uid()) and not (select private.is_anonymous()))
);
-- Only staff change drivers; a driver changes their photo through change_own_photo.
drop policy drivers_update on public.drivers;
create policy drivers_update on public.drivers for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

-- Staff read every review; a driver reads their own.
drop policy reviews_select on public.reviews;
create policy reviews_select on public.reviews for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));

-- Staff upload any photo; other accounts upload what may_add_photo allows.
drop policy imagenes_insert on storage.objects;
create policy imagenes_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'imagenes' and ((select private.is_staff()) or private.may_add_photo(name)));
-- Staff list every photo, other accounts their own. The subquery computes the prefix once for each statement:
-- a listing visits every object of the bucket.
drop policy imagenes_select on storage.objects;
create policy imagenes_select on storage.objects for select to authenticated using (bucket_id = 'imagenes'
  and ((select private.is_staff()) or starts_with(name, (select private.photo_prefix(auth.uid())))));

-- Records that a driver has left the company; staff only, because the office sees it first and driver_returned undoes
-- it. At once the shift ends, the driver's accounts are blocked, never those of staff, and their devices signed out;
-- record, reviews, shifts and documents stay. Repeating the call changes nothing.
create or replace function public.driver_left(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff say that a driver has left');
  end if;
  update public.drivers d set left_at = now(), left_by = auth.uid() where d.id = driver_left.driver and d.left_at is null;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver')
      where not exists (select from public.drivers d where d.id = driver_left.driver);
    return;
  end if;
  update auth.users u set banned_until = now() + private.leaving_block(), updated_at = now()
    where u.id in (select private.accounts_of_driver(driver_left.driver));
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(driver_left.driver));
  update public.devices t set vehicle_id = null where t.driver_id = driver_left.driver;
  perform private.record_act('resource_modified', 'access',
    jsonb_build_object('target', 'driver:' || driver, 'operation', 'changed', 'changed', 'left_company'));
end $$;

-- Takes a driver back as active and unblocks the accounts that leaving blocked; staff only. Repeating the call changes
-- nothing.
create or replace function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  blocked_until timestamptz;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff take a driver back');
  end if;
  select d.left_at + private.leaving_block() into blocked_until from public.drivers d
    where d.id = driver_returned.driver for no key update;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if blocked_until is null then
    return;
  end if;
  update public.drivers d set left_at = null, left_by = null, approved = true where d.id = driver_returned.driver;
  update auth.users u set banned_until = null, updated_at = now()
    where u.id in (select private.accounts_of_driver(driver_returned.driver)) and u.banned_until = blocked_until;
  perform private.record_act('resource_modified', 'access',
    jsonb_build_object('target', 'driver:' || driver, 'operation', 'changed', 'changed', 'returned_to_company'));
end $$;

-- Logs a change of a row by staff or the service. Arguments: the kind of record, and the column that
-- identifies it. The entry holds names of changed columns, never values, except the name of a deleted record that is
-- not a person: without it nobody could say later which one it was.
create or replace function private.audit_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller constant text := coalesce(current_setting('role', true), 'none');
  row_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if row_before is distinct from row_after
    and (caller = 'service_role' or caller = 'authenticated' and private.is_staff()) then
    perform private.record_act('resource_modified', 'access', jsonb_build_object(
      'target', tg_argv[0] || ':' || (coalesce(row_after, row_before) ->> tg_argv[1]),
      'operation', case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
      'driver_id', case when tg_table_name = 'vehicle_drivers' then coalesce(row_after, row_before) ->> 'driver_id' end,
      'name', case when tg_op = 'DELETE' then case tg_table_name
        when 'documents' then (select k.name from public.document_kinds k where k.id = (row_before ->> 'kind_id')::uuid)
        when 'document_kinds' then row_before ->> 'name' when 'time_based_routes' then row_before ->> 'name' end end,
      'plate', case when tg_op = 'DELETE' then case tg_table_name when 'vehicles' then row_before ->> 'license_plate'
        when 'documents' then (select v.license_plate from public.vehicles v
          where v.id = (row_before ->> 'vehicle_id')::uuid) end end,
      'changed', case when tg_op = 'UPDATE' then (
        select string_agg(key, ', ' order by key) from jsonb_each(row_after)
        where value is distinct from row_before -> key and key <> 'version') end));
  end if;
  return null;
end $$;
