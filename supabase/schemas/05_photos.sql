-- The public bucket: anybody reads a picture whose exact name they know, nobody lists.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('imagenes', 'imagenes', true, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do nothing;

-- A driver writes only below its own prefix: profile-photos/{userId}-{timestamp}.{ext}
create function private.own_photo(name text) returns boolean language sql stable set search_path = '' as $$
  select starts_with(name, 'profile-photos/' || auth.uid() || '-') and name !~ '/.*/'
$$;

create policy imagenes_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'imagenes' and ((select private.is_admin()) or private.own_photo(name)));
create policy imagenes_select on storage.objects for select to authenticated
  using (bucket_id = 'imagenes' and ((select private.is_admin()) or private.own_photo(name)));
create policy imagenes_update on storage.objects for update to authenticated
  using (bucket_id = 'imagenes' and (select private.is_admin()))
  with check (bucket_id = 'imagenes' and (select private.is_admin()));
create policy imagenes_delete on storage.objects for delete to authenticated
  using (bucket_id = 'imagenes' and ((select private.is_admin()) or private.own_photo(name)));
