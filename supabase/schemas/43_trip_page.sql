-- The page of a trip on the passenger's own phone. Its secret opens one trip until a day after the end. It stands behind `#` in
-- the address, so that neither logs nor the preview of a chat program have it.

insert into private.signing_keys (name, key)
select 'trip_link', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4)
on conflict (name) do nothing;

-- Returns the secret of a trip's page in base64url: the id, and half of the HMAC of id and version. Another version revokes it.
create function private.trip_secret(trip uuid, link_version integer) returns text
language sql stable security definer set search_path = '' as $$
  select translate(rtrim(encode(uuid_send(trip)
    || substr(private.hmac_sha256(uuid_send(trip) || int4send(link_version), k.key), 1, 16), 'base64'), '='), '+/', '-_')
  from private.signing_keys k where k.name = 'trip_link'
$$;

-- Returns the trip that a secret opens, null for one that opens nothing: unknown, revoked, or over. A page ends a day after
-- the trip, at the latest two days after the pick-up.
create function private.trip_by_secret(secret text) returns public.trips
language plpgsql stable security definer set search_path = '' as $$
declare
  opened public.trips;
begin
  if (secret ~ '^[A-Za-z0-9_-]{43}$') is not true then
    return null;
  end if;
  select t.* into opened from public.trips t
    where t.id = encode(substr(decode(translate(secret, '-_', '+/') || '=', 'base64'), 1, 16), 'hex')::uuid;
  -- Hashed, so that the time of the comparison tells nothing about the signature.
  if opened.id is null or opened.is_forgotten
    or sha256(convert_to(secret, 'UTF8')) <> sha256(convert_to(private.trip_secret(opened.id, opened.link_version), 'UTF8'))
    or now() > opened.pickup_at + interval '48 hours'
    or opened.state in ('done', 'no_show', 'cancelled') and now() > interval '24 hours' + (
      select max(e.at) from public.trip_events e where e.trip_id = opened.id and e.kind = opened.state and not e.is_kept) then
    return null;
  end if;
  return opened;
end $$;

-- Returns the trip that a secret opens, locked. Fails for one that opens nothing.
create function private.require_trip_by_secret(secret text) returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened public.trips := private.trip_by_secret(secret);
begin
  if opened.id is null then
    perform private.refuse(404, 'not_found', 'There is no such trip, or it is over');
  end if;
  select t.* into opened from public.trips t where t.id = opened.id for no key update;
  return opened;
end $$;

-- Staff. Returns the secret of a trip's page, for the reply to the passenger.
create function public.trip_link(trip uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return (select private.trip_secret(t.id, t.link_version) from public.trips t where t.id = trip_link.trip);
end $$;

-- Staff. Revokes the link of a trip's page and returns the secret of a new one.
create function public.renew_trip_link(trip uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  renewed public.trips := private.require_trip(renew_trip_link.trip);
begin
  update public.trips t set link_version = t.link_version + 1 where t.id = renewed.id returning t.* into renewed;
  perform private.note_trip(renewed, 'link_renewed');
  return private.trip_secret(renewed.id, renewed.link_version);
end $$;

-- Returns a route of the newest release that has it, null for one that none has.
create function private.route_of(route text) returns jsonb language sql stable security definer set search_path = '' as $$
  select each from public.content_releases r, jsonb_array_elements(r.content -> 'routes') as each
  where each ->> 'id' = route_of.route order by r.id desc limit 1
$$;

-- Returns the meeting points of the newest release, each with the file of its picture.
create function private.meeting_points() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(point.value - 'picture' || jsonb_build_object('picture', (
      select picture from jsonb_array_elements(newest.content -> 'pictures') as picture
      where picture ->> 'id' = point.value ->> 'picture')) order by point.place), '[]')
  from (select r.content from public.content_releases r order by r.id desc limit 1) as newest,
    jsonb_array_elements(newest.content -> 'meetingPoints') with ordinality as point (value, place)
$$;

-- Anybody with the link. Returns what the passenger sees of the trip, null for a secret that opens nothing: neither telephone,
-- mail, surname nor address, because people pass the link on. Opening it changes nothing.
create function public.trip_page(secret text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  opened constant public.trips := private.trip_by_secret(trip_page.secret);
begin
  if opened.id is null then
    return null;
  end if;
  return jsonb_build_object('code', opened.code, 'state', opened.state, 'day', opened.day,
    'clock', to_char(opened.clock, 'HH24:MI'), 'other_day', opened.other_day, 'pickup_at', opened.pickup_at,
    'minutes', opened.minutes, 'direction', opened.direction, 'route', opened.route, 'place', private.route_of(opened.route) -> 'name',
    'payment_link', private.route_of(opened.route) ->> 'paymentLink',
    'flight', opened.flight, 'landing_day', opened.landing_day, 'landing_clock', to_char(opened.landing_clock, 'HH24:MI'),
    'people', opened.people, 'bags', opened.bags, 'pesos', opened.pesos, 'payment', opened.payment,
    'language', opened.language,
    'has_proposal', exists (select from public.trip_people p where p.trip_id = opened.id and p.proposal is not null),
    'is_paid', exists (select from public.trip_payments p where p.trip_id = opened.id and p.voided_at is null),
    'is_rated', exists (select from private.trip_reviews l where l.trip_id = opened.id and l.by_page),
    'meeting_points', case when opened.direction = 'from' then private.meeting_points() else '[]' end,
    'driver', (
      select jsonb_build_object('first_name', split_part(d.name, ' ', 1), 'photo_url', d.photo_url,
        'code', d.verification_code,
        'license_plate', coalesce(opened.license_plate, v.license_plate, private.shown_plate(d.id, d.license_plate)),
        'brand_model', v.brand_model, 'colour', v.colour)
      from public.drivers d left join public.vehicles v on v.license_plate = coalesce(opened.license_plate,
        (select w.license_plate from public.vehicles w where w.id = opened.vehicle_id), private.shown_plate(d.id, null))
      where d.id = opened.driver_id and d.state = 'active' and opened.state <> 'requested'));
end $$;

-- Anybody with the link. Tells the office that the flight lands at another time. It is a request: nothing changes until the
-- office takes it over. It takes the place of an earlier delay, and leaves what a message has proposed. At most ten times a trip
-- without an account, and with each account.
create function public.delay_trip(secret text, landing_day date, landing_clock time) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  delayed constant public.trips := private.require_trip_by_secret(delay_trip.secret);
  stored constant jsonb := (select p.proposal from public.trip_people p where p.trip_id = delayed.id);
  others constant jsonb := coalesce(stored - array['landing_day', 'landing_clock', 'at'], '{}');
begin
  if (delayed.direction = 'from' and delayed.state in ('requested', 'confirmed', 'on_way', 'waiting')
    and delay_trip.landing_day between delayed.day - 2 and delayed.day + 3 and delay_trip.landing_clock is not null) is not true then
    perform private.refuse(400, 'validation_failed', 'The flight of this trip cannot land then');
  end if;
  perform private.instant_of(delay_trip.landing_day, delay_trip.landing_clock, false), private.limit_proposals(delayed.id);
  if private.propose_change(delayed.id, jsonb_build_object('landing_day', delay_trip.landing_day,
    'landing_clock', to_char(delay_trip.landing_clock, 'HH24:MI')), '{}') then
    update public.trip_people p set proposal = others || p.proposal where p.trip_id = delayed.id;
  elsif stored ?| array['landing_day', 'landing_clock'] then
    -- The flight lands as the company knows after all.
    update public.trip_people p
      set proposal = case when others <> '{}' then stored - array['landing_day', 'landing_clock'] end
      where p.trip_id = delayed.id;
    update public.trips t set version = t.version + 1, updated_at = now(), updated_by = private.acting_account()
      where t.id = delayed.id;
  end if;
end $$;

-- Anybody with the link. Rates the driver of a trip that has begun, once; the rating counts instead of one that was given
-- otherwise. The caller chooses the key: a repeated call rates once.
create function public.rate_trip(secret text, key uuid, rating integer, reasons text[] default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rated public.trips := private.trip_by_secret(rate_trip.secret);
  ended timestamptz;
begin
  if rated.id is null or rated.driver_id is null or rated.state not in ('on_board', 'done') then
    perform private.refuse(404, 'not_found', 'There is no such trip, or it is not one to rate');
  elsif rate_trip.key is null then
    perform private.refuse(400, 'validation_failed', 'A rating needs a key');
  end if;
  -- The driver first, as every review does.
  perform from public.drivers d where d.id = rated.driver_id for no key update;
  if exists (select from public.reviews r where r.idempotency_key = rate_trip.key) then
    return;
  end if;
  if exists (select from private.trip_reviews l where l.trip_id = rated.id and l.by_page) then
    perform private.refuse(409, 'rating_link_used', 'A rating was given with this link already');
  end if;
  select coalesce(max(e.at), now()) into ended from public.trip_events e
    where e.trip_id = rated.id and e.kind = 'done' and not e.is_kept;
  perform set_config('private.rated_trip', rated.id::text, true);
  -- The review belongs to the shift and the vehicle of the trip. A column with its end would tell the driver which trip.
  perform set_config('private.rated_at', ended::text, true);
  insert into public.reviews (driver_id, rating, idempotency_key, by_link, reasons)
    values (rated.driver_id, rate_trip.rating, rate_trip.key, true, coalesce(rate_trip.reasons, '{}'));
  perform set_config('private.rated_trip', '', true), set_config('private.rated_at', '', true);
end $$;

-- Anybody with the link. Returns the secret of the receipt of a trip that is done and paid, and writes the receipt at the first
-- call. The receipt takes the name of the route, never an address.
create function public.trip_receipt(secret text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  airport constant text := 'Aeropuerto';
  paid constant public.trips := private.require_trip_by_secret(trip_receipt.secret);
  place constant text := private.route_of(paid.route) -> 'name' ->> 'es';
  receipt uuid;
begin
  if paid.state <> 'done' then
    perform private.refuse(400, 'not_paid', 'The trip has not ended');
  end if;
  receipt := private.write_trip_receipt(gen_random_uuid(), paid,
    case paid.direction when 'from' then airport when 'to' then coalesce(place, 'Origen acordado') else 'Origen acordado' end,
    case paid.direction when 'to' then airport when 'from' then coalesce(place, 'Destino acordado') else 'Destino acordado' end);
  return (select c.secret from public.printed_cards c where c.id = receipt);
end $$;

grant execute on function public.trip_link(uuid), public.renew_trip_link(uuid) to authenticated;
grant execute on function public.trip_page(text), public.delay_trip(text, date, time), public.rate_trip(text, uuid, integer, text[]),
  public.trip_receipt(text) to anon, authenticated;
