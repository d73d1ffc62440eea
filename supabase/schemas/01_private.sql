-- Helpers of our policies, in a schema that the API does not expose.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Only app_metadata decides who is an administrator: a user can write user_metadata themselves.
create function private.is_admin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
$$;
