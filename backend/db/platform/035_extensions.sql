-- A hosted project has its extensions in a schema of their own, on the search path; migrations and seeds call
-- extensions.crypt(), extensions.gen_salt() and extensions.uuid_generate_v4() from there.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
do $$
declare
  extension text;
begin
  foreach extension in array array['pgcrypto', 'uuid-ossp'] loop
    begin
      execute format('create extension if not exists %I with schema extensions', extension);
    exception when feature_not_supported or undefined_file or insufficient_privilege then
      -- A migration that needs it fails with PostgreSQL's own sentence, which names what is missing.
      raise notice 'the extension % is not available: %', extension, sqlerrm;
    end;
  end loop;
end $$;
