-- Helpers of our policies, in a schema that the API does not expose.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Where anonymous sign-ins are on, anybody gets an account without an address: it drives nobody.
create function private.is_anonymous() returns boolean language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
$$;

-- The whole error of a REST answer, as PostgREST takes it from a function of the database.
create function private.refuse(status integer, code text, message text, headers jsonb default '{}',
  details text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;
revoke execute on function private.refuse(integer, text, text, jsonb, text) from public, anon, authenticated;

-- Settings that functions and policies read. They are rows, not parameters of a role: a hosted project refuses
-- `alter role … set app.…`. Our own server writes its environment here when it starts; on a hosted project the operator
-- runs `select private.configure('{"driver_approval": "manual"}')`.
create table private.settings (
  name text primary key,
  value text not null,
  constraint settings_value check (case name
    when 'driver_approval' then value in ('automatic', 'manual')
    when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
    when 'require_admin_mfa' then value in ('true', 'false')
    when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'papers_stop_service' then value in ('true', 'false')
    else false
  end)
);
alter table private.settings enable row level security;
revoke all on private.settings from public, anon, authenticated, service_role;
insert into private.settings (name, value) values
  ('driver_approval', 'automatic'),
  ('reviews_per_hour', '10'),
  ('require_admin_mfa', 'false'),
  ('audit_retention_days', '365'),
  ('papers_stop_service', 'false');

-- For functions that run with the rights of their owner.
create function private.setting(name text) returns text language sql stable security definer set search_path = '' as $$
  select s.value from private.settings s where s.name = setting.name
$$;

-- Changes the settings named by the keys and leaves the others. Rows are locked in the order of their names, so that
-- servers that start at the same moment cannot deadlock: the last one decides.
create function private.configure(settings jsonb) returns void language sql set search_path = '' as $$
  insert into private.settings as s (name, value)
  select given.key, given.value from jsonb_each_text(configure.settings) as given order by given.key
  on conflict (name) do update set value = excluded.value where s.value <> excluded.value
$$;
revoke execute on function private.setting(text), private.configure(jsonb)
  from public, anon, authenticated, service_role;

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
create function private.is_admin() returns boolean
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
