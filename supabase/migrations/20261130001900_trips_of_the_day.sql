-- The panel writes beside «Viajes» how many trips need a hand, each once: the lines of the day count a trip with two needs twice.
-- Returns the lines of the day about trips, one for each need; those without a driver only while the pick-up is within a day.
-- The line `trips` counts all of them, a trip with several needs once, and has no rows.
create or replace function private.today_trips() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line(coalesce('trip_' || placed.need, 'trips'), count(distinct placed.id),
    case when grouping(placed.need) = 0 then jsonb_agg(jsonb_build_object('id', placed.id, 'code', placed.code,
      'day', placed.day, 'clock', placed.clock, 'name', placed.name, 'driver', placed.driver) order by placed.place)
      filter (where placed.place <= 5) end)
  from (
    select n.need, t.id, t.code, t.day, to_char(t.clock, 'HH24:MI') as clock, p.name, d.name as driver,
      row_number() over (partition by n.need order by t.pickup_at, t.id) as place
    from private.trip_needs n join public.trips t on t.id = n.trip_id left join public.trip_people p on p.trip_id = t.id
      left join public.drivers d on d.id = t.driver_id
    where n.need not in ('tight', 'seats') and (n.need <> 'driver' or t.pickup_at < now() + interval '24 hours')) as placed
  group by grouping sets ((placed.need), ())
$$;

-- Staff. Returns the day in one document: `steps`, the first steps; `shifts`, null without vehicles; `draft`, null without
-- unpublished changes; `trips`, how many need a hand, null for a company without any; `lines`, each with a count and
-- its first five rows, none on a good day. The rows of each line differ, which JSON shows in the fewest parts. Security definer: it
-- counts what the policies let staff read, without asking them for each row.
create or replace function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return (
    with lines (line) as materialized (
      select * from private.today_drivers() union all select private.today_reviews()
      union all select * from private.today_devices() union all select * from private.today_documents()
      union all select private.today_missing() union all select * from private.today_operations()
      union all select * from private.today_trips())
    select jsonb_build_object(
      'steps', private.today_steps(),
      'shifts', private.today_shifts(),
      'draft', private.today_draft(),
      'trips', case when exists (select from public.trips) then
        (select l.line -> 'count' from lines l where l.line ->> 'id' = 'trips') end,
      'lines', (
        select coalesce(jsonb_agg(l.line), '[]') from lines l
        where (l.line ->> 'count')::bigint > 0 and l.line ->> 'id' <> 'trips')));
end $$;
