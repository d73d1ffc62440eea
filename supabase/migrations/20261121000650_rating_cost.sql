-- A rating writes the driver's aggregate; what a person has filled in has not changed then, and is not looked at again.
drop trigger normalise_driver on public.drivers;
create trigger normalise_driver before insert or update of name, license_plate, driver_code, contact on public.drivers
  for each row execute function private.normalise_driver();
