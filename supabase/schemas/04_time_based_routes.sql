-- Tours. Everybody reads them, without an account.

create table public.time_based_routes (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  duration text not null,
  "taxiTime" text not null default '',
  stops jsonb not null default '[]' check (jsonb_typeof(stops) = 'array')
);
-- Every page shows the tours, so their size is limited. Not valid: an installation's existing rows stay as they are.
alter table public.time_based_routes
  add constraint time_based_routes_lengths check (
    char_length(name) <= 200 and char_length(description) <= 5000 and char_length(duration) <= 100
    and char_length("taxiTime") <= 200) not valid,
  add constraint time_based_routes_stops_length check (
    jsonb_array_length(stops) <= 100 and octet_length(stops::text) <= 50000) not valid;

create policy time_based_routes_select on public.time_based_routes for select to anon, authenticated using (true);
-- Only administrators create tours.
create policy time_based_routes_insert on public.time_based_routes for insert to authenticated
  with check ((select private.is_admin()));
-- Only administrators change tours.
create policy time_based_routes_update on public.time_based_routes for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only administrators delete tours.
create policy time_based_routes_delete on public.time_based_routes for delete to authenticated
  using ((select private.is_admin()));

grant select on public.time_based_routes to anon, authenticated;
grant insert, update, delete on public.time_based_routes to authenticated;
