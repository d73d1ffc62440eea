-- A promotion from outside the staff to the office revokes every earlier way into the account, as one to administrator
-- does. Triggers of their own: the owner of auth.users on a hosted project is Supabase, so no migration replaces a
-- trigger there.
create trigger close_office_account before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'office'
    and coalesce(old.raw_app_meta_data ->> 'role', '') not in ('admin', 'office'))
  execute function private.close_promoted_account();
create trigger close_office_passkeys before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'office'
    and coalesce(old.raw_app_meta_data ->> 'role', '') not in ('admin', 'office'))
  execute function private.close_passkeys();
