-- The company's day: what the office has to see to now, and the first steps of a company that has just begun.

-- How mails and backups go, which our server notes. A hosted project has no rows here, and its panel no lines about them.
create table private.operations (
  name text primary key check (name in ('mail', 'backup')),
  succeeded_at timestamptz,
  -- The first failure since the last success; null while all is well.
  failing_since timestamptz,
  failures integer not null default 0,
  -- A code of the last failure, as EAUTH. Never its text, which may hold an address.
  reason text check (char_length(reason) <= 40),
  -- The next success is late from then on; null where none is due.
  late_after timestamptz
);

-- The server. Notes that a mail or a backup succeeded or failed, or that it is switched off.
create function private.note_operation(operation text, outcome text, reason text, late_after timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if outcome = 'off' then
    delete from private.operations o where o.name = operation;
  elsif outcome = 'succeeded' then
    insert into private.operations as o (name, succeeded_at, late_after)
      values (operation, now(), note_operation.late_after)
    on conflict (name) do update set succeeded_at = excluded.succeeded_at, failing_since = null, failures = 0,
      reason = null, late_after = excluded.late_after;
  else
    insert into private.operations as o (name, failing_since, failures, reason)
      values (operation, now(), 1, left(note_operation.reason, 40))
    on conflict (name) do update set failing_since = coalesce(o.failing_since, excluded.failing_since),
      failures = o.failures + 1, reason = excluded.reason;
  end if;
end $$;

-- Decisions about the first steps that no other data holds: the WhatsApp number that somebody has tried, and that the
-- company has no vehicles of its own. They are the company's, not one browser's.
create table private.first_steps (
  step text primary key check (step in ('whatsapp', 'vehicles')),
  value text not null default '' check (char_length(value) <= 40),
  settled_at timestamptz not null default now()
);

-- Staff. Settles a first step: `whatsapp` with the number that was tried, `vehicles` for a company without its own.
-- Repeating the call changes nothing but the time.
create function public.settle_first_step(step text, value text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (step in ('whatsapp', 'vehicles') and char_length(value) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'There is no such step, or its value is too long');
  end if;
  insert into private.first_steps as s (step, value) values (settle_first_step.step, settle_first_step.value)
  on conflict on constraint first_steps_pkey do update set value = excluded.value, settled_at = now();
  perform private.record_act('step_settled', 'access', jsonb_build_object('step', settle_first_step.step));
end $$;

-- Returns the first steps, each with whether it is done. The name counts once it is not the one of a new installation,
-- or once the company has published; promises are asked about before the first publication, so that one settles them.
create function private.today_steps() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'company', jsonb_build_object(
      'name', newest.id > 1 or draft.content #>> '{company,name}' <> 'Andes Transfer',
      'number', draft.content #>> '{company,whatsappNumber}',
      'tried', exists (select from private.first_steps s
        where s.step = 'whatsapp' and s.value = draft.content #>> '{company,whatsappNumber}' and s.value <> '')),
    'prices', newest.id > 1,
    'vehicles', exists (select from public.vehicles)
      or exists (select from private.first_steps s where s.step = 'vehicles'),
    'drivers', exists (select from public.drivers),
    'devices', exists (select from public.devices),
    'claims', newest.id > 1,
    'policy', (newest.content #>> '{policy,version}')::integer > 1)
  from public.content_drafts draft,
    (select r.id, r.content from public.content_releases r order by r.id desc limit 1) as newest
$$;

-- Returns `{id, count, rows}`, as each line of the day is: `rows` are the first five.
create function private.today_line(id text, count bigint, rows jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', id, 'count', count, 'rows', coalesce(rows, '[]'))
$$;

-- Returns the drivers in a shift and the active ones without, as `{on, off}`; null for a company without vehicles.
create function private.today_shifts() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'on', private.today_line('on',
      (select count(*) from public.shifts s where s.ended_at is null),
      (select jsonb_agg(to_jsonb(shown)) from (
        select d.id, d.name, v.license_plate as plate, s.started_at as since
        from public.shifts s join public.drivers d on d.id = s.driver_id join public.vehicles v on v.id = s.vehicle_id
        where s.ended_at is null order by s.started_at desc, d.id limit 5) as shown)),
    'off', private.today_line('off',
      (select count(*) from public.drivers d where d.state = 'active')
        - (select count(*) from public.shifts s join public.drivers d on d.id = s.driver_id
          where s.ended_at is null and d.state = 'active'),
      (select jsonb_agg(to_jsonb(shown)) from (
        select d.id, d.name, d.license_plate as plate, (
          select s.ended_at from public.shifts s where s.driver_id = d.id order by s.started_at desc limit 1) as since
        from public.drivers d
        -- A scalar, which no join replaces: the index has the names in order, and five are found soon.
        where d.state = 'active'
          and (select s.id from public.shifts s where s.driver_id = d.id and s.ended_at is null) is null
        order by d.name, d.id limit 5) as shown)))
  where exists (select from public.vehicles)
$$;

-- Returns the lines about drivers: those who wait for approval, and photos that do.
create function private.today_drivers() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line('waiting',
    (select count(*) from public.drivers d where d.state = 'waiting'),
    (select jsonb_agg(to_jsonb(shown)) from (
      select d.id, d.name, d.license_plate as plate, d.driver_code as code, d.created_at as since
      from public.drivers d where d.state = 'waiting' order by d.created_at, d.id limit 5) as shown))
  union all
  select private.today_line('photos',
    (select count(*) from public.drivers d where d.pending_photo_url is not null and d.left_at is null),
    (select jsonb_agg(to_jsonb(shown)) from (
      select d.id, d.name, d.license_plate as plate, d.driver_code as code
      from public.drivers d where d.pending_photo_url is not null and d.left_at is null
      order by d.name, d.id limit 5) as shown))
$$;
create index drivers_pending_photo_idx on public.drivers (name, id)
  where pending_photo_url is not null and left_at is null;

-- The low ratings of a day are few among many. The report counts their reasons.
create index reviews_low_idx on public.reviews (created_at desc) include (reasons)
  where rating <= 3 and hidden_at is null;

-- Returns the line about ratings of three stars and fewer in the last 24 hours, without the hidden ones.
create function private.today_reviews() returns jsonb language sql stable set search_path = '' as $$
  select private.today_line('reviews', count(*), jsonb_agg(to_jsonb(low) - 'place' order by place) filter (where place <= 5))
  from (
    select r.id, r.driver_id, d.name, d.driver_code as code, r.rating, nullif(r.comment, 'No comment') as comment,
      r.created_at as since,
      row_number() over (order by r.created_at desc, r.id) as place
    from public.reviews r left join public.drivers d on d.id = r.driver_id
    where r.rating <= 3 and r.hidden_at is null and r.created_at > now() - interval '24 hours') as low
$$;

-- Returns the lines about devices: without a connection (those of drivers in a shift first), with a low battery, and
-- with older content than the newest release. The devices of drivers who have left are nobody's concern.
create function private.today_devices() returns setof jsonb language sql stable set search_path = '' as $$
  with described as materialized (
    select t.id, t.name, d.name as driver, coalesce(v.license_plate, d.license_plate) as plate,
      t.last_seen, t.battery, t.content_release as release, s.id is not null as in_shift,
      t.last_seen < now() - interval '12 minutes' as is_offline, t.battery <= 20 and t.charging is not true as is_low,
      t.content_release < newest.id as is_behind
    from (select private.release_to_take() as id) as newest
      cross join public.devices t join public.drivers d on d.id = t.driver_id
      left join public.shifts s on s.driver_id = d.id and s.ended_at is null
      left join public.vehicles v on v.id = s.vehicle_id
    where d.left_at is null and (t.last_seen < now() - interval '12 minutes' or t.battery <= 20
      or t.content_release < newest.id))
  select private.today_line('offline',
    (select count(*) from described t where t.is_offline),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.name, t.driver, t.plate, t.in_shift, t.last_seen as since from described t
      where t.is_offline order by t.in_shift desc, t.last_seen desc, t.id limit 5) as shown))
  union all
  select private.today_line('battery',
    (select count(*) from described t where t.is_low and not t.is_offline),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.name, t.driver, t.plate, t.battery, t.last_seen as since from described t
      where t.is_low and not t.is_offline order by t.battery, t.id limit 5) as shown))
  union all
  select private.today_line('release',
    (select count(*) from described t where t.is_behind and not t.is_offline),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.name, t.driver, t.plate, t.release, r.published_at as since
      from described t left join public.content_releases r on r.id = private.release_to_take()
      where t.is_behind and not t.is_offline order by t.release, t.id limit 5) as shown))
$$;

create index documents_waiting_idx on public.documents (created_at, id) where verified_at is null;

-- Returns the documents that expire on these days, with their owners; not those of drivers who have left, nor those
-- that somebody has allowed for today.
create function private.documents_due(first date, last date)
returns table (id uuid, name text, plate text, kind text, critical boolean, expires_on date, days integer)
language sql stable set search_path = '' as $$
  select t.id, d.name, v.license_plate, k.name, t.critical, t.expires_on, t.expires_on - private.chile_today()
  from public.documents t join public.document_kinds k on k.id = t.kind_id
    left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
  where t.expires_on between documents_due.first and documents_due.last and t.verified_at is not null
    and d.left_at is null and coalesce(t.override_until < private.chile_today(), true)
$$;

-- Returns the lines about documents: to be verified, expired, and expiring within a week.
create function private.today_documents() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line('unverified',
    (select count(*) from public.documents t where t.verified_at is null),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.driver_id, t.vehicle_id, d.name, v.license_plate as plate, k.name as kind, t.created_at as since
      from public.documents t join public.document_kinds k on k.id = t.kind_id
        left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
      where t.verified_at is null order by t.created_at, t.id limit 5) as shown))
  union all
  select private.today_line('expired', count(*), jsonb_agg(to_jsonb(due) - 'place' order by place) filter (where place <= 5))
  from (
    select t.*, o.driver_id, o.vehicle_id, row_number() over (order by t.critical desc, t.expires_on, t.id) as place
    from private.documents_due('2000-01-01', private.chile_today() - 1)
      t join public.documents o on o.id = t.id) as due
  union all
  select private.today_line('expiring', count(*), jsonb_agg(to_jsonb(due) - 'place' order by place) filter (where place <= 5))
  from (
    select t.*, o.driver_id, o.vehicle_id, row_number() over (order by t.expires_on, t.critical desc, t.id) as place
    from private.documents_due(private.chile_today(), private.chile_today() + 7)
      t join public.documents o on o.id = t.id) as due
$$;

-- Returns the drivers and vehicles without a document that they need: a vehicle needs each critical kind, an active
-- driver one of the critical kinds, because the licences A1 to A3 replace each other. A company that has entered no
-- documents of drivers, or of vehicles, misses none of them.
create function private.missing_documents() returns table (id uuid, owner text, name text, plate text, since timestamptz)
language sql stable set search_path = '' as $$
  select d.id, 'driver', d.name, d.license_plate, d.created_at from public.drivers d
  where d.state = 'active'
    and exists (select from public.document_kinds k where k.owner = 'driver' and k.critical)
    and exists (select from public.documents t where t.driver_id is not null)
    and not exists (
      select from public.documents t join public.document_kinds k on k.id = t.kind_id
      where t.driver_id = d.id and k.critical)
  union all
  select v.id, 'vehicle', null, v.license_plate, v.created_at
  from public.vehicles v left join (
    select t.vehicle_id, count(distinct t.kind_id) as kinds
    from public.documents t join public.document_kinds k on k.id = t.kind_id
    where t.vehicle_id is not null and k.critical group by t.vehicle_id) as held on held.vehicle_id = v.id
  where coalesce(held.kinds, 0) < (
      select count(*) from public.document_kinds k where k.owner = 'vehicle' and k.critical)
    and exists (select from public.documents t where t.vehicle_id is not null)
$$;

-- Returns the line about documents that are missing, with the names of the kinds.
create function private.today_missing() returns jsonb language sql stable set search_path = '' as $$
  with missing as materialized (select * from private.missing_documents())
  select private.today_line('missing', (select count(*) from missing),
    (select jsonb_agg(to_jsonb(shown)) from (
      select m.*, (
        select jsonb_agg(k.name order by k.sort, k.name) from public.document_kinds k
        where k.owner = m.owner and k.critical and not exists (
          select from public.documents t where t.kind_id = k.id and (t.driver_id = m.id or t.vehicle_id = m.id))) as kinds
      from (select * from missing order by owner, coalesce(name, plate), id limit 5) as m
      order by m.owner, coalesce(m.name, m.plate), m.id) as shown))
$$;

-- Returns the lines about mails that fail and backups that fail or are late.
create function private.today_operations() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line(o.name, greatest(o.failures, 1), jsonb_build_array(jsonb_build_object('id', o.name,
    'since', coalesce(o.failing_since, o.late_after), 'succeeded_at', o.succeeded_at, 'reason', o.reason)))
  from private.operations o
  where o.failing_since is not null or o.late_after < now()
$$;

-- Returns the draft while it differs from the newest release: both versions, who saved it last and when. Null once all of
-- it is published. The panel counts the changes, by the same code as the list from which they are published.
create function private.today_draft() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('version', draft.version, 'release', newest.id, 'since', draft.updated_at, 'by', (
    select coalesce(nullif(u.email, ''), u.phone) from auth.users u where u.id = draft.updated_by))
  from public.content_drafts draft,
    (select r.id, r.content from public.content_releases r order by r.id desc limit 1) as newest
  where draft.content <> newest.content
$$;

-- Staff. Returns the day in one document: `steps`, the first steps; `shifts`, null without vehicles; `draft`, null without
-- unpublished changes; `trips`, how many need a hand, null for a company without any; `lines`, each with a count and
-- its first five rows, none on a good day. The rows of each line differ, which JSON shows in the fewest parts. Security definer: it
-- counts what the policies let staff read, without asking them for each row.
create function public.today() returns jsonb
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

grant execute on function public.today(), public.settle_first_step(text, text) to authenticated;
