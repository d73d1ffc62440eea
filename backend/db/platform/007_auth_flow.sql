-- Sign-ins that take several steps: PKCE flows, and codes and links that are sent to an address.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  -- The SHA-256 of the code that the app exchanges for a session; null until it is issued.
  auth_code text unique,
  -- Null in the implicit flow, which has no exchange.
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean not null default false
);
create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at);
create index flow_state_created_at_idx on auth.flow_state (created_at);

-- Where a code or link is looked up: one row for each token of auth.users that is not empty.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in ('confirmation_token', 'reauthentication_token', 'recovery_token',
    'email_change_token_new', 'email_change_token_current', 'phone_change_token')),
  token_hash text not null check (token_hash <> ''),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);

-- Keeps the index in step with the tokens of auth.users, whatever statement changes them: a replaced token stops working.
create function auth.index_one_time_tokens() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from auth.one_time_tokens t where t.user_id = new.id and t.token_hash not in (new.confirmation_token,
    new.reauthentication_token, new.recovery_token, new.email_change_token_new, new.email_change_token_current,
    new.phone_change_token);
  insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
  select new.id, token.* from (values
    ('confirmation_token', new.confirmation_token, coalesce(new.email, new.phone, '')),
    ('reauthentication_token', new.reauthentication_token, coalesce(new.email, new.phone, '')),
    ('recovery_token', new.recovery_token, coalesce(new.email, '')),
    ('email_change_token_new', new.email_change_token_new, new.email_change),
    ('email_change_token_current', new.email_change_token_current, coalesce(new.email, '')),
    ('phone_change_token', new.phone_change_token, new.phone_change)
  ) as token (token_type, token_hash, relates_to)
  where token.token_hash <> ''
  on conflict (user_id, token_type) do nothing;
  return null;
end $$;
create trigger index_new_one_time_tokens after insert on auth.users
  for each row when (concat(new.confirmation_token, new.reauthentication_token, new.recovery_token,
    new.email_change_token_new, new.email_change_token_current, new.phone_change_token) <> '')
  execute function auth.index_one_time_tokens();
create trigger index_one_time_tokens after update of confirmation_token, reauthentication_token, recovery_token,
    email_change_token_new, email_change_token_current, phone_change_token on auth.users
  for each row execute function auth.index_one_time_tokens();

alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
