-- The public bucket of driver photos: everybody reads a picture whose exact name they know, and the policies below
-- decide who lists them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('imagenes', 'imagenes', true, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do nothing;

-- Returns the object that a `photo_url` shows, or null for any other address. After the origin, which is free, it must
-- be exactly the public address of one object: escapes, a query or folders could show another object than the one
-- named.
create function private.photo_name(url text) returns text language sql immutable set search_path = '' as $$
  select substring(url from
    '^(?:https?://[^/?#]+)?/storage/v1/object/public/imagenes/(profile-photos/[A-Za-z0-9._-]+)$')
$$;
create index drivers_photo_name_idx on public.drivers (private.photo_name(photo_url));
create index drivers_pending_photo_name_idx on public.drivers (private.photo_name(pending_photo_url));

-- Strips the origin from the address of a photo in our bucket. An installation may move to another port, domain or
-- scheme, so a record stores the path and the app adds its backend's origin. Clients still send the public URL that
-- their storage client returns.
create function private.photo_path(url text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(url, '^https?://[^/?#]+(/storage/v1/object/public/imagenes/)', '\1')
$$;

-- Returns the prefix of the names under which an account stores its photos.
create function private.photo_prefix(account uuid) returns text language sql immutable set search_path = '' as $$
  select 'profile-photos/' || account || '-'
$$;
grant execute on function private.photo_name(text), private.photo_path(text), private.photo_prefix(uuid)
  to authenticated, service_role;

-- A driver record shows only photos of its own accounts, or of the person on the staff who writes it. Knowing an address
-- proves nothing, because the public page shows everybody the addresses of other drivers' photos. A new photo also
-- clears the pending one.
create function private.check_driver_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.photo_url := private.photo_path(new.photo_url);
  new.pending_photo_url := private.photo_path(new.pending_photo_url);
  if tg_op = 'UPDATE' and new.photo_url is distinct from old.photo_url
    and new.pending_photo_url is not distinct from old.pending_photo_url
  then
    new.pending_photo_url := null;
  end if;
  if coalesce(current_setting('role', true), 'none') <> 'authenticated' then
    return new;
  end if;
  if exists (
    select from unnest(array[new.photo_url, new.pending_photo_url]) as url
    where url is not null
      and url is distinct from old.photo_url and url is distinct from old.pending_photo_url
      and not exists (
        select from unnest(array[auth.uid(), new.created_by]
          || array(select link.user_id from public.user_drivers link where link.driver_id = new.id)) as account
        where starts_with(private.photo_name(url), private.photo_prefix(account))))
  then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  return new;
end $$;
create trigger check_driver_photo before insert or update of photo_url, pending_photo_url on public.drivers
  for each row execute function private.check_driver_photo();

-- Returns whether a photo is named under the caller's own prefix: profile-photos/{userId}-{timestamp}.{ext}
create function private.own_photo(name text) returns boolean language sql stable set search_path = '' as $$
  select starts_with(name, private.photo_prefix(auth.uid())) and name !~ '/.*/'
$$;

-- Returns whether a driver record shows this photo, or has it pending. Security definer, because a driver sees only
-- their own record.
create function private.is_shown_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d
    where private.photo_name(d.photo_url) = is_shown_photo.name
      or private.photo_name(d.pending_photo_url) = is_shown_photo.name)
$$;

-- Returns whether the caller may upload a photo of this name: under their own prefix, not anonymously, and not over a
-- photo that a driver record shows, by which an administrator may have approved the driver. An account keeps at most
-- five photos; the lock serialises its uploads, so that two cannot both be the fifth.
create function private.may_add_photo(name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not coalesce(private.own_photo(name), false) or private.is_shown_photo(name)
    or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
  then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('photos of ' || auth.uid(), 0));
  if (select count(*) from storage.objects o
      where o.bucket_id = 'imagenes' and o.owner_id = auth.uid()::text) >= 5
  then
    raise insufficient_privilege using message = 'An account keeps at most 5 photos. Delete one that no driver shows first.';
  end if;
  return true;
end $$;
grant execute on function private.own_photo(text), private.is_shown_photo(text), private.may_add_photo(text)
  to authenticated, service_role;

-- A token whose session has ended gives no access to the bucket, even before it expires.
create policy imagenes_session on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'imagenes' or (select private.session_alive()));
-- Staff upload any photo; other accounts upload what may_add_photo allows.
create policy imagenes_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'imagenes' and ((select private.is_staff()) or private.may_add_photo(name)));
-- Staff list every photo, other accounts their own. The subquery computes the prefix once for each statement:
-- a listing visits every object of the bucket.
create policy imagenes_select on storage.objects for select to authenticated using (bucket_id = 'imagenes'
  and ((select private.is_staff()) or starts_with(name, (select private.photo_prefix(auth.uid())))));
-- Only administrators replace photos: replacing one deletes what it showed.
create policy imagenes_update on storage.objects for update to authenticated
  using (bucket_id = 'imagenes' and (select private.is_admin()))
  with check (bucket_id = 'imagenes' and (select private.is_admin()));
-- Administrators delete any photo; other accounts delete their own, unless a driver record shows it.
create policy imagenes_delete on storage.objects for delete to authenticated using (bucket_id = 'imagenes'
  and ((select private.is_admin())
    or (starts_with(name, (select private.photo_prefix(auth.uid()))) and private.own_photo(name)
      and not private.is_shown_photo(name))));

-- Drivers. Changes the driver's photo to one that they have uploaded; under manual approval it waits.
create function public.change_own_photo(photo_url text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  driver uuid := private.own_driver_id();
  photo text := private.photo_path(change_own_photo.photo_url);
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can change the own photo');
  end if;
  if not exists (select from storage.objects o
    where o.bucket_id = 'imagenes' and o.name = private.photo_name(photo) and private.own_photo(o.name))
  then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  if private.is_approved_at_first() then
    update public.drivers d set photo_url = photo where d.id = driver;
  else
    update public.drivers d set pending_photo_url = nullif(photo, d.photo_url) where d.id = driver;
  end if;
  if not private.is_staff() then
    perform private.record_act('driver_photo_sent', 'access', jsonb_build_object('target', 'driver:' || driver));
  end if;
end $$;
grant execute on function public.change_own_photo(text) to authenticated;

-- The server, daily. Deletes photos that no driver record names, a day after their upload: replaced or rejected ones, and
-- those of deleted drivers and abandoned registrations. The files are deleted with the rows.
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
