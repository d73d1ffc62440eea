-- Adds the role of the company's office, which `private.is_staff` recognises beside administrators.

-- Returns whether the caller has one of these roles. Only `app_metadata` counts, because users write `user_metadata`
-- themselves, and the account must agree with the token, which may be stale. If the account has a second factor, or
-- `require_admin_mfa` is on, the session must have used one: somebody else may know the password by now.
create function private.has_role(variadic roles text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  person constant uuid := nullif(claims ->> 'sub', '');
  claimed constant text := claims -> 'app_metadata' ->> 'role';
begin
  if coalesce(claimed <> all (roles), true) or not private.session_alive()
    or not exists (select from auth.users u where u.id = person and u.raw_app_meta_data ->> 'role' = claimed) then
    return false;
  end if;
  return coalesce(claims ->> 'aal', 'aal1') <> 'aal1'
    or private.setting('require_admin_mfa') is distinct from 'true' and not exists (
      select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end $$;

-- Returns whether the caller is an administrator.
create or replace function private.is_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin')
$$;
-- Returns whether the caller works in the company's office: as an administrator, or in the role that has neither users
-- nor deletion nor publishing.
create function private.is_staff() returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin', 'office')
$$;
revoke execute on function private.has_role(text[]), private.is_staff() from public, anon;
revoke execute on function private.has_role(text[]) from authenticated, service_role;
grant execute on function private.is_staff() to authenticated, service_role;
