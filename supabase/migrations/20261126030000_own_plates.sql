-- Lets a driver of the company's vehicles have no plate of their own, and tells registrations whether to ask for one.

alter table public.drivers alter column license_plate drop not null;

-- Normalises what people type: “bb·bb-12” and “BBBB 12” are the same plate, “9 8765 4321” and “+56987654321” the same
-- phone, and an empty plate is none. It rejects long texts itself: normalising a megabyte takes a second, and the
-- table's checks come only afterwards.
create or replace function private.normalise_driver() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.name), octet_length(new.license_plate), octet_length(new.driver_code),
    octet_length(new.contact)) > 1000 then
    raise exception 'a text of the driver is too long' using errcode = '23514';
  end if;
  new.name := regexp_replace(btrim(new.name), '\s+', ' ', 'g');
  new.license_plate := case when btrim(new.license_plate) <> '' then private.plate_of(new.license_plate) end;
  new.driver_code := btrim(new.driver_code);
  new.contact := private.contact_of(new.contact);
  return new;
end $$;

-- Returns whether the company has entered vehicles: then a registration asks for no plate.
create function public.company_has_vehicles() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicles)
$$;
revoke execute on function public.company_has_vehicles() from public, service_role;
grant execute on function public.company_has_vehicles() to anon, authenticated;
