-- The company's vehicles, the drivers who may take them, and who drives which vehicle at present. A company without
-- rows here notices nothing: passengers see the `license_plate` of the driver's own record.

create table public.vehicles (
  id uuid primary key default gen_random_uuid(),
  license_plate text not null constraint vehicles_license_plate_key unique check (license_plate ~ '^[A-Z0-9]{4,8}$'),
  -- The taxi classes of Chile's registry of transport services, and the shared transfer.
  class text not null default 'basico' check (class in ('basico', 'ejecutivo', 'turismo', 'transfer')),
  brand_model text check (char_length(brand_model) between 1 and 80),
  colour text check (char_length(colour) between 1 and 40),
  seats integer check (seats between 1 and 60),
  bags integer check (bags between 0 and 60),
  -- The number in the national registry of passenger transport (RNSTP).
  registration_number text check (char_length(registration_number) between 1 and 40),
  created_at timestamptz not null default now(),
  version integer not null default 1
);

-- Normalises what people type: “bb·bb-12” is the plate BBBB12, and an empty text is null. The limit comes before the
-- expressions, which take a second for a megabyte.
create function private.normalise_vehicle() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.license_plate), octet_length(new.brand_model), octet_length(new.colour),
    octet_length(new.registration_number)) > 1000 then
    raise exception 'a text of the vehicle is too long' using errcode = '23514';
  end if;
  new.license_plate := private.plate_of(new.license_plate);
  new.brand_model := nullif(regexp_replace(btrim(new.brand_model), '\s+', ' ', 'g'), '');
  new.colour := nullif(regexp_replace(btrim(new.colour), '\s+', ' ', 'g'), '');
  new.registration_number := nullif(btrim(new.registration_number), '');
  return new;
end $$;
create trigger normalise_vehicle before insert or update of license_plate, brand_model, colour, registration_number
  on public.vehicles for each row execute function private.normalise_vehicle();

-- Optimistic locking, as for drivers.
create trigger check_version before update of version on public.vehicles
  for each row execute function private.check_version();
create trigger version_vehicle before update on public.vehicles for each row
  when ((old.license_plate, old.class, old.brand_model, old.colour, old.seats, old.bags, old.registration_number)
    is distinct from
    (new.license_plate, new.class, new.brand_model, new.colour, new.seats, new.bags, new.registration_number))
  execute function private.count_version();

-- The drivers assigned to a vehicle. Any active driver may take a vehicle that has none.
create table public.vehicle_drivers (
  vehicle_id uuid not null references public.vehicles on delete cascade,
  driver_id uuid not null references public.drivers on delete cascade,
  primary key (vehicle_id, driver_id)
);
create index vehicle_drivers_driver_id_idx on public.vehicle_drivers (driver_id);

-- Shifts, which the API starts and ends through start_shift, end_shift, reopen_shift and correct_shift_end only. A shift
-- outlives its driver, its vehicle and its device: the company must be able to answer who drove, until forget_shifts deletes
-- it.
create table public.shifts (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  -- The device that started the shift; not a foreign key, because a shift outlives its device.
  device_id uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at >= started_at),
  -- Whether the driver took the vehicle over, ending another driver's shift.
  took_over boolean not null default false,
  -- Names, phone and plate as they were at the start: they answer once the records are deleted. A trigger fills them.
  driver_name text,
  driver_code text,
  driver_phone text,
  license_plate text,
  -- The account that started the shift, whose data it is also after the driver's record is deleted.
  account_id uuid references auth.users on delete set null
);
create unique index shifts_open_driver_key on public.shifts (driver_id) where ended_at is null;
create unique index shifts_open_vehicle_key on public.shifts (vehicle_id) where ended_at is null;
create index shifts_driver_id_idx on public.shifts (driver_id, started_at desc);
create index shifts_vehicle_id_idx on public.shifts (vehicle_id, started_at desc);
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
create trigger end_shift_of_deleted before delete on public.drivers
  for each row execute function private.end_shift_of_deleted();

-- Staff. Returns for how many days an ended shift stays, for the dialogs of deletions.
create function public.shift_retention() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return coalesce(private.setting('shift_retention_days'), '365')::integer;
end $$;
grant execute on function public.shift_retention() to authenticated;

-- The server, daily. Deletes shifts that ended longer ago than the setting `shift_retention_days`, at most `most` unless
-- null, and returns their number. An open shift stays. The setting `private.forgetting_shifts` tells count_shifts to leave
-- the figures of the report as they are.
create function private.forget_shifts(most bigint default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('shift_retention_days'), '365');
  forgotten bigint;
begin
  perform set_config('private.forgetting_shifts', 'on', true);
  delete from public.shifts where id in (
    select s.id from public.shifts s
    where tstzrange(s.started_at, s.ended_at, '[]') << tstzrange(now() - make_interval(days => days), null)
    limit most);
  get diagnostics forgotten = row_count;
  perform set_config('private.forgetting_shifts', '', true);
  return forgotten;
end $$;

-- A new shift also deletes expired ones: a hosted project needs no job for that. Few at a time, because the driver waits.
create function private.forget_some_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_shifts(100);
  return null;
end $$;
create trigger forget_some_shifts after insert on public.shifts
  for each statement execute function private.forget_some_shifts();

-- Returns the age from which an open shift counts as forgotten.
create function private.forgotten_after() returns interval language sql immutable set search_path = '' as $$
  select interval '18 hours'
$$;

-- Returns the vehicles that the caller may not take, because they are assigned to other drivers. The vehicle of an open
-- shift stays readable to its driver. It is a set, so that a list of 5,000 vehicles computes it once.
create function private.vehicles_of_others() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select assigned.vehicle_id from public.vehicle_drivers assigned
  where not exists (
      select from public.vehicle_drivers own
      where own.vehicle_id = assigned.vehicle_id and own.driver_id = (select private.own_driver_id()))
    and not exists (
      select from public.shifts s where s.vehicle_id = assigned.vehicle_id
        and s.driver_id = (select private.own_driver_id()) and s.ended_at is null)
$$;
grant execute on function private.vehicles_of_others() to authenticated, service_role;

-- Staff read every vehicle; active drivers read those that they may take.
create policy vehicles_select on public.vehicles for select to authenticated using (
  (select private.is_staff())
  or ((select private.own_active_driver()) is not null and id not in (select private.vehicles_of_others())));
-- Only staff add vehicles.
create policy vehicles_insert on public.vehicles for insert to authenticated with check ((select private.is_staff()));
-- Only staff change vehicles.
create policy vehicles_update on public.vehicles for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Only administrators delete vehicles.
create policy vehicles_delete on public.vehicles for delete to authenticated using ((select private.is_admin()));

-- Staff read every assignment; an active driver reads their own.
create policy vehicle_drivers_select on public.vehicle_drivers for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_active_driver()));
-- Only staff assign drivers.
create policy vehicle_drivers_insert on public.vehicle_drivers for insert to authenticated
  with check ((select private.is_staff()));
-- Only staff remove an assignment. The office may, although it deletes nothing else: who drives which vehicle changes
-- every day, and neither record goes.
create policy vehicle_drivers_delete on public.vehicle_drivers for delete to authenticated
  using ((select private.is_staff()));

-- Staff read every shift; a driver reads their own. No client role writes shifts directly.
create policy shifts_select on public.shifts for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));

grant select, delete on public.vehicles to authenticated;
grant insert (license_plate, class, brand_model, colour, seats, bags, registration_number) on public.vehicles
  to authenticated;
grant update (license_plate, class, brand_model, colour, seats, bags, registration_number, version) on public.vehicles
  to authenticated;
grant select, insert, delete on public.vehicle_drivers to authenticated;
grant select on public.shifts to authenticated;

-- Realtime tells a device that another driver ended its shift, or that the shift moved to another device.
alter publication supabase_realtime add table public.shifts;

-- Fails with 409 and the name of the driver who has the vehicle, so that nobody has to search for them.
create function private.refuse_used_vehicle(driver uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse(409, 'vehicle_in_use', 'Another driver has the vehicle', details => d.name)
    from public.drivers d where d.id = refuse_used_vehicle.driver;
end $$;

-- A vehicle with an open shift cannot be deleted.
create function private.guard_used_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_used_vehicle(s.driver_id)
    from public.shifts s where s.vehicle_id = old.id and s.ended_at is null;
  return old;
end $$;
create trigger guard_used_vehicle before delete on public.vehicles
  for each row execute function private.guard_used_vehicle();

-- A driver who stops being active, whatever the reason, loses the vehicle: their open shift ends.
create function private.end_shift_of_inactive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
    where s.driver_id = new.id and s.ended_at is null;
  return null;
end $$;
create trigger end_shift_of_inactive after update on public.drivers for each row
  when (old.state = 'active' and new.state <> 'active') execute function private.end_shift_of_inactive();

-- Logs the start or the end of a shift, with its driver and vehicle.
create function private.record_shift_act(act text, shift public.shifts) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act(act, 'access', jsonb_build_object('target', 'shift:' || shift.id, 'driver_id', shift.driver_id,
    'vehicle_id', shift.vehicle_id))
$$;

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
  perform private.record_act('vehicle_taken_over', 'access', jsonb_build_object('target', 'vehicle:' || vehicle,
    'driver_id', from_driver));
end $$;

-- Active drivers. Starts the caller's shift in a vehicle and returns its id; their shift in another vehicle ends. If
-- another driver has the vehicle, the call fails (`vehicle_in_use`, their name in `details`) unless the caller takes it
-- over, which ends that shift. A forgotten shift ends without a question. Repeating the call moves the open shift to the
-- device, so a retried request starts one shift.
create function public.start_shift(vehicle uuid, device uuid default null, take_over boolean default false)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten constant interval := private.forgotten_after();
  driver constant uuid := private.own_driver_id();
  other uuid;
  begun public.shifts;
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
    returning s.* into begun;
  if found then
    return begun.id;
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
    values (driver, start_shift.vehicle, start_shift.device, moment, other is not null) returning * into begun;
  if other is null then
    perform private.record_shift_act('shift_started', begun);
  end if;
  return begun.id;
end $$;

-- Drivers and staff. Ends an open shift: drivers end their own, staff anybody's. Any other id has no effect.
create function public.end_shift(shift uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with ended as (
    update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
    where s.id = end_shift.shift and s.ended_at is null
      and (s.driver_id = private.own_driver_id() or private.is_staff())
    returning s)
  select private.record_shift_act('shift_ended', e.s) from ended e
$$;

-- Staff. Reverses the end of a shift that the caller ended less than a minute ago, for as long as nothing came after it: the
-- last act on the shift is that end, the driver is active and has begun no other shift, and the vehicle is free. An open
-- shift stays as it is, so that a call can be repeated.
create function public.reopen_shift(shift uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended public.shifts;
  act jsonb;
begin
  perform private.require_staff();
  -- A shift that starts at this moment waits, as one in start_shift.
  perform pg_advisory_xact_lock(hashtextextended('the start of a shift', 0));
  select s.* into ended from public.shifts s where s.id = reopen_shift.shift;
  if not found then
    perform private.refuse(404, 'shift_not_found', 'There is no such shift');
  elsif ended.ended_at is null then
    return;
  end if;
  select a.payload into act from private.audit a
    where a.payload -> 'traits' ->> 'target' = 'shift:' || ended.id and a.created_at > now() - interval '1 minute'
    order by a.created_at desc limit 1;
  perform from public.drivers d where d.id = ended.driver_id and d.state = 'active' for share;
  if not found or ended.vehicle_id is null
    or (act ->> 'action' = 'shift_ended' and act ->> 'actor_id' = auth.uid()::text) is not true then
    perform private.refuse(409, 'shift_end_final', 'Only the person who just ended the shift can reopen it');
  end if;
  perform private.refuse(409, 'driver_on_shift', 'The driver has begun another shift')
    from public.shifts s where s.driver_id = ended.driver_id and s.ended_at is null;
  perform private.refuse_used_vehicle(s.driver_id)
    from public.shifts s where s.vehicle_id = ended.vehicle_id and s.ended_at is null;
  update public.shifts s set ended_at = null where s.id = ended.id;
  perform private.record_shift_act('shift_reopened', ended);
end $$;
grant execute on function public.start_shift(uuid, uuid, boolean), public.end_shift(uuid), public.reopen_shift(uuid)
  to authenticated;

-- Anybody. Returns whether the company has entered vehicles: then a registration asks for no plate.
create function public.company_has_vehicles() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicles)
$$;
grant execute on function public.company_has_vehicles() to anon, authenticated;

-- Staff: security invoker, so that the policies decide. Writes a vehicle and its drivers, all or nothing, and returns the
-- id. Without `vehicle` it adds one; else it changes the given fields, and fails with 409 when `version` is stale. `added`
-- and `removed` are drivers; the others stay, also those whom somebody else assigned meanwhile.
create function public.save_vehicle(fields jsonb, vehicle uuid default null, version integer default null,
  added uuid[] default '{}', removed uuid[] default '{}') returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  saved uuid := save_vehicle.vehicle;
begin
  if saved is null then
    insert into public.vehicles as v (license_plate, class, brand_model, colour, seats, bags, registration_number)
      select g.license_plate, g.class, g.brand_model, g.colour, g.seats, g.bags, g.registration_number
      from jsonb_populate_record(null::public.vehicles, save_vehicle.fields) as g
      returning v.id into saved;
  else
    -- The lock asks the policy of updates, also where only drivers change.
    perform from public.vehicles v where v.id = saved for no key update;
    if not found then
      perform private.refuse(404, 'not_found', 'There is no such vehicle');
    end if;
    update public.vehicles v
      set (license_plate, class, brand_model, colour, seats, bags, registration_number, version) = (
        select g.license_plate, g.class, g.brand_model, g.colour, g.seats, g.bags, g.registration_number,
          coalesce(save_vehicle.version, v.version)
        from jsonb_populate_record(v, save_vehicle.fields) as g)
      where v.id = saved and save_vehicle.fields <> '{}';
  end if;
  insert into public.vehicle_drivers (vehicle_id, driver_id)
    select saved, chosen from unnest(save_vehicle.added) as chosen
  on conflict on constraint vehicle_drivers_pkey do nothing;
  delete from public.vehicle_drivers d where d.vehicle_id = saved and d.driver_id = any (save_vehicle.removed);
  return saved;
end $$;
grant execute on function public.save_vehicle(jsonb, uuid, integer, uuid[], uuid[]) to authenticated, service_role;

-- The audit log records the staff's changes to vehicles and assignments.
create trigger audit_row after insert or update or delete on public.vehicles for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('vehicle', 'id');
create trigger audit_row after insert or update or delete on public.vehicle_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('vehicle', 'vehicle_id', 'assignment');

-- Returns the shifts of a person: those that their account started and those of their drivers, for personal_data.
create function private.shifts_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('license_plate', s.license_plate, 'started_at', s.started_at,
    'ended_at', s.ended_at, 'name', s.driver_name, 'code', s.driver_code, 'phone', s.driver_phone) order by s.started_at), '[]')
  from public.shifts s
  where s.account_id = person or s.driver_id in (select private.drivers_of(person))
$$;
