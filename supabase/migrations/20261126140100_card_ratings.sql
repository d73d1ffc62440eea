-- Ratings by printed cards: a card carries the driver's verification code, which opens one rating within tight limits.

alter table private.rating_links add column by_card boolean not null default false;

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

revoke execute on function private.rating_token(private.rating_links) from public, anon, authenticated;

-- Issues a link for one rating of the caller's driver, valid for 30 minutes. A driver gets one link per five minutes: a
-- trip takes longer, and somebody who collects links from the screen collects few.
create or replace function public.create_rating_link()
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
