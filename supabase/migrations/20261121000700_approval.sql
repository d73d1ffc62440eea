-- Who drives for the company is the company's decision: registrations may wait for approval, a driver whose account is
-- suspended serves nobody, two administrators do not overwrite each other, and who is deleted is out at once.

-- The setting `app.approve_drivers` of the connection (on a hosted project `alter role authenticator set
-- app.approve_drivers = 'manual'`) makes registrations wait; without it they do not. Administrators and the service have
-- decided when they write a driver.
create function private.is_approved_at_first() returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('app.approve_drivers', true), '') <> 'manual'
    or coalesce(current_setting('role', true), 'none') <> 'authenticated' or private.is_admin()
$$;
alter table public.drivers add column approved boolean not null default private.is_approved_at_first();
-- Who waits is listed first.
create index drivers_approved_name_idx on public.drivers (approved, name, id);

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
alter table public.drivers add column version integer not null default 1;
create function private.check_driver_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'The driver was changed by somebody else meanwhile');
  end if;
  return new;
end $$;
create trigger check_driver_version before update of version on public.drivers
  for each row execute function private.check_driver_version();
-- Triggers go by name: after normalise_driver, so that another writing of the same is no change.
create function private.count_driver_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger version_driver
  before update of name, license_plate, driver_code, photo_url, contact, approved on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.contact, old.approved)
    is distinct from (new.name, new.license_plate, new.driver_code, new.photo_url, new.contact, new.approved))
  execute function private.count_driver_version();

grant update (approved, version) on public.drivers to authenticated;

-- The devices of a driver who is deleted show the driver's card: their sessions end. Administrators keep theirs.
create function private.end_sessions_of_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions s using auth.users u
  where u.id = s.user_id and u.raw_app_meta_data ->> 'role' is distinct from 'admin'
    and (u.id = old.created_by or exists (
      select from public.user_drivers link where link.user_id = u.id and link.driver_id = old.id));
  return old;
end $$;
create trigger end_sessions_of_driver before delete on public.drivers
  for each row execute function private.end_sessions_of_driver();

-- Whether a driver serves passengers: approved, and no account of theirs suspended.
create function private.is_in_service(driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d where d.id = driver and d.approved) and not exists (
    select from public.user_drivers link join auth.users u on u.id = link.user_id
    where link.driver_id = driver and u.banned_until > now())
$$;

alter policy reviews_insert on public.reviews
  with check (driver_id = (select private.own_driver_id()) and private.is_in_service(driver_id));

-- Who drives today, for whoever holds the code; no row for a code that is not known, or of a driver who is not in
-- service.
create or replace function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), d.license_plate, d.photo_url, (now() at time zone 'America/Santiago')::date
  from public.drivers d
  where d.verification_code
      = translate(upper(regexp_replace(left(verify_driver.code, 40), '[\s-]', '', 'g')), 'OIL', '011')
    and private.is_in_service(d.id)
$$;

-- A link for one rating of the caller's driver, for 30 minutes. The token is base64url of: driver (16 bytes), the second
-- it expires (8), the idempotency key of the rating (16), signature (16). Nothing is stored.
create or replace function public.create_rating_link()
returns table (token text, idempotency_key uuid, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  driver uuid := private.own_driver_id();
  payload bytea;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can make a link for ratings');
  end if;
  if not private.is_in_service(driver) then
    perform private.refuse(403, 'driver_not_in_service', 'This driver does not serve passengers at present');
  end if;
  idempotency_key := gen_random_uuid();
  expires_at := date_trunc('second', now() + interval '30 minutes');
  payload := uuid_send(driver) || int8send(extract(epoch from expires_at)::bigint) || uuid_send(idempotency_key);
  token := translate(rtrim(encode(payload || private.rating_link_signature(payload), 'base64'), '='), E'+/\n', '-_');
  return next;
end $$;

-- What a token says, if we have made it and its driver is in service.
create or replace function private.read_rating_link(token text, out driver uuid, out expires_at timestamptz, out key uuid)
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
