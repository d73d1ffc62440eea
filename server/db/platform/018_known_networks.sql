-- Networks from which somebody has signed in to an account, or has proved a second factor: wrong guesses from elsewhere
-- do not keep the owner out there. `network` is an HMAC of what was proved and the network. At most some per account.
create table auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, network)
);
alter table auth.known_networks enable row level security;
