-- Keeps shifts when their vehicle or driver is deleted, for as long as `shift_retention_days` says, so that the company
-- can answer who drove which vehicle and when.

alter table private.settings drop constraint settings_value;
alter table private.settings add constraint settings_value check (case name
  when 'driver_approval' then value in ('automatic', 'manual')
  when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
  when 'require_admin_mfa' then value in ('true', 'false')
  when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
  when 'papers_stop_service' then value in ('true', 'false')
  when 'shift_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
  else false
end);
insert into private.settings (name, value) values ('shift_retention_days', '365');

alter table public.shifts alter column driver_id drop not null, alter column vehicle_id drop not null;
alter table public.shifts
  -- Names, phone and plate as they were at the start: they answer once the records are deleted. A trigger fills them.
  add column driver_name text,
  add column driver_code text,
  add column driver_phone text,
  add column license_plate text,
  -- The account that started the shift, whose data it is also after the driver's record is deleted.
  add column account_id uuid references auth.users on delete set null;
alter table public.shifts drop constraint shifts_driver_id_fkey;
alter table public.shifts drop constraint shifts_vehicle_id_fkey;
alter table public.shifts
  add constraint shifts_driver_id_fkey foreign key (driver_id) references public.drivers on delete set null,
  add constraint shifts_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles on delete set null;

update public.shifts s set driver_name = d.name, driver_code = d.driver_code, driver_phone = d.contact,
    license_plate = v.license_plate,
    -- Where a driver has several accounts, the shift does not say which one started it.
    account_id = (select (array_agg(link.user_id))[1] from public.user_drivers link where link.driver_id = s.driver_id
      having count(*) = 1)
  from public.drivers d, public.vehicles v where d.id = s.driver_id and v.id = s.vehicle_id;

create index shifts_license_plate_idx on public.shifts (license_plate, started_at desc);
create index shifts_started_at_idx on public.shifts (started_at desc, id desc);
create index shifts_account_id_idx on public.shifts (account_id);
-- Finds by name the shifts of deleted drivers, and by a part of the plate those of deleted vehicles.
create index shifts_deleted_idx on public.shifts (started_at) where driver_id is null or vehicle_id is null;
-- Finds the shifts at a moment or on a day, whatever the vehicle, and the expired ones.
create index shifts_span_idx on public.shifts using gist (tstzrange(started_at, ended_at, '[]'));

-- Stores names, phone and plate as they are at the start of a shift. A restored row keeps its own.
create function private.record_shift() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(new.driver_name, d.name), coalesce(new.driver_code, d.driver_code),
      coalesce(new.driver_phone, d.contact)
    into new.driver_name, new.driver_code, new.driver_phone
    from (select) as one left join public.drivers d on d.id = new.driver_id;
  new.license_plate := coalesce(new.license_plate,
    (select v.license_plate from public.vehicles v where v.id = new.vehicle_id));
  new.account_id := coalesce(new.account_id, (select u.id from auth.users u where u.id = auth.uid()));
  return new;
end $$;
revoke execute on function private.record_shift() from public;
create trigger record_shift before insert on public.shifts
  for each row execute function private.record_shift();

-- Deleting a driver ends their open shift, so that the vehicle is free.
create function private.end_shift_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
    where s.driver_id = old.id and s.ended_at is null;
  return old;
end $$;
revoke execute on function private.end_shift_of_deleted() from public;
create trigger end_shift_of_deleted before delete on public.drivers
  for each row execute function private.end_shift_of_deleted();

-- Returns for how many days an ended shift stays. Deletion dialogs say it to administrators.
create function public.shift_retention() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office ask how long shifts stay');
  end if;
  return coalesce(private.setting('shift_retention_days'), '365')::integer;
end $$;
revoke execute on function public.shift_retention() from public, anon, service_role;
grant execute on function public.shift_retention() to authenticated;

-- Deletes shifts that ended longer ago than the setting `shift_retention_days`, at most so many unless null, and returns
-- their number. An open shift stays, however old.
create function private.forget_shifts(most bigint default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('shift_retention_days'), '365');
  forgotten bigint;
begin
  delete from public.shifts where id in (
    select s.id from public.shifts s
    where tstzrange(s.started_at, s.ended_at, '[]') << tstzrange(now() - make_interval(days => days), null)
    limit most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke execute on function private.forget_shifts(bigint) from public, anon, authenticated, service_role;

-- A new shift also deletes expired ones: a hosted project needs no job for that. Few at a time, because the driver waits.
create function private.forget_some_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_shifts(100);
  return null;
end $$;
revoke execute on function private.forget_some_shifts() from public;
create trigger forget_some_shifts after insert on public.shifts
  for each statement execute function private.forget_some_shifts();

-- Returns the age from which an open shift counts as forgotten.
create function private.forgotten_after() returns interval language sql immutable set search_path = '' as $$
  select interval '18 hours'
$$;
revoke execute on function private.forgotten_after() from public, anon, authenticated, service_role;

-- Starts an active driver's shift in a vehicle and returns its id; the caller's shift in another vehicle ends. If
-- another driver has the vehicle, the call fails (`car_in_use`, their name in `details`) unless the caller takes it
-- over, which ends their shift. A forgotten shift ends without a question. Repeating the call moves the open shift to the
-- device, so a retried request starts one shift.
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

-- Returns the shifts of a person: those that their account started and those of their drivers, for personal_data.
create or replace function private.shifts_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('license_plate', s.license_plate, 'started_at', s.started_at,
    'ended_at', s.ended_at, 'name', s.driver_name, 'code', s.driver_code, 'phone', s.driver_phone) order by s.started_at), '[]')
  from public.shifts s
  where s.account_id = person or s.driver_id in (
    select d.id from public.drivers d where d.created_by = person
    union all select link.driver_id from public.user_drivers link where link.user_id = person)
$$;
