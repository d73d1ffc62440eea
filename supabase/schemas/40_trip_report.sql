-- The figures of the trips of a period, for the report.

-- Staff. Returns the figures of the trips of a period, both days included, one row for each driver, route, agency and way of
-- paying (`part`), and one for all (`total`): trips that were driven, passengers who did not come, and what was paid. It reads
-- the rows of the trips, which outlast their passengers.
create function public.trip_report(since date, until date)
returns table (part text, id text, name text, trips bigint, no_shows bigint, pesos bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (since between '2000-01-01' and trip_report.until and trip_report.until < '2200-01-01'
    and trip_report.until - since < 1100) is not true then
    perform private.refuse(400, 'validation_failed', 'The period is not valid');
  end if;
  return query
    with ended as materialized (
      select t.id, t.state, t.driver_id, t.route, t.agency, coalesce(d.name, t.driver_name) as driver_name
      from public.trips t left join public.drivers d on d.id = t.driver_id
      where t.day between since and trip_report.until and t.state in ('done', 'no_show')),
    paid as materialized (
      select p.trip_id, p.method, sum(p.pesos) as pesos from public.trip_payments p
      where p.trip_id in (select e.id from ended e) and p.voided_at is null group by 1, 2),
    sums as (
      select e.*, coalesce((select sum(p.pesos) from paid p where p.trip_id = e.id), 0) as pesos from ended e),
    parts as (
      select s.*, g.part, g.key, g.name from sums s cross join lateral (values
        ('total', '', null), ('driver', s.driver_id::text, s.driver_name), ('route', s.route, null), ('agency', s.agency, s.agency)
      ) as g (part, key, name) where g.key is not null)
    select p.part, p.key, max(p.name), count(*) filter (where p.state = 'done'), count(*) filter (where p.state = 'no_show'),
      sum(p.pesos)::bigint
    from parts p group by 1, 2
    union all
    select 'method', p.method, null, count(distinct p.trip_id), 0, sum(p.pesos)::bigint from paid p group by 2
    order by 1, 6 desc, 2;
end $$;
grant execute on function public.trip_report(date, date) to authenticated;
