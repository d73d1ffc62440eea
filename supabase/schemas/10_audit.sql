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

-- Writes an entry on behalf of the caller. Product functions call with the secret key and name the person they act for
-- in the header `x-acting-for`, which is ignored from anybody else. Behind Cloudflare, as on a hosted project, such a
-- call comes from the function's address, so the entry omits it. Each new entry also deletes expired ones: a hosted
-- project needs no job for that.
create function private.record_act(action text, kind text, traits jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  is_service constant boolean := coalesce(current_setting('role', true), 'none') = 'service_role';
  named constant text := case when is_service then headers ->> 'x-acting-for' end;
  person constant uuid := coalesce(auth.uid(),
    case when named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named::uuid end);
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

-- Logs a change of a row by staff or the service. Arguments: the kind of record, and the column that
-- identifies it. The entry holds names of changed columns, never values, except the name of a deleted record that is
-- not a person: without it nobody could say later which one it was.
create function private.audit_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller constant text := coalesce(current_setting('role', true), 'none');
  row_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if row_before is distinct from row_after
    and (caller = 'service_role' or caller = 'authenticated' and private.is_staff()) then
    perform private.record_act('resource_modified', 'access', jsonb_build_object(
      'target', tg_argv[0] || ':' || (coalesce(row_after, row_before) ->> tg_argv[1]),
      'operation', case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
      'driver_id', case when tg_table_name = 'vehicle_drivers' then coalesce(row_after, row_before) ->> 'driver_id' end,
      'name', case when tg_op = 'DELETE' then case tg_table_name
        when 'documents' then (select k.name from public.document_kinds k where k.id = (row_before ->> 'kind_id')::uuid)
        when 'document_kinds' then row_before ->> 'name' when 'time_based_routes' then row_before ->> 'name' end end,
      'plate', case when tg_op = 'DELETE' then case tg_table_name when 'vehicles' then row_before ->> 'license_plate'
        when 'documents' then (select v.license_plate from public.vehicles v
          where v.id = (row_before ->> 'vehicle_id')::uuid) end end,
      'changed', case when tg_op = 'UPDATE' then (
        select string_agg(key, ', ' order by key) from jsonb_each(row_after)
        where value is distinct from row_before -> key and key <> 'version') end));
  end if;
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
  when (pg_trigger_depth() = 0) execute function private.audit_row('user', 'user_id');
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
  if act is null or account is null or act not in ('user_signedup', 'user_modified', 'user_deleted')
    or char_length(changed) > 200 then
    perform private.refuse(400, 'validation_failed', 'This is no act on an account');
  end if;
  perform private.record_act(act, case act when 'user_modified' then 'user' else 'team' end,
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

-- Returns the traits of an entry in today's nouns: entries from before 1.0 say paper for document, and stay as they are.
create function private.audit_traits(traits jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select case when traits ->> 'target' ~ '(^|/rest/v1/(rpc/)?(set_|override_)?)paper|/rpc/device_beat' then
    traits - 'papers_stop_service' || jsonb_strip_nulls(jsonb_build_object(
      'target', replace(regexp_replace(traits ->> 'target', 'paper', 'document'), 'device_beat', 'send_heartbeat'),
      'documents_stop_service', traits -> 'papers_stop_service')) else traits end
$$;

-- Returns the present name of an entry's record, as `{name, plate}`, or the name stored in the entry if the record was
-- deleted. An entry about a vehicle may also name the driver from whom it was taken over. Names of people are looked
-- up, never stored, so that they disappear with the record.
create function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  record_kind constant text := replace(split_part(traits ->> 'target', ':', 1), 'vehicle_drivers', 'vehicle');
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

-- Administrators and the service role. Returns a page of the log, newest first: `{entries, total}`, each entry with its
-- `subject`. `person` matches part of the email address or phone of the actor or the affected account; `refused` keeps only
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
grant execute on function public.audit_log(integer, integer, text, text, boolean, timestamptz, timestamptz)
  to authenticated, service_role;
