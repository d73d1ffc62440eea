-- Tables whose changes the app hears of by itself: a driver's own record and ratings, and the administrator's lists.
-- Each subscriber gets what its own row-level security lets it see.
alter publication supabase_realtime add table public.drivers, public.user_drivers, public.time_based_routes,
  public.reviews;
