-- The list of devices sorted Tablet 10 before Tablet 2, and an announcement that had ended counted drivers who became active
-- after it.
-- The active drivers whom each announcement is for: all, those it names, and those of the vehicles it names, who are
-- assigned to one or have begun a shift in it since the announcement was written. Readers stay, also when their assignment
-- ends. A driver who came after a policy has accepted it at the registration; one who became active after an announcement for
-- all had ended never saw it.
create or replace view private.announcement_recipients with (security_invoker = true) as
select a.id as announcement_id, d.id as driver_id
from private.announcements a
  -- Once for each announcement: the planner would ask for the company's time zone for each driver.
  cross join lateral (select least(a.withdrawn_at, private.chile_midnight(a.valid_until + 1)) as moment offset 0) as ended
  join public.drivers d on a.policy_version is null or d.created_at < a.created_at
where a.audience = 'all' and d.state = 'active' and d.approved_at < ended.moment
union
select t.announcement_id, d.id
from private.announcement_targets t join public.drivers d on d.id = t.driver_id
where d.state = 'active'
union
select t.announcement_id, d.id
from private.announcement_targets t join public.vehicle_drivers v on v.vehicle_id = t.vehicle_id
  join public.drivers d on d.id = v.driver_id
where d.state = 'active'
union
select t.announcement_id, d.id
from private.announcement_targets t join private.announcements a on a.id = t.announcement_id
  join public.shifts s on s.vehicle_id = t.vehicle_id and coalesce(s.ended_at, 'infinity') > a.created_at
  join public.drivers d on d.id = s.driver_id
where d.state = 'active'
union
select r.announcement_id, d.id
from private.announcement_reads r join public.drivers d on d.id = r.driver_id
where d.state = 'active';

-- Staff. Returns a page of the devices, those that need attention first, then by name, Tablet 2 before Tablet 10. `state`
-- keeps only the devices in that state, or in none (`fine`).
create or replace function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns table (id uuid, name text, driver_id uuid, driver_name text, license_plate text, states text[],
  app_version text, content_release integer, last_seen timestamptz, last_painted_at timestamptz, battery smallint,
  charging boolean, network text, storage_used bigint, storage_persisted boolean, wake_lock text,
  clock_offset_ms bigint, unsent_ratings integer, screen text, last_error text, report text, reported_at timestamptz,
  wanted_action text, wanted_at timestamptz, done_action text, done_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(search) <= 100
    and char_length(state) <= 20 and char_length(version) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return query with matching as materialized (
      -- An old version, older content and ratings that wait pass by themselves.
      select f.*, case when f.states = '{}' then 2
        when f.states <@ array['old', 'release', 'ratings'] then 1 else 0 end as rank,
        lower(substring(f.name from '^[^0-9]*')) as word, substring(f.name from '[0-9]+')::numeric as number
      from private.described_devices(search, version) f
      where state = '' or state = any (f.states) or state = 'fine' and f.states = '{}'),
    shown as materialized (
      select * from matching m order by m.rank, m.word, m.number nulls first, lower(m.name), m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select d.id, d.name, d.driver_id, s.driver_name, s.license_plate, s.states, d.app_version, d.content_release,
      d.last_seen, d.last_painted_at, d.battery, d.charging, d.network, d.storage_used, d.storage_persisted, d.wake_lock,
      d.clock_offset_ms, d.unsent_ratings, d.screen, d.last_error, d.report, d.reported_at, d.wanted_action, d.wanted_at,
      d.done_action, d.done_at, (select count(*) from matching)
    from shown s join public.devices d on d.id = s.id order by s.rank, s.word, s.number nulls first, lower(s.name), s.id;
end $$;
