-- The server processes on this database, with digests of their keys: processes with different keys must not serve one
-- database together. A row expires unless its process renews it. Lost in a crash without harm: the processes write it
-- again.
create unlogged table platform.processes (
  id uuid primary key,
  keys jsonb not null,
  expires_at timestamptz not null
);
alter table platform.processes enable row level security;
