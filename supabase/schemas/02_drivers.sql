-- Drivers: the record that passengers see, its verification code, and the account it is linked to.

-- Returns a verification code of 60 random bits, in an alphabet without letters that look like digits. It skips bytes 6
-- and 8 of the UUID, which are not all random.
create function private.new_verification_code() returns text language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, place) % 32, 1), '' order by place)
  from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as place
$$;
grant execute on function private.new_verification_code() to authenticated, service_role;

-- Returns the verification code in a code as a person or a chat program wrote it: without percent escapes and other signs
-- than letters and digits, and with the digits that look like the letters O, I and L.
create function private.typed_code(typed text) returns text language sql immutable set search_path = '' as $$
  select left(translate(upper(regexp_replace(left(typed, 200), '%(25)*[0-9A-Fa-f]{2}|[^0-9A-Za-z]', '', 'g')),
    'OIL', '011'), 12)
$$;

-- Returns whether a new driver starts approved: always, unless `driver_approval` is `manual` and drivers register
-- themselves. A record that staff or the service writes is already decided.
create function private.is_approved_at_first() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('driver_approval') is distinct from 'manual'
    or coalesce(current_setting('role', true), 'none') <> 'authenticated' or private.is_staff()
$$;
grant execute on function private.is_approved_at_first() to authenticated, service_role;

create table public.drivers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  -- The driver's own plate; null for a driver who only drives vehicles of the company.
  license_plate text check (license_plate ~ '^[A-Z0-9]{4,8}$'),
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
  -- The code in the address that a passenger's phone opens. It is random: no API role may write it.
  verification_code text not null default private.new_verification_code()
    constraint drivers_verification_code_key unique,
  approved boolean not null default private.is_approved_at_first(),
  version integer not null default 1,
  -- A photo that waits for approval; passengers see photo_url meanwhile.
  pending_photo_url text check (char_length(pending_photo_url) <= 1000),
  -- Only record_approval sets these; no API role may write them.
  approved_at timestamptz,
  approved_by uuid references auth.users on delete set null,
  -- Maintained by keep_driver_account.
  has_account boolean not null default false,
  -- Only driver_left and driver_returned write these.
  left_at timestamptz,
  left_by uuid references auth.users on delete set null,
  -- Only active drivers, whom an administrator has approved, may use the company's vehicles, plates and documents.
  state text not null generated always as (
    case
      when left_at is not null then 'left'
      when approved_at is null then 'waiting'
      when has_account then 'active'
      else 'invited'
    end) stored,
  -- The days on which the driver does not work; the office offers the driver's trips to others then.
  days_off date[] not null default '{}' check (cardinality(days_off) <= 100)
);
create index drivers_name_idx on public.drivers (name, id);
-- The list shows drivers who wait for a decision first: new registrations, then new photos.
create index drivers_waiting_idx on public.drivers (approved, pending_photo_url, name, id);
create index drivers_license_plate_idx on public.drivers (license_plate);
create index drivers_approved_by_idx on public.drivers (approved_by);
create index drivers_state_idx on public.drivers (state, name, id);
create index drivers_left_by_idx on public.drivers (left_by);
-- A driver code is unique among verified drivers. A registration may repeat one, because it waits for approval.
create unique index drivers_driver_code_key on public.drivers (upper(driver_code)) where approved_at is not null;
create index drivers_driver_code_idx on public.drivers (upper(driver_code));

-- Normalises what people type: “bb·bb-12” and “BBBB 12” are the same plate, “9 8765 4321” and “+56987654321” the same
-- phone, and an empty plate is none. It rejects long texts itself: normalising a megabyte takes a second, and the
-- table's checks come only afterwards.
create function private.normalise_driver() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.name), octet_length(new.license_plate), octet_length(new.driver_code),
    octet_length(new.contact)) > 1000 then
    raise exception 'a text of the driver is too long' using errcode = '23514';
  end if;
  new.name := regexp_replace(btrim(new.name), '\s+', ' ', 'g');
  new.license_plate := case when btrim(new.license_plate) <> '' then private.plate_of(new.license_plate) end;
  new.driver_code := btrim(new.driver_code);
  new.contact := private.contact_of(new.contact);
  return new;
end $$;
create trigger normalise_driver before insert or update of name, license_plate, driver_code, contact on public.drivers
  for each row execute function private.normalise_driver();

-- Only staff approve drivers. RLS would silently update 0 rows; this trigger raises an error instead, once for
-- each statement that names the column.
create function private.guard_approval() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff() then
    raise exception 'only staff approve drivers' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger guard_approval before update of approved on public.drivers
  for each statement when (pg_trigger_depth() = 0) execute function private.guard_approval();

-- Optimistic locking: an update that sends a stale `version` fails with 409; one that omits it always wins.
create function private.check_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'The record was changed by somebody else meanwhile');
  end if;
  return new;
end $$;
create trigger check_driver_version before update of version on public.drivers
  for each row execute function private.check_version();
-- Increments the version when a field that people edit changes. Triggers fire in name order, so this one sees
-- normalised values: another spelling of the same plate is not a change.
create function private.count_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger version_driver
  before update of name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved, days_off
  on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.pending_photo_url, old.contact, old.approved,
      old.days_off)
    is distinct from
    (new.name, new.license_plate, new.driver_code, new.photo_url, new.pending_photo_url, new.contact, new.approved,
      new.days_off))
  execute function private.count_version();

-- Returns whether another record has this driver code. Security definer, because a driver sees only their own record.
create function private.is_driver_code_used(code text, except_driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d where upper(d.driver_code) = upper(code) and d.id <> except_driver)
$$;

-- A record that staff write or approve is verified; anybody else's change to a verified field revokes that. The office
-- verifies no record of its own account: a driver may have been promoted.
create function private.record_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_admin() and (not private.is_staff() or new.id in (select private.drivers_of(auth.uid())));
begin
  if by_driver then
    new.approved_at := null;
  elsif tg_op = 'UPDATE' or private.is_staff() then
    new.approved_at := now();
  end if;
  if not new.approved then
    new.approved_at := null;
  end if;
  new.approved_by := case when new.approved_at is not null then auth.uid() end;
  return new;
end $$;
-- Decides on insert and on approval. Triggers fire in name order: this one runs after normalise_driver.
create trigger record_approval before insert or update of approved on public.drivers
  for each row execute function private.record_approval();
-- Makes a registration wait for approval, even where registrations are approved automatically, if it repeats a driver's code
-- or may come from a former driver. It decides at the end of the transaction: the response to a registration is the same
-- for a code or telephone that we know and one that we do not.
create function private.hold_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff()
    and (private.is_driver_code_used(new.driver_code, new.id)
      or private.is_former_driver(new.license_plate, new.contact)) then
    update public.drivers d set approved = false where d.id = new.id;
  end if;
  return null;
end $$;
create constraint trigger hold_registration after insert on public.drivers deferrable initially deferred
  for each row when (new.approved) execute function private.hold_registration();
-- Revokes the verification when somebody outside the staff changes a field that the staff have seen.
create trigger record_change before update of name, license_plate, driver_code, photo_url on public.drivers
  for each row when (old.approved_at is not null
    and (old.name, old.license_plate, old.driver_code, old.photo_url)
      is distinct from (new.name, new.license_plate, new.driver_code, new.photo_url)
    and coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff())
  execute function private.record_approval();

-- Staff. Returns which of these drivers (at most 100) share their code with another record. Anybody else gets no row, and
-- learns of no code.
create function public.shared_driver_codes(drivers uuid[]) returns table (driver_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d
  where (select private.is_staff()) and d.id = any (drivers[1:100]) and private.is_driver_code_used(d.driver_code, d.id)
$$;
grant execute on function public.shared_driver_codes(uuid[]) to authenticated, service_role;

create table public.user_drivers (
  user_id uuid primary key references auth.users on delete cascade,
  driver_id uuid not null references public.drivers on delete cascade
);
create index user_drivers_driver_id_idx on public.user_drivers (driver_id);

-- Returns the caller's driver, for policies. Security definer, because the policies of drivers and user_drivers would
-- otherwise read each other.
create function private.own_driver_id() returns uuid language sql stable security definer set search_path = '' as $$
  select driver_id from public.user_drivers where user_id = auth.uid()
$$;
-- Returns whether the caller created this driver record.
create function private.created_driver(driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers where id = driver and created_by = auth.uid())
$$;
grant execute on function private.own_driver_id(), private.created_driver(uuid) to authenticated, service_role;

-- Returns the caller's driver if an administrator has made it active and the session is alive. Policies check it for
-- whatever belongs to the company; own_driver_id is enough for whatever belongs to the driver.
create function private.own_active_driver() returns uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.user_drivers link join public.drivers d on d.id = link.driver_id
  where link.user_id = auth.uid() and d.state = 'active' and private.session_alive()
$$;
grant execute on function private.own_active_driver() to authenticated, service_role;

-- Returns the drivers of a person: those whose record they created, and the one linked to their account.
create function private.drivers_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d where d.created_by = person
  union all select link.driver_id from public.user_drivers link where link.user_id = person
$$;

-- Keeps `has_account` in step with the links. An account that links itself to a verified record sends that record back
-- to waiting, because nobody has approved the two together; only administrators link accounts. It locks the driver
-- first, so that concurrent changes of links see each other.
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
create trigger keep_driver_account after insert or delete or update of driver_id on public.user_drivers
  for each row execute function private.keep_driver_account();

-- Returns whether an account has a role of staff, also in a session that lacks its second factor.
create function private.is_staff_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = account and u.raw_app_meta_data ->> 'role' in ('admin', 'office'))
$$;
grant execute on function private.is_staff_account(uuid) to authenticated, service_role;

-- Returns the accounts that are blocked or signed out with a driver: those linked to it, and its creator's unless that
-- is linked to another driver. It never returns an account of staff, who create records for others.
create function private.accounts_of_driver(driver uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where not private.is_staff_account(u.id) and u.id in (
    select link.user_id from public.user_drivers link where link.driver_id = driver
    union all
    select d.created_by from public.drivers d where d.id = driver and not exists (
      select from public.user_drivers other where other.user_id = d.created_by and other.driver_id <> driver))
$$;

-- Deleting a driver ends the sessions of its accounts, because their devices show the driver's card. Staff keep theirs.
create function private.end_sessions_of_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(old.id));
  return old;
end $$;
create trigger end_sessions_of_driver before delete on public.drivers
  for each row execute function private.end_sessions_of_driver();

-- Accounts whose driver was deleted. The company sent them away, so their next registration waits for an administrator,
-- whatever code it names. The table holds only the id, which is deleted with the account.
create table private.removed_accounts (
  user_id uuid primary key references auth.users on delete cascade
);

-- Records the accounts of a deleted driver, by which is_former_driver recognises them.
create function private.remember_removed_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_accounts (user_id) select private.accounts_of_driver(old.id) on conflict do nothing;
  return old;
end $$;
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

-- Returns whether a driver serves passengers: approved, not left, no linked account banned, and no expired document
-- that stops service.
create function private.is_in_service(driver uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.drivers d where d.id = driver and d.approved and d.left_at is null) and not exists (
    select from public.user_drivers link join auth.users u on u.id = link.user_id
    where link.driver_id = driver and u.banned_until > now())
    and not exists (select from private.stopping_documents(driver));
end $$;
grant execute on function private.is_in_service(uuid) to authenticated, service_role;

-- Staff read every driver; other accounts read the record they created or are linked to.
create policy drivers_select on public.drivers for select to authenticated using (
  (select private.is_staff()) or created_by = (select auth.uid()) or id = (select private.own_driver_id())
);
-- Administrators create any record, the office one of nobody's account: leaving blocks the account that `created_by`
-- names, and accounts are the administrators'. Other accounts create only their own, and anonymous accounts create none.
create policy drivers_insert on public.drivers for insert to authenticated with check (
  (select private.is_admin()) or (created_by is null and (select private.is_staff()))
  or (created_by = (select auth.uid()) and not (select private.is_anonymous()))
);
-- Only staff change drivers; a driver changes their photo through change_own_photo.
create policy drivers_update on public.drivers for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Only administrators delete drivers.
create policy drivers_delete on public.drivers for delete to authenticated using ((select private.is_admin()));

-- Administrators read every link; other accounts read their own.
create policy user_drivers_select on public.user_drivers for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
-- Administrators link any account; an account without a role links only itself, and only to a record that it created. The
-- office, which approves drivers, would keep such a link when its role is taken away.
create policy user_drivers_insert on public.user_drivers for insert to authenticated with check (
  (select private.is_admin())
  or (user_id = (select auth.uid()) and private.created_driver(driver_id) and not (select private.is_anonymous())
    and not (select private.is_staff_account(auth.uid())))
);
-- Only administrators change a link.
create policy user_drivers_update on public.user_drivers for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only administrators remove a link.
create policy user_drivers_delete on public.user_drivers for delete to authenticated
  using ((select private.is_admin()));

-- Column grants: no API role of a person writes the columns that the database maintains (id, the rating aggregate,
-- created_at).
grant select, delete on public.drivers to authenticated;
grant insert (name, license_plate, driver_code, photo_url, contact, created_by) on public.drivers to authenticated;
grant update (name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved, version, days_off)
  on public.drivers to authenticated;
grant select, insert, update, delete on public.user_drivers to authenticated;

-- Links a new account to the driver named in its app_metadata, in the same transaction: an administrator creates both
-- the account and its link, or neither.
create function private.link_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_drivers (user_id, driver_id)
    values (new.id, (new.raw_app_meta_data ->> 'initial_driver_id')::uuid)
    on conflict (user_id) do nothing;
  return null;
end $$;
create trigger link_new_user after insert on auth.users
  for each row when (new.raw_app_meta_data ? 'initial_driver_id') execute function private.link_new_user();
-- GoTrue inserts the row first and writes app_metadata by a later update of the same transaction. This trigger fires
-- for a new value only, so a link that an administrator removed stays removed.
create trigger link_updated_user after update of raw_app_meta_data on auth.users for each row
  when (new.raw_app_meta_data ? 'initial_driver_id' and new.raw_app_meta_data ->> 'initial_driver_id'
    is distinct from old.raw_app_meta_data ->> 'initial_driver_id')
  execute function private.link_new_user();
