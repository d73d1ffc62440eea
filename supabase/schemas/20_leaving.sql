-- Drivers who leave the company, and return.

-- Returns how long an account is blocked when its driver leaves: as long as the panel blocks one. driver_returned
-- recognises the block by it, so a block that an administrator set for another reason stays.
create function private.leaving_block() returns interval language sql immutable set search_path = '' as $$
  select interval '876000 hours'
$$;

-- Temporary blocks that leaving replaced by its own, which lasts longer. The return, which the office may call, restores
-- them: an administrator set them.
create table private.earlier_blocks (
  user_id uuid primary key references auth.users on delete cascade,
  blocked_until timestamptz not null
);

-- Staff: the office sees it first, and driver_returned undoes it. Records that a driver has left the company. At once the
-- shift ends, the driver's accounts are blocked, never those of staff, and their devices signed out; record, reviews, shifts
-- and documents stay. Repeating the call changes nothing. An account that an administrator has blocked for good keeps that
-- block. One that ends sooner gives way, because the driver could sign in again after it.
create function public.driver_left(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.drivers d set left_at = now(), left_by = auth.uid() where d.id = driver_left.driver and d.left_at is null;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver')
      where not exists (select from public.drivers d where d.id = driver_left.driver);
    return;
  end if;
  delete from private.earlier_blocks b where b.user_id in (select private.accounts_of_driver(driver_left.driver));
  insert into private.earlier_blocks (user_id, blocked_until)
    select u.id, u.banned_until from auth.users u
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and u.banned_until > now() and u.banned_until < now() + private.leaving_block() / 2;
  update auth.users u set banned_until = now() + private.leaving_block(), updated_at = now()
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and coalesce(u.banned_until < now() + private.leaving_block() / 2, true);
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(driver_left.driver));
  update public.devices t set vehicle_id = null where t.driver_id = driver_left.driver;
  perform private.record_act('driver_left', 'access', jsonb_build_object('target', 'driver:' || driver));
end $$;

-- Lifts the block of leaving from the accounts of a driver, and restores an earlier one that has not ended.
create function private.lift_leaving_block(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update auth.users u set updated_at = now(), banned_until = (
      select b.blocked_until from private.earlier_blocks b where b.user_id = u.id and b.blocked_until > now())
    from public.drivers d
    where d.id = lift_leaving_block.driver and u.banned_until = d.left_at + private.leaving_block()
      and u.id in (select private.accounts_of_driver(lift_leaving_block.driver));
  delete from private.earlier_blocks b where b.user_id in (select private.accounts_of_driver(lift_leaving_block.driver));
end $$;

-- Staff. Takes a driver back as active and unblocks the accounts that leaving blocked. Repeating the call changes nothing.
create function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  departure timestamptz;
begin
  perform private.require_staff();
  select d.left_at into departure from public.drivers d where d.id = driver_returned.driver for no key update;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if departure is null then
    return;
  end if;
  perform private.lift_leaving_block(driver_returned.driver);
  update public.drivers d set left_at = null, left_by = null, approved = true where d.id = driver_returned.driver;
  perform private.record_act('driver_returned', 'access', jsonb_build_object('target', 'driver:' || driver));
end $$;
grant execute on function public.driver_left(uuid), public.driver_returned(uuid) to authenticated;

-- The server, daily, before it deletes orphaned files. Deletes drivers who left longer ago than the setting
-- `former_driver_retention_days`, and the accounts that leaving blocked; returns the number of drivers. An account whose
-- earlier block has not ended stays, because nobody registers anew under it. Reviews stay without a driver.
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
    where d.id = any (former) and u.banned_until = d.left_at + private.leaving_block()
      and not exists (select from private.earlier_blocks b where b.user_id = u.id and b.blocked_until > as_of));
  perform private.lift_leaving_block(id) from unnest(former) as id;
  delete from public.drivers d where d.id = any (former);
  delete from auth.users u where u.id = any (accounts);
  return cardinality(former);
end $$;
