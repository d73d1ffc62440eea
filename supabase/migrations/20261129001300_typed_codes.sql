-- Codes in addresses that a chat program has lengthened or escaped are read in one place.
create function private.typed_code(typed text) returns text language sql immutable set search_path = '' as $$
  select left(translate(upper(regexp_replace(left(typed, 200), '%(25)*[0-9A-Fa-f]{2}|[^0-9A-Za-z]', '', 'g')),
    'OIL', '011'), 12)
$$;

create or replace function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case when d.state = 'active' then (now() at time zone 'America/Santiago')::date end
  from public.drivers d
  where d.verification_code = private.typed_code(verify_driver.code)
    and private.is_in_service(d.id)
$$;

create or replace function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
  happened_at timestamptz default null, place text default null, email text default null, phone text default null,
  code text default null, with_photo boolean default false)
returns table (number text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened uuid;
  driver uuid;
begin
  if open_case.consent is not true
    or coalesce(open_case.happened_at not between now() - interval '2 years' and now() + interval '1 day', false) then
    perform private.refuse(400, 'validation_failed', 'The case lacks something, or has a value that it cannot have');
  end if;
  opened := private.opened_ticket(open_case.secret);
  if opened is null then
    select d.id into driver from public.drivers d where d.verification_code = private.typed_code(open_case.code);
    perform private.limit_ticket_openings(driver);
    opened := private.add_ticket('case', open_case.kind, open_case.language, open_case.body, open_case.email,
      open_case.phone, private.case_deadline());
    insert into public.cases (id, happened_at, place, photo)
      values (opened, open_case.happened_at, private.plain_text(open_case.place),
        case when open_case.with_photo then gen_random_uuid() || '.jpg' end);
    insert into private.ticket_secrets (ticket_id, secret_hash)
      values (opened, sha256(convert_to(open_case.secret, 'UTF8')));
    perform private.place_case(opened, driver);
  end if;
  return query select c.number, c.photo from public.case_list c where c.id = opened;
end $$;

create or replace function public.card_rating_link(code text)
returns table (token text, first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_driver constant integer := 10;
  pause constant interval := '6 hours';
  caller constant bytea := private.ticket_sender();
  driver uuid;
  link private.rating_links;
begin
  select d.id into driver from public.drivers d where d.verification_code = private.typed_code(card_rating_link.code);
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
