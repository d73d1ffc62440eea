-- Two drivers share one taxi in two shifts, a driver code that a stranger registers takes nothing from the driver who has
-- it, and only a recorded act of an administrator lets the public page say that a driver is authorised.

alter table public.drivers drop constraint drivers_license_plate_key;
create index drivers_license_plate_idx on public.drivers (license_plate);

-- Set by record_approval alone: no role of the API may write them.
alter table public.drivers add column approved_at timestamptz;
alter table public.drivers add column approved_by uuid references auth.users on delete set null;
create index drivers_approved_by_idx on public.drivers (approved_by);

-- A code belongs to one driver whom the company has verified. Registrations may name it as well: they wait.
alter table public.drivers drop constraint drivers_driver_code_key;
create unique index drivers_driver_code_key on public.drivers (upper(driver_code)) where approved_at is not null;
create index drivers_driver_code_idx on public.drivers (upper(driver_code));

create function private.is_driver_code_used(code text, except_driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d where upper(d.driver_code) = upper(code) and d.id <> except_driver)
$$;
revoke execute on function private.is_driver_code_used(text, uuid) from public;

-- An administrator who writes a record, or approves it, has verified the driver. A change by anybody else to what the
-- administrator has seen takes that back. A registration with the code of another driver waits for an administrator
-- even where registrations are approved automatically.
create function private.record_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver boolean := coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_admin();
begin
  if by_driver then
    new.approved_at := null;
    if tg_op = 'INSERT' and private.is_driver_code_used(new.driver_code, new.id) then
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
revoke execute on function private.record_approval() from public;
-- Triggers go by name: after normalise_driver.
create trigger record_approval before insert or update of approved on public.drivers
  for each row execute function private.record_approval();
create trigger record_change before update of name, license_plate, driver_code, photo_url on public.drivers
  for each row when (old.approved_at is not null
    and (old.name, old.license_plate, old.driver_code, old.photo_url)
      is distinct from (new.name, new.license_plate, new.driver_code, new.photo_url)
    and coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_admin())
  execute function private.record_approval();

-- Which of these drivers have a code that another record has as well. Nothing for anybody but administrators, who would
-- learn from it which codes there are.
create function public.shared_driver_codes(drivers uuid[]) returns table (driver_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d
  where (select private.is_admin()) and d.id = any (drivers[1:100]) and private.is_driver_code_used(d.driver_code, d.id)
$$;
revoke execute on function public.shared_driver_codes(uuid[]) from public, anon;
grant execute on function public.shared_driver_codes(uuid[]) to authenticated, service_role;

-- Who drives today, for whoever holds the code; no row for a code that is not known, or of a driver who is not in
-- service. Without a date the driver is registered, but no administrator has verified them.
create or replace function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), d.license_plate, d.photo_url,
    case when d.approved_at is not null then (now() at time zone 'America/Santiago')::date end
  from public.drivers d
  where d.verification_code
      = translate(upper(regexp_replace(left(verify_driver.code, 40), '[\s-]', '', 'g')), 'OIL', '011')
    and private.is_in_service(d.id)
$$;
