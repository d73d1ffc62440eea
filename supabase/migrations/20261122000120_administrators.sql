-- Whether the session of the caller's token still stands. Our own server asks when it verifies a token; PostgREST, storage
-- and realtime of a hosted project only look at the token's signature and time. Tokens that no sign-in has issued have
-- no session.
create function private.session_alive() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  session constant uuid := nullif(claims ->> 'session_id', '');
  person constant uuid := nullif(claims ->> 'sub', '');
begin
  return (session is null or exists (select from auth.sessions s where s.id = session))
    and not exists (select from auth.users u where u.id = person and u.banned_until > now());
end $$;
revoke execute on function private.session_alive() from public, anon;
grant execute on function private.session_alive() to authenticated, service_role;

-- Only app_metadata decides who is an administrator: a user can write user_metadata themselves. The account must say so
-- as well as the token, which is older. A second factor must have been entered in this session if the account has one,
-- or if `require_admin_mfa` asks for one: a password alone may be somebody else's by now.
create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  person constant uuid := nullif(claims ->> 'sub', '');
begin
  if claims -> 'app_metadata' ->> 'role' is distinct from 'admin' or not private.session_alive()
    or not exists (select from auth.users u where u.id = person and u.raw_app_meta_data ->> 'role' = 'admin') then
    return false;
  end if;
  return coalesce(claims ->> 'aal', 'aal1') <> 'aal1'
    or private.setting('require_admin_mfa') is distinct from 'true' and not exists (
      select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end $$;
revoke execute on function private.is_admin() from public, anon;
grant execute on function private.is_admin() to authenticated, service_role;

create policy drivers_session on public.drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy user_drivers_session on public.user_drivers as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy reviews_session on public.reviews as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy imagenes_session on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'imagenes' or (select private.session_alive()));
