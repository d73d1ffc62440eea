-- Where anonymous sign-ins are on, anybody gets an account without an address: it drives nobody.
create function private.is_anonymous() returns boolean language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
$$;

alter policy drivers_insert on public.drivers with check (
  (select private.is_admin()) or (created_by = (select auth.uid()) and not (select private.is_anonymous()))
);
alter policy user_drivers_insert on public.user_drivers with check (
  (select private.is_admin())
  or (user_id = (select auth.uid()) and private.created_driver(driver_id) and not (select private.is_anonymous()))
);
alter policy reviews_insert on public.reviews with check (
  driver_id = (select private.own_driver_id()) and private.is_in_service(driver_id)
  and not (select private.is_anonymous())
);
