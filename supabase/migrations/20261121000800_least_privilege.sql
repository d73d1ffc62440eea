-- Functions are everybody's until that is taken back. Those with the rights of their owner serve triggers, which need no
-- right of the caller, or policies of signed-in users.
revoke execute on function private.own_driver_id(), private.created_driver(uuid), private.keep_driver_rating(),
  private.limit_reviews(), private.link_new_user() from public;
grant execute on function private.own_driver_id(), private.created_driver(uuid) to authenticated, service_role;

-- Asked once for each statement, not for each row.
alter policy user_drivers_insert on public.user_drivers with check (
  (select private.is_admin()) or (user_id = (select auth.uid()) and private.created_driver(driver_id))
);
