-- Tells devices with a low battery and devices with older content apart in the list, which the office reads too.

-- Returns the newest release that devices have had a quarter of an hour to take; null before the first.
create function private.release_to_take() returns integer language sql stable set search_path = '' as $$
  select max(r.id) from public.content_releases r where r.published_at < now() - interval '15 minutes'
$$;
revoke execute on function private.release_to_take() from public, anon, authenticated, service_role;

-- Returns a page of the devices to the office, those that need attention first: `{rows, total, counts}`. A row has
-- the device's `states`; `counts` has the number of devices in each. `state` keeps only the devices in that state, or
-- in none (`fine`). `version` is the one that the server serves now.
create or replace function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(search)), ' ');
  release constant integer := private.release_to_take();
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff see the tablets');
  end if;
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(search) <= 100
    and char_length(state) <= 20 and char_length(version) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return (
    with described as materialized (
      select d.id, d.name, array_remove(array[
        case when d.last_seen < now() - interval '12 minutes' then 'offline'
          when d.last_painted_at < d.last_seen - interval '2 minutes' then 'dark' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.battery <= 20 and d.charging is not true
          then 'battery' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.content_release < release then 'release' end,
        case when list_devices.version <> '' and d.app_version <> list_devices.version then 'old' end,
        case when abs(d.clock_offset_ms) > 120000 then 'clock' end,
        case when d.unsent_ratings > 0 then 'ratings' end], null) as states,
        jsonb_build_object('driver_name', r.name, 'license_plate', coalesce(v.license_plate, r.license_plate)) as names
      from public.devices d
        left join public.drivers r on r.id = d.driver_id left join public.vehicles v on v.id = d.vehicle_id),
    found as materialized (
      select * from described t where not exists (
        select from unnest(words) as word
        where strpos(private.fold(concat_ws(' ', t.name, t.names ->> 'driver_name', t.names ->> 'license_plate')),
          word) = 0)),
    matching as materialized (
      -- An old version, older content and ratings that wait pass by themselves.
      select f.*, case when f.states = '{}' then 2 when f.states <@ array['old', 'release', 'ratings'] then 1 else 0 end as rank
      from found f where state = '' or state = any (f.states)
        or state = 'fine' and f.states = '{}'),
    shown as materialized (
      select * from matching m order by m.rank, lower(m.name), m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'counts', (
        select jsonb_object_agg(known, (
          select count(*) from found f where known = any (f.states) or known = 'fine' and f.states = '{}'))
        from unnest(array['fine', 'offline', 'dark', 'battery', 'old', 'release', 'clock', 'ratings']) as known),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(d) - array['key_hash', 'wanted_id'] || s.names
          || jsonb_build_object('states', s.states) order by s.rank, lower(s.name), s.id), '[]')
        from shown s join public.devices d on d.id = s.id)));
end $$;
