-- Drivers: the record that passengers see, its verification code, and the account that it is linked to.

-- 60 random bits in an alphabet without letters that are read as digits. Bytes 6 and 8 of a UUID are not all random.
create function private.new_verification_code() returns text language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, place) % 32, 1), '' order by place)
  from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as place
$$;

-- With `driver_approval` set to `manual`, registrations wait. Administrators and the service have decided when they
-- write a driver.
create function private.is_approved_at_first() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('driver_approval') is distinct from 'manual'
    or coalesce(current_setting('role', true), 'none') <> 'authenticated' or private.is_admin()
$$;
revoke execute on function private.is_approved_at_first() from public, anon;
grant execute on function private.is_approved_at_first() to authenticated, service_role;

create table public.drivers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  license_plate text not null check (license_plate ~ '^[A-Z0-9]{4,8}$'),
  driver_code text not null check (char_length(driver_code) between 1 and 40),
  photo_url text check (char_length(photo_url) <= 1000),
  contact text check (contact ~ '^\+?[0-9]{9,15}$'),
  created_by uuid default auth.uid() constraint drivers_created_by_key unique
    references auth.users on delete set null,
  review_count integer not null default 0,
  rating_total bigint not null default 0,
  average_rating numeric(2, 1) generated always as
    (case when review_count > 0 then round(rating_total::numeric / review_count, 1) end) stored,
  created_at timestamptz not null default now(),
  -- What a passenger's phone opens to see who drives. Nobody chooses it: no role of the API may write it.
  verification_code text not null default private.new_verification_code()
    constraint drivers_verification_code_key unique,
  approved boolean not null default private.is_approved_at_first(),
  version integer not null default 1,
  -- Set by record_approval alone: no role of the API may write them.
  approved_at timestamptz,
  approved_by uuid references auth.users on delete set null,
  -- Waits for approval; passengers see photo_url meanwhile.
  pending_photo_url text check (char_length(pending_photo_url) <= 1000),
  -- The trigger on user_drivers keeps it.
  has_account boolean not null default false,
  -- driver_left and driver_returned write them.
  left_at timestamptz,
  left_by uuid references auth.users on delete set null,
  -- The company's vehicles, their plates and their documents are for active drivers alone, whom an administrator made so.
  state text not null generated always as (
    case
      when left_at is not null then 'left'
      when approved_at is null then 'waiting'
      when has_account then 'active'
      else 'invited'
    end) stored
);
create index drivers_name_idx on public.drivers (name, id);
-- Drivers who wait for a decision are listed first: the new ones, then those with a new photo.
create index drivers_waiting_idx on public.drivers (approved, pending_photo_url, name, id);
create index drivers_license_plate_idx on public.drivers (license_plate);
create index drivers_approved_by_idx on public.drivers (approved_by);
create index drivers_state_idx on public.drivers (state, name, id);
create index drivers_left_by_idx on public.drivers (left_by);
-- A code belongs to one driver whom the company has verified. Registrations may name it as well: they wait.
create unique index drivers_driver_code_key on public.drivers (upper(driver_code)) where approved_at is not null;
create index drivers_driver_code_idx on public.drivers (upper(driver_code));

-- “bb·bb-12” and “BBBB 12” are the same vehicle, “9 8765 4321” and “+56987654321” the same phone. The checks of the table refuse long texts, but after they were normalised,
-- which takes a second for a megabyte.
create function private.normalise_driver() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.name), octet_length(new.license_plate), octet_length(new.driver_code),
    octet_length(new.contact)) > 1000 then
    raise exception 'a text of the driver is too long' using errcode = '23514';
  end if;
  new.name := regexp_replace(btrim(new.name), '\s+', ' ', 'g');
  new.license_plate := private.plate_of(new.license_plate);
  new.driver_code := btrim(new.driver_code);
  new.contact := private.contact_of(new.contact);
  return new;
end $$;
create trigger normalise_driver before insert or update of name, license_plate, driver_code, contact on public.drivers
  for each row execute function private.normalise_driver();

-- Rows of others are not seen by an update, so a policy answers “0 rows”. Whoever approves drivers without the right to
-- is told so: the trigger is asked once for each statement that names the column.
create function private.guard_approval() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_admin() then
    raise exception 'only administrators approve drivers' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger guard_approval before update of approved on public.drivers
  for each statement execute function private.guard_approval();

-- Counts the changes of what people write. Who sends the version along that they have read is refused when somebody
-- else was faster; who does not send it is not.
create function private.check_driver_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'The driver was changed by somebody else meanwhile');
  end if;
  return new;
end $$;
revoke execute on function private.check_driver_version() from public;
create trigger check_driver_version before update of version on public.drivers
  for each row execute function private.check_driver_version();
-- Triggers go by name: after normalise_driver, so that another writing of the same is no change.
create function private.count_driver_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger version_driver
  before update of name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved
  on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.pending_photo_url, old.contact, old.approved)
    is distinct from
    (new.name, new.license_plate, new.driver_code, new.photo_url, new.pending_photo_url, new.contact, new.approved))
  execute function private.count_driver_version();

create function private.is_driver_code_used(code text, except_driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d where upper(d.driver_code) = upper(code) and d.id <> except_driver)
$$;
revoke execute on function private.is_driver_code_used(text, uuid) from public;

-- An administrator who writes a record, or approves it, has verified the driver. A change by anybody else to what the
-- administrator has seen takes that back. A registration with the code of another driver, or of a former one, waits for an
-- administrator even where registrations are approved automatically.
create function private.record_approval() returns trigger
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

create table public.user_drivers (
  user_id uuid primary key references auth.users on delete cascade,
  driver_id uuid not null references public.drivers on delete cascade
);
create index user_drivers_driver_id_idx on public.user_drivers (driver_id);

-- Asked by policies of tables whose rows belong to a driver. Security definer: the policies of the two
-- tables above would otherwise have to read each other.
create function private.own_driver_id() returns uuid language sql stable security definer set search_path = '' as $$
  select driver_id from public.user_drivers where user_id = auth.uid()
$$;
create function private.created_driver(driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers where id = driver and created_by = auth.uid())
$$;
revoke execute on function private.own_driver_id(), private.created_driver(uuid) from public;
grant execute on function private.own_driver_id(), private.created_driver(uuid) to authenticated, service_role;

-- The caller's driver if an administrator has made it active and the session stands. Policies ask it for everything that is
-- the company's; own_driver_id is enough for what is the driver's own.
create function private.own_active_driver() returns uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.user_drivers link join public.drivers d on d.id = link.driver_id
  where link.user_id = auth.uid() and d.state = 'active' and private.session_alive()
$$;
revoke execute on function private.own_active_driver() from public, anon;
grant execute on function private.own_active_driver() to authenticated, service_role;

-- Keeps `has_account` in step with the links. An account that links itself to a verified record is one that no
-- administrator has seen with it: the driver waits again. The driver's row is locked first, so that two changes of links
-- count each other.
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

-- The accounts that stand and fall with a driver: those linked to it, and its creator unless linked to another one. Never an
-- administrator's, who creates the records of others.
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

-- The devices of a driver who is deleted show the driver's card: their sessions end. Administrators keep theirs.
create function private.end_sessions_of_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(old.id));
  return old;
end $$;
revoke execute on function private.end_sessions_of_driver() from public;
create trigger end_sessions_of_driver before delete on public.drivers
  for each row execute function private.end_sessions_of_driver();

-- Accounts whose driver was deleted. Their next registration is not admitted by itself: the company sent them away, and a
-- typed code must not bring them back. Nothing but the id, which goes with the account.
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

-- Whether a registration by the caller may be of somebody who drove for the company before: the account's driver was
-- deleted or has left, or a driver who has left had this plate or phone.
create function private.is_former_driver(plate text, contact text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.removed_accounts removed where removed.user_id = auth.uid())
    or exists (select from public.drivers d where d.state = 'left' and (
      d.license_plate = is_former_driver.plate
      or right(ltrim(d.contact, '+'), 9) = right(ltrim(is_former_driver.contact, '+'), 9)
      or exists (select from public.user_drivers link where link.driver_id = d.id and link.user_id = auth.uid())))
$$;
revoke execute on function private.is_former_driver(text, text) from public, anon, authenticated, service_role;

-- Whether a driver serves passengers: approved, not gone, no account of theirs suspended, and no expired document in the way.
create function private.is_in_service(driver uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.drivers d where d.id = driver and d.approved and d.left_at is null) and not exists (
    select from public.user_drivers link join auth.users u on u.id = link.user_id
    where link.driver_id = driver and u.banned_until > now())
    and not exists (select from private.stopping_papers(driver));
end $$;
revoke execute on function private.is_in_service(uuid) from public;
grant execute on function private.is_in_service(uuid) to authenticated, service_role;

alter table public.drivers enable row level security;
alter table public.user_drivers enable row level security;

create policy drivers_service on public.drivers for all to service_role using (true) with check (true);
create policy drivers_session on public.drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy drivers_select on public.drivers for select to authenticated using (
  (select private.is_admin()) or created_by = (select auth.uid()) or id = (select private.own_driver_id())
);
create policy drivers_insert on public.drivers for insert to authenticated with check (
  (select private.is_admin()) or (created_by = (select auth.uid()) and not (select private.is_anonymous()))
);
create policy drivers_update on public.drivers for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy drivers_delete on public.drivers for delete to authenticated using ((select private.is_admin()));

create policy user_drivers_service on public.user_drivers for all to service_role using (true) with check (true);
create policy user_drivers_session on public.user_drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy user_drivers_select on public.user_drivers for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
create policy user_drivers_insert on public.user_drivers for insert to authenticated with check (
  (select private.is_admin())
  or (user_id = (select auth.uid()) and private.created_driver(driver_id) and not (select private.is_anonymous()))
);
create policy user_drivers_update on public.user_drivers for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy user_drivers_delete on public.user_drivers for delete to authenticated
  using ((select private.is_admin()));

-- No column that the database keeps itself can be written: id, the rating aggregate, created_at.
revoke all on public.drivers, public.user_drivers from anon, authenticated;
grant select, delete on public.drivers to authenticated;
grant insert (name, license_plate, driver_code, photo_url, contact, created_by) on public.drivers to authenticated;
grant update (name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved, version)
  on public.drivers to authenticated;
grant select, insert, update, delete on public.user_drivers to authenticated;
grant all on public.drivers, public.user_drivers to service_role;

-- An administrator creates an account for a driver in one step: the account is made with the driver named in
-- app_metadata, and either both the account and its link exist or neither.
create function private.link_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_drivers (user_id, driver_id)
    values (new.id, (new.raw_app_meta_data ->> 'initial_driver_id')::uuid)
    on conflict (user_id) do nothing;
  return null;
end $$;
revoke execute on function private.link_new_user() from public;
create trigger link_new_user after insert on auth.users
  for each row when (new.raw_app_meta_data ? 'initial_driver_id') execute function private.link_new_user();
-- GoTrue inserts the row and writes app_metadata by a later update of the same transaction.
-- Fires for a new value only: a link that an administrator removed later stays removed.
create trigger link_updated_user after update of raw_app_meta_data on auth.users for each row
  when (new.raw_app_meta_data ? 'initial_driver_id' and new.raw_app_meta_data ->> 'initial_driver_id'
    is distinct from old.raw_app_meta_data ->> 'initial_driver_id')
  execute function private.link_new_user();
