-- Passkeys, and what a WebAuthn factor adds to the tables of second factors. Names are Supabase's own.
create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null unique,
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  attestation_type text not null default '',
  aaguid uuid,
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  backup_eligible boolean not null default false,
  backed_up boolean not null default false,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

-- A challenge to sign in has no user: the passkey says whose it is.
create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  challenge_type text not null check (challenge_type in ('signup', 'registration', 'authentication')),
  session_data jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);

alter table auth.mfa_factors add column web_authn_credential jsonb, add column web_authn_aaguid uuid;
alter table auth.mfa_challenges add column web_authn_session_data jsonb;

-- As before, and for WebAuthn factors too.
create or replace function auth.downgrade_sessions() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from auth.mfa_amr_claims
    where session_id in (select id from auth.sessions where factor_id = old.id)
      and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn');
  update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = old.id;
  return null;
end $$;

alter table auth.webauthn_credentials enable row level security;
alter table auth.webauthn_challenges enable row level security;
