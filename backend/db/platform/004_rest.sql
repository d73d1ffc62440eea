-- Functions that the REST API calls inside its one statement per request.
grant usage on schema platform to anon, authenticated, service_role;

-- Ends the transaction when a statement touched another number of rows than the request allows. The server turns
-- the state into its own error.
create function platform.rest_refuse(state text, rows bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = state, message = 'the request does not allow this number of rows', detail = rows;
end $$;
revoke execute on function platform.rest_refuse(text, bigint) from public;
grant execute on function platform.rest_refuse(text, bigint) to anon, authenticated, service_role;

-- The server learns of changed tables and functions by itself, as in a hosted project. Only a superuser may create
-- event triggers; without them `notify pgrst, 'reload schema'` does the same.
create function platform.announce_schema_change() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('pgrst', 'reload schema');
end $$;
do $$
begin
  create event trigger rest_schema_changed on ddl_command_end execute function platform.announce_schema_change();
  create event trigger rest_schema_dropped on sql_drop execute function platform.announce_schema_change();
exception when insufficient_privilege then
  raise notice 'no event triggers: schema changes have to be announced with NOTIFY pgrst';
end $$;
