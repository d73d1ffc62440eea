-- The bucket of the content's pictures: public, like everything that passengers see. A picture never changes, because
-- devices cache it by name; a new picture gets a new name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('contenido', 'contenido', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- Returns the names of the pictures and logos that are in use: by the draft, by releases that a device may still show, since a
-- session lasts 90 days, and by the last 20 releases, since an administrator may publish one of them again.
create function private.needed_pictures(as_of timestamptz) returns setof text
language sql stable security definer set search_path = '' as $$
  with releases as (
    select r.content, lead(r.published_at) over (order by r.id) as replaced_at,
      row_number() over (order by r.id desc) as place
    from public.content_releases r
  ), documents as (
    select d.content from public.content_drafts d
    union all
    select r.content from releases r
      where r.replaced_at is null or r.replaced_at > as_of - interval '90 days' or r.place <= 20
  )
  select picture ->> 'path' from documents d, jsonb_array_elements(d.content -> 'pictures') as picture
  union all
  select file from documents d, jsonb_each_text(d.content #> '{company,logo}') as logo (field, file)
$$;
grant execute on function private.needed_pictures(timestamptz) to authenticated, service_role;

-- Only staff upload pictures of the content.
create policy contenido_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'contenido' and (select private.is_staff()));
-- Only staff list them; everybody reads one by its name.
create policy contenido_select on storage.objects for select to authenticated
  using (bucket_id = 'contenido' and (select private.is_staff()));
-- Only administrators delete them, and none that is in use.
create policy contenido_delete on storage.objects for delete to authenticated
  using (bucket_id = 'contenido' and (select private.is_admin())
    and name not in (select private.needed_pictures(now())));

-- The server, daily. Deletes unused pictures that are a week old: by then an upload is in a draft or was abandoned.
create function private.delete_unneeded_pictures(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'contenido' and o.created_at < as_of - interval '7 days'
      and o.name not in (select private.needed_pictures(as_of))
    returning 1
  )
  select count(*) from deleted
$$;
