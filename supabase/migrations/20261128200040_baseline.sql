-- baseline: contains every migration up to this version
-- older databases: Update to commit 98e56bdb first (git checkout 98e56bdb, then npm start and stop the server, or npm run hosted for a hosted project), then to this version.

-- Helper functions of the policies, in a schema that the API does not expose.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Returns whether the caller signed in anonymously. Policies keep such accounts, which have no address, from
-- registering as drivers, rating and consenting.
create function private.is_anonymous() returns boolean language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
$$;

-- Raises an error with its own status, code and headers, in the form that PostgREST turns into the whole response.
create function private.refuse(status integer, code text, message text, headers jsonb default '{}',
  details text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;
revoke execute on function private.refuse(integer, text, text, jsonb, text) from public, anon, authenticated;

-- Settings that functions and policies read. They are rows because a hosted project refuses `alter role … set app.…`.
-- Our server writes its environment here at start; on a hosted project the operator runs `select
-- private.configure('{"driver_approval": "manual"}')`.
create table private.settings (
  name text primary key,
  value text not null,
  constraint settings_value check (case name
    when 'driver_approval' then value in ('automatic', 'manual')
    when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
    when 'require_admin_mfa' then value in ('true', 'false')
    when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'papers_stop_service' then value in ('true', 'false')
    when 'shift_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'former_driver_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'case_answer_days' then value ~ '^[0-9]{1,2}$' and value::integer between 1 and 60
    when 'case_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'report_mail' then value in ('true', 'false')
    when 'card_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    else false
  end)
);
alter table private.settings enable row level security;
revoke all on private.settings from public, anon, authenticated, service_role;
insert into private.settings (name, value) values
  ('driver_approval', 'automatic'),
  ('reviews_per_hour', '10'),
  ('require_admin_mfa', 'false'),
  ('audit_retention_days', '365'),
  ('papers_stop_service', 'false'),
  ('shift_retention_days', '365'),
  ('former_driver_retention_days', '365'),
  ('case_answer_days', '5'),
  ('case_retention_days', '90'),
  ('report_mail', 'true'),
  ('card_retention_days', '730');

-- Reads a setting. Only security definer functions may call it, so no API role reads settings.
create function private.setting(name text) returns text language sql stable security definer set search_path = '' as $$
  select s.value from private.settings s where s.name = setting.name
$$;

-- Changes the settings named by the keys and leaves the others alone. It writes rows in the order of their names, so
-- that servers that start at the same moment cannot deadlock; the last one wins.
create function private.configure(settings jsonb) returns void language sql set search_path = '' as $$
  insert into private.settings as s (name, value)
  select given.key, given.value from jsonb_each_text(configure.settings) as given order by given.key
  on conflict (name) do update set value = excluded.value where s.value <> excluded.value
$$;
revoke execute on function private.setting(text), private.configure(jsonb)
  from public, anon, authenticated, service_role;

-- Returns whether the session of the caller's token still exists and the account is not banned. Our server checks that
-- when it verifies a token; a hosted project's PostgREST, storage and realtime check only signature and expiry, so
-- policies check it too. A token that no sign-in issued has no session and passes.
create function private.session_alive() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  session constant uuid := nullif(claims ->> 'session_id', '');
  person constant uuid := nullif(claims ->> 'sub', '');
begin
  return (session is null or exists (select from auth.sessions s where s.id = session))
    and not exists (select from auth.users u where u.id = person and u.banned_until > now());
end $$;
revoke execute on function private.session_alive() from public, anon;
grant execute on function private.session_alive() to authenticated, service_role;

-- Returns whether the caller has one of these roles. Only `app_metadata` counts, because users write `user_metadata`
-- themselves, and the account must agree with the token, which may be stale. If the account has a second factor, or
-- `require_admin_mfa` is on, the session must have used one: somebody else may know the password by now.
create function private.has_role(variadic roles text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  person constant uuid := nullif(claims ->> 'sub', '');
  claimed constant text := claims -> 'app_metadata' ->> 'role';
begin
  if coalesce(claimed <> all (roles), true) or not private.session_alive()
    or not exists (select from auth.users u where u.id = person and u.raw_app_meta_data ->> 'role' = claimed) then
    return false;
  end if;
  return coalesce(claims ->> 'aal', 'aal1') <> 'aal1'
    or private.setting('require_admin_mfa') is distinct from 'true' and not exists (
      select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end $$;

-- Returns whether the caller is an administrator.
create function private.is_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin')
$$;
-- Returns whether the caller works in the company's office: as an administrator, or in the role that has neither users
-- nor deletion nor publishing.
create function private.is_staff() returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin', 'office')
$$;
revoke execute on function private.has_role(text[]), private.is_admin(), private.is_staff() from public, anon;
revoke execute on function private.has_role(text[]) from authenticated, service_role;
grant execute on function private.is_admin(), private.is_staff() to authenticated, service_role;

-- Telephone numbers, plates and RUTs as people in Chile write them. shared/chile reads them the same way in the
-- browser; the database repeats it for callers that use the API directly, and a test compares the two.

-- Strips spaces and the separators between groups from a number or plate.
create function private.bare(written text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(written, '[ \t\n\v\f\r\u00a0\u1680\u2000-\u2015\u2028-\u202f\u205f\u2060\u2212\u3000\ufeff.()/·•_-]', '', 'g')
$$;

-- Returns the plate in capitals without separators. Letters outside ASCII stay, so that the checks of the tables reject
-- them.
create function private.plate_of(written text) returns text language sql immutable set search_path = '' as $$
  select upper(private.bare(written) collate "C") collate "default"
$$;

-- Strips the separators from a telephone number, which may be pasted as a link to a chat.
create function private.bare_number(written text) returns text language sql immutable set search_path = '' as $$
  select private.bare(regexp_replace(written,
    '^ *(?:(?:https?:[/][/])?(?:wa[.]me[/]|api[.]whatsapp[.]com[/]send[/]?[?]phone=)|tel:)(?:%2B)?([+]?[0-9().-]+)(?:[?&#/][^ ]*)? *$',
    '\1', 'i'))
$$;

-- Returns the number in E.164, or null if it is not a number or is ambiguous. Chilean numbers may omit the country
-- code; foreign ones may not.
create function private.phone_of(written text) returns text language sql immutable set search_path = '' as $$
  select coalesce('+56' || substring(bare from
    '^(?:(?:[+]|00)?56)?0?(9[0-9]{8}|2[2-9][0-9]{7}|(?:3[2-5]|4[1-5]|5[1-378]|6[13-57]|7[1-35])[2-9][0-9]{6}|800[0-9]{6}|600[0-9]{7})$'),
    '+' || substring(bare from
    '^(?:[+]|00)(?=[0-9]{9,15}$)(?!56|9[0-9]{8}$)((?:1[2-9]|20|21[12368]|2[2346][0-9]|25[0-8]|27|29[01789]|3[0-469]|3[57][0-9]|38[0-79]|4[013-9]|42[013]|5[1-578]|5[09][0-9]|6[0-6]|67[02-9]|68[0-9]|69[0-2]|7[0-9]|8[1246]|85[02356]|87[08]|88[0-36]|9[0-58]|96[0-8]|97[0-79]|99[2-68])[0-9]*)$'))
  from private.bare_number(written) as bare
$$;

-- Returns a driver's number in E.164 where we recognise it. Any other number of 9 to 15 digits stays as written,
-- without separators.
create function private.contact_of(written text) returns text language sql immutable set search_path = '' as $$
  select coalesce(private.phone_of(written), nullif(private.bare_number(written), ''))
$$;

-- Returns the RUT as 76.543.210-3, or null if it is not a RUT or its check digit (modulo 11) is wrong.
create function private.rut_of(written text) returns text language sql immutable set search_path = '' as $$
  select reverse(regexp_replace(reverse(digits), '([0-9]{3})(?=[0-9])', '\1.', 'g')) || '-' || given
  from ltrim(upper(private.bare(written) collate "C"), '0') as bare,
    substring(bare from '^([0-9]{6,9})[0-9K]$') as digits, right(bare, 1) as given
  where given = (
    select substr('0K987654321', 1 + (sum(digit::integer * (2 + (place - 1) % 6)) % 11)::integer, 1)
    from string_to_table(reverse(digits), null) with ordinality as all_digits (digit, place))
$$;

-- Returns whether a text of the content is a valid number of its kind: a telephone number with its country code, so
-- that every reader dials the same one, or a RUT.
create function private.is_number(kind text, written text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case kind
    when 'phone' then private.phone_of(written) = '+' || replace(private.bare_number(written), '+', '')
    when 'rut' then private.rut_of(written) is not null end, false)
$$;
revoke execute on function private.bare(text), private.plate_of(text), private.bare_number(text), private.phone_of(text),
  private.contact_of(text), private.rut_of(text), private.is_number(text, text) from public, anon;
-- Normalising triggers run as the caller, who therefore needs these functions.
grant execute on function private.bare(text), private.plate_of(text), private.bare_number(text), private.phone_of(text),
  private.contact_of(text) to authenticated, service_role;

-- Drivers: the record that passengers see, its verification code, and the account it is linked to.

-- Returns a verification code of 60 random bits, in an alphabet without letters that look like digits. It skips bytes 6
-- and 8 of the UUID, which are not all random.
create function private.new_verification_code() returns text language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, place) % 32, 1), '' order by place)
  from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as place
$$;

-- Returns whether a new driver starts approved: always, unless `driver_approval` is `manual` and drivers register
-- themselves. A record that staff or the service writes is already decided.
create function private.is_approved_at_first() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('driver_approval') is distinct from 'manual'
    or coalesce(current_setting('role', true), 'none') <> 'authenticated' or private.is_staff()
$$;
revoke execute on function private.is_approved_at_first() from public, anon;
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
    end) stored
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
  for each statement execute function private.guard_approval();

-- Optimistic locking: an update that sends a stale `version` fails with 409; one that omits it always wins.
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
-- Increments the version when a field that people edit changes. Triggers fire in name order, so this one sees
-- normalised values: another spelling of the same plate is not a change.
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

-- Returns whether another record has this driver code. Security definer, because a driver sees only their own record.
create function private.is_driver_code_used(code text, except_driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d where upper(d.driver_code) = upper(code) and d.id <> except_driver)
$$;
revoke execute on function private.is_driver_code_used(text, uuid) from public;

-- A record that staff write or approve is verified; anybody else's change to a verified field revokes that. A
-- registration that repeats a driver's code, or may come from a former driver, waits for approval even where
-- registrations are approved automatically.
create function private.record_approval() returns trigger
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
revoke execute on function private.record_approval() from public;
-- Decides on insert and on approval. Triggers fire in name order: this one runs after normalise_driver.
create trigger record_approval before insert or update of approved on public.drivers
  for each row execute function private.record_approval();
-- Revokes the verification when somebody outside the staff changes a field that the staff have seen.
create trigger record_change before update of name, license_plate, driver_code, photo_url on public.drivers
  for each row when (old.approved_at is not null
    and (old.name, old.license_plate, old.driver_code, old.photo_url)
      is distinct from (new.name, new.license_plate, new.driver_code, new.photo_url)
    and coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff())
  execute function private.record_approval();

-- Returns which of these drivers (at most 100) share their code with another record. Only staff get rows: anybody
-- else would learn which codes exist.
create function public.shared_driver_codes(drivers uuid[]) returns table (driver_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d
  where (select private.is_staff()) and d.id = any (drivers[1:100]) and private.is_driver_code_used(d.driver_code, d.id)
$$;
revoke execute on function public.shared_driver_codes(uuid[]) from public, anon;
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
revoke execute on function private.own_driver_id(), private.created_driver(uuid) from public;
grant execute on function private.own_driver_id(), private.created_driver(uuid) to authenticated, service_role;

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
revoke execute on function private.keep_driver_account() from public;
create trigger keep_driver_account after insert or delete or update of driver_id on public.user_drivers
  for each row execute function private.keep_driver_account();

-- Returns the accounts that are blocked or signed out with a driver: those linked to it, and its creator's unless that
-- is linked to another driver. It never returns an account of staff, who create records for others.
create function private.accounts_of_driver(driver uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where coalesce(u.raw_app_meta_data ->> 'role', '') not in ('admin', 'office') and u.id in (
    select link.user_id from public.user_drivers link where link.driver_id = driver
    union all
    select d.created_by from public.drivers d where d.id = driver and not exists (
      select from public.user_drivers other where other.user_id = d.created_by and other.driver_id <> driver))
$$;
revoke execute on function private.accounts_of_driver(uuid) from public, anon, authenticated, service_role;

-- Deleting a driver ends the sessions of its accounts, because their devices show the driver's card. Staff keep theirs.
create function private.end_sessions_of_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(old.id));
  return old;
end $$;
revoke execute on function private.end_sessions_of_driver() from public;
create trigger end_sessions_of_driver before delete on public.drivers
  for each row execute function private.end_sessions_of_driver();

-- Accounts whose driver was deleted. The company sent them away, so their next registration waits for an administrator,
-- whatever code it names. The table holds only the id, which goes with the account.
create table private.removed_accounts (
  user_id uuid primary key references auth.users on delete cascade
);
alter table private.removed_accounts enable row level security;
revoke all on private.removed_accounts from public, anon, authenticated, service_role;

-- Records the accounts of a deleted driver, by which is_former_driver recognises them.
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

-- Returns whether a driver serves passengers: approved, not left, no linked account banned, and no expired document
-- that stops service.
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

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy drivers_service on public.drivers for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy drivers_session on public.drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
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

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy user_drivers_service on public.user_drivers for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy user_drivers_session on public.user_drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Administrators read every link; other accounts read their own.
create policy user_drivers_select on public.user_drivers for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
-- Administrators link any account; an account links only itself, and only to a record that it created.
create policy user_drivers_insert on public.user_drivers for insert to authenticated with check (
  (select private.is_admin())
  or (user_id = (select auth.uid()) and private.created_driver(driver_id) and not (select private.is_anonymous()))
);
-- Only administrators change a link.
create policy user_drivers_update on public.user_drivers for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only administrators remove a link.
create policy user_drivers_delete on public.user_drivers for delete to authenticated
  using ((select private.is_admin()));

-- Column grants: no API role of a person writes the columns that the database maintains (id, the rating aggregate,
-- created_at).
revoke all on public.drivers, public.user_drivers from anon, authenticated;
grant select, delete on public.drivers to authenticated;
grant insert (name, license_plate, driver_code, photo_url, contact, created_by) on public.drivers to authenticated;
grant update (name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved, version)
  on public.drivers to authenticated;
grant select, insert, update, delete on public.user_drivers to authenticated;
grant all on public.drivers, public.user_drivers to service_role;

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
revoke execute on function private.link_new_user() from public;
create trigger link_new_user after insert on auth.users
  for each row when (new.raw_app_meta_data ? 'initial_driver_id') execute function private.link_new_user();
-- GoTrue inserts the row first and writes app_metadata by a later update of the same transaction. This trigger fires
-- for a new value only, so a link that an administrator removed stays removed.
create trigger link_updated_user after update of raw_app_meta_data on auth.users for each row
  when (new.raw_app_meta_data ? 'initial_driver_id' and new.raw_app_meta_data ->> 'initial_driver_id'
    is distinct from old.raw_app_meta_data ->> 'initial_driver_id')
  execute function private.link_new_user();

-- Reviews of drivers, each stored once, and the average of each driver.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  -- A review outlives the driver's record.
  driver_id uuid references public.drivers on delete set null,
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous' check (char_length(user_name) <= 120),
  comment text not null default 'No comment' check (char_length(comment) <= 2000),
  created_at timestamptz not null default now(),
  -- The device sends a review until it is stored. The key, generated where the passenger rated, makes that idempotent.
  idempotency_key uuid constraint reviews_idempotency_key_key unique,
  by_link boolean not null default false,
  -- The rating link shown beside the stars when a passenger rated on the device.
  shown_link uuid,
  -- Why the passenger gave three stars or fewer: 29_review_reasons.sql checks them.
  reasons text[] not null default '{}',
  -- How long the review had waited on the device when it was sent; null if it had not, or the device's clock was changed.
  seconds_waited integer,
  -- Callers set neither: a trigger finds the shift that was open when the passenger rated.
  vehicle_id uuid,
  shift_id uuid,
  -- When staff hid the review: it stays, and leaves count and average.
  hidden_at timestamptz
);
create index reviews_driver_id_created_at_idx on public.reviews (driver_id, created_at desc);

-- Maintains each driver's count and total, so that the average costs the same with 10 reviews or 1,000,000. Hidden reviews
-- do not count.
create function private.keep_driver_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.driver_id is not null and old.hidden_at is null then
    update public.drivers set review_count = review_count - 1, rating_total = rating_total - old.rating
      where id = old.driver_id;
  end if;
  if tg_op <> 'DELETE' and new.driver_id is not null and new.hidden_at is null then
    update public.drivers set review_count = review_count + 1, rating_total = rating_total + new.rating
      where id = new.driver_id;
  end if;
  return null;
end $$;
revoke execute on function private.keep_driver_rating() from public;
create trigger keep_driver_rating after insert or delete or update of driver_id, rating, hidden_at on public.reviews
  for each row execute function private.keep_driver_rating();

-- Rate limit: API users may store `reviews_per_hour` reviews of a driver within an hour (0: no limit); administrators
-- and the service have no limit. Reviews on the device and by link count separately, so a driver who taps stars on
-- their own device takes nothing from the passengers.
-- Runs after insert so that policy and unique-key errors take precedence over the rate limit. Triggers fire in name
-- order: keep_driver_rating has locked the driver by then, so concurrent reviews see each other.
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer := coalesce(private.setting('reviews_per_hour'), '10');
  oldest timestamptz;
begin
  if allowed <= 0 or private.is_admin()
    or coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') then
    return null;
  end if;
  select created_at into oldest from public.reviews
    where driver_id = new.driver_id and by_link = new.by_link
      -- A review dated in the future was stored while the clock was ahead.
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    order by created_at desc offset allowed limit 1;
  if found then
    perform private.refuse(429, 'over_review_rate_limit', 'Too many ratings of this driver within an hour',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from oldest + interval '1 hour' - now())))::integer::text));
  end if;
  return null;
end $$;
revoke execute on function private.limit_reviews() from public;
create trigger limit_reviews after insert on public.reviews
  for each row execute function private.limit_reviews();

alter table public.reviews enable row level security;
-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy reviews_service on public.reviews for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy reviews_session on public.reviews as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Staff read every review. A driver reads their own: the device asks whether a passenger has used the rating link. The notes
-- of staff stand in a table of their own, because a policy leaves out rows and no columns.
create policy reviews_select on public.reviews for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- A driver's account stores reviews of that driver only, while the driver is in service, and anonymous accounts store
-- none.
create policy reviews_insert on public.reviews for insert to authenticated with check (
  driver_id = (select private.own_driver_id()) and private.is_in_service(driver_id)
  and not (select private.is_anonymous())
);
-- Only administrators edit reviews, and the grants let them edit only name and comment.
create policy reviews_update on public.reviews for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only administrators delete reviews.
create policy reviews_delete on public.reviews for delete to authenticated using ((select private.is_admin()));

revoke all on public.reviews from anon, authenticated;
grant select, delete on public.reviews to authenticated;
grant insert (driver_id, rating, user_name, comment, idempotency_key, shown_link) on public.reviews to authenticated;
grant update (user_name, comment) on public.reviews to authenticated;
grant all on public.reviews to service_role;

-- Tours. Everybody reads them, without an account.

create table public.time_based_routes (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  duration text not null,
  "taxiTime" text not null default '',
  stops jsonb not null default '[]' check (jsonb_typeof(stops) = 'array')
);
-- Every page shows the tours, so their size is limited. Not valid: an installation's existing rows stay as they are.
alter table public.time_based_routes
  add constraint time_based_routes_lengths check (
    char_length(name) <= 200 and char_length(description) <= 5000 and char_length(duration) <= 100
    and char_length("taxiTime") <= 200) not valid,
  add constraint time_based_routes_stops_length check (
    jsonb_array_length(stops) <= 100 and octet_length(stops::text) <= 50000) not valid;

alter table public.time_based_routes enable row level security;
-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy time_based_routes_service on public.time_based_routes for all to service_role using (true) with check (true);
-- Everybody reads tours.
create policy time_based_routes_select on public.time_based_routes for select to anon, authenticated using (true);
-- Only administrators create tours.
create policy time_based_routes_insert on public.time_based_routes for insert to authenticated
  with check ((select private.is_admin()));
-- Only administrators change tours.
create policy time_based_routes_update on public.time_based_routes for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only administrators delete tours.
create policy time_based_routes_delete on public.time_based_routes for delete to authenticated
  using ((select private.is_admin()));

revoke all on public.time_based_routes from anon, authenticated;
grant select on public.time_based_routes to anon, authenticated;
grant insert, update, delete on public.time_based_routes to authenticated;
grant all on public.time_based_routes to service_role;

-- The public bucket of driver photos: everybody reads a picture whose exact name they know, and the policies below
-- decide who lists them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('imagenes', 'imagenes', true, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do nothing;

-- Returns the object that a `photo_url` shows, or null for any other address. After the origin, which is free, it must
-- be exactly the public address of one object: escapes, a query or folders could show another object than the one
-- named.
create function private.photo_name(url text) returns text language sql immutable set search_path = '' as $$
  select substring(url from
    '^(?:https?://[^/?#]+)?/storage/v1/object/public/imagenes/(profile-photos/[A-Za-z0-9._-]+)$')
$$;
create index drivers_photo_name_idx on public.drivers (private.photo_name(photo_url));
create index drivers_pending_photo_name_idx on public.drivers (private.photo_name(pending_photo_url));

-- Strips the origin from the address of a photo in our bucket. An installation may move to another port, domain or
-- scheme, so a record stores the path and the app adds its backend's origin. Clients still send the public URL that
-- their storage client returns.
create function private.photo_path(url text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(url, '^https?://[^/?#]+(/storage/v1/object/public/imagenes/)', '\1')
$$;

-- Returns the prefix of the names under which an account stores its photos.
create function private.photo_prefix(account uuid) returns text language sql immutable set search_path = '' as $$
  select 'profile-photos/' || account || '-'
$$;

-- A driver record shows only photos of its own accounts, or of the person on the staff who writes it. Knowing an address
-- proves nothing, because the public page shows everybody the addresses of other drivers' photos. A new photo also
-- clears the pending one.
create function private.check_driver_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.photo_url := private.photo_path(new.photo_url);
  new.pending_photo_url := private.photo_path(new.pending_photo_url);
  if tg_op = 'UPDATE' and new.photo_url is distinct from old.photo_url
    and new.pending_photo_url is not distinct from old.pending_photo_url
  then
    new.pending_photo_url := null;
  end if;
  if coalesce(current_setting('role', true), 'none') <> 'authenticated' then
    return new;
  end if;
  if exists (
    select from unnest(array[new.photo_url, new.pending_photo_url]) as url
    where url is not null
      and url is distinct from old.photo_url and url is distinct from old.pending_photo_url
      and not exists (
        select from unnest(array[auth.uid(), new.created_by]
          || array(select link.user_id from public.user_drivers link where link.driver_id = new.id)) as account
        where starts_with(private.photo_name(url), private.photo_prefix(account))))
  then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  return new;
end $$;
revoke execute on function private.check_driver_photo() from public;
create trigger check_driver_photo before insert or update of photo_url, pending_photo_url on public.drivers
  for each row execute function private.check_driver_photo();

-- Returns whether a photo is named under the caller's own prefix: profile-photos/{userId}-{timestamp}.{ext}
create function private.own_photo(name text) returns boolean language sql stable set search_path = '' as $$
  select starts_with(name, private.photo_prefix(auth.uid())) and name !~ '/.*/'
$$;

-- Returns whether a driver record shows this photo, or has it pending. Security definer, because a driver sees only
-- their own record.
create function private.is_shown_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d
    where private.photo_name(d.photo_url) = is_shown_photo.name
      or private.photo_name(d.pending_photo_url) = is_shown_photo.name)
$$;

-- Returns whether the caller may upload a photo of this name: under their own prefix, not anonymously, and not over a
-- photo that a driver record shows, by which an administrator may have approved the driver. An account keeps at most
-- five photos; the lock serialises its uploads, so that two cannot both be the fifth.
create function private.may_add_photo(name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not coalesce(private.own_photo(name), false) or private.is_shown_photo(name)
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
  then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos of ' || auth.uid(), 0));
  if (select count(*) from storage.objects o
      where o.bucket_id = 'imagenes' and o.owner_id = auth.uid()::text) >= 5
  then
    raise insufficient_privilege using message = 'An account keeps at most 5 photos. Delete one that no driver shows first.';
  end if;
  return true;
end $$;
revoke execute on function private.is_shown_photo(text), private.may_add_photo(text) from public;
grant execute on function private.is_shown_photo(text), private.may_add_photo(text) to authenticated, service_role;

-- A token whose session has ended gives no access to the bucket, even before it expires.
create policy imagenes_session on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'imagenes' or (select private.session_alive()));
-- Staff upload any photo; other accounts upload what may_add_photo allows.
create policy imagenes_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'imagenes' and ((select private.is_staff()) or private.may_add_photo(name)));
-- Staff list every photo, other accounts their own. The subquery computes the prefix once for each statement:
-- a listing visits every object of the bucket.
create policy imagenes_select on storage.objects for select to authenticated using (bucket_id = 'imagenes'
  and ((select private.is_staff()) or starts_with(name, (select private.photo_prefix(auth.uid())))));
-- Only administrators replace photos: replacing one deletes what it showed.
create policy imagenes_update on storage.objects for update to authenticated
  using (bucket_id = 'imagenes' and (select private.is_admin()))
  with check (bucket_id = 'imagenes' and (select private.is_admin()));
-- Administrators delete any photo; other accounts delete their own, unless a driver record shows it.
create policy imagenes_delete on storage.objects for delete to authenticated using (bucket_id = 'imagenes'
  and ((select private.is_admin())
    or (starts_with(name, (select private.photo_prefix(auth.uid()))) and private.own_photo(name)
      and not private.is_shown_photo(name))));

-- A driver changes their own photo to one that they have uploaded; under manual approval the new photo waits for
-- approval.
create function public.change_own_photo(photo_url text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  driver uuid := private.own_driver_id();
  photo text := private.photo_path(change_own_photo.photo_url);
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can change the own photo');
  end if;
  if not exists (select from storage.objects o
    where o.bucket_id = 'imagenes' and o.name = private.photo_name(photo) and private.own_photo(o.name))
  then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  if private.is_approved_at_first() then
    update public.drivers d set photo_url = photo where d.id = driver;
  else
    update public.drivers d set pending_photo_url = nullif(photo, d.photo_url) where d.id = driver;
  end if;
end $$;
revoke execute on function public.change_own_photo(text) from public, anon;
grant execute on function public.change_own_photo(text) to authenticated;

-- Deletes photos that no driver record names, a day after their upload: those of deleted drivers, replaced or rejected
-- ones, and those of abandoned registrations. Our server calls it daily; the files go with the rows.
create function private.delete_orphaned_photos(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'imagenes' and o.name like 'profile-photos/%' and o.created_at < as_of - interval '1 day'
      and not exists (select from public.drivers d where '/imagenes/' || o.name
        in (right(d.photo_url, length(o.name) + 10), right(d.pending_photo_url, length(o.name) + 10)))
    returning 1
  )
  select count(*) from deleted
$$;
revoke execute on function private.delete_orphaned_photos(timestamptz) from public, anon, authenticated;

-- Tables whose changes the app subscribes to: a driver's own record and reviews, and the administrators' lists.
-- Row-level security decides which rows each subscriber gets.
alter publication supabase_realtime add table public.drivers, public.user_drivers, public.time_based_routes,
  public.reviews;

-- Passengers act without an account: they verify the driver and rate the trip on their own phone.

-- Returns the plate that passengers see, on the public pages as on the device: that of the vehicle an active driver has
-- taken, else the driver's own. For a driver who is not active it returns null instead of a company vehicle's plate, so
-- that nobody brings such a plate onto a public page by typing it.
create function private.shown_plate(driver uuid, own_plate text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select v.license_plate from public.shifts s join public.vehicles v on v.id = s.vehicle_id
      join public.drivers d on d.id = s.driver_id
    where s.driver_id = shown_plate.driver and s.ended_at is null and d.state = 'active'),
    (select own_plate where not exists (select from public.vehicles v where v.license_plate = own_plate)
      or exists (select from public.drivers d where d.id = shown_plate.driver and d.state = 'active')));
end $$;
revoke execute on function private.shown_plate(uuid, text) from public, anon, authenticated;

-- Returns who drives today to anybody who holds the verification code; no row if the code is unknown or the driver is
-- not in service. Without a date the driver is registered, but the company does not vouch for them.
create function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case when d.state = 'active' then (now() at time zone 'America/Santiago')::date end
  from public.drivers d
  where d.verification_code
      = translate(upper(regexp_replace(left(verify_driver.code, 40), '[\s-]', '', 'g')), 'OIL', '011')
    and private.is_in_service(d.id)
$$;

-- Computes HMAC-SHA256 (RFC 2104) for keys of up to 64 bytes, without an extension.
create function private.hmac_sha256(message bytea, key bytea) returns bytea
language plpgsql immutable strict set search_path = '' as $$
declare
  inner_key bytea := decode(repeat('36', 64), 'hex');
  outer_key bytea := decode(repeat('5c', 64), 'hex');
begin
  for place in 0 .. length(key) - 1 loop
    inner_key := set_byte(inner_key, place, get_byte(key, place) # 54);
    outer_key := set_byte(outer_key, place, get_byte(key, place) # 92);
  end loop;
  return sha256(outer_key || sha256(inner_key || message));
end $$;

-- Keys that only the functions below read.
create table private.signing_keys (
  name text primary key,
  key bytea not null check (length(key) between 32 and 64)
);
alter table private.signing_keys enable row level security;
revoke all on private.signing_keys from public, anon, authenticated, service_role;
insert into private.signing_keys (name, key)
select 'rating_link', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Signs the payload of a rating link. Half of the HMAC is enough and keeps the QR code of the link coarse.
create function private.rating_link_signature(payload bytea) returns bytea
language sql stable security definer set search_path = '' as $$
  select substr(private.hmac_sha256(payload, key), 1, 16) from private.signing_keys where name = 'rating_link'
$$;

-- Rating links of the last hour or so. The signature proves a token; the row limits how many links a driver issues and
-- reserves the idempotency key.
create table private.rating_links (
  -- The idempotency key of the review made with this link.
  key uuid primary key,
  driver_id uuid not null references public.drivers on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when a passenger's phone opens the link: from then on the device cannot close it.
  opened_at timestamptz,
  -- Set when the passenger rates on the device instead.
  closed_at timestamptz,
  -- Opened by the code of a printed card: the device neither shows nor counts it.
  by_card boolean not null default false
);
create index rating_links_driver_id_created_at_idx on private.rating_links (driver_id, created_at desc);
alter table private.rating_links enable row level security;
revoke all on private.rating_links from public, anon, authenticated, service_role;

-- Rejects requests with too many reviews and reviews that use a link's key, and closes the link shown beside the stars.
-- Runs before insert, so that a link is always locked before its driver and a request with thousands of reviews fails
-- before it costs anything; it sees the rows that the same statement has inserted.
create function private.guard_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most_at_once constant integer := 100;
begin
  if coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated') and exists (
    select from public.reviews r where r.driver_id = new.driver_id and r.created_at = now() offset most_at_once - 1) then
    perform private.refuse(400, 'too_many_reviews', 'At most 100 ratings are taken at once');
  end if;
  if not new.by_link and exists (select from private.rating_links l where l.key = new.idempotency_key) then
    perform private.refuse(403, 'rating_link_key', 'Only rate_by_link rates with the key of a link');
  end if;
  update private.rating_links l set closed_at = now()
    where l.key = new.shown_link and l.driver_id = new.driver_id and l.opened_at is null and l.closed_at is null;
  return new;
end $$;
revoke execute on function private.guard_review() from public;
create trigger guard_review before insert on public.reviews for each row execute function private.guard_review();

-- Returns the token of a link in base64url: driver (16 bytes), the second it expires (8), the idempotency key of the
-- review (16), signature (16).
create function private.rating_token(link private.rating_links) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  payload constant bytea := uuid_send(link.driver_id) || int8send(extract(epoch from link.expires_at)::bigint)
    || uuid_send(link.key);
begin
  return translate(rtrim(encode(payload || private.rating_link_signature(payload), 'base64'), '='), E'+/\n', '-_');
end $$;

-- Issues a link for one rating of the caller's driver, valid for 30 minutes. A driver gets one link per five minutes: a
-- trip takes longer, and somebody who collects links from the screen collects few.
create function public.create_rating_link()
returns table (token text, idempotency_key uuid, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  pause constant interval := '5 minutes';
  driver uuid := private.own_driver_id();
  link private.rating_links;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can make a link for ratings');
  end if;
  if not private.is_in_service(driver) then
    perform private.refuse(403, 'driver_not_in_service', 'This driver does not serve passengers at present');
  end if;
  -- Two requests at the same moment get the same link.
  perform from public.drivers d where d.id = driver for no key update;
  delete from private.rating_links l where l.driver_id = driver and l.expires_at < now() - interval '1 hour';
  select * into link from private.rating_links l
    where l.driver_id = driver and not l.by_card and l.created_at > now() - pause order by l.created_at desc limit 1;
  if not found then
    insert into private.rating_links (key, driver_id, expires_at)
      values (gen_random_uuid(), driver, date_trunc('second', now() + interval '30 minutes'))
      returning * into link;
  elsif link.closed_at is not null
    or exists (select from public.reviews r where r.idempotency_key = link.key) then
    perform private.refuse(429, 'over_rating_link_rate_limit', 'The next link can be made a few minutes after the last',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from link.created_at + pause - now())))::integer::text));
  end if;
  idempotency_key := link.key;
  expires_at := link.expires_at;
  token := private.rating_token(link);
  return next;
end $$;

-- Decodes the token of a rating link; fails unless we signed it and its driver is in service.
create function private.read_rating_link(token text, out driver uuid, out expires_at timestamptz, out key uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  bytes bytea;
begin
  if token ~ '^[A-Za-z0-9_-]{75}$' then
    bytes := decode(translate(token, '-_', '+/') || '=', 'base64');
    -- Hashed, so that the time of the comparison tells nothing about the signature.
    if sha256(substr(bytes, 41)) = sha256(private.rating_link_signature(substr(bytes, 1, 40))) then
      driver := encode(substr(bytes, 1, 16), 'hex');
      expires_at := to_timestamp(('x' || encode(substr(bytes, 17, 8), 'hex'))::bit(64)::bigint);
      key := encode(substr(bytes, 25, 16), 'hex');
    end if;
  end if;
  if not private.is_in_service(driver) then
    perform private.refuse(400, 'rating_link_invalid', 'This is not a link of ours');
  end if;
end $$;

-- Returns the driver a rating link belongs to and the link's state: 'open', 'used' or 'expired'. Opening a link
-- reserves it for the passenger: the device can no longer close it.
create function public.rating_link(token text)
returns table (first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
begin
  select * into link from private.read_rating_link(rating_link.token);
  update private.rating_links l set opened_at = now()
    where l.key = link.key and l.opened_at is null and l.closed_at is null;
  return query select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case
      when exists (select from public.reviews r where r.idempotency_key = link.key)
        or exists (select from private.rating_links l where l.key = link.key and l.closed_at is not null) then 'used'
      when link.expires_at <= now() then 'expired'
      else 'open'
    end
  from public.drivers d where d.id = link.driver;
end $$;

-- Stores the one review that a link allows, for anybody who holds the link.
create function public.rate_by_link(token text, rating integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
  closed timestamptz;
begin
  select * into link from private.read_rating_link(rate_by_link.token);
  -- Locked, so that the tablet cannot close it at the same moment.
  select l.closed_at into closed from private.rating_links l where l.key = link.key for update;
  if closed is null and link.expires_at <= now()
    and not exists (select from public.reviews r where r.idempotency_key = link.key) then
    perform private.refuse(410, 'rating_link_expired', 'This link was valid for 30 minutes');
  end if;
  insert into public.reviews (driver_id, rating, idempotency_key, by_link)
    select link.driver, rate_by_link.rating, link.key, true where closed is null
    on conflict on constraint reviews_idempotency_key_key do nothing;
  if not found then
    perform private.refuse(409, 'rating_link_used', 'A rating was given with this link already');
  end if;
end $$;

-- PostgreSQL lets everybody execute a new function until that is revoked.
revoke execute on function private.rating_link_signature(bytea), private.rating_token(private.rating_links),
  private.read_rating_link(text), private.hmac_sha256(bytea, bytea) from public, anon, authenticated;
revoke execute on function public.create_rating_link() from public, anon;
grant execute on function public.create_rating_link() to authenticated;
grant execute on function public.verify_driver(text), public.rating_link(text), public.rate_by_link(text, integer)
  to anon, authenticated;

-- When each account last read personal data. Only `private.limit_personal_data` writes it, and the API does not expose
-- it.
create table private.personal_data_requests (
  account uuid primary key references auth.users (id) on delete cascade,
  recent timestamptz[] not null
);
alter table private.personal_data_requests enable row level security;
revoke all on private.personal_data_requests from public, anon, authenticated, service_role;

-- Rate limit: an account reads personal data twice a minute, an administrator, who handles other people's requests, 20
-- times, because each read searches the audit log. The row lock serialises simultaneous calls. The secret key has no
-- limit.
create function private.limit_personal_data() returns void
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := case when private.is_admin() then 20 else 2 end;
  within constant interval := '1 minute';
  asked timestamptz[];
begin
  if auth.uid() is null then
    return;
  end if;
  insert into private.personal_data_requests as r (account, recent) values (auth.uid(), array[clock_timestamp()])
  on conflict (account) do update set recent = array(
    select moment from unnest(r.recent) as moment where moment > clock_timestamp() - within) || clock_timestamp()
  returning r.recent into asked;
  if cardinality(asked) > most then
    perform private.refuse(429, 'over_request_rate_limit', 'Personal data were just read. Try again in a minute',
      jsonb_build_object('Retry-After', '60'));
  end if;
end $$;
revoke execute on function private.limit_personal_data() from public, anon, authenticated, service_role;

-- Data rights (Chile's law 21.719): returns everything we hold about a person, as one document, to that person,
-- administrators and the service. It contains no password, code or token, and leaves other people out: neither who else
-- acted nor from which address. The caller's current session shows no last use and no address, because a copied access
-- token would reveal when its owner refreshes. A failed sign-in is stored under the address that somebody typed, so it
-- counts for this person only from the moment the account had that address.
create function public.personal_data(person uuid default auth.uid()) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  role_of_caller text := current_setting('role', true);
  current_session text := auth.jwt() ->> 'session_id';
  account jsonb;
  email text;
  phone text;
  email_since timestamptz;
  phone_since timestamptz;
begin
  if person is null or not (person = auth.uid() or private.is_admin() or role_of_caller = 'service_role') then
    perform private.refuse(403, 'forbidden', 'Only the person and administrators may have these data');
  end if;
  select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'blocked_until', u.banned_until,
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
    into account from auth.users u where u.id = person;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'There is no such user');
  end if;
  perform private.limit_personal_data();
  email := nullif(account ->> 'email', '');
  phone := nullif(account ->> 'phone', '');
  select greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'email')),
      greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'phone'))
    into email_since, phone_since
    from auth.users u left join auth.identities i on i.user_id = u.id where u.id = person group by u.created_at;
  return jsonb_build_object(
    'issued_at', now(),
    'account', account,
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities i where i.user_id = person),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = person),
    'passkeys', private.passkeys_of(person),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'browser', s.user_agent)
        || case when s.id::text = current_session then '{"current": true}'
          else jsonb_build_object('refreshed_at', s.refreshed_at, 'address', host(s.ip)) end
        order by s.created_at), '[]')
      from auth.sessions s where s.user_id = person),
    'drivers', (
      select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('ratings', (
          select coalesce(jsonb_agg(jsonb_build_object('rating', r.rating, 'comment', r.comment,
            'reasons', r.reasons, 'created_at', r.created_at) order by r.created_at), '[]')
          from public.reviews r where r.driver_id = d.id)) order by d.created_at), '[]')
      from public.drivers d where d.created_by = person or exists (
        select from public.user_drivers link where link.user_id = person and link.driver_id = d.id)),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('policy_version', c.policy_version, 'accepted_at', c.accepted_at)
        order by c.policy_version), '[]')
      from public.consents c where c.user_id = person),
    'content', jsonb_build_object(
      'draft_edited_at', (select d.updated_at from public.content_drafts d where d.updated_by = person),
      'releases', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'note', r.note, 'published_at', r.published_at)
          order by r.id), '[]')
        from public.content_releases r where r.published_by = person)),
    'shifts', private.shifts_of(person),
    'papers', private.papers_of(person),
    'tablets', private.tablets_of(person),
    'announcements', private.announcements_of(person),
    'case_messages', private.case_messages_of(person),
    'cards', private.cards_of(person),
    'requests', private.rights_requests_of(person),
    'photos', (
      select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name,
        'created_at', o.created_at, 'file', o.metadata) order by o.created_at), '[]')
      from storage.objects o where case o.bucket_id when 'imagenes'
        then starts_with(o.name, private.photo_prefix(person)) else o.owner_id = person::text end),
    'audit_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', e.created_at, 'action', e.payload ->> 'action',
          'by', case when own then 'you' when e.payload ->> 'action' = 'login_failed' then 'unknown' else 'others' end,
          'address', case when own then nullif(e.ip_address, '') end)
          || case when own then jsonb_build_object('details', e.payload -> 'traits') else '{}' end
        order by e.created_at), '[]')
      from private.audit_log e cross join lateral (select e.payload ->> 'actor_id' = person::text) as who (own)
      where e.payload ->> 'actor_id' = person::text
        or e.payload -> 'traits' ->> 'target' = 'user:' || person
        or e.payload -> 'traits' ->> 'user_id' = person::text
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = email
          and e.created_at >= email_since)
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = phone
          and e.created_at >= phone_since)));
end $$;
revoke execute on function public.personal_data(uuid) from public, anon;
grant execute on function public.personal_data(uuid) to authenticated, service_role;

-- Accounts of staff: a promotion revokes every earlier way in, and the last administrator stays.

-- GoTrue changes an account in several statements of one transaction, and sets the password before the role.

-- Notes, for the rest of the transaction, that it created this account or set its password or phone.
create function private.note_account() returns trigger language plpgsql set search_path = '' as $$
begin
  perform set_config('private.' || tg_argv[0], new.id::text, true);
  return null;
end $$;
-- Returns whether this transaction has noted the fact about this account.
create function private.is_noted(fact text, account uuid) returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('private.' || fact, true) = account::text, false)
$$;
create trigger note_new_account after insert on auth.users
  for each row execute function private.note_account('new_account');
create trigger note_new_password after update of encrypted_password on auth.users for each row
  when (new.encrypted_password is distinct from old.encrypted_password)
  execute function private.note_account('new_password');
create trigger note_new_phone after update of phone on auth.users for each row
  when (new.phone is distinct from old.phone) execute function private.note_account('new_phone');

-- A promotion, to administrator or from outside the staff to the office, revokes every earlier way into the account:
-- whoever first registered its address chose the password, and may have left a session, a second factor, a provider, a
-- phone or a pending change of address behind. Any statement that promotes an account removes them all, except a
-- password set in the same transaction; without one, only a mail to its address opens the account. Accounts of an
-- organisation's identity provider keep that sign-in, and an account that the same transaction created has no earlier
-- ways in. An administrator who moves to the office loses rights, so that is none; a token that still names the former
-- role grants nothing, because `private.has_role` compares it with the account's.
create function private.close_promoted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text := case when new.email is null then 'phone' else 'email' end;
begin
  if private.is_noted('new_account', new.id) then
    return new;
  end if;
  delete from auth.sessions where user_id = new.id;
  delete from auth.mfa_factors where user_id = new.id;
  if new.is_sso_user then
    return new;
  end if;
  delete from auth.identities where user_id = new.id and provider <> kept;
  delete from auth.one_time_tokens where user_id = new.id;
  if new.encrypted_password is not distinct from old.encrypted_password
    and not private.is_noted('new_password', new.id) then
    new.encrypted_password := null;
  end if;
  if kept = 'email' and new.phone is not distinct from old.phone and not private.is_noted('new_phone', new.id) then
    new.phone := null;
    new.phone_confirmed_at := null;
  end if;
  new.email_change := '';
  new.phone_change := '';
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.phone_change_token := '';
  new.reauthentication_token := '';
  new.raw_app_meta_data := new.raw_app_meta_data || jsonb_build_object('provider', kept, 'providers', array[kept]);
  return new;
end $$;
revoke execute on function private.close_promoted_account() from public;
create trigger close_promoted_account before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'admin' and old.raw_app_meta_data ->> 'role' is distinct from 'admin')
  execute function private.close_promoted_account();
-- A trigger of its own: the owner of auth.users on a hosted project is Supabase, so no migration replaces a trigger there.
create trigger close_office_account before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'office'
    and coalesce(old.raw_app_meta_data ->> 'role', '') not in ('admin', 'office'))
  execute function private.close_promoted_account();

-- Returns whether an account has the rights of an administrator and can sign in.
create function private.is_active_administrator(account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(account.raw_app_meta_data ->> 'role' = 'admin', false) and account.deleted_at is null
    and coalesce(account.banned_until <= now(), true)
$$;
revoke execute on function private.is_active_administrator(auth.users) from public;

-- Protects the last administrator. Two administrators who demote each other at the same moment, on two servers, must
-- not both succeed: each statement that removes one waits for the transaction before it, and then sees what that one
-- committed.
create function private.keep_last_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  goes constant boolean := private.is_active_administrator(old)
    and (tg_op = 'DELETE' or not private.is_active_administrator(new));
begin
  if goes then
    perform pg_advisory_xact_lock(hashtextextended('the last administrator', 0));
    if not exists (select from auth.users u where u.id <> old.id and private.is_active_administrator(u)) then
      raise exception 'The last administrator stays.' using errcode = 'PT409';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
revoke execute on function private.keep_last_administrator() from public;
create trigger keep_last_administrator before update or delete on auth.users for each row
  when (old.raw_app_meta_data ->> 'role' = 'admin') execute function private.keep_last_administrator();

-- The operator revokes every earlier way into the account of an administrator, perhaps the only one, who is locked out:
-- `renew_access` in the metadata does what a promotion does, and is not stored.
create trigger close_renewed_account before update on auth.users for each row
  when (old.raw_app_meta_data ->> 'role' = 'admin' and new.raw_app_meta_data ->> 'role' = 'admin'
    and new.raw_app_meta_data ? 'renew_access')
  execute function private.close_promoted_account();
-- Removes `renew_access` before the row is stored, so that it acts once.
create function private.forget_renewal() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'renew_access';
  return new;
end $$;
revoke execute on function private.forget_renewal() from public;
create trigger forget_renewal before update on auth.users for each row
  when (new.raw_app_meta_data ? 'renew_access') execute function private.forget_renewal();

-- The product's audit log: what staff and the service do to drivers, links, reviews, tours and accounts.
-- Triggers and product functions write it, so it is the same on our server and on a hosted project. Payload and columns
-- are those of auth.audit_log_entries, which holds the sign-ins.
create table private.audit (
  id uuid primary key default gen_random_uuid(),
  -- clock_timestamp() keeps the order of acts within a transaction.
  created_at timestamptz not null default clock_timestamp(),
  payload jsonb not null,
  ip_address text not null default ''
);
create index audit_created_at_idx on private.audit (created_at desc);
-- Deleting an account looks up its entries.
create index audit_actor_idx on private.audit ((payload ->> 'actor_id'));
create index audit_user_idx on private.audit ((payload -> 'traits' ->> 'user_id'));
-- `public.personal_data` looks up the entries about a person, and failed sign-ins.
create index audit_target_idx on private.audit ((payload -> 'traits' ->> 'target'));
create index audit_login_failed_idx on private.audit ((payload ->> 'actor_username'))
  where payload ->> 'action' = 'login_failed';
alter table private.audit enable row level security;
revoke all on private.audit from public, anon, authenticated, service_role;
-- Marks where this log begins: only the server's log holds earlier acts.
insert into private.audit (payload) values ('{"action": "audit_began"}');

-- The log is append-only, even for its owner: only forget_audit deletes expired entries, and only anonymise_audit
-- changes an entry, to remove the name of a deleted person.
create function private.keep_audit() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('private.forgetting_audit', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('private.anonymising_audit', true) = 'on'
    and (new.id, new.created_at, new.payload ->> 'action', new.payload ->> 'actor_id',
        new.payload -> 'traits' ->> 'target')
      is not distinct from (old.id, old.created_at, old.payload ->> 'action', old.payload ->> 'actor_id',
        old.payload -> 'traits' ->> 'target') then
    return new;
  end if;
  raise exception 'private.audit is append-only' using errcode = '42501';
end $$;
create trigger keep_audit before update or delete on private.audit
  for each row execute function private.keep_audit();
-- TRUNCATE fires no row triggers, so it needs its own.
create trigger keep_whole_audit before truncate on private.audit
  for each statement execute function private.keep_audit();

-- Deletes entries older than the setting `audit_retention_days` and returns their number.
create function private.forget_audit() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('audit_retention_days'), '365');
  forgotten bigint;
begin
  perform set_config('private.forgetting_audit', 'on', true);
  delete from private.audit where created_at < now() - make_interval(days => days);
  get diagnostics forgotten = row_count;
  perform set_config('private.forgetting_audit', '', true);
  return forgotten;
end $$;

-- Writes an entry on behalf of the caller. Product functions call with the secret key and name the person they act for
-- in the header `x-acting-for`, which is ignored from anybody else. Behind Cloudflare, as on a hosted project, such a
-- call comes from the function's address, so the entry omits it. Each new entry also deletes expired ones: a hosted
-- project needs no job for that.
create function private.record_act(action text, kind text, traits jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  is_service constant boolean := coalesce(current_setting('role', true), 'none') = 'service_role';
  named constant text := case when is_service then headers ->> 'x-acting-for' end;
  person constant uuid := coalesce(auth.uid(),
    case when named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named::uuid end);
  address constant text := case when headers ? 'cf-connecting-ip' then
      case when not is_service then headers ->> 'cf-connecting-ip' end
    else headers ->> 'x-real-ip' end;
begin
  insert into private.audit (payload, ip_address) values (
    jsonb_build_object('action', action, 'log_type', kind, 'traits', jsonb_strip_nulls(traits),
      'actor_id', coalesce(person, '00000000-0000-0000-0000-000000000000'),
      'actor_username', case when person is null then 'service_role' else coalesce(
        (select coalesce(nullif(u.email, ''), u.phone) from auth.users u where u.id = person), '') end),
    left(coalesce(address, ''), 64));
  perform private.forget_audit();
end $$;
revoke execute on function private.keep_audit(), private.forget_audit(), private.record_act(text, text, jsonb)
  from public, anon, authenticated, service_role;

-- Logs a change of a row by staff or the service. Arguments: the kind of record, and the column that
-- identifies it. The entry holds names of changed columns, never values, except the name of a deleted record that is
-- not a person: without it nobody could say later which one it was.
create function private.audit_row() returns trigger language plpgsql security definer set search_path = '' as $$
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
revoke execute on function private.audit_row() from public;

-- Direct writes only, not those of other triggers and of foreign keys. Leaving, returning and hiding have entries of their
-- own.
create trigger audit_row after insert or delete on public.drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('driver', 'id');
create trigger audit_change after update on public.drivers for each row
  when (pg_trigger_depth() = 0 and old.left_at is not distinct from new.left_at)
  execute function private.audit_row('driver', 'id');
create trigger audit_row after insert or update or delete on public.user_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('user', 'user_id');
create trigger audit_row after insert or delete on public.reviews for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('review', 'id');
create trigger audit_change after update on public.reviews for each row
  when (pg_trigger_depth() = 0 and old.hidden_at is not distinct from new.hidden_at)
  execute function private.audit_row('review', 'id');
create trigger audit_row after insert or update or delete on public.time_based_routes for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('route', 'id');

-- Product functions record here what they did to an account through auth/v1: a hosted project's own log says only that
-- the secret key did it. `changed` names the changed fields, never their values. Only the service role may call it.
create function public.record_account_act(act text, account uuid, changed text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if act is null or account is null or act not in ('user_signedup', 'user_modified', 'user_deleted')
    or char_length(changed) > 200 then
    perform private.refuse(400, 'validation_failed', 'This is no act on an account');
  end if;
  perform private.record_act(act, case act when 'user_modified' then 'user' else 'team' end,
    jsonb_build_object('target', 'user:' || account, 'user_id', account, 'changed', changed)
      || coalesce((select jsonb_build_object('user_email', nullif(u.email, ''), 'user_phone', nullif(u.phone, ''))
        from auth.users u where u.id = account), '{}'));
end $$;
revoke execute on function public.record_account_act(text, uuid, text) from public, anon, authenticated;
grant execute on function public.record_account_act(text, uuid, text) to service_role;

-- Deleting an account removes the person's names and addresses from the log: the act stays, with its time and an id
-- that no longer identifies anybody.
create function private.anonymise_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('private.anonymising_audit', 'on', true);
  update private.audit e set
    payload = e.payload
      || case when e.payload ->> 'actor_id' = old.id::text then '{"actor_username": ""}'::jsonb else '{}' end
      || case when e.payload -> 'traits' ->> 'user_id' = old.id::text
        then jsonb_build_object('traits', (e.payload -> 'traits') - array['user_email', 'user_phone']) else '{}' end,
    ip_address = case when e.payload ->> 'actor_id' = old.id::text then '' else e.ip_address end
  where e.payload ->> 'actor_id' = old.id::text or e.payload -> 'traits' ->> 'user_id' = old.id::text;
  perform set_config('private.anonymising_audit', '', true);
  return null;
end $$;
revoke execute on function private.anonymise_audit() from public;
create trigger anonymise_audit after delete on auth.users
  for each row execute function private.anonymise_audit();
-- A soft deletion anonymises the log as well.
create trigger anonymise_audit_softly after update of deleted_at on auth.users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function private.anonymise_audit();

-- Everything that people did: the product's audit log, and the sign-ins and refusals of the platform's log. It omits
-- platform entries for acts that the product's log already describes: writes to its tables through rest/v1, and what
-- its functions do to accounts. On a hosted project the platform's log may be off, and its payload is `json`.
create view private.audit_log with (security_invoker = true) as
  select id, created_at, payload, ip_address from private.audit where payload ->> 'action' <> 'audit_began'
  union all
  select e.id, e.created_at, e.payload::jsonb, coalesce(e.ip_address::text, '') from auth.audit_log_entries e
  where e.created_at < (select coalesce(min(a.created_at), 'infinity') from private.audit a) or not (
    e.payload ->> 'action' = 'resource_modified' and e.payload -> 'traits' ->> 'target'
      ~ '^[A-Z]+ /rest/v1/(drivers|user_drivers|reviews|time_based_routes|vehicles|vehicle_drivers|documents|document_kinds|devices)(\?|$)'
    or e.payload ->> 'action' = 'resource_modified' and e.payload -> 'traits' ->> 'target'
      ~ '^(POST|DELETE) /storage/v1/object/documentos(/|\?|$)'
      and e.payload ->> 'actor_id' <> '00000000-0000-0000-0000-000000000000'
    or e.payload ->> 'action' in ('user_signedup', 'user_modified', 'user_deleted')
      and e.payload ->> 'actor_id' <> '00000000-0000-0000-0000-000000000000'
      and e.payload -> 'traits' ->> 'user_id' is not null);
revoke all on private.audit_log from public, anon, authenticated, service_role;

-- Returns the present name of an entry's record, as `{name, plate}`, or the name stored in the entry if the record was
-- deleted. An entry about a vehicle may also name the driver from whom it was taken over. Names of people are looked
-- up, never stored: they go with the record.
create function private.audit_subject(traits jsonb) returns jsonb
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
    when 'shift' then (
      select jsonb_build_object('name', coalesce(d.name, s.driver_name), 'plate', s.license_plate)
      from public.shifts s left join public.drivers d on d.id = s.driver_id where s.id = record_id)
    when 'route' then (select jsonb_build_object('name', r.name) from public.time_based_routes r where r.id = record_id)
  end;
  return jsonb_strip_nulls(jsonb_build_object('name', traits -> 'name', 'plate', traits -> 'plate'))
    || jsonb_strip_nulls(coalesce(found, '{}'));
end $$;
revoke execute on function private.audit_subject(jsonb) from public, anon, authenticated, service_role;

-- Returns a page of the log to administrators and the service, newest first: `{entries, total}`, each entry with its
-- `subject`. `person` matches part of the email address or phone of the actor or the affected account; `refused` keeps
-- only failures and refusals. `since` is inclusive, `until` exclusive.
create function public.audit_log(page integer default 1, per_page integer default 25, person text default '',
  action text default '', refused boolean default false, since timestamptz default null, until timestamptz default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := '%' || regexp_replace(person, '([\\%_])', '\\\1', 'g') || '%';
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators may read the audit log');
  end if;
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(person) <= 200
    and char_length(action) <= 200 and refused is not null) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return (
    with matching as materialized (
      select e.id, e.created_at from private.audit_log e
      where (since is null or e.created_at >= since) and (audit_log.until is null or e.created_at < audit_log.until)
        and (audit_log.action = '' or e.payload ->> 'action' = audit_log.action)
        and (not refused or e.payload ->> 'action' in ('login_failed', 'permission_denied', 'refusals_suppressed'))
        and (person = '' or concat_ws(' ', e.payload ->> 'actor_username', e.payload -> 'traits' ->> 'user_email',
          e.payload -> 'traits' ->> 'user_phone') ilike pattern)),
    -- The payloads of the page only; by time, because that is what the indexes know.
    shown as materialized (
      select m.id, m.created_at from matching m order by m.created_at desc, m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select jsonb_build_object('total', (select count(*) from matching), 'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'payload', e.payload, 'created_at', e.created_at,
        'ip_address', e.ip_address, 'subject', private.audit_subject(e.payload -> 'traits')) order by e.created_at desc, e.id), '[]')
      from private.audit_log e
      where e.created_at >= (select min(s.created_at) from shown s)
        and e.created_at <= (select max(s.created_at) from shown s) and e.id in (select s.id from shown s))));
end $$;
revoke execute on function public.audit_log(integer, integer, text, text, boolean, timestamptz, timestamptz)
  from public, anon;
grant execute on function public.audit_log(integer, integer, text, text, boolean, timestamptz, timestamptz)
  to authenticated, service_role;

-- Passkeys: their part of personal data, and their removal when an account becomes one of staff.

-- Returns a person's passkeys, for personal_data. Hosted projects with an older `auth` schema have no passkeys, so
-- these functions look for the table when they run.
create function private.passkeys_of(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', p.friendly_name, 'created_at', p.created_at,
      'last_used_at', p.last_used_at) order by p.created_at), '[]')
    from auth.webauthn_credentials p where p.user_id = person);
end $$;
revoke execute on function private.passkeys_of(uuid) from public;

-- A promotion or renewal deletes the account's passkeys, as `private.close_promoted_account` revokes the other earlier
-- ways in: whoever first registered the address may have left one behind.
create function private.close_passkeys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    delete from auth.webauthn_credentials where user_id = new.id;
  end if;
  return new;
end $$;
revoke execute on function private.close_passkeys() from public;
-- Triggers fire in name order: this one runs before forget_renewal.
create trigger close_passkeys before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'admin' and (old.raw_app_meta_data ->> 'role' is distinct from 'admin'
    or new.raw_app_meta_data ? 'renew_access'))
  execute function private.close_passkeys();
create trigger close_office_passkeys before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'office'
    and coalesce(old.raw_app_meta_data ->> 'role', '') not in ('admin', 'office'))
  execute function private.close_passkeys();

-- Generated by `npm run gen` from shared/content. Where it changes, a migration replaces the function.
create function private.content_rules() returns jsonb language sql immutable set search_path = '' as $$
  select $rules$
{
"formats": {"id":"^[a-z0-9]+(-[a-z0-9]+)*$","uuid":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$","phone":"^\\+?[ ().-]*([0-9][ ().-]*){8,15}$","email":"^[^@ ]+@[^@ ]+$","https":"^https:\\/\\/[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+(:[0-9]{1,5})?([/?#][^ \"'<>\\\\]*)?$","picture":"^[A-Za-z0-9_-]+([/][A-Za-z0-9_-]+)*[.](jpg|png|webp)$","day":"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$","moment":"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T(?!00:00)([01][0-9]|2[0-3]):[0-5][0-9])?$","end":"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9])?$","time":"^([01][0-9]|2[0-3]):[0-5][0-9]$"},
"maxBytes": 2000000,
"maxProblems": 100,
"shape": {
  "kind": "object",
  "fields": {
    "format": {"kind":"integer","min":1,"max":1},
    "company": {"kind":"object","fields":{"name":{"kind":"text","max":120,"required":true},"tagline":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"whatsappNumber":{"kind":"text","max":40,"format":"phone","number":"phone"},"phone":{"kind":"text","max":40,"format":"phone","number":"phone"},"email":{"kind":"text","max":255,"format":"email"},"legalName":{"kind":"text","max":160},"rut":{"kind":"text","max":20,"number":"rut"},"address":{"kind":"text","max":200},"mapsUrl":{"kind":"text","max":400,"required":true,"format":"https"},"reviewDisplay":{"kind":"choice","of":["specified","fair"],"optional":true},"logo":{"kind":"object","fields":{"path":{"kind":"text","max":200,"required":true,"format":"picture"},"icon":{"kind":"text","max":200,"required":true,"format":"picture"}},"optional":true},"nightHours":{"kind":"object","fields":{"from":{"kind":"text","max":5,"required":true,"format":"time"},"to":{"kind":"text","max":5,"required":true,"format":"time"}},"optional":true},"included":{"kind":"object","fields":{"tolls":{"kind":"flag"},"parking":{"kind":"flag"},"childSeat":{"kind":"flag"},"waitMinutes":{"kind":"integer","min":1,"max":1440,"optional":true},"bags":{"kind":"integer","min":1,"max":20,"optional":true},"other":{"kind":"object","max":120,"optional":true,"fields":{"es":{"kind":"text","max":120,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true}}}},"optional":true},"cards":{"kind":"flag","optional":true},"receipt":{"kind":"choice","of":["whatsapp","driver","email"],"optional":true},"fares":{"kind":"choice","of":["agreed","reference","byVehicle"],"optional":true},"taxDocument":{"kind":"flag","optional":true}}},
    "airport": {"kind":"object","fields":{"facts":{"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"title":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"line":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"value":{"kind":"variants","variants":{"minutes":{"kind":"object","fields":{"minutes":{"kind":"integer","min":1,"max":1440},"kind":{"kind":"choice","of":["minutes","gate"]}}},"gate":{"kind":"object","fields":{"gate":{"kind":"integer","min":1,"max":99},"kind":{"kind":"choice","of":["minutes","gate"]}}}},"optional":true,"otherwise":{"kind":"object","fields":{"kind":{"kind":"choice","of":["minutes","gate"]}}}}}},"max":20,"key":"id"}}},
    "claims": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"shown":{"kind":"flag"},"title":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"line":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"short":{"kind":"object","max":30,"optional":true,"fields":{"es":{"kind":"text","max":30,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true}}}}},"max":20,"key":"id"},
    "routes": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"name":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}},"minutes":{"kind":"integer","min":1,"max":1440},"prices":{"kind":"list","of":{"kind":"object","fields":{"pesos":{"kind":"integer","min":0,"max":10000000},"night":{"kind":"integer","min":0,"max":10000000,"optional":true},"validFrom":{"kind":"moment","optional":true},"validUntil":{"kind":"end","optional":true}},"order":["validFrom","validUntil"]},"max":50,"ascending":"validFrom"},"note":{"kind":"object","max":200,"optional":true,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}},"paymentLink":{"kind":"text","max":400,"required":true,"format":"https","optional":true}}},"max":60,"key":"id"},
    "return": {"kind":"object","fields":{"title":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"line":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"value":{"kind":"text","max":20},"waitTitle":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"waitLine":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"waitMinutes":{"kind":"integer","min":1,"max":1440}}},
    "tours": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":36,"required":true,"format":"uuid"},"duration":{"kind":"choice","of":["3hours","fullday"]},"name":{"kind":"object","max":100,"fields":{"es":{"kind":"text","max":100,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true}}},"description":{"kind":"object","max":1000,"fields":{"es":{"kind":"text","max":1000,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true}}},"taxiTime":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}},"stops":{"kind":"list","of":{"kind":"object","fields":{"place":{"kind":"object","max":100,"fields":{"es":{"kind":"text","max":100,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true}}},"duration":{"kind":"object","max":40,"fields":{"es":{"kind":"text","max":40,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true}}},"description":{"kind":"object","max":400,"fields":{"es":{"kind":"text","max":400,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true}}}}},"max":20},"picture":{"kind":"reference","to":"pictures","optional":true}}},"max":40,"key":"id"},
    "cities": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"name":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}}}},"max":20,"key":"id"},
    "categories": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"name":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}}}},"max":20,"key":"id"},
    "places": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"city":{"kind":"reference","to":"cities"},"category":{"kind":"reference","to":"categories"},"name":{"kind":"object","max":100,"fields":{"es":{"kind":"text","max":100,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true}}},"description":{"kind":"object","max":800,"fields":{"es":{"kind":"text","max":800,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true}}},"hours":{"kind":"object","max":120,"fields":{"es":{"kind":"text","max":120,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true}}},"alt":{"kind":"object","max":200,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}},"fee":{"kind":"variants","variants":{"free":{"kind":"object","fields":{"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}},"variable":{"kind":"object","fields":{"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}},"fixed":{"kind":"object","fields":{"pesos":{"kind":"integer","min":0,"max":10000000},"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}},"perRide":{"kind":"object","fields":{"lowest":{"kind":"integer","min":0,"max":10000000},"highest":{"kind":"integer","min":0,"max":10000000},"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}},"order":["lowest","highest"]}},"optional":true,"otherwise":{"kind":"object","fields":{"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}}},"address":{"kind":"text","max":200,"optional":true},"picture":{"kind":"reference","to":"pictures","optional":true}}},"max":300,"key":"id"},
    "pictures": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"path":{"kind":"text","max":200,"required":true,"format":"picture"},"focus":{"kind":"object","fields":{"x":{"kind":"integer","min":0,"max":100},"y":{"kind":"integer","min":0,"max":100}}},"alt":{"kind":"object","max":200,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}}}},"max":400,"key":"id"},
    "policy": {"kind":"object","fields":{"version":{"kind":"integer","min":1,"max":10000},"date":{"kind":"day"},"sections":{"kind":"list","of":{"kind":"object","fields":{"title":{"kind":"text","max":200,"required":true},"text":{"kind":"text","max":4000},"items":{"kind":"list","of":{"kind":"text","max":1000,"required":true},"max":40}}},"max":60}}},
    "notice": {"kind":"object","fields":{"text":{"kind":"object","max":200,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}},"validFrom":{"kind":"day"},"validUntil":{"kind":"day"}},"order":["validFrom","validUntil"],"optional":true}
  }
}
}$rules$::jsonb
$$;
revoke execute on function private.content_rules() from public;

-- Validates a draft or a release of the content against the rules of 12_content_rules.sql.

-- Returns the values of a document with their shapes and, in lists, the items before them. It does not descend into
-- lists that are too long.
create function private.content_nodes(content jsonb)
returns table (path jsonb, value jsonb, shape jsonb, type text, list jsonb, before jsonb)
language sql immutable set search_path = '' as $$
  with recursive nodes (path, value, shape, type, list, before) as (
    select '[]'::jsonb, content, private.content_rules() -> 'shape', jsonb_typeof(content), null::jsonb, null::jsonb
    union all
    select n.path || part.step, part.value, case part.shape ->> 'kind'
        when 'variants' then
          coalesce(part.shape -> 'variants' -> (part.value ->> 'kind'), part.shape -> 'otherwise')
        else part.shape end, jsonb_typeof(part.value), part.list, part.before
    from nodes n cross join lateral (
      select to_jsonb(field.key), n.value -> field.key, field.value, null::jsonb, null::jsonb
      from jsonb_each(case n.type when 'object' then n.shape -> 'fields' end) as field
      where n.value ? field.key
      union all
      select to_jsonb(item.position - 1), item.value, n.shape -> 'of', n.shape - 'of',
        lag(item.value) over (order by item.position)
      from jsonb_array_elements(case when n.type = 'array' and n.shape ->> 'kind' = 'list' then
          case when jsonb_array_length(n.value) <= (n.shape ->> 'max')::integer then n.value end end)
        with ordinality as item (value, position)) as part (step, value, shape, list, before)
    where n.type in ('object', 'array'))
  select * from nodes
$$;

-- Finds the problems of single values.
create function private.content_value_findings(content jsonb) returns table (path jsonb, shape jsonb, code text)
language sql immutable set search_path = '' as $$
  with nodes as materialized (
    select n.path, n.value, n.shape, n.type, n.shape ->> 'kind' as kind, (n.shape ->> 'max')::numeric as max,
      case n.type when 'string' then n.value #>> '{}' end as text,
      case n.type when 'number' then n.value::numeric end as number
    from private.content_nodes(content) n),
  known (list, id) as (
    select top.key, item ->> 'id'
    from jsonb_each(case jsonb_typeof(content) when 'object' then content end) as top
      cross join jsonb_array_elements(case jsonb_typeof(top.value) when 'array' then top.value end) as item
    where jsonb_typeof(item -> 'id') = 'string'),
  formats as materialized (select private.content_rules() -> 'formats' as of)
  select n.path, n.shape, case
    when n.type <> case n.kind when 'integer' then 'number' when 'flag' then 'boolean' when 'list' then 'array'
      when 'object' then 'object' else 'string' end or n.number % 1 <> 0 then 'wrong_type'
    when case n.type when 'array' then jsonb_array_length(n.value) end > n.max then 'too_many'
    when n.number < (n.shape ->> 'min')::numeric then 'too_small'
    when n.number > n.max then 'too_large'
    when n.kind = 'text' then case
      when n.text ~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]' then 'wrong_characters'
      when n.text !~ '[^ \t\n]' and n.shape ? 'required' then 'empty'
      when n.text = '' then null
      when char_length(n.text) > n.max then 'too_long'
      when n.text !~ (formats.of ->> (n.shape ->> 'format')) then 'wrong_format'
      when n.shape ? 'number' and not private.is_number(n.shape ->> 'number', n.text) then 'wrong_number' end
    when n.kind in ('day', 'moment', 'end') then case
      when n.text !~ (formats.of ->> n.kind) then 'wrong_format'
      when substr(n.text, 9, 2)::integer
        > extract(day from (left(n.text, 7) || '-01')::date + interval '1 month - 1 day') then 'wrong_format' end
    when n.kind = 'choice' then case when not n.shape -> 'of' ? n.text then 'wrong_choice' end
    when n.kind = 'reference' and (n.shape ->> 'to', n.text) not in (select list, id from known)
      then 'unknown_reference'
    end
  from nodes n, formats
$$;

-- Finds the problems between values: fields of objects, items of lists, days, moments and numbers in order. An end is a
-- day, which ends with its last minute, or a minute, which ends when it begins; a day begins with its first minute.
create function private.content_structure_findings(content jsonb) returns table (path jsonb, code text)
language sql immutable set search_path = '' as $$
  with nodes as materialized (
    select n.path, n.value, n.list, n.before, n.shape -> 'fields' as fields,
      n.shape #>> '{order,0}' as first, n.shape #>> '{order,1}' as second
    from private.content_nodes(content) n where n.type = 'object' and n.shape ->> 'kind' in ('object', 'variants')),
  formats as materialized (
    select rules #>> '{formats,moment}' as moment, rules #>> '{formats,end}' as "end" from private.content_rules() as rules)
  select n.path || to_jsonb(field.key), 'required'
  from nodes n cross join jsonb_each(n.fields) as field
  where not n.value ? field.key and not field.value ? 'optional'
  union all
  select n.path || to_jsonb(name), 'unknown_field'
  from nodes n cross join jsonb_object_keys(n.value) as name where not n.fields ? name
  union all
  select n.path || to_jsonb(n.second), 'out_of_order'
  from nodes n, formats
  where case jsonb_typeof(n.value -> n.first) || ' ' || jsonb_typeof(n.value -> n.second)
    when 'number number' then (n.value -> n.first)::numeric > (n.value -> n.second)::numeric
    when 'string string' then n.value ->> n.first ~ formats.moment and n.value ->> n.second ~ formats."end"
      and case char_length(n.value ->> n.second) when 10
        then left(n.value ->> n.first, 10) collate "C" > (n.value ->> n.second)
        else rpad(n.value ->> n.first, 16, 'T00:00') collate "C" >= (n.value ->> n.second) end end
  union all
  select n.path || (n.list -> 'ascending'), 'out_of_order'
  from nodes n, formats, lateral (
    select n.value -> (n.list ->> 'ascending'), n.before -> (n.list ->> 'ascending')) as own (later, earlier)
  where n.before is not null and n.list ? 'ascending' and (own.later is null
    or jsonb_typeof(own.later) = 'string' and jsonb_typeof(own.earlier) = 'string'
      and own.later #>> '{}' ~ formats.moment and own.earlier #>> '{}' ~ formats.moment
      and (own.earlier #>> '{}') collate "C" >= (own.later #>> '{}'))
  union all
  select repeated.path, 'duplicate'
  from (
    select n.path || (n.list -> 'key') as path, row_number() over (
      partition by n.path - -1, n.value -> (n.list ->> 'key') order by (n.path ->> -1)::integer) as occurrence
    from nodes n where jsonb_typeof(n.value -> (n.list ->> 'key')) = 'string') as repeated
  where repeated.occurrence > 1
$$;

-- Lists the problems of a document, as `findProblems` in shared/content/problems.ts does, in no particular order.
create function private.content_problems(content jsonb, is_draft boolean default false) returns jsonb
language sql immutable set search_path = '' as $$
  select case when octet_length(content::text) > (rules -> 'maxBytes')::integer then
      jsonb_build_array(jsonb_build_object('path', '[]'::jsonb, 'code', 'too_large', 'limit', rules -> 'maxBytes'))
    else (
      select coalesce(jsonb_agg(problem), '[]') from (
        select jsonb_build_object('path', path, 'code', code) || case
          when code in ('too_long', 'too_many', 'too_large') then jsonb_build_object('limit', shape -> 'max')
          when code = 'too_small' then jsonb_build_object('limit', shape -> 'min') else '{}' end
        from private.content_value_findings(content) where code is not null
          and not (is_draft and code in ('empty', 'wrong_number'))
        union all
        select jsonb_build_object('path', path, 'code', code) from private.content_structure_findings(content)
        limit (rules -> 'maxProblems')::integer) as found (problem)) end
  from private.content_rules() as rules
$$;
revoke execute on function private.content_nodes(jsonb), private.content_value_findings(jsonb),
  private.content_structure_findings(jsonb), private.content_problems(jsonb, boolean)
  from public, anon, authenticated, service_role;

-- The texts and prices that the company publishes for its passengers: one draft, and releases that never change.
create table public.content_drafts (
  id smallint primary key default 1 check (id = 1),
  version integer not null default 1 check (version > 0),
  content jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references auth.users on delete set null
);
create index content_drafts_updated_by_idx on public.content_drafts (updated_by);

create table public.content_releases (
  id integer primary key check (id > 0),
  content jsonb not null,
  note text not null default '' check (char_length(note) <= 500),
  published_at timestamptz not null default now(),
  published_by uuid references auth.users on delete set null
);
create index content_releases_published_by_idx on public.content_releases (published_by);

alter table public.content_drafts enable row level security;
-- Only staff read the draft; save_content writes it.
create policy content_drafts_select on public.content_drafts for select to authenticated
  using ((select private.is_staff()));
-- The service role reads the draft and writes nothing.
create policy content_drafts_service on public.content_drafts for select to service_role using (true);
alter table public.content_releases enable row level security;
-- Everybody reads releases; the grants below hide who published them from the public.
create policy content_releases_select on public.content_releases for select to anon, authenticated, service_role
  using (true);

-- Only the functions below write these tables. `content_history` returns the publisher and note of each release.
revoke all on public.content_drafts, public.content_releases from anon, authenticated, service_role;
grant select on public.content_drafts to authenticated, service_role;
grant select on public.content_releases to service_role;
grant select (id, content, published_at) on public.content_releases to anon, authenticated;

-- The audit log records releases, not drafts: the studio saves a draft at every pause in typing.
create trigger audit_row after insert or update or delete on public.content_releases for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('release', 'id');

-- Returns the draft, locked until the end of the transaction, to somebody on the staff who has read this version or who
-- sends the content it already has, as a client does that retries after a lost response.
create function private.lock_draft(expected_version integer, wanted jsonb default null) returns public.content_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff may change the content');
  end if;
  select * into draft from public.content_drafts for update;
  if draft.version is distinct from expected_version and draft.content is distinct from wanted then
    perform private.refuse(409, 'content_conflict', 'The draft has changed; read it again and merge',
      details => jsonb_build_object('version', draft.version, 'updated_at', draft.updated_at, 'updated_by',
        (select u.email from auth.users u where u.id = draft.updated_by))::text);
  end if;
  return draft;
end $$;

-- Replaces the draft and returns its new version; staff only. Texts may still be empty and numbers incomplete;
-- everything else must be valid as in a release.
create function public.save_content(content jsonb, expected_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft constant public.content_drafts := private.lock_draft(expected_version, content);
  problems constant jsonb := private.content_problems(coalesce(content, 'null'), is_draft => true);
begin
  if problems <> '[]' then
    perform private.refuse(400, 'content_invalid', 'The content breaks its rules', details => problems::text);
  end if;
  if draft.content = save_content.content then
    return draft.version;
  end if;
  update public.content_drafts d
    set content = save_content.content, version = d.version + 1, updated_at = now(), updated_by = auth.uid();
  return draft.version + 1;
end $$;

-- Copies the tours into time_based_routes, in Spanish, for clients that read those rows.
create function private.write_tours(tours jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from public.time_based_routes r
    where r.id::text not in (select tour ->> 'id' from jsonb_array_elements(tours) as tour);
  insert into public.time_based_routes as r (id, name, description, duration, "taxiTime", stops)
  select (tour ->> 'id')::uuid, tour #>> '{name,es}', tour #>> '{description,es}', tour ->> 'duration',
    tour #>> '{taxiTime,es}', (
      select coalesce(jsonb_agg(jsonb_build_object('place', stop #> '{place,es}', 'duration', stop #> '{duration,es}',
        'description', stop #> '{description,es}') order by position), '[]')
      from jsonb_array_elements(tour -> 'stops') with ordinality as stops (stop, position))
  from jsonb_array_elements(tours) as tour
  on conflict (id) do update set name = excluded.name, description = excluded.description,
    duration = excluded.duration, "taxiTime" = excluded."taxiTime", stops = excluded.stops
  where (r.name, r.description, r.duration, r."taxiTime", r.stops) is distinct from
    (excluded.name, excluded.description, excluded.duration, excluded."taxiTime", excluded.stops)
$$;

-- Publishes the draft as the newest release and returns its number, or the present number if nothing has changed;
-- administrators only: the office saves the draft, and what is published binds the company.
create function public.publish_content(expected_version integer, note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
  problems jsonb;
  newest public.content_releases;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators may publish the content');
  end if;
  draft := private.lock_draft(expected_version);
  problems := private.content_problems(draft.content);
  if problems <> '[]' then
    perform private.refuse(400, 'content_invalid', 'The content breaks its rules', details => problems::text);
  end if;
  if (char_length(note) <= 500) is not true then
    perform private.refuse(400, 'validation_failed', 'A note has at most 500 characters');
  end if;
  select * into newest from public.content_releases order by id desc limit 1;
  if newest.content = draft.content then
    return newest.id;
  end if;
  insert into public.content_releases (id, content, note, published_by)
    values (coalesce(newest.id, 0) + 1, draft.content, publish_content.note, auth.uid());
  perform private.write_tours(draft.content -> 'tours');
  return coalesce(newest.id, 0) + 1;
end $$;

-- Lists the releases with their publishers, newest first; staff only.
create function public.content_history()
returns table (id integer, note text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff may read the history of the content');
  end if;
  return query select r.id, r.note, r.published_at, coalesce(nullif(u.email, ''), u.phone)::text
    from public.content_releases r left join auth.users u on u.id = r.published_by order by r.id desc;
end $$;

-- Writes the operator's settings into the first release until somebody has edited the content; from then on the content
-- decides. `company` holds some of the fields of the content's company.
create function private.configure_company(company jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  draft public.content_drafts;
  configured jsonb;
begin
  select * into draft from public.content_drafts where version = 1 for update;
  configured := jsonb_set(draft.content, '{company}', draft.content -> 'company' || company);
  if configured = draft.content or configured is null or exists (select from public.content_releases where id > 1) then
    return;
  end if;
  if private.content_problems(configured) <> '[]' then
    raise warning 'The company''s settings do not fit the content: %', private.content_problems(configured);
    return;
  end if;
  update public.content_drafts set content = configured;
  update public.content_releases set content = configured, published_at = now();
end $$;

revoke execute on function private.lock_draft(integer, jsonb), private.write_tours(jsonb), private.configure_company(jsonb)
  from public, anon, authenticated, service_role;
revoke execute on function public.save_content(jsonb, integer), public.publish_content(integer, text),
  public.content_history() from public, anon, service_role;
grant execute on function public.save_content(jsonb, integer), public.publish_content(integer, text),
  public.content_history() to authenticated;

-- Realtime tells devices of a release at once.
alter publication supabase_realtime add table public.content_releases;

-- The versions of the privacy policy that each account has accepted. A row is evidence while the account exists and
-- goes with it, because nothing that needs the consent is processed afterwards. The audit log keeps the act as long as
-- any other, under an id that no longer identifies anybody. `content_releases` keeps the text of each version.
create table public.consents (
  user_id uuid not null references auth.users on delete cascade,
  policy_version integer not null check (policy_version > 0),
  accepted_at timestamptz not null default now(),
  primary key (user_id, policy_version)
);

alter table public.consents enable row level security;
-- The service role reads consents and writes none: nobody consents for somebody else.
create policy consents_service on public.consents for select to service_role using (true);
-- A token whose session has ended gives no access, even before it expires.
create policy consents_session on public.consents as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Administrators read every consent; other accounts read their own.
create policy consents_select on public.consents for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
-- An account consents only for itself, and only to the version published now, which is the one it can have read.
create policy consents_insert on public.consents for insert to authenticated with check (
  user_id = (select auth.uid()) and not (select private.is_anonymous())
  and policy_version = (
    select (r.content #>> '{policy,version}')::integer from public.content_releases r order by r.id desc limit 1)
);

-- No role sets the time of a consent, changes a consent or deletes one.
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;
grant insert (user_id, policy_version) on public.consents to authenticated;

-- Logs each consent.
create function private.audit_consent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_act('policy_accepted', 'account', jsonb_build_object('policy_version', new.policy_version));
  return null;
end $$;
revoke execute on function private.audit_consent() from public;
create trigger audit_consent after insert on public.consents
  for each row execute function private.audit_consent();

-- Returns the published policy with the company's data if the caller still has to accept it, else null. Accounts that
-- are older than the first change of the policy, or that an administrator created, have no row and count as having
-- accepted version 1.
create function public.policy_to_accept() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('company', newest.content -> 'company', 'policy', newest.content -> 'policy')
  from (select r.content from public.content_releases r order by r.id desc limit 1) as newest
  where (newest.content #>> '{policy,version}')::integer > coalesce(
    (select max(c.policy_version) from public.consents c where c.user_id = auth.uid()), 1)
$$;
revoke execute on function public.policy_to_accept() from public, anon, service_role;
grant execute on function public.policy_to_accept() to authenticated;

-- The bucket of the content's pictures: public, like everything that passengers see. A picture never changes, because
-- devices cache it by name; a new picture gets a new name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('contenido', 'contenido', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- Returns the names of the pictures and logos that are in use: by the draft, by releases that a device may still show, since a
-- session lasts 90 days, and by the last 20 releases, since an administrator may publish one of them again.
create function private.needed_pictures(as_of timestamptz) returns setof text
language sql stable security definer set search_path = '' as $$
  with releases as (
    select r.content, lead(r.published_at) over (order by r.id) as replaced_at,
      row_number() over (order by r.id desc) as place
    from public.content_releases r
  ), documents as (
    select d.content from public.content_drafts d
    union all
    select r.content from releases r
      where r.replaced_at is null or r.replaced_at > as_of - interval '90 days' or r.place <= 20
  )
  select picture ->> 'path' from documents d, jsonb_array_elements(d.content -> 'pictures') as picture
  union all
  select file from documents d, jsonb_each_text(d.content #> '{company,logo}') as logo (field, file)
$$;
revoke execute on function private.needed_pictures(timestamptz) from public, anon;
grant execute on function private.needed_pictures(timestamptz) to authenticated, service_role;

-- Only staff upload pictures of the content.
create policy contenido_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'contenido' and (select private.is_staff()));
-- Only staff list them; everybody reads one by its name.
create policy contenido_select on storage.objects for select to authenticated
  using (bucket_id = 'contenido' and (select private.is_staff()));
-- Only administrators delete them, and none that is in use.
create policy contenido_delete on storage.objects for delete to authenticated
  using (bucket_id = 'contenido' and (select private.is_admin())
    and name not in (select private.needed_pictures(now())));

-- Deletes pictures that are a week old and not in use: by then an upload is in a draft or was abandoned. Our server
-- calls it daily.
create function private.delete_unneeded_pictures(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'contenido' and o.created_at < as_of - interval '7 days'
      and o.name not in (select private.needed_pictures(as_of))
    returning 1
  )
  select count(*) from deleted
$$;
revoke execute on function private.delete_unneeded_pictures(timestamptz) from public, anon, authenticated;

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

-- Optimistic locking, as for drivers: an update that sends a stale `version` fails with 409; one that omits it always
-- wins.
create function private.check_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'The record was changed by somebody else meanwhile');
  end if;
  return new;
end $$;
-- Increments the version of a changed row.
create function private.count_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger check_version before update of version on public.vehicles
  for each row execute function private.check_version();
-- Triggers fire in name order, so this one sees normalised values: another spelling of the same plate is not a change.
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

-- Shifts, which the API starts and ends through start_shift, end_shift and correct_shift_end only. A shift outlives its
-- driver, its vehicle and its device: the company must be able to answer who drove, until forget_shifts deletes it.
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
-- their number. An open shift stays, however old. The setting `private.forgetting_shifts` tells count_shifts to leave the
-- figures of the report as they are.
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
revoke execute on function private.vehicles_of_others() from public;
grant execute on function private.vehicles_of_others() to authenticated, service_role;

alter table public.vehicles enable row level security;
alter table public.vehicle_drivers enable row level security;
alter table public.shifts enable row level security;

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy vehicles_service on public.vehicles for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy vehicles_session on public.vehicles as restrictive for all to authenticated
  using ((select private.session_alive()));
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

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy vehicle_drivers_service on public.vehicle_drivers for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy vehicle_drivers_session on public.vehicle_drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
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

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy shifts_service on public.shifts for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy shifts_session on public.shifts as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Staff read every shift; a driver reads their own. No role of a person writes shifts directly.
create policy shifts_select on public.shifts for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));

revoke all on public.vehicles, public.vehicle_drivers, public.shifts from anon, authenticated;
grant select, delete on public.vehicles to authenticated;
grant insert (license_plate, class, brand_model, colour, seats, bags, registration_number) on public.vehicles
  to authenticated;
grant update (license_plate, class, brand_model, colour, seats, bags, registration_number, version) on public.vehicles
  to authenticated;
grant select, insert, delete on public.vehicle_drivers to authenticated;
grant select on public.shifts to authenticated;
grant all on public.vehicles, public.vehicle_drivers, public.shifts to service_role;

-- Realtime tells a device that another driver ended its shift, or that the shift moved to another device.
alter publication supabase_realtime add table public.shifts;

-- Fails with 409 and the name of the driver who has the vehicle, so that nobody has to search for them.
create function private.refuse_used_vehicle(driver uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse(409, 'car_in_use', 'Another driver has the vehicle', details => d.name)
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
revoke execute on function private.end_shift_of_inactive() from public;
create trigger end_shift_of_inactive after update on public.drivers for each row
  when (old.state = 'active' and new.state <> 'active') execute function private.end_shift_of_inactive();

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
-- over, which ends their shift. A forgotten shift ends without a question. Repeating the call moves the open shift to the
-- device, so a retried request starts one shift.
create function public.start_shift(vehicle uuid, device uuid default null, take_over boolean default false)
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

-- Ends an open shift: drivers end their own, staff anybody's. Any other id has no effect.
create function public.end_shift(shift uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
  where s.id = end_shift.shift and s.ended_at is null
    and (s.driver_id = private.own_driver_id() or private.is_staff())
$$;
revoke execute on function public.start_shift(uuid, uuid, boolean), public.end_shift(uuid) from public, anon, service_role;
grant execute on function public.start_shift(uuid, uuid, boolean), public.end_shift(uuid) to authenticated;
revoke execute on function private.check_version(), private.refuse_used_vehicle(uuid), private.guard_used_vehicle()
  from public, anon, authenticated;

-- Returns whether the company has entered vehicles: then a registration asks for no plate.
create function public.company_has_vehicles() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicles)
$$;
revoke execute on function public.company_has_vehicles() from public, service_role;
grant execute on function public.company_has_vehicles() to anon, authenticated;

-- Writes a vehicle and its drivers together, all or nothing, and returns the id. Without `vehicle` it adds one; else it
-- changes the given fields, and fails with 409 when `version` is stale. `added` and `removed` are drivers; the others stay,
-- also those whom somebody else assigned meanwhile. Security invoker: the policies decide, so only staff write.
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
revoke execute on function public.save_vehicle(jsonb, uuid, integer, uuid[], uuid[]) from public, anon;
grant execute on function public.save_vehicle(jsonb, uuid, integer, uuid[], uuid[]) to authenticated, service_role;

-- The audit log records the staff's changes to vehicles and assignments.
create trigger audit_row after insert or update or delete on public.vehicles for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('vehicle', 'id');
create trigger audit_row after insert or update or delete on public.vehicle_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('vehicle_drivers', 'vehicle_id');

-- Returns the shifts of a person: those that their account started and those of their drivers, for personal_data.
create function private.shifts_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('license_plate', s.license_plate, 'started_at', s.started_at,
    'ended_at', s.ended_at, 'name', s.driver_name, 'code', s.driver_code, 'phone', s.driver_phone) order by s.started_at), '[]')
  from public.shifts s
  where s.account_id = person or s.driver_id in (
    select d.id from public.drivers d where d.created_by = person
    union all select link.driver_id from public.user_drivers link where link.user_id = person)
$$;
revoke execute on function private.shifts_of(uuid) from public, anon, authenticated;

-- A placeholder that 19_devices.sql replaces.
create function private.tablets_of(person uuid) returns jsonb language sql stable set search_path = '' as $$
  select '[]'::jsonb
$$;
revoke execute on function private.tablets_of(uuid) from public, anon, authenticated;

-- Documents of drivers and vehicles: their kinds, expiry and files, and what an expired one stops.

-- Returns the day in Chile, where documents expire at midnight.
create function private.chile_today() returns date language sql stable set search_path = '' as $$
  select (now() at time zone 'America/Santiago')::date
$$;
-- Derives a document's state from the days that are left; the state is never stored. A document is valid on the day
-- that it names. The parameter is used once and no search path is set, so that PostgreSQL inlines the expression.
create function private.paper_state(days integer) returns text language sql immutable
  return (array['expired', 'within_7', 'within_14', 'within_30', 'valid'])[1 + width_bucket(days, array[0, 8, 15, 31])];
revoke execute on function private.chile_today(), private.paper_state(integer) from public, anon;
grant execute on function private.chile_today(), private.paper_state(integer) to authenticated, service_role;

-- Kinds of documents. The company edits them and names them in its own language.
create table public.document_kinds (
  id uuid primary key default gen_random_uuid(),
  owner text not null check (owner in ('driver', 'vehicle')),
  name text not null check (char_length(btrim(name)) between 1 and 60),
  -- The default of `critical` for documents of this kind.
  critical boolean not null default false,
  sort integer not null default 100,
  created_at timestamptz not null default now(),
  constraint document_kinds_name_key unique (owner, name)
);
alter table public.document_kinds enable row level security;
insert into public.document_kinds (owner, name, critical, sort) values
  ('driver', 'Licencia A1', true, 10),
  ('driver', 'Licencia A2', true, 20),
  ('driver', 'Licencia A3', true, 30),
  ('vehicle', 'Permiso de circulación', true, 40),
  ('vehicle', 'SOAP', true, 50),
  ('vehicle', 'Revisión técnica', true, 60),
  ('vehicle', 'Seguro', false, 70),
  ('vehicle', 'RNSTP', true, 80);

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  kind_id uuid not null references public.document_kinds,
  driver_id uuid references public.drivers on delete cascade,
  vehicle_id uuid references public.vehicles on delete cascade,
  number text check (char_length(number) between 1 and 60),
  issued_on date,
  expires_on date not null check (expires_on between '2000-01-01' and '2100-12-31'),
  -- The name of its object in the bucket `documentos`, in the folder of the driver or vehicle.
  file text,
  critical boolean not null,
  -- Only guard_document sets these; no API role may write them. A document without a date waits for staff.
  verified_at timestamptz,
  verified_by uuid references auth.users on delete set null,
  -- Only override_paper sets these.
  override_until date,
  override_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint documents_one_owner check (num_nonnulls(driver_id, vehicle_id) = 1),
  constraint documents_dates check (issued_on <= expires_on)
);
-- Checks the whole name: `drivers/<own>/../<another>/licence.pdf` begins with the driver's own folder, yet an address
-- made of it shows another driver's file. Not valid: a restored archive may hold older rows.
alter table public.documents add constraint documents_file_check check (
  file ~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' and file !~ '/\.{1,2}$'
  and starts_with(file, coalesce('drivers/' || driver_id::text, 'vehicles/' || vehicle_id::text) || '/')) not valid;
alter table public.documents enable row level security;
-- Each owner has one document of a kind in force, and at most one that waits to replace it.
create unique index documents_driver_key on public.documents (driver_id, kind_id, (verified_at is null));
create unique index documents_vehicle_key on public.documents (vehicle_id, kind_id, (verified_at is null));
create index documents_kind_id_idx on public.documents (kind_id);
create index documents_verified_by_idx on public.documents (verified_by);
create index documents_expires_on_idx on public.documents (expires_on, id);

-- A document that staff write is verified and replaces the one in force; a driver's waits for staff. Optimistic locking: an
-- update that sends a stale `version` fails with 409.
create function private.guard_document() returns trigger
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
revoke execute on function private.guard_document() from public;
create trigger guard_document before insert or update on public.documents
  for each row execute function private.guard_document();

-- A document names only a file that is in the bucket already, whoever writes it, because the administrator who verifies
-- the document opens exactly that file. Runs after the policies have refused strangers, so that they learn nothing
-- about names.
create function private.check_document_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or new.file is distinct from old.file)
    and not exists (select from storage.objects o where o.bucket_id = 'documentos' and o.name = new.file) then
    perform private.refuse(400, 'document_file',
      'The document names a file that does not exist. Upload the file first.');
  end if;
  return null;
end $$;
revoke execute on function private.check_document_file() from public;
create trigger check_document_file after insert or update of file on public.documents
  for each row when (new.file is not null) execute function private.check_document_file();

-- Returns the vehicles whose documents and files the caller's driver may read: those that an administrator has assigned
-- to the active driver. Taking a vehicle opens none of its documents. Security definer, because policies call it.
create function private.own_vehicles() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select v.vehicle_id from public.vehicle_drivers v where v.driver_id = private.own_active_driver()
$$;
revoke execute on function private.own_vehicles() from public, anon;
grant execute on function private.own_vehicles() to authenticated, service_role;

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy document_kinds_service on public.document_kinds for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy document_kinds_session on public.document_kinds as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Staff and drivers read the kinds.
create policy document_kinds_select on public.document_kinds for select to authenticated
  using ((select private.is_staff()) or (select private.own_driver_id()) is not null);
-- Only staff add kinds.
create policy document_kinds_insert on public.document_kinds for insert to authenticated
  with check ((select private.is_staff()));
-- Only staff change kinds.
create policy document_kinds_update on public.document_kinds for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Only administrators delete kinds.
create policy document_kinds_delete on public.document_kinds for delete to authenticated
  using ((select private.is_admin()));

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy documents_service on public.documents for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy documents_session on public.documents as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Staff read every document; drivers read their own and those of the vehicles assigned to them.
create policy documents_select on public.documents for select to authenticated using ((select private.is_staff())
  or driver_id = (select private.own_driver_id()) or vehicle_id in (select private.own_vehicles()));
-- Staff add any document; a driver adds their own, which waits for staff.
create policy documents_insert on public.documents for insert to authenticated
  with check ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- Only staff change documents.
create policy documents_update on public.documents for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Administrators delete any document. Staff reject one that waits by deleting it; a driver withdraws their own until then.
create policy documents_delete on public.documents for delete to authenticated using ((select private.is_admin())
  or (verified_at is null and ((select private.is_staff()) or driver_id = (select private.own_driver_id()))));

revoke all on public.document_kinds, public.documents from anon, authenticated;
grant select, delete on public.document_kinds, public.documents to authenticated;
grant insert (owner, name, critical, sort), update (name, critical, sort) on public.document_kinds to authenticated;
grant insert (id, kind_id, driver_id, vehicle_id, number, issued_on, expires_on, file, critical)
  on public.documents to authenticated;
grant update (number, issued_on, expires_on, file, critical, version) on public.documents to authenticated;
grant all on public.document_kinds, public.documents to service_role;

-- Sends the renewal of a document of the caller's driver, in place of one that waits already. A call that fails leaves that
-- one. The caller chooses the id: a repeated call sends it once, also when staff have verified it meanwhile. Security
-- invoker: the policies decide, so a driver's renewal waits for staff.
create function public.send_renewal(id uuid, kind_id uuid, expires_on date, number text default null,
  file text default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  driver constant uuid := private.own_driver_id();
begin
  if driver is null then
    perform private.refuse(403, 'forbidden', 'Only drivers send renewals');
  end if;
  -- A simultaneous call of the same driver waits, so that it finds the document of this one.
  perform pg_advisory_xact_lock(hashtextextended('renewal of ' || driver, 0));
  if exists (select from public.documents d where d.id = send_renewal.id and d.driver_id = driver) then
    return;
  end if;
  delete from public.documents d
    where d.driver_id = driver and d.kind_id = send_renewal.kind_id and d.verified_at is null;
  insert into public.documents (id, kind_id, driver_id, number, expires_on, file)
    values (send_renewal.id, send_renewal.kind_id, driver, send_renewal.number, send_renewal.expires_on,
      send_renewal.file);
end $$;
revoke execute on function public.send_renewal(uuid, uuid, date, text, text) from public, anon, service_role;
grant execute on function public.send_renewal(uuid, uuid, date, text, text) to authenticated;

-- Documents with the names of their kind and owner, and today's state. Security invoker: each caller sees what the
-- policies of `documents` allow. The driver's code names the owner in a file.
create view public.papers with (security_invoker = true) as
  select d.id, d.kind_id, k.name as kind, k.owner, d.driver_id, d.vehicle_id,
    coalesce(p.name, v.license_plate) as owner_name, coalesce(v.license_plate, p.license_plate) as license_plate,
    d.number, d.issued_on, d.expires_on,
    d.expires_on - (select private.chile_today()) as days_left,
    private.paper_state(d.expires_on - (select private.chile_today())) as state, d.file, d.critical,
    d.verified_at, d.override_until, d.override_reason, d.version, p.driver_code
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id;
revoke all on public.papers from anon, authenticated;
grant select on public.papers to authenticated, service_role;
-- The view is read-only. Without this trigger a write would fail with an internal error instead of a missing privilege.
create function private.refuse_paper_write() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The view papers is read-only: write to documents' using errcode = '42501';
end $$;
create trigger read_only instead of insert or update or delete on public.papers
  for each row execute function private.refuse_paper_write();

-- Counts the documents that the caller may read by state, and those that wait to be verified.
create function public.paper_counts()
returns table (expired bigint, within_7 bigint, within_14 bigint, within_30 bigint, waiting bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where s.verified and s.days < 0),
    count(*) filter (where s.verified and s.days between 0 and 7),
    count(*) filter (where s.verified and s.days between 8 and 14),
    count(*) filter (where s.verified and s.days between 15 and 30), count(*) filter (where not s.verified)
  from (select d.expires_on - (select private.chile_today()) as days, d.verified_at is not null as verified
    from public.documents d) as s
$$;
-- Counts the documents that expire on each day from `first` to `last`; 62 days at most.
create function public.papers_by_day(first date, last date) returns table (day date, papers bigint)
language sql stable set search_path = '' as $$
  select d.expires_on, count(*) from public.documents d
  where d.expires_on between papers_by_day.first and least(papers_by_day.last, papers_by_day.first + 62)
  group by d.expires_on order by d.expires_on
$$;
revoke execute on function public.paper_counts(), public.papers_by_day(date, date) from public, anon;
grant execute on function public.paper_counts(), public.papers_by_day(date, date) to authenticated, service_role;

-- Returns the documents that keep a driver, or the vehicle of their open shift, out of service; none unless the company
-- has switched that on.
create function private.stopping_papers(driver uuid) returns setof public.documents
language sql stable security definer set search_path = '' as $$
  select d.* from public.documents d
  where private.setting('papers_stop_service') = 'true' and d.critical and d.verified_at is not null
    and d.expires_on < private.chile_today() and coalesce(d.override_until < private.chile_today(), true)
    and (d.driver_id = driver or d.vehicle_id in (
      select s.vehicle_id from public.shifts s where s.driver_id = driver and s.ended_at is null))
$$;
revoke execute on function private.stopping_papers(uuid) from public, anon, authenticated, service_role;

-- Returns the documents that keep the caller's own driver out of service.
create function public.own_stopping_papers() returns table (kind text, owner_name text, expires_on date)
language sql stable security definer set search_path = '' as $$
  select k.name, coalesce(p.name, v.license_plate), d.expires_on
  from private.stopping_papers(private.own_driver_id()) d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id
  order by d.expires_on
$$;
revoke execute on function public.own_stopping_papers() from public, anon;
grant execute on function public.own_stopping_papers() to authenticated, service_role;

-- Returns whether an expired critical document keeps a driver out of service; staff and the service only.
create function public.papers_policy() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff read the rules for documents');
  end if;
  return private.setting('papers_stop_service') = 'true';
end $$;
-- Switches that rule on or off and logs it; administrators and the service only: at once it stops service or permits it.
create function public.set_papers_policy(stop_service boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators change the rules for documents');
  end if;
  perform private.configure(jsonb_build_object('papers_stop_service', stop_service::text));
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'paper_policy:company',
    'operation', 'changed', 'papers_stop_service', stop_service));
end $$;

-- Lets a driver or vehicle serve until a day although a document has expired; without a day the override ends.
-- Staff and the service only, because staff also enter the day a document expires; the audit log keeps the reason.
create function public.override_paper(document uuid, until date default null, reason text default null) returns void
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
revoke execute on function public.papers_policy(), public.set_papers_policy(boolean),
  public.override_paper(uuid, date, text) from public, anon;
grant execute on function public.papers_policy(), public.set_papers_policy(boolean),
  public.override_paper(uuid, date, text) to authenticated, service_role;

-- The audit log records the staff's changes to documents; an override has its own entry, with the reason.
create trigger audit_row after insert or delete on public.documents for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('paper', 'id');
create trigger audit_change after update on public.documents for each row
  when (pg_trigger_depth() = 0 and (old.override_until, old.override_reason)
    is not distinct from (new.override_until, new.override_reason))
  execute function private.audit_row('paper', 'id');
create trigger audit_row after insert or update or delete on public.document_kinds for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('paper_kind', 'id');

-- The private bucket of their files: staff read all, drivers their own and those of the vehicles assigned to
-- them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documentos', 'documentos', false, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do nothing;

-- Returns whether the caller's driver may upload a file of this name: into their own folder, twenty at most. The lock
-- serialises a driver's uploads.
create function private.may_add_paper(name text) returns boolean
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
revoke execute on function private.may_add_paper(text) from public, anon;
grant execute on function private.may_add_paper(text) to authenticated, service_role;

-- Staff upload into every folder; a driver uploads what may_add_paper allows.
create policy documentos_insert on storage.objects for insert to authenticated with check (bucket_id = 'documentos'
  and case when (select private.is_staff())
    then name ~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' else private.may_add_paper(name) end);
-- Staff read every file; drivers read their own and those of the vehicles assigned to them.
create policy documentos_select on storage.objects for select to authenticated using (bucket_id = 'documentos'
  and ((select private.is_staff()) or (select private.session_alive())
    and (starts_with(name, (select 'drivers/' || private.own_driver_id() || '/'))
      or split_part(name, '/', 1) = 'vehicles' and split_part(name, '/', 2) in (
        select own::text from private.own_vehicles() as own))));
-- Only administrators delete files, and none that a document names: deleting the document first leaves an entry in the
-- audit log.
create policy documentos_delete on storage.objects for delete to authenticated using (bucket_id = 'documentos'
  and (select private.is_admin()) and not exists (select from public.documents d where d.file = name));

-- Deletes files that no document names, a day after their upload. Our server calls it daily.
create function private.delete_orphaned_papers(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'documentos' and o.created_at < as_of - interval '1 day'
      and not exists (select from public.documents d where d.file = o.name)
    returning 1
  )
  select count(*) from deleted
$$;
create index documents_file_idx on public.documents (file);
revoke execute on function private.delete_orphaned_papers(timestamptz) from public, anon, authenticated;

-- Reminders already mailed, so that each goes out once: to a person about a document at a threshold of days.
create table private.paper_reminders (
  document_id uuid not null references public.documents on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  threshold integer not null,
  expires_on date not null,
  sent_at timestamptz not null default now(),
  primary key (document_id, account_id, threshold, expires_on)
);
create index paper_reminders_account_id_idx on private.paper_reminders (account_id);
-- Weekly digests already mailed, by administrator and the Monday of the week.
create table private.paper_digests (
  account_id uuid not null references auth.users on delete cascade,
  week date not null,
  sent_at timestamptz not null default now(),
  primary key (account_id, week)
);
alter table private.paper_reminders enable row level security;
alter table private.paper_digests enable row level security;
revoke all on private.paper_reminders, private.paper_digests from public, anon, authenticated, service_role;

-- Returns the reminders that a driver has not had yet: the latest threshold that a document has passed, until a month
-- after its expiry. A document whose renewal waits to be verified has none. Reminders about a vehicle go to active
-- drivers; a driver who has left gets none.
create function private.due_paper_reminders() returns table (account_id uuid, email text, language text,
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
-- Returns the administrators who have not had this week's digest.
create function private.due_paper_digests() returns table (account_id uuid, email text, language text, week date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', monday.week
  from auth.users u, (select date_trunc('week', private.chile_today())::date) as monday (week)
  where private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.paper_digests g where g.account_id = u.id and g.week = monday.week)
  order by u.id
$$;
revoke execute on function private.due_paper_reminders(), private.due_paper_digests()
  from public, anon, authenticated, service_role;

-- Returns the documents of a person's drivers, for personal_data.
create function private.papers_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.name, 'number', d.number, 'issued_on', d.issued_on,
    'expires_on', d.expires_on, 'file', d.file, 'verified_at', d.verified_at, 'override_until', d.override_until,
    'override_reason', d.override_reason) order by d.created_at, d.id), '[]')
  from public.documents d join public.document_kinds k on k.id = d.kind_id
  where d.driver_id in (
    select own.id from public.drivers own where own.created_by = person
    union all select link.driver_id from public.user_drivers link where link.user_id = person)
$$;
revoke execute on function private.papers_of(uuid) from public, anon, authenticated;

-- Devices. Each one writes its own row through `device_beat`, with a random key that it generated: another session of
-- the same driver that knows its id cannot write it. A heartbeat changes no indexed column, and a page has room for the
-- next version of a row, so a heartbeat touches no index (a HOT update).
create table public.devices (
  id uuid primary key,
  -- SHA-256 of the key.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  name text not null default '' check (char_length(name) <= 60),
  driver_id uuid references public.drivers on delete set null,
  -- The vehicle of the driver's open shift.
  vehicle_id uuid references public.vehicles on delete set null,
  app_version text check (char_length(app_version) <= 40),
  content_release integer,
  last_seen timestamptz not null default now(),
  -- When the browser last painted a frame: a page on a dark screen still sends heartbeats.
  last_painted_at timestamptz,
  -- In per cent.
  battery smallint check (battery between 0 and 100),
  charging boolean,
  network text check (char_length(network) <= 20),
  -- In bytes.
  storage_used bigint,
  storage_persisted boolean,
  wake_lock text check (wake_lock in ('held', 'refused', 'released', 'unsupported')),
  -- The device's clock minus ours.
  clock_offset_ms bigint,
  unsent_ratings integer,
  screen text check (char_length(screen) <= 40),
  last_error text check (char_length(last_error) <= 500),
  -- The diagnostic report that somebody at the device sent to the company.
  report text check (char_length(report) <= 8000),
  reported_at timestamptz,
  wanted_action text check (wanted_action in ('reload', 'show_name', 'sign_out', 'lock')),
  -- Identifies the command, so that the device executes it once.
  wanted_id uuid,
  wanted_at timestamptz,
  done_action text,
  done_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 60);
create index devices_driver_id_idx on public.devices (driver_id);
create index devices_vehicle_id_idx on public.devices (vehicle_id);

-- Announces over realtime that a device has a command to fetch, or has executed one. It holds nothing else, so devices
-- may read it; heartbeats, which are many, are not announced.
create table public.device_signals (
  device_id uuid primary key references public.devices on delete cascade,
  driver_id uuid references public.drivers on delete cascade,
  changed_at timestamptz not null default now()
);
create index device_signals_driver_id_idx on public.device_signals (driver_id);
alter publication supabase_realtime add table public.device_signals;

alter table public.devices enable row level security;
alter table public.device_signals enable row level security;

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy devices_service on public.devices for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy devices_session on public.devices as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only staff read devices.
create policy devices_select on public.devices for select to authenticated using ((select private.is_staff()));
-- Only staff change devices, and the grants let them change only the name.
create policy devices_update on public.devices for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Only administrators delete devices.
create policy devices_delete on public.devices for delete to authenticated using ((select private.is_admin()));

-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy device_signals_service on public.device_signals for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy device_signals_session on public.device_signals as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Staff read every signal; a driver reads those of their own devices.
create policy device_signals_select on public.device_signals for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));

-- Functions write heartbeats and commands; staff write only the name. No role of a person reads the hash of a key.
revoke all on public.devices, public.device_signals from anon, authenticated;
grant select (id, name, driver_id, vehicle_id, app_version, content_release, last_seen, last_painted_at, battery,
  charging, network, storage_used, storage_persisted, wake_lock, clock_offset_ms, unsent_ratings, screen, last_error, report, reported_at,
  wanted_action, wanted_id, wanted_at, done_action, done_at, created_at) on public.devices to authenticated;
grant update (name), delete on public.devices to authenticated;
grant select on public.device_signals to authenticated;
grant all on public.devices, public.device_signals to service_role;

-- The audit log records renamed and deleted devices; a heartbeat fires neither trigger.
create trigger audit_row after update of name on public.devices for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('device', 'id');
create trigger audit_row_deletion after delete on public.devices for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('device', 'id');

-- Announces that a device has a command to fetch, or has executed one.
create function private.signal_device(device uuid, driver uuid) returns void language sql set search_path = '' as $$
  insert into public.device_signals (device_id, driver_id) values (device, driver)
  on conflict (device_id) do update set driver_id = excluded.driver_id, changed_at = now()
$$;

-- Returns a field of a heartbeat, or null if it is absent: a text of at most `highest` characters, a whole number from
-- `lowest` to `highest`, or a boolean. Anything else fails with `validation_failed`.
create function private.beat_field(beat jsonb, field text, kind text, lowest bigint default 0, highest bigint default 0)
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

-- Returns the SHA-256 of a device's key, which has 32 to 100 random characters; anything else fails with
-- `validation_failed`.
create function private.device_key_hash(device text, key text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if (device ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and char_length(key) between 32 and 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A device needs an id, which is a UUID, and a key of 32 characters');
  end if;
  return sha256(convert_to(key, 'UTF8'));
end $$;
revoke execute on function private.signal_device(uuid, uuid), private.beat_field(jsonb, text, text, bigint, bigint),
  private.device_key_hash(text, text) from public, anon, authenticated;

-- Stores a heartbeat of a device of the caller's driver, in one upsert. `now`, by the device's clock, and `painted_ago`
-- are in milliseconds; `done` names the command that the device has executed. Returns `{name, wanted_action,
-- wanted_id}`. A driver has at most 20 devices: a new one replaces the ones unseen the longest.
create function public.device_beat(beat jsonb) returns jsonb
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

-- Sends a command to a device, or cancels it if the action is empty; staff only.
create function public.ask_device(device uuid, action text) returns void
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

-- Folds case and accents, so that “nunez” finds “Núñez”. It sets no search path, so that PostgreSQL inlines the
-- expression, which searches 2,000 devices several times as fast.
create function private.fold(words text) returns text language sql immutable as $$
  select pg_catalog.translate(pg_catalog.lower(words), 'áàâãäåçéèêëíìîïñóòôõöúùûü', 'aaaaaaceeeeiiiinooooouuuu')
$$;

-- Returns the newest release that devices have had a quarter of an hour to take; null before the first.
create function private.release_to_take() returns integer language sql stable set search_path = '' as $$
  select max(r.id) from public.content_releases r where r.published_at < now() - interval '15 minutes'
$$;
revoke execute on function private.release_to_take() from public, anon, authenticated, service_role;

-- Returns a page of the devices to staff, those that need attention first: `{rows, total, counts}`. A row has
-- the device's `states`; `counts` has the number of devices in each. `state` keeps only the devices in that state, or
-- in none (`fine`). `version` is the one that the server serves now.
create function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
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

-- Links that set a device up: a device that opens one within ten minutes signs in as the driver. A link sets up one
-- device, and only the hash of its token is stored.
create table private.device_links (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  driver_id uuid not null references public.drivers on delete cascade,
  -- The name that the device gets.
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- The device that used it.
  device_id uuid
);
create index device_links_driver_id_idx on private.device_links (driver_id);
create index device_links_created_at_idx on private.device_links (created_at);
alter table private.device_links enable row level security;
revoke all on private.device_links from public, anon, authenticated, service_role;

-- Returns the account that a driver's device signs in with: the oldest one with an email address, never one of staff,
-- because a link must not open the administration panel.
create function private.account_of_tablet(driver uuid) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from public.user_drivers link join auth.users u on u.id = link.user_id
  where link.driver_id = driver and u.email <> '' and u.deleted_at is null
    and coalesce(u.raw_app_meta_data ->> 'role', '') not in ('admin', 'office') and coalesce(u.banned_until <= now(), true)
  order by u.created_at limit 1
$$;

-- Issues a link for a device of a driver and returns its token, of 244 random bits, and its expiry; staff only. At most 30
-- links in ten minutes.
create function public.create_device_link(driver uuid, name text) returns table (token text, expires_at timestamptz)
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

-- Redeems a link and gives the device its name and driver; returns the account to sign in with as `{email}`. Another
-- device gets an error, also at the same moment. The same device may repeat the call within the ten minutes until its
-- first heartbeat, because a lost response leaves it without a session. Only the service role may call it.
create function public.redeem_device_link(token text, device text, key text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant bytea := private.device_key_hash(device, key);
  link private.device_links;
  account auth.users;
begin
  select l.* into link from private.device_links l
    where l.token_hash = sha256(convert_to(token, 'UTF8')) for update;
  if link.used_at is not null and not exists (select from public.devices d where d.id = link.device_id
    and d.id = device::uuid and d.key_hash = hash and d.last_seen <= link.used_at) then
    perform private.refuse(409, 'device_link_used', 'This link has already set up a device');
  end if;
  if (link.created_at > now() - interval '10 minutes') is not true then
    perform private.refuse(404, 'device_link_expired', 'This link is older than ten minutes, or never was one');
  end if;
  account := private.account_of_tablet(link.driver_id);
  if account.id is null then
    perform private.refuse(409, 'driver_without_account', 'The driver has no account that a device could sign in with');
  end if;
  update private.device_links l set used_at = now(), device_id = device::uuid where l.token_hash = link.token_hash;
  -- A command from before the set-up was meant for the driver or the place that the device had then.
  insert into public.devices as d (id, key_hash, name, driver_id) values (device::uuid, hash, link.name, link.driver_id)
  on conflict (id) do update set key_hash = excluded.key_hash, name = excluded.name, driver_id = excluded.driver_id,
    last_seen = now(), wanted_action = null, wanted_id = null, wanted_at = null;
  perform private.signal_device(device::uuid, link.driver_id);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'device:' || device,
    'operation', 'created', 'user_id', account.id, 'user_email', account.email));
  return jsonb_build_object('email', account.email);
end $$;

revoke execute on function private.fold(text), private.account_of_tablet(uuid) from public, anon, authenticated;
revoke execute on function public.device_beat(jsonb), public.ask_device(uuid, text),
  public.list_devices(integer, integer, text, text, text), public.create_device_link(uuid, text)
  from public, anon, service_role;
grant execute on function public.device_beat(jsonb), public.ask_device(uuid, text),
  public.list_devices(integer, integer, text, text, text), public.create_device_link(uuid, text) to authenticated;
revoke execute on function public.redeem_device_link(text, text, text) from public, anon, authenticated;
grant execute on function public.redeem_device_link(text, text, text) to service_role;

-- Returns the devices of a person's drivers, for personal_data.
create or replace function private.tablets_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'first_seen', t.created_at, 'last_seen', t.last_seen,
    'app_version', t.app_version, 'network', t.network, 'last_error', t.last_error, 'report', t.report)
    order by t.created_at), '[]')
  from public.devices t
  where t.driver_id in (
    select d.id from public.drivers d where d.created_by = person
    union all select link.driver_id from public.user_drivers link where link.user_id = person)
$$;

-- Drivers who leave the company, and return.

-- Returns how long an account is blocked when its driver leaves: as long as the panel blocks one. driver_returned
-- recognises the block by it, so a block that an administrator set for another reason stays.
create function private.leaving_block() returns interval language sql immutable set search_path = '' as $$
  select interval '876000 hours'
$$;
revoke execute on function private.leaving_block() from public, anon, authenticated, service_role;

-- Blocks that accounts had for a time when their driver left. The block of leaving lasts longer and takes their place; they
-- are here so that the return, which the office may call, lifts no block that an administrator set.
create table private.earlier_blocks (
  user_id uuid primary key references auth.users on delete cascade,
  blocked_until timestamptz not null
);
alter table private.earlier_blocks enable row level security;
revoke all on private.earlier_blocks from public, anon, authenticated, service_role;

-- Records that a driver has left the company; staff only, because the office sees it first and driver_returned undoes
-- it. At once the shift ends, the driver's accounts are blocked, never those of staff, and their devices signed out;
-- record, reviews, shifts and documents stay. Repeating the call changes nothing. An account that an administrator has
-- blocked for good keeps that block. One that ends sooner gives way, because the driver could sign in again after it.
create function public.driver_left(driver uuid) returns void
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

-- Lifts the block of leaving from the accounts of a driver who has left. An account that was blocked before has that block
-- again, while it lasts.
create function private.lift_leaving_block(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update auth.users u set updated_at = now(), banned_until = (
      select b.blocked_until from private.earlier_blocks b where b.user_id = u.id and b.blocked_until > now())
    from public.drivers d
    where d.id = lift_leaving_block.driver and u.banned_until = d.left_at + private.leaving_block()
      and u.id in (select private.accounts_of_driver(lift_leaving_block.driver));
  delete from private.earlier_blocks b where b.user_id in (select private.accounts_of_driver(lift_leaving_block.driver));
end $$;
revoke execute on function private.lift_leaving_block(uuid) from public, anon, authenticated, service_role;

-- Takes a driver back as active and unblocks the accounts that leaving blocked; staff only. Repeating the call changes
-- nothing.
create function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  departure timestamptz;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff take a driver back');
  end if;
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
revoke execute on function public.driver_left(uuid), public.driver_returned(uuid) from public, anon, service_role;
grant execute on function public.driver_left(uuid), public.driver_returned(uuid) to authenticated;

-- Deletes drivers who left the company longer ago than the setting `former_driver_retention_days`, and the accounts that
-- leaving blocked; returns the number of drivers. An account stays under a block of its own that has not ended, under which
-- nobody registers anew. Reviews stay without a driver. Our server calls it daily, and deletes the files that no record
-- names any more afterwards.
create function private.delete_former_drivers(as_of timestamptz) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('former_driver_retention_days'), '365');
  former uuid[];
  accounts uuid[];
begin
  former := array(select d.id from public.drivers d where d.left_at < as_of - make_interval(days => days));
  accounts := array(
    select u.id from public.drivers d cross join private.accounts_of_driver(d.id) as account
      join auth.users u on u.id = account
    where d.id = any (former) and u.banned_until = d.left_at + private.leaving_block()
      and not exists (select from private.earlier_blocks b where b.user_id = u.id and b.blocked_until > as_of));
  perform private.lift_leaving_block(id) from unnest(former) as id;
  delete from public.drivers d where d.id = any (former);
  delete from auth.users u where u.id = any (accounts);
  return cardinality(former);
end $$;
revoke execute on function private.delete_former_drivers(timestamptz) from public, anon, authenticated, service_role;

-- Invitations: the office creates a driver's record and sends the driver a link of one use. The account that accepts it
-- becomes the driver's.

-- Invitations by driver. `token_hash` proves a link; the token itself is stored nowhere.
create table public.driver_invitations (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.drivers on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea not null constraint driver_invitations_token_hash_key unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references auth.users on delete set null,
  -- Set by withdrawing, by a newer invitation, and when the driver leaves.
  withdrawn_at timestamptz
);
create unique index driver_invitations_open_key on public.driver_invitations (driver_id)
  where used_at is null and withdrawn_at is null;
create index driver_invitations_driver_id_idx on public.driver_invitations (driver_id);
create index driver_invitations_used_by_idx on public.driver_invitations (used_by);
create index driver_invitations_created_at_idx on public.driver_invitations (created_at);

alter table public.driver_invitations enable row level security;
-- The service role reads and writes every row: our functions, which check their callers, and the operator hold its key.
create policy driver_invitations_service on public.driver_invitations for all to service_role
  using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy driver_invitations_session on public.driver_invitations as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only the office reads invitations; only the functions below write them.
create policy driver_invitations_select on public.driver_invitations for select to authenticated
  using ((select private.is_staff()));
revoke all on public.driver_invitations from anon, authenticated;
-- No role of a person reads the hash of a token.
grant select (id, driver_id, created_at, expires_at, used_at, withdrawn_at) on public.driver_invitations
  to authenticated;
grant all on public.driver_invitations to service_role;

-- Makes an invitation, which ends the driver's earlier one, and returns `{token, expires_at}`. The token has 244 random
-- bits. The driver is locked, so that two calls at the same moment leave one invitation.
create function private.new_invitation(driver uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  lasts constant interval := '7 days';
  stored_for constant interval := '37 days';
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
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
  insert into public.driver_invitations (driver_id, token_hash, expires_at)
    values (driver, sha256(convert_to(token, 'UTF8')), now() + lasts);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || driver,
    'operation', 'changed', 'changed', 'invitation'));
  return jsonb_build_object('token', token, 'expires_at', now() + lasts);
end $$;

-- Creates the records of drivers, all or none, with an invitation each; the office only. A plate is that of a vehicle,
-- which is assigned to the driver. In a company without vehicles it is the driver's own. Returns `{driver_id, name,
-- contact, token, expires_at}` of each. An error names the codes that are taken, or the plates of no vehicle, one a
-- line. The unique index on driver codes decides between two callers at the same moment.
create function public.invite_drivers(drivers jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 500;
  most_bytes constant integer := 200000;
  given record;
  wrong text;
  plate text;
  vehicle uuid;
  driver public.drivers;
  invitations jsonb := '[]';
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office invites drivers');
  end if;
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
    invitations := invitations || (private.new_invitation(driver.id)
      || jsonb_build_object('driver_id', driver.id, 'name', driver.name, 'contact', driver.contact));
  end loop;
  return invitations;
end $$;

-- Makes a new invitation for a driver without an account, which ends the one before; the office only. Returns
-- `{token, expires_at}`.
create function public.renew_invitation(driver uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office invites drivers');
  end if;
  return private.new_invitation(driver);
end $$;

-- Ends a driver's open invitation; the office only. Repeating the call changes nothing.
create function public.withdraw_invitation(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office withdraws invitations');
  end if;
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = driver and i.used_at is null and i.withdrawn_at is null;
  if found then
    perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || driver,
      'operation', 'changed', 'changed', 'invitation_withdrawn'));
  end if;
end $$;

-- A driver who leaves cannot use an invitation any more.
create function private.withdraw_invitation_of_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = new.id and i.used_at is null and i.withdrawn_at is null;
  return null;
end $$;
create trigger withdraw_invitation_of_left after update of left_at on public.drivers for each row
  when (old.left_at is null and new.left_at is not null) execute function private.withdraw_invitation_of_left();

-- Returns the next free driver code: of the commonest prefix, the highest number plus one, padded as that one is. The
-- office only.
create function public.next_driver_code() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office suggests driver codes');
  end if;
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

-- Returns the invitation of a token if it is open. Every other token fails: a used and a withdrawn one say so, an expired
-- one and one that never existed look the same.
create function private.open_invitation(token text) returns public.driver_invitations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_invitation public.driver_invitations;
  driver public.drivers;
begin
  -- Locked, so that of two acceptances at the same moment the second sees the first.
  select * into found_invitation from public.driver_invitations i
    where i.token_hash = sha256(convert_to(left(token, 100), 'UTF8')) for update;
  select * into driver from public.drivers d where d.id = found_invitation.driver_id;
  if found_invitation.used_at is not null or driver.has_account and found_invitation.withdrawn_at is null then
    perform private.refuse(409, 'invitation_used', 'Somebody has accepted this invitation already');
  end if;
  if found_invitation.withdrawn_at is not null then
    perform private.refuse(410, 'invitation_withdrawn', 'The company has withdrawn this invitation');
  end if;
  if found_invitation.id is null or found_invitation.expires_at <= now() then
    perform private.refuse(404, 'invitation_expired', 'This invitation is older than seven days, or never was one');
  end if;
  return found_invitation;
end $$;

-- Returns what a holder of an invitation sees: the driver's name, code and plates, and when the invitation expires.
create function public.invitation(token text)
returns table (name text, driver_code text, license_plates text[], expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened constant public.driver_invitations := private.open_invitation(invitation.token);
begin
  return query select d.name, d.driver_code,
    coalesce(nullif(array(
      select v.license_plate from public.vehicle_drivers a join public.vehicles v on v.id = a.vehicle_id
      where a.driver_id = d.id order by v.license_plate), '{}'), array_remove(array[d.license_plate], null)),
    opened.expires_at
  from public.drivers d where d.id = opened.driver_id;
end $$;

-- Makes the caller's account that of the invited driver, with the caller's photo and consent, and uses the invitation
-- up: all or nothing. The driver stays approved, because an administrator has approved the record and the invitation
-- proves who links the account. Under manual approval the photo waits. Accounts with a role or a driver cannot accept.
-- Repeating an accepted call changes nothing.
create function public.accept_invitation(token text, policy_version integer, photo_url text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  photo constant text := private.photo_path(accept_invitation.photo_url);
  is_manual constant boolean := private.setting('driver_approval') = 'manual';
  opened public.driver_invitations;
  approved_before timestamptz;
  approver uuid;
begin
  if auth.uid() is null or private.is_anonymous() or not private.session_alive() then
    perform private.refuse(403, 'forbidden', 'Sign in with an account of your own first');
  end if;
  if exists (select from public.driver_invitations i
    where i.token_hash = sha256(convert_to(left(token, 100), 'UTF8')) and i.used_by = auth.uid()) then
    return;
  end if;
  opened := private.open_invitation(token);
  if exists (select from public.user_drivers link where link.user_id = auth.uid())
    or exists (select from public.drivers d where d.created_by = auth.uid())
    or exists (select from auth.users u where u.id = auth.uid() and u.raw_app_meta_data ? 'role') then
    perform private.refuse(409, 'account_in_use', 'This account belongs to a driver or to the office already');
  end if;
  if accept_invitation.policy_version is distinct from (
    select (r.content #>> '{policy,version}')::integer from public.content_releases r order by r.id desc limit 1) then
    perform private.refuse(409, 'policy_changed', 'Another version of the privacy policy is published now');
  end if;
  if not exists (select from storage.objects o
    where o.bucket_id = 'imagenes' and o.name = private.photo_name(photo) and private.own_photo(o.name)) then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  update public.driver_invitations i set used_at = now(), used_by = auth.uid() where i.id = opened.id;
  insert into public.consents (user_id, policy_version) values (auth.uid(), accept_invitation.policy_version)
    on conflict do nothing;
  select d.approved_at, d.approved_by into approved_before, approver from public.drivers d where d.id = opened.driver_id;
  insert into public.user_drivers (user_id, driver_id) values (auth.uid(), opened.driver_id);
  update public.drivers d set photo_url = case when is_manual then d.photo_url else photo end,
    pending_photo_url = case when is_manual then photo end
    where d.id = opened.driver_id;
  -- Linking an account to a record withdraws the approval of the record. Here an administrator has invited the person.
  update public.drivers d set approved_at = approved_before, approved_by = approver where d.id = opened.driver_id;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || opened.driver_id,
    'operation', 'changed', 'changed', 'invitation_accepted'));
end $$;

revoke execute on function private.new_invitation(uuid), private.open_invitation(text),
  private.withdraw_invitation_of_left() from public, anon, authenticated, service_role;
revoke execute on function public.invite_drivers(jsonb), public.renew_invitation(uuid),
  public.withdraw_invitation(uuid), public.next_driver_code(), public.accept_invitation(text, integer, text)
  from public, anon, service_role;
grant execute on function public.invite_drivers(jsonb), public.renew_invitation(uuid),
  public.withdraw_invitation(uuid), public.next_driver_code(), public.accept_invitation(text, integer, text)
  to authenticated;
revoke execute on function public.invitation(text) from public, service_role;
grant execute on function public.invitation(text) to anon, authenticated;

-- The lists of shifts in the administration panel, and the correction of a forgotten end.

-- Returns a page of the shifts to administrators and the office, newest first: `{rows, total}`. `search` is a plate or a
-- part of one, or words of a driver's name and code. `since` and `until` keep the shifts that touch this time, both ends
-- included; equal, they are a moment. With `began` they keep those that began from `since` until before `until`, as the
-- report counts them. `state` is `open`, or empty for all. `before` and `before_id` continue below a shift, for an export
-- of any length, and leave `total` out. The planner must see the filters: each has its own index.
create function public.find_shifts(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, state text default '', since timestamptz default null, until timestamptz default null,
  before timestamptz default null, before_id uuid default null, began boolean default false)
returns jsonb language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  plate constant text := nullif(private.plate_of(left(find_shifts.search, 100)), '');
  words constant text[] :=
    string_to_array(nullif(private.fold(btrim(left(find_shifts.search, 100))), ''), ' ');
  is_whole_plate constant boolean := exists (select from public.vehicles v where v.license_plate = plate)
    or exists (select from public.shifts s where s.license_plate = plate);
  first constant bigint := case when before is null then (find_shifts.page - 1) * per_page::bigint else 0 end;
  drivers uuid[];
  vehicles uuid[];
  shown uuid[];
  total bigint;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office see the shifts');
  end if;
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and find_shifts.state in ('', 'open') and (since is null or until is null or since <= until)
    and (before is null) = (before_id is null)) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  if words is null and find_shifts.driver is null and find_shifts.state = '' and since is null and find_shifts.until is null
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
        and (find_shifts.driver is null or s.driver_id = find_shifts.driver)
        and (find_shifts.state = '' or s.ended_at is null)
        and (began or since is null and find_shifts.until is null
          or tstzrange(s.started_at, s.ended_at, '[]') && tstzrange(since, find_shifts.until, '[]'))
        and (not began or s.started_at >= coalesce(since, '-infinity')
          and s.started_at < coalesce(find_shifts.until, 'infinity'))
        and (before is null or (s.started_at, s.id) < (before, before_id)))
    select case when before is null then (select count(*) from matching) end, array(
        select m.id from matching m order by m.started_at desc, m.id desc limit per_page offset first)
      into total, shown;
  end if;
  return jsonb_build_object('total', total, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'driver_id', s.driver_id, 'vehicle_id', s.vehicle_id,
      'driver_name', coalesce(d.name, s.driver_name), 'driver_code', coalesce(d.driver_code, s.driver_code),
      'driver_phone', coalesce(d.contact, s.driver_phone), 'license_plate', s.license_plate,
      'device_name', nullif(t.name, ''), 'started_at', s.started_at, 'ended_at', s.ended_at, 'took_over', s.took_over,
      'forgotten', s.ended_at is null and s.started_at < now() - private.forgotten_after())
      order by s.started_at desc, s.id desc), '[]')
    from public.shifts s left join public.drivers d on d.id = s.driver_id left join public.devices t on t.id = s.device_id
    where s.id = any (shown)));
end $$;

-- Returns a page of the active drivers who have begun no shift today and have none open, or who began none from the day
-- `since` to the day `until`, to administrators and the office: `{rows, total}`, by name, each with the last shift.
create function public.find_drivers_without_shift(page integer default 1, per_page integer default 25,
  search text default '', since date default null, until date default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(find_drivers_without_shift.search, 100))), ' ');
  is_today constant boolean := since is null and find_drivers_without_shift.until is null;
  first_day constant date := case when is_today then private.chile_today() else coalesce(since, '-infinity') end;
  last_day constant date := coalesce(find_drivers_without_shift.until, 'infinity');
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office see who has not begun');
  end if;
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and first_day <= last_day) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return (
    with matching as materialized (
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
      limit per_page offset (find_drivers_without_shift.page - 1) * per_page::bigint)
    select jsonb_build_object('total', (select count(*) from matching), 'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'driver_code', d.driver_code,
        'contact', d.contact, 'license_plate', last.license_plate, 'started_at', last.started_at,
        'ended_at', last.ended_at) order by d.name, d.id), '[]')
      from shown d left join lateral (
        select s.license_plate, s.started_at, s.ended_at from public.shifts s where s.driver_id = d.id
        order by s.started_at desc limit 1) as last on true)));
end $$;

-- The lists under their former names and arguments, for panels that were opened before an update.
create function public.list_shifts(page integer default 1, per_page integer default 25,
  search text default '', driver uuid default null, state text default '', since timestamptz default null,
  until timestamptz default null, before timestamptz default null, before_id uuid default null)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select public.find_shifts(list_shifts.page, list_shifts.per_page, list_shifts.search, list_shifts.driver,
    list_shifts.state, list_shifts.since, list_shifts.until, list_shifts.before, list_shifts.before_id)
$$;
create function public.list_drivers_without_shift(page integer default 1, per_page integer default 25,
  search text default '')
returns jsonb language sql stable security invoker set search_path = '' as $$
  select public.find_drivers_without_shift(list_drivers_without_shift.page, list_drivers_without_shift.per_page,
    list_drivers_without_shift.search)
$$;

-- Sets the end of a shift that the driver forgot to end; administrators and the office. The new end lies between the start
-- and the present end, or now: a later one could overlap another shift. The audit log keeps both.
create function public.correct_shift_end(shift uuid, ended_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.shifts;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office correct a shift');
  end if;
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
revoke execute on function
  public.list_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid),
  public.list_drivers_without_shift(integer, integer, text),
  public.find_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean),
  public.find_drivers_without_shift(integer, integer, text, date, date), public.correct_shift_end(uuid, timestamptz)
  from public, anon, service_role;
grant execute on function
  public.list_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid),
  public.list_drivers_without_shift(integer, integer, text),
  public.find_shifts(integer, integer, text, uuid, text, timestamptz, timestamptz, timestamptz, uuid, boolean),
  public.find_drivers_without_shift(integer, integer, text, date, date), public.correct_shift_end(uuid, timestamptz)
  to authenticated;

-- Shows which documents each vehicle and driver has and lacks, and takes many documents at once.

-- Drivers and vehicles that hold documents; drivers who have left hold none that matter. Security invoker, like the
-- functions that read it.
create view private.document_owners with (security_invoker = true) as
  select 'vehicle' as owner, v.id, v.license_plate as name, v.license_plate, null as driver_code from public.vehicles v
  union all
  select 'driver', p.id, p.name, p.license_plate, p.driver_code from public.drivers p where p.state <> 'left';
revoke all on private.document_owners from public, anon, authenticated;
grant select on private.document_owners to authenticated, service_role;
grant execute on function private.fold(text) to authenticated, service_role;
-- import_documents runs with its caller's rights and raises errors of its own.
grant execute on function private.refuse(integer, text, text, jsonb, text) to authenticated, service_role;
create index drivers_bare_code_idx on public.drivers (private.plate_of(driver_code));

-- Returns the owners that lack a document: a vehicle lacks each critical kind that it has none of, a driver lacks the
-- critical kinds while having none of them, because the licences A1 to A3 replace each other. With `kind`, the owners
-- that have no document of that kind.
create function private.lacking_owners(owner text, kind uuid) returns setof uuid
language sql stable set search_path = '' as $$
  with needed as materialized (
    select k.id from public.document_kinds k where k.owner = lacking_owners.owner
      and case when lacking_owners.kind is null then k.critical else k.id = lacking_owners.kind end),
  held as materialized (
    select coalesce(d.vehicle_id, d.driver_id) as owner_id, count(distinct d.kind_id) as kinds
    from public.documents d where d.kind_id in (select n.id from needed n) group by 1)
  select o.id from private.document_owners o left join held h on h.owner_id = o.id
  where o.owner = lacking_owners.owner and coalesce(h.kinds, 0) <
    (select case when lacking_owners.owner = 'driver' then least(count(*), 1) else count(*) end from needed)
$$;

-- Returns one page of the grid of documents: its owners, vehicles or drivers, in the order of plates or names, each
-- with its documents; how many owners there are; and the kind of owner, which is that of the company's vehicles unless
-- it has none. `state` keeps the owners that lack a document (`missing`), or have one in that state; `month`, a day in
-- it, those with one that expires in it. `subject` is one owner; `after` begins behind one. Security invoker: each
-- caller sees what the policies allow.
create function public.document_grid(owner text default '', search text default '', state text default '',
  kind uuid default null, month date default null, subject uuid default null, after uuid default null,
  page integer default 1, per_page integer default 25) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  chosen constant text := case when document_grid.owner in ('driver', 'vehicle') then document_grid.owner
    when exists (select from public.vehicles) then 'vehicle' else 'driver' end;
  words constant text[] := string_to_array(nullif(private.fold(btrim(search)), ''), ' ');
  plates constant text[] := array(select private.plate_of(t.word) from unnest(words) with ordinality as t (word, place)
    order by t.place);
  today constant date := private.chile_today();
  matching uuid[];
  result jsonb;
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
          else d.verified_at is not null and private.paper_state(d.expires_on - today) = document_grid.state end);
  end if;
  with found as materialized (
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
  select jsonb_build_object('owner', chosen, 'total', (select count(*) from found), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', s.id, 'owner', s.owner, 'name', s.name, 'license_plate', s.license_plate,
      'driver_code', s.driver_code, 'documents', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'kind_id', d.kind_id, 'expires_on', d.expires_on,
          'days_left', d.expires_on - today, 'state', private.paper_state(d.expires_on - today),
          'waiting', d.verified_at is null, 'has_file', d.file is not null) order by d.verified_at nulls last)
        from public.documents d where d.vehicle_id = s.id or d.driver_id = s.id), '[]')) order by s.name, s.id)
    from shown s), '[]')) into result;
  return result;
end $$;

-- Returns the vehicles and drivers that are meant by names: plates and drivers' codes without separators, in capitals;
-- each with its documents in force. Two drivers may share a code. Security invoker.
create function public.document_owners(names text[])
returns table (written text, owner text, id uuid, name text, license_plate text, driver_code text, documents jsonb)
language sql stable set search_path = '' as $$
  with found as (
    select v.license_plate as written, 'vehicle' as owner, v.id, v.license_plate as name, v.license_plate,
      null as driver_code from public.vehicles v where v.license_plate = any (names[1:20000])
    union all
    select private.plate_of(p.driver_code), 'driver', p.id, p.name, p.license_plate, p.driver_code
    from public.drivers p where private.plate_of(p.driver_code) = any (names[1:20000]) and p.state <> 'left')
  select f.*, coalesce((
    select jsonb_agg(jsonb_build_object('id', d.id, 'kind_id', d.kind_id, 'number', d.number,
      'expires_on', d.expires_on, 'issued_on', d.issued_on, 'file', d.file, 'version', d.version))
    from public.documents d where (d.vehicle_id = f.id or d.driver_id = f.id) and d.verified_at is not null), '[]')
  from found f order by f.written, f.name, f.id
$$;

-- Adds and renews documents, all or none, and returns how many. A row with `id` and `version` renews that document and
-- keeps the number and the day of issue that the row leaves out; the others are new. The office only; the policies and
-- triggers of `documents` judge each row. Security invoker.
create function public.import_documents(documents jsonb) returns integer
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

revoke execute on function private.lacking_owners(text, uuid),
  public.document_grid(text, text, text, uuid, date, uuid, uuid, integer, integer),
  public.document_owners(text[]), public.import_documents(jsonb) from public, anon;
grant execute on function private.lacking_owners(text, uuid),
  public.document_grid(text, text, text, uuid, date, uuid, uuid, integer, integer),
  public.document_owners(text[]), public.import_documents(jsonb) to authenticated, service_role;

-- The company's day: what the office has to see to now, and the first steps of a company that has just begun.

-- How mails and backups go, which our server notes. A hosted project has no rows here, and its panel no lines about them.
create table private.operations (
  name text primary key check (name in ('mail', 'backup')),
  succeeded_at timestamptz,
  -- The first failure since the last success; null while all is well.
  failing_since timestamptz,
  failures integer not null default 0,
  -- A code of the last failure, as EAUTH. Never its text, which may hold an address.
  reason text check (char_length(reason) <= 40),
  -- The next success is late from then on; null where none is due.
  late_after timestamptz
);
alter table private.operations enable row level security;
revoke all on private.operations from public, anon, authenticated, service_role;

-- Notes that a mail or a backup succeeded or failed, or that it is switched off. Our server calls it.
create function private.note_operation(operation text, outcome text, reason text, late_after timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if outcome = 'off' then
    delete from private.operations o where o.name = operation;
  elsif outcome = 'succeeded' then
    insert into private.operations as o (name, succeeded_at, late_after)
      values (operation, now(), note_operation.late_after)
    on conflict (name) do update set succeeded_at = excluded.succeeded_at, failing_since = null, failures = 0,
      reason = null, late_after = excluded.late_after;
  else
    insert into private.operations as o (name, failing_since, failures, reason)
      values (operation, now(), 1, left(note_operation.reason, 40))
    on conflict (name) do update set failing_since = coalesce(o.failing_since, excluded.failing_since),
      failures = o.failures + 1, reason = excluded.reason;
  end if;
end $$;
revoke execute on function private.note_operation(text, text, text, timestamptz)
  from public, anon, authenticated, service_role;

-- Decisions about the first steps that no other data holds: the WhatsApp number that somebody has tried, and that the
-- company has no vehicles of its own. They are the company's, not one browser's.
create table private.first_steps (
  step text primary key check (step in ('whatsapp', 'vehicles')),
  value text not null default '' check (char_length(value) <= 40),
  settled_at timestamptz not null default now()
);
alter table private.first_steps enable row level security;
revoke all on private.first_steps from public, anon, authenticated, service_role;

-- Settles a first step: `whatsapp` with the number that was tried, `vehicles` for a company without its own; the office
-- only. Repeating the call changes nothing but the time.
create function public.settle_first_step(step text, value text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office settles the first steps');
  end if;
  if (step in ('whatsapp', 'vehicles') and char_length(value) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'There is no such step, or its value is too long');
  end if;
  insert into private.first_steps as s (step, value) values (settle_first_step.step, settle_first_step.value)
  on conflict on constraint first_steps_pkey do update set value = excluded.value, settled_at = now();
end $$;

-- Returns the first steps, each with whether it is done. The name counts once it is not the one of a new installation,
-- or once the company has published; promises are asked about before the first publication, so that one settles them.
create function private.today_steps() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'company', jsonb_build_object(
      'name', newest.id > 1 or draft.content #>> '{company,name}' <> 'Andes Transfer',
      'number', draft.content #>> '{company,whatsappNumber}',
      'tried', exists (select from private.first_steps s
        where s.step = 'whatsapp' and s.value = draft.content #>> '{company,whatsappNumber}' and s.value <> '')),
    'prices', newest.id > 1,
    'vehicles', exists (select from public.vehicles)
      or exists (select from private.first_steps s where s.step = 'vehicles'),
    'drivers', exists (select from public.drivers),
    'devices', exists (select from public.devices),
    'claims', newest.id > 1,
    'policy', (newest.content #>> '{policy,version}')::integer > 1)
  from public.content_drafts draft,
    (select r.id, r.content from public.content_releases r order by r.id desc limit 1) as newest
$$;

-- Returns `{id, count, rows}`, as each line of the day is: `rows` are the first five.
create function private.today_line(id text, count bigint, rows jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', id, 'count', count, 'rows', coalesce(rows, '[]'))
$$;

-- Returns the drivers in a shift and the active ones without, as `{on, off}`; null for a company without vehicles.
create function private.today_shifts() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'on', private.today_line('on',
      (select count(*) from public.shifts s where s.ended_at is null),
      (select jsonb_agg(to_jsonb(shown)) from (
        select d.id, d.name, v.license_plate as plate, s.started_at as since
        from public.shifts s join public.drivers d on d.id = s.driver_id join public.vehicles v on v.id = s.vehicle_id
        where s.ended_at is null order by s.started_at desc, d.id limit 5) as shown)),
    'off', private.today_line('off',
      (select count(*) from public.drivers d where d.state = 'active')
        - (select count(*) from public.shifts s join public.drivers d on d.id = s.driver_id
          where s.ended_at is null and d.state = 'active'),
      (select jsonb_agg(to_jsonb(shown)) from (
        select d.id, d.name, d.license_plate as plate, (
          select s.ended_at from public.shifts s where s.driver_id = d.id order by s.started_at desc limit 1) as since
        from public.drivers d
        -- A scalar, which no join replaces: the index has the names in order, and five are found soon.
        where d.state = 'active'
          and (select s.id from public.shifts s where s.driver_id = d.id and s.ended_at is null) is null
        order by d.name, d.id limit 5) as shown)))
  where exists (select from public.vehicles)
$$;

-- Returns the lines about drivers: those who wait for approval, and photos that do.
create function private.today_drivers() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line('waiting',
    (select count(*) from public.drivers d where d.state = 'waiting'),
    (select jsonb_agg(to_jsonb(shown)) from (
      select d.id, d.name, d.license_plate as plate, d.driver_code as code, d.created_at as since
      from public.drivers d where d.state = 'waiting' order by d.created_at, d.id limit 5) as shown))
  union all
  select private.today_line('photos',
    (select count(*) from public.drivers d where d.pending_photo_url is not null and d.left_at is null),
    (select jsonb_agg(to_jsonb(shown)) from (
      select d.id, d.name, d.license_plate as plate, d.driver_code as code
      from public.drivers d where d.pending_photo_url is not null and d.left_at is null
      order by d.name, d.id limit 5) as shown))
$$;
create index drivers_pending_photo_idx on public.drivers (name, id)
  where pending_photo_url is not null and left_at is null;

-- The low ratings of a day are few among many.
create index reviews_low_idx on public.reviews (created_at desc) where rating <= 3;

-- Returns the line about ratings of three stars and fewer in the last 24 hours, without the hidden ones.
create function private.today_reviews() returns jsonb language sql stable set search_path = '' as $$
  select private.today_line('reviews', count(*), jsonb_agg(to_jsonb(low) - 'place' order by place) filter (where place <= 5))
  from (
    select r.id, r.driver_id, d.name, d.driver_code as code, r.rating, nullif(r.comment, 'No comment') as comment,
      r.created_at as since,
      row_number() over (order by r.created_at desc, r.id) as place
    from public.reviews r left join public.drivers d on d.id = r.driver_id
    where r.rating <= 3 and r.hidden_at is null and r.created_at > now() - interval '24 hours') as low
$$;

-- Returns the lines about devices: without a connection (those of drivers in a shift first), with a low battery, and
-- with older content than the newest release. The devices of drivers who have left are nobody's concern.
create function private.today_devices() returns setof jsonb language sql stable set search_path = '' as $$
  with described as materialized (
    select t.id, t.name, d.name as driver, coalesce(v.license_plate, d.license_plate) as plate,
      t.last_seen, t.battery, t.content_release as release, s.id is not null as in_shift,
      t.last_seen < now() - interval '12 minutes' as is_offline, t.battery <= 20 and t.charging is not true as is_low,
      t.content_release < newest.id as is_behind
    from (select private.release_to_take() as id) as newest
      cross join public.devices t join public.drivers d on d.id = t.driver_id
      left join public.shifts s on s.driver_id = d.id and s.ended_at is null
      left join public.vehicles v on v.id = s.vehicle_id
    where d.left_at is null and (t.last_seen < now() - interval '12 minutes' or t.battery <= 20
      or t.content_release < newest.id))
  select private.today_line('offline',
    (select count(*) from described t where t.is_offline),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.name, t.driver, t.plate, t.in_shift, t.last_seen as since from described t
      where t.is_offline order by t.in_shift desc, t.last_seen desc, t.id limit 5) as shown))
  union all
  select private.today_line('battery',
    (select count(*) from described t where t.is_low and not t.is_offline),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.name, t.driver, t.plate, t.battery, t.last_seen as since from described t
      where t.is_low and not t.is_offline order by t.battery, t.id limit 5) as shown))
  union all
  select private.today_line('release',
    (select count(*) from described t where t.is_behind and not t.is_offline),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.name, t.driver, t.plate, t.release, r.published_at as since
      from described t left join public.content_releases r on r.id = private.release_to_take()
      where t.is_behind and not t.is_offline order by t.release, t.id limit 5) as shown))
$$;

create index documents_waiting_idx on public.documents (created_at, id) where verified_at is null;

-- Returns the documents that expire on these days, with their owners; not those of drivers who have left, nor those
-- that somebody has allowed for today.
create function private.documents_due(first date, last date)
returns table (id uuid, name text, plate text, kind text, critical boolean, expires_on date, days integer)
language sql stable set search_path = '' as $$
  select t.id, d.name, v.license_plate, k.name, t.critical, t.expires_on, t.expires_on - private.chile_today()
  from public.documents t join public.document_kinds k on k.id = t.kind_id
    left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
  where t.expires_on between documents_due.first and documents_due.last and t.verified_at is not null
    and d.left_at is null and coalesce(t.override_until < private.chile_today(), true)
$$;

-- Returns the lines about documents that are there: to be verified, expired, and expiring within a week.
create function private.today_documents() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line('unverified',
    (select count(*) from public.documents t where t.verified_at is null),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, d.name, v.license_plate as plate, k.name as kind, t.created_at as since
      from public.documents t join public.document_kinds k on k.id = t.kind_id
        left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
      where t.verified_at is null order by t.created_at, t.id limit 5) as shown))
  union all
  select private.today_line('expired', count(*), jsonb_agg(to_jsonb(due) - 'place' order by place) filter (where place <= 5))
  from (
    select t.*, row_number() over (order by t.critical desc, t.expires_on, t.id) as place
    from private.documents_due('2000-01-01', private.chile_today() - 1) t) as due
  union all
  select private.today_line('expiring', count(*), jsonb_agg(to_jsonb(due) - 'place' order by place) filter (where place <= 5))
  from (
    select t.*, row_number() over (order by t.expires_on, t.critical desc, t.id) as place
    from private.documents_due(private.chile_today(), private.chile_today() + 7) t) as due
$$;

-- Returns the drivers and vehicles without a document that they need: a vehicle needs each critical kind, an active
-- driver one of the critical kinds, because the licences A1 to A3 replace each other. A company that has entered no
-- documents of drivers, or of vehicles, misses none of them.
create function private.missing_documents() returns table (id uuid, owner text, name text, plate text, since timestamptz)
language sql stable set search_path = '' as $$
  select d.id, 'driver', d.name, d.license_plate, d.created_at from public.drivers d
  where d.state = 'active'
    and exists (select from public.document_kinds k where k.owner = 'driver' and k.critical)
    and exists (select from public.documents t where t.driver_id is not null)
    and not exists (
      select from public.documents t join public.document_kinds k on k.id = t.kind_id
      where t.driver_id = d.id and k.critical)
  union all
  select v.id, 'vehicle', null, v.license_plate, v.created_at
  from public.vehicles v left join (
    select t.vehicle_id, count(distinct t.kind_id) as kinds
    from public.documents t join public.document_kinds k on k.id = t.kind_id
    where t.vehicle_id is not null and k.critical group by t.vehicle_id) as held on held.vehicle_id = v.id
  where coalesce(held.kinds, 0) < (
      select count(*) from public.document_kinds k where k.owner = 'vehicle' and k.critical)
    and exists (select from public.documents t where t.vehicle_id is not null)
$$;

-- Returns the line about documents that are missing, with the names of the kinds.
create function private.today_missing() returns jsonb language sql stable set search_path = '' as $$
  with missing as materialized (select * from private.missing_documents())
  select private.today_line('missing', (select count(*) from missing),
    (select jsonb_agg(to_jsonb(shown)) from (
      select m.*, (
        select jsonb_agg(k.name order by k.sort, k.name) from public.document_kinds k
        where k.owner = m.owner and k.critical and not exists (
          select from public.documents t where t.kind_id = k.id and (t.driver_id = m.id or t.vehicle_id = m.id))) as kinds
      from (select * from missing order by owner, coalesce(name, plate), id limit 5) as m
      order by m.owner, coalesce(m.name, m.plate), m.id) as shown))
$$;

-- Returns the lines about mails that fail and backups that fail or are late.
create function private.today_operations() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line(o.name, greatest(o.failures, 1), jsonb_build_array(jsonb_build_object('id', o.name,
    'since', coalesce(o.failing_since, o.late_after), 'succeeded_at', o.succeeded_at, 'reason', o.reason)))
  from private.operations o
  where o.failing_since is not null or o.late_after < now()
$$;

-- Returns the day as the office sees it, in one document: `steps`, the first steps; `shifts`, null without vehicles;
-- `lines`, each with a count and its first five rows, none on a good day. Security definer: it counts what the policies
-- let the office read, without asking them for each row.
create function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office sees the company''s day');
  end if;
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

revoke execute on function private.today_steps(), private.today_line(text, bigint, jsonb), private.today_shifts(),
  private.today_drivers(), private.today_reviews(), private.today_devices(),
  private.documents_due(date, date), private.today_documents(), private.missing_documents(), private.today_missing(),
  private.today_operations() from public, anon, authenticated, service_role;
revoke execute on function public.today(), public.settle_first_step(text, text) from public, anon, service_role;
grant execute on function public.today(), public.settle_first_step(text, text) to authenticated;

-- One search across everything that the panel lists.

-- Returns a regular expression that finds a word as typed, with or without its accents: “munoz” finds Muñoz. The web
-- searches the lists by the same one (web/data/admin/search.ts).
create function private.accent_blind(word text) returns text language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(private.fold(word), '([^[:alnum:]])', '\\\1', 'g'),
    'a', '[aáàâãäå]'), 'c', '[cç]'), 'e', '[eéèêë]'), 'i', '[iíìîï]'), 'n', '[nñ]'), 'o', '[oóòôõö]'), 'u', '[uúùûü]')
$$;

-- Escapes the signs that mean something to `like`.
create function private.literal(words text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(words, '([\\%_])', '\\\1', 'g')
$$;

-- Finds drivers by name, code, plate or telephone. `words` are regular expressions of which a text must match every one;
-- `bare` and `phone` are the whole search without separators, as patterns of `like`, because plates and numbers are typed
-- in groups. It chooses from the first 200 matches: sorting ten thousand takes longer than finding them.
create function private.search_drivers(words text[], bare text, phone text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'driver', 'id', d.id, 'title', d.name, 'code', d.driver_code,
    'plate', d.license_plate, 'state', d.state) order by d.left_at is not null, d.name, d.id)
  from (
    select t.* from (
      select * from public.drivers m
      where m.name || ' ' || m.driver_code ~* all (words) or m.license_plate like upper(bare)
        or m.contact like phone limit 200) as t
    order by t.left_at is not null, t.name, t.id limit 5) as d
$$;

-- Finds vehicles by plate, model or number in the registry.
create function private.search_vehicles(words text[], bare text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'vehicle', 'id', v.id, 'plate', v.license_plate,
    'detail', concat_ws(' · ', v.brand_model, v.colour)) order by v.license_plate)
  from (
    select * from public.vehicles t
    where t.license_plate like upper(bare) or concat_ws(' ', t.brand_model, t.registration_number) ~* all (words)
    order by t.license_plate limit 5) as v
$$;

-- Finds documents by their number, whichever separators it was stored or typed with: `number` is a regular expression
-- that allows them, because stripping them from each number takes three times as long.
create function private.search_documents(number text) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'document', 'id', t.id, 'title', t.number, 'detail', k.name,
    'owner', d.name, 'plate', v.license_plate) order by t.number, t.id)
  from (
    select * from (
      select * from public.documents m where m.number ~* search_documents.number limit 200) as m
    order by m.number, m.id limit 5) as t
    join public.document_kinds k on k.id = t.kind_id
    left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
$$;

-- Finds devices by name.
create function private.search_devices(words text[]) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'device', 'id', t.id, 'title', t.name, 'detail', d.name)
    order by lower(t.name), t.id)
  from (
    select * from public.devices t where t.name <> '' and t.name ~* all (words)
    order by lower(t.name), t.id limit 5) as t
    left join public.drivers d on d.id = t.driver_id
$$;

-- Finds accounts by e-mail address.
create function private.search_accounts(address text) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'user', 'id', u.id, 'title', u.email, 'detail', d.name) order by u.email)
  from (
    select * from auth.users t where t.email like address and t.deleted_at is null order by t.email limit 5) as u
    left join public.user_drivers link on link.user_id = u.id
    left join public.drivers d on d.id = link.driver_id
$$;

-- Returns the first five drivers, vehicles, documents and devices that match what somebody typed, and to administrators
-- the accounts; the office only. One letter finds nothing. Security definer: it scans the tables once, without asking
-- the policies for each row, for people who may read all of them.
create function public.search_company(query text) returns jsonb
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
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office searches the company');
  end if;
  if (char_length(query) <= 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A search has at most 100 characters');
  end if;
  if char_length(bare) < 2 then
    return '[]';
  end if;
  words := array(
    select private.accent_blind(word) from string_to_table(typed, ' ') as word
    where private.bare(word) <> '' limit 6);
  return coalesce(private.search_drivers(words, pattern, phone), '[]')
    || coalesce(private.search_vehicles(words, pattern), '[]')
    || coalesce(private.search_documents(number), '[]') || coalesce(private.search_devices(words), '[]')
    || case when private.is_admin() then
      coalesce(private.search_accounts('%' || private.literal(lower(typed)) || '%'), '[]') else '[]' end;
end $$;

revoke execute on function private.accent_blind(text), private.literal(text), private.search_drivers(text[], text, text),
  private.search_vehicles(text[], text), private.search_documents(text), private.search_devices(text[]),
  private.search_accounts(text) from public, anon, authenticated, service_role;
revoke execute on function public.search_company(text) from public, anon, service_role;
grant execute on function public.search_company(text) to authenticated;

-- Chile's public holidays, and the working days between them, from Monday to Friday. Deadlines of cases and of requests
-- about personal data count them. They are computed: the holidays of elections, of one region, and those that a law
-- declares for a single year are not known.

-- Returns Easter Sunday, by the Gregorian algorithm of Meeus, Jones and Butcher.
create function private.easter(year integer) returns date language sql immutable set search_path = '' as $$
  select make_date(year, n / 31, n % 31 + 1)
  from (select year % 19 as a, year / 100 as b, year % 100 as c) as cycle
    cross join lateral (select (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h) as moon
    cross join lateral (select (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l) as sunday
    cross join lateral (select h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114 as n) as day
$$;

-- Returns the day on which a holiday of Ley 19.668 is kept: from Tuesday to Thursday the Monday before, on a Friday the
-- Monday after.
create function private.kept_on_monday(holiday date) returns date language sql immutable set search_path = '' as $$
  select case extract(isodow from holiday) when 5 then holiday + 3 when 6 then holiday when 7 then holiday
    else date_trunc('week', holiday)::date end
$$;

-- Returns the day of the winter solstice in Chile. A simple rule gives it from 2021 to 2075: the 20th of June, and the
-- 21st in the third year after a leap year, until 2046 also in the second.
create function private.winter_solstice(year integer) returns date language sql immutable set search_path = '' as $$
  select make_date(year, 6, case when year % 4 = 3 or year % 4 = 2 and year <= 2046 then 21 else 20 end)
$$;

-- Returns the national public holidays of a year by the laws in force in 2026, in no order.
create function private.public_holidays(year integer) returns setof date
language sql immutable set search_path = '' as $$
  select make_date(year, fixed.month, fixed.day) from (values (1, 1), (5, 1), (5, 21), (7, 16), (8, 15), (9, 18), (9, 19),
    (11, 1), (12, 8), (12, 25)) as fixed (month, day)
  -- Good Friday and the Saturday after it.
  union all select private.easter(year) - days from generate_series(1, 2) as days
  -- The day of indigenous peoples, Ley 21.357.
  union all select private.winter_solstice(year)
  -- San Pedro y San Pablo, and Encuentro de Dos Mundos.
  union all select private.kept_on_monday(holiday)
    from unnest(array[make_date(year, 6, 29), make_date(year, 10, 12)]) as holiday
  -- The day of the evangelical churches, Ley 20.299: a Tuesday moves to the Friday before, a Wednesday to the one after.
  union all select make_date(year, 10, 31)
    + case extract(isodow from make_date(year, 10, 31)) when 2 then -4 when 3 then 2 else 0 end
  -- The days that join the 18th and 19th of September, or a Sunday of New Year, with a weekend, Leyes 20.215 and 20.983.
  union all select added.day
    from (values (make_date(year, 1, 2), 1), (make_date(year, 9, 17), 1), (make_date(year, 9, 17), 5),
      (make_date(year, 9, 20), 5)) as added (day, weekday)
    where extract(isodow from added.day) = added.weekday
$$;

-- Returns the day that is so many working days after another.
create function private.working_days_after(start date, days integer) returns date
language sql immutable set search_path = '' as $$
  select day::date from generate_series(start + 1, start + 2 * days + 14, interval '1 day') as day
  where extract(isodow from day) < 6 and day::date not in (
    select private.public_holidays(extract(year from start)::integer + later) from generate_series(0, 1) as later)
  order by day offset greatest(days, 1) - 1 limit 1
$$;

revoke execute on function private.easter(integer), private.kept_on_monday(date), private.winter_solstice(integer),
  private.public_holidays(integer), private.working_days_after(date, integer)
  from public, anon, authenticated, service_role;

-- Cases: passengers who lost something, complain, need a receipt or ask about accessibility. They write without an
-- account on the page /help; staff answer in the panel.

create table public.cases (
  id uuid primary key default gen_random_uuid(),
  -- The place in the order of arrival. `number` is made from it.
  sequence bigint generated always as identity,
  -- The ticket number that people say on the phone: six digits that do not tell how many cases there are. It is no
  -- secret and opens nothing. The factor has no divisor in common with 900,000, so no number comes twice.
  number text generated always as
    ((100000 + (sequence * 387641) % 900000 + sequence / 900000 * 900000)::text) stored
    constraint cases_number_key unique,
  kind text not null check (kind in ('lost', 'complaint', 'receipt', 'accessibility', 'other')),
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  is_closed boolean not null generated always as (state = 'closed') stored,
  language text not null check (language ~ '^[a-z]{2}$'),
  -- The passenger's own words and data; null once they are forgotten.
  body text check (char_length(body) between 1 and 2000),
  happened_at timestamptz,
  place text check (char_length(place) between 1 and 120),
  email text check (char_length(email) <= 254 and email ~ '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$'),
  phone text check (phone ~ '^[+][0-9]{9,15}$'),
  consented_at timestamptz not null default now(),
  -- The name of the photo in the bucket `casos`, also while the photo is on its way.
  photo text unique,
  -- Found from the verification code and the time. The names outlast the records that they come from.
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  shift_id uuid references public.shifts on delete set null,
  driver_name text,
  license_plate text,
  -- The day in Chile until which the company answers.
  due_on date not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz,
  forgotten_at timestamptz
);
create index cases_order_idx on public.cases (is_closed, state desc, due_on, id);
create index cases_driver_id_idx on public.cases (driver_id, created_at desc);
create index cases_vehicle_id_idx on public.cases (vehicle_id, created_at desc);
create index cases_shift_id_idx on public.cases (shift_id);
create index cases_closed_at_idx on public.cases (closed_at) where forgotten_at is null;

-- The timeline of a case: replies to the passenger, the passenger's own further messages, notes that only staff read,
-- and events (`closed`, `reopened`, `driver`) that have their code in `body`.
create table public.case_messages (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references public.cases on delete cascade,
  kind text not null check (kind in ('reply', 'passenger', 'note', 'event')),
  body text not null check (char_length(body) between 1 and 2000),
  -- The Spanish of a reply in another language, for the office.
  spanish text check (char_length(spanish) between 1 and 2000),
  author_id uuid references auth.users on delete set null,
  -- Whether a mail with the reply waits, has gone, or was given up after two days of retries; null for a reply without mail.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null default clock_timestamp()
);
create index case_messages_case_id_idx on public.case_messages (case_id, created_at);
create index case_messages_author_id_idx on public.case_messages (author_id);
create index case_messages_mail_idx on public.case_messages (created_at) where mail = 'waiting';

alter table public.cases enable row level security;
alter table public.case_messages enable row level security;

-- The service role reads and writes every row: the operator holds its key.
create policy cases_service on public.cases for all to service_role using (true) with check (true);
create policy case_messages_service on public.case_messages for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy cases_session on public.cases as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy case_messages_session on public.case_messages as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only staff read cases. A driver hears of one only what the company passes on. No role of a person writes them directly.
create policy cases_select on public.cases for select to authenticated using ((select private.is_staff()));
create policy case_messages_select on public.case_messages for select to authenticated
  using ((select private.is_staff()));
revoke all on public.cases, public.case_messages from anon, authenticated;
grant select on public.cases, public.case_messages to authenticated;
grant all on public.cases, public.case_messages to service_role;

-- Hashes of the secrets that open the ticket pages. The secret has 256 bits and stands only on the passenger's phone, so
-- a copy of the database opens no page.
create table private.case_secrets (
  case_id uuid primary key references public.cases on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32)
);
-- The openings of the last day, for the limits: by a keyed hash of the sender's network, and by driver.
create table private.case_openings (
  id bigint generated always as identity primary key,
  sender bytea not null,
  driver_id uuid references public.drivers on delete cascade,
  opened_at timestamptz not null default now()
);
create index case_openings_sender_idx on private.case_openings (sender, opened_at);
create index case_openings_driver_id_idx on private.case_openings (driver_id, opened_at);
-- Mails to administrators that have gone, so that each goes once: about a new case, and before its deadline.
create table private.case_notices (
  case_id uuid not null references public.cases on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  reason text not null check (reason in ('new', 'due')),
  due_on date not null,
  sent_at timestamptz not null default now(),
  primary key (case_id, account_id, reason, due_on)
);
create index case_notices_account_id_idx on private.case_notices (account_id);
alter table private.case_secrets enable row level security;
alter table private.case_openings enable row level security;
alter table private.case_notices enable row level security;
revoke all on private.case_secrets, private.case_openings, private.case_notices
  from public, anon, authenticated, service_role;
insert into private.signing_keys (name, key)
select 'case_sender', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Returns the day in Chile until which a case that arrives now has to be answered.
create function private.case_deadline() returns date language sql stable security definer set search_path = '' as $$
  select private.working_days_after(private.chile_today(),
    coalesce(private.setting('case_answer_days'), '5')::integer)
$$;

-- Returns a keyed hash of the caller's network, which is an address, or the /64 of an IPv6 address: one connection has
-- all addresses of it. Callers without a known address count as one.
create function private.case_sender() returns bytea
language plpgsql stable security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  address constant text := coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-real-ip', '');
  network text := left(address, 64);
begin
  begin
    network := case when family(address::inet) = 6
      then network(set_masklen(address::inet, 64))::text else host(address::inet) end;
  exception when others then
    null;
  end;
  return (select private.hmac_sha256(convert_to(network, 'UTF8'), k.key)
    from private.signing_keys k where k.name = 'case_sender');
end $$;

-- Counts an opening and refuses it beyond 10 an hour from one network, or 20 a day about one driver: a flood of
-- complaints stays a list that a person can read. The locks serialise simultaneous calls, always in this order.
create function private.limit_case_openings(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_sender constant integer := 10;
  most_of_driver constant integer := 20;
  caller constant bytea := private.case_sender();
begin
  perform pg_advisory_xact_lock(hashtextextended('cases from ' || encode(caller, 'hex'), 0));
  if driver is not null then
    perform pg_advisory_xact_lock(hashtextextended('cases about ' || driver, 0));
  end if;
  delete from private.case_openings o where o.opened_at < now() - interval '1 day';
  if (select count(*) from private.case_openings o
      where o.sender = caller and o.opened_at > now() - interval '1 hour') >= most_of_sender
    or (select count(*) from private.case_openings o where o.driver_id = driver) >= most_of_driver then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages at once. Try again later',
      jsonb_build_object('Retry-After', '3600'));
  end if;
  insert into private.case_openings (sender, driver_id) values (caller, driver);
end $$;

-- Returns the shift that a driver had at a moment, or else the last one that ended within three hours before: people
-- round the time and notice a loss later.
create function private.shift_at(driver uuid, moment timestamptz) returns public.shifts
language sql stable security definer set search_path = '' as $$
  select s from public.shifts s
  where s.driver_id = shift_at.driver and s.started_at <= shift_at.moment
    and coalesce(s.ended_at, 'infinity') >= shift_at.moment - interval '3 hours'
  order by s.started_at desc limit 1
$$;

-- Puts driver, shift and vehicle of a case, with their present names.
create function private.place_case(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  shift public.shifts;
begin
  select (private.shift_at(driver, coalesce(c.happened_at, c.created_at))).* into shift
    from public.cases c where c.id = place_case.case_id;
  update public.cases c set driver_id = d.id, shift_id = shift.id, vehicle_id = shift.vehicle_id,
      driver_name = d.name, license_plate = coalesce(shift.license_plate, d.license_plate)
    from (select) as one left join public.drivers d on d.id = place_case.driver
    where c.id = place_case.case_id;
end $$;

-- Returns a text without control characters and outer spaces; null for an empty one. It is plain text: no reader renders
-- its markup.
create function private.plain_text(written text) returns text language sql immutable set search_path = '' as $$
  select nullif(btrim(regexp_replace(left(written, 4000), '[\u0001-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g'),
    E' \n\t'), '')
$$;

-- Opens a case for anybody and returns its number. The caller chooses the secret that opens the ticket page, 256 bits in
-- base64url, which is also the idempotency key: a repeated call returns the case that the first one opened. It happened
-- within the last two years: PostgreSQL also knows times that no browser can read, such as `-infinity`. With
-- `with_photo` it also returns the name under which one photo may be uploaded to the bucket `casos`. An unknown
-- verification code opens a case without a driver: the answer does not tell which codes exist.
create function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
  happened_at timestamptz default null, place text default null, email text default null, phone text default null,
  code text default null, with_photo boolean default false)
returns table (number text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash bytea;
  driver uuid;
  opened uuid;
  mail constant text := private.plain_text(open_case.email);
  telephone constant text := private.phone_of(left(open_case.phone, 60));
begin
  if open_case.secret !~ '^[A-Za-z0-9_-]{43}$' or open_case.consent is not true
    or coalesce(open_case.happened_at not between now() - interval '2 years' and now() + interval '1 day', false)
    or open_case.phone is not null and telephone is null or open_case.secret is null then
    perform private.refuse(400, 'validation_failed', 'The case lacks something, or has a value that it cannot have');
  end if;
  hash := sha256(convert_to(open_case.secret, 'UTF8'));
  -- Two retries at the same moment open one case.
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  select s.case_id into opened from private.case_secrets s where s.secret_hash = hash;
  if opened is null then
    select d.id into driver from public.drivers d where d.verification_code
      = translate(upper(regexp_replace(left(open_case.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
    perform private.limit_case_openings(driver);
    insert into public.cases (kind, language, body, happened_at, place, email, phone, photo, due_on)
      values (open_case.kind, open_case.language, private.plain_text(open_case.body), open_case.happened_at,
        private.plain_text(open_case.place), mail, telephone,
        case when open_case.with_photo then gen_random_uuid() || '.jpg' end, private.case_deadline())
      returning id into opened;
    if private.plain_text(open_case.body) is null then
      perform private.refuse(400, 'validation_failed', 'The case lacks its text');
    end if;
    insert into private.case_secrets (case_id, secret_hash) values (opened, hash);
    perform private.place_case(opened, driver);
  end if;
  return query select c.number, c.photo from public.cases c where c.id = opened;
end $$;

-- Returns the id of the case whose ticket page a secret opens.
create function private.case_of_secret(secret text) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.case_id from private.case_secrets s
  where s.secret_hash = sha256(convert_to(left(case_of_secret.secret, 100), 'UTF8'))
$$;

-- Returns the ticket page of whoever holds its secret: the state, the replies, and the passenger's further messages. It
-- holds no note, no contact, no first message and no name of staff or driver. No row for an unknown secret.
create function public.case_by_secret(secret text)
returns table (number text, kind text, state text, created_at timestamptz, due_on date, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select c.number, c.kind, c.state, c.created_at, c.due_on, (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', m.kind = 'reply', 'body', m.body,
      'created_at', m.created_at) order by m.created_at, m.id), '[]')
    from public.case_messages m where m.case_id = c.id and m.kind in ('reply', 'passenger'))
  from public.cases c where c.id = private.case_of_secret(case_by_secret.secret)
$$;

-- Adds the passenger's further message, which makes the case new again: a closed one is reopened. Twenty at most. The
-- caller chooses the id, so that a repeated call adds it once. The lock makes it wait for a deletion of the case's data,
-- after which there is no page to write on.
create function public.reply_to_case(secret text, id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 20;
  answered constant uuid := private.case_of_secret(reply_to_case.secret);
  written constant text := private.plain_text(reply_to_case.body);
begin
  perform from public.cases c where c.id = answered and c.forgotten_at is null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case');
  end if;
  if written is null or char_length(written) > 2000 or reply_to_case.id is null then
    perform private.refuse(400, 'validation_failed', 'A message has 1 to 2000 characters and an id');
  end if;
  if exists (select from public.case_messages m where m.id = reply_to_case.id) then
    return;
  end if;
  if (select count(*) from public.case_messages m where m.case_id = answered and m.kind = 'passenger') >= most then
    perform private.refuse(429, 'over_case_rate_limit', 'This case has as many messages as it can have');
  end if;
  insert into public.case_messages (id, case_id, kind, body) values (reply_to_case.id, answered, 'passenger', written);
  perform private.move_case(answered, 'new');
end $$;

-- Changes the state of a case and writes the event. A case that becomes new again gets a new deadline, and administrators
-- hear of it again.
create function private.move_case(case_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before text;
begin
  select c.state into before from public.cases c where c.id = move_case.case_id for update;
  if before = move_case.state then
    return;
  end if;
  update public.cases c set state = move_case.state,
      answered_at = case when move_case.state = 'answered' then coalesce(c.answered_at, now()) else c.answered_at end,
      closed_at = case when move_case.state = 'closed' then now() end,
      due_on = case when move_case.state = 'new' then private.case_deadline() else c.due_on end
    where c.id = move_case.case_id;
  if move_case.state = 'closed' or before = 'closed' then
    insert into public.case_messages (case_id, kind, body, author_id) values (move_case.case_id, 'event',
      case when move_case.state = 'closed' then 'closed' else 'reopened' end, private.acting_account());
  end if;
  if move_case.state = 'new' then
    delete from private.case_notices n where n.case_id = move_case.case_id;
  end if;
end $$;

-- Returns the caller's account, unless it has been deleted.
create function private.acting_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where u.id = auth.uid()
$$;

-- Refuses a change of a case by anybody but staff, and one of a case that is not there or whose data are forgotten. Locks
-- the case until the change is done, so that no deletion of its data comes in between.
create function private.require_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office work on cases');
  end if;
  perform from public.cases c where c.id = require_case.case_id and c.forgotten_at is null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case, or its data were deleted');
  end if;
end $$;

-- Logs what staff did to a case, without its words.
create function private.record_case_act(case_id uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act('resource_modified', 'access', jsonb_build_object('target', 'case:' || case_id,
    'operation', 'changed', 'changed', changed))
$$;

-- Replies to the passenger on the ticket page, and by mail if asked and the case has an address. The caller chooses the
-- id: a repeated call replies once. Staff only.
create function public.send_case_reply(id uuid, case_id uuid, reply text, spanish text default null,
  by_mail boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(send_case_reply.case_id);
  insert into public.case_messages (id, case_id, kind, body, spanish, author_id, mail)
    select send_case_reply.id, c.id, 'reply', private.plain_text(send_case_reply.reply),
      private.plain_text(send_case_reply.spanish), private.acting_account(),
      case when send_case_reply.by_mail and c.email is not null then 'waiting' end
    from public.cases c where c.id = send_case_reply.case_id
  on conflict on constraint case_messages_pkey do nothing;
  if not found then
    return;
  end if;
  perform private.move_case(send_case_reply.case_id, 'answered');
  perform private.record_case_act(send_case_reply.case_id, 'reply');
end $$;

-- Adds a note that only staff read. Staff only.
create function public.note_case(case_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(note_case.case_id);
  insert into public.case_messages (case_id, kind, body, author_id)
    values (note_case.case_id, 'note', private.plain_text(note_case.note), private.acting_account());
  perform private.record_case_act(note_case.case_id, 'note');
end $$;

-- Closes a case, or reopens it (`new`). Staff only.
create function public.set_case_state(case_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(set_case_state.case_id);
  if set_case_state.state is null or set_case_state.state not in ('new', 'closed') then
    perform private.refuse(400, 'validation_failed', 'A case is closed or new');
  end if;
  perform private.move_case(set_case_state.case_id, set_case_state.state);
  perform private.record_case_act(set_case_state.case_id, 'state');
end $$;

-- Says which driver a case is about, null for none; shift and vehicle follow. Staff only.
create function public.set_case_driver(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(set_case_driver.case_id);
  perform private.place_case(set_case_driver.case_id, set_case_driver.driver);
  insert into public.case_messages (case_id, kind, body, author_id)
    values (set_case_driver.case_id, 'event', 'driver', private.acting_account());
  perform private.record_case_act(set_case_driver.case_id, 'driver_id');
end $$;

-- Deletes the passenger's data of a case: words, contact, photo, timeline and ticket page. Kind, times, driver and
-- vehicle stay for the company's figures.
create function private.forget_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from storage.objects o using public.cases c
    where c.id = forget_case.case_id and o.bucket_id = 'casos' and o.name = c.photo;
  delete from public.case_messages m where m.case_id = forget_case.case_id;
  delete from private.case_secrets s where s.case_id = forget_case.case_id;
  update public.cases c set body = null, place = null, email = null, phone = null, photo = null, driver_name = null,
      forgotten_at = now(), state = 'closed', closed_at = coalesce(c.closed_at, now())
    where c.id = forget_case.case_id;
end $$;

-- Deletes the passenger's data at once, as the law lets a passenger ask. Administrators only, because it cannot be undone.
create function public.forget_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators delete the data of a case');
  end if;
  perform private.require_case(forget_case.case_id);
  -- A photo's row belongs to the storage service, which deletes its bytes with it.
  perform private.forget_case(forget_case.case_id);
  perform private.record_case_act(forget_case.case_id, 'forgotten');
end $$;

-- Deletes the data of cases that were closed longer ago than `case_retention_days`, and photos that no case names a day
-- after their upload. Returns the number of cases. Our server calls it daily. The lock leaves out a case that a message
-- reopens at that moment.
create function private.forget_cases(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('case_retention_days'), '90');
  forgotten bigint;
begin
  perform private.forget_case(due.id) from (
    select c.id from public.cases c
    where c.forgotten_at is null and c.closed_at < as_of - make_interval(days => days) for update) as due;
  get diagnostics forgotten = row_count;
  delete from storage.objects o where o.bucket_id = 'casos' and o.created_at < as_of - interval '1 day'
    and not exists (select from public.cases c where c.photo = o.name);
  delete from private.case_openings o where o.opened_at < as_of - interval '1 day';
  return forgotten;
end $$;

-- Returns the mails that administrators have not had yet: about cases that are new, and about those that have to be
-- answered by tomorrow.
create function private.due_case_notices() returns table (account_id uuid, email text, language text, case_id uuid,
  reason text, number text, kind text, due_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', c.id, due.reason, c.number, c.kind, c.due_on
  from public.cases c
    cross join lateral (select case when c.due_on <= private.working_days_after(private.chile_today(), 1)
      and c.created_at < now() - interval '12 hours' then 'due' else 'new' end) as due (reason)
    cross join auth.users u
  where c.state = 'new' and private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.case_notices n where n.case_id = c.id and n.account_id = u.id
      and n.reason = due.reason and n.due_on = c.due_on)
  order by u.id, c.due_on, c.number
$$;

-- The private bucket of the passengers' photos: pictures only, which the storage service encodes anew.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('casos', 'casos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- Returns whether a photo of this name may be uploaded: open_case has given the name away within a week. The name has
-- 122 random bits, so only the opener of the case knows it.
create function private.may_add_case_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.cases c where c.photo = may_add_case_photo.name and c.forgotten_at is null
    and c.created_at > now() - interval '7 days')
$$;
-- Passengers upload the one photo of their case and neither read nor replace it.
create policy casos_insert on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'casos' and private.may_add_case_photo(name));
-- Only staff read photos of cases; they go with the case's data.
create policy casos_select on storage.objects for select to authenticated
  using (bucket_id = 'casos' and (select private.is_staff()));

revoke execute on function private.case_deadline(), private.case_sender(),
  private.limit_case_openings(uuid), private.shift_at(uuid, timestamptz), private.place_case(uuid, uuid),
  private.plain_text(text), private.case_of_secret(text), private.move_case(uuid, text), private.acting_account(),
  private.require_case(uuid), private.record_case_act(uuid, text), private.forget_case(uuid),
  private.forget_cases(timestamptz), private.due_case_notices() from public, anon, authenticated, service_role;
revoke execute on function private.may_add_case_photo(text) from public;
grant execute on function private.may_add_case_photo(text) to anon, authenticated, service_role;
revoke execute on function public.send_case_reply(uuid, uuid, text, text, boolean), public.note_case(uuid, text),
  public.set_case_state(uuid, text), public.set_case_driver(uuid, uuid), public.forget_case(uuid)
  from public, anon, service_role;
grant execute on function public.send_case_reply(uuid, uuid, text, text, boolean), public.note_case(uuid, text),
  public.set_case_state(uuid, text), public.set_case_driver(uuid, uuid), public.forget_case(uuid) to authenticated;
grant execute on function public.open_case(text, text, text, boolean, text, timestamptz, text, text, text, text, boolean),
  public.case_by_secret(text), public.reply_to_case(text, uuid, text) to anon, authenticated;

-- Why a passenger gave three stars or fewer, and the shift and vehicle that a review is about.

-- Returns whether these are reasons of a review, each at most once. The constraint below asks it.
create function private.are_review_reasons(reasons text[]) returns boolean
language sql immutable set search_path = '' as $$
  select case when cardinality(reasons) > 6 or array_ndims(reasons) > 1 then false else
    reasons <@ array['driving', 'vehicle', 'price', 'route', 'punctuality', 'treatment']
      and cardinality(reasons) = (select count(distinct reason) from unnest(reasons) as reason) end
$$;
revoke execute on function private.are_review_reasons(text[]) from public;
grant execute on function private.are_review_reasons(text[]) to authenticated, service_role;

alter table public.reviews
  add check (private.are_review_reasons(reasons) and (rating <= 3 or reasons = '{}')),
  add foreign key (vehicle_id) references public.vehicles on delete set null,
  add foreign key (shift_id) references public.shifts on delete set null;
create index reviews_vehicle_id_idx on public.reviews (vehicle_id, created_at desc);
create index reviews_shift_id_idx on public.reviews (shift_id);
create index reviews_created_at_idx on public.reviews (created_at desc, id desc);
create index reviews_rating_idx on public.reviews (rating, created_at desc, id desc);
create index reviews_reasons_idx on public.reviews using gin (reasons);

-- Finds the shift and the vehicle of a new review. It stays without them if the driver had no open shift, or if the review
-- waited longer than a week or a negative time, which is no plausible time. A restored row keeps its own.
create function private.place_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  longest_wait constant interval := '7 days';
  waited constant interval := make_interval(secs => coalesce(new.seconds_waited, 0));
  shift public.shifts;
begin
  if new.shift_id is null and new.vehicle_id is null and waited between interval '0' and longest_wait then
    -- A driver has one open shift at a time, so the last one that began before the review is the only candidate.
    select * into shift from public.shifts s
      where s.driver_id = new.driver_id and s.started_at <= new.created_at - waited
      order by s.started_at desc limit 1;
    if coalesce(shift.ended_at, 'infinity') >= new.created_at - waited then
      new.shift_id := shift.id;
      new.vehicle_id := shift.vehicle_id;
    end if;
  end if;
  return new;
end $$;
revoke execute on function private.place_review() from public;
create trigger place_review before insert on public.reviews for each row execute function private.place_review();

-- Adds the reasons to a review that has none; the first ones stay. Fails if the driver has no such review, or an older one
-- than `period`.
create function private.add_reasons(driver uuid, review_key uuid, by_link boolean, period interval, reasons text[])
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason_count integer;
begin
  select cardinality(r.reasons) into reason_count from public.reviews r
    where r.idempotency_key = add_reasons.review_key and r.driver_id = add_reasons.driver
      and r.by_link = add_reasons.by_link and r.created_at > now() - period
    for update;
  if not found then
    perform private.refuse(404, 'review_not_found', 'There is no such review, or it takes no more reasons');
  end if;
  if reason_count = 0 then
    update public.reviews r set reasons = coalesce(add_reasons.reasons, '{}')
      where r.idempotency_key = add_reasons.review_key;
  end if;
end $$;

-- Adds the reasons to a review that this device has delivered, once; repeating it changes nothing. Only the driver's account
-- may, with the key that the device made for the review, within a day: the device may have lost its signal meanwhile.
create function public.add_review_reasons(review_key uuid, reasons text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.add_reasons(case when private.session_alive() then private.own_driver_id() end, review_key, false,
    '1 day', reasons)
$$;

-- Adds the reasons to the review that was given by a link, once; repeating it changes nothing. The holder of the link may,
-- within half an hour of the review.
create function public.add_reasons_by_link(token text, reasons text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
begin
  select * into link from private.read_rating_link(add_reasons_by_link.token);
  perform private.add_reasons(link.driver, link.key, true, '30 minutes', add_reasons_by_link.reasons);
end $$;

grant insert (reasons, seconds_waited) on public.reviews to authenticated;
revoke execute on function private.add_reasons(uuid, uuid, boolean, interval, text[])
  from public, anon, authenticated, service_role;
revoke execute on function public.add_review_reasons(uuid, text[]) from public, anon, service_role;
grant execute on function public.add_review_reasons(uuid, text[]) to authenticated;
grant execute on function public.add_reasons_by_link(text, text[]) to anon, authenticated;

-- The work of staff on reviews: hiding one with a reason, and notes. Then the list of the panel, and what drivers read of
-- their own reviews.

-- Notes of staff on reviews, in a table that the API does not expose: drivers read their rows of `reviews`.
create table private.review_notes (
  review_id uuid primary key references public.reviews on delete cascade,
  hidden_by uuid references auth.users on delete set null,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  note text check (char_length(note) between 1 and 2000)
);
create index review_notes_hidden_by_idx on private.review_notes (hidden_by);
alter table private.review_notes enable row level security;
revoke all on private.review_notes from public, anon, authenticated, service_role;

-- Refuses work on a review by anybody but staff, and on one that is not there; locks it.
create function private.require_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office work on reviews');
  end if;
  perform from public.reviews r where r.id = require_review.review for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such review');
  end if;
end $$;

-- Logs what staff did to a review, without its words.
create function private.record_review_act(review uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act('resource_modified', 'access', jsonb_build_object('target', 'review:' || review,
    'operation', 'changed', 'changed', changed))
$$;

-- Hides a review. The row stays; the trigger keep_driver_rating takes it out of count and average. Fails with 409 when it is
-- hidden already, so that nobody replaces a colleague's reason, and says in the error's details when, by whom and why. A
-- repeated call with the caller's own reason changes nothing. Staff only.
create function public.hide_review(review uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(hide_review.reason);
  hidden record;
begin
  perform private.require_review(hide_review.review);
  if (char_length(written) between 1 and 500) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 500 characters');
  end if;
  select r.hidden_at, u.email as hidden_by, n.hidden_reason,
      (n.hidden_by, n.hidden_reason) is not distinct from (private.acting_account(), written) as is_own
    into hidden
    from public.reviews r left join private.review_notes n on n.review_id = r.id left join auth.users u on u.id = n.hidden_by
    where r.id = hide_review.review;
  if hidden.hidden_at is not null then
    if hidden.is_own then
      return;
    end if;
    perform private.refuse(409, 'edit_conflict', 'Another person has hidden the review already',
      details => (to_jsonb(hidden) - 'is_own')::text);
  end if;
  update public.reviews r set hidden_at = now() where r.id = hide_review.review;
  insert into private.review_notes as n (review_id, hidden_by, hidden_reason)
    values (hide_review.review, private.acting_account(), written)
    on conflict (review_id) do update set hidden_by = excluded.hidden_by, hidden_reason = excluded.hidden_reason;
  perform private.record_review_act(hide_review.review, 'review_hidden');
end $$;

-- Shows a hidden review again; it counts again. Repeating the call changes nothing. Staff only.
create function public.show_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_review(show_review.review);
  update public.reviews r set hidden_at = null where r.id = show_review.review and r.hidden_at is not null;
  if not found then
    return;
  end if;
  update private.review_notes n set hidden_by = null, hidden_reason = null where n.review_id = show_review.review;
  perform private.record_review_act(show_review.review, 'review_shown');
end $$;

-- Writes the note that staff alone read; an empty one deletes it. Staff only.
create function public.note_review(review uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(note_review.note);
begin
  perform private.require_review(note_review.review);
  if char_length(written) > 2000 then
    perform private.refuse(400, 'validation_failed', 'A note has at most 2000 characters');
  end if;
  insert into private.review_notes as n (review_id, note) values (note_review.review, written)
    on conflict (review_id) do update set note = excluded.note;
  perform private.record_review_act(note_review.review, 'review_note');
end $$;

-- Writes the note in place of the one that the caller has `seen`; empty texts stand for none. Fails with 409 when somebody
-- else has changed it since, and gives their note as the error's details. Staff only.
create function public.edit_review_note(review uuid, note text, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored text;
begin
  perform private.require_review(edit_review_note.review);
  select n.note into stored from private.review_notes n where n.review_id = edit_review_note.review;
  -- A repeated call finds its own note.
  if stored is distinct from private.plain_text(edit_review_note.seen)
    and stored is distinct from private.plain_text(edit_review_note.note) then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the note since', details => stored);
  end if;
  perform public.note_review(edit_review_note.review, edit_review_note.note);
end $$;

revoke execute on function private.require_review(uuid), private.record_review_act(uuid, text)
  from public, anon, authenticated, service_role;
revoke execute on function public.hide_review(uuid, text), public.show_review(uuid), public.note_review(uuid, text),
  public.edit_review_note(uuid, text, text) from public, anon, service_role;
grant execute on function public.hide_review(uuid, text), public.show_review(uuid), public.note_review(uuid, text),
  public.edit_review_note(uuid, text, text) to authenticated;

-- Returns a page of the reviews to staff: `{rows, total}`, newest first, or `lowest` first. `search` is a plate or a part of
-- one, or words of a driver's name and code; `stars` is `1` to `5`, or `low` for three and fewer; `state` is `shown` or
-- `hidden`; empty text stands for all. `since` is inclusive, `until` exclusive. `before` and `before_id` continue below a
-- review, for an export of any length, and leave `total` out.
create function public.list_reviews(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, vehicle uuid default null, stars text default '', reason text default '',
  state text default '', since timestamptz default null, until timestamptz default null, lowest boolean default false,
  before timestamptz default null, before_id uuid default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
  total bigint;
  shown uuid[];
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office see the reviews');
  end if;
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
  return jsonb_build_object('total', total, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'rating', r.rating, 'reasons', r.reasons,
      'comment', nullif(r.comment, 'No comment'), 'by_link', r.by_link, 'created_at', r.created_at,
      'driver_id', r.driver_id, 'driver_name', d.name, 'driver_code', d.driver_code,
      'vehicle_id', r.vehicle_id, 'license_plate', coalesce(v.license_plate, s.license_plate), 'hidden_at', r.hidden_at, 'hidden_by', u.email,
      'hidden_reason', n.hidden_reason, 'note', n.note) order by array_position(shown, r.id)), '[]')
    from public.reviews r left join public.drivers d on d.id = r.driver_id
      left join public.vehicles v on v.id = r.vehicle_id left join public.shifts s on s.id = r.shift_id
      left join private.review_notes n on n.review_id = r.id left join auth.users u on u.id = n.hidden_by
    where r.id = any (shown)));
end $$;
-- Hidden reviews are few among many.
create index reviews_hidden_idx on public.reviews (created_at desc, id desc) where hidden_at is not null;

-- Returns how a driver was rated before midnight in Chile at the beginning of `until`: `{average, count, weeks, reasons}`.
-- `average` and `count` are of all time; `weeks` are the last twelve, each from its Monday; `reasons` are counted in those.
-- An average of fewer than `minimum` reviews, and reasons of fewer, are left out: they would tell of single passengers.
create function private.review_summary(driver uuid, until date, minimum integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  week_count constant integer := 12;
  midnight constant timestamptz := review_summary.until::timestamp at time zone 'America/Santiago';
  last_monday constant date := date_trunc('week', (review_summary.until - 1)::timestamp)::date;
  first_monday constant date := last_monday - 7 * (week_count - 1);
  given public.drivers;
  count bigint;
  total bigint;
begin
  select d.* into given from public.drivers d where d.id = review_summary.driver;
  -- The driver's own counters have the past; only the reviews since midnight have to be read.
  select given.review_count - count(*), given.rating_total - coalesce(sum(r.rating), 0) into count, total
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at >= midnight;
  return (
    with recent as materialized (
      select r.rating, r.reasons, date_trunc('week', r.created_at at time zone 'America/Santiago')::date as week
      from public.reviews r
      where r.driver_id = given.id and r.hidden_at is null and r.created_at < midnight
        and r.created_at >= first_monday::timestamp at time zone 'America/Santiago')
    select jsonb_build_object(
      'count', count,
      'average', case when count >= minimum then round(total::numeric / nullif(count, 0), 2) end,
      'weeks', (
        select jsonb_agg(jsonb_build_object('week', monday::date, 'count', coalesce(w.count, 0),
          'average', case when w.count >= minimum then w.average end) order by monday)
        from generate_series(first_monday::timestamp, last_monday, interval '7 days') as monday
          left join (
            select week, count(*) as count, round(avg(rating), 2) as average from recent group by week) as w
          on w.week = monday::date),
      'reasons', (
        select coalesce(jsonb_agg(jsonb_build_object('reason', told.reason, 'count', told.count)
          order by told.count desc, told.reason), '[]')
        from (select reason, count(*) as count from recent, unnest(recent.reasons) as reason group by reason) as told
        where (select count(*) from recent where reasons <> '{}') >= minimum)));
end $$;

-- Returns how a driver is rated, today included, to staff: see private.review_summary.
create function public.review_trend(driver uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office see the reviews');
  end if;
  return private.review_summary(review_trend.driver, private.chile_today() + 1, 1);
end $$;

-- Returns how the caller's own driver was rated until yesterday: a driver who read a review of the same day would know the
-- passenger. See private.review_summary.
create function public.own_review_summary() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  driver constant uuid := case when private.session_alive() then private.own_driver_id() end;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only drivers read how they are rated');
  end if;
  return private.review_summary(driver, private.chile_today(), 3);
end $$;

revoke execute on function private.review_summary(uuid, date, integer) from public, anon, authenticated, service_role;
revoke execute on function public.list_reviews(integer, integer, text, uuid, uuid, text, text, text, timestamptz,
  timestamptz, boolean, timestamptz, uuid), public.review_trend(uuid), public.own_review_summary()
  from public, anon, service_role;
grant execute on function public.list_reviews(integer, integer, text, uuid, uuid, text, text, text, timestamptz,
  timestamptz, boolean, timestamptz, uuid), public.review_trend(uuid), public.own_review_summary() to authenticated;

-- The report: what passengers said and asked, who drove, and what passengers opened on the devices.

-- The company's figures of each day in Chile. Triggers keep them, so that a year costs no more to read than a day.
create table private.report_days (
  day date primary key,
  -- Reviews that are not hidden, their stars, those of three stars or fewer, and how often each reason was given.
  reviews integer not null default 0,
  stars integer not null default 0,
  low integer not null default 0,
  driving integer not null default 0,
  vehicle integer not null default 0,
  price integer not null default 0,
  route integer not null default 0,
  punctuality integer not null default 0,
  treatment integer not null default 0,
  -- Shifts that began on this day, and the seconds that those which have ended lasted.
  shifts integer not null default 0,
  shift_seconds bigint not null default 0,
  -- Devices that were there on this day. A device that is deleted later stays counted.
  devices integer not null default 0
);
-- The reviews of each driver, and of each vehicle, by day, month and year: a long period adds up years and months.
create table private.review_figures (
  subject text not null check (subject in ('driver', 'vehicle')),
  period text not null check (period in ('day', 'month', 'year')),
  begins date not null,
  subject_id uuid not null,
  reviews integer not null,
  stars integer not null,
  low integer not null,
  primary key (subject, period, begins, subject_id)
);
create index review_figures_subject_id_idx on private.review_figures (subject_id, period, begins);
create index review_figures_empty_idx on private.review_figures (begins) where reviews = 0;
-- The cases that arrived on a day, how many of them were answered, and the seconds that took in all.
create table private.case_days (
  day date not null,
  kind text not null,
  cases integer not null,
  answered integer not null,
  answer_seconds bigint not null,
  primary key (day, kind)
);
-- How often passengers opened a panel or used a link, by day and language. No person and no device.
create table private.usage_counts (
  day date not null,
  name text not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  uses integer not null check (uses > 0),
  primary key (day, name, language)
);
-- The batches of counts that have arrived, so that each counts once, and for the limit a keyed hash of driver and day,
-- which no two days share.
create table private.usage_batches (
  key uuid primary key,
  sender bytea not null,
  received_at timestamptz not null default now()
);
create index usage_batches_sender_idx on private.usage_batches (sender);
create index usage_batches_received_at_idx on private.usage_batches (received_at);
-- The monthly mails that administrators have had, by the first day of the month that they are about.
create table private.report_mails (
  account_id uuid not null references auth.users on delete cascade,
  month date not null,
  sent_at timestamptz not null default now(),
  primary key (account_id, month)
);
alter table private.report_days enable row level security;
alter table private.review_figures enable row level security;
alter table private.case_days enable row level security;
alter table private.usage_counts enable row level security;
alter table private.usage_batches enable row level security;
alter table private.report_mails enable row level security;
revoke all on private.report_days, private.review_figures, private.case_days, private.usage_counts,
  private.usage_batches, private.report_mails from public, anon, authenticated, service_role;
insert into private.signing_keys (name, key)
select 'usage_sender', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Returns a query of the rows that a statement added (sign 1) and removed (sign -1), from the transition tables of its
-- trigger. Only triggers call it, with columns that they name themselves.
create function private.changed_rows(operation text, columns text) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' union all ',
    case when operation <> 'DELETE' then 'select 1 as sign, ' || columns || ' from added' end,
    case when operation <> 'INSERT' then 'select -1 as sign, ' || columns || ' from removed' end)
$$;

-- Returns the statement that adds reviews to the figures. `source` is a query of their sign, created_at, driver_id,
-- vehicle_id, rating, reasons and hidden_at. It locks in one order, so that two of them cannot deadlock.
create function private.review_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    with counted as (
      select (created_at at time zone 'America/Santiago')::date as day, driver_id, vehicle_id, sum(sign) as reviews,
        sum(sign * rating) as stars, sum(sign * (rating <= 3)::integer) as low,
        sum(sign * ('driving' = any (reasons))::integer) as driving,
        sum(sign * ('vehicle' = any (reasons))::integer) as vehicle,
        sum(sign * ('price' = any (reasons))::integer) as price,
        sum(sign * ('route' = any (reasons))::integer) as route,
        sum(sign * ('punctuality' = any (reasons))::integer) as punctuality,
        sum(sign * ('treatment' = any (reasons))::integer) as treatment
      from (%s) as change where hidden_at is null group by 1, 2, 3),
    company as (
      insert into private.report_days as t
        (day, reviews, stars, low, driving, vehicle, price, route, punctuality, treatment)
      select day, sum(reviews), sum(stars), sum(low), sum(driving), sum(vehicle), sum(price), sum(route),
        sum(punctuality), sum(treatment)
      from counted group by day
      having (sum(reviews), sum(stars), sum(low), sum(driving), sum(vehicle), sum(price), sum(route), sum(punctuality),
        sum(treatment)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
      order by day
      on conflict (day) do update set reviews = t.reviews + excluded.reviews, stars = t.stars + excluded.stars,
        low = t.low + excluded.low, driving = t.driving + excluded.driving, vehicle = t.vehicle + excluded.vehicle,
        price = t.price + excluded.price, route = t.route + excluded.route,
        punctuality = t.punctuality + excluded.punctuality, treatment = t.treatment + excluded.treatment)
    insert into private.review_figures as t (subject, period, begins, subject_id, reviews, stars, low)
    select who.subject, part.period, part.begins, who.id, sum(reviews), sum(stars), sum(low)
    from counted
      cross join lateral (values ('day', day), ('month', date_trunc('month', day)::date),
        ('year', date_trunc('year', day)::date)) as part (period, begins)
      cross join lateral (values ('driver', driver_id), ('vehicle', vehicle_id)) as who (subject, id)
    where who.id is not null
    group by 1, 2, 3, 4 having (sum(reviews), sum(stars), sum(low)) <> (0, 0, 0)
    order by 1, 2, 3, 4
    on conflict on constraint review_figures_pkey do update set reviews = t.reviews + excluded.reviews,
      stars = t.stars + excluded.stars, low = t.low + excluded.low
  $sql$, source)
$$;

-- Keeps the figures of reviews in step with every change, hiding included.
create function private.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute private.review_counting(private.changed_rows(tg_op,
    'created_at, driver_id, vehicle_id, rating, reasons, hidden_at'));
  delete from private.review_figures where reviews = 0;
  return null;
end $$;
create trigger count_added_reviews after insert on public.reviews
  referencing new table as added for each statement execute function private.count_reviews();
create trigger count_changed_reviews after update on public.reviews
  referencing old table as removed new table as added for each statement execute function private.count_reviews();
create trigger count_removed_reviews after delete on public.reviews
  referencing old table as removed for each statement execute function private.count_reviews();

-- Returns the statement that adds cases to the figures. `source` is a query of their sign, kind, created_at and
-- answered_at.
create function private.case_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    insert into private.case_days as t (day, kind, cases, answered, answer_seconds)
    select (created_at at time zone 'America/Santiago')::date, kind, sum(sign),
      sum(sign * (answered_at is not null)::integer),
      coalesce(sum(sign * floor(extract(epoch from answered_at - created_at))), 0)
    from (%s) as change group by 1, 2
    having (sum(sign), sum(sign * (answered_at is not null)::integer),
      coalesce(sum(sign * floor(extract(epoch from answered_at - created_at))), 0)) <> (0, 0, 0)
    order by 1, 2
    on conflict (day, kind) do update set cases = t.cases + excluded.cases, answered = t.answered + excluded.answered,
      answer_seconds = t.answer_seconds + excluded.answer_seconds
  $sql$, source)
$$;

-- Keeps the figures of cases in step with every change.
create function private.count_cases() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute private.case_counting(private.changed_rows(tg_op, 'kind, created_at, answered_at'));
  return null;
end $$;
create trigger count_added_cases after insert on public.cases
  referencing new table as added for each statement execute function private.count_cases();
create trigger count_changed_cases after update on public.cases
  referencing old table as removed new table as added for each statement execute function private.count_cases();
create trigger count_removed_cases after delete on public.cases
  referencing old table as removed for each statement execute function private.count_cases();

-- Returns the statement that adds shifts to the figures. `source` is a query of their sign, started_at and ended_at.
create function private.shift_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    insert into private.report_days as t (day, shifts, shift_seconds)
    select (started_at at time zone 'America/Santiago')::date, sum(sign),
      coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)
    from (%s) as change group by 1
    having (sum(sign), coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)) <> (0, 0)
    order by 1
    on conflict (day) do update set shifts = t.shifts + excluded.shifts,
      shift_seconds = t.shift_seconds + excluded.shift_seconds
  $sql$, source)
$$;

-- Keeps the figures of shifts in step with every change. A shift that forget_shifts deletes stays in them: they name
-- nobody, and a report of a year compares it with the year before.
create function private.count_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.forgetting_shifts', true) = 'on' then
    return null;
  end if;
  execute private.shift_counting(private.changed_rows(tg_op, 'started_at, ended_at'));
  return null;
end $$;
create trigger count_added_shifts after insert on public.shifts
  referencing new table as added for each statement execute function private.count_shifts();
create trigger count_changed_shifts after update on public.shifts
  referencing old table as removed new table as added for each statement execute function private.count_shifts();
create trigger count_removed_shifts after delete on public.shifts
  referencing old table as removed for each statement execute function private.count_shifts();

-- Counts a device at its first heartbeat of a day.
create function private.count_device() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.report_days as t (day, devices)
  values ((new.last_seen at time zone 'America/Santiago')::date, 1)
  on conflict (day) do update set devices = t.devices + 1;
  return null;
end $$;
create trigger count_new_device after insert on public.devices
  for each row execute function private.count_device();
-- Few heartbeats are the first of a day: the condition keeps the others from the cost of a function.
create trigger count_device_of_day after update of last_seen on public.devices for each row
  when ((old.last_seen at time zone 'America/Santiago')::date < (new.last_seen at time zone 'America/Santiago')::date)
  execute function private.count_device();

-- Returns the names that are counted: the panels that passengers open, and the links that they use. A test compares them
-- with shared/usage.ts.
create function private.usage_names() returns text[] language sql immutable set search_path = '' as $$
  select array['airport', 'safety', 'routes', 'return', 'tours', 'places', 'talk', 'legal', 'guide', 'map', 'driver',
    'rating', 'display', 'whatsapp', 'whatsappCode']
$$;

-- Adds counts of an active driver's device: `uses` is an array of `{day, name, language, uses}`. A batch that arrives
-- again counts once. Names and days that are not known are left out: an older device may know others. At most 100 batches
-- a day of one driver, of at most 500 entries, each of at most 1,000 uses, so that no driver can fill the table.
create function public.count_usage(batch uuid, uses jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_batches constant integer := 100;
  today constant date := private.chile_today();
  driver constant uuid := private.own_active_driver();
  caller bytea;
begin
  if driver is null then
    perform private.refuse(403, 'not_driver', 'Only devices of active drivers count what is used');
  end if;
  if (batch is not null and jsonb_typeof(count_usage.uses) = 'array' and jsonb_array_length(count_usage.uses) <= 500
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(count_usage.uses) when 'array' then count_usage.uses else '[]' end)
        as entry
      where (entry ->> 'day' ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8]|29|30|31)$'
        and entry ->> 'language' ~ '^[a-z]{2}$' and char_length(entry ->> 'name') <= 40
        and entry ->> 'uses' ~ '^[1-9][0-9]{0,5}$') is not true)) is not true then
    perform private.refuse(400, 'validation_failed', 'The counts are not valid');
  end if;
  select private.hmac_sha256(convert_to(driver || ' ' || today, 'UTF8'), k.key) into caller
    from private.signing_keys k where k.name = 'usage_sender';
  perform pg_advisory_xact_lock(hashtextextended('usage from ' || encode(caller, 'hex'), 0));
  -- Days that are this old are left out below, so an older batch cannot count twice.
  delete from private.usage_batches b where b.received_at < now() - interval '40 days';
  if exists (select from private.usage_batches b where b.key = count_usage.batch) then
    return;
  end if;
  if (select count(*) from private.usage_batches b where b.sender = caller) >= most_batches then
    perform private.refuse(429, 'over_usage_rate_limit', 'Too many counts in one day',
      jsonb_build_object('Retry-After', '3600'));
  end if;
  insert into private.usage_batches (key, sender) values (count_usage.batch, caller) on conflict do nothing;
  -- Two drivers may send the same key at the same moment: it counts for one of them.
  if not found then
    return;
  end if;
  insert into private.usage_counts as t (day, name, language, uses)
  select (entry ->> 'day')::date, entry ->> 'name', entry ->> 'language',
    sum(least((entry ->> 'uses')::integer, 1000))
  from jsonb_array_elements(count_usage.uses) as entry
  where entry ->> 'name' = any (private.usage_names())
    and entry ->> 'day' between (today - 31)::text and (today + 1)::text
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, name, language) do update set uses = t.uses + excluded.uses;
end $$;

-- Returns the company's totals of a period; `devices` is the day with the most.
create function private.report_totals(since date, until date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('reviews', coalesce(sum(d.reviews), 0), 'stars', coalesce(sum(d.stars), 0),
    'low', coalesce(sum(d.low), 0), 'shifts', coalesce(sum(d.shifts), 0),
    'shift_seconds', coalesce(sum(d.shift_seconds), 0), 'devices', coalesce(max(d.devices), 0),
    'reasons', jsonb_build_object('driving', coalesce(sum(d.driving), 0), 'vehicle', coalesce(sum(d.vehicle), 0),
      'price', coalesce(sum(d.price), 0), 'route', coalesce(sum(d.route), 0),
      'punctuality', coalesce(sum(d.punctuality), 0), 'treatment', coalesce(sum(d.treatment), 0)),
    'cases', (
      select coalesce(jsonb_agg(to_jsonb(kinds) order by kinds.cases desc, kinds.kind), '[]') from (
        select c.kind, sum(c.cases) as cases, sum(c.answered) as answered, sum(c.answer_seconds) as answer_seconds
        from private.case_days c where c.day between since and until group by c.kind having sum(c.cases) > 0) as kinds),
    'usage', (
      select coalesce(jsonb_agg(to_jsonb(used) order by used.name, used.language), '[]') from (
        select u.name, u.language, sum(u.uses) as uses
        from private.usage_counts u where u.day between since and until group by u.name, u.language) as used))
  from private.report_days d where d.day between since and until
$$;

-- Returns the curve of a period: its days, its weeks if it is longer than a month, its months if longer than half a year.
create function private.report_curve(since date, until date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('day', part.first, 'reviews', coalesce(sums.reviews, 0),
    'stars', coalesce(sums.stars, 0), 'low', coalesce(sums.low, 0),
    'shift_seconds', coalesce(sums.shift_seconds, 0)) order by part.first)
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
$$;

-- Returns the reviews of a period by driver or by vehicle, of these only unless null. Whole years and months come from
-- their own figures, the rest from those of days.
create function private.reviews_by(subject text, since date, until date, subjects uuid[] default null)
returns table (id uuid, reviews bigint, stars bigint, low bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  first_month constant date := date_trunc('month', since + interval '1 month - 1 day');
  after_months constant date := greatest(date_trunc('month', until + interval '1 day')::date, first_month);
  first_year constant date := date_trunc('year', first_month + interval '1 year - 1 day');
  after_years constant date := greatest(date_trunc('year', after_months)::date, first_year);
begin
  return query select f.subject_id, sum(f.reviews), sum(f.stars), sum(f.low) from private.review_figures f
    where f.subject = reviews_by.subject and (reviews_by.subjects is null or f.subject_id = any (reviews_by.subjects))
      and (f.period = 'year' and f.begins >= first_year and f.begins < after_years
        or f.period = 'month' and f.begins >= first_month and f.begins < least(first_year, after_months)
        or f.period = 'month' and f.begins >= after_years and f.begins < after_months
        or f.period = 'day' and f.begins between reviews_by.since and least(reviews_by.until, first_month - 1)
        or f.period = 'day' and f.begins between after_months and reviews_by.until)
    group by f.subject_id;
end $$;

-- Returns the ten drivers or vehicles with the most reviews of three stars or fewer, then with the lowest average, each
-- with the period before.
create function private.report_subjects(subject text, since date, until date, since_before date, until_before date)
returns jsonb language sql stable set search_path = '' as $$
  with worst as materialized (
    select * from private.reviews_by(subject, since, until) r
    order by r.low desc, r.stars::numeric / nullif(r.reviews, 0), r.reviews desc, r.id limit 10)
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', coalesce(d.name, v.license_plate),
      'code', d.driver_code, 'reviews', w.reviews, 'stars', w.stars, 'low', w.low,
      'reviews_before', coalesce(b.reviews, 0), 'stars_before', coalesce(b.stars, 0), 'low_before', coalesce(b.low, 0))
    order by w.low desc, w.stars::numeric / nullif(w.reviews, 0), w.reviews desc, w.id), '[]')
  from worst w
    left join private.reviews_by(subject, since_before, until_before, array(select worst.id from worst)) b on b.id = w.id
    left join public.drivers d on d.id = w.id left join public.vehicles v on v.id = w.id
$$;

-- Returns the active drivers who began no shift in a period, `{count, rows}`, the first ten by name; null for a company
-- without vehicles, which has no shifts, and for a period whose first shifts may have been deleted.
create function private.report_idle(since date, until date) returns jsonb
language sql stable set search_path = '' as $$
  with idle as materialized (
    select d.id, d.name, d.driver_code as code from public.drivers d
    where d.state = 'active' and not exists (
      select from public.shifts s where s.driver_id = d.id
        and s.started_at >= since::timestamp at time zone 'America/Santiago'
        and s.started_at < (until + 1)::timestamp at time zone 'America/Santiago'))
  select jsonb_build_object('count', (select count(*) from idle), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.name, shown.id), '[]')
    from (select * from idle i order by i.name, i.id limit 10) as shown))
  where exists (select from public.vehicles)
    and since > private.chile_today() - coalesce(private.setting('shift_retention_days'), '365')::integer
$$;

-- Returns the period before one: the month before a whole month, else as many days.
create function private.period_before(since date, until date, out first date, out last date)
language sql immutable set search_path = '' as $$
  select case when since = date_trunc('month', since) and until = date_trunc('month', since) + interval '1 month - 1 day'
      then (since - interval '1 month')::date else since - (until - since + 1) end,
    since - 1
$$;

-- Returns the report of a period beside the one before. It asks nobody for rights: `report` does, and our server mails it.
-- The documents that expire are those that the list of documents shows for that month.
create function private.report_of(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  before record;
  next_month constant date := date_trunc('month', private.chile_today()) + interval '1 month';
begin
  before := private.period_before(since, until);
  return jsonb_build_object('since', since, 'until', until, 'since_before', before.first, 'until_before', before.last,
    'now', private.report_totals(since, until), 'before', private.report_totals(before.first, before.last),
    'curve', private.report_curve(since, until),
    'drivers', private.report_subjects('driver', since, until, before.first, before.last),
    'vehicles', private.report_subjects('vehicle', since, until, before.first, before.last),
    'idle', private.report_idle(since, until),
    'expiring', jsonb_build_object('month', to_char(next_month, 'YYYY-MM'), 'count', (
      select count(*) from public.documents d
      where d.expires_on >= next_month and d.expires_on < next_month + interval '1 month')));
end $$;

-- Returns the report of a period of at most three years, beside the period before, to administrators and the office.
create function public.report(since date, until date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office read the report');
  end if;
  if (since between '2000-01-01' and until and until < '2200-01-01' and until - since < 1100) is not true then
    perform private.refuse(400, 'validation_failed', 'The period is not valid');
  end if;
  return private.report_of(since, until);
end $$;

-- Returns the administrators who have not had the mail about last month. None in the second half of a month, none about a
-- month without reviews, cases and shifts, and none while the setting `report_mail` is off.
create function private.due_report_mails() returns table (account_id uuid, email text, language text, month date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', last_month.first
  from (select (date_trunc('month', private.chile_today()) - interval '1 month')::date as first,
      (date_trunc('month', private.chile_today()) - interval '1 day')::date as last) as last_month
    cross join auth.users u
  where coalesce(private.setting('report_mail'), 'true') = 'true' and extract(day from private.chile_today()) <= 15
    and private.is_active_administrator(u) and u.email <> ''
    and (exists (select from private.report_days d
        where d.day between last_month.first and last_month.last and d.reviews + d.shifts > 0)
      or exists (select from private.case_days c
        where c.day between last_month.first and last_month.last and c.cases > 0))
    and not exists (select from private.report_mails m where m.account_id = u.id and m.month = last_month.first)
  order by u.id
$$;

revoke execute on function private.changed_rows(text, text), private.review_counting(text), private.count_reviews(),
  private.case_counting(text), private.count_cases(), private.shift_counting(text), private.count_shifts(),
  private.count_device(), private.usage_names(), private.report_totals(date, date), private.report_curve(date, date),
  private.reviews_by(text, date, date, uuid[]), private.report_subjects(text, date, date, date, date),
  private.report_idle(date, date), private.period_before(date, date), private.report_of(date, date),
  private.due_report_mails() from public, anon, authenticated, service_role;
revoke execute on function public.report(date, date), public.count_usage(uuid, jsonb) from public, anon, service_role;
grant execute on function public.report(date, date), public.count_usage(uuid, jsonb) to authenticated;

-- Announcements: the company's messages to its drivers, who read them at the start of a shift or in the driver's menu.

create table private.announcements (
  id uuid primary key default gen_random_uuid(),
  -- Plain text in the language it was written in. Null for the notice of a new privacy policy, which each device words in
  -- the driver's language.
  body text check (char_length(body) between 1 and 1000),
  language text not null default 'es' check (language ~ '^[a-z]{2}$'),
  policy_version integer unique check (policy_version > 0),
  audience text not null check (audience in ('all', 'drivers', 'vehicles')),
  -- The last day in Chile on which it holds.
  valid_until date not null,
  created_at timestamptz not null default now(),
  author_id uuid references auth.users on delete set null,
  withdrawn_at timestamptz,
  check ((body is null) = (policy_version is not null))
);
create index announcements_order_idx on private.announcements (created_at desc, id desc);
create index announcements_valid_until_idx on private.announcements (valid_until);
create index announcements_author_id_idx on private.announcements (author_id);

-- The drivers or the vehicles that an announcement is for, unless it is for all.
create table private.announcement_targets (
  id bigint generated always as identity primary key,
  announcement_id uuid not null references private.announcements on delete cascade,
  driver_id uuid references public.drivers on delete cascade,
  vehicle_id uuid references public.vehicles on delete cascade,
  check (num_nonnulls(driver_id, vehicle_id) = 1),
  unique nulls not distinct (announcement_id, driver_id, vehicle_id)
);
create index announcement_targets_driver_id_idx on private.announcement_targets (driver_id);
create index announcement_targets_vehicle_id_idx on private.announcement_targets (vehicle_id);

-- The first time that each driver confirmed an announcement.
create table private.announcement_reads (
  announcement_id uuid not null references private.announcements on delete cascade,
  driver_id uuid not null references public.drivers on delete cascade,
  read_at timestamptz not null default now(),
  primary key (announcement_id, driver_id)
);
create index announcement_reads_driver_id_idx on private.announcement_reads (driver_id);

-- Only the functions below reach the tables: each shows its caller no more than the caller may see.
alter table private.announcements enable row level security;
alter table private.announcement_targets enable row level security;
alter table private.announcement_reads enable row level security;
revoke all on private.announcements, private.announcement_targets, private.announcement_reads
  from public, anon, authenticated, service_role;

-- The active drivers whom each announcement is for: all, those it names, and those of the vehicles it names, who are
-- assigned to one or have had a shift in it since the announcement was written. Readers stay, also when their assignment
-- ends. A driver who came after a policy has accepted it at the registration.
create view private.announcement_recipients with (security_invoker = true) as
select a.id as announcement_id, d.id as driver_id
from private.announcements a join public.drivers d on a.policy_version is null or d.created_at < a.created_at
where a.audience = 'all' and d.state = 'active'
union
select t.announcement_id, d.id
from private.announcement_targets t join public.drivers d on d.id = t.driver_id
where d.state = 'active'
union
select t.announcement_id, d.id
from private.announcement_targets t join public.vehicle_drivers v on v.vehicle_id = t.vehicle_id
  join public.drivers d on d.id = v.driver_id
where d.state = 'active'
union
select t.announcement_id, d.id
from private.announcement_targets t join private.announcements a on a.id = t.announcement_id
  join public.shifts s on s.vehicle_id = t.vehicle_id and coalesce(s.ended_at, 'infinity') > a.created_at
  join public.drivers d on d.id = s.driver_id
where d.state = 'active'
union
select r.announcement_id, d.id
from private.announcement_reads r join public.drivers d on d.id = r.driver_id
where d.state = 'active';
revoke all on private.announcement_recipients from public, anon, authenticated, service_role;

-- Returns the announcements that hold for the calling driver, newest first, each with when the server learned that the
-- driver has read it. None for anybody but an active driver.
create function public.own_announcements()
returns table (id uuid, body text, language text, policy_version integer, valid_until date, created_at timestamptz,
  read_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := private.own_active_driver();
begin
  return query select a.id, a.body, a.language, a.policy_version, a.valid_until, a.created_at, r.read_at
    from private.announcements a
      join private.announcement_recipients each on each.announcement_id = a.id and each.driver_id = reader
      left join private.announcement_reads r on r.announcement_id = a.id and r.driver_id = reader
    where a.withdrawn_at is null and a.valid_until >= private.chile_today()
    order by a.created_at desc, a.id desc;
end $$;

-- Notes that the calling driver has read an announcement; a repeated call keeps the first time. It counts also after the
-- announcement ended or was withdrawn, because a device without a network sends it late.
create function public.read_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reader constant uuid := private.own_active_driver();
begin
  if not exists (select from private.announcement_recipients each
    where each.announcement_id = read_announcement.announcement and each.driver_id = reader) then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement for this driver');
  end if;
  insert into private.announcement_reads (announcement_id, driver_id) values (read_announcement.announcement, reader)
  on conflict do nothing;
end $$;

-- Refuses anybody but staff.
create function private.require_announcer() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office write to the drivers');
  end if;
end $$;

-- Logs what staff did to an announcement, without its words.
create function private.record_announcement_act(announcement uuid, operation text, changed text default null)
returns void language sql volatile security definer set search_path = '' as $$
  select private.record_act('resource_modified', 'access', jsonb_strip_nulls(jsonb_build_object(
    'target', 'announcement:' || announcement, 'operation', operation, 'changed', changed)))
$$;

-- Writes an announcement for all drivers, or for those that `drivers` or `vehicles` name, until the end of a day in Chile
-- at most a year ahead. Staff only. The caller chooses the id: a repeated call writes it once.
create function public.write_announcement(id uuid, body text, valid_until date, language text default 'es',
  drivers uuid[] default null, vehicles uuid[] default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 500;
  written constant text := private.plain_text(write_announcement.body);
begin
  perform private.require_announcer();
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

-- Withdraws an announcement: no driver sees it any more, and the company still sees who read it. Staff only. Repeating the
-- call changes nothing.
create function public.withdraw_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_announcer();
  update private.announcements a set withdrawn_at = now()
    where a.id = withdraw_announcement.announcement and a.withdrawn_at is null;
  if found then
    perform private.record_announcement_act(announcement, 'changed', 'withdrawn_at');
  elsif not exists (select from private.announcements a where a.id = withdraw_announcement.announcement) then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement');
  end if;
end $$;

-- Deletes an announcement with its readers. Administrators only, because it cannot be undone.
create function public.delete_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators delete announcements');
  end if;
  delete from private.announcements a where a.id = delete_announcement.announcement;
  if not found then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement');
  end if;
  perform private.record_announcement_act(announcement, 'deleted');
end $$;

-- Returns a page of the announcements to staff, newest first: `{rows, total}`. `state` is `current`, `ended` (also the
-- withdrawn ones), or empty for all. Each row says how many drivers it is for, how many have read it, and the names of the
-- first three drivers or vehicles that it names.
create function public.list_announcements(page integer default 1, per_page integer default 25, search text default '',
  state text default '')
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_announcements.search, 100))), ' ');
begin
  perform private.require_announcer();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and state in ('', 'current', 'ended')) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return (
    with matching as materialized (
      select a.* from private.announcements a
        cross join lateral (select a.withdrawn_at is null and a.valid_until >= private.chile_today()) as holds (now)
      where list_announcements.state in ('', case when holds.now then 'current' else 'ended' end)
        and not exists (select from unnest(words) as word where strpos(private.fold(coalesce(a.body, '')), word) = 0)),
    shown as materialized (
      select m.* from matching m order by m.created_at desc, m.id desc
      limit per_page offset (list_announcements.page - 1) * per_page::bigint)
    select jsonb_build_object('total', (select count(*) from matching), 'rows', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'author_id' || jsonb_build_object(
        'author', (select u.email from auth.users u where u.id = s.author_id),
        'targets', (select count(*) from private.announcement_targets t where t.announcement_id = s.id),
        'names', (
          select coalesce(jsonb_agg(named.name order by named.name), '[]') from (
            select coalesce(d.name, v.license_plate) as name from private.announcement_targets t
              left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
            where t.announcement_id = s.id order by 1 limit 3) as named),
        'recipients', (select count(*) from private.announcement_recipients each where each.announcement_id = s.id),
        'reads', (
          select count(*) from private.announcement_reads r join public.drivers d on d.id = r.driver_id
          where r.announcement_id = s.id and d.state = 'active'))
        order by s.created_at desc, s.id desc), '[]')
      from shown s)));
end $$;

-- Returns a page of the drivers whom an announcement is for to staff, those who have not read it first: `{rows, total}`.
create function public.list_announcement_readers(announcement uuid, page integer default 1, per_page integer default 25)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_announcer();
  if (page between 1 and 1000000 and per_page between 1 and 1000) is not true then
    perform private.refuse(400, 'validation_failed', 'The page is not valid');
  end if;
  return (
    with named as materialized (
      select d.id, d.name, d.driver_code, d.license_plate, d.contact, r.read_at
      from private.announcement_recipients each join public.drivers d on d.id = each.driver_id
        left join private.announcement_reads r
          on r.announcement_id = each.announcement_id and r.driver_id = each.driver_id
      where each.announcement_id = list_announcement_readers.announcement)
    select jsonb_build_object('total', (select count(*) from named), 'rows', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.read_at is not null, n.name, n.id), '[]') from (
        select * from named order by read_at is not null, name, id
        limit per_page offset (list_announcement_readers.page - 1) * per_page::bigint) as n)));
end $$;

-- Tells every driver of a new privacy policy once, when a release publishes one: the notice of an earlier version ends.
create function private.announce_policy() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  published constant integer := (new.content #>> '{policy,version}')::integer;
begin
  if published > (select (r.content #>> '{policy,version}')::integer from public.content_releases r
    where r.id < new.id order by r.id desc limit 1) then
    update private.announcements a set withdrawn_at = now()
      where a.policy_version < published and a.withdrawn_at is null;
    insert into private.announcements (policy_version, audience, valid_until, author_id)
      values (published, 'all', private.chile_today() + 366, new.published_by)
    on conflict (policy_version) do nothing;
  end if;
  return null;
end $$;
create trigger announce_policy after insert on public.content_releases
  for each row execute function private.announce_policy();

-- Deletes announcements a year after they ended, with who read them; returns their number. Our server calls it daily.
create function private.forget_announcements(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten bigint;
begin
  delete from private.announcements a where a.valid_until < (as_of - interval '365 days')::date;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- Returns the announcements that a person wrote, and those that the person's drivers have read, for personal_data.
create function private.announcements_of(person uuid) returns jsonb
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
      where r.driver_id in (
        select d.id from public.drivers d where d.created_by = person
        union all select link.driver_id from public.user_drivers link where link.user_id = person)))
$$;

-- Returns the replies and notes in passengers' cases that a person wrote, for personal_data.
create function private.case_messages_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('case', c.number, 'kind', m.kind, 'text', m.body, 'spanish', m.spanish,
    'created_at', m.created_at) order by m.created_at), '[]')
  from public.case_messages m join public.cases c on c.id = m.case_id where m.author_id = person
$$;

revoke execute on function private.require_announcer(), private.record_announcement_act(uuid, text, text),
  private.announce_policy(), private.forget_announcements(timestamptz), private.announcements_of(uuid),
  private.case_messages_of(uuid) from public, anon, authenticated, service_role;
revoke execute on function public.own_announcements(), public.read_announcement(uuid),
  public.write_announcement(uuid, text, date, text, uuid[], uuid[]), public.withdraw_announcement(uuid),
  public.delete_announcement(uuid), public.list_announcements(integer, integer, text, text),
  public.list_announcement_readers(uuid, integer, integer) from public, anon, service_role;
grant execute on function public.own_announcements(), public.read_announcement(uuid),
  public.write_announcement(uuid, text, date, text, uuid[], uuid[]), public.withdraw_announcement(uuid),
  public.delete_announcement(uuid), public.list_announcements(integer, integer, text, text),
  public.list_announcement_readers(uuid, integer, integer) to authenticated;

-- Printed cards: the register of the credentials, headrest cards and stickers that the company has printed, and of the
-- receipts that it has written. A passenger reads a receipt by the secret in its QR code.

create table public.printed_cards (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('credential', 'headrest', 'sticker', 'receipt')),
  -- Counts from 1 within each kind, without gaps.
  folio integer not null check (folio > 0),
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  -- Name, plate and photo as they stand on the card: they answer once the records are deleted.
  driver_name text check (char_length(driver_name) between 1 and 200),
  license_plate text check (license_plate ~ '^[A-Z0-9]{4,8}$'),
  photo_url text check (char_length(photo_url) <= 2000),
  -- The rest of what stands on the card: the company's data, and the licence class, the verification code or the trip.
  details jsonb not null check (octet_length(details::text) <= 4000),
  -- Opens the page of a receipt: 256 random bits in base64url. The row holds more than the page shows, so that a hash
  -- would protect nothing.
  secret text constraint printed_cards_secret_key unique check (secret ~ '^[A-Za-z0-9_-]{43}$'),
  printed_by uuid references auth.users on delete set null,
  printed_at timestamptz not null default now(),
  -- A receipt that does not hold. Row and folio stay: a gap would look as if something had been hidden.
  voided_at timestamptz,
  void_reason text constraint printed_cards_voided check ((voided_at is null) = (void_reason is null)
    and (void_reason is null or kind = 'receipt' and char_length(void_reason) between 1 and 300)),
  constraint printed_cards_folio_key unique (kind, folio),
  constraint printed_cards_receipt check ((kind = 'receipt') = (secret is not null))
);
create index printed_cards_printed_at_idx on public.printed_cards (printed_at desc, id);
create index printed_cards_driver_id_idx on public.printed_cards (driver_id);
create index printed_cards_vehicle_id_idx on public.printed_cards (vehicle_id);
create index printed_cards_printed_by_idx on public.printed_cards (printed_by);
alter table public.printed_cards enable row level security;

-- The service role reads and writes every row: the operator holds its key.
create policy printed_cards_service on public.printed_cards for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy printed_cards_session on public.printed_cards as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only staff read the register. No role of a person writes it directly: a folio is given once.
create policy printed_cards_select on public.printed_cards for select to authenticated
  using ((select private.is_staff()));
revoke all on public.printed_cards from anon, authenticated;
grant select on public.printed_cards to authenticated;
grant all on public.printed_cards to service_role;

-- The last folio of each kind. It outlasts expired cards, so that no folio comes twice.
create table private.card_folios (
  kind text primary key,
  folio integer not null
);
alter table private.card_folios enable row level security;
revoke all on private.card_folios from public, anon, authenticated, service_role;

-- Gives the next folio of a kind. The row lock serialises simultaneous calls, and a call that fails gives its folio back.
create function private.next_folio(kind text) returns integer
language sql volatile security definer set search_path = '' as $$
  insert into private.card_folios as f (kind, folio) values (next_folio.kind, 1)
  on conflict on constraint card_folios_pkey do update set folio = f.folio + 1
  returning f.folio
$$;

-- Returns the company's data that stand on cards and receipts, from the newest release.
create function private.card_company() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('name', r.content -> 'company' -> 'name', 'legalName', r.content -> 'company' -> 'legalName',
      'rut', r.content -> 'company' -> 'rut', 'address', r.content -> 'company' -> 'address',
      'phone', r.content -> 'company' -> 'phone', 'whatsappNumber', r.content -> 'company' -> 'whatsappNumber')
    from public.content_releases r order by r.id desc limit 1),
    '{"name": "", "legalName": "", "rut": "", "address": "", "phone": "", "whatsappNumber": ""}')
$$;

-- Returns whether the newest release says that the company hands out a tax document for each trip.
create function private.has_tax_document() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((
    select r.content -> 'company' -> 'taxDocument' from public.content_releases r order by r.id desc limit 1),
    'false')::boolean
$$;

-- Returns 256 random bits in base64url.
create function private.card_secret() returns text language sql volatile set search_path = '' as $$
  select translate(rtrim(encode(sha256(string_agg(uuid_send(gen_random_uuid()), '')), 'base64'), '='), '+/', '-_')
  from generate_series(1, 4)
$$;

-- Refuses everybody but staff.
create function private.require_printing() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office print cards');
  end if;
end $$;

-- Returns whether a card with this id is in the register. A simultaneous call with the same id waits for the first one, so
-- that it takes no folio.
create function private.is_registered(card uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('card ' || is_registered.card, 0));
  return exists (select from public.printed_cards c where c.id = is_registered.card);
end $$;

-- Registers cards of one kind, at most 100, and returns their ids in the given order. Each names a driver and a plate,
-- and a credential also the licence class. Each may bring its id: a repeated call registers it once. Staff only. Name,
-- photo and verification code come from the driver's record, so that nobody prints a credential for somebody whom the
-- company does not know.
create function public.register_cards(kind text, cards jsonb) returns table (id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 100;
  card record;
  driver public.drivers;
  company jsonb;
  registered integer := 0;
begin
  perform private.require_printing();
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

-- Writes a receipt for a trip. `pesos` is the amount. The receipt says that it is no tax document, unless the company's
-- content says that it hands out one besides. The caller chooses the id: a repeated call writes it once. Staff only.
create function public.issue_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  from_place constant text := private.plain_text(left(issue_receipt.origin, 200));
  to_place constant text := private.plain_text(left(issue_receipt.destination, 200));
  number_plate constant text := nullif(private.plate_of(left(issue_receipt.plate, 40)), '');
begin
  perform private.require_printing();
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

-- Voids a receipt: its page and every later print say so. The log has who did it and why. The first reason stays: a
-- repeated call fails. Staff only.
create function public.void_receipt(receipt uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(void_receipt.reason);
  voided public.printed_cards;
begin
  perform private.require_printing();
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

-- Returns the receipt of whoever holds its secret, without ids and without who wrote it. `details` has the moment of a void
-- one as `voidedAt`, without its reason. No row for an unknown secret.
create function public.receipt_by_secret(secret text)
returns table (folio integer, printed_at timestamptz, driver_name text, license_plate text, details jsonb)
language sql stable security definer set search_path = '' as $$
  select c.folio, c.printed_at, c.driver_name, c.license_plate,
    c.details || case when c.voided_at is null then '{}' else jsonb_build_object('voidedAt', c.voided_at) end
  from public.printed_cards c where c.secret = left(receipt_by_secret.secret, 100)
$$;

-- Deletes cards and receipts older than the setting `card_retention_days` and returns their number. Our server calls it
-- daily. Folios go on counting.
create function private.forget_cards(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('card_retention_days'), '730');
  forgotten bigint;
begin
  delete from public.printed_cards c where c.printed_at < as_of - make_interval(days => days);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- Returns the cards that name a person's drivers, for personal_data.
create function private.cards_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'folio', c.folio, 'name', c.driver_name,
    'license_plate', c.license_plate, 'printed_at', c.printed_at, 'licence', c.details -> 'licence')
    order by c.printed_at, c.folio), '[]')
  from public.printed_cards c
  where c.driver_id in (
    select d.id from public.drivers d where d.created_by = person
    union all select link.driver_id from public.user_drivers link where link.user_id = person)
$$;

revoke execute on function private.next_folio(text), private.card_company(), private.has_tax_document(),
  private.require_printing(), private.is_registered(uuid), private.card_secret(), private.forget_cards(timestamptz),
  private.cards_of(uuid) from public, anon, authenticated, service_role;
revoke execute on function public.register_cards(text, jsonb),
  public.issue_receipt(uuid, timestamptz, text, text, integer, uuid, text), public.void_receipt(uuid, text)
  from public, anon, service_role;
grant execute on function public.register_cards(text, jsonb),
  public.issue_receipt(uuid, timestamptz, text, text, integer, uuid, text), public.void_receipt(uuid, text)
  to authenticated;
grant execute on function public.receipt_by_secret(text) to anon, authenticated;

-- The ratings that printed cards have opened in the last day, for the limits: by a keyed hash of the sender's network,
-- and by driver.
create table private.card_ratings (
  key uuid primary key,
  sender bytea not null,
  driver_id uuid not null references public.drivers on delete cascade,
  opened_at timestamptz not null default now()
);
create index card_ratings_sender_idx on private.card_ratings (sender, driver_id, opened_at);
create index card_ratings_driver_id_idx on private.card_ratings (driver_id, opened_at);
alter table private.card_ratings enable row level security;
revoke all on private.card_ratings from public, anon, authenticated, service_role;

-- Opens one rating for anybody who scans the code of a printed card. Paper shows the same code for months, so that its
-- holder need not sit in the vehicle: one network opens one rating of a driver in six hours, and a driver gets ten a day
-- this way, which is less than the device's own links allow. A repeated scan gets the same link.
create function public.card_rating_link(code text)
returns table (token text, first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_driver constant integer := 10;
  pause constant interval := '6 hours';
  caller constant bytea := private.case_sender();
  driver uuid;
  link private.rating_links;
begin
  select d.id into driver from public.drivers d where d.verification_code
    = translate(upper(regexp_replace(left(card_rating_link.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
  if driver is null or not private.is_in_service(driver) then
    perform private.refuse(400, 'rating_link_invalid', 'This is not a code of ours');
  end if;
  -- Two scans at the same moment get the same link.
  perform from public.drivers d where d.id = driver for no key update;
  delete from private.card_ratings c where c.opened_at < now() - interval '1 day';
  delete from private.rating_links l where l.driver_id = driver and l.expires_at < now() - interval '1 hour';
  select l.* into link from private.card_ratings c join private.rating_links l on l.key = c.key
    where c.sender = caller and c.driver_id = driver order by c.opened_at desc limit 1;
  if not found then
    if (select count(*) from private.card_ratings c where c.driver_id = driver) >= most_of_driver
      or exists (select from private.card_ratings c
        where c.sender = caller and c.driver_id = driver and c.opened_at > now() - pause) then
      perform private.refuse(429, 'over_rating_link_rate_limit', 'Too many ratings by printed cards. Try again later',
        jsonb_build_object('Retry-After', '3600'));
    end if;
    insert into private.rating_links (key, driver_id, expires_at, opened_at, by_card)
      values (gen_random_uuid(), driver, date_trunc('second', now() + interval '30 minutes'), now(), true)
      returning * into link;
    insert into private.card_ratings (key, sender, driver_id) values (link.key, caller, driver);
  end if;
  token := private.rating_token(link);
  return query select card_rating_link.token, r.first_name, r.license_plate, r.photo_url, r.state
    from public.rating_link(token) r;
end $$;
revoke execute on function public.card_rating_link(text) from public;
grant execute on function public.card_rating_link(text) to anon, authenticated;

-- Rights desk (Chile's law 21.719): requests of drivers and passengers about their personal data. A person asks on the page
-- /rights without an account; administrators answer in the panel.

create table public.rights_requests (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  -- Made like the number of a case: six digits that do not tell how many requests there are, and open nothing.
  number text generated always as
    ((100000 + (sequence * 387641) % 900000 + sequence / 900000 * 900000)::text) stored
    constraint rights_requests_number_key unique,
  kind text not null
    check (kind in ('access', 'rectification', 'erasure', 'objection', 'portability', 'blocking')),
  person text not null check (person in ('passenger', 'driver', 'other')),
  -- The way on which the request came: the page, or an administrator who heard it or has it on paper.
  channel text not null check (channel in ('page', 'spoken', 'paper')),
  -- Null while the request is open. `unconfirmed` closes one whose author never showed that the contact is theirs.
  outcome text check (outcome in ('granted', 'partly', 'refused', 'unconfirmed')),
  is_closed boolean not null generated always as (outcome is not null) stored,
  language text not null check (language ~ '^[a-z]{2}$'),
  name text not null check (char_length(name) between 1 and 120),
  body text not null check (char_length(body) between 1 and 2000),
  email text check (char_length(email) <= 254 and email ~ '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$'),
  phone text check (phone ~ '^[+][0-9]{9,15}$'),
  -- Whether a mail with the link that confirms the contact waits, has gone, or was given up after two days of retries; null
  -- for none.
  link_mail text check (link_mail in ('waiting', 'sent', 'failed')),
  -- When the author opened a link sent to the contact, or an administrator saw who it is.
  confirmed_at timestamptz,
  -- The author's account, for the file of personal data.
  account_id uuid references auth.users on delete set null,
  received_on date not null default private.chile_today(),
  due_on date not null,
  -- Given once, when the deadline was extended.
  extension_reason text check (char_length(extension_reason) between 1 and 2000),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index rights_requests_order_idx on public.rights_requests (is_closed, due_on, id);
create index rights_requests_account_id_idx on public.rights_requests (account_id);
create index rights_requests_link_mail_idx on public.rights_requests (created_at) where link_mail = 'waiting';

-- The timeline of a request: replies to the author, notes on what was done, and events that have their code in `body`.
create table public.rights_messages (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.rights_requests on delete cascade,
  kind text not null check (kind in ('reply', 'note', 'event')),
  body text not null check (char_length(body) between 1 and 2000),
  -- The Spanish of a reply in another language, for the company.
  spanish text check (char_length(spanish) between 1 and 2000),
  author_id uuid references auth.users on delete set null,
  -- Whether a mail with the reply waits, has gone, or was given up after two days of retries; null for a reply without mail.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null default clock_timestamp()
);
create index rights_messages_request_id_idx on public.rights_messages (request_id, created_at);
create index rights_messages_author_id_idx on public.rights_messages (author_id);
create index rights_messages_mail_idx on public.rights_messages (created_at) where mail = 'waiting';

alter table public.rights_requests enable row level security;
alter table public.rights_messages enable row level security;

-- The service role reads and writes every row: the operator holds its key.
create policy rights_requests_service on public.rights_requests for all to service_role using (true) with check (true);
create policy rights_messages_service on public.rights_messages for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy rights_requests_session on public.rights_requests as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy rights_messages_session on public.rights_messages as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only administrators read requests: an answer gives or deletes a person's data. No role of a person writes them directly.
create policy rights_requests_select on public.rights_requests for select to authenticated
  using ((select private.is_admin()));
create policy rights_messages_select on public.rights_messages for select to authenticated
  using ((select private.is_admin()));
revoke all on public.rights_requests, public.rights_messages from anon, authenticated;
grant select on public.rights_requests, public.rights_messages to authenticated;
grant all on public.rights_requests, public.rights_messages to service_role;

-- Hashes of the secrets that open the page of a request.
create table private.rights_secrets (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  request_id uuid not null references public.rights_requests on delete cascade,
  -- The contact to which the secret was sent: its holder reads what is sent there. Null for the one of the author's phone.
  sent_to text check (sent_to in ('email', 'phone'))
);
create index rights_secrets_request_id_idx on private.rights_secrets (request_id);
-- Mails to administrators that have gone, so that each goes once: about a new request, and before its deadline.
create table private.rights_notices (
  request_id uuid not null references public.rights_requests on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  reason text not null check (reason in ('new', 'due')),
  due_on date not null,
  sent_at timestamptz not null default now(),
  primary key (request_id, account_id, reason, due_on)
);
create index rights_notices_account_id_idx on private.rights_notices (account_id);
alter table private.rights_secrets enable row level security;
alter table private.rights_notices enable row level security;
revoke all on private.rights_secrets, private.rights_notices from public, anon, authenticated, service_role;

-- Returns the day until which a request has to be answered: 30 days, or for blocking, which is urgent, two working days.
create function private.rights_deadline(kind text, received date) returns date
language sql immutable set search_path = '' as $$
  select case when kind = 'blocking' then private.working_days_after(received, 2) else received + 30 end
$$;

-- Stores a request whose values have been checked, and returns its id.
create function private.add_rights_request(kind text, person text, channel text, name text, body text, language text,
  email text, phone text, received date) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  added uuid;
  telephone constant text := private.phone_of(left(add_rights_request.phone, 60));
begin
  if private.plain_text(add_rights_request.name) is null or private.plain_text(add_rights_request.body) is null
    or add_rights_request.phone is not null and telephone is null then
    perform private.refuse(400, 'validation_failed', 'The request lacks something, or has a value that it cannot have');
  end if;
  insert into public.rights_requests (kind, person, channel, name, body, language, email, phone, received_on, due_on)
    values (add_rights_request.kind, add_rights_request.person, add_rights_request.channel,
      private.plain_text(add_rights_request.name), private.plain_text(add_rights_request.body),
      add_rights_request.language, private.plain_text(add_rights_request.email), telephone,
      add_rights_request.received, private.rights_deadline(add_rights_request.kind, add_rights_request.received))
    returning id into added;
  return added;
end $$;

-- Takes a request from anybody and returns its number. The caller chooses the secret of its page, 256 bits in base64url,
-- which is also the idempotency key. One network opens ten requests and cases an hour. The link that confirms an e-mail
-- address goes out at most three times a day to one address, which may be somebody else's. A request has one contact:
-- confirming it would prove nothing about a second one.
create function public.open_rights_request(secret text, kind text, person text, name text, body text,
  language text default 'es', email text default null, phone text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_mails constant integer := 3;
  hash bytea;
  opened uuid;
begin
  if open_rights_request.secret is null or open_rights_request.secret !~ '^[A-Za-z0-9_-]{43}$'
    or num_nonnulls(private.plain_text(open_rights_request.email), open_rights_request.phone) <> 1 then
    perform private.refuse(400, 'validation_failed', 'The request has a secret and one contact');
  end if;
  hash := sha256(convert_to(open_rights_request.secret, 'UTF8'));
  -- Two retries at the same moment open one request.
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  select s.request_id into opened from private.rights_secrets s where s.secret_hash = hash;
  if opened is null then
    perform private.limit_case_openings(null);
    opened := private.add_rights_request(open_rights_request.kind, open_rights_request.person, 'page',
      open_rights_request.name, open_rights_request.body, open_rights_request.language, open_rights_request.email,
      open_rights_request.phone, private.chile_today());
    insert into private.rights_secrets (secret_hash, request_id) values (hash, opened);
    update public.rights_requests r set link_mail = 'waiting'
      where r.id = opened and r.email is not null and (select count(*) from public.rights_requests other
        where lower(other.email) = lower(r.email) and other.link_mail is not null
          and other.created_at > now() - interval '1 day') < most_mails;
  end if;
  return (select r.number from public.rights_requests r where r.id = opened);
end $$;

-- Returns the secret whose hash a caller proves, with its request.
create function private.rights_secret(secret text) returns private.rights_secrets
language sql stable security definer set search_path = '' as $$
  select s from private.rights_secrets s
  where s.secret_hash = sha256(convert_to(left(rights_secret.secret, 100), 'UTF8'))
$$;

-- Returns the page of whoever holds its secret: kind, deadline, outcome and replies, and whether this secret confirms the
-- contact. It holds no name, contact, note or word of the request. No row for an unknown secret. Once the holder of the contact
-- has confirmed it, replies may hold that person's data, and whoever wrote the request may be somebody else: the secret of
-- the phone that wrote it reads the replies of before, and counts as not confirmed.
create function public.rights_request_by_secret(secret text)
returns table (number text, kind text, outcome text, received_on date, due_on date, extension_reason text,
  confirmed boolean, may_confirm boolean, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select r.number, r.kind, r.outcome, r.received_on, r.due_on, r.extension_reason,
    r.confirmed_at is not null and proof.given_at is null,
    s.sent_to is not null and r.confirmed_at is null, (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', true, 'body', m.body,
        'created_at', m.created_at) order by m.created_at, m.id), '[]')
      from public.rights_messages m where m.request_id = r.id and m.kind = 'reply'
        and (m.created_at < proof.given_at) is not false)
  from private.rights_secret(rights_request_by_secret.secret) s join public.rights_requests r on r.id = s.request_id
    cross join lateral (
      -- The moment at which the holder of the contact confirmed it, for the secret of the phone; null for others.
      select min(e.created_at) as given_at from public.rights_messages e
      where e.request_id = r.id and e.kind = 'event' and e.body = 'confirmed' and s.sent_to is null) as proof
$$;

-- Adds an event to the timeline of a request.
create function private.note_rights_event(request_id uuid, event text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.rights_messages (request_id, kind, body, author_id)
    values (note_rights_event.request_id, 'event', note_rights_event.event, private.acting_account())
$$;

-- Confirms that the author reads the contact, by the secret that was sent there. A secret that was sent to the confirmed
-- e-mail address of an account leads to that account; one that was sent to a telephone leads to none.
create function public.confirm_rights_request(secret text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant private.rights_secrets := private.rights_secret(confirm_rights_request.secret);
begin
  if known.sent_to is null then
    perform private.refuse(404, 'not_found', 'There is no such link');
  end if;
  update public.rights_requests r set confirmed_at = now(), account_id = coalesce(r.account_id, (
      select u.id from auth.users u
      where known.sent_to = 'email' and u.email = lower(r.email) and u.email_confirmed_at is not null))
    where r.id = known.request_id and r.confirmed_at is null;
  if found then
    perform private.note_rights_event(known.request_id, 'confirmed');
  end if;
end $$;

-- Makes the secret of a link that is sent to one contact of a request. It has 244 random bits.
create function private.new_contact_link(request_id uuid, sent_to text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.rights_secrets (secret_hash, request_id, sent_to)
    values (sha256(convert_to(secret, 'UTF8')), new_contact_link.request_id, new_contact_link.sent_to);
  return secret;
end $$;

-- Refuses everybody but administrators, and a request that is not there.
create function private.require_rights_request(request_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators work on requests about personal data');
  end if;
  if not exists (select from public.rights_requests r where r.id = require_rights_request.request_id) then
    perform private.refuse(404, 'not_found', 'There is no such request');
  end if;
end $$;

-- Adds an event by an administrator, and logs it without any words of the request.
create function private.record_rights_act(request_id uuid, event text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.note_rights_event(record_rights_act.request_id, record_rights_act.event);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target',
    'rights:' || record_rights_act.request_id, 'operation', 'changed', 'changed', record_rights_act.event));
end $$;

-- Enters a request that came by word of mouth or on paper, and returns its id. `identified`: the administrator saw who it
-- is. The clock runs from the day on which the request came. Administrators only.
create function public.file_rights_request(kind text, person text, channel text, name text, body text, received_on date,
  identified boolean default false, language text default 'es', email text default null, phone text default null)
returns uuid language plpgsql volatile security definer set search_path = '' as $$
declare
  filed uuid;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators work on requests about personal data');
  end if;
  if file_rights_request.channel not in ('spoken', 'paper') or (file_rights_request.received_on
    between private.chile_today() - 365 and private.chile_today()) is not true then
    perform private.refuse(400, 'validation_failed', 'A request came by mouth or on paper, and within the last year');
  end if;
  filed := private.add_rights_request(file_rights_request.kind, file_rights_request.person, file_rights_request.channel,
    file_rights_request.name, file_rights_request.body, file_rights_request.language, file_rights_request.email,
    file_rights_request.phone, file_rights_request.received_on);
  perform private.record_rights_act(filed, 'filed');
  if file_rights_request.identified then
    perform public.identify_rights_author(filed);
  end if;
  return filed;
end $$;

-- Says that the administrator saw who the author is, for example by an identity card. Administrators only.
create function public.identify_rights_author(request_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(identify_rights_author.request_id);
  update public.rights_requests r set confirmed_at = now()
    where r.id = identify_rights_author.request_id and r.confirmed_at is null;
  perform private.record_rights_act(identify_rights_author.request_id, 'identified');
end $$;

-- Makes a link for the contact of a request, which an administrator sends by WhatsApp, and returns its secret. Only a
-- request without a telephone lets it prove the e-mail address.
create function public.create_rights_link(request_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(create_rights_link.request_id);
  perform private.record_rights_act(create_rights_link.request_id, 'link');
  return (select private.new_contact_link(r.id, case when r.phone is null then 'email' else 'phone' end)
    from public.rights_requests r where r.id = create_rights_link.request_id);
end $$;

-- Says which driver the author is: the account follows. Administrators only.
create function public.set_rights_driver(request_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_rights_request(set_rights_driver.request_id);
  select l.user_id into account from public.user_drivers l where l.driver_id = set_rights_driver.driver limit 1;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'The driver has no account');
  end if;
  update public.rights_requests r set account_id = account where r.id = set_rights_driver.request_id;
  perform private.record_rights_act(set_rights_driver.request_id, 'account');
end $$;

-- Returns the requests of a person with the replies to them, for personal_data. The notes of administrators, which say
-- how a request was examined, stay in the panel.
create function private.rights_requests_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'kind', r.kind, 'name', r.name, 'body', r.body,
      'email', r.email, 'phone', r.phone, 'channel', r.channel, 'received_on', r.received_on, 'due_on', r.due_on,
      'extension_reason', r.extension_reason, 'outcome', r.outcome, 'closed_at', r.closed_at, 'replies', (
        select coalesce(jsonb_agg(jsonb_build_object('text', m.body, 'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.rights_messages m where m.request_id = r.id and m.kind = 'reply')) order by r.sequence), '[]')
  from public.rights_requests r where r.account_id = rights_requests_of.person
$$;

-- Returns the personal data of the author, as `personal_data` does, once the contact is confirmed. Administrators only.
create function public.rights_personal_data(request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_rights_request(rights_personal_data.request_id);
  select r.account_id into account from public.rights_requests r
    where r.id = rights_personal_data.request_id and r.confirmed_at is not null;
  if account is null then
    perform private.refuse(409, 'not_confirmed', 'Confirm first who the author is, and which account is theirs');
  end if;
  perform private.record_rights_act(rights_personal_data.request_id, 'downloaded');
  return public.personal_data(account);
end $$;

-- Replies on the page of the request, and by mail if asked and the request has an address. With an outcome the reply
-- closes the request; another outcome later replaces it. The caller chooses the id: a repeated call replies once.
-- Administrators only.
create function public.send_rights_reply(id uuid, request_id uuid, reply text, spanish text default null,
  by_mail boolean default false, outcome text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(send_rights_reply.request_id);
  insert into public.rights_messages (id, request_id, kind, body, spanish, author_id, mail)
    select send_rights_reply.id, r.id, 'reply', private.plain_text(send_rights_reply.reply),
      private.plain_text(send_rights_reply.spanish), private.acting_account(),
      case when send_rights_reply.by_mail and r.email is not null then 'waiting' end
    from public.rights_requests r where r.id = send_rights_reply.request_id
  on conflict on constraint rights_messages_pkey do nothing;
  if not found then
    return;
  end if;
  if send_rights_reply.outcome is not null then
    update public.rights_requests r set outcome = send_rights_reply.outcome, closed_at = now()
      where r.id = send_rights_reply.request_id;
  end if;
  perform private.record_rights_act(send_rights_reply.request_id, coalesce(send_rights_reply.outcome, 'replied'));
end $$;

-- Notes what was done, for the company alone. Administrators only.
create function public.note_rights_request(request_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(note_rights_request.request_id);
  insert into public.rights_messages (request_id, kind, body, author_id) values (note_rights_request.request_id, 'note',
    private.plain_text(note_rights_request.note), private.acting_account());
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target',
    'rights:' || note_rights_request.request_id, 'operation', 'changed', 'changed', 'note'));
end $$;

-- Extends the deadline of an open request by 30 days, once and with a reason, which its author reads. Blocking has no
-- extension. Administrators only.
create function public.extend_rights_request(request_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(extend_rights_request.request_id);
  if private.plain_text(extend_rights_request.reason) is null then
    perform private.refuse(400, 'validation_failed', 'An extension has a reason');
  end if;
  update public.rights_requests r set due_on = r.due_on + 30,
      extension_reason = private.plain_text(extend_rights_request.reason)
    where r.id = extend_rights_request.request_id and r.extension_reason is null and r.outcome is null
      and r.kind <> 'blocking' and r.due_on >= private.chile_today();
  if not found then
    perform private.refuse(409, 'not_extendable', 'The deadline is over, was extended before, or cannot be extended');
  end if;
  perform private.record_rights_act(extend_rights_request.request_id, 'extended');
end $$;

-- Returns the timeline of a request with the e-mail address of each author. Administrators only.
create function public.rights_timeline(request_id uuid)
returns table (id uuid, kind text, body text, spanish text, mail text, created_at timestamptz, author text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_rights_request(rights_timeline.request_id);
  return query select m.id, m.kind, m.body, m.spanish, m.mail, m.created_at, u.email::text
    from public.rights_messages m left join auth.users u on u.id = m.author_id
    where m.request_id = rights_timeline.request_id order by m.created_at, m.id;
end $$;

-- Deletes requests that were closed four years ago, after which the Agency can no longer act on them. Returns their
-- number. Our server calls it daily.
create function private.forget_rights_requests(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored_for constant interval := '4 years';
  forgotten bigint;
begin
  delete from public.rights_requests r where r.closed_at < as_of - stored_for;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- Returns the mails that administrators have not had yet: about requests that are new, and about those that have to be
-- answered within seven days.
create function private.due_rights_notices() returns table (account_id uuid, email text, language text, subject_id uuid,
  reason text, number text, kind text, due_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', r.id, due.reason, r.number, r.kind, r.due_on
  from public.rights_requests r
    cross join lateral (select case when r.due_on <= private.chile_today() + 7
      and r.created_at < now() - interval '12 hours' then 'due' else 'new' end) as due (reason)
    cross join auth.users u
  where r.outcome is null and private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.rights_notices n where n.request_id = r.id and n.account_id = u.id
      and n.reason = due.reason and (n.reason = 'new' or n.due_on = r.due_on))
  order by u.id, r.due_on, r.number
$$;

revoke execute on function private.rights_deadline(text, date), private.add_rights_request(text, text, text, text, text,
    text, text, text, date), private.rights_secret(text), private.note_rights_event(uuid, text),
  private.new_contact_link(uuid, text), private.require_rights_request(uuid), private.record_rights_act(uuid, text),
  private.forget_rights_requests(timestamptz), private.rights_requests_of(uuid), private.due_rights_notices()
  from public, anon, authenticated, service_role;
revoke execute on function public.file_rights_request(text, text, text, text, text, date, boolean, text, text, text),
  public.identify_rights_author(uuid), public.create_rights_link(uuid), public.set_rights_driver(uuid, uuid),
  public.rights_personal_data(uuid), public.send_rights_reply(uuid, uuid, text, text, boolean, text),
  public.note_rights_request(uuid, text), public.extend_rights_request(uuid, text), public.rights_timeline(uuid)
  from public, anon, service_role;
grant execute on function public.file_rights_request(text, text, text, text, text, date, boolean, text, text, text),
  public.identify_rights_author(uuid), public.create_rights_link(uuid), public.set_rights_driver(uuid, uuid),
  public.rights_personal_data(uuid), public.send_rights_reply(uuid, uuid, text, text, boolean, text),
  public.note_rights_request(uuid, text), public.extend_rights_request(uuid, text), public.rights_timeline(uuid)
  to authenticated;
grant execute on function public.open_rights_request(text, text, text, text, text, text, text, text),
  public.rights_request_by_secret(text), public.confirm_rights_request(text) to anon, authenticated;

-- Calls of the version before, whose panel and server still run while an installation is updated. Those of the panel bring no
-- id, so that each call writes again. A function with the caller's id decides who may do what.

-- Replies to a case as send_case_reply does.
create function public.answer_case(case_id uuid, reply text, spanish text default null, by_mail boolean default false)
returns void
language sql volatile set search_path = '' as $$
  select public.send_case_reply(gen_random_uuid(), answer_case.case_id, answer_case.reply, answer_case.spanish,
    answer_case.by_mail)
$$;

-- Replies to a request as send_rights_reply does.
create function public.answer_rights_request(request_id uuid, reply text, spanish text default null,
  by_mail boolean default false, outcome text default null) returns void
language sql volatile set search_path = '' as $$
  select public.send_rights_reply(gen_random_uuid(), answer_rights_request.request_id, answer_rights_request.reply,
    answer_rights_request.spanish, answer_rights_request.by_mail, answer_rights_request.outcome)
$$;

-- Writes a receipt as issue_receipt does, and returns its id. Ignores `fiscal`, which older panels send.
create function public.write_receipt(taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null, fiscal boolean default false) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  written constant uuid := gen_random_uuid();
begin
  perform public.issue_receipt(written, write_receipt.taken_at, write_receipt.origin, write_receipt.destination,
    write_receipt.pesos, write_receipt.driver, write_receipt.plate);
  return written;
end $$;

-- Makes the secret of a link as new_contact_link does. The server mailed every link that it made.
create function private.new_rights_link(request_id uuid) returns text
language sql volatile security definer set search_path = '' as $$
  select private.new_contact_link(new_rights_link.request_id, 'email')
$$;
revoke execute on function private.new_rights_link(uuid) from public, anon, authenticated, service_role;

revoke execute on function public.answer_case(uuid, text, text, boolean),
  public.answer_rights_request(uuid, text, text, boolean, text),
  public.write_receipt(timestamptz, text, text, integer, uuid, text, boolean) from public, anon, service_role;
grant execute on function public.answer_case(uuid, text, text, boolean),
  public.answer_rights_request(uuid, text, text, boolean, text),
  public.write_receipt(timestamptz, text, text, integer, uuid, text, boolean) to authenticated;

-- Breaches of security that concern personal data, as the law has the company register them. No role deletes one; each
-- change is in the audit log.
create table public.breaches (
  id uuid primary key default gen_random_uuid(),
  happened_on date not null,
  known_at timestamptz not null,
  what text not null check (char_length(what) between 1 and 2000),
  -- The kinds of data concerned.
  which_data text not null check (char_length(which_data) between 1 and 2000),
  -- Null while nobody knows the number.
  people integer check (people between 0 and 10000000),
  consequences text check (char_length(consequences) between 1 and 2000),
  measures text check (char_length(measures) between 1 and 2000),
  agency_told_at timestamptz,
  people_told_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index breaches_order_idx on public.breaches (known_at desc, id);
-- Optimistic locking, as for vehicles.
create trigger check_version before update of version on public.breaches
  for each row execute function private.check_version();
create trigger version_breach before update on public.breaches
  for each row execute function private.count_version();

alter table public.breaches enable row level security;

-- The service role reads and writes every row: the operator holds its key.
create policy breaches_service on public.breaches for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy breaches_session on public.breaches as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only administrators read breaches. No role of a person writes them directly.
create policy breaches_select on public.breaches for select to authenticated using ((select private.is_admin()));
revoke all on public.breaches from anon, authenticated;
grant select on public.breaches to authenticated;
grant all on public.breaches to service_role;

-- Enters a breach under the id that the entry brings, or replaces the entry `breach`, and returns the id. A repeated call
-- enters a breach once. A change with a stale `version` fails with 409; one without always wins. Administrators only.
create function public.save_breach(entry jsonb, breach uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  given constant public.breaches := jsonb_populate_record(null::public.breaches, save_breach.entry);
  saved constant uuid := coalesce(save_breach.breach, given.id, gen_random_uuid());
  first constant timestamptz := '2000-01-01';
  last constant timestamptz := now() + interval '1 day';
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators keep the register of breaches');
  end if;
  if given.happened_on not between first::date and last::date or given.known_at not between first and last
    or given.agency_told_at not between first and last or given.people_told_at not between first and last then
    perform private.refuse(400, 'validation_failed', 'A breach and its notices have days from 2000 until now');
  end if;
  if save_breach.breach is null then
    insert into public.breaches (id, happened_on, known_at, what, which_data)
      values (saved, given.happened_on, given.known_at, given.what, given.which_data)
    on conflict on constraint breaches_pkey do nothing;
  end if;
  update public.breaches b set happened_on = given.happened_on, known_at = given.known_at,
      what = private.plain_text(given.what), which_data = private.plain_text(given.which_data), people = given.people,
      consequences = private.plain_text(given.consequences), measures = private.plain_text(given.measures),
      agency_told_at = given.agency_told_at, people_told_at = given.people_told_at,
      version = coalesce(given.version, b.version)
    where b.id = saved;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such breach');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'breach:' || saved, 'operation',
    case when save_breach.breach is null then 'created' else 'changed' end));
  return saved;
end $$;
revoke execute on function public.save_breach(jsonb, uuid) from public, anon, service_role;
grant execute on function public.save_breach(jsonb, uuid) to authenticated;

-- The first release, and the draft, which begins as its copy.
insert into public.content_releases (id, content) values (1, $content$
{
"format": 1,
"company": {"name":"Andes Transfer","tagline":{"es":"Traslados al aeropuerto, seguros y a precio fijo","en":{"text":"Safe airport transfers at a fixed price"},"fr":{"text":"Transferts aéroport sûrs, à prix fixe"},"pt":{"text":"Traslados ao aeroporto, seguros e com preço fixo"},"de":{"text":"Sichere Flughafentransfers zum Festpreis"}},"whatsappNumber":"","phone":"","email":"","legalName":"","rut":"","address":"","mapsUrl":"https://www.google.com/maps/search/?api=1&query={query}"},
"airport": {"facts":[{"id":"to-centre","title":{"es":"Del aeropuerto al centro","en":{"text":"Airport to city centre"},"fr":{"text":"De l’aéroport au centre"},"pt":{"text":"Do aeroporto ao centro"},"de":{"text":"Vom Flughafen ins Zentrum"}},"line":{"es":"En auto, con tránsito normal","en":{"text":"By car, in normal traffic"},"fr":{"text":"En voiture, circulation normale"},"pt":{"text":"De carro, com trânsito normal"},"de":{"text":"Mit dem Auto bei normalem Verkehr"}},"value":{"kind":"minutes","minutes":25}},{"id":"domestic","title":{"es":"Terminal nacional","en":{"text":"Domestic terminal"},"fr":{"text":"Terminal national"},"pt":{"text":"Terminal doméstico"},"de":{"text":"Inlandsterminal"}},"line":{"es":"Vuelos dentro de Chile","en":{"text":"Flights within Chile"},"fr":{"text":"Vols à l’intérieur du Chili"},"pt":{"text":"Voos dentro do Chile"},"de":{"text":"Flüge innerhalb Chiles"}},"value":{"kind":"gate","gate":5}},{"id":"international","title":{"es":"Terminal internacional","en":{"text":"International terminal"},"fr":{"text":"Terminal international"},"pt":{"text":"Terminal internacional"},"de":{"text":"Internationales Terminal"}},"line":{"es":"Vuelos desde y hacia otros países","en":{"text":"Flights to and from other countries"},"fr":{"text":"Vols depuis et vers l’étranger"},"pt":{"text":"Voos de e para outros países"},"de":{"text":"Flüge aus dem und ins Ausland"}},"value":{"kind":"gate","gate":3}}]},
"claims": [
{"id":"gps","shown":true,"title":{"es":"GPS en tiempo real","en":{"text":"Real-time GPS"},"fr":{"text":"GPS en temps réel"},"pt":{"text":"GPS em tempo real"},"de":{"text":"GPS in Echtzeit"}},"line":{"es":"La empresa sabe en todo momento dónde está tu auto.","en":{"text":"The company knows where your car is at every moment."},"fr":{"text":"La société sait à tout moment où se trouve votre voiture."},"pt":{"text":"A empresa sabe a todo momento onde está o seu carro."},"de":{"text":"Die Firma weiß jederzeit, wo Ihr Wagen gerade ist."}},"short":{"es":"GPS","en":{"text":"GPS"},"fr":{"text":"GPS"},"pt":{"text":"GPS"},"de":{"text":"GPS"}}},
{"id":"driver","shown":true,"title":{"es":"Conductor verificado","en":{"text":"Verified driver"},"fr":{"text":"Chauffeur vérifié"},"pt":{"text":"Motorista verificado"},"de":{"text":"Geprüfter Fahrer"}},"line":{"es":"Su foto, nombre y patente están en esta pantalla: puedes compararlos.","en":{"text":"The photo, name and plate are on this screen: you can compare them."},"fr":{"text":"Sa photo, son nom et sa plaque sont sur cet écran : vous pouvez comparer."},"pt":{"text":"A foto, o nome e a placa estão nesta tela: você pode comparar."},"de":{"text":"Foto, Name und Kennzeichen stehen auf diesem Bildschirm: Sie können vergleichen."}}},
{"id":"insurance","shown":true,"title":{"es":"Seguro de viaje","en":{"text":"Travel insurance"},"fr":{"text":"Assurance voyage"},"pt":{"text":"Seguro de viagem"},"de":{"text":"Reiseversicherung"}},"line":{"es":"Cubre a todos los pasajeros durante el trayecto.","en":{"text":"Covers every passenger during the ride."},"fr":{"text":"Elle couvre tous les passagers pendant le trajet."},"pt":{"text":"Cobre todos os passageiros durante o trajeto."},"de":{"text":"Sie gilt während der Fahrt für alle Fahrgäste."}},"short":{"es":"seguro","en":{"text":"insurance"},"fr":{"text":"assurance"},"pt":{"text":"seguro"},"de":{"text":"Versicherung"}}},
{"id":"monitoring","shown":true,"title":{"es":"Monitoreo 24/7","en":{"text":"24/7 monitoring"},"fr":{"text":"Surveillance 24 h/24, 7 j/7"},"pt":{"text":"Monitoramento 24/7"},"de":{"text":"Überwachung rund um die Uhr"}},"line":{"es":"Nuestra central acompaña cada viaje, de día y de noche.","en":{"text":"Our control room follows every trip, day and night."},"fr":{"text":"Notre centrale suit chaque trajet, de jour comme de nuit."},"pt":{"text":"Nossa central acompanha cada viagem, dia e noite."},"de":{"text":"Unsere Leitstelle begleitet jede Fahrt, 24/7, bei Tag und Nacht."}},"short":{"es":"monitoreo","en":{"text":"monitoring"},"fr":{"text":"surveillance"},"pt":{"text":"monitoramento"},"de":{"text":"Überwachung"}}}
],
"routes": [
{"id":"centro","name":{"es":"Centro","en":{"text":"Downtown"},"fr":{"text":"Centre-ville"},"pt":{"text":"Centro"},"de":{"text":"Stadtzentrum"}},"minutes":25,"prices":[{"pesos":15000}]},
{"id":"providencia","name":{"es":"Providencia","en":{"text":"Providencia"},"fr":{"text":"Providencia"},"pt":{"text":"Providencia"},"de":{"text":"Providencia"}},"minutes":35,"prices":[{"pesos":18000}]},
{"id":"las-condes","name":{"es":"Las Condes","en":{"text":"Las Condes"},"fr":{"text":"Las Condes"},"pt":{"text":"Las Condes"},"de":{"text":"Las Condes"}},"minutes":40,"prices":[{"pesos":22000}]},
{"id":"vitacura","name":{"es":"Vitacura","en":{"text":"Vitacura"},"fr":{"text":"Vitacura"},"pt":{"text":"Vitacura"},"de":{"text":"Vitacura"}},"minutes":45,"prices":[{"pesos":25000}]}
],
"return": {"title":{"es":"Servicio de retorno","en":{"text":"Return service"},"fr":{"text":"Service de retour"},"pt":{"text":"Serviço de retorno"},"de":{"text":"Rückfahrtservice"}},"line":{"es":"Te llevamos de vuelta al aeropuerto a cualquier hora, todos los días.","en":{"text":"We take you back to the airport at any hour, every day."},"fr":{"text":"Nous vous ramenons à l’aéroport à toute heure, tous les jours."},"pt":{"text":"Levamos você de volta ao aeroporto a qualquer hora, todos os dias."},"de":{"text":"Wir bringen Sie zu jeder Uhrzeit und an jedem Tag zurück zum Flughafen."}},"value":"24/7","waitTitle":{"es":"Espera máxima","en":{"text":"Maximum wait"},"fr":{"text":"Attente maximale"},"pt":{"text":"Espera máxima"},"de":{"text":"Maximale Wartezeit"}},"waitLine":{"es":"Para que vuelvas tranquilo y a tiempo.","en":{"text":"So you get back relaxed and on time."},"fr":{"text":"Pour repartir sereinement et à l’heure."},"pt":{"text":"Para você voltar com calma e na hora certa."},"de":{"text":"Damit Sie entspannt und pünktlich zurückkommen."}},"waitMinutes":15},
"tours": [
{"id":"00000000-0000-4000-8000-000000000001","duration":"3hours","name":{"es":"Tour de Santiago en 3 horas","en":{"text":"Santiago in 3 hours"},"fr":{"text":"Santiago en 3 heures"},"pt":{"text":"Santiago em 3 horas"},"de":{"text":"Santiago in 3 Stunden"}},"description":{"es":"Lo esencial de Santiago entre dos vuelos o en una tarde libre: la plaza donde nació la ciudad, el cerro desde donde se ve completa y un barrio para caminar y tomar un café. El taxi sigue contigo de una parada a la otra.","en":{"text":"The essentials of Santiago between two flights or on a free afternoon: the square where the city began, the hill that shows you all of it, and a neighbourhood for a stroll and a coffee. The taxi stays with you from stop to stop."},"fr":{"text":"L’essentiel de Santiago entre deux vols ou pendant un après-midi libre : la place où la ville est née, la colline d’où on la voit tout entière et un quartier où flâner et prendre un café. Le taxi vous accompagne d’une étape à l’autre."},"pt":{"text":"O essencial de Santiago entre dois voos ou numa tarde livre: a praça onde a cidade nasceu, o morro de onde se vê tudo e um bairro para caminhar e tomar um café. O táxi segue com você de uma parada à outra."},"de":{"text":"Das Wichtigste von Santiago zwischen zwei Flügen oder an einem freien Nachmittag: der Platz, an dem die Stadt entstand, der Hügel, der sie ganz zeigt, und ein Viertel zum Bummeln und Kaffeetrinken. Das Taxi begleitet Sie von Halt zu Halt."}},"taxiTime":{"es":"3 horas","en":{"text":"3 hours"},"fr":{"text":"3 heures"},"pt":{"text":"3 horas"},"de":{"text":"3 Stunden"}},"stops":[{"place":{"es":"Plaza de Armas","en":{"text":"Plaza de Armas"},"fr":{"text":"Plaza de Armas"},"pt":{"text":"Plaza de Armas"},"de":{"text":"Plaza de Armas"}},"duration":{"es":"45 minutos","en":{"text":"45 minutes"},"fr":{"text":"45 minutes"},"pt":{"text":"45 minutos"},"de":{"text":"45 Minuten"}},"description":{"es":"La Catedral, el Correo Central y el Museo Histórico rodean la plaza que Pedro de Valdivia trazó en 1541. Hay tiempo para entrar a la Catedral y mirar una partida de ajedrez entre las palmeras.","en":{"text":"The cathedral, the old post office and the history museum surround the square that Pedro de Valdivia laid out in 1541. There is time to step into the cathedral and watch a game of chess among the palms."},"fr":{"text":"La cathédrale, l’ancienne poste et le musée d’histoire entourent la place tracée par Pedro de Valdivia en 1541. On a le temps d’entrer dans la cathédrale et de suivre une partie d’échecs entre les palmiers."},"pt":{"text":"A catedral, o antigo correio e o museu de história cercam a praça que Pedro de Valdivia traçou em 1541. Dá tempo de entrar na catedral e acompanhar uma partida de xadrez entre as palmeiras."},"de":{"text":"Kathedrale, alte Hauptpost und Historisches Museum umgeben den Platz, den Pedro de Valdivia 1541 anlegte. Es bleibt Zeit für einen Blick in die Kathedrale und eine Partie Schach zwischen den Palmen."}}},{"place":{"es":"Cerro San Cristóbal","en":{"text":"Cerro San Cristóbal"},"fr":{"text":"Cerro San Cristóbal"},"pt":{"text":"Cerro San Cristóbal"},"de":{"text":"Cerro San Cristóbal"}},"duration":{"es":"1 hora","en":{"text":"1 hour"},"fr":{"text":"1 heure"},"pt":{"text":"1 hora"},"de":{"text":"1 Stunde"}},"description":{"es":"Subida a la cumbre: la Virgen arriba, la ciudad a los pies y los Andes enfrente si el día está claro. Alcanza para probar un mote con huesillo, trigo y durazno en jugo frío.","en":{"text":"Up to the summit: the Virgin above, the city at your feet and, on a clear day, the Andes in front of you. Time enough to try a mote con huesillo, husked wheat and peach in cold juice."},"fr":{"text":"Montée au sommet : la Vierge en haut, la ville à vos pieds et, par temps clair, les Andes en face. Juste le temps de goûter un mote con huesillo, blé et pêche dans un jus bien frais."},"pt":{"text":"Subida ao topo: a Virgem no alto, a cidade aos pés e os Andes em frente, se o dia estiver limpo. Dá tempo de provar um mote con huesillo, trigo e pêssego em calda gelada."},"de":{"text":"Hinauf zum Gipfel: oben die Marienstatue, unten die Stadt und bei klarem Wetter gegenüber die Anden. Die Zeit reicht für einen Mote con Huesillo, Weizen und Pfirsich in kaltem Saft."}}},{"place":{"es":"Barrio Lastarria","en":{"text":"Barrio Lastarria"},"fr":{"text":"Barrio Lastarria"},"pt":{"text":"Barrio Lastarria"},"de":{"text":"Barrio Lastarria"}},"duration":{"es":"1 hora 15 minutos","en":{"text":"1 hour 15 minutes"},"fr":{"text":"1 heure 15 minutes"},"pt":{"text":"1 hora e 15 minutos"},"de":{"text":"1 Stunde 15 Minuten"}},"description":{"es":"Calles cortas con librerías, diseño chileno y terrazas para sentarse. A un paso están el Parque Forestal y el cerro Santa Lucía, por si todavía quedan ganas de caminar.","en":{"text":"Short streets with bookshops, Chilean design and terraces to sit down at. The Parque Forestal and Cerro Santa Lucía are a few steps away, if you still feel like walking."},"fr":{"text":"Des rues courtes avec librairies, design chilien et terrasses où s’asseoir. Le Parque Forestal et le Cerro Santa Lucía sont à deux pas, s’il vous reste l’envie de marcher."},"pt":{"text":"Ruas curtas com livrarias, design chileno e mesas na calçada para sentar. A poucos passos ficam o Parque Forestal e o Cerro Santa Lucía, se ainda houver vontade de caminhar."},"de":{"text":"Kurze Straßen mit Buchläden, chilenischem Design und Terrassen zum Hinsetzen. Der Parque Forestal und der Cerro Santa Lucía sind nur Schritte entfernt, falls Sie noch weitergehen mögen."}}}]},
{"id":"00000000-0000-4000-8000-000000000002","duration":"fullday","name":{"es":"Santiago de día completo","en":{"text":"Santiago, full day"},"fr":{"text":"Santiago en une journée"},"pt":{"text":"Santiago em um dia inteiro"},"de":{"text":"Santiago an einem ganzen Tag"}},"description":{"es":"Un día entero sin apuro: la historia del centro por la mañana, una viña con degustación al mediodía y, por la tarde, los barrios donde Santiago come, compra y conversa. Un solo taxi para todo el recorrido.","en":{"text":"A whole day without hurrying: the history of the centre in the morning, a winery with a tasting around midday and, in the afternoon, the neighbourhoods where Santiago eats, shops and talks. One taxi for the whole trip."},"fr":{"text":"Une journée entière sans se presser : l’histoire du centre le matin, un domaine viticole avec dégustation vers midi et, l’après-midi, les quartiers où Santiago mange, fait ses achats et discute. Un seul taxi pour tout le parcours."},"pt":{"text":"Um dia inteiro sem pressa: a história do centro pela manhã, uma vinícola com degustação por volta do meio-dia e, à tarde, os bairros onde Santiago come, compra e conversa. Um único táxi para todo o percurso."},"de":{"text":"Ein ganzer Tag ohne Eile: morgens die Geschichte des Zentrums, mittags ein Weingut mit Verkostung und am Nachmittag die Viertel, in denen Santiago isst, einkauft und plaudert. Ein einziges Taxi für die ganze Strecke."}},"taxiTime":{"es":"8 horas","en":{"text":"8 hours"},"fr":{"text":"8 heures"},"pt":{"text":"8 horas"},"de":{"text":"8 Stunden"}},"stops":[{"place":{"es":"Centro Histórico","en":{"text":"Historic centre"},"fr":{"text":"Centre historique"},"pt":{"text":"Centro histórico"},"de":{"text":"Historisches Zentrum"}},"duration":{"es":"2 horas","en":{"text":"2 hours"},"fr":{"text":"2 heures"},"pt":{"text":"2 horas"},"de":{"text":"2 Stunden"}},"description":{"es":"La Moneda, la Plaza de Armas y los pasajes del centro, con calma. Según las ganas, se puede entrar al Museo Precolombino o probar pescados y mariscos en el Mercado Central.","en":{"text":"La Moneda, Plaza de Armas and the arcades of the centre, at an easy pace. If you like, step into the Pre-Columbian Museum or try the fish and shellfish at the Mercado Central."},"fr":{"text":"La Moneda, la Plaza de Armas et les passages du centre, tranquillement. Selon l’envie, on entre au musée d’art précolombien ou on goûte poissons et fruits de mer au Mercado Central."},"pt":{"text":"La Moneda, a Plaza de Armas e as galerias do centro, com calma. Conforme a vontade, dá para entrar no Museu Pré-Colombiano ou provar peixes e frutos do mar no Mercado Central."},"de":{"text":"La Moneda, die Plaza de Armas und die Passagen des Zentrums, ganz in Ruhe. Je nach Lust geht es ins Museum für präkolumbische Kunst oder zu Fisch und Meeresfrüchten in den Mercado Central."}}},{"place":{"es":"Viña","en":{"text":"Winery"},"fr":{"text":"Domaine viticole"},"pt":{"text":"Vinícola"},"de":{"text":"Weingut"}},"duration":{"es":"3 horas","en":{"text":"3 hours"},"fr":{"text":"3 heures"},"pt":{"text":"3 horas"},"de":{"text":"3 Stunden"}},"description":{"es":"Visita guiada a una viña del valle del Maipo, entre parras y bodegas, con degustación. Es tierra de cabernet sauvignon; en este valle se reconoció en 1994 el carmenere, que se creía perdido.","en":{"text":"A guided tour of a winery in the Maipo valley, through vines and cellars, with a tasting. This is cabernet sauvignon country; carmenere, believed lost, was recognised in this valley in 1994."},"fr":{"text":"Visite guidée d’un domaine de la vallée du Maipo, entre vignes et chais, avec dégustation. C’est une terre de cabernet sauvignon ; le carmenère, que l’on croyait perdu, y fut reconnu en 1994."},"pt":{"text":"Visita guiada a uma vinícola do vale do Maipo, entre parreiras e adegas, com degustação. É terra de cabernet sauvignon; neste vale se reconheceu, em 1994, a uva carménère, que se julgava perdida."},"de":{"text":"Führung durch ein Weingut im Maipo-Tal, zwischen Reben und Kellern, mit Verkostung. Hier wächst vor allem Cabernet Sauvignon; 1994 wurde in diesem Tal die verloren geglaubte Rebsorte Carménère erkannt."}}},{"place":{"es":"Barrios bohemios","en":{"text":"Bohemian neighbourhoods"},"fr":{"text":"Quartiers bohèmes"},"pt":{"text":"Bairros boêmios"},"de":{"text":"Künstlerviertel"}},"duration":{"es":"3 horas","en":{"text":"3 hours"},"fr":{"text":"3 heures"},"pt":{"text":"3 horas"},"de":{"text":"3 Stunden"}},"description":{"es":"Bellavista, con sus casas pintadas y La Chascona, la casa de Neruda en Santiago; y Barrio Italia, con talleres de muebles, tiendas de autor y patios para comer. Un buen final para el día.","en":{"text":"Bellavista, with its painted houses and La Chascona, Neruda’s home in Santiago; then Barrio Italia, with furniture workshops, designers’ shops and courtyards to eat in. A good end to the day."},"fr":{"text":"Bellavista, ses maisons peintes et La Chascona, la maison de Neruda à Santiago ; puis Barrio Italia, ses ateliers de meubles, ses boutiques de créateurs et ses cours où manger. Une belle fin de journée."},"pt":{"text":"Bellavista, com suas casas pintadas e La Chascona, a casa de Neruda em Santiago; e o Barrio Italia, com oficinas de móveis, lojas de autor e pátios para comer. Um bom fim para o dia."},"de":{"text":"Bellavista mit seinen bemalten Häusern und La Chascona, Nerudas Haus in Santiago; danach Barrio Italia mit Möbelwerkstätten, Designläden und Innenhöfen zum Essen. Ein guter Ausklang des Tages."}}}]}
],
"cities": [
{"id":"santiago","name":{"es":"Santiago","en":{"text":"Santiago"},"fr":{"text":"Santiago"},"pt":{"text":"Santiago"},"de":{"text":"Santiago"}}},
{"id":"valparaiso","name":{"es":"Valparaíso","en":{"text":"Valparaíso"},"fr":{"text":"Valparaíso"},"pt":{"text":"Valparaíso"},"de":{"text":"Valparaíso"}}},
{"id":"vina-del-mar","name":{"es":"Viña del Mar","en":{"text":"Viña del Mar"},"fr":{"text":"Viña del Mar"},"pt":{"text":"Viña del Mar"},"de":{"text":"Viña del Mar"}}}
],
"categories": [
{"id":"historic","name":{"es":"Históricos","en":{"text":"Historic"},"fr":{"text":"Historique"},"pt":{"text":"Históricos"},"de":{"text":"Historisches"}}},
{"id":"nature","name":{"es":"Naturaleza","en":{"text":"Nature"},"fr":{"text":"Nature"},"pt":{"text":"Natureza"},"de":{"text":"Natur"}}},
{"id":"shopping","name":{"es":"Compras","en":{"text":"Shopping"},"fr":{"text":"Shopping"},"pt":{"text":"Compras"},"de":{"text":"Einkaufen"}}}
],
"places": [
{"id":"plaza-de-armas","city":"santiago","category":"historic","name":{"es":"Plaza de Armas","en":{"text":"Plaza de Armas"},"fr":{"text":"Plaza de Armas"},"pt":{"text":"Plaza de Armas"},"de":{"text":"Plaza de Armas"}},"description":{"es":"Aquí trazó Pedro de Valdivia la ciudad en 1541, y aquí sigue su centro: la Catedral, el Correo Central y el Museo Histórico en los bordes, palmeras y ajedrecistas al medio. Se recorre en media hora y hay bancos a la sombra.","en":{"text":"Pedro de Valdivia laid out the city from this square in 1541, and it is still the centre: the cathedral, the old post office and the history museum around the edge, palms and chess players in the middle. Half an hour is enough, with benches in the shade."},"fr":{"text":"Pedro de Valdivia traça la ville à partir d’ici en 1541, et c’est toujours son centre : la cathédrale, l’ancienne poste et le musée d’histoire autour, palmiers et joueurs d’échecs au milieu. Une demi-heure suffit, avec des bancs à l’ombre."},"pt":{"text":"Pedro de Valdivia traçou a cidade a partir daqui em 1541, e este ainda é o centro: a catedral, o antigo correio e o museu de história em volta, palmeiras e jogadores de xadrez no meio. Meia hora basta, e há bancos à sombra."},"de":{"text":"Von hier aus legte Pedro de Valdivia 1541 die Stadt an, und hier ist noch immer ihre Mitte: ringsum Kathedrale, alte Hauptpost und Historisches Museum, dazwischen Palmen und Schachspieler. Eine halbe Stunde genügt, Bänke stehen im Schatten."}},"hours":{"es":"Abierto siempre","en":{"text":"Always open"},"fr":{"text":"Toujours ouvert"},"pt":{"text":"Sempre aberto"},"de":{"text":"Immer geöffnet"}},"alt":{"es":"La Catedral de Santiago con sus dos torres, entre las palmeras de la plaza.","en":{"text":"Santiago Cathedral with its two towers, between the palm trees of the square."},"fr":{"text":"La cathédrale de Santiago et ses deux tours, entre les palmiers de la place."},"pt":{"text":"A Catedral de Santiago com suas duas torres, entre as palmeiras da praça."},"de":{"text":"Die Kathedrale von Santiago mit ihren zwei Türmen zwischen den Palmen des Platzes."}},"fee":{"kind":"free"}},
{"id":"la-moneda","city":"santiago","category":"historic","name":{"es":"Palacio de La Moneda","en":{"text":"La Moneda Palace"},"fr":{"text":"Palais de La Moneda"},"pt":{"text":"Palácio de La Moneda"},"de":{"text":"Palacio de La Moneda"}},"description":{"es":"Se levantó como casa de moneda colonial y hoy trabaja aquí la Presidencia. Fue bombardeado en 1973 y reconstruido. Afuera puedes caminar por sus dos plazas; bajo una de ellas, el Centro Cultural tiene exposiciones, café y artesanía.","en":{"text":"Built as the colonial mint, now the President’s workplace. It was bombed in 1973 and rebuilt. You can walk through the squares on both sides; under one of them, the cultural centre has exhibitions, a café and good crafts."},"fr":{"text":"Construit pour frapper la monnaie coloniale, il abrite aujourd’hui la présidence. Bombardé en 1973, il a été reconstruit. On se promène librement sur ses deux places ; sous l’une d’elles, le centre culturel réunit expositions, café et artisanat."},"pt":{"text":"Foi construído como casa da moeda colonial e hoje é a sede da Presidência. Bombardeado em 1973, foi reconstruído. Dá para caminhar pelas duas praças; debaixo de uma delas, o centro cultural tem exposições, café e artesanato."},"de":{"text":"Einst Münzstätte der Kolonialzeit, heute Amtssitz des Präsidenten. 1973 wurde der Palast bombardiert und später wiederaufgebaut. Die Plätze davor und dahinter sind frei zugänglich; unter einem liegt ein Kulturzentrum mit Café und Kunsthandwerk."}},"hours":{"es":"Plazas: siempre. Interior: visita guiada con reserva","en":{"text":"Squares: always. Inside: guided tour, booking required"},"fr":{"text":"Places : toujours. Intérieur : visite guidée sur réservation"},"pt":{"text":"Praças: sempre. Interior: visita guiada com reserva"},"de":{"text":"Plätze: immer. Innen: Führung mit Anmeldung"}},"alt":{"es":"El palacio blanco de La Moneda con una gran bandera chilena delante.","en":{"text":"The white palace of La Moneda with a large Chilean flag in front."},"fr":{"text":"Le palais blanc de La Moneda, avec un grand drapeau chilien devant."},"pt":{"text":"O palácio branco de La Moneda com uma grande bandeira chilena à frente."},"de":{"text":"Der weiße Palast La Moneda mit einer großen chilenischen Flagge davor."}},"fee":{"kind":"free"}},
{"id":"cerro-santa-lucia","city":"santiago","category":"historic","name":{"es":"Cerro Santa Lucía","en":{"text":"Cerro Santa Lucía"},"fr":{"text":"Cerro Santa Lucía"},"pt":{"text":"Cerro Santa Lucía"},"de":{"text":"Cerro Santa Lucía"}},"description":{"es":"Un cerro de 69 metros en pleno centro, convertido en parque en 1872: escalinatas, terrazas, la fuente de Neptuno y un mirador arriba. La subida toma unos veinte minutos y el último tramo es de peldaños angostos; conviene llevar buen calzado.","en":{"text":"A 69-metre hill right in the centre, turned into a park in 1872: stairways, terraces, the Neptune fountain and a lookout on top. The climb takes about twenty minutes and the last steps are narrow, so wear decent shoes."},"fr":{"text":"Une colline de 69 mètres en plein centre, devenue parc en 1872 : escaliers, terrasses, fontaine de Neptune et belvédère au sommet. La montée prend une vingtaine de minutes et les dernières marches sont étroites : mettez de bonnes chaussures."},"pt":{"text":"Um morro de 69 metros em pleno centro, transformado em parque em 1872: escadarias, terraços, a fonte de Netuno e um mirante no alto. A subida leva uns vinte minutos e os últimos degraus são estreitos; vá com um bom calçado."},"de":{"text":"Ein 69 Meter hoher Hügel mitten im Zentrum, seit 1872 ein Park: Treppen, Terrassen, der Neptunbrunnen und oben ein Aussichtspunkt. Der Aufstieg dauert etwa zwanzig Minuten, die letzten Stufen sind schmal; feste Schuhe sind gut."}},"hours":{"es":"Todos los días, 9:00 a 18:00; en verano, hasta más tarde","en":{"text":"Daily, 9 am – 6 pm; later in summer"},"fr":{"text":"Tous les jours, 9 h – 18 h ; plus tard en été"},"pt":{"text":"Todos os dias, das 9h às 18h; no verão, até mais tarde"},"de":{"text":"Täglich, 9–18 Uhr; im Sommer länger"}},"alt":{"es":"Escalinatas curvas y una fuente amarilla suben hacia un castillo de ladrillo en el cerro.","en":{"text":"Curved stairways and a yellow fountain lead up to a brick castle on the hill."},"fr":{"text":"Des escaliers courbes et une fontaine jaune montent vers un château de brique."},"pt":{"text":"Escadarias curvas e uma fonte amarela sobem até um castelo de tijolos."},"de":{"text":"Geschwungene Treppen und ein gelber Brunnen führen zu einer Burg aus Backstein hinauf."}},"fee":{"kind":"free"}},
{"id":"museo-precolombino","city":"santiago","category":"historic","name":{"es":"Museo Chileno de Arte Precolombino","en":{"text":"Chilean Museum of Pre-Columbian Art"},"fr":{"text":"Musée chilien d’art précolombien"},"pt":{"text":"Museu Chileno de Arte Pré-Colombiana"},"de":{"text":"Museum für präkolumbische Kunst"}},"description":{"es":"Cerámica, tejidos y metales de los pueblos de América, desde México hasta la Patagonia, en la antigua Aduana Real, de comienzos del siglo XIX. En el subsuelo están los chemamüll, altas figuras mapuches de madera. Calcula una hora y media.","en":{"text":"Pottery, textiles and metalwork by the peoples of the Americas, from Mexico to Patagonia, in the former Royal Customs House of the early 1800s. Downstairs stand the chemamüll, tall Mapuche figures of wood. Allow an hour and a half."},"fr":{"text":"Céramiques, textiles et métaux des peuples d’Amérique, du Mexique à la Patagonie, dans l’ancienne douane royale du début du XIXe siècle. Au sous-sol se dressent les chemamüll, hautes figures mapuches en bois. Comptez une heure et demie."},"pt":{"text":"Cerâmicas, tecidos e metais dos povos da América, do México à Patagônia, na antiga alfândega real do início do século XIX. No subsolo ficam os chemamüll, altas figuras mapuches de madeira. Reserve uma hora e meia."},"de":{"text":"Keramik, Textilien und Metallkunst der Völker Amerikas, von Mexiko bis Patagonien, im einstigen königlichen Zollhaus aus dem frühen 19. Jahrhundert. Im Untergeschoss stehen die Chemamüll, hohe Holzfiguren der Mapuche. Planen Sie anderthalb Stunden ein."}},"hours":{"es":"Martes a domingo, 10:00 a 18:00","en":{"text":"Tue–Sun, 10 am – 6 pm"},"fr":{"text":"Mar.–dim., 10 h – 18 h"},"pt":{"text":"Terça a domingo, das 10h às 18h"},"de":{"text":"Di–So, 10–18 Uhr"}},"alt":{"es":"Tres figuras mapuches de madera frente a la fachada neoclásica del museo.","en":{"text":"Three wooden Mapuche figures in front of the museum’s neoclassical façade."},"fr":{"text":"Trois figures mapuches en bois devant la façade néoclassique du musée."},"pt":{"text":"Três figuras mapuches de madeira diante da fachada neoclássica do museu."},"de":{"text":"Drei hölzerne Mapuche-Figuren vor der klassizistischen Fassade des Museums."}},"fee":{"kind":"fixed","pesos":7000}},
{"id":"cerro-san-cristobal","city":"santiago","category":"nature","name":{"es":"Cerro San Cristóbal","en":{"text":"Cerro San Cristóbal"},"fr":{"text":"Cerro San Cristóbal"},"pt":{"text":"Cerro San Cristóbal"},"de":{"text":"Cerro San Cristóbal"}},"description":{"es":"El gran parque de Santiago sube hasta la Virgen, con la ciudad a un lado y los Andes al otro. Se llega en el funicular de 1925 o en teleférico. Arriba la costumbre es pedir un mote con huesillo: trigo y durazno en jugo frío.","en":{"text":"Santiago’s great park climbs to the statue of the Virgin, with the city on one side and the Andes on the other. Go up by the 1925 funicular or the cable car. At the top, order a mote con huesillo: husked wheat and peach in cold juice."},"fr":{"text":"Le grand parc de Santiago grimpe jusqu’à la Vierge, entre la ville et les Andes. On y monte par le funiculaire de 1925 ou en téléphérique. En haut, la coutume veut qu’on prenne un mote con huesillo : blé et pêche dans un jus bien frais."},"pt":{"text":"O grande parque de Santiago sobe até a imagem da Virgem, com a cidade de um lado e os Andes do outro. Vai-se de funicular, de 1925, ou de teleférico. Lá em cima, o costume é pedir um mote con huesillo: trigo e pêssego em calda gelada."},"de":{"text":"Santiagos großer Park reicht bis zur Marienstatue hinauf, die Stadt zu Füßen, die Anden gegenüber. Hinauf geht es mit der Standseilbahn von 1925 oder der Gondel. Oben bestellt man Mote con Huesillo: Weizen und Pfirsich in kaltem Saft."}},"hours":{"es":"Funicular: martes a domingo, 10:00 a 18:45; lunes, horario variable","en":{"text":"Funicular: Tue–Sun, 10 am – 6:45 pm; Mon, hours vary"},"fr":{"text":"Funiculaire : mar.–dim., 10 h – 18 h 45 ; lun., horaires variables"},"pt":{"text":"Funicular: terça a domingo, das 10h às 18h45; segunda, horário variável"},"de":{"text":"Standseilbahn: Di–So, 10–18.45 Uhr; Mo wechselnd"}},"alt":{"es":"La Virgen blanca en la cumbre, el funicular que sube y los Andes nevados detrás.","en":{"text":"The white Virgin on the summit, the funicular climbing and the snowy Andes behind."},"fr":{"text":"La Vierge blanche au sommet, le funiculaire qui monte et les Andes enneigées."},"pt":{"text":"A Virgem branca no topo, o funicular subindo e os Andes nevados ao fundo."},"de":{"text":"Die weiße Marienstatue auf dem Gipfel, die Standseilbahn und die verschneiten Anden."}},"fee":{"kind":"variable"}},
{"id":"parque-bicentenario","city":"santiago","category":"nature","name":{"es":"Parque Bicentenario","en":{"text":"Parque Bicentenario"},"fr":{"text":"Parque Bicentenario"},"pt":{"text":"Parque Bicentenario"},"de":{"text":"Parque Bicentenario"}},"description":{"es":"Unas treinta hectáreas de pasto junto al río Mapocho, en Vitacura. Hay lagunas con cisnes de cuello negro, sombra para tenderse y la Gran Torre al fondo. Buen lugar para estirar las piernas antes o después de un vuelo largo.","en":{"text":"Some thirty hectares of lawn along the Mapocho river, in Vitacura. There are ponds with black-necked swans, shade to lie down in and the Gran Torre in the background. A good place to stretch your legs before or after a long flight."},"fr":{"text":"Une trentaine d’hectares de pelouse au bord du Mapocho, à Vitacura. Des étangs avec des cygnes à cou noir, de l’ombre pour s’allonger et la Gran Torre au fond. Un bon endroit pour se dégourdir les jambes avant ou après un long vol."},"pt":{"text":"Cerca de trinta hectares de gramado à beira do rio Mapocho, em Vitacura. Há lagos com cisnes-de-pescoço-preto, sombra para deitar e a Gran Torre ao fundo. Bom lugar para esticar as pernas antes ou depois de um voo longo."},"de":{"text":"Rund dreißig Hektar Rasen am Fluss Mapocho, im Stadtteil Vitacura. Es gibt Teiche mit Schwarzhalsschwänen, Schatten zum Hinlegen und im Hintergrund die Gran Torre. Gut, um sich vor oder nach einem langen Flug die Beine zu vertreten."}},"hours":{"es":"Abierto siempre; mejor de día","en":{"text":"Always open; best by day"},"fr":{"text":"Toujours ouvert ; de préférence en journée"},"pt":{"text":"Sempre aberto; melhor durante o dia"},"de":{"text":"Immer geöffnet; am besten bei Tageslicht"}},"alt":{"es":"Flamencos y un cisne de cuello negro en la laguna, con los rascacielos detrás.","en":{"text":"Flamingos and a black-necked swan on the pond, with skyscrapers behind."},"fr":{"text":"Des flamants et un cygne à cou noir sur l’étang, devant les gratte-ciel."},"pt":{"text":"Flamingos e um cisne-de-pescoço-preto no lago, com arranha-céus ao fundo."},"de":{"text":"Flamingos und ein Schwarzhalsschwan auf dem Teich, dahinter Hochhäuser."}},"fee":{"kind":"free"}},
{"id":"cajon-del-maipo","city":"santiago","category":"nature","name":{"es":"Cajón del Maipo","en":{"text":"Cajón del Maipo"},"fr":{"text":"Cajón del Maipo"},"pt":{"text":"Cajón del Maipo"},"de":{"text":"Cajón del Maipo"}},"description":{"es":"El valle por donde el río Maipo baja de los Andes empieza a una hora del centro. Pan amasado en el camino, pueblos pequeños y, mucho más arriba, el agua turquesa del embalse El Yeso. En invierno la nieve puede cortar la ruta.","en":{"text":"The valley where the Maipo river comes down from the Andes starts an hour from the centre. Fresh country bread by the road, small villages and, much higher up, the turquoise water of the El Yeso reservoir. Snow can close the road in winter."},"fr":{"text":"La vallée où le Maipo descend des Andes commence à une heure du centre. Pain de campagne au bord de la route, petits villages et, beaucoup plus haut, l’eau turquoise du lac de barrage El Yeso. En hiver, la neige peut couper la route."},"pt":{"text":"O vale por onde o rio Maipo desce dos Andes começa a uma hora do centro. Pão caseiro na beira da estrada, vilarejos e, bem mais acima, a água turquesa da represa El Yeso. No inverno, a neve pode fechar o caminho."},"de":{"text":"Das Tal, in dem der Maipo aus den Anden kommt, beginnt eine Stunde vom Zentrum. Frisches Landbrot an der Straße, kleine Dörfer und, viel weiter oben, das türkisfarbene Wasser des Stausees El Yeso. Im Winter kann Schnee die Straße sperren."}},"hours":{"es":"Valle: siempre. Caminos altos y parques: horario variable","en":{"text":"Valley: always. High roads and parks: hours vary"},"fr":{"text":"Vallée : toujours. Routes d’altitude et parcs : horaires variables"},"pt":{"text":"Vale: sempre. Estradas altas e parques: horário variável"},"de":{"text":"Tal: immer. Bergstraßen und Parks: Zeiten wechseln"}},"alt":{"es":"El agua turquesa del embalse El Yeso entre montañas rojizas y cumbres nevadas.","en":{"text":"The turquoise El Yeso reservoir between reddish mountains and snowy peaks."},"fr":{"text":"L’eau turquoise du lac El Yeso entre montagnes rousses et sommets enneigés."},"pt":{"text":"A água turquesa da represa El Yeso entre montanhas avermelhadas e picos nevados."},"de":{"text":"Der türkisfarbene Stausee El Yeso zwischen rötlichen Bergen und Schneegipfeln."}},"fee":{"kind":"variable"}},
{"id":"quinta-normal","city":"santiago","category":"nature","name":{"es":"Parque Quinta Normal","en":{"text":"Quinta Normal Park"},"fr":{"text":"Parc Quinta Normal"},"pt":{"text":"Parque Quinta Normal"},"de":{"text":"Park Quinta Normal"}},"description":{"es":"Parque del siglo XIX con árboles viejos de medio mundo y una laguna con botes. Entre los árboles están el Museo Nacional de Historia Natural, con su gran esqueleto de ballena, y un museo ferroviario con locomotoras a vapor.","en":{"text":"A 19th-century park with old trees from half the world and a pond with boats. Among the trees are the National Museum of Natural History, with its great whale skeleton, and a railway museum with steam locomotives."},"fr":{"text":"Un parc du XIXe siècle, avec de vieux arbres venus du monde entier et un étang où l’on fait de la barque. On y trouve le musée national d’histoire naturelle, avec son grand squelette de baleine, et un musée de locomotives à vapeur."},"pt":{"text":"Parque do século XIX com árvores antigas do mundo inteiro e um lago com barquinhos. Entre as árvores estão o Museu Nacional de História Natural, com um grande esqueleto de baleia, e um museu ferroviário com locomotivas a vapor."},"de":{"text":"Ein Park aus dem 19. Jahrhundert mit alten Bäumen aus aller Welt und einem Teich zum Bootfahren. Zwischen den Bäumen liegen das Nationale Naturkundemuseum mit seinem großen Walskelett und ein Eisenbahnmuseum mit Dampfloks."}},"hours":{"es":"Martes a domingo, 8:00 a 19:30; lunes, horario variable","en":{"text":"Tue–Sun, 8 am – 7:30 pm; Mon, hours vary"},"fr":{"text":"Mar.–dim., 8 h – 19 h 30 ; lun., horaires variables"},"pt":{"text":"Terça a domingo, das 8h às 19h30; segunda, horário variável"},"de":{"text":"Di–So, 8–19.30 Uhr; Mo wechselnd"}},"alt":{"es":"Botes en la laguna frente al museo de columnas blancas, entre árboles grandes.","en":{"text":"Boats on the pond in front of the white-columned museum, among large trees."},"fr":{"text":"Des barques sur l’étang, devant le musée à colonnes blanches, parmi de grands arbres."},"pt":{"text":"Barcos no lago diante do museu de colunas brancas, entre árvores grandes."},"de":{"text":"Boote auf dem Teich vor dem Museum mit weißen Säulen, zwischen großen Bäumen."}},"fee":{"kind":"free"}},
{"id":"costanera-center","city":"santiago","category":"shopping","name":{"es":"Costanera Center","en":{"text":"Costanera Center"},"fr":{"text":"Costanera Center"},"pt":{"text":"Costanera Center"},"de":{"text":"Costanera Center"}},"description":{"es":"Seis pisos de tiendas, supermercado y restaurantes a los pies de la Gran Torre, la más alta de Sudamérica con sus 300 metros. Con entrada aparte se sube al mirador Sky Costanera: en un día claro se ve la cordillera completa.","en":{"text":"Six floors of shops, a supermarket and restaurants at the foot of the Gran Torre, at 300 metres the tallest building in South America. With a separate ticket you can go up to Sky Costanera: on a clear day you see the whole range of the Andes."},"fr":{"text":"Six étages de boutiques, un supermarché et des restaurants au pied de la Gran Torre, la plus haute d’Amérique du Sud avec ses 300 mètres. Avec un billet à part, on monte au Sky Costanera : par temps clair, toute la cordillère apparaît."},"pt":{"text":"Seis andares de lojas, supermercado e restaurantes ao pé da Gran Torre, a mais alta da América do Sul, com 300 metros. Com ingresso à parte, sobe-se ao mirante Sky Costanera: em dia limpo, vê-se a cordilheira inteira."},"de":{"text":"Sechs Etagen Geschäfte, Supermarkt und Restaurants am Fuß der Gran Torre, mit 300 Metern das höchste Gebäude Südamerikas. Mit eigenem Ticket geht es zur Plattform Sky Costanera: An klaren Tagen sieht man die ganze Andenkette."}},"hours":{"es":"Todos los días, 10:00 a 20:30; cierra algunos feriados","en":{"text":"Daily, 10 am – 8:30 pm; closed on some holidays"},"fr":{"text":"Tous les jours, 10 h – 20 h 30 ; fermé certains jours fériés"},"pt":{"text":"Todos os dias, das 10h às 20h30; fecha em alguns feriados"},"de":{"text":"Täglich, 10–20.30 Uhr; an manchen Feiertagen geschlossen"}},"alt":{"es":"La Gran Torre de vidrio sobre el centro comercial, con los Andes detrás.","en":{"text":"The glass Gran Torre above the shopping centre, with the Andes behind."},"fr":{"text":"La Gran Torre de verre au-dessus du centre commercial, les Andes derrière."},"pt":{"text":"A Gran Torre de vidro acima do shopping, com os Andes ao fundo."},"de":{"text":"Die gläserne Gran Torre über dem Einkaufszentrum, dahinter die Anden."}},"address":"Av. Andrés Bello 2425, Providencia"},
{"id":"pueblito-los-dominicos","city":"santiago","category":"shopping","name":{"es":"Pueblito Los Dominicos","en":{"text":"Pueblito Los Dominicos"},"fr":{"text":"Pueblito Los Dominicos"},"pt":{"text":"Pueblito Los Dominicos"},"de":{"text":"Pueblito Los Dominicos"}},"description":{"es":"Más de 150 talleres en casas de adobe y callecitas de pueblo, al lado de una iglesia con cúpulas de cobre. Se ve trabajar a los artesanos: lapislázuli, greda, tejidos, platería mapuche. La línea 1 del metro termina en la misma plaza.","en":{"text":"More than 150 workshops in adobe houses and village lanes, next to a church with copper domes. You can watch the makers at work: lapis lazuli, clay, weaving, Mapuche silver. Metro line 1 ends right at the square."},"fr":{"text":"Plus de 150 ateliers dans des maisons d’adobe et des ruelles de village, à côté d’une église aux coupoles de cuivre. On voit travailler les artisans : lapis-lazuli, terre cuite, tissage, argent mapuche. Terminus de la ligne 1 du métro."},"pt":{"text":"Mais de 150 ateliês em casas de adobe e ruazinhas de vilarejo, ao lado de uma igreja com cúpulas de cobre. Dá para ver os artesãos trabalhando: lápis-lazúli, barro, tecelagem, prata mapuche. A linha 1 do metrô termina na própria praça."},"de":{"text":"Mehr als 150 Werkstätten in Lehmhäusern und Dorfgassen, neben einer Kirche mit Kupferkuppeln. Man kann beim Arbeiten zusehen: Lapislazuli, Ton, Webwaren, Silber der Mapuche. Die Metrolinie 1 endet direkt am Platz."}},"hours":{"es":"Martes a domingo, 10:30 a 19:00","en":{"text":"Tue–Sun, 10:30 am – 7 pm"},"fr":{"text":"Mar.–dim., 10 h 30 – 19 h"},"pt":{"text":"Terça a domingo, das 10h30 às 19h"},"de":{"text":"Di–So, 10.30–19 Uhr"}},"alt":{"es":"Casas de adobe con tejas a los lados y, al fondo, la iglesia de cúpulas verdes.","en":{"text":"Tiled adobe houses on both sides and, at the end, the church with green domes."},"fr":{"text":"Des maisons d’adobe à tuiles et, au fond, l’église aux coupoles vertes."},"pt":{"text":"Casas de adobe com telhas dos dois lados e, ao fundo, a igreja de cúpulas verdes."},"de":{"text":"Lehmhäuser mit Ziegeldächern und am Ende die Kirche mit grünen Kuppeln."}},"address":"Av. Apoquindo 9085, Las Condes"},
{"id":"barrio-lastarria","city":"santiago","category":"shopping","name":{"es":"Barrio Lastarria","en":{"text":"Barrio Lastarria"},"fr":{"text":"Barrio Lastarria"},"pt":{"text":"Barrio Lastarria"},"de":{"text":"Barrio Lastarria"}},"description":{"es":"Pocas cuadras y mucho que mirar: librerías, diseño chileno, cafés con terraza y un museo de artes visuales, todo en torno a la calle Lastarria. Los fines de semana suele haber feria de libros y antigüedades en la vereda.","en":{"text":"A few blocks with plenty to look at: bookshops, Chilean design, pavement cafés and a museum of visual arts, all around Lastarria street. At weekends there is usually a street fair with books and antiques."},"fr":{"text":"Quelques rues et beaucoup à voir : librairies, design chilien, terrasses de café et un musée d’arts visuels, le tout autour de la rue Lastarria. Le week-end, il y a souvent un marché de livres et d’antiquités sur le trottoir."},"pt":{"text":"Poucas quadras e muito para ver: livrarias, design chileno, cafés com mesas na calçada e um museu de artes visuais, tudo em volta da rua Lastarria. Nos fins de semana costuma haver feira de livros e antiguidades na rua."},"de":{"text":"Wenige Straßen, viel zu sehen: Buchläden, chilenisches Design, Straßencafés und ein Museum für bildende Kunst, alles rund um die Straße Lastarria. Am Wochenende gibt es meist einen Markt mit Büchern und Antiquitäten."}},"hours":{"es":"Calles: siempre. Tiendas y cafés: horario variable","en":{"text":"Streets: always. Shops and cafés: hours vary"},"fr":{"text":"Rues : toujours. Boutiques et cafés : horaires variables"},"pt":{"text":"Ruas: sempre. Lojas e cafés: horário variável"},"de":{"text":"Straßen: immer. Läden und Cafés: Zeiten wechseln"}},"alt":{"es":"La iglesia roja de la Veracruz junto a un café con quitasoles en una calle de adoquines.","en":{"text":"The red Veracruz church beside a café with parasols on a cobbled street."},"fr":{"text":"L’église rouge de la Veracruz près d’un café à parasols, dans une rue pavée."},"pt":{"text":"A igreja vermelha da Veracruz ao lado de um café com guarda-sóis, numa rua de pedra."},"de":{"text":"Die rote Kirche Veracruz neben einem Café mit Sonnenschirmen an einer Pflasterstraße."}},"address":"José Victorino Lastarria 307, Santiago"},
{"id":"mercado-central","city":"santiago","category":"shopping","name":{"es":"Mercado Central","en":{"text":"Mercado Central"},"fr":{"text":"Mercado Central"},"pt":{"text":"Mercado Central"},"de":{"text":"Mercado Central"}},"description":{"es":"Bajo un techo de hierro hecho en Gran Bretaña e inaugurado en 1872 se venden pescados y mariscos desde temprano. Al almuerzo, las cocinerías de los pasillos sirven caldillo de congrio y suelen salir más baratas que los locales del centro.","en":{"text":"Fish and shellfish are sold from early morning under an iron roof made in Britain and opened in 1872. At lunch, the small kitchens in the aisles serve caldillo de congrio, a conger stew, usually for less than the big places in the middle."},"fr":{"text":"Sous une charpente de fer fabriquée en Grande-Bretagne et inaugurée en 1872, on vend poissons et fruits de mer dès le matin. À midi, les petites cuisines des allées servent le caldillo de congrio, souvent moins cher que les grandes tables du milieu."},"pt":{"text":"Sob um teto de ferro feito na Grã-Bretanha e inaugurado em 1872, vendem-se peixes e frutos do mar desde cedo. No almoço, as cozinhas dos corredores servem caldillo de congrio, quase sempre mais em conta que os restaurantes do meio."},"de":{"text":"Unter einem Eisendach, in Großbritannien gefertigt und 1872 eröffnet, werden von früh an Fisch und Meeresfrüchte verkauft. Mittags servieren die kleinen Garküchen Caldillo de Congrio, meist günstiger als die großen Lokale in der Mitte."}},"hours":{"es":"Todos los días, 7:30 a 17:00; viernes, hasta más tarde","en":{"text":"Daily, 7:30 am – 5 pm; Fri, later"},"fr":{"text":"Tous les jours, 7 h 30 – 17 h ; ven., plus tard"},"pt":{"text":"Todos os dias, das 7h30 às 17h; sexta, até mais tarde"},"de":{"text":"Täglich, 7.30–17 Uhr; Fr länger"}},"alt":{"es":"El techo de hierro del mercado sobre mesones llenos de pescado.","en":{"text":"The iron roof of the market above counters full of fish."},"fr":{"text":"La charpente de fer du marché au-dessus d’étals couverts de poisson."},"pt":{"text":"O teto de ferro do mercado sobre bancas cheias de peixe."},"de":{"text":"Das Eisendach des Marktes über Theken voller Fisch."}},"address":"San Pablo 967, Santiago"},
{"id":"la-sebastiana","city":"valparaiso","category":"historic","name":{"es":"La Sebastiana","en":{"text":"La Sebastiana"},"fr":{"text":"La Sebastiana"},"pt":{"text":"La Sebastiana"},"de":{"text":"La Sebastiana"}},"description":{"es":"La casa de Pablo Neruda en Valparaíso: cinco pisos angostos, ventanas como de barco y un caballo de carrusel entre los muebles. El poeta la estrenó en 1961 y desde aquí miraba los fuegos de Año Nuevo. Se visita con audioguía.","en":{"text":"Pablo Neruda’s house in Valparaíso: five narrow floors, windows like a ship’s and a carousel horse among the furniture. The poet opened it with a party in 1961 and watched the New Year fireworks from here. Visits are with an audio guide."},"fr":{"text":"La maison de Pablo Neruda à Valparaíso : cinq étages étroits, des fenêtres de bateau et un cheval de manège parmi les meubles. Le poète l’inaugura en 1961 et y regardait le feu d’artifice du Nouvel An. La visite se fait avec un audioguide."},"pt":{"text":"A casa de Pablo Neruda em Valparaíso: cinco andares estreitos, janelas que lembram um navio e um cavalo de carrossel entre os móveis. O poeta a inaugurou em 1961 e daqui via os fogos do Ano-Novo. A visita é com audioguia."},"de":{"text":"Pablo Nerudas Haus in Valparaíso: fünf schmale Stockwerke, Fenster wie auf einem Schiff und ein Karussellpferd zwischen den Möbeln. 1961 weihte der Dichter es ein; von hier sah er das Neujahrsfeuerwerk. Besuch mit Audioguide."}},"hours":{"es":"Martes a domingo, 10:00 a 18:00; en verano, hasta las 19:00","en":{"text":"Tue–Sun, 10 am – 6 pm; until 7 pm in summer"},"fr":{"text":"Mar.–dim., 10 h – 18 h ; jusqu’à 19 h en été"},"pt":{"text":"Terça a domingo, das 10h às 18h; no verão, até as 19h"},"de":{"text":"Di–So, 10–18 Uhr; im Sommer bis 19 Uhr"}},"alt":{"es":"La casa alta y colorida de Neruda, con la bahía de Valparaíso detrás.","en":{"text":"Neruda’s tall, colourful house with the bay of Valparaíso behind."},"fr":{"text":"La haute maison colorée de Neruda, avec la baie de Valparaíso derrière."},"pt":{"text":"A casa alta e colorida de Neruda, com a baía de Valparaíso ao fundo."},"de":{"text":"Nerudas hohes, buntes Haus, dahinter die Bucht von Valparaíso."}},"fee":{"kind":"fixed","pesos":7000}},
{"id":"ascensores","city":"valparaiso","category":"historic","name":{"es":"Ascensores históricos","en":{"text":"Historic funiculars (ascensores)"},"fr":{"text":"Funiculaires historiques (ascensores)"},"pt":{"text":"Ascensores históricos (funiculares)"},"de":{"text":"Historische Aufzüge (Ascensores)"}},"description":{"es":"Cabinas que suben los cerros sobre rieles desde 1883. De unos treinta quedan pocos en marcha; Concepción, El Peral y Reina Victoria dejan cerca de los miradores. El viaje dura apenas un minuto; lleva efectivo, porque a los extranjeros se les puede cobrar más.","en":{"text":"Cabins on rails that have climbed the hills since 1883. Of some thirty, only a few still run; Concepción, El Peral and Reina Victoria leave you near the lookouts. The ride lasts barely a minute; bring cash, as foreign visitors may be charged more."},"fr":{"text":"Des cabines sur rails gravissent les collines depuis 1883. Sur une trentaine, peu circulent encore ; Concepción, El Peral et Reina Victoria mènent près des belvédères. Le trajet dure à peine une minute ; ayez des espèces, les étrangers paient parfois plus."},"pt":{"text":"Cabines sobre trilhos que sobem os morros desde 1883. De uns trinta, poucos ainda funcionam; Concepción, El Peral e Reina Victoria deixam perto dos mirantes. A viagem dura só um minuto; leve dinheiro, pois estrangeiros podem pagar mais."},"de":{"text":"Kabinen auf Schienen, die seit 1883 die Hügel hinauffahren. Von rund dreißig sind nur wenige in Betrieb; Concepción, El Peral und Reina Victoria halten nahe den Aussichtspunkten. Die Fahrt dauert kaum eine Minute; für ausländische Gäste kann sie mehr kosten."}},"hours":{"es":"Todos los días, 7:00 a 21:30 aprox.","en":{"text":"Daily, about 7 am – 9:30 pm"},"fr":{"text":"Tous les jours, env. 7 h – 21 h 30"},"pt":{"text":"Todos os dias, das 7h às 21h30, aproximadamente"},"de":{"text":"Täglich, etwa 7–21.30 Uhr"}},"alt":{"es":"Dos cabinas amarillas de ascensor en sus rieles, entre casas de colores y el mar.","en":{"text":"Two yellow funicular cabins on their rails, between colourful houses and the sea."},"fr":{"text":"Deux cabines jaunes sur leurs rails, entre des maisons colorées et la mer."},"pt":{"text":"Duas cabines amarelas nos trilhos, entre casas coloridas e o mar."},"de":{"text":"Zwei gelbe Kabinen auf ihren Schienen, zwischen bunten Häusern und dem Meer."}},"fee":{"kind":"perRide","lowest":100,"highest":300}},
{"id":"plaza-sotomayor","city":"valparaiso","category":"historic","name":{"es":"Plaza Sotomayor","en":{"text":"Plaza Sotomayor"},"fr":{"text":"Plaza Sotomayor"},"pt":{"text":"Plaza Sotomayor"},"de":{"text":"Plaza Sotomayor"}},"description":{"es":"La entrada a la ciudad para quien llega por mar. La preside el edificio celeste de la Armada; al medio, el monumento a los Héroes de Iquique guarda los restos de Arturo Prat y de sus marinos de 1879. El muelle Prat queda enfrente.","en":{"text":"The city’s front door for anyone arriving by sea. The pale blue Navy building stands at one end; in the middle, the Heroes of Iquique monument holds the remains of Arturo Prat and his sailors of 1879. Muelle Prat is just across."},"fr":{"text":"L’entrée de la ville pour qui arrive par la mer. Le bâtiment bleu pâle de la Marine la domine ; au milieu, le monument aux Héros d’Iquique garde les restes d’Arturo Prat et de ses marins de 1879. Le Muelle Prat est juste en face."},"pt":{"text":"A porta da cidade para quem chega pelo mar. Numa ponta fica o prédio azul-claro da Marinha; no meio, o monumento aos Heróis de Iquique guarda os restos de Arturo Prat e de seus marinheiros de 1879. O Muelle Prat fica em frente."},"de":{"text":"Das Tor der Stadt für alle, die vom Meer kommen. An der Stirnseite steht das hellblaue Gebäude der Marine; in der Mitte ruhen unter dem Denkmal der Helden von Iquique Arturo Prat und seine Seeleute von 1879. Gegenüber liegt der Muelle Prat."}},"hours":{"es":"Abierto siempre","en":{"text":"Always open"},"fr":{"text":"Toujours ouvert"},"pt":{"text":"Sempre aberto"},"de":{"text":"Immer geöffnet"}},"alt":{"es":"El monumento a los Héroes de Iquique delante del edificio celeste de la Armada.","en":{"text":"The Heroes of Iquique monument in front of the pale blue Navy building."},"fr":{"text":"Le monument aux Héros d’Iquique devant le bâtiment bleu pâle de la Marine."},"pt":{"text":"O monumento aos Heróis de Iquique diante do prédio azul-claro da Marinha."},"de":{"text":"Das Denkmal der Helden von Iquique vor dem hellblauen Gebäude der Marine."}},"fee":{"kind":"free"}},
{"id":"museo-maritimo","city":"valparaiso","category":"historic","name":{"es":"Museo Marítimo Nacional","en":{"text":"National Maritime Museum"},"fr":{"text":"Musée maritime national"},"pt":{"text":"Museu Marítimo Nacional"},"de":{"text":"Nationales Schifffahrtsmuseum"}},"description":{"es":"En la antigua Escuela Naval, sobre el cerro Artillería: modelos de barcos, la historia de Arturo Prat y una de las cápsulas hechas para rescatar a los 33 mineros en 2010. Afuera, el paseo 21 de Mayo mira a todo el puerto.","en":{"text":"In the old Naval School on Cerro Artillería: model ships, the story of Arturo Prat and one of the capsules built to rescue the 33 miners in 2010. Outside, the Paseo 21 de Mayo looks over the whole port."},"fr":{"text":"Dans l’ancienne École navale, sur le Cerro Artillería : maquettes de navires, histoire d’Arturo Prat et l’une des capsules construites pour secourir les 33 mineurs en 2010. Dehors, la promenade 21 de Mayo domine tout le port."},"pt":{"text":"Na antiga Escola Naval, no Cerro Artillería: maquetes de navios, a história de Arturo Prat e uma das cápsulas feitas para resgatar os 33 mineiros em 2010. Do lado de fora, o Paseo 21 de Mayo tem vista para o porto inteiro."},"de":{"text":"In der alten Marineschule auf dem Cerro Artillería: Schiffsmodelle, die Geschichte von Arturo Prat und eine der Kapseln, die 2010 für die Rettung der 33 Bergleute gebaut wurden. Draußen überblickt der Paseo 21 de Mayo den ganzen Hafen."}},"hours":{"es":"Martes a domingo, 10:00 a 18:00; lunes, horario variable","en":{"text":"Tue–Sun, 10 am – 6 pm; Mon, hours vary"},"fr":{"text":"Mar.–dim., 10 h – 18 h ; lun., horaires variables"},"pt":{"text":"Terça a domingo, das 10h às 18h; segunda, horário variável"},"de":{"text":"Di–So, 10–18 Uhr; Mo wechselnd"}},"alt":{"es":"El largo edificio blanco del museo con un cañón y un ancla, sobre el puerto.","en":{"text":"The long white museum building with a cannon and an anchor, above the port."},"fr":{"text":"Le long bâtiment blanc du musée, un canon et une ancre, au-dessus du port."},"pt":{"text":"O longo prédio branco do museu com um canhão e uma âncora, acima do porto."},"de":{"text":"Das lange weiße Museumsgebäude mit Kanone und Anker, über dem Hafen."}},"fee":{"kind":"fixed","pesos":1000}},
{"id":"playa-torpederas","city":"valparaiso","category":"nature","name":{"es":"Playa Las Torpederas","en":{"text":"Las Torpederas Beach"},"fr":{"text":"Plage Las Torpederas"},"pt":{"text":"Praia Las Torpederas"},"de":{"text":"Strand Las Torpederas"}},"description":{"es":"Playa chica y resguardada, a los pies del cerro Playa Ancha; es la única de Valparaíso habilitada para bañarse. En verano hay salvavidas, quitasoles y empanadas de mariscos. El agua es fría todo el año: así es el Pacífico chileno.","en":{"text":"A small, sheltered beach below the Playa Ancha hill, and the only one in Valparaíso cleared for swimming. In summer there are lifeguards, parasols and seafood empanadas. The water is cold all year: this is the Chilean Pacific."},"fr":{"text":"Une petite plage abritée, au pied de la colline de Playa Ancha ; la seule de Valparaíso où la baignade est autorisée. En été : maîtres-nageurs, parasols et empanadas aux fruits de mer. L’eau est froide toute l’année, c’est le Pacifique chilien."},"pt":{"text":"Praia pequena e abrigada, ao pé do morro Playa Ancha; é a única de Valparaíso liberada para banho. No verão há salva-vidas, guarda-sóis e empanadas de frutos do mar. A água é fria o ano todo: assim é o Pacífico chileno."},"de":{"text":"Ein kleiner, geschützter Strand unterhalb des Hügels Playa Ancha; der einzige in Valparaíso, der zum Baden freigegeben ist. Im Sommer gibt es Rettungsschwimmer und Empanadas mit Meeresfrüchten. Das Wasser ist das ganze Jahr kalt."}},"hours":{"es":"Abierto siempre","en":{"text":"Always open"},"fr":{"text":"Toujours ouvert"},"pt":{"text":"Sempre aberto"},"de":{"text":"Immer geöffnet"}},"alt":{"es":"Una caleta de arena con quitasoles y pelícanos sobre las rocas.","en":{"text":"A sandy cove with parasols, and pelicans on the rocks."},"fr":{"text":"Une crique de sable avec des parasols et des pélicans sur les rochers."},"pt":{"text":"Uma enseada de areia com guarda-sóis e pelicanos sobre as pedras."},"de":{"text":"Eine Sandbucht mit Sonnenschirmen und Pelikanen auf den Felsen."}},"fee":{"kind":"free"}},
{"id":"laguna-verde","city":"valparaiso","category":"nature","name":{"es":"Laguna Verde","en":{"text":"Laguna Verde"},"fr":{"text":"Laguna Verde"},"pt":{"text":"Laguna Verde"},"de":{"text":"Laguna Verde"}},"description":{"es":"Una bahía ancha entre acantilados, unos 15 kilómetros al sur del puerto: arena clara, pinos, casas sencillas y poca gente fuera del verano. El camino de bajada ya es un mirador. El mar es fuerte; se viene a caminar, no a nadar.","en":{"text":"A wide bay between cliffs, about 15 kilometres south of the port: pale sand, pines, simple houses and few people outside summer. The road down is a lookout in itself. The sea is rough, so come to walk rather than to swim."},"fr":{"text":"Une large baie entre les falaises, à une quinzaine de kilomètres au sud du port : sable clair, pins, maisons simples et peu de monde hors saison. La route qui y descend est déjà un belvédère. La mer est forte : on y marche, on n’y nage pas."},"pt":{"text":"Uma baía larga entre falésias, uns 15 quilômetros ao sul do porto: areia clara, pinheiros, casas simples e pouca gente fora do verão. A estrada que desce já é um mirante. O mar é forte; venha para caminhar, não para nadar."},"de":{"text":"Eine weite Bucht zwischen Klippen, etwa 15 Kilometer südlich des Hafens: heller Sand, Kiefern, einfache Häuser und außerhalb des Sommers wenig Leute. Schon die Straße hinab bietet Aussicht. Das Meer ist rau; man kommt zum Gehen, nicht zum Baden."}},"hours":{"es":"Abierto siempre; mejor de día","en":{"text":"Always open; best by day"},"fr":{"text":"Toujours ouvert ; de préférence en journée"},"pt":{"text":"Sempre aberto; melhor durante o dia"},"de":{"text":"Immer geöffnet; am besten bei Tageslicht"}},"alt":{"es":"Una playa ancha con una laguna, pinos, acantilados y un faro.","en":{"text":"A wide beach with a lagoon, pines, cliffs and a lighthouse."},"fr":{"text":"Une large plage avec une lagune, des pins, des falaises et un phare."},"pt":{"text":"Uma praia larga com uma lagoa, pinheiros, falésias e um farol."},"de":{"text":"Ein breiter Strand mit Lagune, Kiefern, Klippen und Leuchtturm."}},"fee":{"kind":"free"}},
{"id":"reserva-penuelas","city":"valparaiso","category":"nature","name":{"es":"Reserva Nacional Lago Peñuelas","en":{"text":"Lago Peñuelas National Reserve"},"fr":{"text":"Réserve nationale Lago Peñuelas"},"pt":{"text":"Reserva Nacional Lago Peñuelas"},"de":{"text":"Nationalreservat Lago Peñuelas"}},"description":{"es":"Bosque y humedal junto a la Ruta 68, reserva de la biosfera de la Unesco. El lago es un embalse de 1900 que hoy crece o se encoge según las lluvias; cuando hay agua vuelven los cisnes. Se han contado más de cien especies de aves.","en":{"text":"Woods and wetland beside Route 68, part of a UNESCO biosphere reserve. The lake is a reservoir from 1900 that now grows or shrinks with the rains; when there is water, the swans return. Over a hundred species of birds have been counted."},"fr":{"text":"Forêt et zone humide au bord de la Route 68, dans une réserve de biosphère de l’Unesco. Le lac est un réservoir de 1900 qui grandit ou se retire selon les pluies ; quand il a de l’eau, les cygnes reviennent. Plus de cent espèces d’oiseaux."},"pt":{"text":"Mata e área úmida ao lado da Ruta 68, em uma reserva da biosfera da Unesco. O lago é uma represa de 1900 que hoje cresce ou encolhe conforme as chuvas; quando tem água, os cisnes voltam. Já se contaram mais de cem espécies de aves."},"de":{"text":"Wald und Feuchtgebiet an der Ruta 68, in einem Biosphärenreservat der UNESCO. Der See ist ein Stausee von 1900, der heute mit dem Regen wächst und schrumpft; führt er Wasser, kehren die Schwäne zurück. Über hundert Vogelarten wurden gezählt."}},"hours":{"es":"Horario variable; conviene consultar antes de ir","en":{"text":"Hours vary; check before you go"},"fr":{"text":"Horaires variables ; à vérifier avant d’y aller"},"pt":{"text":"Horário variável; consulte antes de ir"},"de":{"text":"Zeiten wechseln; bitte vorher erkundigen"}},"alt":{"es":"Cisnes en un lago tranquilo, con palmas chilenas y cerros al fondo.","en":{"text":"Swans on a calm lake, with Chilean palms and hills in the distance."},"fr":{"text":"Des cygnes sur un lac calme, avec des palmiers du Chili et des collines au loin."},"pt":{"text":"Cisnes num lago calmo, com palmeiras-do-chile e morros ao fundo."},"de":{"text":"Schwäne auf einem stillen See, mit Honigpalmen und Hügeln im Hintergrund."}},"fee":{"kind":"fixed","pesos":3000}},
{"id":"cerro-concepcion","city":"valparaiso","category":"shopping","name":{"es":"Cerro Concepción","en":{"text":"Cerro Concepción"},"fr":{"text":"Cerro Concepción"},"pt":{"text":"Cerro Concepción"},"de":{"text":"Cerro Concepción"}},"description":{"es":"Pasajes empedrados, casas de calamina pintada, galerías, cafés y tiendas de autor. Los paseos Gervasoni y Atkinson miran a la bahía. Se sube en el ascensor Concepción, el más antiguo de la ciudad, de 1883. Las veredas son empinadas.","en":{"text":"Cobbled alleys, painted corrugated-iron houses, galleries, cafés and designers’ shops. Paseo Gervasoni and Paseo Atkinson look over the bay. Go up by the Concepción funicular of 1883, the city’s oldest. The pavements are steep."},"fr":{"text":"Ruelles pavées, maisons de tôle peinte, galeries, cafés et boutiques de créateurs. Les promenades Gervasoni et Atkinson donnent sur la baie. On y monte par le funiculaire Concepción de 1883, le plus ancien de la ville. Les trottoirs sont raides."},"pt":{"text":"Vielas de pedra, casas de zinco pintado, galerias, cafés e lojas de autor. Os paseos Gervasoni e Atkinson dão para a baía. Sobe-se pelo ascensor Concepción, de 1883, o mais antigo da cidade. As calçadas são íngremes."},"de":{"text":"Gepflasterte Gassen, bunte Wellblechhäuser, Galerien, Cafés und kleine Designläden. Die Promenaden Gervasoni und Atkinson blicken auf die Bucht. Hinauf fährt der Aufzug Concepción von 1883, der älteste der Stadt. Die Gehwege sind steil."}},"hours":{"es":"Calles: siempre. Tiendas y cafés: horario variable","en":{"text":"Streets: always. Shops and cafés: hours vary"},"fr":{"text":"Rues : toujours. Boutiques et cafés : horaires variables"},"pt":{"text":"Ruas: sempre. Lojas e cafés: horário variável"},"de":{"text":"Straßen: immer. Läden und Cafés: Zeiten wechseln"}},"alt":{"es":"Casas de colores y la torre de una iglesia en un paseo frente a la bahía.","en":{"text":"Colourful houses and a church tower on a promenade facing the bay."},"fr":{"text":"Des maisons colorées et un clocher sur une promenade face à la baie."},"pt":{"text":"Casas coloridas e a torre de uma igreja num calçadão de frente para a baía."},"de":{"text":"Bunte Häuser und ein Kirchturm an einer Promenade über der Bucht."}},"address":"Paseo Gervasoni 448, Cerro Concepción, Valparaíso"},
{"id":"mercado-cardonal","city":"valparaiso","category":"shopping","name":{"es":"Mercado Cardonal","en":{"text":"Mercado Cardonal"},"fr":{"text":"Mercado Cardonal"},"pt":{"text":"Mercado Cardonal"},"de":{"text":"Mercado Cardonal"}},"description":{"es":"El mercado de frutas y verduras de la ciudad, en un edificio de estructura metálica de 1912. Abajo, paltas, quesos y pescado; arriba, cocinerías con merluza frita y paila marina a buen precio. Mejor con poco equipaje y el bolso cerrado.","en":{"text":"The city’s fruit and vegetable market, in a metal-framed building of 1912. Downstairs: avocados, cheese and fish. Upstairs: plain kitchens with fried hake and paila marina, a seafood broth, at fair prices. Travel light and keep your bag closed."},"fr":{"text":"Le marché aux fruits et légumes de la ville, dans un bâtiment à charpente métallique de 1912. En bas, avocats, fromages et poisson ; en haut, des cantines avec merlu frit et paila marina à bon prix. Venez léger, sac bien fermé."},"pt":{"text":"O mercado de frutas e verduras da cidade, num prédio de estrutura metálica de 1912. Embaixo, abacates, queijos e peixe; em cima, cozinhas simples com merluza frita e paila marina a bom preço. Vá com pouca coisa e a bolsa fechada."},"de":{"text":"Der Obst- und Gemüsemarkt der Stadt, in einem Bau mit Metallgerüst von 1912. Unten Avocados, Käse und Fisch; oben einfache Lokale mit gebratenem Seehecht und Paila Marina zu guten Preisen. Am besten mit wenig Gepäck und geschlossener Tasche."}},"hours":{"es":"Todos los días; horario variable, mejor por la mañana","en":{"text":"Daily; hours vary, best in the morning"},"fr":{"text":"Tous les jours ; horaires variables, mieux le matin"},"pt":{"text":"Todos os dias; horário variável, melhor pela manhã"},"de":{"text":"Täglich; Zeiten wechseln, am besten vormittags"}},"alt":{"es":"El edificio amarillo del mercado con cajones de fruta y toldos en la entrada.","en":{"text":"The yellow market building with crates of fruit and awnings at the entrance."},"fr":{"text":"Le bâtiment jaune du marché, avec des cageots de fruits et des auvents."},"pt":{"text":"O prédio amarelo do mercado com caixas de frutas e toldos na entrada."},"de":{"text":"Das gelbe Marktgebäude mit Obstkisten und Markisen am Eingang."}},"address":"Av. Uruguay 125, Valparaíso"},
{"id":"feria-antiguedades","city":"valparaiso","category":"shopping","name":{"es":"Feria de antigüedades","en":{"text":"Antiques fair"},"fr":{"text":"Marché aux antiquités"},"pt":{"text":"Feira de antiguidades"},"de":{"text":"Antiquitätenmarkt"}},"description":{"es":"Unos ochenta puestos de anticuarios y libreros en la plaza O’Higgins: vinilos, monedas, relojes, platería y libros usados. La feria La Merced funciona desde 1978. Se conversa, se regatea con calma y mirar no cuesta nada.","en":{"text":"About eighty stalls of antique and book dealers on Plaza O’Higgins: vinyl, coins, clocks, silver and second-hand books. The La Merced fair has been running since 1978. People chat, bargain calmly, and looking costs nothing."},"fr":{"text":"Environ 80 stands d’antiquaires et de bouquinistes sur la Plaza O’Higgins : vinyles, monnaies, horloges, argenterie et livres d’occasion. La foire La Merced existe depuis 1978. On bavarde, on marchande sans hâte, et regarder ne coûte rien."},"pt":{"text":"Cerca de oitenta barracas de antiquários e livreiros na Plaza O’Higgins: vinis, moedas, relógios, prataria e livros usados. A feira La Merced existe desde 1978. Conversa-se, pechincha-se com calma, e olhar não custa nada."},"de":{"text":"Rund achtzig Stände von Antiquitäten- und Buchhändlern auf der Plaza O’Higgins: Schallplatten, Münzen, Uhren, Silber und alte Bücher. Den Markt La Merced gibt es seit 1978. Man plaudert, handelt in Ruhe, und Schauen kostet nichts."}},"hours":{"es":"Sábados, domingos y festivos; horario variable","en":{"text":"Sat, Sun and holidays; hours vary"},"fr":{"text":"Sam., dim. et jours fériés ; horaires variables"},"pt":{"text":"Sábados, domingos e feriados; horário variável"},"de":{"text":"Sa, So und Feiertage; Zeiten wechseln"}},"alt":{"es":"Un gramófono, un reloj y una cámara antigua sobre la mesa de un puesto de la feria.","en":{"text":"A gramophone, a clock and an old camera on the table of a fair stall."},"fr":{"text":"Un gramophone, une horloge et un vieil appareil photo sur un stand de la foire."},"pt":{"text":"Um gramofone, um relógio e uma câmera antiga na mesa de uma barraca da feira."},"de":{"text":"Ein Grammofon, eine Uhr und eine alte Kamera auf dem Tisch eines Marktstands."}},"address":"Calle Victoria con Av. Uruguay, Plaza O’Higgins, Valparaíso"},
{"id":"muelle-prat","city":"valparaiso","category":"shopping","name":{"es":"Muelle Prat","en":{"text":"Muelle Prat"},"fr":{"text":"Muelle Prat"},"pt":{"text":"Muelle Prat"},"de":{"text":"Muelle Prat"}},"description":{"es":"Lanchas de colores recorren la bahía en poco más de media hora: lobos marinos, buques de guerra, contenedores y la ciudad entera vista desde el agua. En el muelle hay artesanía y recuerdos. Pregunta el precio antes de subir.","en":{"text":"Colourful launches tour the bay in a little over half an hour: sea lions, warships, container ships and the whole city seen from the water. On the pier there are crafts and souvenirs. Ask the price before you board."},"fr":{"text":"Des vedettes colorées font le tour de la baie en un peu plus d’une demi-heure : otaries, navires de guerre, porte-conteneurs et toute la ville vue de l’eau. Sur le quai, artisanat et souvenirs. Demandez le prix avant d’embarquer."},"pt":{"text":"Lanchas coloridas dão a volta na baía em pouco mais de meia hora: leões-marinhos, navios de guerra, contêineres e a cidade inteira vista da água. No cais há artesanato e lembrancinhas. Pergunte o preço antes de embarcar."},"de":{"text":"Bunte Barkassen fahren in gut einer halben Stunde durch die Bucht: Seelöwen, Kriegsschiffe, Containerfrachter und die ganze Stadt vom Wasser aus. Am Kai gibt es Kunsthandwerk und Andenken. Fragen Sie vor dem Einsteigen nach dem Preis."}},"hours":{"es":"Todos los días; horario variable según el mar","en":{"text":"Daily; hours vary with the sea"},"fr":{"text":"Tous les jours ; horaires variables selon la mer"},"pt":{"text":"Todos os dias; horário variável conforme o mar"},"de":{"text":"Täglich; Zeiten je nach Seegang"}},"alt":{"es":"Lanchas de colores en el muelle, con una grúa del puerto al atardecer.","en":{"text":"Colourful launches at the pier, with a port crane at sunset."},"fr":{"text":"Des vedettes colorées à quai, avec une grue du port au coucher du soleil."},"pt":{"text":"Lanchas coloridas no cais, com um guindaste do porto ao entardecer."},"de":{"text":"Bunte Barkassen am Kai, dahinter ein Hafenkran im Abendlicht."}},"address":"Av. Errázuriz s/n, Muelle Prat, Valparaíso"},
{"id":"castillo-wulff","city":"vina-del-mar","category":"historic","name":{"es":"Castillo Wulff","en":{"text":"Wulff Castle"},"fr":{"text":"Château Wulff"},"pt":{"text":"Castelo Wulff"},"de":{"text":"Schloss Wulff (Castillo Wulff)"}},"description":{"es":"Gustavo Wulff, comerciante de origen alemán, lo levantó en 1906 sobre las rocas, al borde del mar; más tarde sumó un torreón unido por un puente. Espera una restauración, así que lo seguro es verlo desde afuera, con las olas debajo.","en":{"text":"Gustavo Wulff, a merchant of German origin, built it in 1906 on the rocks at the edge of the sea, and later added a tower joined by a bridge. It is awaiting restoration, so count on seeing it from outside, with the waves underneath."},"fr":{"text":"Gustavo Wulff, négociant d’origine allemande, le bâtit en 1906 sur les rochers, au bord de la mer, puis y ajouta une tour reliée par un pont. Il attend une restauration : prévoyez de le voir de l’extérieur, avec les vagues juste en dessous."},"pt":{"text":"Gustavo Wulff, comerciante de origem alemã, o construiu em 1906 sobre as pedras, à beira do mar, e depois acrescentou um torreão ligado por uma ponte. Ele espera uma restauração; conte em vê-lo por fora, com as ondas embaixo."},"de":{"text":"Der deutschstämmige Kaufmann Gustavo Wulff baute es 1906 auf die Felsen am Meer und fügte später einen Turm hinzu, den eine Brücke verbindet. Es wartet auf die Restaurierung; rechnen Sie mit dem Blick von außen, die Wellen direkt darunter."}},"hours":{"es":"Exterior: siempre. Interior: horario variable","en":{"text":"Outside: always. Inside: hours vary"},"fr":{"text":"Extérieur : toujours. Intérieur : horaires variables"},"pt":{"text":"Exterior: sempre. Interior: horário variável"},"de":{"text":"Außen: immer. Innen: Zeiten wechseln"}},"alt":{"es":"El castillo de piedra y su puente sobre las rocas, con olas que rompen abajo.","en":{"text":"The stone castle and its bridge on the rocks, with waves breaking below."},"fr":{"text":"Le château de pierre et son pont sur les rochers, avec les vagues en contrebas."},"pt":{"text":"O castelo de pedra e sua ponte sobre as rochas, com ondas quebrando embaixo."},"de":{"text":"Das Steinschloss und seine Brücke auf den Felsen, unten brechen die Wellen."}},"fee":{"kind":"free"}},
{"id":"reloj-de-flores","city":"vina-del-mar","category":"historic","name":{"es":"Reloj de Flores","en":{"text":"Flower Clock (Reloj de Flores)"},"fr":{"text":"Horloge fleurie (Reloj de Flores)"},"pt":{"text":"Relógio de Flores"},"de":{"text":"Blumenuhr (Reloj de Flores)"}},"description":{"es":"Se plantó para el Mundial de fútbol de 1962 y su primera maquinaria vino de Suiza. La esfera es de flores vivas, que los jardineros renuevan durante el año. Está frente a la playa Caleta Abarca; para la foto bastan diez minutos.","en":{"text":"It was planted for the 1962 football World Cup, and its first mechanism came from Switzerland. The face is made of living flowers, which the gardeners renew through the year. It is opposite Caleta Abarca beach; ten minutes will do for the photo."},"fr":{"text":"Plantée pour la Coupe du monde de football de 1962, avec un premier mécanisme venu de Suisse. Le cadran est fait de fleurs vivantes, renouvelées au fil de l’année. Elle fait face à la plage Caleta Abarca ; dix minutes suffisent pour la photo."},"pt":{"text":"Foi plantado para a Copa do Mundo de 1962, e o primeiro mecanismo veio da Suíça. O mostrador é de flores vivas, que os jardineiros renovam ao longo do ano. Fica em frente à praia Caleta Abarca; dez minutos bastam para a foto."},"de":{"text":"Sie wurde zur Fußball-WM 1962 angelegt, das erste Uhrwerk kam aus der Schweiz. Das Zifferblatt besteht aus lebenden Blumen, die das Jahr über erneuert werden. Sie liegt gegenüber dem Strand Caleta Abarca; für das Foto genügen zehn Minuten."}},"hours":{"es":"Abierto siempre","en":{"text":"Always open"},"fr":{"text":"Toujours ouvert"},"pt":{"text":"Sempre aberto"},"de":{"text":"Immer geöffnet"}},"alt":{"es":"Un gran reloj hecho de flores en una ladera verde, con el mar al fondo.","en":{"text":"A large clock made of flowers on a green slope, with the sea behind."},"fr":{"text":"Une grande horloge de fleurs sur une pente verte, avec la mer au fond."},"pt":{"text":"Um grande relógio feito de flores numa encosta verde, com o mar ao fundo."},"de":{"text":"Eine große Uhr aus Blumen an einem grünen Hang, dahinter das Meer."}},"fee":{"kind":"free"}},
{"id":"museo-fonck","city":"vina-del-mar","category":"historic","name":{"es":"Museo Fonck","en":{"text":"Museo Fonck"},"fr":{"text":"Musée Fonck"},"pt":{"text":"Museu Fonck"},"de":{"text":"Museo Fonck"}},"description":{"es":"Afuera te recibe un moái auténtico, traído de Rapa Nui a mediados del siglo XX. Adentro hay una gran colección de la isla, piezas mapuches y diaguitas y, en el segundo piso, animales e insectos de Chile. Basta una hora.","en":{"text":"A real moai greets you outside, brought from Rapa Nui (Easter Island) in the mid-20th century. Inside there is a large collection from the island, Mapuche and Diaguita pieces and, upstairs, Chilean animals and insects. An hour is enough."},"fr":{"text":"Dehors, un vrai moaï vous accueille, apporté de Rapa Nui (l’île de Pâques) au milieu du XXe siècle. Dedans, une grande collection de l’île, des pièces mapuches et diaguitas et, à l’étage, des animaux et insectes du Chili. Une heure suffit."},"pt":{"text":"Do lado de fora, um moai autêntico recebe você, trazido de Rapa Nui (Ilha de Páscoa) em meados do século XX. Dentro há uma grande coleção da ilha, peças mapuches e diaguitas e, no andar de cima, animais e insetos do Chile. Uma hora basta."},"de":{"text":"Draußen begrüßt Sie ein echter Moai, der Mitte des 20. Jahrhunderts von Rapa Nui (Osterinsel) kam. Drinnen: eine große Sammlung der Insel, Stücke der Mapuche und Diaguita und im ersten Stock Tiere und Insekten Chiles. Eine Stunde reicht."}},"hours":{"es":"Martes a sábado, 10:00 a 18:00; domingo y lunes, 10:00 a 14:00","en":{"text":"Tue–Sat, 10 am – 6 pm; Sun and Mon, 10 am – 2 pm"},"fr":{"text":"Mar.–sam., 10 h – 18 h ; dim. et lun., 10 h – 14 h"},"pt":{"text":"Terça a sábado, das 10h às 18h; domingo e segunda, das 10h às 14h"},"de":{"text":"Di–Sa, 10–18 Uhr; So und Mo, 10–14 Uhr"}},"alt":{"es":"Un moái de piedra en el jardín, delante de la casona del museo.","en":{"text":"A stone moai in the garden, in front of the museum’s mansion."},"fr":{"text":"Un moaï de pierre dans le jardin, devant la demeure du musée."},"pt":{"text":"Um moai de pedra no jardim, diante do casarão do museu."},"de":{"text":"Ein steinerner Moai im Garten vor der Villa des Museums."}},"fee":{"kind":"fixed","pesos":3000}},
{"id":"palacio-rioja","city":"vina-del-mar","category":"historic","name":{"es":"Palacio Rioja","en":{"text":"Rioja Palace"},"fr":{"text":"Palais Rioja"},"pt":{"text":"Palácio Rioja"},"de":{"text":"Palacio Rioja"}},"description":{"es":"La familia Rioja se mudó a Viña tras el terremoto de 1906 y su casa se conserva como era: salón estilo Imperio, comedor para 24 personas, piano de cola y muebles llegados en barco desde Europa. El jardín tiene palmeras y sombra.","en":{"text":"The Rioja family moved to Viña after the 1906 earthquake, and their house is kept as it was: an Empire-style drawing room, a dining table for 24, a grand piano and furniture shipped from Europe. The garden has palms and shade."},"fr":{"text":"La famille Rioja s’installa à Viña après le séisme de 1906, et sa maison est restée telle quelle : salon Empire, table pour 24 convives, piano à queue et meubles venus d’Europe par bateau. Le jardin offre ses palmiers et de l’ombre."},"pt":{"text":"A família Rioja se mudou para Viña depois do terremoto de 1906, e a casa continua como era: salão estilo Império, mesa para 24 pessoas, piano de cauda e móveis vindos de navio da Europa. O jardim tem palmeiras e sombra."},"de":{"text":"Die Familie Rioja zog nach dem Erdbeben von 1906 nach Viña, und ihr Haus blieb, wie es war: Salon im Empirestil, Esstisch für 24 Personen, Flügel und Möbel, die per Schiff aus Europa kamen. Im Garten gibt es Palmen und Schatten."}},"hours":{"es":"Martes a domingo, 10:00 a 13:30 y 15:00 a 17:30","en":{"text":"Tue–Sun, 10 am – 1:30 pm and 3 – 5:30 pm"},"fr":{"text":"Mar.–dim., 10 h – 13 h 30 et 15 h – 17 h 30"},"pt":{"text":"Terça a domingo, das 10h às 13h30 e das 15h às 17h30"},"de":{"text":"Di–So, 10–13.30 und 15–17.30 Uhr"}},"alt":{"es":"El palacio claro con columnas y escalinata, rodeado de palmeras.","en":{"text":"The pale palace with columns and a stairway, surrounded by palm trees."},"fr":{"text":"Le palais clair, ses colonnes et son escalier, entouré de palmiers."},"pt":{"text":"O palácio claro com colunas e escadaria, cercado de palmeiras."},"de":{"text":"Der helle Palast mit Säulen und Freitreppe, umgeben von Palmen."}},"fee":{"kind":"fixed","pesos":1500}},
{"id":"quinta-vergara","city":"vina-del-mar","category":"nature","name":{"es":"Parque Quinta Vergara","en":{"text":"Quinta Vergara Park"},"fr":{"text":"Parc Quinta Vergara"},"pt":{"text":"Parque Quinta Vergara"},"de":{"text":"Park Quinta Vergara"}},"description":{"es":"Parque con árboles traídos de Asia, Australia y California, y un palacio de aire veneciano que es museo de bellas artes. En su anfiteatro se hace cada febrero el Festival de la Canción, que todo Chile sigue por televisión.","en":{"text":"A park with trees brought from Asia, Australia and California, and a Venetian-looking palace that is now a fine arts museum. Every February its amphitheatre hosts the Viña song festival, which all of Chile follows on television."},"fr":{"text":"Un parc aux arbres venus d’Asie, d’Australie et de Californie, et un palais d’allure vénitienne devenu musée des beaux-arts. Chaque année en février, son amphithéâtre accueille le festival de la chanson, que tout le Chili suit à la télévision."},"pt":{"text":"Parque com árvores trazidas da Ásia, da Austrália e da Califórnia, e um palácio de ar veneziano que é museu de belas-artes. No anfiteatro acontece, todo fevereiro, o festival da canção que o Chile inteiro acompanha pela televisão."},"de":{"text":"Ein Park mit Bäumen aus Asien, Australien und Kalifornien und einem venezianisch wirkenden Palast, heute Kunstmuseum. Im Amphitheater findet jeden Februar das Liederfestival statt, das ganz Chile im Fernsehen verfolgt."}},"hours":{"es":"Parque: todos los días, de día. Museo: horario variable","en":{"text":"Park: daily, in daylight. Museum: hours vary"},"fr":{"text":"Parc : tous les jours, en journée. Musée : horaires variables"},"pt":{"text":"Parque: todos os dias, durante o dia. Museu: horário variável"},"de":{"text":"Park: täglich, bei Tageslicht. Museum: Zeiten wechseln"}},"alt":{"es":"El palacio blanco de arcos venecianos entre los árboles altos del parque.","en":{"text":"The white palace with Venetian arches among the tall trees of the park."},"fr":{"text":"Le palais blanc aux arcs vénitiens parmi les grands arbres du parc."},"pt":{"text":"O palácio branco de arcos venezianos entre as árvores altas do parque."},"de":{"text":"Der weiße Palast mit venezianischen Bögen zwischen den hohen Bäumen des Parks."}},"fee":{"kind":"free"}},
{"id":"jardin-botanico","city":"vina-del-mar","category":"nature","name":{"es":"Jardín Botánico Nacional","en":{"text":"National Botanic Garden"},"fr":{"text":"Jardin botanique national"},"pt":{"text":"Jardim Botânico Nacional"},"de":{"text":"Nationaler Botanischer Garten"}},"description":{"es":"Flora chilena que cuesta ver junta: bosque nativo, palma chilena, plantas de Juan Fernández y el toromiro de Rapa Nui. El incendio de 2024 quemó casi todo el terreno y el jardín está rebrotando; cada entrada ayuda a replantarlo.","en":{"text":"Chilean plants you rarely see together: native forest, Chilean palms, species from the Juan Fernández islands and the toromiro of Rapa Nui. The 2024 fire burned almost all of it, and the garden is growing back; every ticket helps to replant it."},"fr":{"text":"Des plantes du Chili rarement réunies : forêt native, palmier du Chili, espèces de l’archipel Juan Fernández et toromiro de Rapa Nui. L’incendie de 2024 a presque tout brûlé et le jardin repousse ; chaque entrée aide à replanter."},"pt":{"text":"Plantas chilenas que raramente se veem juntas: mata nativa, palmeira-do-chile, espécies de Juan Fernández e o toromiro de Rapa Nui. O incêndio de 2024 queimou quase tudo e o jardim está rebrotando; cada ingresso ajuda a replantar."},"de":{"text":"Chilenische Pflanzen, die man selten beisammen sieht: heimischer Wald, Honigpalmen, Arten der Juan-Fernández-Inseln und der Toromiro von Rapa Nui. Der Brand von 2024 zerstörte fast alles; der Garten wächst nach, jeder Eintritt hilft dabei."}},"hours":{"es":"Horario variable; por lo general, 10:00 a 18:00","en":{"text":"Hours vary; usually 10 am – 6 pm"},"fr":{"text":"Horaires variables ; en général, 10 h – 18 h"},"pt":{"text":"Horário variável; em geral, das 10h às 18h"},"de":{"text":"Zeiten wechseln; meist 10–18 Uhr"}},"alt":{"es":"Palmas chilenas, un puente y cisnes en la laguna del jardín.","en":{"text":"Chilean palms, a bridge and swans on the garden’s pond."},"fr":{"text":"Des palmiers du Chili, un pont et des cygnes sur l’étang du jardin."},"pt":{"text":"Palmeiras-do-chile, uma ponte e cisnes no lago do jardim."},"de":{"text":"Honigpalmen, eine Brücke und Schwäne auf dem Teich des Gartens."}},"fee":{"kind":"fixed","pesos":2000}},
{"id":"dunas-concon","city":"vina-del-mar","category":"nature","name":{"es":"Dunas de Concón","en":{"text":"Concón Dunes"},"fr":{"text":"Dunes de Concón"},"pt":{"text":"Dunas de Concón"},"de":{"text":"Dünen von Concón"}},"description":{"es":"Dunas muy antiguas, colgadas sobre un acantilado frente al mar. Se sube con calma, se baja en tabla de sandboard y muchos se quedan al atardecer, con Valparaíso a lo lejos. Es Santuario de la Naturaleza: cuida las plantas.","en":{"text":"Very old dunes perched on a cliff above the sea. You walk up slowly, ride down on a sandboard, and many stay for the sunset, with Valparaíso in the distance. It is a nature sanctuary, so please mind the plants."},"fr":{"text":"De très vieilles dunes, perchées sur une falaise au-dessus de la mer. On monte sans se presser, on descend en sandboard et beaucoup restent au coucher du soleil, Valparaíso au loin. C’est un sanctuaire naturel : attention aux plantes."},"pt":{"text":"Dunas muito antigas, no alto de uma falésia de frente para o mar. Sobe-se com calma, desce-se de sandboard e muita gente fica para o pôr do sol, com Valparaíso ao longe. É um santuário natural: cuidado com as plantas."},"de":{"text":"Uralte Dünen oben auf einer Klippe über dem Meer. Man steigt langsam hinauf, fährt mit dem Sandboard hinunter, und viele bleiben zum Sonnenuntergang, mit Valparaíso in der Ferne. Das Gebiet steht unter Naturschutz: Bitte schonen Sie die Pflanzen."}},"hours":{"es":"Abierto siempre; mejor de día","en":{"text":"Always open; best by day"},"fr":{"text":"Toujours ouvert ; de préférence en journée"},"pt":{"text":"Sempre aberto; melhor durante o dia"},"de":{"text":"Immer geöffnet; am besten bei Tageslicht"}},"alt":{"es":"Una persona baja en tabla por una gran duna dorada, junto al mar.","en":{"text":"Someone rides a board down a large golden dune beside the sea."},"fr":{"text":"Quelqu’un descend en planche une grande dune dorée au bord de la mer."},"pt":{"text":"Uma pessoa desce de prancha por uma grande duna dourada junto ao mar."},"de":{"text":"Jemand fährt auf einem Brett eine große goldene Düne am Meer hinunter."}},"fee":{"kind":"free"}},
{"id":"playa-renaca","city":"vina-del-mar","category":"nature","name":{"es":"Playa de Reñaca","en":{"text":"Reñaca Beach"},"fr":{"text":"Plage de Reñaca"},"pt":{"text":"Praia de Reñaca"},"de":{"text":"Strand von Reñaca"}},"description":{"es":"Arena ancha frente a edificios escalonados que trepan el cerro. Las olas son buenas para el surf, pero la playa no está habilitada para bañarse. Al atardecer la costanera se llena de gente; más al norte hay rocas con lobos marinos.","en":{"text":"A wide beach facing stepped apartment blocks that climb the hillside. The waves are good for surfing, but the beach is not cleared for swimming. At sunset the seafront fills with people; further north there are rocks with sea lions."},"fr":{"text":"Une large plage face à des immeubles en gradins accrochés à la colline. Les vagues plaisent aux surfeurs, mais la baignade n’y est pas autorisée. Au couchant, le front de mer s’anime ; plus au nord, des rochers couverts d’otaries."},"pt":{"text":"Praia larga diante de prédios em degraus que sobem o morro. As ondas são boas para o surfe, mas o banho de mar não é liberado. No fim da tarde a orla se enche de gente; mais ao norte há pedras com leões-marinhos."},"de":{"text":"Ein breiter Strand vor terrassenförmigen Häusern, die den Hang hinaufsteigen. Die Wellen sind gut zum Surfen, zum Baden ist er nicht freigegeben. Gegen Abend füllt sich die Promenade; weiter nördlich liegen Felsen mit Seelöwen."}},"hours":{"es":"Abierto siempre","en":{"text":"Always open"},"fr":{"text":"Toujours ouvert"},"pt":{"text":"Sempre aberto"},"de":{"text":"Immer geöffnet"}},"alt":{"es":"Quitasoles en la playa y edificios blancos escalonados sobre la ladera.","en":{"text":"Parasols on the beach and white stepped buildings on the hillside."},"fr":{"text":"Des parasols sur la plage et des immeubles blancs en gradins sur la pente."},"pt":{"text":"Guarda-sóis na praia e prédios brancos em degraus na encosta."},"de":{"text":"Sonnenschirme am Strand und weiße Terrassenhäuser am Hang."}},"fee":{"kind":"free"}},
{"id":"mall-marina","city":"vina-del-mar","category":"shopping","name":{"es":"Mall Marina","en":{"text":"Mall Marina"},"fr":{"text":"Mall Marina"},"pt":{"text":"Mall Marina"},"de":{"text":"Mall Marina"}},"description":{"es":"El centro comercial grande de Viña: tiendas chilenas, marcas internacionales, supermercado, cine y patio de comidas. Sirve para comprar un abrigo si la costa salió más fría de lo previsto, o un último regalo antes del viaje.","en":{"text":"Viña’s big shopping centre: Chilean shops, international brands, a supermarket, a cinema and a food court. Handy for a warm jacket if the coast is colder than you expected, or for a last present before you travel."},"fr":{"text":"Le grand centre commercial de Viña : enseignes chiliennes, marques internationales, supermarché, cinéma et restauration rapide. Pratique pour une veste si la côte est plus fraîche que prévu, ou pour un dernier cadeau avant le départ."},"pt":{"text":"O grande shopping de Viña: lojas chilenas, marcas internacionais, supermercado, cinema e praça de alimentação. Serve para comprar um casaco se a costa estiver mais fria do que o previsto, ou um último presente antes da viagem."},"de":{"text":"Das große Einkaufszentrum von Viña: chilenische Läden, internationale Marken, Supermarkt, Kino und viele Imbisse. Praktisch für eine warme Jacke, wenn die Küste kühler ist als gedacht, oder für ein letztes Geschenk vor der Reise."}},"hours":{"es":"Todos los días, 10:00 a 20:30; cierra algunos feriados","en":{"text":"Daily, 10 am – 8:30 pm; closed on some holidays"},"fr":{"text":"Tous les jours, 10 h – 20 h 30 ; fermé certains jours fériés"},"pt":{"text":"Todos os dias, das 10h às 20h30; fecha em alguns feriados"},"de":{"text":"Täglich, 10–20.30 Uhr; an manchen Feiertagen geschlossen"}},"alt":{"es":"La fachada de vidrio curvo del centro comercial, iluminada de noche.","en":{"text":"The curved glass front of the shopping centre, lit up at night."},"fr":{"text":"La façade de verre courbe du centre commercial, éclairée la nuit."},"pt":{"text":"A fachada de vidro curvo do shopping, iluminada à noite."},"de":{"text":"Die geschwungene Glasfassade des Einkaufszentrums bei Nacht."}},"address":"Av. 14 Norte 821, Viña del Mar"},
{"id":"calle-valparaiso","city":"vina-del-mar","category":"shopping","name":{"es":"Calle Valparaíso","en":{"text":"Calle Valparaíso"},"fr":{"text":"Calle Valparaíso"},"pt":{"text":"Calle Valparaíso"},"de":{"text":"Calle Valparaíso"}},"description":{"es":"La calle comercial de siempre: zapaterías, librerías, galerías techadas y cafés, a pasos de la plaza Vergara. Aquí compra la gente de Viña, con precios de ciudad y no de balneario. Lo más animado es un día de semana por la tarde.","en":{"text":"The old main shopping street: shoe shops, bookshops, covered arcades and cafés, a few steps from Plaza Vergara. This is where the people of Viña shop, at city prices rather than resort prices. Weekday afternoons are the liveliest."},"fr":{"text":"La rue commerçante de toujours : chaussures, livres, galeries couvertes et cafés, à deux pas de la Plaza Vergara. C’est ici que les gens de Viña font leurs achats, à des prix de ville et non de station balnéaire. Très animée en semaine, l’après-midi."},"pt":{"text":"A rua de comércio de sempre: sapatarias, livrarias, galerias cobertas e cafés, a poucos passos da Plaza Vergara. É aqui que a gente de Viña compra, com preço de cidade e não de balneário. Mais movimentada à tarde, em dia de semana."},"de":{"text":"Die alte Einkaufsstraße: Schuhe, Bücher, überdachte Passagen und Cafés, nur Schritte von der Plaza Vergara. Hier kaufen die Leute aus Viña ein, zu Preisen der Stadt und nicht des Badeorts. Am meisten los ist werktags am Nachmittag."}},"hours":{"es":"Lunes a sábado, desde las 10:00; domingo, horario variable","en":{"text":"Mon–Sat, from 10 am; Sun, hours vary"},"fr":{"text":"Lun.–sam., à partir de 10 h ; dim., horaires variables"},"pt":{"text":"Segunda a sábado, a partir das 10h; domingo, horário variável"},"de":{"text":"Mo–Sa, ab 10 Uhr; So wechselnd"}},"alt":{"es":"Un coche de caballos pasa por una calle con arcadas, tiendas y palmeras.","en":{"text":"A horse-drawn carriage passes along a street with arcades, shops and palm trees."},"fr":{"text":"Une calèche passe dans une rue bordée d’arcades, de boutiques et de palmiers."},"pt":{"text":"Uma charrete passa por uma rua com arcadas, lojas e palmeiras."},"de":{"text":"Eine Pferdekutsche fährt durch eine Straße mit Arkaden, Läden und Palmen."}},"address":"Calle Valparaíso con Villanelo, Viña del Mar"},
{"id":"caleta-portales","city":"vina-del-mar","category":"shopping","name":{"es":"Caleta Portales","en":{"text":"Caleta Portales"},"fr":{"text":"Caleta Portales"},"pt":{"text":"Caleta Portales"},"de":{"text":"Caleta Portales"}},"description":{"es":"Caleta de pescadores entre Viña y Valparaíso: puestos con la pesca del día, restaurantes junto a la playa y un muelle donde pelícanos y lobos marinos esperan las sobras. Temprano, por el pescado; al almuerzo, por un caldillo.","en":{"text":"A fishing cove between Viña and Valparaíso: stalls with the day’s catch, restaurants by the beach and a pier where pelicans and sea lions wait for scraps. Come early for the fish, or at lunchtime for a bowl of fish stew."},"fr":{"text":"Un petit port de pêche entre Viña et Valparaíso : étals de la pêche du jour, restaurants près de la plage et une jetée où pélicans et otaries attendent les restes. Venez tôt pour le poisson, ou à midi pour un caldillo, soupe de poisson."},"pt":{"text":"Enseada de pescadores entre Viña e Valparaíso: bancas com a pesca do dia, restaurantes perto da praia e um píer onde pelicanos e leões-marinhos esperam as sobras. Vá cedo pelo peixe, ou no almoço por um caldillo, o ensopado da casa."},"de":{"text":"Ein Fischerhafen zwischen Viña und Valparaíso: Stände mit dem Fang des Tages, Restaurants am Strand und ein Steg, an dem Pelikane und Seelöwen auf Reste warten. Früh kommt man wegen des Fisches, mittags auf einen Teller Fischsuppe."}},"hours":{"es":"Todos los días; horario variable, mejor por la mañana","en":{"text":"Daily; hours vary, best in the morning"},"fr":{"text":"Tous les jours ; horaires variables, mieux le matin"},"pt":{"text":"Todos os dias; horário variável, melhor pela manhã"},"de":{"text":"Täglich; Zeiten wechseln, am besten vormittags"}},"alt":{"es":"Un pelícano, botes de pesca y lobos marinos junto al muelle de la caleta.","en":{"text":"A pelican, fishing boats and sea lions by the pier of the cove."},"fr":{"text":"Un pélican, des barques de pêche et des otaries près de la jetée."},"pt":{"text":"Um pelicano, barcos de pesca e leões-marinhos junto ao píer."},"de":{"text":"Ein Pelikan, Fischerboote und Seelöwen am Steg."}},"address":"Av. España s/n, Caleta Portales, Valparaíso"}
],
"pictures": [],
"policy": {"version":1,"date":"2025-03-27","sections":[{"title":"1. Definiciones","text":"En esta política usamos los siguientes términos:","items":["Empresa («nosotros»): {company}, que presta el servicio de traslados en Chile.","Servicio: esta aplicación web y los traslados que se ofrecen a través de ella.","Usuario («tú»): la persona que usa el Servicio, sea conductor, pasajero o administrador.","Datos personales: toda información sobre una persona identificada o identificable.","Datos de uso: datos que se generan automáticamente al usar el Servicio."]},{"title":"2. Datos que recopilamos","text":"Recopilamos únicamente los datos necesarios para prestar el Servicio:","items":["Correo electrónico.","Nombre completo.","Número de teléfono.","Patente del vehículo y código de conductor, si te registras como conductor.","Datos de uso, como la fecha y hora de acceso, el tipo de dispositivo y de navegador.","Imágenes de tu cámara o de tu galería de fotos, solo con tu permiso y solo la foto de perfil que tú elijas."]},{"title":"3. Uso de los datos","text":"Usamos los datos personales para:","items":["Prestar, mantener y mejorar el Servicio.","Crear y administrar tu cuenta.","Mostrar al pasajero quién conduce: foto, nombre, patente, código y calificación.","Comunicarnos contigo sobre tus viajes o tu cuenta.","Cuidar la seguridad de pasajeros y conductores, y prevenir usos indebidos."]},{"title":"4. Con quién los compartimos","text":"No vendemos tus datos personales. Los compartimos solo en estos casos:","items":["Con los pasajeros, que ven los datos del conductor que los traslada.","Con proveedores que nos ayudan a operar el Servicio y que están obligados a protegerlos.","Con las autoridades, cuando la ley lo exige.","Con tu consentimiento, en cualquier otro caso."]},{"title":"5. Conservación de los datos","text":"Conservamos tus datos personales solo mientras sean necesarios para los fines de esta política o para cumplir obligaciones legales. Los datos de uso se conservan por un período más breve, salvo que sirvan para reforzar la seguridad del Servicio.","items":[]},{"title":"6. Transferencia de los datos","text":"Tus datos pueden guardarse o procesarse en equipos ubicados fuera de tu región o país. En ese caso tomamos las medidas razonables para que se traten de forma segura y conforme a esta política.","items":[]},{"title":"7. Eliminación de tus datos","text":"Puedes pedirnos que corrijamos o eliminemos los datos personales que tenemos sobre ti. Escríbenos por los medios indicados en la sección de contacto. Podremos conservar cierta información cuando la ley nos obligue a hacerlo.","items":[]},{"title":"8. Seguridad de los datos","text":"Protegemos tus datos con medidas técnicas y organizativas adecuadas. Aun así, ningún método de transmisión por internet ni de almacenamiento electrónico es completamente seguro, por lo que no podemos garantizar una seguridad absoluta.","items":[]},{"title":"9. Privacidad de los niños","text":"El Servicio no está dirigido a menores de 13 años y no recopilamos a sabiendas datos de menores de 13 años. Si eres madre, padre o tutor y sabes que un menor nos entregó datos personales, contáctanos y los eliminaremos.","items":[]},{"title":"10. Enlaces a otros sitios","text":"El Servicio contiene enlaces a sitios que no operamos, como WhatsApp y servicios de mapas. No controlamos su contenido ni sus prácticas. Te recomendamos leer la política de privacidad de cada sitio que visites.","items":[]},{"title":"11. Cambios en esta política","text":"Podemos actualizar esta política. Publicaremos aquí la nueva versión y cambiaremos la fecha de la última actualización. Te recomendamos revisarla de vez en cuando.","items":[]},{"title":"12. Contacto","text":"Si tienes preguntas sobre esta política de privacidad, escríbenos {contact} o habla con {company}.","items":[]}]}
}$content$);
insert into public.content_drafts (content) select content from public.content_releases;
