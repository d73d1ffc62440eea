-- A driver has one state: invited, waiting, active or left. Only active drivers, whom an administrator has approved,
-- may use the company's vehicles, plates and documents.

-- keep_driver_account maintains `has_account`; driver_left and driver_returned write the other two.
alter table public.drivers
  add column has_account boolean not null default false,
  add column left_at timestamptz,
  add column left_by uuid references auth.users on delete set null,
  add column state text not null generated always as (
    case
      when left_at is not null then 'left'
      when approved_at is null then 'waiting'
      when has_account then 'active'
      else 'invited'
    end) stored;
update public.drivers d set has_account = true
  where exists (select from public.user_drivers link where link.driver_id = d.id);
create index drivers_state_idx on public.drivers (state, name, id);
create index drivers_left_by_idx on public.drivers (left_by);

-- Returns the caller's driver if an administrator has made it active and the session is alive. Policies check it for
-- whatever belongs to the company; own_driver_id is enough for whatever belongs to the driver.
create function private.own_active_driver() returns uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.user_drivers link join public.drivers d on d.id = link.driver_id
  where link.user_id = auth.uid() and d.state = 'active' and private.session_alive()
$$;
revoke execute on function private.own_active_driver() from public, anon;
grant execute on function private.own_active_driver() to authenticated, service_role;

-- Keeps `has_account` in step with the links. An account that links itself to a verified record sends that record back
-- to waiting, because no administrator has seen the two together. It locks the driver first, so that concurrent changes
-- of links see each other.
create function private.keep_driver_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_admin();
begin
  if tg_op <> 'INSERT' then
    perform from public.drivers d where d.id = old.driver_id for no key update;
    update public.drivers d set has_account = false
      where d.id = old.driver_id and d.has_account
        and not exists (select from public.user_drivers link where link.driver_id = d.id);
  end if;
  if tg_op <> 'DELETE' then
    update public.drivers d set has_account = true,
      approved_at = case when not by_driver then d.approved_at end,
      approved_by = case when not by_driver then d.approved_by end
      where d.id = new.driver_id and (not d.has_account or by_driver and d.approved_at is not null);
  end if;
  return null;
end $$;
revoke execute on function private.keep_driver_account() from public;
create trigger keep_driver_account after insert or delete or update of driver_id on public.user_drivers
  for each row execute function private.keep_driver_account();

-- Returns the accounts that are blocked or signed out with a driver: those linked to it, and its creator's unless that
-- is linked to another driver. It never returns an administrator's, who creates records for others.
create function private.accounts_of_driver(driver uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where u.raw_app_meta_data ->> 'role' is distinct from 'admin' and u.id in (
    select link.user_id from public.user_drivers link where link.driver_id = driver
    union all
    select d.created_by from public.drivers d where d.id = driver and not exists (
      select from public.user_drivers other where other.user_id = d.created_by and other.driver_id <> driver))
$$;
revoke execute on function private.accounts_of_driver(uuid) from public, anon, authenticated, service_role;

create or replace function private.end_sessions_of_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(old.id));
  return old;
end $$;

-- Accounts whose driver was deleted. The company sent them away, so their next registration waits for an administrator,
-- whatever code it names. The table holds only the id, which goes with the account.
create table private.removed_accounts (
  user_id uuid primary key references auth.users on delete cascade
);
alter table private.removed_accounts enable row level security;
revoke all on private.removed_accounts from public, anon, authenticated, service_role;

create function private.remember_removed_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_accounts (user_id) select private.accounts_of_driver(old.id) on conflict do nothing;
  return old;
end $$;
revoke execute on function private.remember_removed_accounts() from public;
create trigger remember_removed_accounts before delete on public.drivers
  for each row execute function private.remember_removed_accounts();

-- Returns whether the caller's registration may come from a former driver: the account's driver was deleted or has
-- left, or a driver who has left had this plate or phone.
create function private.is_former_driver(plate text, contact text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.removed_accounts removed where removed.user_id = auth.uid())
    or exists (select from public.drivers d where d.state = 'left' and (
      d.license_plate = is_former_driver.plate
      or right(ltrim(d.contact, '+'), 9) = right(ltrim(is_former_driver.contact, '+'), 9)
      or exists (select from public.user_drivers link where link.driver_id = d.id and link.user_id = auth.uid())))
$$;
revoke execute on function private.is_former_driver(text, text) from public, anon, authenticated, service_role;

-- A record that an administrator writes or approves is verified; anybody else's change to a verified field revokes
-- that. A registration that repeats a driver's code, or may come from a former driver, waits for an administrator even
-- where registrations are approved automatically.
create or replace function private.record_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver boolean := coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_admin();
begin
  if by_driver then
    new.approved_at := null;
    if tg_op = 'INSERT' and (private.is_driver_code_used(new.driver_code, new.id)
      or private.is_former_driver(new.license_plate, new.contact)) then
      new.approved := false;
    end if;
  elsif tg_op = 'UPDATE' or private.is_admin() then
    new.approved_at := now();
  end if;
  if not new.approved then
    new.approved_at := null;
  end if;
  new.approved_by := case when new.approved_at is not null then auth.uid() end;
  return new;
end $$;

-- Returns whether a driver serves passengers: approved, not left, no linked account banned, and no expired document
-- that stops service.
create or replace function private.is_in_service(driver uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.drivers d where d.id = driver and d.approved and d.left_at is null) and not exists (
    select from public.user_drivers link join auth.users u on u.id = link.user_id
    where link.driver_id = driver and u.banned_until > now())
    and not exists (select from private.stopping_papers(driver));
end $$;

-- Returns the plate that passengers see, on the public pages as on the device: that of the vehicle an active driver has
-- taken, else the driver's own. For a driver who is not active it returns null instead of a company vehicle's plate, so
-- that nobody brings such a plate onto a public page by typing it.
create or replace function private.shown_plate(driver uuid, own_plate text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select v.license_plate from public.shifts s join public.vehicles v on v.id = s.vehicle_id
      join public.drivers d on d.id = s.driver_id
    where s.driver_id = shown_plate.driver and s.ended_at is null and d.state = 'active'),
    (select own_plate where not exists (select from public.vehicles v where v.license_plate = own_plate)
      or exists (select from public.drivers d where d.id = shown_plate.driver and d.state = 'active')));
end $$;

-- Returns who drives today to anybody who holds the verification code; no row if the code is unknown or the driver is
-- not in service. Without a date the driver is registered, but the company does not vouch for them.
create or replace function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case when d.state = 'active' then (now() at time zone 'America/Santiago')::date end
  from public.drivers d
  where d.verification_code
      = translate(upper(regexp_replace(left(verify_driver.code, 40), '[\s-]', '', 'g')), 'OIL', '011')
    and private.is_in_service(d.id)
$$;

-- Administrators read every vehicle; active drivers read those that they may take.
drop policy vehicles_select on public.vehicles;
create policy vehicles_select on public.vehicles for select to authenticated using (
  (select private.is_admin())
  or ((select private.own_active_driver()) is not null and id not in (select private.vehicles_of_others())));
drop policy vehicle_drivers_select on public.vehicle_drivers;
create policy vehicle_drivers_select on public.vehicle_drivers for select to authenticated
  using ((select private.is_admin()) or driver_id = (select private.own_active_driver()));

-- Returns the vehicles whose documents and files the caller's driver may read: those that an administrator has assigned
-- to the active driver. Taking a vehicle opens none of its documents. Security definer, because policies call it.
create or replace function private.own_vehicles() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select v.vehicle_id from public.vehicle_drivers v where v.driver_id = private.own_active_driver()
$$;

-- Returns the reminders that a driver has not had yet: the latest threshold that a document has passed, until a month
-- after its expiry. A document whose renewal waits to be verified has none. Reminders about a vehicle go to active
-- drivers; a driver who has left gets none.
create or replace function private.due_paper_reminders() returns table (account_id uuid, email text, language text,
  document_id uuid, threshold integer, kind text, owner_name text, expires_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', d.id, due.threshold, k.name,
    coalesce(p.name, v.license_plate), d.expires_on
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id
    join public.user_drivers link on link.driver_id = d.driver_id and p.state <> 'left' or link.driver_id in (
      select a.driver_id from public.vehicle_drivers a join public.drivers holder on holder.id = a.driver_id
      where a.vehicle_id = d.vehicle_id and holder.state = 'active')
    join auth.users u on u.id = link.user_id
    cross join lateral (select case when days <= 7 then 7 when days <= 14 then 14 else 30 end
      from (select d.expires_on - private.chile_today()) as left_over (days)) as due (threshold)
  where d.verified_at is not null
    and d.expires_on between private.chile_today() - 30 and private.chile_today() + 30
    and u.email <> '' and coalesce(u.banned_until <= now(), true) and u.deleted_at is null
    and not exists (select from public.documents w where w.kind_id = d.kind_id and w.verified_at is null
      and (w.driver_id = d.driver_id or w.vehicle_id = d.vehicle_id))
    and not exists (select from private.paper_reminders r where r.document_id = d.id and r.account_id = u.id
      and r.threshold = due.threshold and r.expires_on = d.expires_on)
  order by u.id, d.expires_on, d.id
$$;

-- A driver who stops being active, whatever the reason, loses the vehicle: their open shift ends.
create function private.end_shift_of_inactive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
    where s.driver_id = new.id and s.ended_at is null;
  return null;
end $$;
revoke execute on function private.end_shift_of_inactive() from public;
create trigger end_shift_of_inactive after update on public.drivers for each row
  when (old.state = 'active' and new.state <> 'active') execute function private.end_shift_of_inactive();
update public.shifts s set ended_at = greatest(now(), s.started_at) from public.drivers d
  where d.id = s.driver_id and d.state <> 'active' and s.ended_at is null;

-- Whether the driver took the vehicle over, ending another driver's shift.
alter table public.shifts add column took_over boolean not null default false;

-- Counts a take-over and logs it: the caller, the vehicle, and the driver who had it. Rate limit: six an hour are more
-- than a day's work needs and too few to keep a fleet off the road. Called under the lock of start_shift.
create function private.record_take_over(driver uuid, vehicle uuid, from_driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 6;
  earliest timestamptz;
begin
  select s.started_at into earliest from public.shifts s
    where s.driver_id = record_take_over.driver and s.took_over
      -- A shift dated in the future began while the clock was ahead.
      and s.started_at between now() - interval '1 hour' and now() + interval '1 minute'
    order by s.started_at desc offset most - 1 limit 1;
  if found then
    perform private.refuse(429, 'over_take_over_rate_limit',
      'Too many vehicles taken over within an hour. Ask the company to end the other driver''s shift.',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from earliest + interval '1 hour' - now())))::integer::text));
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'vehicle:' || vehicle,
    'operation', 'changed', 'changed', 'taken_over', 'driver_id', from_driver));
end $$;
revoke execute on function private.record_take_over(uuid, uuid, uuid) from public, anon, authenticated, service_role;

-- Starts an active driver's shift in a vehicle and returns its id; the caller's shift in another vehicle ends. If
-- another driver has the vehicle, the call fails (`car_in_use`, their name in `details`) unless the caller takes it
-- over, which ends their shift. A shift older than 18 hours counts as forgotten and ends without a question. Repeating
-- the call moves the open shift to the device, so a retried request starts one shift.
create or replace function public.start_shift(vehicle uuid, device uuid default null, take_over boolean default false)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten constant interval := '18 hours';
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
    perform private.refuse(404, 'vehicle_not_found', 'The driver may not take this car, or there is none');
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

-- Ends an open shift: drivers end their own, administrators anybody's. Any other id has no effect.
create or replace function public.end_shift(shift uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
  where s.id = end_shift.shift and s.ended_at is null
    and (s.driver_id = private.own_driver_id() or private.is_admin())
$$;

-- Returns how long an account is blocked when its driver leaves: as long as the panel blocks one. driver_returned
-- recognises the block by it, so a block that an administrator set for another reason stays.
create function private.leaving_block() returns interval language sql immutable set search_path = '' as $$
  select interval '876000 hours'
$$;
revoke execute on function private.leaving_block() from public, anon, authenticated, service_role;

-- Records that a driver has left the company; administrators only. At once the shift ends, the driver's accounts are
-- blocked and their devices signed out; record, reviews, shifts and documents stay. Repeating the call changes nothing.
create function public.driver_left(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators say that a driver has left');
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

-- Takes a driver back as active and unblocks the accounts that leaving blocked; administrators only. Repeating the call
-- changes nothing.
create function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  blocked_until timestamptz;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators take a driver back');
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
-- Leaving and returning have entries of their own.
drop trigger audit_row on public.drivers;
create trigger audit_row after insert or delete on public.drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('driver', 'id');
create trigger audit_change after update on public.drivers for each row
  when (pg_trigger_depth() = 0 and old.left_at is not distinct from new.left_at)
  execute function private.audit_row('driver', 'id');
revoke execute on function public.driver_left(uuid), public.driver_returned(uuid) from public, anon, service_role;
grant execute on function public.driver_left(uuid), public.driver_returned(uuid) to authenticated;

-- Returns the present name of an entry's record, as `{name, plate}`, or the name stored in the entry if the record was
-- deleted. An entry about a vehicle may also name the driver from whom it was taken over. Names of people are looked
-- up, never stored: they go with the record.
create or replace function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  record_kind constant text := split_part(traits ->> 'target', ':', 1);
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
    when 'vehicle_drivers' then jsonb_build_object(
      'name', (select d.name from public.drivers d where d.id::text = traits ->> 'driver_id'),
      'plate', (select v.license_plate from public.vehicles v where v.id = record_id))
    when 'paper' then (
      select jsonb_build_object('name', concat_ws(', ', k.name, d.name), 'plate', v.license_plate)
      from public.documents p join public.document_kinds k on k.id = p.kind_id
        left join public.drivers d on d.id = p.driver_id left join public.vehicles v on v.id = p.vehicle_id
      where p.id = record_id)
    when 'paper_kind' then (select jsonb_build_object('name', k.name) from public.document_kinds k where k.id = record_id)
    when 'device' then (select jsonb_build_object('name', d.name) from public.devices d where d.id = record_id)
    when 'route' then (select jsonb_build_object('name', r.name) from public.time_based_routes r where r.id = record_id)
  end;
  return jsonb_strip_nulls(jsonb_build_object('name', traits -> 'name', 'plate', traits -> 'plate'))
    || jsonb_strip_nulls(coalesce(found, '{}'));
end $$;
