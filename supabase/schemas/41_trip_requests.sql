-- Bookings that passengers send to the company itself, where it takes them: requests that the office confirms or rejects.

-- Returns whether the newest release says that the company takes them.
create function private.takes_trip_requests() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((
    select r.content -> 'company' -> 'tripRequests' from public.content_releases r order by r.id desc limit 1), 'false')::boolean
$$;

-- Refuses a request that no passenger can mean. A name and a number that can be called are needed to answer it. Day and hour
-- are those from which time_trip computes the pick-up.
create function private.check_trip_request(booking text, fields jsonb, person jsonb, consent boolean) returns void
language plpgsql stable set search_path = '' as $$
declare
  has_landing constant boolean := fields ->> 'direction' = 'from' and fields ->> 'landing_day' is not null
    and fields ->> 'landing_clock' is not null;
  ages constant jsonb := coalesce(fields -> 'child_ages', '[]');
  day constant date := case when has_landing then fields ->> 'landing_day' else fields ->> 'day' end;
begin
  if not private.takes_trip_requests() then
    perform private.refuse(403, 'requests_off', 'The company takes bookings by WhatsApp only');
  end if;
  perform private.check_trip_fields(fields, array['day', 'clock', 'landing_day', 'landing_clock', 'direction', 'route', 'flight',
    'people', 'bags', 'child_ages', 'wheelchair', 'pesos', 'price_release', 'payment', 'language']);
  perform private.check_trip_fields(person, array['name', 'phone', 'email', 'from_text', 'to_text', 'sign_text']);
  if private.phone_of(left(person ->> 'phone', 60)) is null then
    perform private.refuse(400, 'phone_invalid', 'The telephone number needs its country code');
  end if;
  if (consent and booking ~ '^[0-9a-hjkmnp-tv-z]{10}$' and private.plain_text(person ->> 'name') is not null
    and fields ->> 'direction' in ('from', 'to') and fields ->> 'payment' in ('cash', 'card', 'transfer')
    and (has_landing or fields ->> 'clock' is not null)
    and day between private.chile_today() and private.chile_today() + 400
    and jsonb_array_length(ages) <= coalesce(fields ->> 'people', '1')::integer
    and not exists (select from jsonb_array_elements(ages) as age where jsonb_typeof(age) <> 'number')) is not true then
    perform private.refuse(400, 'validation_failed', 'The booking lacks something, or has a value that it cannot have');
  end if;
end $$;

-- Writes the trip of a request and who travels, and returns the trip. The length of the drive comes from the route.
create function private.add_trip_request(trip uuid, fields jsonb, person jsonb) returns public.trips
language plpgsql volatile security definer set search_path = '' as $$
declare
  row_asked public.trips := jsonb_populate_record(null::public.trips, '{"people": 1, "bags": 0, "child_ages": [],
    "wheelchair": false, "language": "es"}' || add_trip_request.fields);
begin
  insert into public.trips as t (id, code, source, day, clock, landing_day, landing_clock, minutes, direction, route, flight,
      people, bags, child_ages, wheelchair, pesos, price_release, price_check, payment, language)
    select add_trip_request.trip, private.new_trip_code(), 'form', row_asked.day, row_asked.clock, row_asked.landing_day,
      row_asked.landing_clock, (
        select (route ->> 'minutes')::integer from public.content_releases r, jsonb_array_elements(r.content -> 'routes') as route
        where route ->> 'id' = row_asked.route order by r.id desc limit 1),
      row_asked.direction, row_asked.route, row_asked.flight, row_asked.people, row_asked.bags, row_asked.child_ages,
      row_asked.wheelchair, row_asked.pesos, row_asked.price_release, 'unchecked', row_asked.payment, row_asked.language
    returning t.* into row_asked;
  perform private.save_trip_people(row_asked.id, add_trip_request.person);
  return row_asked;
end $$;

-- Refuses a request that add_trip_request would refuse, and writes nothing.
create function private.try_trip_request(fields jsonb, person jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.add_trip_request(gen_random_uuid(), try_trip_request.fields, try_trip_request.person);
  raise exception using errcode = 'TRYOK';
exception when sqlstate 'TRYOK' then
  null;
end $$;

-- Refuses the eleventh proposal about a trip from passengers, or from one account that has its link: each one is written down,
-- and makes the office read the trip again before it can save.
create function private.limit_proposals(trip uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 10;
begin
  if (select count(*) from public.trip_events e where e.trip_id = limit_proposals.trip and e.kind = 'proposed'
    and e.account_id is not distinct from private.acting_account()) >= most then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages about this trip. Call the company');
  end if;
end $$;

-- Anybody, where the company takes bookings. Asks for the trip of a booking and returns its code. `booking` is the id that the
-- booking's messages have, so that the same one pasted later is known: a repeated call asks once, and one that says something
-- else is a proposal, whatever has become of the trip: the passenger hears that the company has it. At most ten for each trip.
create function public.request_trip(booking text, fields jsonb, person jsonb, consent boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant uuid := private.trip_id_of(request_trip.booking);
  row_asked public.trips;
begin
  perform private.check_trip_request(request_trip.booking, request_trip.fields, request_trip.person, request_trip.consent);
  perform pg_advisory_xact_lock(hashtextextended('trip ' || asked, 0));
  select t.* into row_asked from public.trips t where t.id = asked;
  if row_asked.id is not null then
    if not row_asked.is_forgotten then
      perform private.limit_proposals(asked);
      perform private.try_trip_request(request_trip.fields, request_trip.person);
      if not private.propose_change(asked, request_trip.fields, request_trip.person)
        and private.save_trip_people(asked, '{"proposal": null}') <> '{}' then
        -- The passenger has changed the booking back.
        update public.trips t set version = t.version + 1, updated_at = now(), updated_by = private.acting_account()
          where t.id = asked;
      end if;
    end if;
    return row_asked.code;
  end if;
  perform private.limit_ticket_openings('trip', null);
  row_asked := private.add_trip_request(asked, request_trip.fields, request_trip.person);
  insert into public.trip_events (trip_id, kind) values (asked, 'created');
  return row_asked.code;
end $$;
grant execute on function public.request_trip(text, jsonb, jsonb, boolean) to anon, authenticated;
