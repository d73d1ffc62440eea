-- Second factors. Column names are Supabase's own, but for last_totp_step: the last step whose code was accepted, so
-- that a code works once.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '',
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz,
  last_totp_step bigint,
  unique (user_id, friendly_name),
  unique (user_id, phone)
);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  otp_code text
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at);

create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;

-- Deleting a factor downgrades every session that it raised to aal1.
create function auth.downgrade_sessions() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from auth.mfa_amr_claims
    where session_id in (select id from auth.sessions where factor_id = old.id)
      and authentication_method in ('totp', 'mfa/phone');
  update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = old.id;
  return null;
end $$;
create trigger downgrade_sessions after delete on auth.mfa_factors
  for each row execute function auth.downgrade_sessions();

-- Server processes look again at the tokens of a session whose level has changed.
create trigger announce_session_level after update of aal on auth.sessions
  for each row when (old.aal is distinct from new.aal) execute function auth.announce_session_end();

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
