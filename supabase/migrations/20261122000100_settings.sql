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
    else false
  end)
);
alter table private.settings enable row level security;
revoke all on private.settings from public, anon, authenticated, service_role;
insert into private.settings (name, value) values
  ('driver_approval', 'automatic'),
  ('reviews_per_hour', '10'),
  ('require_admin_mfa', 'false'),
  ('audit_retention_days', '365');

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

-- With `driver_approval` set to `manual`, registrations wait. Administrators and the service have decided when they
-- write a driver.
create or replace function private.is_approved_at_first() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.setting('driver_approval') is distinct from 'manual'
    or coalesce(current_setting('role', true), 'none') <> 'authenticated' or private.is_admin()
$$;
revoke execute on function private.is_approved_at_first() from public, anon;
grant execute on function private.is_approved_at_first() to authenticated, service_role;

-- How many ratings a driver may get within an hour: the setting `reviews_per_hour`; 0 is no limit. It binds the users of
-- the API, not administrators or the service. The tablet and the links have a limit each: a driver who taps stars on
-- the own tablet takes nothing from the passengers.
create or replace function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer := coalesce(private.setting('reviews_per_hour'), '10');
  oldest timestamptz;
begin
  if allowed <= 0 or private.is_admin()
    or coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') then
    return null;
  end if;
  select created_at into oldest from public.reviews
    where driver_id = new.driver_id and by_link = new.by_link and created_at > now() - interval '1 hour'
    order by created_at desc offset allowed limit 1;
  if found then
    perform private.refuse(429, 'over_review_rate_limit', 'Too many ratings of this driver within an hour',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from oldest + interval '1 hour' - now())))::integer::text));
  end if;
  return null;
end $$;
