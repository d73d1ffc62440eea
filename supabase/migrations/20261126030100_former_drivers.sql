-- Deletes the records of former drivers after a set time.

alter table private.settings drop constraint settings_value;
alter table private.settings add constraint settings_value check (case name
    when 'driver_approval' then value in ('automatic', 'manual')
    when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
    when 'require_admin_mfa' then value in ('true', 'false')
    when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'papers_stop_service' then value in ('true', 'false')
    when 'shift_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'former_driver_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    else false
  end);
insert into private.settings (name, value) values ('former_driver_retention_days', '365') on conflict do nothing;

-- Deletes drivers who left the company longer ago than the setting `former_driver_retention_days`, and the accounts that
-- leaving blocked; returns the number of drivers. Reviews stay without a driver. Our server calls it daily, and deletes
-- the files that no record names any more afterwards.
create function private.delete_former_drivers(as_of timestamptz) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('former_driver_retention_days'), '365');
  former uuid[];
  accounts uuid[];
begin
  former := array(select d.id from public.drivers d where d.left_at < as_of - make_interval(days => days));
  accounts := array(
    select u.id from public.drivers d cross join private.accounts_of_driver(d.id) as account
      join auth.users u on u.id = account
    where d.id = any (former) and u.banned_until = d.left_at + private.leaving_block());
  delete from public.drivers d where d.id = any (former);
  delete from auth.users u where u.id = any (accounts);
  return cardinality(former);
end $$;
revoke execute on function private.delete_former_drivers(timestamptz) from public, anon, authenticated, service_role;
