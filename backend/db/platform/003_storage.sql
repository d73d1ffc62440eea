-- Buckets and objects. Column names are Supabase's own; the bytes lie in the data folder, named by id and version.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text not null default 'STANDARD',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null,
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text not null,
  user_metadata jsonb,
  unique (bucket_id, name)
);
create index objects_owner_id_idx on storage.objects (owner_id);

create function storage.foldername(name text) returns text[] language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[:cardinality(string_to_array(name, '/')) - 1]
$$;
create function storage.filename(name text) returns text language sql immutable set search_path = '' as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;
create function storage.extension(name text) returns text language sql immutable set search_path = '' as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
create policy buckets_service on storage.buckets for all to service_role using (true) with check (true);
create policy objects_service on storage.objects for all to service_role using (true) with check (true);
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
