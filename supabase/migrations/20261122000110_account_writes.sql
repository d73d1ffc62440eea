-- GoTrue creates an account in several statements of one transaction: it inserts the row with a provider, and writes
-- app_metadata by a later update. An administrator's change comes the same way: the password first, then the role.

create or replace function private.link_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_drivers (user_id, driver_id)
    values (new.id, (new.raw_app_meta_data ->> 'initial_driver_id')::uuid)
    on conflict (user_id) do nothing;
  return null;
end $$;
-- Fires for a new value only: a link that an administrator removed later stays removed.
create trigger link_updated_user after update of raw_app_meta_data on auth.users for each row
  when (new.raw_app_meta_data ? 'initial_driver_id' and new.raw_app_meta_data ->> 'initial_driver_id'
    is distinct from old.raw_app_meta_data ->> 'initial_driver_id')
  execute function private.link_new_user();

-- Notes, for the rest of the transaction, that it created the account or set its password or phone.
create function private.note_account() returns trigger language plpgsql set search_path = '' as $$
begin
  perform set_config('private.' || tg_argv[0], new.id::text, true);
  return null;
end $$;
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

-- The first person to register an address chose the password of its account, and may have left a session, a second
-- factor, a provider, a phone or a change of address behind. So any statement that makes an account an administrator's
-- closes every way in, except the password set in the same transaction; without one, only a mail to its address opens
-- the account. Accounts of an organisation's identity provider keep that sign-in. An account that the same transaction
-- created has no former ways in.
create or replace function private.close_promoted_account() returns trigger
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
