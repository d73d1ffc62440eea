-- Writes a vehicle and its drivers together, all or nothing, and returns the id. Without `vehicle` it adds one; else it
-- changes the given fields, and fails with 409 when `version` is stale. `added` and `removed` are drivers; the others stay,
-- also those whom somebody else assigned meanwhile. Security invoker: the policies decide, so only staff write.
create function public.save_vehicle(fields jsonb, vehicle uuid default null, version integer default null,
  added uuid[] default '{}', removed uuid[] default '{}') returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  saved uuid := save_vehicle.vehicle;
begin
  if saved is null then
    insert into public.vehicles as v (license_plate, class, brand_model, colour, seats, bags, registration_number)
      select g.license_plate, g.class, g.brand_model, g.colour, g.seats, g.bags, g.registration_number
      from jsonb_populate_record(null::public.vehicles, save_vehicle.fields) as g
      returning v.id into saved;
  else
    -- The lock asks the policy of updates, also where only drivers change.
    perform from public.vehicles v where v.id = saved for no key update;
    if not found then
      perform private.refuse(404, 'not_found', 'There is no such vehicle');
    end if;
    update public.vehicles v
      set (license_plate, class, brand_model, colour, seats, bags, registration_number, version) = (
        select g.license_plate, g.class, g.brand_model, g.colour, g.seats, g.bags, g.registration_number,
          coalesce(save_vehicle.version, v.version)
        from jsonb_populate_record(v, save_vehicle.fields) as g)
      where v.id = saved and save_vehicle.fields <> '{}';
  end if;
  insert into public.vehicle_drivers (vehicle_id, driver_id)
    select saved, chosen from unnest(save_vehicle.added) as chosen
  on conflict on constraint vehicle_drivers_pkey do nothing;
  delete from public.vehicle_drivers d where d.vehicle_id = saved and d.driver_id = any (save_vehicle.removed);
  return saved;
end $$;
revoke execute on function public.save_vehicle(jsonb, uuid, integer, uuid[], uuid[]) from public, anon;
grant execute on function public.save_vehicle(jsonb, uuid, integer, uuid[], uuid[]) to authenticated, service_role;
