-- Announcements: the company's messages to its drivers, who read them at the start of a shift or in the driver's menu.

create table private.announcements (
  id uuid primary key default gen_random_uuid(),
  -- Plain text in the language it was written in. Null for the notice of a new privacy policy, which each device words in
  -- the driver's language.
  body text check (char_length(body) between 1 and 1000),
  language text not null default 'es' check (language ~ '^[a-z]{2}$'),
  policy_version integer unique check (policy_version > 0),
  audience text not null check (audience in ('all', 'drivers', 'vehicles')),
  -- The last day in Chile on which it holds.
  valid_until date not null,
  created_at timestamptz not null default now(),
  author_id uuid references auth.users on delete set null,
  withdrawn_at timestamptz,
  check ((body is null) = (policy_version is not null))
);
create index announcements_order_idx on private.announcements (created_at desc, id desc);
create index announcements_valid_until_idx on private.announcements (valid_until);
create index announcements_author_id_idx on private.announcements (author_id);

-- The drivers or the vehicles that an announcement is for, unless it is for all.
create table private.announcement_targets (
  id bigint generated always as identity primary key,
  announcement_id uuid not null references private.announcements on delete cascade,
  driver_id uuid references public.drivers on delete cascade,
  vehicle_id uuid references public.vehicles on delete cascade,
  check (num_nonnulls(driver_id, vehicle_id) = 1),
  unique nulls not distinct (announcement_id, driver_id, vehicle_id)
);
create index announcement_targets_driver_id_idx on private.announcement_targets (driver_id);
create index announcement_targets_vehicle_id_idx on private.announcement_targets (vehicle_id);

-- The first time that each driver confirmed an announcement.
create table private.announcement_reads (
  announcement_id uuid not null references private.announcements on delete cascade,
  driver_id uuid not null references public.drivers on delete cascade,
  read_at timestamptz not null default now(),
  primary key (announcement_id, driver_id)
);
create index announcement_reads_driver_id_idx on private.announcement_reads (driver_id);

-- The active drivers whom each announcement is for: all, those it names, and those of the vehicles it names, who are
-- assigned to one or have begun a shift in it since the announcement was written. Readers stay, also when their assignment
-- ends. A driver who came after a policy has accepted it at the registration; one who became active after an announcement for
-- all had ended never saw it.
create view private.announcement_recipients with (security_invoker = true) as
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

-- Active drivers. Returns the announcements that hold for the caller, newest first, each with when the server learned that
-- they have read it. Anybody else gets none.
create function public.own_announcements()
returns table (id uuid, body text, language text, policy_version integer, valid_until date, created_at timestamptz,
  read_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := private.own_active_driver();
begin
  return query select a.id, a.body, a.language, a.policy_version, a.valid_until, a.created_at, r.read_at
    from private.announcements a
      join private.announcement_recipients each on each.announcement_id = a.id and each.driver_id = reader
      left join private.announcement_reads r on r.announcement_id = a.id and r.driver_id = reader
    where a.withdrawn_at is null and a.valid_until >= private.chile_today()
    order by a.created_at desc, a.id desc;
end $$;

-- Active drivers. Notes that the caller has read an announcement; a repeated call keeps the first time. It counts also after
-- the announcement ended or was withdrawn, because a device without a network sends it late.
create function public.read_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reader constant uuid := private.own_active_driver();
begin
  if not exists (select from private.announcement_recipients each
    where each.announcement_id = read_announcement.announcement and each.driver_id = reader) then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement for this driver');
  end if;
  insert into private.announcement_reads (announcement_id, driver_id) values (read_announcement.announcement, reader)
  on conflict do nothing;
end $$;

-- Logs what staff did to an announcement, without its words.
create function private.record_announcement_act(announcement uuid, operation text, changed text default null)
returns void language sql volatile security definer set search_path = '' as $$
  select private.record_act('announcement_' || coalesce(changed, operation), 'access',
    jsonb_build_object('target', 'announcement:' || announcement))
$$;

-- Staff. Writes an announcement for all drivers, or for those that `drivers` or `vehicles` name, until the end of a day in
-- Chile at most a year ahead. The caller chooses the id: a repeated call writes it once.
create function public.write_announcement(id uuid, body text, valid_until date, language text default 'es',
  drivers uuid[] default null, vehicles uuid[] default null)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 500;
  written constant text := private.plain_text(write_announcement.body);
begin
  perform private.require_staff();
  if (char_length(written) <= 1000 and num_nonnulls(drivers, vehicles) < 2 and write_announcement.id is not null
    and coalesce(cardinality(coalesce(drivers, vehicles)), 1) between 1 and most
    and write_announcement.valid_until between private.chile_today() and private.chile_today() + 366
    and write_announcement.language ~ '^[a-z]{2}$') is not true then
    perform private.refuse(400, 'validation_failed', 'The announcement lacks something, or has a value that it cannot have');
  end if;
  insert into private.announcements (id, body, language, audience, valid_until, author_id)
    values (write_announcement.id, written, write_announcement.language,
      case when drivers is not null then 'drivers' when vehicles is not null then 'vehicles' else 'all' end,
      write_announcement.valid_until, private.acting_account())
  on conflict on constraint announcements_pkey do nothing;
  if not found then
    return;
  end if;
  insert into private.announcement_targets (announcement_id, driver_id)
    select distinct write_announcement.id, named from unnest(drivers) as named;
  insert into private.announcement_targets (announcement_id, vehicle_id)
    select distinct write_announcement.id, named from unnest(vehicles) as named;
  perform private.record_announcement_act(write_announcement.id, 'created');
end $$;

-- Staff. Withdraws an announcement: no driver sees it any more, and the company still sees who read it. Repeating the call
-- changes nothing.
create function public.withdraw_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update private.announcements a set withdrawn_at = now()
    where a.id = withdraw_announcement.announcement and a.withdrawn_at is null;
  if found then
    perform private.record_announcement_act(announcement, 'changed', 'withdrawn');
  elsif not exists (select from private.announcements a where a.id = withdraw_announcement.announcement) then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement');
  end if;
end $$;

-- Administrators, because it cannot be undone. Deletes an announcement with its readers.
create function public.delete_announcement(announcement uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators delete announcements');
  end if;
  delete from private.announcements a where a.id = delete_announcement.announcement;
  if not found then
    perform private.refuse(404, 'announcement_not_found', 'There is no such announcement');
  end if;
  perform private.record_announcement_act(announcement, 'deleted');
end $$;

-- Staff. Returns a page of the announcements by their last day for the `sort` `valid_until`, downwards behind “-”; newest
-- first if it is empty. `state` is `current`, `ended` (also the withdrawn ones), or empty for all. Each row says how many
-- drivers it is for, how many have read it, how many drivers or vehicles it names (`targets`), and the first three names.
create function public.list_announcements_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', state text default '')
returns table (id uuid, body text, language text, policy_version integer, audience text, valid_until date,
  created_at timestamptz, withdrawn_at timestamptz, author text, names text[], targets bigint, recipients bigint,
  reads bigint, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_announcements_by.search, 100))), ' ');
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_announcements_by.sort in ('', 'valid_until', '-valid_until')
    and state in ('', 'current', 'ended')) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  return query with matching as materialized (
      select a.* from private.announcements a
        cross join lateral (select a.withdrawn_at is null and a.valid_until >= private.chile_today()) as holds (now)
      where list_announcements_by.state in ('', case when holds.now then 'current' else 'ended' end)
        and not exists (select from unnest(words) as word where strpos(private.fold(coalesce(a.body, '')), word) = 0)),
    shown as materialized (
      select m.*, row_number() over (order by case sort when 'valid_until' then m.valid_until end,
          case sort when '-valid_until' then m.valid_until end desc, m.created_at desc, m.id desc) as row
      from matching m order by row limit per_page offset (list_announcements_by.page - 1) * per_page::bigint)
    select s.id, s.body, s.language, s.policy_version, s.audience, s.valid_until, s.created_at, s.withdrawn_at,
      (select u.email::text from auth.users u where u.id = s.author_id), array(
        select coalesce(d.name, v.license_plate) from private.announcement_targets t
          left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
        where t.announcement_id = s.id order by 1 limit 3),
      (select count(*) from private.announcement_targets t where t.announcement_id = s.id),
      (select count(*) from private.announcement_recipients each where each.announcement_id = s.id), (
        select count(*) from private.announcement_reads r join public.drivers d on d.id = r.driver_id
        where r.announcement_id = s.id and d.state = 'active'), (select count(*) from matching)
    from shown s order by s.row;
end $$;

-- Staff. Returns a page of the announcements, newest first, as `list_announcements_by` filters them. Older panels call it.
create function public.list_announcements(page integer default 1, per_page integer default 25, search text default '',
  state text default '')
returns table (id uuid, body text, language text, policy_version integer, audience text, valid_until date,
  created_at timestamptz, withdrawn_at timestamptz, author text, names text[], targets bigint, recipients bigint,
  reads bigint, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_announcements_by('', page, per_page, search, state)
$$;

-- Staff. Returns a page of the drivers whom an announcement is for, those who have not read it first.
create function public.list_announcement_readers(announcement uuid, page integer default 1, per_page integer default 25)
returns table (id uuid, name text, driver_code text, license_plate text, contact text, read_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000) is not true then
    perform private.refuse(400, 'validation_failed', 'The page is not valid');
  end if;
  return query select d.id, d.name, d.driver_code, d.license_plate, d.contact, r.read_at, count(*) over ()
    from private.announcement_recipients each join public.drivers d on d.id = each.driver_id
      left join private.announcement_reads r
        on r.announcement_id = each.announcement_id and r.driver_id = each.driver_id
    where each.announcement_id = list_announcement_readers.announcement
    order by r.read_at is not null, d.name, d.id
    limit per_page offset (list_announcement_readers.page - 1) * per_page::bigint;
end $$;

-- Tells every driver of a new privacy policy once, when a release publishes one: the notice of an earlier version ends.
create function private.announce_policy() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  published constant integer := (new.content #>> '{policy,version}')::integer;
begin
  if published > (select (r.content #>> '{policy,version}')::integer from public.content_releases r
    where r.id < new.id order by r.id desc limit 1) then
    update private.announcements a set withdrawn_at = now()
      where a.policy_version < published and a.withdrawn_at is null;
    insert into private.announcements (policy_version, audience, valid_until, author_id)
      values (published, 'all', private.chile_today() + 366, new.published_by)
    on conflict (policy_version) do nothing;
  end if;
  return null;
end $$;
create trigger announce_policy after insert on public.content_releases
  for each row execute function private.announce_policy();

-- The server, daily. Deletes announcements a year after they ended, with who read them; returns their number.
create function private.forget_announcements(as_of timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with deleted as (
    delete from private.announcements a where a.valid_until < (as_of - interval '365 days')::date returning 1)
  select count(*) from deleted
$$;

-- Returns the announcements that a person wrote, and those that the person's drivers have read, for personal_data.
create function private.announcements_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'written', (
      select coalesce(jsonb_agg(jsonb_build_object('text', a.body, 'policy_version', a.policy_version,
        'created_at', a.created_at, 'withdrawn_at', a.withdrawn_at) order by a.created_at), '[]')
      from private.announcements a where a.author_id = person),
    'read', (
      select coalesce(jsonb_agg(jsonb_build_object('text', a.body, 'policy_version', a.policy_version,
        'read_at', r.read_at) order by r.read_at), '[]')
      from private.announcement_reads r join private.announcements a on a.id = r.announcement_id
      where r.driver_id in (select private.drivers_of(person))))
$$;

-- Returns the replies and notes in passengers' cases that a person wrote, for personal_data.
create function private.case_messages_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('case', c.number, 'kind', m.kind, 'text', m.body, 'spanish', m.spanish,
    'created_at', m.created_at) order by m.created_at), '[]')
  from public.ticket_messages m join public.tickets c on c.id = m.ticket_id and c.subject = 'case'
  where m.author_id = person
$$;

grant execute on function public.own_announcements(), public.read_announcement(uuid),
  public.write_announcement(uuid, text, date, text, uuid[], uuid[]), public.withdraw_announcement(uuid),
  public.delete_announcement(uuid), public.list_announcements_by(text, integer, integer, text, text),
  public.list_announcements(integer, integer, text, text),
  public.list_announcement_readers(uuid, integer, integer) to authenticated;
