-- Sign-in with other providers: what we keep for a provider's answer, and connections with SAML identity providers.
-- Column names are Supabase's own.

-- The id is that of the flow. A row is gone once the provider has sent the user back: an answer counts once.
create table auth.oauth_client_states (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null default now()
);
create index oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text check (resource_id <> ''),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null check (domain <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null unique check (entity_id <> ''),
  metadata_xml text not null check (metadata_xml <> ''),
  metadata_url text check (metadata_url <> ''),
  attribute_mapping jsonb,
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

-- Requests to identity providers that wait for their answer.
create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null check (request_id <> ''),
  for_email text,
  redirect_to text,
  flow_state_id uuid references auth.flow_state on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_state_id_idx on auth.saml_relay_states (flow_state_id);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at);

alter table auth.oauth_client_states enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;
