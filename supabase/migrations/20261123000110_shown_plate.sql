-- The plate that passengers see is the one of the car that the driver has taken, on the public pages as on the tablet.
create function private.shown_plate(driver uuid, own_plate text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select v.license_plate from public.shifts s join public.vehicles v on v.id = s.vehicle_id
    where s.driver_id = shown_plate.driver and s.ended_at is null), own_plate);
end $$;
revoke execute on function private.shown_plate(uuid, text) from public, anon, authenticated;

-- As before, with the plate of the car.
create or replace function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date)
language sql stable security definer set search_path = '' as $$
  select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case when d.approved_at is not null then (now() at time zone 'America/Santiago')::date end
  from public.drivers d
  where d.verification_code
      = translate(upper(regexp_replace(left(verify_driver.code, 40), '[\s-]', '', 'g')), 'OIL', '011')
    and private.is_in_service(d.id)
$$;
create or replace function public.rating_link(token text)
returns table (first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
begin
  select * into link from private.read_rating_link(rating_link.token);
  update private.rating_links l set opened_at = now()
    where l.key = link.key and l.opened_at is null and l.closed_at is null;
  return query select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case
      when exists (select from public.reviews r where r.idempotency_key = link.key)
        or exists (select from private.rating_links l where l.key = link.key and l.closed_at is not null) then 'used'
      when link.expires_at <= now() then 'expired'
      else 'open'
    end
  from public.drivers d where d.id = link.driver;
end $$;
