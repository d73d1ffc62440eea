-- The product's audit log: what staff and the service do to drivers, links, reviews, tours and accounts.
-- Triggers and product functions write it, so it is the same on our server and on a hosted project. Payload and columns
-- are those of auth.audit_log_entries, which holds the sign-ins.
create table private.audit (
  id uuid primary key default gen_random_uuid(),
  -- clock_timestamp() keeps the order of acts within a transaction.
  created_at timestamptz not null default clock_timestamp(),
  payload jsonb not null,
  ip_address text not null default ''
);
create index audit_created_at_idx on private.audit (created_at desc);
-- Deleting an account looks up its entries.
create index audit_actor_idx on private.audit ((payload ->> 'actor_id'));
create index audit_user_idx on private.audit ((payload -> 'traits' ->> 'user_id'));
-- `public.personal_data` looks up the entries about a person, and failed sign-ins.
create index audit_target_idx on private.audit ((payload -> 'traits' ->> 'target'));
create index audit_login_failed_idx on private.audit ((payload ->> 'actor_username'))
  where payload ->> 'action' = 'login_failed';
-- Marks where this log begins: only the server's log holds earlier acts.
insert into private.audit (payload) values ('{"action": "audit_began"}');

-- The log is append-only, even for its owner: only forget_audit deletes expired entries, and only anonymise_audit
-- changes an entry, to remove the name of a deleted person.
create function private.keep_audit() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('private.forgetting_audit', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('private.anonymising_audit', true) = 'on'
    and (new.id, new.created_at, new.payload ->> 'action', new.payload ->> 'actor_id',
        new.payload -> 'traits' ->> 'target')
      is not distinct from (old.id, old.created_at, old.payload ->> 'action', old.payload ->> 'actor_id',
        old.payload -> 'traits' ->> 'target') then
    return new;
  end if;
  raise exception 'private.audit is append-only' using errcode = '42501';
end $$;
create trigger keep_audit before update or delete on private.audit
  for each row execute function private.keep_audit();
-- TRUNCATE fires no row triggers, so it needs its own.
create trigger keep_whole_audit before truncate on private.audit
  for each statement execute function private.keep_audit();

-- The server, daily. Deletes entries older than the setting `audit_retention_days` and returns their number.
create function private.forget_audit() returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('audit_retention_days'), '365');
  forgotten bigint;
begin
  perform set_config('private.forgetting_audit', 'on', true);
  delete from private.audit where created_at < now() - make_interval(days => days);
  get diagnostics forgotten = row_count;
  perform set_config('private.forgetting_audit', '', true);
  return forgotten;
end $$;

-- Returns a text as a UUID, null if it is none.
create function private.as_uuid(written text) returns uuid language sql immutable set search_path = '' as $$
  select case when written ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then written::uuid end
$$;

-- Writes an entry on behalf of the caller. `action` is the act, `<kind of record>_<what was done>`, for which the panel has a
-- sentence; `traits` hold ids and details, and no names of people. Product functions call with the secret key and name the person they act for
-- in the header `x-acting-for`, which is ignored from anybody else. Behind Cloudflare, as on a hosted project, such a
-- call comes from the function's address, so the entry omits it. Each new entry also deletes expired ones: a hosted
-- project needs no job for that.
create function private.record_act(action text, kind text, traits jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  is_service constant boolean := coalesce(current_setting('role', true), 'none') = 'service_role';
  person constant uuid := coalesce(auth.uid(), case when is_service then private.as_uuid(headers ->> 'x-acting-for') end);
  address constant text := case when headers ? 'cf-connecting-ip' then
      case when not is_service then headers ->> 'cf-connecting-ip' end
    else headers ->> 'x-real-ip' end;
begin
  insert into private.audit (payload, ip_address) values (
    jsonb_build_object('action', action, 'log_type', kind, 'traits', jsonb_strip_nulls(traits),
      'actor_id', coalesce(person, '00000000-0000-0000-0000-000000000000'),
      'actor_username', case when person is null then 'service_role' else coalesce(
        (select coalesce(nullif(u.email, ''), u.phone) from auth.users u where u.id = person), '') end),
    left(coalesce(address, ''), 64));
  perform private.forget_audit();
end $$;

-- Logs a change of a row as the act `<kind>_<what was done>`: by staff or the service, and what drivers register or send
-- themselves. Arguments: the kind of the entry's target, the column that identifies it, and the kind of the act if it is
-- another one. The entry holds ids and names of changed columns, never values, except the name of a deleted record that is
-- not a person: without it nobody could say later which one it was.
create function private.audit_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller constant text := coalesce(current_setting('role', true), 'none');
  by_staff constant boolean := caller = 'service_role' or caller = 'authenticated' and private.is_staff();
  kind constant text := coalesce(tg_argv[2], tg_argv[0]);
  row_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  shown constant jsonb := coalesce(row_after, row_before);
  changed constant text[] := case when tg_op = 'UPDATE' then array(
    select key from jsonb_each(row_after) where value is distinct from row_before -> key and key <> 'version' order by key) end;
  done text;
begin
  if row_before is not distinct from row_after or not (by_staff or caller = 'authenticated' and (
    kind = 'driver' and tg_op = 'INSERT' or kind = 'document' and private.own_active_driver() is not null)) then
    return null;
  end if;
  done := case
    when tg_op = 'INSERT' and by_staff then 'created'
    when tg_op = 'INSERT' then case kind when 'driver' then 'registered' else 'sent' end
    when tg_op = 'DELETE' and not by_staff then 'withdrawn'
    when tg_op = 'DELETE' then case when kind = 'document' and row_before ->> 'verified_at' is null then 'rejected'
      else 'deleted' end
    when kind = 'document' and row_before ->> 'verified_at' is null and shown ->> 'verified_at' is not null then 'verified'
    when kind = 'driver' and 'approved_at' = any (changed) and changed <@ array['approved', 'approved_at', 'approved_by', 'state']
      then case when shown ->> 'approved_at' is null then 'suspended' else 'approved' end
    when kind = 'driver' and changed = array['pending_photo_url'] and shown ->> 'pending_photo_url' is null
      then 'photo_rejected'
    when kind = 'driver' and changed = array['pending_photo_url', 'photo_url']
      and shown ->> 'photo_url' = row_before ->> 'pending_photo_url' then 'photo_accepted'
    else 'changed' end;
  perform private.record_act(kind || '_' || done, 'access', jsonb_build_object(
    'target', tg_argv[0] || ':' || (shown ->> tg_argv[1]),
    'driver_id', shown -> 'driver_id', 'vehicle_id', shown -> 'vehicle_id', 'kind_id', shown -> 'kind_id',
    'name', case when row_after is null then case tg_table_name
      when 'documents' then (select k.name from public.document_kinds k where k.id = (shown ->> 'kind_id')::uuid)
      when 'document_kinds' then shown ->> 'name' when 'time_based_routes' then shown ->> 'name' end end,
    'plate', case when row_after is null then case tg_table_name when 'vehicles' then shown ->> 'license_plate'
      when 'documents' then (select v.license_plate from public.vehicles v
        where v.id = (shown ->> 'vehicle_id')::uuid) end end,
    'changed', array_to_string(changed, ', ')));
  return null;
end $$;

-- Direct writes only, not those of other triggers and of foreign keys. Leaving, returning and hiding have entries of their
-- own.
create trigger audit_row after insert or delete on public.drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('driver', 'id');
create trigger audit_change after update on public.drivers for each row
  when (pg_trigger_depth() = 0 and old.left_at is not distinct from new.left_at)
  execute function private.audit_row('driver', 'id');
create trigger audit_row after insert or update or delete on public.user_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('user', 'user_id', 'link');
create trigger audit_row after insert or delete on public.reviews for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('review', 'id');
create trigger audit_change after update on public.reviews for each row
  when (pg_trigger_depth() = 0 and old.hidden_at is not distinct from new.hidden_at)
  execute function private.audit_row('review', 'id');
create trigger audit_row after insert or update or delete on public.time_based_routes for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('route', 'id');

-- Service role. Product functions record here what they did to an account through auth/v1: a hosted project's own log says
-- only that the secret key did it. `changed` names the changed fields, never their values.
create function public.record_account_act(act text, account uuid, changed text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if act is null or account is null
    or act not in ('user_signedup', 'user_modified', 'user_blocked', 'user_unblocked', 'user_deleted')
    or char_length(changed) > 200 then
    perform private.refuse(400, 'validation_failed', 'This is no act on an account');
  end if;
  perform private.record_act(act, case when act in ('user_signedup', 'user_deleted') then 'team' else 'user' end,
    jsonb_build_object('target', 'user:' || account, 'user_id', account, 'changed', changed)
      || coalesce((select jsonb_build_object('user_email', nullif(u.email, ''), 'user_phone', nullif(u.phone, ''))
        from auth.users u where u.id = account), '{}'));
end $$;
grant execute on function public.record_account_act(text, uuid, text) to service_role;

-- Deleting an account removes the person's names and addresses from the log: the act stays, with its time and an id
-- that no longer identifies anybody.
create function private.anonymise_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('private.anonymising_audit', 'on', true);
  update private.audit e set
    payload = e.payload
      || case when e.payload ->> 'actor_id' = old.id::text then '{"actor_username": ""}'::jsonb else '{}' end
      || case when e.payload -> 'traits' ->> 'user_id' = old.id::text
        then jsonb_build_object('traits', (e.payload -> 'traits') - array['user_email', 'user_phone']) else '{}' end,
    ip_address = case when e.payload ->> 'actor_id' = old.id::text then '' else e.ip_address end
  where e.payload ->> 'actor_id' = old.id::text or e.payload -> 'traits' ->> 'user_id' = old.id::text;
  perform set_config('private.anonymising_audit', '', true);
  return null;
end $$;
create trigger anonymise_audit after delete on auth.users
  for each row execute function private.anonymise_audit();
-- A soft deletion anonymises the log as well.
create trigger anonymise_audit_softly after update of deleted_at on auth.users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function private.anonymise_audit();

-- Everything that people did: the product's audit log, and the sign-ins and refusals of the platform's log. It omits
-- platform entries for acts that the product's log already describes: writes to its tables through rest/v1, and what
-- its functions do to accounts. On a hosted project the platform's log may be off, and its payload is `json`.
create view private.audit_log with (security_invoker = true) as
  select id, created_at, payload, ip_address from private.audit where payload ->> 'action' <> 'audit_began'
  union all
  select e.id, e.created_at, e.payload::jsonb, coalesce(e.ip_address::text, '') from auth.audit_log_entries e
  where e.created_at < (select coalesce(min(a.created_at), 'infinity') from private.audit a) or not (
    e.payload ->> 'action' = 'resource_modified' and e.payload -> 'traits' ->> 'target'
      ~ '^[A-Z]+ /rest/v1/(drivers|user_drivers|reviews|time_based_routes|vehicles|vehicle_drivers|documents|document_kinds|devices)(\?|$)'
    or e.payload ->> 'action' = 'resource_modified' and e.payload -> 'traits' ->> 'target'
      ~ '^(POST|DELETE) /storage/v1/object/documentos(/|\?|$)'
      and e.payload ->> 'actor_id' <> '00000000-0000-0000-0000-000000000000'
    or e.payload ->> 'action' in ('user_signedup', 'user_modified', 'user_deleted')
      and e.payload ->> 'actor_id' <> '00000000-0000-0000-0000-000000000000'
      and e.payload -> 'traits' ->> 'user_id' is not null);

-- Returns the traits of an entry in today's nouns. Earlier entries stay as they are: those from before 1.0 say paper for
-- document, and each reason had a name of its own.
create function private.audit_traits(traits jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select traits - array['papers_stop_service', 'override_reason', 'void_reason'] || jsonb_strip_nulls(jsonb_build_object(
    'target', regexp_replace(regexp_replace(traits ->> 'target', '^paper', 'document'), '^vehicle_drivers:', 'vehicle:'),
    'documents_stop_service', coalesce(traits -> 'documents_stop_service', traits -> 'papers_stop_service'),
    'why', coalesce(traits -> 'why', traits -> 'override_reason', traits -> 'void_reason'),
    'card_kind', coalesce(traits -> 'card_kind', to_jsonb(substring(traits ->> 'target' from '^card:([a-z]+)$')))))
$$;

-- Returns the act of an entry, as record_act names it. Earlier entries of the product are all `resource_modified`, and so are
-- writes that only the server has noted: the target says what an earlier one was about, `changed` or `operation` what was
-- done. One that is not known stays as it is. No search path is set, so that PostgreSQL inlines the expression.
create function private.audit_act(payload jsonb) returns text language sql immutable
  return case when payload ->> 'action' is distinct from 'resource_modified' then payload ->> 'action'
    when payload #>> '{traits,target}' ~ '^[A-Z]+ /storage/v1/object/'
      then case when payload #>> '{traits,target}' ~ '^DELETE ' then 'file_deleted' else 'file_saved' end
    when payload #>> '{traits,target}' ~ '^[A-Z]+ ' then 'resource_modified'
    when payload #> '{traits,override_until}' is not null then 'document_overridden'
    else coalesce(
      '{"announcement withdrawn_at": "announcement_withdrawn", "case driver_id": "case_driver",
        "device tablet_show_name": "device_show_name", "device tablet_reload": "device_reload",
        "device tablet_lock": "device_lock", "device tablet_sign_out": "device_sign_out",
        "device tablet_wish_withdrawn": "device_command_withdrawn", "driver left_company": "driver_left",
        "driver returned_to_company": "driver_returned", "driver invitation": "driver_invited",
        "driver invitation_withdrawn": "driver_invitation_withdrawn",
        "driver invitation_accepted": "driver_invitation_accepted", "driver device_link": "device_link",
        "review review_hidden": "review_hidden", "review review_shown": "review_shown", "review review_note": "review_note",
        "card receipt_voided": "receipt_voided", "shift ended_at": "shift_corrected",
        "user device_sessions": "device_sessions", "vehicle taken_over": "vehicle_taken_over"}'::jsonb
        ->> (split_part(payload #>> '{traits,target}', ':', 1) || ' ' || (payload #>> '{traits,changed}')),
      case when payload #>> '{traits,target}' ~ '^(case|rights):'
        then split_part(payload #>> '{traits,target}', ':', 1) || '_' || (payload #>> '{traits,changed}') end,
      case when payload #>> '{traits,target}' = 'card:receipt' then 'receipt_created' end,
      regexp_replace(regexp_replace(regexp_replace(split_part(payload #>> '{traits,target}', ':', 1),
        '^paper', 'document'), '^user$', 'link'), '^vehicle_drivers$', 'assignment')
        || '_' || coalesce(payload #>> '{traits,operation}', 'changed'),
      'resource_modified') end;

-- Returns what an entry is about, by kind of record: `{id, name}` each, without a name for what has none. A kind is missing
-- once its record is deleted, unless the entry kept the name. Names of people are looked up, never stored, so that they
-- disappear with the record.
create function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  target_kind constant text := coalesce(split_part(traits ->> 'target', ':', 1), '');
  target_name constant text := split_part(traits ->> 'target', ':', 2);
  target_id constant uuid := private.as_uuid(target_name);
  -- The record, with its driver and vehicle, which early entries do not name.
  found constant jsonb := case
    when target_kind = 'release' then (
      select jsonb_build_object('name', r.id::text) from public.content_releases r where r.id::text = target_name)
    when target_kind in ('case', 'rights') then (
      select jsonb_build_object('id', t.id, 'name', t.number) from public.tickets t where t.id = target_id)
    when target_kind = 'document' then (
      select jsonb_build_object('id', d.id, 'name', k.name, 'driver', d.driver_id, 'vehicle', d.vehicle_id)
      from public.document_kinds k left join public.documents d on d.id = target_id
      where k.id = coalesce(d.kind_id, private.as_uuid(traits ->> 'kind_id')))
    when target_kind = 'document_kind' then (
      select jsonb_build_object('id', k.id, 'name', k.name) from public.document_kinds k where k.id = target_id)
    when target_kind = 'device' then (
      select jsonb_build_object('id', d.id, 'name', nullif(d.name, ''), 'driver', d.driver_id)
      from public.devices d where d.id = target_id)
    when target_kind = 'shift' then (
      select jsonb_build_object('id', s.id, 'driver', s.driver_id, 'vehicle', s.vehicle_id, 'driver_name', s.driver_name,
        'plate', s.license_plate)
      from public.shifts s where s.id = target_id)
    when target_kind = 'review' then (
      select jsonb_build_object('id', r.id, 'driver', r.driver_id) from public.reviews r where r.id = target_id)
    when target_kind = 'trip' then (
      select jsonb_build_object('id', t.id, 'name', t.code) from public.trips t where t.id = target_id)
    when target_kind = 'card' then (
      select jsonb_build_object('id', c.id, 'name', c.folio::text) from public.printed_cards c where c.id = target_id)
    when target_kind = 'announcement' then (
      select jsonb_build_object('id', a.id) from private.announcements a where a.id = target_id)
    when target_kind = 'breach' then (
      select jsonb_build_object('id', b.id) from public.breaches b where b.id = target_id)
    when target_kind = 'route' then (
      select jsonb_build_object('id', r.id, 'name', r.name) from public.time_based_routes r where r.id = target_id) end;
  driver constant uuid := coalesce(private.as_uuid(coalesce(traits ->> 'driver_id', found ->> 'driver')),
    case when target_kind = 'driver' then target_id end);
  vehicle constant uuid := coalesce(private.as_uuid(coalesce(traits ->> 'vehicle_id', found ->> 'vehicle')),
    case when target_kind = 'vehicle' then target_id end);
  account constant uuid := coalesce(private.as_uuid(traits ->> 'user_id'),
    case when target_kind = 'user' then target_id end);
  stored_name constant text := coalesce(traits ->> 'name', traits ->> 'folio');
  stored_plate constant text := coalesce(found ->> 'plate', traits ->> 'plate');
begin
  return jsonb_strip_nulls(jsonb_build_object(
    target_kind, coalesce(found - array['driver', 'vehicle', 'driver_name', 'plate'],
      case when stored_name is not null then jsonb_build_object('name', stored_name) end),
    'driver', coalesce(
      (select jsonb_build_object('id', d.id, 'name', d.name) from public.drivers d where d.id = driver),
      case when found ->> 'driver_name' is not null then jsonb_build_object('name', found -> 'driver_name') end),
    'vehicle', coalesce(
      (select jsonb_build_object('id', v.id, 'name', v.license_plate) from public.vehicles v where v.id = vehicle),
      case when stored_plate is not null then jsonb_build_object('name', stored_plate) end),
    'account', (
      select jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.email, ''), u.phone)) from auth.users u
      where u.id = account)));
end $$;

-- Administrators and the service role. Returns a page of the log, newest first: `{entries, total}`, each entry in today's
-- nouns with its `subject`. `action` is an act as `audit_act` names it. `person` matches part of the email address or phone of the actor or the affected account; `refused` keeps only
-- failures and refusals. `since` is inclusive, `until` exclusive.
create function public.audit_log(page integer default 1, per_page integer default 25, person text default '',
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
        and (audit_log.action = '' or private.audit_act(e.payload) = audit_log.action)
        and (not refused or e.payload ->> 'action' in ('login_failed', 'permission_denied', 'refusals_suppressed'))
        and (person = '' or concat_ws(' ', e.payload ->> 'actor_username', e.payload -> 'traits' ->> 'user_email',
          e.payload -> 'traits' ->> 'user_phone') ilike pattern)),
    -- The payloads of the page only; by time, because that is what the indexes know.
    shown as materialized (
      select m.id, m.created_at from matching m order by m.created_at desc, m.id
      limit per_page offset (page - 1) * per_page::bigint)
    select jsonb_build_object('total', (select count(*) from matching), 'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'payload',
        e.payload || jsonb_build_object('action', private.audit_act(e.payload), 'traits', today.traits),
        'created_at', e.created_at, 'ip_address', e.ip_address, 'subject', private.audit_subject(today.traits))
        order by e.created_at desc, e.id), '[]')
      from private.audit_log e
        cross join lateral (select private.audit_traits(coalesce(nullif(e.payload -> 'traits', 'null'), '{}'))) as today (traits)
      where e.created_at >= (select min(s.created_at) from shown s)
        and e.created_at <= (select max(s.created_at) from shown s) and e.id in (select s.id from shown s))));
end $$;
grant execute on function public.audit_log(integer, integer, text, text, boolean, timestamptz, timestamptz)
  to authenticated, service_role;
