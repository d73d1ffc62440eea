-- Accounts of staff: a promotion revokes every earlier way in, and the last administrator stays.

-- GoTrue changes an account in several statements of one transaction, and sets the password before the role.

-- Notes, for the rest of the transaction, that it created this account or set its password or phone.
create function private.note_account() returns trigger language plpgsql set search_path = '' as $$
begin
  perform set_config('private.' || tg_argv[0], new.id::text, true);
  return null;
end $$;
-- Returns whether this transaction has noted the fact about this account.
create function private.is_noted(fact text, account uuid) returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('private.' || fact, true) = account::text, false)
$$;
create trigger note_new_account after insert on auth.users
  for each row execute function private.note_account('new_account');
create trigger note_new_password after update of encrypted_password on auth.users for each row
  when (new.encrypted_password is distinct from old.encrypted_password)
  execute function private.note_account('new_password');
create trigger note_new_phone after update of phone on auth.users for each row
  when (new.phone is distinct from old.phone) execute function private.note_account('new_phone');

-- A promotion, to administrator or from outside the staff to the office, revokes every earlier way into the account:
-- whoever first registered its address chose the password, and may have left a session, a second factor, a provider, a
-- phone or a pending change of address behind. Any statement that promotes an account removes them all, except a
-- password set in the same transaction; without one, only a mail to its address opens the account. Accounts of an
-- organisation's identity provider keep that sign-in, and an account that the same transaction created has no earlier
-- ways in. An administrator who moves to the office loses rights, so that is none; a token that still names the former
-- role grants nothing, because `private.has_role` compares it with the account's.
create function private.close_promoted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text := case when new.email is null then 'phone' else 'email' end;
begin
  if private.is_noted('new_account', new.id) then
    return new;
  end if;
  delete from auth.sessions where user_id = new.id;
  delete from auth.mfa_factors where user_id = new.id;
  if new.is_sso_user then
    return new;
  end if;
  delete from auth.identities where user_id = new.id and provider <> kept;
  delete from auth.one_time_tokens where user_id = new.id;
  if new.encrypted_password is not distinct from old.encrypted_password
    and not private.is_noted('new_password', new.id) then
    new.encrypted_password := null;
  end if;
  if kept = 'email' and new.phone is not distinct from old.phone and not private.is_noted('new_phone', new.id) then
    new.phone := null;
    new.phone_confirmed_at := null;
  end if;
  new.email_change := '';
  new.phone_change := '';
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.phone_change_token := '';
  new.reauthentication_token := '';
  new.raw_app_meta_data := new.raw_app_meta_data || jsonb_build_object('provider', kept, 'providers', array[kept]);
  return new;
end $$;
create trigger close_promoted_account before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'admin' and old.raw_app_meta_data ->> 'role' is distinct from 'admin')
  execute function private.close_promoted_account();
-- A trigger of its own: the owner of auth.users on a hosted project is Supabase, so no migration replaces a trigger there.
create trigger close_office_account before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'office'
    and coalesce(old.raw_app_meta_data ->> 'role', '') not in ('admin', 'office'))
  execute function private.close_promoted_account();

-- Returns whether an account has the rights of an administrator and can sign in.
create function private.is_active_administrator(account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(account.raw_app_meta_data ->> 'role' = 'admin', false) and account.deleted_at is null
    and coalesce(account.banned_until <= now(), true)
$$;

-- Protects the last administrator. Two administrators who demote each other at the same moment, on two servers, must
-- not both succeed: each statement that removes one waits for the transaction before it, and then sees what that one
-- committed.
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
create trigger keep_last_administrator before update or delete on auth.users for each row
  when (old.raw_app_meta_data ->> 'role' = 'admin') execute function private.keep_last_administrator();

-- The operator revokes every earlier way into the account of an administrator, perhaps the only one, who is locked out:
-- `renew_access` in the metadata does what a promotion does, and is not stored.
create trigger close_renewed_account before update on auth.users for each row
  when (old.raw_app_meta_data ->> 'role' = 'admin' and new.raw_app_meta_data ->> 'role' = 'admin'
    and new.raw_app_meta_data ? 'renew_access')
  execute function private.close_promoted_account();
-- Removes `renew_access` before the row is stored, so that it acts once.
create function private.forget_renewal() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'renew_access';
  return new;
end $$;
create trigger forget_renewal before update on auth.users for each row
  when (new.raw_app_meta_data ? 'renew_access') execute function private.forget_renewal();
