-- The database's own id: the marker in a shared object store names it. Backups leave it out, so a restored database gets
-- an id of its own and never passes for the one that it was copied from.
create table platform.installation (
  id uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
insert into platform.installation default values;
alter table platform.installation enable row level security;
revoke all on platform.installation from public, anon, authenticated, service_role;
