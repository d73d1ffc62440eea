-- Reviews of drivers, each stored once, and the average of each driver.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  -- A review outlives the driver's record.
  driver_id uuid references public.drivers on delete set null,
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous' check (char_length(user_name) <= 120),
  comment text not null default 'No comment' check (char_length(comment) <= 2000),
  created_at timestamptz not null default now(),
  -- The device sends a review until it is stored. The key, generated where the passenger rated, makes that idempotent.
  idempotency_key uuid constraint reviews_idempotency_key_key unique,
  by_link boolean not null default false,
  -- The rating link shown beside the stars when a passenger rated on the device.
  shown_link uuid,
  -- Why the passenger gave three stars or fewer: 29_review_reasons.sql checks them.
  reasons text[] not null default '{}',
  -- How long the review had waited on the device when it was sent; null if it had not, or the device's clock was changed.
  seconds_waited integer,
  -- Callers set neither: a trigger finds the shift that was open when the passenger rated.
  vehicle_id uuid,
  shift_id uuid,
  -- When staff hid the review: it stays, and leaves count and average.
  hidden_at timestamptz
);
create index reviews_driver_id_created_at_idx on public.reviews (driver_id, created_at desc);

-- Maintains each driver's count and total, so that the average costs the same with 10 reviews or 1,000,000. Hidden reviews
-- do not count.
create function private.keep_driver_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.driver_id is not null and old.hidden_at is null then
    update public.drivers set review_count = review_count - 1, rating_total = rating_total - old.rating
      where id = old.driver_id;
  end if;
  if tg_op <> 'DELETE' and new.driver_id is not null and new.hidden_at is null then
    update public.drivers set review_count = review_count + 1, rating_total = rating_total + new.rating
      where id = new.driver_id;
  end if;
  return null;
end $$;
create trigger keep_driver_rating after insert or delete or update of driver_id, rating, hidden_at on public.reviews
  for each row execute function private.keep_driver_rating();

-- Rate limit: API users may store `reviews_per_hour` reviews of a driver within an hour (0: no limit); administrators
-- and the service have no limit. Reviews on the device and by link count separately, so a driver who taps stars on
-- their own device takes nothing from the passengers. One that waits for the office takes nothing either.
-- Runs after insert so that policy and unique-key errors take precedence over the rate limit. Triggers fire in name
-- order: keep_driver_rating has locked the driver by then, so concurrent reviews see each other.
create function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer := coalesce(private.setting('reviews_per_hour'), '10');
  oldest timestamptz;
begin
  if allowed <= 0 or private.is_admin() or new.hidden_at is not null
    or coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') then
    return null;
  end if;
  select created_at into oldest from public.reviews
    where driver_id = new.driver_id and by_link = new.by_link and hidden_at is null
      -- A review dated in the future was stored while the clock was ahead.
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    order by created_at desc offset allowed limit 1;
  if found then
    perform private.refuse(429, 'over_review_rate_limit', 'Too many ratings of this driver within an hour',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from oldest + interval '1 hour' - now())))::integer::text));
  end if;
  return null;
end $$;
create trigger limit_reviews after insert on public.reviews
  for each row execute function private.limit_reviews();

-- Staff read every review. A driver reads their own: the device asks whether a passenger has used the rating link. The notes
-- of staff stand in a table of their own, because a policy leaves out rows and no columns.
create policy reviews_select on public.reviews for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- A driver's account stores reviews of that driver only, while the driver is in service, and anonymous accounts store
-- none.
create policy reviews_insert on public.reviews for insert to authenticated with check (
  driver_id = (select private.own_driver_id()) and private.is_in_service(driver_id)
  and not (select private.is_anonymous())
);
-- Only administrators edit reviews, and the grants let them edit only name and comment.
create policy reviews_update on public.reviews for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only administrators delete reviews.
create policy reviews_delete on public.reviews for delete to authenticated using ((select private.is_admin()));

grant select, delete on public.reviews to authenticated;
grant insert (driver_id, rating, user_name, comment, idempotency_key, shown_link) on public.reviews to authenticated;
grant update (user_name, comment) on public.reviews to authenticated;
