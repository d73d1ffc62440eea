-- Gives documents, heartbeats and vehicles their tables' nouns, and drops the calls of earlier versions, which nobody runs.
drop trigger audit_row on public.documents;
drop trigger audit_change on public.documents;
drop trigger audit_row on public.document_kinds;
drop view public.papers;
drop function public.answer_case(uuid,text,text,boolean);
drop function public.answer_rights_request(uuid,text,text,boolean,text);
drop function public.device_beat(jsonb);
drop function public.list_drivers_without_shift(integer,integer,text);
drop function public.list_shifts(integer,integer,text,uuid,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,uuid);
drop function public.override_paper(uuid,date,text);
drop function public.own_stopping_papers();
drop function public.paper_counts();
drop function public.papers_by_day(date,date);
drop function public.papers_policy();
drop function private.beat_field(jsonb,text,text,bigint,bigint);
drop function private.delete_orphaned_papers(timestamp with time zone);
drop function private.due_paper_digests();
drop function private.due_paper_reminders();
drop function private.new_rights_link(uuid);
drop function private.papers_of(uuid);
drop function private.refuse_paper_write();
drop function private.stopping_papers(uuid);
drop function public.set_papers_policy(boolean);
drop function public.write_receipt(timestamp with time zone,text,text,integer,uuid,text,boolean);
alter function private.paper_state(integer) rename to document_state;
alter function private.may_add_paper(text) rename to may_add_document_file;

alter table private.paper_reminders rename to document_reminders;
alter table private.paper_digests rename to document_digests;
alter index private.paper_reminders_account_id_idx rename to document_reminders_account_id_idx;
-- Their constraints, of which PostgreSQL names those of not null since version 18.
do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as of_table, conname from pg_constraint
    where conrelid in ('private.document_reminders'::regclass, 'private.document_digests'::regclass)
      and starts_with(conname, 'paper_')
  loop
    execute format('alter table %s rename constraint %I to %I', named.of_table, named.conname,
      replace(named.conname, 'paper_', 'document_'));
  end loop;
end $$;

alter table private.settings drop constraint settings_value;
update private.settings set name = 'documents_stop_service' where name = 'papers_stop_service';
alter table private.settings add
  constraint settings_value check (case name
    when 'driver_approval' then value in ('automatic', 'manual')
    when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
    when 'require_admin_mfa' then value in ('true', 'false')
    when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'documents_stop_service' then value in ('true', 'false')
    when 'shift_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'former_driver_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'case_answer_days' then value ~ '^[0-9]{1,2}$' and value::integer between 1 and 60
    when 'case_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'report_mail' then value in ('true', 'false')
    when 'card_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    else false
  end);

-- Documents with the names of their kind and owner, and today's state. Security invoker: each caller sees what the
-- policies of `documents` allow. The driver's code names the owner in a file.
create view public.document_list with (security_invoker = true) as
  select d.id, d.kind_id, k.name as kind, k.owner, d.driver_id, d.vehicle_id,
    coalesce(p.name, v.license_plate) as owner_name, coalesce(v.license_plate, p.license_plate) as license_plate,
    d.number, d.issued_on, d.expires_on,
    d.expires_on - (select private.chile_today()) as days_left,
    private.document_state(d.expires_on - (select private.chile_today())) as state, d.file, d.critical,
    d.verified_at, d.override_until, d.override_reason, d.version, p.driver_code
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id;
revoke all on public.document_list from anon, authenticated;
grant select on public.document_list to authenticated, service_role;

-- Returns whether a driver serves passengers: approved, not left, no linked account banned, and no expired document
-- that stops service.
create or replace function private.is_in_service(driver uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.drivers d where d.id = driver and d.approved and d.left_at is null) and not exists (
    select from public.user_drivers link join auth.users u on u.id = link.user_id
    where link.driver_id = driver and u.banned_until > now())
    and not exists (select from private.stopping_documents(driver));
end $$;

-- Data rights (Chile's law 21.719): returns everything we hold about a person, as one document, to that person,
-- administrators and the service. It contains no password, code or token, and leaves other people out: neither who else
-- acted nor from which address. The caller's current session shows no last use and no address, because a copied access
-- token would reveal when its owner refreshes. A failed sign-in is stored under the address that somebody typed, so it
-- counts for this person only from the moment the account had that address.
create or replace function public.personal_data(person uuid default auth.uid()) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  role_of_caller text := current_setting('role', true);
  current_session text := auth.jwt() ->> 'session_id';
  account jsonb;
  email text;
  phone text;
  email_since timestamptz;
  phone_since timestamptz;
begin
  if person is null or not (person = auth.uid() or private.is_admin() or role_of_caller = 'service_role') then
    perform private.refuse(403, 'forbidden', 'Only the person and administrators may have these data');
  end if;
  select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'blocked_until', u.banned_until,
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
    into account from auth.users u where u.id = person;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'There is no such user');
  end if;
  perform private.limit_personal_data();
  email := nullif(account ->> 'email', '');
  phone := nullif(account ->> 'phone', '');
  select greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'email')),
      greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'phone'))
    into email_since, phone_since
    from auth.users u left join auth.identities i on i.user_id = u.id where u.id = person group by u.created_at;
  return jsonb_build_object(
    'issued_at', now(),
    'account', account,
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities i where i.user_id = person),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = person),
    'passkeys', private.passkeys_of(person),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'browser', s.user_agent)
        || case when s.id::text = current_session then '{"current": true}'
          else jsonb_build_object('refreshed_at', s.refreshed_at, 'address', host(s.ip)) end
        order by s.created_at), '[]')
      from auth.sessions s where s.user_id = person),
    'drivers', (
      select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('ratings', (
          select coalesce(jsonb_agg(jsonb_build_object('rating', r.rating, 'comment', r.comment,
            'reasons', r.reasons, 'created_at', r.created_at) order by r.created_at), '[]')
          from public.reviews r where r.driver_id = d.id)) order by d.created_at), '[]')
      from public.drivers d where d.created_by = person or exists (
        select from public.user_drivers link where link.user_id = person and link.driver_id = d.id)),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('policy_version', c.policy_version, 'accepted_at', c.accepted_at)
        order by c.policy_version), '[]')
      from public.consents c where c.user_id = person),
    'content', jsonb_build_object(
      'draft_edited_at', (select d.updated_at from public.content_drafts d where d.updated_by = person),
      'releases', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'note', r.note, 'published_at', r.published_at)
          order by r.id), '[]')
        from public.content_releases r where r.published_by = person)),
    'shifts', private.shifts_of(person),
    'documents', private.documents_of(person),
    'tablets', private.tablets_of(person),
    'announcements', private.announcements_of(person),
    'case_messages', private.case_messages_of(person),
    'cards', private.cards_of(person),
    'requests', private.rights_requests_of(person),
    'photos', (
      select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name,
        'created_at', o.created_at, 'file', o.metadata) order by o.created_at), '[]')
      from storage.objects o where case o.bucket_id when 'imagenes'
        then starts_with(o.name, private.photo_prefix(person)) else o.owner_id = person::text end),
    'audit_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', e.created_at, 'action', e.payload ->> 'action',
          'by', case when own then 'you' when e.payload ->> 'action' = 'login_failed' then 'unknown' else 'others' end,
          'address', case when own then nullif(e.ip_address, '') end)
          || case when own then jsonb_build_object('details', e.payload -> 'traits') else '{}' end
        order by e.created_at), '[]')
      from private.audit_log e cross join lateral (select e.payload ->> 'actor_id' = person::text) as who (own)
      where e.payload ->> 'actor_id' = person::text
        or e.payload -> 'traits' ->> 'target' = 'user:' || person
        or e.payload -> 'traits' ->> 'user_id' = person::text
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = email
          and e.created_at >= email_since)
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = phone
          and e.created_at >= phone_since)));
end $$;

-- Returns the traits of an entry in today's nouns: entries from before 1.0 say paper for document, and stay as they are.
create function private.audit_traits(traits jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select case when traits ->> 'target' ~ '(^|/rest/v1/(rpc/)?(set_|override_)?)paper|/rpc/device_beat' then
    traits - 'papers_stop_service' || jsonb_strip_nulls(jsonb_build_object(
      'target', replace(regexp_replace(traits ->> 'target', 'paper', 'document'), 'device_beat', 'send_heartbeat'),
      'documents_stop_service', traits -> 'papers_stop_service')) else traits end
$$;

-- Returns the present name of an entry's record, as `{name, plate}`, or the name stored in the entry if the record was
-- deleted. An entry about a vehicle may also name the driver from whom it was taken over. Names of people are looked
-- up, never stored: they go with the record.
create or replace function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  record_kind constant text := split_part(traits ->> 'target', ':', 1);
  record_id constant uuid := case when traits ->> 'target' ~ '^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(traits ->> 'target', ':', 2)::uuid end;
  found jsonb;
begin
  if record_id is null then
    return null;
  end if;
  found := case record_kind
    when 'driver' then (select jsonb_build_object('name', d.name) from public.drivers d where d.id = record_id)
    when 'user' then (select jsonb_build_object('name', coalesce(nullif(u.email, ''), u.phone))
      from auth.users u where u.id = record_id)
    when 'vehicle' then jsonb_build_object(
      'name', (select d.name from public.drivers d where d.id::text = traits ->> 'driver_id'),
      'plate', (select v.license_plate from public.vehicles v where v.id = record_id))
    when 'vehicle_drivers' then jsonb_build_object(
      'name', (select d.name from public.drivers d where d.id::text = traits ->> 'driver_id'),
      'plate', (select v.license_plate from public.vehicles v where v.id = record_id))
    when 'document' then (
      select jsonb_build_object('name', concat_ws(', ', k.name, d.name), 'plate', v.license_plate)
      from public.documents p join public.document_kinds k on k.id = p.kind_id
        left join public.drivers d on d.id = p.driver_id left join public.vehicles v on v.id = p.vehicle_id
      where p.id = record_id)
    when 'document_kind' then (select jsonb_build_object('name', k.name) from public.document_kinds k where k.id = record_id)
    when 'device' then (select jsonb_build_object('name', d.name) from public.devices d where d.id = record_id)
    when 'shift' then (
      select jsonb_build_object('name', coalesce(d.name, s.driver_name), 'plate', s.license_plate)
      from public.shifts s left join public.drivers d on d.id = s.driver_id where s.id = record_id)
    when 'route' then (select jsonb_build_object('name', r.name) from public.time_based_routes r where r.id = record_id)
  end;
  return jsonb_strip_nulls(jsonb_build_object('name', traits -> 'name', 'plate', traits -> 'plate'))
    || jsonb_strip_nulls(coalesce(found, '{}'));
end $$;

-- Returns a page of the log to administrators and the service, newest first: `{entries, total}`, each entry with its
-- `subject`. `person` matches part of the email address or phone of the actor or the affected account; `refused` keeps
-- only failures and refusals. `since` is inclusive, `until` exclusive.
create or replace function public.audit_log(page integer default 1, per_page integer default 25, person text default '',
  action text default '', refused boolean default false, since timestamptz default null, until timestamptz default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := '%' || regexp_replace(person, '([\\%_])', '\\\1', 'g') || '%';
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators may read the audit log');
  end if;
  if (page between 1 and 1000000 and per_page between 1 and 200 and char_length(person) <= 200
    and char_length(action) <= 200 and refused is not null) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return (
    with matching as materialized (
      select e.id, e.created_at from private.audit_log e
      where (since is null or e.created_at >= since) and (audit_log.until is null or e.created_at < audit_log.until)
        and (audit_log.action = '' or e.payload ->> 'action' = audit_log.action)
        and (not refused or e.payload ->> 'action' in ('login_failed', 'permission_denied', 'refusals_suppressed'))
        and (person = '' or concat_ws(' ', e.payload ->> 'actor_username', e.payload -> 'traits' ->> 'user_email',
          e.payload -> 'traits' ->> 'user_phone') ilike pattern)),
    -- The payloads of the page only; by time, because that is what the indexes know.
    shown as materialized (
      select m.id, m.created_at from matching m order by m.created_at desc, m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select jsonb_build_object('total', (select count(*) from matching), 'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'payload',
        jsonb_set_lax(e.payload, '{traits}', private.audit_traits(e.payload -> 'traits'), true, 'return_target'),
        'created_at', e.created_at,
        'ip_address', e.ip_address, 'subject', private.audit_subject(private.audit_traits(e.payload -> 'traits'))) order by e.created_at desc, e.id), '[]')
      from private.audit_log e
      where e.created_at >= (select min(s.created_at) from shown s)
        and e.created_at <= (select max(s.created_at) from shown s) and e.id in (select s.id from shown s))));
end $$;

-- Fails with 409 and the name of the driver who has the vehicle, so that nobody has to search for them.
create or replace function private.refuse_used_vehicle(driver uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse(409, 'vehicle_in_use', 'Another driver has the vehicle', details => d.name)
    from public.drivers d where d.id = refuse_used_vehicle.driver;
end $$;

-- Derives a document's state from the days that are left; the state is never stored. A document is valid on the day

-- A document that staff write is verified and replaces the one in force; a driver's waits for staff. Optimistic locking: an
-- update that sends a stale `version` fails with 409.
create or replace function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_staff();
  kind public.document_kinds;
begin
  select * into kind from public.document_kinds k where k.id = new.kind_id;
  if kind.owner is distinct from (case when new.driver_id is null then 'vehicle' else 'driver' end) then
    perform private.refuse(400, 'document_kind', 'This type of document belongs to another kind of owner');
  end if;
  new.critical := case when by_driver then kind.critical else coalesce(new.critical, kind.critical) end;
  if tg_op = 'UPDATE' and new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the document since');
  end if;
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
  end if;
  if by_driver then
    new.verified_at := null;
    new.verified_by := null;
  elsif new.verified_at is null then
    new.verified_at := now();
    new.verified_by := auth.uid();
    if tg_op = 'UPDATE' then
      delete from public.documents d where d.kind_id = new.kind_id and d.id <> new.id and d.verified_at is not null
        and (d.driver_id = new.driver_id or d.vehicle_id = new.vehicle_id);
    end if;
  end if;
  return new;
end $$;

-- The view is read-only. Without this trigger a write would fail with an internal error instead of a missing privilege.
create function private.refuse_document_list_write() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The view document_list is read-only: write to documents' using errcode = '42501';
end $$;

-- Counts the documents that the caller may read by state, and those that wait to be verified.
create function public.document_counts()
returns table (expired bigint, within_7 bigint, within_14 bigint, within_30 bigint, waiting bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where s.verified and s.days < 0),
    count(*) filter (where s.verified and s.days between 0 and 7),
    count(*) filter (where s.verified and s.days between 8 and 14),
    count(*) filter (where s.verified and s.days between 15 and 30), count(*) filter (where not s.verified)
  from (select d.expires_on - (select private.chile_today()) as days, d.verified_at is not null as verified
    from public.documents d) as s
$$;

-- Counts the documents that expire on each day from `first` to `last`; 62 days at most.
create function public.documents_by_day(first date, last date) returns table (day date, documents bigint)
language sql stable set search_path = '' as $$
  select d.expires_on, count(*) from public.documents d
  where d.expires_on between documents_by_day.first and least(documents_by_day.last, documents_by_day.first + 62)
  group by d.expires_on order by d.expires_on
$$;

-- Returns the documents that keep a driver, or the vehicle of their open shift, out of service; none unless the company
-- has switched that on.
create function private.stopping_documents(driver uuid) returns setof public.documents
language sql stable security definer set search_path = '' as $$
  select d.* from public.documents d
  where private.setting('documents_stop_service') = 'true' and d.critical and d.verified_at is not null
    and d.expires_on < private.chile_today() and coalesce(d.override_until < private.chile_today(), true)
    and (d.driver_id = driver or d.vehicle_id in (
      select s.vehicle_id from public.shifts s where s.driver_id = driver and s.ended_at is null))
$$;

-- Returns the documents that keep the caller's own driver out of service.
create function public.own_stopping_documents() returns table (kind text, owner_name text, expires_on date)
language sql stable security definer set search_path = '' as $$
  select k.name, coalesce(p.name, v.license_plate), d.expires_on
  from private.stopping_documents(private.own_driver_id()) d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id
  order by d.expires_on
$$;

-- Returns whether an expired critical document keeps a driver out of service; staff and the service only.
create function public.documents_policy() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff read the rules for documents');
  end if;
  return private.setting('documents_stop_service') = 'true';
end $$;

-- Switches that rule on or off and logs it; administrators and the service only: at once it stops service or permits it.
create function public.set_documents_policy(stop_service boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators change the rules for documents');
  end if;
  perform private.configure(jsonb_build_object('documents_stop_service', stop_service::text));
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'document_policy:company',
    'operation', 'changed', 'documents_stop_service', stop_service));
end $$;

-- Lets a driver or vehicle serve until a day although a document has expired; without a day the override ends.
-- Staff and the service only, because staff also enter the day a document expires; the audit log keeps the reason.
create function public.override_document(document uuid, until date default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff override documents');
  end if;
  if until is not null and (until between private.chile_today() and private.chile_today() + 90
    and char_length(btrim(reason)) between 3 and 200) is not true then
    perform private.refuse(400, 'validation_failed', 'An override takes a day within 90 days and a reason');
  end if;
  update public.documents d set override_until = until,
    override_reason = case when until is not null then btrim(reason) end
    where d.id = override_document.document;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such document');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'document:' || document,
    'operation', 'changed', 'override_until', until, 'override_reason', case when until is not null then btrim(reason) end));
end $$;

-- Returns whether the caller's driver may upload a file of this name: into their own folder, twenty at most. The lock
-- serialises a driver's uploads.
create or replace function private.may_add_document_file(name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  folder constant text := 'drivers/' || private.own_driver_id() || '/';
begin
  if not private.session_alive() or coalesce(starts_with(name, folder), false) is false
    or name !~ '^drivers/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('documents of ' || folder, 0));
  if (select count(*) from storage.objects o where o.bucket_id = 'documentos' and starts_with(o.name, folder)) >= 20 then
    raise insufficient_privilege using message = 'A driver keeps at most 20 files of documents.';
  end if;
  return true;
end $$;

-- Deletes files that no document names, a day after their upload. Our server calls it daily.
create function private.delete_orphaned_document_files(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'documentos' and o.created_at < as_of - interval '1 day'
      and not exists (select from public.documents d where d.file = o.name)
    returning 1
  )
  select count(*) from deleted
$$;

-- Returns the reminders that a driver has not had yet: the latest threshold that a document has passed, until a month
-- after its expiry. A document whose renewal waits to be verified has none. Reminders about a vehicle go to active
-- drivers; a driver who has left gets none.
create function private.due_document_reminders() returns table (account_id uuid, email text, language text,
  document_id uuid, threshold integer, kind text, owner_name text, expires_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', d.id, due.threshold, k.name,
    coalesce(p.name, v.license_plate), d.expires_on
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id
    join public.user_drivers link on link.driver_id = d.driver_id and p.state <> 'left' or link.driver_id in (
      select a.driver_id from public.vehicle_drivers a join public.drivers holder on holder.id = a.driver_id
      where a.vehicle_id = d.vehicle_id and holder.state = 'active')
    join auth.users u on u.id = link.user_id
    cross join lateral (select case when days <= 7 then 7 when days <= 14 then 14 else 30 end
      from (select d.expires_on - private.chile_today()) as left_over (days)) as due (threshold)
  where d.verified_at is not null
    and d.expires_on between private.chile_today() - 30 and private.chile_today() + 30
    and u.email <> '' and coalesce(u.banned_until <= now(), true) and u.deleted_at is null
    and not exists (select from public.documents w where w.kind_id = d.kind_id and w.verified_at is null
      and (w.driver_id = d.driver_id or w.vehicle_id = d.vehicle_id))
    and not exists (select from private.document_reminders r where r.document_id = d.id and r.account_id = u.id
      and r.threshold = due.threshold and r.expires_on = d.expires_on)
  order by u.id, d.expires_on, d.id
$$;

-- Returns the administrators who have not had this week's digest.
create function private.due_document_digests() returns table (account_id uuid, email text, language text, week date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', monday.week
  from auth.users u, (select date_trunc('week', private.chile_today())::date) as monday (week)
  where private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.document_digests g where g.account_id = u.id and g.week = monday.week)
  order by u.id
$$;

-- Returns the documents of a person's drivers, for personal_data.
create function private.documents_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.name, 'number', d.number, 'issued_on', d.issued_on,
    'expires_on', d.expires_on, 'file', d.file, 'verified_at', d.verified_at, 'override_until', d.override_until,
    'override_reason', d.override_reason) order by d.created_at, d.id), '[]')
  from public.documents d join public.document_kinds k on k.id = d.kind_id
  where d.driver_id in (
    select own.id from public.drivers own where own.created_by = person
    union all select link.driver_id from public.user_drivers link where link.user_id = person)
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

-- Stores a heartbeat of a device of the caller's driver, in one upsert. `now`, by the device's clock, and `painted_ago`
-- are in milliseconds; `done` names the command that the device has executed. Returns `{name, wanted_action,
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

-- Returns one page of the grid of documents: its owners, vehicles or drivers, in the order of plates or names, each
-- with its documents; how many owners there are; and the kind of owner, which is that of the company's vehicles unless
-- it has none. `state` keeps the owners that lack a document (`missing`), or have one in that state; `month`, a day in
-- it, those with one that expires in it. `subject` is one owner; `after` begins behind one. Security invoker: each
-- caller sees what the policies allow.
create or replace function public.document_grid(owner text default '', search text default '', state text default '',
  kind uuid default null, month date default null, subject uuid default null, after uuid default null,
  page integer default 1, per_page integer default 25) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  chosen constant text := case when document_grid.owner in ('driver', 'vehicle') then document_grid.owner
    when exists (select from public.vehicles) then 'vehicle' else 'driver' end;
  words constant text[] := string_to_array(nullif(private.fold(btrim(search)), ''), ' ');
  plates constant text[] := array(select private.plate_of(t.word) from unnest(words) with ordinality as t (word, place)
    order by t.place);
  today constant date := private.chile_today();
  matching uuid[];
  result jsonb;
begin
  if document_grid.state = 'missing' then
    matching := array(select private.lacking_owners(chosen, document_grid.kind));
  elsif document_grid.state <> '' or document_grid.kind is not null or document_grid.month is not null then
    matching := array(select distinct coalesce(d.vehicle_id, d.driver_id) from public.documents d
      where (d.vehicle_id is not null) = (chosen = 'vehicle')
        and (document_grid.kind is null or d.kind_id = document_grid.kind)
        and (document_grid.month is null or d.expires_on >= date_trunc('month', document_grid.month)::date
          and d.expires_on < (date_trunc('month', document_grid.month) + interval '1 month')::date)
        and case document_grid.state when '' then true when 'waiting' then d.verified_at is null
          else d.verified_at is not null and private.document_state(d.expires_on - today) = document_grid.state end);
  end if;
  with found as materialized (
    select o.* from private.document_owners o
    where o.owner = chosen and (document_grid.subject is null or o.id = document_grid.subject)
      and (matching is null or o.id = any (matching))
      and (words is null or not exists (select from unnest(words, plates) as t (word, plate)
        where strpos(coalesce(o.license_plate, ''), t.plate) = 0
          and (chosen = 'vehicle' or strpos(private.fold(concat_ws(' ', o.name, o.driver_code)), t.word) = 0)))
      and (document_grid.after is null or (o.name, o.id) > (
        select a.name, a.id from private.document_owners a where a.id = document_grid.after))),
  shown as (
    select f.* from found f order by f.name, f.id
    limit least(greatest(per_page, 1), 100) offset least(greatest(per_page, 1), 100) * (greatest(page, 1) - 1))
  select jsonb_build_object('owner', chosen, 'total', (select count(*) from found), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('id', s.id, 'owner', s.owner, 'name', s.name, 'license_plate', s.license_plate,
      'driver_code', s.driver_code, 'documents', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'kind_id', d.kind_id, 'expires_on', d.expires_on,
          'days_left', d.expires_on - today, 'state', private.document_state(d.expires_on - today),
          'waiting', d.verified_at is null, 'has_file', d.file is not null) order by d.verified_at nulls last)
        from public.documents d where d.vehicle_id = s.id or d.driver_id = s.id), '[]')) order by s.name, s.id)
    from shown s), '[]')) into result;
  return result;
end $$;

grant execute on function public.document_counts(),
  public.documents_by_day(date,date),
  public.own_stopping_documents(),
  public.documents_policy(),
  public.set_documents_policy(boolean),
  public.override_document(uuid,date,text)
  to authenticated, service_role;
grant execute on function public.send_heartbeat(jsonb)
  to authenticated;
create trigger read_only instead of insert or update or delete on public.document_list
  for each row execute function private.refuse_document_list_write();

create trigger audit_row after insert or delete on public.documents for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('document', 'id');
create trigger audit_change after update on public.documents for each row
  when (pg_trigger_depth() = 0 and (old.override_until, old.override_reason)
    is not distinct from (new.override_until, new.override_reason))
  execute function private.audit_row('document', 'id');
create trigger audit_row after insert or update or delete on public.document_kinds for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('document_kind', 'id');
