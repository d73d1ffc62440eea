-- The hourly limit ignores reviews dated in the future: a clock that was ahead would lock passengers out until then.

-- Rate limit: API users may store `reviews_per_hour` reviews of a driver within an hour (0: no limit); administrators
-- and the service have no limit. Reviews on the device and by link count separately, so a driver who taps stars on
-- their own device takes nothing from the passengers.
-- Runs after insert so that policy and unique-key errors take precedence over the rate limit. Triggers fire in name
-- order: keep_driver_rating has locked the driver by then, so concurrent reviews see each other.
create or replace function private.limit_reviews() returns trigger
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
