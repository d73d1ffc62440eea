-- Networks from which somebody has signed in to an account, or has proved a second factor: wrong guesses from elsewhere
-- do not keep the owner out there. `network` is an HMAC of what was proved and the network. At most some per account.
create table auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network bytea not null,
  used_at timestamptz not null default now(),
  primary key (user_id, network)
);
alter table auth.known_networks enable row level security;

-- Whether an account was made only because somebody asked for a code to its address: nobody has proved the address, chosen
-- a password or been invited, and it has no identity. Registering replaces it, and it goes after a day.
create function auth.is_provisional(account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select account.confirmed_at is null and account.invited_at is null and account.encrypted_password is null
    and account.deleted_at is null and not account.is_anonymous and not account.is_sso_user
    and not exists (select from auth.identities i where i.user_id = account.id)
$$;
revoke execute on function auth.is_provisional(auth.users), auth.bound_metadata()
  from public, anon, authenticated, service_role;
