-- The audit log says which record an entry is about, tells the assignment of a driver to a car as that and not as a new
-- car, and tells an administrator's change of a paper once: not its file beside it.

-- Arguments: what a row is called, and the column that identifies it. Names of columns are kept, never values, except what
-- names a deleted record that is no person: nobody could say later which one it was.
create or replace function private.audit_row() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller constant text := coalesce(current_setting('role', true), 'none');
  row_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if row_before is distinct from row_after
    and (caller = 'service_role' or caller = 'authenticated' and private.is_admin()) then
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

drop trigger audit_row on public.vehicle_drivers;
create trigger audit_row after insert or update or delete on public.vehicle_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('vehicle_drivers', 'vehicle_id');

-- The present name of an entry's record, as `{name, plate}`; for a deleted one, the name that its entry keeps. Names of
-- people are read, never kept: they go with the record.
create function private.audit_subject(traits jsonb) returns jsonb
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
    when 'vehicle' then (select jsonb_build_object('plate', v.license_plate) from public.vehicles v where v.id = record_id)
    when 'vehicle_drivers' then jsonb_build_object(
      'name', (select d.name from public.drivers d where d.id::text = traits ->> 'driver_id'),
      'plate', (select v.license_plate from public.vehicles v where v.id = record_id))
    when 'paper' then (
      select jsonb_build_object('name', concat_ws(', ', k.name, d.name), 'plate', v.license_plate)
      from public.documents p join public.document_kinds k on k.id = p.kind_id
        left join public.drivers d on d.id = p.driver_id left join public.vehicles v on v.id = p.vehicle_id
      where p.id = record_id)
    when 'paper_kind' then (select jsonb_build_object('name', k.name) from public.document_kinds k where k.id = record_id)
    when 'device' then (select jsonb_build_object('name', d.name) from public.devices d where d.id = record_id)
    when 'route' then (select jsonb_build_object('name', r.name) from public.time_based_routes r where r.id = record_id)
  end;
  return jsonb_strip_nulls(jsonb_build_object('name', traits -> 'name', 'plate', traits -> 'plate'))
    || jsonb_strip_nulls(coalesce(found, '{}'));
end $$;
revoke execute on function private.audit_subject(jsonb) from public, anon, authenticated, service_role;

-- A page of it for administrators, newest first: `{entries, total}`, each entry with its `subject`. `person` is a part of
-- an e-mail address or telephone number, of who did it or to whom it was done; `refused` keeps what somebody was refused.
-- The first moment that counts is `since`, and the first that does not is `until`.
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
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'payload', e.payload, 'created_at', e.created_at,
        'ip_address', e.ip_address, 'subject', private.audit_subject(e.payload -> 'traits')) order by e.created_at desc, e.id), '[]')
      from private.audit_log e
      where e.created_at >= (select min(s.created_at) from shown s)
        and e.created_at <= (select max(s.created_at) from shown s) and e.id in (select s.id from shown s))));
end $$;

create or replace view private.audit_log with (security_invoker = true) as
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

-- A file that a paper names stays: the paper goes first, and the audit log tells that.
drop policy documentos_delete on storage.objects;
create policy documentos_delete on storage.objects for delete to authenticated using (bucket_id = 'documentos'
  and (select private.is_admin()) and not exists (select from public.documents d where d.file = name));
