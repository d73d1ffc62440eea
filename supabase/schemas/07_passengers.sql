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

-- Anybody with the code. Returns who drives today, and the vehicle of an active driver's shift; no row if the code is
-- unknown or the driver is not in service. Without a date the driver is registered, but the company does not vouch for them.
create function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date, brand_model text, colour text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case when d.state = 'active' then private.chile_today() end, v.brand_model, v.colour
  from public.drivers d
    left join public.shifts s on s.driver_id = d.id and s.ended_at is null and d.state = 'active'
    left join public.vehicles v on v.id = s.vehicle_id
  where d.verification_code = private.typed_code(verify_driver.code)
    and private.is_in_service(d.id);
end $$;

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
  by_card boolean not null default false,
  -- One of too many by cards: its rating is hidden until the office shows it.
  is_held boolean not null default false
);
create index rating_links_driver_id_created_at_idx on private.rating_links (driver_id, created_at desc);

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

-- Drivers. Issues a link for one rating of the caller's driver, valid for 30 minutes. A driver gets one link per five
-- minutes: a trip takes longer, and somebody who collects links from the screen collects few.
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

-- Anybody with the link. Returns its driver and its state: 'open', 'used' or 'expired'. Opening a link reserves it for
-- the passenger: the device can no longer close it.
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

-- Anybody with the link. Stores the one review that it allows.
create function public.rate_by_link(token text, rating integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
  closed timestamptz;
  held boolean;
begin
  select * into link from private.read_rating_link(rate_by_link.token);
  -- Locked, so that the tablet cannot close it at the same moment.
  select l.closed_at, l.is_held into closed, held from private.rating_links l where l.key = link.key for update;
  if closed is null and link.expires_at <= now()
    and not exists (select from public.reviews r where r.idempotency_key = link.key) then
    perform private.refuse(410, 'rating_link_expired', 'This link was valid for 30 minutes');
  end if;
  insert into public.reviews (driver_id, rating, idempotency_key, by_link, hidden_at)
    select link.driver, rate_by_link.rating, link.key, true, case when held then now() end where closed is null
    on conflict on constraint reviews_idempotency_key_key do nothing;
  if not found then
    perform private.refuse(409, 'rating_link_used', 'A rating was given with this link already');
  end if;
end $$;

grant execute on function public.create_rating_link() to authenticated;
grant execute on function public.verify_driver(text), public.rating_link(text), public.rate_by_link(text, integer)
  to anon, authenticated;
