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

-- Only staff read invitations; only the functions below write them.
create policy driver_invitations_select on public.driver_invitations for select to authenticated
  using ((select private.is_staff()));
-- No client role can read token hashes.
grant select (id, driver_id, created_at, expires_at, used_at, withdrawn_at) on public.driver_invitations
  to authenticated;

-- Makes an invitation, which ends the driver's earlier one. The token has 244 random bits. The driver is locked, so that
-- two calls at the same moment leave one invitation.
create function private.new_invitation(driver uuid, out token text, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  lasts constant interval := '7 days';
  stored_for constant interval := '37 days';
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
  token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  expires_at := now() + lasts;
  insert into public.driver_invitations (driver_id, token_hash, expires_at)
    values (driver, sha256(convert_to(token, 'UTF8')), new_invitation.expires_at);
  perform private.record_act('driver_invited', 'access', jsonb_build_object('target', 'driver:' || driver));
end $$;

-- Staff. Creates the records of drivers, all or none, with an invitation each. A plate is that of a vehicle, which is
-- assigned to the driver. In a company without vehicles it is the driver's own. An error names the codes that are taken, or
-- the plates of no vehicle, one a line. The unique index on driver codes decides between two callers at the same moment.
create function public.invite_drivers(drivers jsonb)
returns table (driver_id uuid, name text, contact text, token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 500;
  most_bytes constant integer := 200000;
  given record;
  wrong text;
  plate text;
  vehicle uuid;
  driver public.drivers;
begin
  perform private.require_staff();
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
    return query select driver.id, driver.name, driver.contact, made.* from private.new_invitation(driver.id) as made;
  end loop;
end $$;

-- Staff. Changes drivers and invites new ones, all or none, and returns the invitations. A row with `id` and `version` changes
-- that driver, of whom it names all fields; another row is invited as by invite_drivers. Changes nobody who waits for approval
-- or has left. An error names the places of its rows, one a line. Security invoker: the policies and triggers of `drivers`
-- judge each change.
create function public.import_drivers(drivers jsonb)
returns table (driver_id uuid, name text, contact text, token text, expires_at timestamptz)
language plpgsql volatile set search_path = '' as $$
declare
  given constant integer := private.begin_import(drivers, 500);
  added constant jsonb := jsonb_path_query_array(drivers, '$[*] ? (!exists(@.id))');
begin
  perform from public.drivers d where d.id in (select g.id from jsonb_to_recordset(drivers) as g (id uuid))
    order by d.id for no key update;
  perform private.refuse_rows('edit_conflict', 'Other people have changed or added drivers since', array(
    select g.place
    from rows from (jsonb_to_recordset(drivers) as (id uuid, version integer, driver_code text))
      with ordinality as g (id, version, driver_code, place)
      left join public.drivers d on d.id = g.id
    where case when g.id is not null then d.version is distinct from g.version or d.state in ('waiting', 'left')
      else exists (select from public.drivers o where upper(o.driver_code) = upper(btrim(g.driver_code))) end));
  perform private.refuse_rows('vehicle_not_found', 'No vehicles have these plates', array(
    select g.place
    from rows from (jsonb_to_recordset(drivers) as (id uuid, license_plate text))
      with ordinality as g (id, license_plate, place)
    where g.id is null and private.plate_of(left(g.license_plate, 100)) <> '' and exists (select from public.vehicles)
      and not exists (
        select from public.vehicles v where v.license_plate = private.plate_of(left(g.license_plate, 100)))));
  update public.drivers d set (name, contact, driver_code, license_plate, version) =
      (g.name, g.contact, g.driver_code, g.license_plate, g.version)
  from jsonb_populate_recordset(null::public.drivers, drivers) as g
  where d.id = g.id;
  if jsonb_array_length(added) > 0 then
    return query select * from public.invite_drivers(added);
  end if;
end $$;

-- Staff. Makes a new invitation for a driver without an account, which ends the one before.
create function public.renew_invitation(driver uuid) returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select * from private.new_invitation(driver);
end $$;

-- Staff. Ends a driver's open invitation. Repeating the call changes nothing.
create function public.withdraw_invitation(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = driver and i.used_at is null and i.withdrawn_at is null;
  if found then
    perform private.record_act('driver_invitation_withdrawn', 'access',
      jsonb_build_object('target', 'driver:' || driver));
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

-- Staff. Returns the next free driver code: of the commonest prefix, the highest number plus one, padded as that one is.
create function public.next_driver_code() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
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
  hash constant bytea := sha256(convert_to(left(token, 100), 'UTF8'));
  found_invitation public.driver_invitations;
  driver public.drivers;
begin
  -- Locked, so that of two acceptances at the same moment the second sees the first. The driver comes first, as when an
  -- invitation is renewed and when the driver leaves.
  select * into driver from public.drivers d where d.id = (select i.driver_id from public.driver_invitations i
    where i.token_hash = hash) for no key update;
  select * into found_invitation from public.driver_invitations i where i.token_hash = hash for update;
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

-- Anybody with the token. Returns the driver's name, code and plates, and when the invitation expires.
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

-- Accounts without a role or a driver. Makes the account that of the invited driver, with the caller's photo and consent,
-- and uses the invitation up: all or nothing. The driver stays approved, because an administrator has approved the record
-- and the invitation proves who links the account. Under manual approval the photo waits. Repeating an accepted call changes
-- nothing.
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
    or private.is_staff_account(auth.uid()) then
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
  perform private.record_act('driver_invitation_accepted', 'access',
    jsonb_build_object('target', 'driver:' || opened.driver_id));
end $$;

grant execute on function public.invite_drivers(jsonb), public.import_drivers(jsonb), public.renew_invitation(uuid),
  public.withdraw_invitation(uuid), public.next_driver_code(), public.accept_invitation(text, integer, text)
  to authenticated;
grant execute on function public.invitation(text) to anon, authenticated;
