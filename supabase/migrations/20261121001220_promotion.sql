-- The first person to register an address chose the password of its account, and may have left a session, a second
-- factor, a provider, a phone or a change of address behind. So any statement that makes an account an administrator's
-- closes every way in, except the password set in the same statement; without one, only a mail to its address opens the
-- account. Accounts of an organisation's identity provider keep that sign-in.
create function private.close_promoted_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text := case when new.email is null then 'phone' else 'email' end;
begin
  delete from auth.sessions where user_id = new.id;
  delete from auth.mfa_factors where user_id = new.id;
  if new.is_sso_user then
    return new;
  end if;
  delete from auth.identities where user_id = new.id and provider <> kept;
  delete from auth.one_time_tokens where user_id = new.id;
  if new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := null;
  end if;
  if kept = 'email' and new.phone is not distinct from old.phone then
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
revoke execute on function private.close_promoted_account() from public;
create trigger close_promoted_account before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'admin' and old.raw_app_meta_data ->> 'role' is distinct from 'admin')
  execute function private.close_promoted_account();
