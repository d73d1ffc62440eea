-- What passengers do without an account: they check the driver on their own phone, and rate from it.

-- Who drives today, for whoever holds the code; no row for a code that is not known, or of a driver who is not in
-- service.
create function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), d.license_plate, d.photo_url, (now() at time zone 'America/Santiago')::date
  from public.drivers d
  where d.verification_code
      = translate(upper(regexp_replace(left(verify_driver.code, 40), '[\s-]', '', 'g')), 'OIL', '011')
    and private.is_in_service(d.id)
$$;

-- RFC 2104, for keys of up to 64 bytes: no extension is needed.
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

-- Read by the functions below only.
create table private.signing_keys (
  name text primary key,
  key bytea not null check (length(key) between 32 and 64)
);
alter table private.signing_keys enable row level security;
revoke all on private.signing_keys from public, anon, authenticated, service_role;
insert into private.signing_keys (name, key)
select 'rating_link', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Half of the HMAC is enough, and keeps the QR code of the link coarse.
create function private.rating_link_signature(payload bytea) returns bytea
language sql stable security definer set search_path = '' as $$
  select substr(private.hmac_sha256(payload, key), 1, 16) from private.signing_keys where name = 'rating_link'
$$;

-- A link for one rating of the caller's driver, for 30 minutes. The token is base64url of: driver (16 bytes), the second
-- it expires (8), the idempotency key of the rating (16), signature (16). Nothing is stored.
create function public.create_rating_link()
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

-- Whom a link rates, and whether it still can: 'open', 'used' or 'expired'.
create function public.rating_link(token text)
returns table (first_name text, license_plate text, photo_url text, state text)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), d.license_plate, d.photo_url,
    case
      when exists (select from public.reviews r where r.idempotency_key = link.key) then 'used'
      when link.expires_at <= now() then 'expired'
      else 'open'
    end
  from private.read_rating_link(rating_link.token) as link join public.drivers d on d.id = link.driver
$$;

-- Rates by a link, once.
create function public.rate_by_link(token text, rating integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
begin
  select * into link from private.read_rating_link(rate_by_link.token);
  if link.expires_at <= now()
    and not exists (select from public.reviews r where r.idempotency_key = link.key) then
    perform private.refuse(410, 'rating_link_expired', 'This link was valid for 30 minutes');
  end if;
  insert into public.reviews (driver_id, rating, idempotency_key)
    values (link.driver, rate_by_link.rating, link.key)
    on conflict on constraint reviews_idempotency_key_key do nothing;
  if not found then
    perform private.refuse(409, 'rating_link_used', 'A rating was given with this link already');
  end if;
end $$;

-- Functions are everybody's until that is taken back.
revoke execute on function private.rating_link_signature(bytea),
  private.read_rating_link(text), private.hmac_sha256(bytea, bytea) from public, anon, authenticated;
revoke execute on function public.create_rating_link() from public, anon;
grant execute on function public.create_rating_link() to authenticated;
grant execute on function public.verify_driver(text), public.rating_link(text), public.rate_by_link(text, integer)
  to anon, authenticated;
