create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pgcrypto with schema extensions;

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  display_name text not null
);
alter table public.profiles enable row level security;
create policy "profiles are public" on public.profiles for select using (true);

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, display_name)
  values (new.id, coalesce(new.raw_user_meta_data ->> 'full_name', new.email));
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users
  for each row execute procedure public.handle_new_user();

create table public.notes (
  id uuid primary key default extensions.uuid_generate_v4(),
  owner_id uuid not null default auth.uid() references public.profiles on delete cascade,
  title text not null,
  share_token text not null default encode(extensions.gen_random_bytes(12), 'hex'),
  fingerprint text generated always as (encode(extensions.digest(title, 'sha256'), 'hex')) stored,
  created_at timestamptz not null default now()
);
create index on public.notes (owner_id);
alter table public.notes enable row level security;
create policy "owners keep their notes" on public.notes to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy "whoever has the token reads the note" on public.notes for select to anon
  using (share_token = (select current_setting('request.headers', true)::json ->> 'x-share-token'));

grant select on public.profiles to anon, authenticated, service_role;
grant select on public.notes to anon;
grant select, insert, update, delete on public.notes to authenticated, service_role;

-- Finds digest() by the search path.
create function public.checksum(content text) returns text language sql stable as $$
  select encode(digest(content, 'md5'), 'hex')
$$;
grant execute on function public.checksum(text) to anon, authenticated;

insert into storage.buckets (id, name, public) values ('attachments', 'attachments', false);
create policy "owners read their folder" on storage.objects for select to authenticated
  using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "owners fill their folder" on storage.objects for insert to authenticated
  with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text);
