-- The part of the project’s schema that @supabase/lite can hold on SQLite: no trigger keeps an average, no policy asks whose walker
-- an opinion is on, no default asks who is signed in. It has less to do than we have.
create table public.walkers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  badge text not null unique,
  walker_code text not null unique,
  photo_url text,
  contact text,
  created_by uuid unique references auth.users(id)
);
create table public.user_walkers (
  user_id uuid primary key references auth.users(id),
  walker_id uuid not null references public.walkers(id)
);
create table public.opinions (
  id uuid primary key default gen_random_uuid(),
  walker_id uuid references public.walkers(id),
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous',
  comment text not null default 'No comment',
  created_at timestamptz not null default now()
);
create index user_walkers_walker_id_idx on public.user_walkers (walker_id);
create index opinions_walker_id_idx on public.opinions (walker_id);

alter table public.walkers enable row level security;
alter table public.user_walkers enable row level security;
alter table public.opinions enable row level security;
create policy walkers_select on public.walkers for select to authenticated using (created_by = auth.uid());
create policy walkers_insert on public.walkers for insert to authenticated with check (created_by = auth.uid());
create policy user_walkers_insert on public.user_walkers for insert to authenticated with check (user_id = auth.uid());
create policy opinions_insert on public.opinions for insert to authenticated with check (true);
create policy photos_insert on storage.objects for insert to authenticated with check (bucket_id = 'pictures');
