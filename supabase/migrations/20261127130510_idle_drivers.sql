-- A period older than the shifts that are kept named every active driver.

-- Returns the active drivers who began no shift in a period, `{count, rows}`, the first ten by name; null for a company
-- without vehicles, which has no shifts, and for a period whose first shifts may have been deleted.
create or replace function private.report_idle(since date, until date) returns jsonb
language sql stable set search_path = '' as $$
  with idle as materialized (
    select d.id, d.name, d.driver_code as code from public.drivers d
    where d.state = 'active' and not exists (
      select from public.shifts s where s.driver_id = d.id
        and s.started_at >= since::timestamp at time zone 'America/Santiago'
        and s.started_at < (until + 1)::timestamp at time zone 'America/Santiago'))
  select jsonb_build_object('count', (select count(*) from idle), 'rows', (
    select coalesce(jsonb_agg(to_jsonb(shown) order by shown.name, shown.id), '[]')
    from (select * from idle i order by i.name, i.id limit 10) as shown))
  where exists (select from public.vehicles)
    and since > private.chile_today() - coalesce(private.setting('shift_retention_days'), '365')::integer
$$;
