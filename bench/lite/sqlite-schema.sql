-- What @supabase/lite can hold of our schema on SQLite: no trigger keeps an average, no policy asks whose driver
-- a review is for, no default asks who is signed in. It has less to do than we have.
create table public.drivers (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  license_plate text not null unique,
  driver_code text not null unique,
  photo_url text,
  contact text,
  created_by uuid unique references auth.users(id)
);
create table public.user_drivers (
  user_id uuid primary key references auth.users(id),
  driver_id uuid not null references public.drivers(id)
);
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid references public.drivers(id),
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous',
  comment text not null default 'No comment',
  created_at timestamptz not null default now()
);
create index user_drivers_driver_id_idx on public.user_drivers (driver_id);
create index reviews_driver_id_idx on public.reviews (driver_id);

alter table public.drivers enable row level security;
alter table public.user_drivers enable row level security;
alter table public.reviews enable row level security;
create policy drivers_select on public.drivers for select to authenticated using (created_by = auth.uid());
create policy drivers_insert on public.drivers for insert to authenticated with check (created_by = auth.uid());
create policy user_drivers_insert on public.user_drivers for insert to authenticated with check (user_id = auth.uid());
create policy reviews_insert on public.reviews for insert to authenticated with check (true);
create policy photos_insert on storage.objects for insert to authenticated with check (bucket_id = 'imagenes');
