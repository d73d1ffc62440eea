-- The office undoes the end of a shift.

-- Staff. Reverses the end of a shift that the caller ended less than a minute ago, for as long as nothing came after it: the
-- last act on the shift is that end, the driver is active and has begun no other shift, and the vehicle is free. An open
-- shift stays as it is, so that a call can be repeated.
create function public.reopen_shift(shift uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended public.shifts;
  act jsonb;
begin
  perform private.require_staff();
  -- A shift that starts at this moment waits, as one in start_shift.
  perform pg_advisory_xact_lock(hashtextextended('the start of a shift', 0));
  select s.* into ended from public.shifts s where s.id = reopen_shift.shift;
  if not found then
    perform private.refuse(404, 'shift_not_found', 'There is no such shift');
  elsif ended.ended_at is null then
    return;
  end if;
  select a.payload into act from private.audit a
    where a.payload -> 'traits' ->> 'target' = 'shift:' || ended.id and a.created_at > now() - interval '1 minute'
    order by a.created_at desc limit 1;
  perform from public.drivers d where d.id = ended.driver_id and d.state = 'active' for share;
  if not found or ended.vehicle_id is null
    or (act ->> 'action' = 'shift_ended' and act ->> 'actor_id' = auth.uid()::text) is not true then
    perform private.refuse(409, 'shift_end_final', 'Only the person who just ended the shift can reopen it');
  end if;
  perform private.refuse(409, 'driver_on_shift', 'The driver has begun another shift')
    from public.shifts s where s.driver_id = ended.driver_id and s.ended_at is null;
  perform private.refuse_used_vehicle(s.driver_id)
    from public.shifts s where s.vehicle_id = ended.vehicle_id and s.ended_at is null;
  update public.shifts s set ended_at = null where s.id = ended.id;
  perform private.record_shift_act('shift_reopened', ended);
end $$;
grant execute on function public.reopen_shift(uuid) to authenticated;
