-- A driver's renewal takes the place of one that waits in one transaction. The app deleted that one and wrote the new one in
-- a second request: a connection that was lost between them left neither.

-- Sends the renewal of a document of the caller's driver, in place of one that waits already. A call that fails leaves that
-- one. The caller chooses the id: a repeated call sends it once, also when staff have verified it meanwhile. Security
-- invoker: the policies decide, so a driver's renewal waits for staff.
create function public.send_renewal(id uuid, kind_id uuid, expires_on date, number text default null,
  file text default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  driver constant uuid := private.own_driver_id();
begin
  if driver is null then
    perform private.refuse(403, 'forbidden', 'Only drivers send renewals');
  end if;
  -- A simultaneous call of the same driver waits, so that it finds the document of this one.
  perform pg_advisory_xact_lock(hashtextextended('renewal of ' || driver, 0));
  if exists (select from public.documents d where d.id = send_renewal.id and d.driver_id = driver) then
    return;
  end if;
  delete from public.documents d
    where d.driver_id = driver and d.kind_id = send_renewal.kind_id and d.verified_at is null;
  insert into public.documents (id, kind_id, driver_id, number, expires_on, file)
    values (send_renewal.id, send_renewal.kind_id, driver, send_renewal.number, send_renewal.expires_on,
      send_renewal.file);
end $$;
revoke execute on function public.send_renewal(uuid, uuid, date, text, text) from public, anon, service_role;
grant execute on function public.send_renewal(uuid, uuid, date, text, text) to authenticated;
grant insert (id) on public.documents to authenticated;
