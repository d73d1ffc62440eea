-- The address of an installation changes: another port, another domain, https. A driver record keeps only the path of a
-- photo in our own bucket, and the app adds the address of the backend it talks to. Clients still write the public URL
-- that their storage client gives them.
create function private.photo_path(url text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(url, '^https?://[^/?#]+(/storage/v1/object/public/imagenes/)', '\1')
$$;

-- A driver record shows a photo of its own account, or one of the administrator who writes it. Text alone proves
-- nothing: the public page shows everybody the addresses of the others' photos.
create or replace function private.check_driver_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.photo_url := private.photo_path(new.photo_url);
  if new.photo_url is null or coalesce(current_setting('role', true), 'none') <> 'authenticated' then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.photo_url is not distinct from old.photo_url then
    return new;
  end if;
  if not exists (
    select from unnest(array[auth.uid(), new.created_by]
      || array(select link.user_id from public.user_drivers link where link.driver_id = new.id)) as account
    where starts_with(private.photo_name(new.photo_url), private.photo_prefix(account)))
  then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  return new;
end $$;

-- Rows written before. The trigger above strips the origin.
update public.drivers set photo_url = photo_url where photo_url <> private.photo_path(photo_url);
