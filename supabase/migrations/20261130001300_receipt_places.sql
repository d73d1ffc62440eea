-- The receipt of a trip between two places has two names for them.
-- Anybody with the link. Returns the secret of the receipt of a trip that is done and paid, and writes the receipt at the first
-- call. The receipt takes the name of the route, never an address.
create or replace function public.trip_receipt(secret text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  airport constant text := 'Aeropuerto';
  paid constant public.trips := private.require_trip_by_secret(trip_receipt.secret);
  place constant text := private.route_of(paid.route) -> 'name' ->> 'es';
  receipt uuid;
begin
  if paid.state <> 'done' then
    perform private.refuse(400, 'not_paid', 'The trip has not ended');
  end if;
  receipt := private.write_trip_receipt(gen_random_uuid(), paid,
    case paid.direction when 'from' then airport when 'to' then coalesce(place, 'Origen acordado') else 'Origen acordado' end,
    case paid.direction when 'to' then airport when 'from' then coalesce(place, 'Destino acordado') else 'Destino acordado' end);
  return (select c.secret from public.printed_cards c where c.id = receipt);
end $$;
