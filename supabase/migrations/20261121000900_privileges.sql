-- As before: what serves triggers needs no right of the caller, what policies ask is for signed-in users.
revoke execute on function private.check_driver_version(), private.end_sessions_of_driver(), private.is_in_service(uuid)
  from public;
grant execute on function private.is_in_service(uuid) to authenticated, service_role;
