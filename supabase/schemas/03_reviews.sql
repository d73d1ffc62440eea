create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  -- The opinion of a passenger stays when the driver's record goes.
  driver_id uuid references public.drivers on delete set null,
  rating smallint not null check (rating between 1 and 5),
  user_name text not null default 'Anonymous' check (char_length(user_name) <= 120),
  comment text not null default 'No comment' check (char_length(comment) <= 2000),
  created_at timestamptz not null default now()
);
create index reviews_driver_id_created_at_idx on public.reviews (driver_id, created_at desc);

-- The average of a driver costs the same with 10 reviews or 1,000,000: it is kept, not computed.
create function private.keep_driver_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.driver_id is not null then
    update public.drivers set review_count = review_count - 1, rating_total = rating_total - old.rating
      where id = old.driver_id;
  end if;
  if tg_op <> 'DELETE' and new.driver_id is not null then
    update public.drivers set review_count = review_count + 1, rating_total = rating_total + new.rating
      where id = new.driver_id;
  end if;
  return null;
end $$;
create trigger keep_driver_rating after insert or delete or update of driver_id, rating on public.reviews
  for each row execute function private.keep_driver_rating();

alter table public.reviews enable row level security;
create policy reviews_service on public.reviews for all to service_role using (true) with check (true);
create policy reviews_select on public.reviews for select to authenticated
  using ((select private.is_admin()) or driver_id = (select private.own_driver_id()));
create policy reviews_insert on public.reviews for insert to authenticated
  with check (driver_id = (select private.own_driver_id()));
create policy reviews_update on public.reviews for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy reviews_delete on public.reviews for delete to authenticated using ((select private.is_admin()));

revoke all on public.reviews from anon, authenticated;
grant select, delete on public.reviews to authenticated;
grant insert (driver_id, rating, user_name, comment) on public.reviews to authenticated;
grant update (user_name, comment) on public.reviews to authenticated;
grant all on public.reviews to service_role;
