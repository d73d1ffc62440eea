-- Helpers of the policies, in a schema that the API does not expose.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

create function private.is_admin() returns boolean language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
$$;
create function private.is_anonymous() returns boolean language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
$$;

create table public.walkers (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  badge text not null check (badge ~ '^[A-Z0-9]{4,8}$'),
  walker_code text not null check (char_length(walker_code) between 1 and 40),
  photo_url text check (char_length(photo_url) <= 1000),
  contact text check (contact ~ '^\+?[0-9]{9,15}$'),
  created_by uuid default auth.uid() constraint walkers_created_by_key unique
    references auth.users on delete set null,
  opinion_count integer not null default 0,
  rating_total bigint not null default 0,
  average_rating numeric(2, 1) generated always as
    (case when opinion_count > 0 then round(rating_total::numeric / opinion_count, 1) end) stored,
  created_at timestamptz not null default now(),
  verification_code text not null default gen_random_uuid() constraint walkers_verification_code_key unique
);
create index walkers_name_idx on public.walkers (name, id);
create index walkers_walker_code_idx on public.walkers (upper(walker_code));

create table public.user_walkers (
  user_id uuid primary key references auth.users on delete cascade,
  walker_id uuid not null references public.walkers on delete cascade
);
create index user_walkers_walker_id_idx on public.user_walkers (walker_id);

create table public.opinions (
  id uuid primary key default gen_random_uuid(),
  walker_id uuid references public.walkers on delete set null,
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous' check (char_length(user_name) <= 120),
  comment text not null default 'No comment' check (char_length(comment) <= 2000),
  created_at timestamptz not null default now(),
  idempotency_key uuid constraint opinions_idempotency_key_key unique
);
create index opinions_walker_id_created_at_idx on public.opinions (walker_id, created_at desc);

create table public.walks (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  duration text not null,
  "walkTime" text not null default '',
  stops jsonb not null default '[]' check (jsonb_typeof(stops) = 'array')
);
alter table public.walks add constraint walks_lengths
  check (char_length(name) <= 200 and char_length(description) <= 5000) not valid;

create function private.keep_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.walker_id is not null then
    update public.walkers set opinion_count = opinion_count - 1, rating_total = rating_total - old.rating
      where id = old.walker_id;
  end if;
  if tg_op <> 'DELETE' and new.walker_id is not null then
    update public.walkers set opinion_count = opinion_count + 1, rating_total = rating_total + new.rating
      where id = new.walker_id;
  end if;
  return null;
end $$;
revoke execute on function private.keep_rating() from public;
create trigger keep_rating after insert or delete or update of walker_id, rating on public.opinions
  for each row execute function private.keep_rating();

-- Security definer: the policies of the two tables would otherwise have to read each other.
create function private.own_walker_id() returns uuid language sql stable security definer set search_path = '' as $$
  select walker_id from public.user_walkers where user_id = auth.uid()
$$;
create function private.created_walker(walker uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.walkers where id = walker and created_by = auth.uid())
$$;
revoke execute on function private.own_walker_id(), private.created_walker(uuid) from public;
grant execute on function private.own_walker_id(), private.created_walker(uuid) to authenticated, service_role;

alter table public.walkers enable row level security;
alter table public.user_walkers enable row level security;
alter table public.opinions enable row level security;
alter table public.walks enable row level security;

create policy walkers_service on public.walkers to service_role using (true) with check (true);
create policy walkers_select on public.walkers for select to authenticated using (
  (select private.is_admin()) or created_by = (select auth.uid()) or id = (select private.own_walker_id()));
create policy walkers_insert on public.walkers for insert to authenticated with check (
  (select private.is_admin()) or (created_by = (select auth.uid()) and not (select private.is_anonymous())));
create policy walkers_update on public.walkers for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy walkers_delete on public.walkers for delete to authenticated using ((select private.is_admin()));

create policy user_walkers_service on public.user_walkers to service_role using (true) with check (true);
create policy user_walkers_select on public.user_walkers for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
create policy user_walkers_insert on public.user_walkers for insert to authenticated with check (
  (select private.is_admin()) or (user_id = (select auth.uid()) and private.created_walker(walker_id)));
create policy user_walkers_delete on public.user_walkers for delete to authenticated
  using ((select private.is_admin()));

create policy opinions_service on public.opinions to service_role using (true) with check (true);
create policy opinions_select on public.opinions for select to authenticated
  using ((select private.is_admin()) or walker_id = (select private.own_walker_id()));
create policy opinions_insert on public.opinions for insert to authenticated
  with check (walker_id = (select private.own_walker_id()) and not (select private.is_anonymous()));
create policy opinions_delete on public.opinions for delete to authenticated using ((select private.is_admin()));

create policy walks_service on public.walks to service_role using (true) with check (true);
create policy walks_select on public.walks for select to anon, authenticated using (true);
create policy walks_write on public.walks to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

revoke all on public.walkers, public.user_walkers, public.opinions, public.walks from anon, authenticated;
grant select, delete on public.walkers, public.opinions to authenticated;
grant insert (name, badge, walker_code, photo_url, contact, created_by) on public.walkers to authenticated;
grant update (name, badge, walker_code, photo_url, contact) on public.walkers to authenticated;
grant insert (walker_id, rating, user_name, comment, idempotency_key) on public.opinions to authenticated;
grant select, insert, delete on public.user_walkers to authenticated;
grant select on public.walks to anon, authenticated;
grant insert, update, delete on public.walks to authenticated;
grant all on public.walkers, public.user_walkers, public.opinions, public.walks to service_role;

alter publication supabase_realtime add table public.walkers, public.user_walkers, public.walks;
