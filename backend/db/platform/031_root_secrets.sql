-- Random secrets of the installation, from which those of refresh tokens, codes, second factors and signed URLs are
-- derived. Each is stored encrypted, once under every signing key: so a signing key can be retired and the sessions stay,
-- and whoever reads the database alone learns nothing.
create table auth.root_secrets (
  id uuid not null,
  sealed_by text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (id, sealed_by)
);
comment on column auth.root_secrets.sealed_by is 'kid of the signing key that opens it';
alter table auth.root_secrets enable row level security;
