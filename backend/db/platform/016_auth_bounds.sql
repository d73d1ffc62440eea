-- The metadata of an account is in every token and response: this bounds it too, whichever statement writes it. A
-- trigger, not a check: accounts that exceeded the bound before it was set can still sign in, since only growth is
-- refused. Twice the bounds of backend/auth/accounts/metadata.ts, since jsonb as text has more spaces.
create function auth.bound_metadata() returns trigger language plpgsql set search_path = '' as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 8192 or octet_length(new.raw_app_meta_data::text) > 4096 then
    raise exception 'the metadata of an account is too large' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger bound_new_metadata after insert on auth.users
  for each row execute function auth.bound_metadata();
create trigger bound_metadata after update of raw_user_meta_data, raw_app_meta_data on auth.users
  for each row when (
    octet_length(new.raw_user_meta_data::text) > octet_length(old.raw_user_meta_data::text)
    or octet_length(new.raw_app_meta_data::text) > octet_length(old.raw_app_meta_data::text))
  execute function auth.bound_metadata();
