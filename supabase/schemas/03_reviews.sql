-- Ratings of drivers, each delivered once, and their average.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  -- The opinion of a passenger stays when the driver's record goes.
  driver_id uuid references public.drivers on delete set null,
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous' check (char_length(user_name) <= 120),
  comment text not null default 'No comment' check (char_length(comment) <= 2000),
  created_at timestamptz not null default now(),
  -- A rating is delivered until it has arrived. The key, made where the rating was given, lets it arrive only once.
  idempotency_key uuid constraint reviews_idempotency_key_key unique,
  by_link boolean not null default false,
  -- The link that stood beside the stars when a passenger rated on the device.
  shown_link uuid
);
create index reviews_driver_id_created_at_idx on public.reviews (driver_id, created_at desc);

-- The average of a driver costs the same with 10 reviews or 1,000,000: it is kept, not computed.
create function private.keep_driver_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.driver_id is not null then
    update public.drivers set review_count = review_count - 1, rating_total = rating_total - old.rating
      where id = old.driver_id;
  end if;
  if tg_op <> 'DELETE' and new.driver_id is not null then
    update public.drivers set review_count = review_count + 1, rating_total = rating_total + new.rating
      where id = new.driver_id;
  end if;
  return null;
end $$;
revoke execute on function private.keep_driver_rating() from public;
create trigger keep_driver_rating after insert or delete or update of driver_id, rating on public.reviews
  for each row execute function private.keep_driver_rating();

-- How many ratings a driver may get within an hour: the setting `reviews_per_hour`; 0 is no limit. It binds the users of
-- the API, not administrators or the service. The device and the links have a limit each: a driver who taps stars on
-- the own device takes nothing from the passengers.
-- After the insert: who may not write this review is told so by the policy, and a key that was used by the unique
-- index, not by the limit. Runs after keep_driver_rating (triggers go by name), which has locked the driver, so that
-- two ratings at the same moment see each other.
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
      -- A rating of a time to come was stored while the clock was ahead.
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
create policy reviews_service on public.reviews for all to service_role using (true) with check (true);
create policy reviews_session on public.reviews as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy reviews_select on public.reviews for select to authenticated
  using ((select private.is_admin()) or driver_id = (select private.own_driver_id()));
create policy reviews_insert on public.reviews for insert to authenticated with check (
  driver_id = (select private.own_driver_id()) and private.is_in_service(driver_id)
  and not (select private.is_anonymous())
);
create policy reviews_update on public.reviews for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy reviews_delete on public.reviews for delete to authenticated using ((select private.is_admin()));

revoke all on public.reviews from anon, authenticated;
grant select, delete on public.reviews to authenticated;
grant insert (driver_id, rating, user_name, comment, idempotency_key, shown_link) on public.reviews to authenticated;
grant update (user_name, comment) on public.reviews to authenticated;
grant all on public.reviews to service_role;
