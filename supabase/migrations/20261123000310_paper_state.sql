-- contract: private.paper_state(date) was called by the view papers alone, which this file replaces: used by nobody since 0.1.0

-- The state of a paper by the days that are left. The parameter stands once and no search path is set, so that PostgreSQL
-- puts the expression in place of the call: a page is read past every paper before it, and a call for each of 20,000 took
-- a quarter of a second.
create function private.paper_state(days integer) returns text language sql immutable
  return (array['expired', 'within_7', 'within_14', 'within_30', 'valid'])[1 + width_bucket(days, array[0, 8, 15, 31])];
revoke execute on function private.paper_state(integer) from public, anon;
grant execute on function private.paper_state(integer) to authenticated, service_role;

create or replace view public.papers with (security_invoker = true) as
  select d.id, d.kind_id, k.name as kind, k.owner, d.driver_id, d.vehicle_id,
    coalesce(p.name, v.license_plate) as owner_name, coalesce(v.license_plate, p.license_plate) as license_plate,
    d.number, d.issued_on, d.expires_on, d.expires_on - (select private.chile_today()) as days_left,
    private.paper_state(d.expires_on - (select private.chile_today())) as state, d.file, d.critical,
    d.verified_at, d.override_until, d.override_reason, d.version
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id;
drop function private.paper_state(date);
