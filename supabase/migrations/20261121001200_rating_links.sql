-- Ratings on the tablet and ratings by link have a limit each: a driver who taps stars on the own tablet takes nothing
-- from the passengers, nor the other way round.
alter table public.reviews
  add column by_link boolean not null default false,
  -- The link that stood beside the stars when a passenger rated on the tablet.
  add column shown_link uuid;
grant insert (shown_link) on public.reviews to authenticated;

create or replace function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer := coalesce(nullif(current_setting('app.reviews_per_hour', true), ''), '10');
  oldest timestamptz;
begin
  if allowed <= 0 or private.is_admin()
    or coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') then
    return null;
  end if;
  select created_at into oldest from public.reviews
    where driver_id = new.driver_id and by_link = new.by_link and created_at > now() - interval '1 hour'
    order by created_at desc offset allowed limit 1;
  if found then
    perform private.refuse(429, 'over_review_rate_limit', 'Too many ratings of this driver within an hour',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from oldest + interval '1 hour' - now())))::integer::text));
  end if;
  return null;
end $$;

-- The links of the last hour or so. A token proves itself by its signature; the row bounds how many a driver gives out
-- and reserves the key.
create table private.rating_links (
  -- The idempotency key of the rating by this link.
  key uuid primary key,
  driver_id uuid not null references public.drivers on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A passenger's phone has shown it: from then on the tablet cannot close it.
  opened_at timestamptz,
  -- The passenger rated on the tablet instead.
  closed_at timestamptz
);
create index rating_links_driver_id_created_at_idx on private.rating_links (driver_id, created_at desc);
alter table private.rating_links enable row level security;
revoke all on private.rating_links from public, anon, authenticated, service_role;

-- Before the insert: a link is always locked before its driver is, and a request with thousands of ratings is refused
-- before they cost anything. It sees the rows that the same statement has inserted already.
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

-- A link for one rating of the caller's driver, for 30 minutes. A driver gets one link in five minutes: a trip takes
-- longer, and whoever collects links from the screen collects few. The token is base64url of: driver (16 bytes), the
-- second it expires (8), the idempotency key of the rating (16), signature (16).
create or replace function public.create_rating_link()
returns table (token text, idempotency_key uuid, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  pause constant interval := '5 minutes';
  driver uuid := private.own_driver_id();
  link private.rating_links;
  payload bytea;
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
    where l.driver_id = driver and l.created_at > now() - pause order by l.created_at desc limit 1;
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
  payload := uuid_send(driver) || int8send(extract(epoch from expires_at)::bigint) || uuid_send(idempotency_key);
  token := translate(rtrim(encode(payload || private.rating_link_signature(payload), 'base64'), '='), E'+/\n', '-_');
  return next;
end $$;

-- Whom a link rates, and whether it still can: 'open', 'used' or 'expired'. A link that was opened is its passenger's.
create or replace function public.rating_link(token text)
returns table (first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
begin
  select * into link from private.read_rating_link(rating_link.token);
  update private.rating_links l set opened_at = now()
    where l.key = link.key and l.opened_at is null and l.closed_at is null;
  return query select split_part(d.name, ' ', 1), d.license_plate, d.photo_url,
    case
      when exists (select from public.reviews r where r.idempotency_key = link.key)
        or exists (select from private.rating_links l where l.key = link.key and l.closed_at is not null) then 'used'
      when link.expires_at <= now() then 'expired'
      else 'open'
    end
  from public.drivers d where d.id = link.driver;
end $$;

-- Rates by a link, once.
create or replace function public.rate_by_link(token text, rating integer) returns void
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
