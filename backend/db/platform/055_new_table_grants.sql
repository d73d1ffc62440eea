-- One row while `[api] auto_expose_new_tables` of the project is in force: the server takes back default privileges that it
-- gave itself, and leaves those that a migration of the project gives. Only the database's owner reads it.
create table platform.new_table_grants (
  is_only boolean primary key default true check (is_only)
);
alter table platform.new_table_grants enable row level security;
revoke all on platform.new_table_grants from public, anon, authenticated, service_role;
