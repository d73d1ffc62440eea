-- Tables whose changes the app subscribes to: a driver's own record and reviews, and the administrators' lists.
-- Row-level security decides which rows each subscriber gets.
alter publication supabase_realtime add table public.drivers, public.user_drivers, public.time_based_routes,
  public.reviews;
