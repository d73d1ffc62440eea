-- When a recurring job was last done on this database, by any of its server processes: each job runs once per period.
create table platform.jobs (
  name text primary key,
  done_at timestamptz not null
);
