-- The checks of the table refuse long texts, but after they were normalised, which takes a second for a megabyte.
create or replace function private.normalise_driver() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.name), octet_length(new.license_plate), octet_length(new.driver_code),
    octet_length(new.contact)) > 1000 then
    raise exception 'a text of the driver is too long' using errcode = '23514';
  end if;
  new.name := regexp_replace(btrim(new.name), '\s+', ' ', 'g');
  new.license_plate := upper(regexp_replace(new.license_plate, '[\s.·•-]', '', 'g'));
  new.driver_code := btrim(new.driver_code);
  new.contact := nullif(regexp_replace(new.contact, '[\s()-]', '', 'g'), '');
  return new;
end $$;

-- Every page shows the tours. What an installation has already stays as it is.
alter table public.time_based_routes
  add constraint time_based_routes_lengths check (
    char_length(name) <= 200 and char_length(description) <= 5000 and char_length(duration) <= 100
    and char_length("taxiTime") <= 200) not valid,
  add constraint time_based_routes_stops_length check (
    jsonb_array_length(stops) <= 100 and octet_length(stops::text) <= 50000) not valid;
