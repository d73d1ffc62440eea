-- A driver changes the own photo. Where the company approves drivers, the new photo waits for that and passengers go on
-- seeing the approved one.
alter table public.drivers add column pending_photo_url text check (char_length(pending_photo_url) <= 1000);
create index drivers_pending_photo_name_idx on public.drivers (private.photo_name(pending_photo_url));
grant update (pending_photo_url) on public.drivers to authenticated;

-- Drivers who wait for a decision are listed first: the new ones, then those with a new photo.
drop index public.drivers_approved_name_idx;
create index drivers_waiting_idx on public.drivers (approved, pending_photo_url, name, id);

-- An administrator who accepts or rejects a photo sends the version that was read: a driver who exchanged the photo
-- meanwhile has made another.
drop trigger version_driver on public.drivers;
create trigger version_driver
  before update of name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved
  on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.pending_photo_url, old.contact, old.approved)
    is distinct from
    (new.name, new.license_plate, new.driver_code, new.photo_url, new.pending_photo_url, new.contact, new.approved))
  execute function private.count_driver_version();

-- A driver record names photos of its own account, or of the administrator who writes it. Text alone proves nothing: the
-- public page shows everybody the addresses of the others' photos. Another photo settles the matter of the one that
-- waited.
create or replace function private.check_driver_photo() returns trigger
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
drop trigger check_driver_photo on public.drivers;
create trigger check_driver_photo before insert or update of photo_url, pending_photo_url on public.drivers
  for each row execute function private.check_driver_photo();

create or replace function private.is_shown_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.drivers d
    where private.photo_name(d.photo_url) = is_shown_photo.name
      or private.photo_name(d.pending_photo_url) = is_shown_photo.name)
$$;

-- Shows another photo of the caller, who has uploaded it before, or lets it wait for approval.
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
end $$;
revoke execute on function public.change_own_photo(text) from public, anon;
grant execute on function public.change_own_photo(text) to authenticated;
