-- Passkeys: their part of personal data, and their removal when an account becomes one of staff.

-- Returns a person's passkeys, for personal_data. Hosted projects with an older `auth` schema have no passkeys, so
-- these functions look for the table when they run.
create function private.passkeys_of(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', p.friendly_name, 'created_at', p.created_at,
      'last_used_at', p.last_used_at) order by p.created_at), '[]')
    from auth.webauthn_credentials p where p.user_id = person);
end $$;

-- A promotion or renewal deletes the account's passkeys, as `private.close_promoted_account` revokes the other earlier
-- ways in: whoever first registered the address may have left one behind.
create function private.close_passkeys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    delete from auth.webauthn_credentials where user_id = new.id;
  end if;
  return new;
end $$;
-- Triggers fire in name order: this one runs before forget_renewal.
create trigger close_passkeys before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'admin' and (old.raw_app_meta_data ->> 'role' is distinct from 'admin'
    or new.raw_app_meta_data ? 'renew_access'))
  execute function private.close_passkeys();
create trigger close_office_passkeys before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'office'
    and coalesce(old.raw_app_meta_data ->> 'role', '') not in ('admin', 'office'))
  execute function private.close_passkeys();
