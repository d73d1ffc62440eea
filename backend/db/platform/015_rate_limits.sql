-- Counters of tried passwords, codes and sign-ups, where several processes share them (RATE_LIMIT_STORE=database): when a
-- bucket will be full again. Not worth a write to the log; what a crash loses is at most some minutes of counting.
create unlogged table auth.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);
alter table auth.rate_limits enable row level security;
