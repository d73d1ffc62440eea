-- Whether an account has the rights of an administrator and can sign in.
create function private.is_active_administrator(account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(account.raw_app_meta_data ->> 'role' = 'admin', false) and account.deleted_at is null
    and coalesce(account.banned_until <= now(), true)
$$;
revoke execute on function private.is_active_administrator(auth.users) from public;

-- Two administrators who take the role from each other at the same moment, on two servers, must not both succeed. Each
-- statement that takes an administrator away waits for the transaction before it, and then sees what that one committed.
create function private.keep_last_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  goes constant boolean := private.is_active_administrator(old)
    and (tg_op = 'DELETE' or not private.is_active_administrator(new));
begin
  if goes then
    perform pg_advisory_xact_lock(hashtextextended('the last administrator', 0));
    if not exists (select from auth.users u where u.id <> old.id and private.is_active_administrator(u)) then
      raise exception 'The last administrator stays.' using errcode = 'PT409';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
revoke execute on function private.keep_last_administrator() from public;
create trigger keep_last_administrator before update or delete on auth.users for each row
  when (old.raw_app_meta_data ->> 'role' = 'admin') execute function private.keep_last_administrator();

-- The operator closes every former way into the account of an administrator, perhaps the only one, who is locked out:
-- `renew_access` in the metadata asks for what a promotion does, and is not kept.
create trigger close_renewed_account before update on auth.users for each row
  when (old.raw_app_meta_data ->> 'role' = 'admin' and new.raw_app_meta_data ->> 'role' = 'admin'
    and new.raw_app_meta_data ? 'renew_access')
  execute function private.close_promoted_account();
create function private.forget_renewal() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'renew_access';
  return new;
end $$;
revoke execute on function private.forget_renewal() from public;
create trigger forget_renewal before update on auth.users for each row
  when (new.raw_app_meta_data ? 'renew_access') execute function private.forget_renewal();
