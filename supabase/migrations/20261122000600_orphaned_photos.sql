-- Our own server calls this every day. It deletes the photos of drivers who are gone, replaced and rejected photos, and those
-- of registrations that were given up; a day after its upload a photo belongs to a driver. The bytes go with the rows.
create function private.delete_orphaned_photos(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'imagenes' and o.name like 'profile-photos/%' and o.created_at < as_of - interval '1 day'
      and not exists (select from public.drivers d where '/imagenes/' || o.name
        in (right(d.photo_url, length(o.name) + 10), right(d.pending_photo_url, length(o.name) + 10)))
    returning 1
  )
  select count(*) from deleted
$$;
revoke execute on function private.delete_orphaned_photos(timestamptz) from public, anon, authenticated;
