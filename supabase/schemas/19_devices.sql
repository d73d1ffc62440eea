-- Devices. Each one writes its own row through `send_heartbeat`, with a random key that it generated: another session of
-- the same driver that knows its id cannot write it. A heartbeat changes no indexed column, and a page has room for the
-- next version of a row, so a heartbeat touches no index (a HOT update).
create table public.devices (
  id uuid primary key,
  -- SHA-256 of the key.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  name text not null default '' check (char_length(name) <= 60),
  driver_id uuid references public.drivers on delete set null,
  -- The vehicle of the driver's open shift.
  vehicle_id uuid references public.vehicles on delete set null,
  app_version text check (char_length(app_version) <= 40),
  content_release integer,
  last_seen timestamptz not null default now(),
  -- When the browser last painted a frame: a page on a dark screen still sends heartbeats.
  last_painted_at timestamptz,
  -- In per cent.
  battery smallint check (battery between 0 and 100),
  charging boolean,
  network text check (char_length(network) <= 20),
  -- In bytes.
  storage_used bigint,
  storage_persisted boolean,
  wake_lock text check (wake_lock in ('held', 'refused', 'released', 'unsupported')),
  -- The device's clock minus ours.
  clock_offset_ms bigint,
  unsent_ratings integer,
  screen text check (char_length(screen) <= 40),
  last_error text check (char_length(last_error) <= 500),
  -- The diagnostic report that somebody at the device sent to the company.
  report text check (char_length(report) <= 8000),
  reported_at timestamptz,
  wanted_action text check (wanted_action in ('reload', 'show_name', 'sign_out', 'lock')),
  -- Identifies the command, so that the device executes it once.
  wanted_id uuid,
  wanted_at timestamptz,
  done_action text,
  done_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 60);
create index devices_driver_id_idx on public.devices (driver_id);
create index devices_vehicle_id_idx on public.devices (vehicle_id);

-- Announces over realtime that a device has a command to fetch, or has executed one. It holds nothing else, so devices
-- may read it; heartbeats, which are many, are not announced.
create table public.device_signals (
  device_id uuid primary key references public.devices on delete cascade,
  driver_id uuid references public.drivers on delete cascade,
  changed_at timestamptz not null default now()
);
create index device_signals_driver_id_idx on public.device_signals (driver_id);
alter publication supabase_realtime add table public.device_signals;

-- Only staff read devices.
create policy devices_select on public.devices for select to authenticated using ((select private.is_staff()));
-- Only staff change devices, and the grants let them change only the name.
create policy devices_update on public.devices for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Only administrators delete devices.
create policy devices_delete on public.devices for delete to authenticated using ((select private.is_admin()));

-- Staff read every signal; a driver reads those of their own devices.
create policy device_signals_select on public.device_signals for select to authenticated
  using ((select private.is_staff()) or driver_id = (select private.own_driver_id()));

-- Functions write heartbeats and commands; staff write only the name. No client role reads the hash of a key.
grant select (id, name, driver_id, vehicle_id, app_version, content_release, last_seen, last_painted_at, battery,
  charging, network, storage_used, storage_persisted, wake_lock, clock_offset_ms, unsent_ratings, screen, last_error, report, reported_at,
  wanted_action, wanted_id, wanted_at, done_action, done_at, created_at) on public.devices to authenticated;
grant update (name), delete on public.devices to authenticated;
grant select on public.device_signals to authenticated;

-- The audit log records renamed and deleted devices; a heartbeat fires neither trigger.
create trigger audit_row after update of name on public.devices for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('device', 'id');
create trigger audit_row_deletion after delete on public.devices for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('device', 'id');

-- Announces that a device has a command to fetch, or has executed one.
create function private.signal_device(device uuid, driver uuid) returns void language sql set search_path = '' as $$
  insert into public.device_signals (device_id, driver_id) values (device, driver)
  on conflict (device_id) do update set driver_id = excluded.driver_id, changed_at = now()
$$;

-- Returns a field of a heartbeat, or null if it is absent: a text of at most `highest` characters, a whole number from
-- `lowest` to `highest`, or a boolean. Anything else fails with `validation_failed`.
create function private.heartbeat_field(heartbeat jsonb, field text, kind text, lowest bigint default 0, highest bigint default 0)
returns text language plpgsql immutable set search_path = '' as $$
declare
  value constant jsonb := heartbeat -> field;
  content constant text := value #>> '{}';
begin
  if content is null then
    return null;
  end if;
  if not (case
      when jsonb_typeof(value) <> kind then false
      when kind = 'string' then char_length(content) <= highest
      when kind = 'number' then content::numeric between lowest and highest and content !~ '[.eE]'
      else true end) then
    perform private.refuse(400, 'validation_failed', format('The field “%s” of the heartbeat is not valid', field));
  end if;
  return content;
end $$;

-- Returns the SHA-256 of a device's key, which has 32 to 100 random characters; anything else fails with
-- `validation_failed`.
create function private.device_key_hash(device text, key text) returns bytea
language plpgsql immutable set search_path = '' as $$
begin
  if (device ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and char_length(key) between 32 and 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A device needs an id, which is a UUID, and a key of 32 characters');
  end if;
  return sha256(convert_to(key, 'UTF8'));
end $$;

-- Drivers. Stores a heartbeat of a device of the caller's driver, in one upsert. `now`, by the device's clock, and
-- `painted_ago` are in milliseconds; `done` names the command that the device has executed. Returns `{name, wanted_action,
-- wanted_id}`. A driver has at most 20 devices: a new one replaces the ones unseen the longest.
create function public.send_heartbeat(heartbeat jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 20;
  driver constant uuid := private.own_driver_id();
  device text;
  hash bytea;
  painted_ago bigint;
  done text;
  saved public.devices;
begin
  if driver is null or not private.session_alive() then
    perform private.refuse(403, 'not_a_driver', 'Only the device of a driver sends a heartbeat');
  end if;
  if jsonb_typeof(heartbeat) is distinct from 'object' then
    perform private.refuse(400, 'validation_failed', 'A heartbeat is a JSON object');
  end if;
  device := private.heartbeat_field(heartbeat, 'device_id', 'string', 0, 36);
  hash := private.device_key_hash(device, private.heartbeat_field(heartbeat, 'key', 'string', 0, 100));
  painted_ago := private.heartbeat_field(heartbeat, 'painted_ago', 'number', 0, 100000000000);
  done := private.heartbeat_field(heartbeat, 'done', 'string', 0, 36);
  if not exists (select from public.devices d where d.id = device::uuid) then
    delete from public.devices d where d.id in (
      select each.id from public.devices each where each.driver_id = driver
      order by each.last_seen desc offset most - 1);
  end if;
  insert into public.devices as d (id, key_hash, driver_id, vehicle_id, app_version, content_release, last_seen,
    last_painted_at, battery, charging, network, storage_used, storage_persisted, wake_lock, clock_offset_ms, unsent_ratings, screen,
    last_error, report, reported_at)
  values (device::uuid, hash, driver,
    (select s.vehicle_id from public.shifts s where s.driver_id = driver and s.ended_at is null),
    private.heartbeat_field(heartbeat, 'app_version', 'string', 0, 40),
    private.heartbeat_field(heartbeat, 'content_release', 'number', 0, 2147483647)::integer,
    now(),
    now() - painted_ago * interval '1 millisecond',
    private.heartbeat_field(heartbeat, 'battery', 'number', 0, 100)::smallint,
    private.heartbeat_field(heartbeat, 'charging', 'boolean')::boolean,
    private.heartbeat_field(heartbeat, 'network', 'string', 0, 20),
    private.heartbeat_field(heartbeat, 'storage_used', 'number', 0, 9007199254740991)::bigint,
    private.heartbeat_field(heartbeat, 'storage_persisted', 'boolean')::boolean,
    private.heartbeat_field(heartbeat, 'wake_lock', 'string', 0, 20),
    private.heartbeat_field(heartbeat, 'now', 'number', 0, 9007199254740991)::bigint - (extract(epoch from now()) * 1000)::bigint,
    private.heartbeat_field(heartbeat, 'unsent_ratings', 'number', 0, 1000000)::integer,
    private.heartbeat_field(heartbeat, 'screen', 'string', 0, 40),
    private.heartbeat_field(heartbeat, 'last_error', 'string', 0, 500),
    private.heartbeat_field(heartbeat, 'report', 'string', 0, 8000),
    case when heartbeat ->> 'report' is not null then now() end)
  on conflict (id) do update set driver_id = excluded.driver_id, vehicle_id = excluded.vehicle_id,
    app_version = excluded.app_version, content_release = excluded.content_release, last_seen = excluded.last_seen,
    last_painted_at = excluded.last_painted_at, battery = excluded.battery, charging = excluded.charging,
    network = excluded.network, storage_used = excluded.storage_used, storage_persisted = excluded.storage_persisted,
    wake_lock = excluded.wake_lock, clock_offset_ms = excluded.clock_offset_ms,
    unsent_ratings = excluded.unsent_ratings, screen = excluded.screen, last_error = excluded.last_error,
    report = coalesce(excluded.report, d.report), reported_at = coalesce(excluded.reported_at, d.reported_at),
    wanted_action = case when d.wanted_id::text is distinct from done then d.wanted_action end,
    wanted_id = case when d.wanted_id::text is distinct from done then d.wanted_id end,
    done_action = case when d.wanted_id::text = done then d.wanted_action else d.done_action end,
    done_at = case when d.wanted_id::text = done then now() else d.done_at end
  where d.key_hash = excluded.key_hash
  returning * into saved;
  if saved.id is null then
    perform private.refuse(403, 'device_key_invalid', 'Another device has this id');
  end if;
  if done is not null and saved.done_at = now() then
    perform private.signal_device(saved.id, driver);
  end if;
  return jsonb_build_object('name', saved.name, 'wanted_action', saved.wanted_action, 'wanted_id', saved.wanted_id);
end $$;

-- Staff. Sends a command to a device, or cancels it if the action is empty.
create function public.ask_device(device uuid, action text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted constant text := nullif(action, '');
  driver uuid;
begin
  perform private.require_staff();
  if wanted not in ('reload', 'show_name', 'sign_out', 'lock') then
    perform private.refuse(400, 'validation_failed', 'No device knows this command');
  end if;
  update public.devices d set wanted_action = wanted,
    wanted_id = case when wanted is not null then gen_random_uuid() end,
    wanted_at = case when wanted is not null then now() end
  where d.id = device returning d.driver_id into driver;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such device');
  end if;
  perform private.signal_device(device, driver);
  perform private.record_act('device_' || coalesce(wanted, 'command_withdrawn'), 'access', jsonb_build_object(
    'target', 'device:' || device, 'driver_id', driver));
end $$;

-- Folds case and accents, so that “nunez” finds “Núñez” and “lodz” finds “Łódź”. It sets no search path, so that PostgreSQL inlines the
-- expression, which searches 2,000 devices several times as fast.
create function private.fold(words text) returns text language sql immutable as $$
  select pg_catalog.translate(pg_catalog.lower(words),
    'áàâãäåāăąçćčďđéèêëēėęěğíìîïīįıłñńňóòôõöōőøŕřśşšșťţțúùûüūůűųýÿźżž',
    'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorrsssstttuuuuuuuuyyzzz')
$$;

-- Returns the newest release that is a quarter of an hour old, which devices should show by now; null before the first.
create function private.release_to_take() returns integer language sql stable set search_path = '' as $$
  select max(r.id) from public.content_releases r where r.published_at < now() - interval '15 minutes'
$$;

-- Returns the devices whose name, driver and plate have every word of a search, each with what is wrong with it: none of
-- `states` for a device in order. `version` is the one that the server serves now.
create function private.described_devices(search text, version text)
returns table (id uuid, name text, driver_name text, license_plate text, states text[])
language sql stable set search_path = '' as $$
  select * from (
    select d.id, d.name, r.name as driver_name, coalesce(v.license_plate, r.license_plate) as license_plate,
      array_remove(array[
        case when d.last_seen < now() - interval '12 minutes' then 'offline'
          when d.last_painted_at < d.last_seen - interval '2 minutes' then 'dark' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.battery <= 20 and d.charging is not true
          then 'battery' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.content_release < release.id then 'release' end,
        case when described_devices.version <> '' and d.app_version <> described_devices.version then 'old' end,
        case when abs(d.clock_offset_ms) > 120000 then 'clock' end,
        case when d.unsent_ratings > 0 then 'ratings' end], null) as states
    from (select private.release_to_take() as id) as release cross join public.devices d
      left join public.drivers r on r.id = d.driver_id left join public.vehicles v on v.id = d.vehicle_id) as described
  where not exists (select from string_to_table(private.fold(btrim(search)), ' ') as word
    where strpos(private.fold(concat_ws(' ', name, driver_name, license_plate)), word) = 0
      and strpos(coalesce(license_plate, ''), coalesce(nullif(private.plate_of(word), ''), '-')) = 0)
$$;

-- Staff. Returns a page of the devices in the order of `sort`: `name` (Tablet 2 before Tablet 10), `license_plate`,
-- `last_seen`, downwards behind “-”, devices without it last; empty, those that need attention first, then by name. `state`
-- keeps only the devices in that state, or in none (`fine`). The planner must see the order.
create function public.list_devices_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', state text default '', version text default '')
returns table (id uuid, name text, driver_id uuid, driver_name text, license_plate text, states text[],
  app_version text, content_release integer, last_seen timestamptz, last_painted_at timestamptz, battery smallint,
  charging boolean, network text, storage_used bigint, storage_persisted boolean, wake_lock text,
  clock_offset_ms bigint, unsent_ratings integer, screen text, last_error text, report text, reported_at timestamptz,
  wanted_action text, wanted_at timestamptz, done_action text, done_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(search) <= 100
    and list_devices_by.sort in ('', 'name', '-name', 'license_plate', '-license_plate', 'last_seen', '-last_seen')
    and char_length(state) <= 20 and char_length(version) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  return query with matching as materialized (
      -- An old version, older content and ratings that wait pass by themselves.
      select f.*, t.last_seen, case when f.states = '{}' then 2
        when f.states <@ array['old', 'release', 'ratings'] then 1 else 0 end as rank,
        lower(substring(f.name from '^[^0-9]*')) as word, substring(f.name from '[0-9]+')::numeric as number
      from private.described_devices(search, version) f
        left join public.devices t on sort in ('last_seen', '-last_seen') and t.id = f.id
      where state = '' or state = any (f.states) or state = 'fine' and f.states = '{}'),
    shown as materialized (
      select array(select m.id from matching m order by
          case sort when '' then m.rank when 'name' then (m.name = '')::integer when '-name' then (m.name = '')::integer end,
          case sort when 'license_plate' then m.license_plate end,
          case sort when '-license_plate' then m.license_plate end desc nulls last,
          case sort when 'last_seen' then m.last_seen end, case sort when '-last_seen' then m.last_seen end desc,
          case sort when '-name' then m.word end desc, case sort when '-name' then m.number end desc nulls last,
          m.word, m.number nulls first, lower(m.name), m.id
        limit per_page offset (list_devices_by.page - 1) * per_page::bigint) as ids)
    select d.id, d.name, d.driver_id, m.driver_name, m.license_plate, m.states, d.app_version, d.content_release,
      d.last_seen, d.last_painted_at, d.battery, d.charging, d.network, d.storage_used, d.storage_persisted, d.wake_lock,
      d.clock_offset_ms, d.unsent_ratings, d.screen, d.last_error, d.report, d.reported_at, d.wanted_action, d.wanted_at,
      d.done_action, d.done_at, (select count(*) from matching)
    from shown cross join lateral unnest(shown.ids) with ordinality as each (id, place)
      join matching m using (id) join public.devices d using (id)
    order by each.place;
end $$;

-- Staff. Returns a page of the devices, those that need attention first, as `list_devices_by` filters them. Older panels
-- call it.
create function public.list_devices(page integer default 1, per_page integer default 25, search text default '',
  state text default '', version text default '')
returns table (id uuid, name text, driver_id uuid, driver_name text, license_plate text, states text[],
  app_version text, content_release integer, last_seen timestamptz, last_painted_at timestamptz, battery smallint,
  charging boolean, network text, storage_used bigint, storage_persisted boolean, wake_lock text,
  clock_offset_ms bigint, unsent_ratings integer, screen text, last_error text, report text, reported_at timestamptz,
  wanted_action text, wanted_at timestamptz, done_action text, done_at timestamptz, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_devices_by('', page, per_page, search, state, version)
$$;

-- Staff. Counts the devices that a search finds in each state.
create function public.device_counts(search text default '', version text default '')
returns table (fine bigint, offline bigint, dark bigint, battery bigint, old bigint, release bigint, clock bigint,
  ratings bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select count(*) filter (where f.states = '{}'), count(*) filter (where 'offline' = any (f.states)),
      count(*) filter (where 'dark' = any (f.states)), count(*) filter (where 'battery' = any (f.states)),
      count(*) filter (where 'old' = any (f.states)), count(*) filter (where 'release' = any (f.states)),
      count(*) filter (where 'clock' = any (f.states)), count(*) filter (where 'ratings' = any (f.states))
    from private.described_devices(left(search, 100), left(version, 40)) f;
end $$;

-- Links that set a device up: a device that opens one within ten minutes signs in as the driver. A link sets up one
-- device, and only the hash of its token is stored.
create table private.device_links (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  driver_id uuid not null references public.drivers on delete cascade,
  -- The name that the device gets.
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- The device that used it.
  device_id uuid,
  created_by uuid default auth.uid() references auth.users on delete set null
);
create index device_links_created_by_idx on private.device_links (created_by);
create index device_links_driver_id_idx on private.device_links (driver_id);
create index device_links_created_at_idx on private.device_links (created_at);

-- Returns the account that a driver's device signs in with: the oldest one with an email address, never one of staff,
-- because a link must not open the administration panel.
create function private.account_of_tablet(driver uuid) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from public.user_drivers link join auth.users u on u.id = link.user_id
  where link.driver_id = driver and u.email <> '' and u.deleted_at is null
    and not private.is_staff_account(u.id) and coalesce(u.banned_until <= now(), true)
  order by u.created_at limit 1
$$;

-- Staff. Issues a link for a device of a driver and returns its token, of 244 random bits, and its expiry. At most 30 links
-- in ten minutes.
create function public.create_device_link(driver uuid, name text) returns table (token text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 30;
  lasts constant interval := '10 minutes';
  stored_for constant interval := '90 days';
begin
  perform private.require_staff();
  if (char_length(btrim(create_device_link.name)) between 1 and 60) is not true then
    perform private.refuse(400, 'validation_failed', 'A device needs a name of at most 60 characters');
  end if;
  if not exists (select from public.drivers d where d.id = driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if (private.account_of_tablet(driver)).id is null then
    perform private.refuse(409, 'driver_without_account', 'The driver has no account that a device could sign in with');
  end if;
  delete from private.device_links l where l.created_at < now() - stored_for;
  if (select count(*) from private.device_links l where l.created_at > now() - lasts) >= most then
    perform private.refuse(429, 'over_request_rate_limit', 'Too many links within ten minutes',
      jsonb_build_object('Retry-After', '60'));
  end if;
  token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  expires_at := now() + lasts;
  insert into private.device_links (token_hash, driver_id, name)
    values (sha256(convert_to(token, 'UTF8')), driver, btrim(create_device_link.name));
  perform private.record_act('device_link', 'access', jsonb_build_object('target', 'driver:' || driver));
  return next;
end $$;

-- The tries to redeem a link in the last minute, by a keyed hash of the sender's network: all server processes share them.
create unlogged table private.device_tries (
  sender bytea primary key,
  tries integer not null default 1,
  since timestamptz not null default now()
);
create index device_tries_since_idx on private.device_tries (since);

-- Service role. Counts a try of a network, an IPv4 address or a /64, and returns whether it may: thirty in a minute, because the
-- devices of a fleet that is set up at once may share one, and more from the /24 or /48 around it. Tokens cannot be guessed: the
-- limit keeps somebody who tries from costing the database much.
create function public.count_device_try(network text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  lasts constant interval := interval '1 minute';
  may boolean;
begin
  with asked as (
    select private.hmac_sha256(convert_to(given.network, 'UTF8'), k.key) as sender, given.most
    from private.signing_keys k, (values (left(count_device_try.network, 64), 30),
      (regexp_replace(left(count_device_try.network, 64), '[.:][^.:]*$', '') || '/',
        case when count_device_try.network like '%:%' then 120 else 480 end)) as given (network, most)
    where k.name = 'ticket_sender'
  ), counted as (
    insert into private.device_tries as t (sender) select a.sender from asked a
    on conflict (sender) do update set tries = case when t.since < now() - lasts then 1 else t.tries + 1 end,
      since = case when t.since < now() - lasts then now() else t.since end
    returning t.sender, t.tries
  )
  select bool_and(c.tries <= a.most) into may from counted c join asked a on a.sender = c.sender;
  -- Only now, and only rows that nobody waits for: two tries that first deleted each other's rows would wait for ever.
  delete from private.device_tries t where t.sender in (select old.sender from private.device_tries old
    where old.since < now() - lasts for update skip locked);
  return may;
end $$;
grant execute on function public.count_device_try(text) to service_role;

-- Service role. Redeems a link and gives the device its name and driver; returns the account to sign in with as `{email}`.
-- Another device gets an error, also at the same moment. The same device may repeat the call within the ten minutes until
-- its first heartbeat, because a lost response leaves it without a session.
create function public.redeem_device_link(token text, device text, key text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant bytea := private.device_key_hash(device, key);
  link private.device_links;
  account auth.users;
begin
  select l.* into link from private.device_links l
    where l.token_hash = sha256(convert_to(token, 'UTF8')) for update;
  if link.used_at is not null and not exists (select from public.devices d where d.id = link.device_id
    and d.id = device::uuid and d.key_hash = hash and d.last_seen <= link.used_at) then
    perform private.refuse(409, 'device_link_used', 'This link has already set up a device');
  end if;
  if (link.created_at > now() - interval '10 minutes') is not true then
    perform private.refuse(404, 'device_link_expired', 'This link is older than ten minutes, or never was one');
  end if;
  account := private.account_of_tablet(link.driver_id);
  if account.id is null then
    perform private.refuse(409, 'driver_without_account', 'The driver has no account that a device could sign in with');
  end if;
  update private.device_links l set used_at = now(), device_id = device::uuid where l.token_hash = link.token_hash;
  -- A command from before the set-up was meant for the driver or the place that the device had then.
  insert into public.devices as d (id, key_hash, name, driver_id) values (device::uuid, hash, link.name, link.driver_id)
  on conflict (id) do update set key_hash = excluded.key_hash, name = excluded.name, driver_id = excluded.driver_id,
    last_seen = now(), wanted_action = null, wanted_id = null, wanted_at = null;
  perform private.signal_device(device::uuid, link.driver_id);
  -- The log names the person who made the link.
  perform set_config('request.headers', (coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb
    || jsonb_build_object('x-acting-for', link.created_by))::text, true);
  perform private.record_act('device_created', 'access', jsonb_build_object('target', 'device:' || device,
    'driver_id', link.driver_id, 'user_id', account.id, 'user_email', account.email));
  return jsonb_build_object('email', account.email);
end $$;

-- Administrators. Returns the devices that links of a person have signed in during the last 90 days, until a later link of the
-- driver; with `ends` it ends their sessions, for a person who leaves the office.
create function public.devices_by_links(maker uuid, ends boolean default false) returns table (name text, driver_name text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators see and end the sessions of others');
  end if;
  return query with found as materialized (
      select s.id, l.name, l.driver_id from private.device_links l join public.user_drivers u on u.driver_id = l.driver_id
        join auth.sessions s on s.user_id = u.user_id and s.created_at between l.used_at and l.used_at + interval '1 day'
        join auth.mfa_amr_claims a on a.session_id = s.id and a.authentication_method = 'device'
      where l.created_by = devices_by_links.maker and not exists (select from private.device_links later
        where later.driver_id = l.driver_id and later.used_at > l.used_at and later.used_at <= s.created_at)),
    ended as (delete from auth.sessions s using found f where s.id = f.id and devices_by_links.ends)
    select f.name, d.name from found f join public.drivers d on d.id = f.driver_id order by d.name, f.name;
  if devices_by_links.ends then
    perform private.record_act('device_sessions', 'access', jsonb_build_object('target', 'user:' || maker));
  end if;
end $$;

grant execute on function public.send_heartbeat(jsonb), public.ask_device(uuid, text),
  public.list_devices_by(text, integer, integer, text, text, text),
  public.list_devices(integer, integer, text, text, text), public.device_counts(text, text),
  public.create_device_link(uuid, text), public.devices_by_links(uuid, boolean)
  to authenticated;
grant execute on function public.redeem_device_link(text, text, text) to service_role;

-- Returns the devices of a person's drivers, for personal_data.
create function private.tablets_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'first_seen', t.created_at, 'last_seen', t.last_seen,
    'app_version', t.app_version, 'network', t.network, 'last_error', t.last_error, 'report', t.report)
    order by t.created_at), '[]')
  from public.devices t
  where t.driver_id in (select private.drivers_of(person))
$$;
