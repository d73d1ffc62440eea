-- Helpers of our policies, in a schema that the API does not expose.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Only app_metadata decides who is an administrator: a user can write user_metadata themselves.
create function private.is_admin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
$$;

-- Where anonymous sign-ins are on, anybody gets an account without an address: it drives nobody.
create function private.is_anonymous() returns boolean language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
$$;

-- The whole error of a REST answer, as PostgREST takes it from a function of the database.
create function private.refuse(status integer, code text, message text, headers jsonb default '{}') returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', null, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;
revoke execute on function private.refuse(integer, text, text, jsonb) from public, anon, authenticated;
