-- The hour's limit counts no rating of a time to come: a clock that was ahead would keep passengers out until then.

-- How many ratings a driver may get within an hour: the setting `reviews_per_hour`; 0 is no limit. It binds the users of
-- the API, not administrators or the service. The tablet and the links have a limit each: a driver who taps stars on
-- the own tablet takes nothing from the passengers.
-- After the insert: who may not write this review is told so by the policy, and a key that was used by the unique
-- index, not by the limit. Runs after keep_driver_rating (triggers go by name), which has locked the driver, so that
-- two ratings at the same moment see each other.
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
