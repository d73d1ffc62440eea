insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('pictures', 'pictures', true, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do nothing;

-- A walker writes below a prefix of its own: profile-photos/{userId}-{name}
create function private.own_picture(name text) returns boolean language sql stable set search_path = '' as $$
  select starts_with(name, 'profile-photos/' || auth.uid() || '-') and name !~ '/.*/'
$$;
create policy pictures_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and ((select private.is_admin()) or private.own_picture(name)));
create policy pictures_select on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and ((select private.is_admin()) or private.own_picture(name)));
create policy pictures_update on storage.objects for update to authenticated
  using (bucket_id = 'pictures' and (select private.is_admin()))
  with check (bucket_id = 'pictures' and (select private.is_admin()));
create policy pictures_delete on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and ((select private.is_admin()) or private.own_picture(name)));

-- Everything that the database knows of one person, for that person and administrators.
create function public.personal_data(person uuid default auth.uid()) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if person is null or not (person = auth.uid() or private.is_admin()) then
    raise insufficient_privilege using message = 'Only the person and administrators may read these data';
  end if;
  return (select jsonb_build_object('id', u.id, 'email', u.email) from auth.users u where u.id = person);
end $$;
revoke execute on function public.personal_data(uuid) from public, anon;
grant execute on function public.personal_data(uuid) to authenticated, service_role;

-- A guest without an account reads the name that belongs to a code.
create function public.verify_walker(code text) returns table (name text)
language sql stable security definer set search_path = '' as $$
  select w.name from public.walkers w where upper(w.walker_code) = upper(code)
$$;
grant execute on function public.verify_walker(text) to anon, authenticated, service_role;
