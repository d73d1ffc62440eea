-- The log says one sentence for each act: each function and trigger records its act by name, with the ids that the sentence is
-- about, and acts that only the server had noted have entries of their own. Earlier entries stay and are read by an alias.

-- Drivers. Changes the driver's photo to one that they have uploaded; under manual approval it waits.
create or replace function public.change_own_photo(photo_url text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  driver uuid := private.own_driver_id();
  photo text := private.photo_path(change_own_photo.photo_url);
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can change the own photo');
  end if;
  if not exists (select from storage.objects o
    where o.bucket_id = 'imagenes' and o.name = private.photo_name(photo) and private.own_photo(o.name))
  then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  if private.is_approved_at_first() then
    update public.drivers d set photo_url = photo where d.id = driver;
  else
    update public.drivers d set pending_photo_url = nullif(photo, d.photo_url) where d.id = driver;
  end if;
  if not private.is_staff() then
    perform private.record_act('driver_photo_sent', 'access', jsonb_build_object('target', 'driver:' || driver));
  end if;
end $$;

-- The person, not a device set up by a link, administrators and the service role. Returns everything we hold about a person in one document, as Chile's
-- law 21.719 demands. It contains no password, code or token, and leaves other people out: neither who else acted nor from
-- which address. The caller's current session shows no last use and no address, because a copied access token would reveal
-- when its owner refreshes. A failed sign-in is stored under the address that somebody typed, so it counts for this person
-- only from the moment the account had that address.
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
  if person = auth.uid() and private.is_device_session() then
    perform private.refuse(403, 'reauthentication_needed', 'Enter the password of the account on this device first');
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
  perform private.record_act('personal_data_read', 'access', jsonb_build_object('target', 'user:' || person));
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

-- Service role. Takes a person whose data are being deleted out of what stays: the shifts, because the company must be able to
-- answer for its vehicles and its own books know whose the driver's code was; the passengers' cases, also those about a driver
-- whose record was deleted before; and the register of printed cards with its folios and plates.
create function public.anonymise_person(person uuid, drivers uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.shifts s set driver_name = null, driver_phone = null
    where s.account_id = person or s.driver_id = any (drivers);
  update public.cases c set driver_name = null where c.driver_id = any (drivers)
    or c.shift_id in (select s.id from public.shifts s where s.account_id = person);
  update public.printed_cards c set driver_name = null, photo_url = null where c.driver_id = any (drivers);
end $$;

grant execute on function public.anonymise_person(uuid, uuid[]) to service_role;

-- Returns a text as a UUID, null if it is none.
create function private.as_uuid(written text) returns uuid language sql immutable set search_path = '' as $$
  select case when written ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then written::uuid end
$$;

-- Writes an entry on behalf of the caller. `action` is the act, `<kind of record>_<what was done>`, for which the panel has a
-- sentence; `traits` hold ids and details, and no names of people. Product functions call with the secret key and name the person they act for
-- in the header `x-acting-for`, which is ignored from anybody else. Behind Cloudflare, as on a hosted project, such a
-- call comes from the function's address, so the entry omits it. Each new entry also deletes expired ones: a hosted
-- project needs no job for that.
create or replace function private.record_act(action text, kind text, traits jsonb) returns void
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
create or replace function private.audit_row() returns trigger language plpgsql security definer set search_path = '' as $$
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

create or replace trigger audit_row after insert or update or delete on public.user_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('user', 'user_id', 'link');
create or replace trigger audit_row after insert or update or delete on public.vehicle_drivers for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('vehicle', 'vehicle_id', 'assignment');

-- Service role. Product functions record here what they did to an account through auth/v1: a hosted project's own log says
-- only that the secret key did it. `changed` names the changed fields, never their values.
create or replace function public.record_account_act(act text, account uuid, changed text default null) returns void
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

-- Returns the traits of an entry in today's nouns. Earlier entries stay as they are: those from before 1.0 say paper for
-- document, and each reason had a name of its own.
create or replace function private.audit_traits(traits jsonb) returns jsonb language sql immutable set search_path = '' as $$
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
create or replace function private.audit_subject(traits jsonb) returns jsonb
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

-- Writes the tours of a new release. As a trigger it leaves their triggers of the audit log silent: the log has the release.
create function private.write_released_tours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_tours(new.content -> 'tours');
  return null;
end $$;

create trigger write_released_tours after insert on public.content_releases
  for each row execute function private.write_released_tours();
drop trigger audit_row on public.content_releases;

-- Administrators: what is published binds the company. Publishes the draft as the newest release and returns its number,
-- or the present number if nothing has changed. The audit log has releases, not drafts: the studio saves a draft at every
-- pause in typing.
create or replace function public.publish_content(expected_version integer, note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
  problems jsonb;
  newest public.content_releases;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators may publish the content');
  end if;
  draft := private.lock_draft(expected_version);
  problems := private.content_problems(draft.content);
  if problems <> '[]' then
    perform private.refuse(400, 'content_invalid', 'The content breaks its rules', details => problems::text);
  end if;
  if (char_length(note) <= 500) is not true then
    perform private.refuse(400, 'validation_failed', 'A note has at most 500 characters');
  end if;
  select * into newest from public.content_releases order by id desc limit 1;
  if newest.content = draft.content then
    return newest.id;
  end if;
  insert into public.content_releases (id, content, note, published_by)
    values (coalesce(newest.id, 0) + 1, draft.content, publish_content.note, auth.uid());
  perform private.record_act('release_created', 'access', jsonb_build_object(
    'target', 'release:' || coalesce(newest.id, 0) + 1, 'note', nullif(publish_content.note, '')));
  return coalesce(newest.id, 0) + 1;
end $$;

-- Logs the start or the end of a shift, with its driver and vehicle.
create function private.record_shift_act(act text, shift public.shifts) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act(act, 'access', jsonb_build_object('target', 'shift:' || shift.id, 'driver_id', shift.driver_id,
    'vehicle_id', shift.vehicle_id))
$$;

-- Counts a take-over and logs it: the caller, the vehicle, and the driver who had it. Rate limit: six an hour are more
-- than a day's work needs and too few to keep a fleet off the road. Called under the lock of start_shift.
create or replace function private.record_take_over(driver uuid, vehicle uuid, from_driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 6;
  earliest timestamptz;
begin
  select s.started_at into earliest from public.shifts s
    where s.driver_id = record_take_over.driver and s.took_over
      -- A shift dated in the future began while the clock was ahead.
      and s.started_at between now() - interval '1 hour' and now() + interval '1 minute'
    order by s.started_at desc offset most - 1 limit 1;
  if found then
    perform private.refuse(429, 'over_take_over_rate_limit',
      'Too many vehicles taken over within an hour. Ask the company to end the other driver''s shift.',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from earliest + interval '1 hour' - now())))::integer::text));
  end if;
  perform private.record_act('vehicle_taken_over', 'access', jsonb_build_object('target', 'vehicle:' || vehicle,
    'driver_id', from_driver));
end $$;

-- Active drivers. Starts the caller's shift in a vehicle and returns its id; their shift in another vehicle ends. If
-- another driver has the vehicle, the call fails (`vehicle_in_use`, their name in `details`) unless the caller takes it
-- over, which ends that shift. A forgotten shift ends without a question. Repeating the call moves the open shift to the
-- device, so a retried request starts one shift.
create or replace function public.start_shift(vehicle uuid, device uuid default null, take_over boolean default false)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  forgotten constant interval := private.forgotten_after();
  driver constant uuid := private.own_driver_id();
  other uuid;
  begun public.shifts;
  -- Taken under the lock: a transaction that began earlier may get the lock later.
  moment timestamptz;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only a driver can start a shift');
  end if;
  -- Two drivers who swap their vehicles at the same moment would otherwise wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('the start of a shift', 0));
  -- An administrator who withdraws the driver at this moment waits, and then ends this shift.
  perform from public.drivers d where d.id = driver for share;
  if private.own_active_driver() is null then
    perform private.refuse(403, 'driver_not_active',
      'The company has not made this driver active. Ask it to approve the driver.');
  end if;
  if not private.is_in_service(driver) then
    perform private.refuse(403, 'driver_not_in_service', 'This driver does not serve passengers at present');
  end if;
  if not exists (select from public.vehicles v where v.id = start_shift.vehicle)
    or start_shift.vehicle in (select private.vehicles_of_others()) then
    perform private.refuse(404, 'vehicle_not_found', 'The driver may not take this vehicle, or there is none');
  end if;
  moment := clock_timestamp();
  update public.shifts s set device_id = coalesce(start_shift.device, s.device_id)
    where s.driver_id = driver and s.vehicle_id = start_shift.vehicle and s.ended_at is null
      and s.started_at > moment - forgotten
    returning s.* into begun;
  if found then
    return begun.id;
  end if;
  select s.driver_id into other from public.shifts s
    where s.vehicle_id = start_shift.vehicle and s.driver_id <> driver and s.ended_at is null
      and s.started_at > moment - forgotten;
  if other is not null and start_shift.take_over is not true then
    perform private.refuse_used_vehicle(other);
  elsif other is not null then
    perform private.record_take_over(driver, start_shift.vehicle, other);
  end if;
  update public.shifts s set ended_at = greatest(moment, s.started_at)
    where s.ended_at is null and (s.driver_id = driver or s.vehicle_id = start_shift.vehicle);
  insert into public.shifts (driver_id, vehicle_id, device_id, started_at, took_over)
    values (driver, start_shift.vehicle, start_shift.device, moment, other is not null) returning * into begun;
  if other is null then
    perform private.record_shift_act('shift_started', begun);
  end if;
  return begun.id;
end $$;

-- Drivers and staff. Ends an open shift: drivers end their own, staff anybody's. Any other id has no effect.
create or replace function public.end_shift(shift uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with ended as (
    update public.shifts s set ended_at = greatest(clock_timestamp(), s.started_at)
    where s.id = end_shift.shift and s.ended_at is null
      and (s.driver_id = private.own_driver_id() or private.is_staff())
    returning s)
  select private.record_shift_act('shift_ended', e.s) from ended e
$$;

-- Administrators and the service role. Switches that rule on or off and logs it: at once it stops service or permits it.
create or replace function public.set_documents_policy(stop_service boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators change the rules for documents');
  end if;
  perform private.configure(jsonb_build_object('documents_stop_service', stop_service::text));
  perform private.record_act('document_policy_changed', 'access', jsonb_build_object('target', 'document_policy:company',
    'documents_stop_service', stop_service));
end $$;

-- Staff, who also enter the day a document expires, and the service role. Lets a driver or vehicle serve until a day
-- although a document has expired; without a day the override ends. The audit log keeps the reason.
create or replace function public.override_document(document uuid, until date default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  overridden public.documents;
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
    where d.id = override_document.document returning d.* into overridden;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such document');
  end if;
  perform private.record_act(case when until is null then 'document_override_ended' else 'document_overridden' end,
    'access', jsonb_build_object('target', 'document:' || document, 'driver_id', overridden.driver_id,
      'vehicle_id', overridden.vehicle_id, 'kind_id', overridden.kind_id, 'override_until', until, 'why', overridden.override_reason));
end $$;

-- Staff. Sends a command to a device, or cancels it if the action is empty.
create or replace function public.ask_device(device uuid, action text) returns void
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

-- Staff. Issues a link for a device of a driver and returns its token, of 244 random bits, and its expiry. At most 30 links
-- in ten minutes.
create or replace function public.create_device_link(driver uuid, name text) returns table (token text, expires_at timestamptz)
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

-- Service role. Redeems a link and gives the device its name and driver; returns the account to sign in with as `{email}`.
-- Another device gets an error, also at the same moment. The same device may repeat the call within the ten minutes until
-- its first heartbeat, because a lost response leaves it without a session.
create or replace function public.redeem_device_link(token text, device text, key text) returns jsonb
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
create or replace function public.devices_by_links(maker uuid, ends boolean default false) returns table (name text, driver_name text)
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

-- Staff: the office sees it first, and driver_returned undoes it. Records that a driver has left the company. At once the
-- shift ends, the driver's accounts are blocked, never those of staff, and their devices signed out; record, reviews, shifts
-- and documents stay. Repeating the call changes nothing. An account that an administrator has blocked for good keeps that
-- block. One that ends sooner gives way, because the driver could sign in again after it.
create or replace function public.driver_left(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.drivers d set left_at = now(), left_by = auth.uid() where d.id = driver_left.driver and d.left_at is null;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver')
      where not exists (select from public.drivers d where d.id = driver_left.driver);
    return;
  end if;
  delete from private.earlier_blocks b where b.user_id in (select private.accounts_of_driver(driver_left.driver));
  insert into private.earlier_blocks (user_id, blocked_until)
    select u.id, u.banned_until from auth.users u
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and u.banned_until > now() and u.banned_until < now() + private.leaving_block() / 2;
  update auth.users u set banned_until = now() + private.leaving_block(), updated_at = now()
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and coalesce(u.banned_until < now() + private.leaving_block() / 2, true);
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(driver_left.driver));
  update public.devices t set vehicle_id = null where t.driver_id = driver_left.driver;
  perform private.record_act('driver_left', 'access', jsonb_build_object('target', 'driver:' || driver));
end $$;

-- Staff. Takes a driver back as active and unblocks the accounts that leaving blocked. Repeating the call changes nothing.
create or replace function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  departure timestamptz;
begin
  perform private.require_staff();
  select d.left_at into departure from public.drivers d where d.id = driver_returned.driver for no key update;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if departure is null then
    return;
  end if;
  perform private.lift_leaving_block(driver_returned.driver);
  update public.drivers d set left_at = null, left_by = null, approved = true where d.id = driver_returned.driver;
  perform private.record_act('driver_returned', 'access', jsonb_build_object('target', 'driver:' || driver));
end $$;

-- Makes an invitation, which ends the driver's earlier one. The token has 244 random bits. The driver is locked, so that
-- two calls at the same moment leave one invitation.
create or replace function private.new_invitation(driver uuid, out token text, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  lasts constant interval := '7 days';
  stored_for constant interval := '37 days';
  invited public.drivers;
begin
  select * into invited from public.drivers d where d.id = driver for no key update;
  if invited.id is null then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if invited.has_account or invited.left_at is not null then
    perform private.refuse(409, 'driver_not_invited', 'The driver has an account already, or has left the company');
  end if;
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = driver and i.used_at is null and i.withdrawn_at is null;
  delete from public.driver_invitations i where i.created_at < now() - stored_for;
  token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  expires_at := now() + lasts;
  insert into public.driver_invitations (driver_id, token_hash, expires_at)
    values (driver, sha256(convert_to(token, 'UTF8')), new_invitation.expires_at);
  perform private.record_act('driver_invited', 'access', jsonb_build_object('target', 'driver:' || driver));
end $$;

-- Staff. Ends a driver's open invitation. Repeating the call changes nothing.
create or replace function public.withdraw_invitation(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.driver_invitations i set withdrawn_at = now()
    where i.driver_id = driver and i.used_at is null and i.withdrawn_at is null;
  if found then
    perform private.record_act('driver_invitation_withdrawn', 'access',
      jsonb_build_object('target', 'driver:' || driver));
  end if;
end $$;

-- Accounts without a role or a driver. Makes the account that of the invited driver, with the caller's photo and consent,
-- and uses the invitation up: all or nothing. The driver stays approved, because an administrator has approved the record
-- and the invitation proves who links the account. Under manual approval the photo waits. Repeating an accepted call changes
-- nothing.
create or replace function public.accept_invitation(token text, policy_version integer, photo_url text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  photo constant text := private.photo_path(accept_invitation.photo_url);
  is_manual constant boolean := private.setting('driver_approval') = 'manual';
  opened public.driver_invitations;
  approved_before timestamptz;
  approver uuid;
begin
  if auth.uid() is null or private.is_anonymous() or not private.session_alive() then
    perform private.refuse(403, 'forbidden', 'Sign in with an account of your own first');
  end if;
  if exists (select from public.driver_invitations i
    where i.token_hash = sha256(convert_to(left(token, 100), 'UTF8')) and i.used_by = auth.uid()) then
    return;
  end if;
  opened := private.open_invitation(token);
  if exists (select from public.user_drivers link where link.user_id = auth.uid())
    or exists (select from public.drivers d where d.created_by = auth.uid())
    or private.is_staff_account(auth.uid()) then
    perform private.refuse(409, 'account_in_use', 'This account belongs to a driver or to the office already');
  end if;
  if accept_invitation.policy_version is distinct from (
    select (r.content #>> '{policy,version}')::integer from public.content_releases r order by r.id desc limit 1) then
    perform private.refuse(409, 'policy_changed', 'Another version of the privacy policy is published now');
  end if;
  if not exists (select from storage.objects o
    where o.bucket_id = 'imagenes' and o.name = private.photo_name(photo) and private.own_photo(o.name)) then
    perform private.refuse(403, 'photo_not_own', 'A driver shows a photo that was uploaded to the driver''s own account');
  end if;
  update public.driver_invitations i set used_at = now(), used_by = auth.uid() where i.id = opened.id;
  insert into public.consents (user_id, policy_version) values (auth.uid(), accept_invitation.policy_version)
    on conflict do nothing;
  select d.approved_at, d.approved_by into approved_before, approver from public.drivers d where d.id = opened.driver_id;
  insert into public.user_drivers (user_id, driver_id) values (auth.uid(), opened.driver_id);
  update public.drivers d set photo_url = case when is_manual then d.photo_url else photo end,
    pending_photo_url = case when is_manual then photo end
    where d.id = opened.driver_id;
  -- Linking an account to a record withdraws the approval of the record. Here an administrator has invited the person.
  update public.drivers d set approved_at = approved_before, approved_by = approver where d.id = opened.driver_id;
  perform private.record_act('driver_invitation_accepted', 'access',
    jsonb_build_object('target', 'driver:' || opened.driver_id));
end $$;

-- Staff. Sets the end of a shift that the driver forgot to end. The new end lies between the start and the present end, or
-- now: a later one could overlap another shift. The audit log keeps both.
create or replace function public.correct_shift_end(shift uuid, ended_at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.shifts;
begin
  perform private.require_staff();
  select s.* into before from public.shifts s where s.id = correct_shift_end.shift for no key update;
  if not found then
    perform private.refuse(404, 'shift_not_found', 'There is no such shift');
  end if;
  if (correct_shift_end.ended_at between before.started_at and coalesce(before.ended_at, clock_timestamp())) is not true
  then
    perform private.refuse(400, 'shift_end_invalid', 'A shift ends between its start and its present end, or now');
  end if;
  if correct_shift_end.ended_at is not distinct from before.ended_at then
    return;
  end if;
  update public.shifts s set ended_at = correct_shift_end.ended_at where s.id = before.id;
  perform private.record_act('shift_corrected', 'access', jsonb_build_object('target', 'shift:' || before.id,
    'driver_id', before.driver_id, 'vehicle_id', before.vehicle_id, 'ended_before', before.ended_at,
    'ended_after', correct_shift_end.ended_at));
end $$;

-- Staff. Settles a first step: `whatsapp` with the number that was tried, `vehicles` for a company without its own.
-- Repeating the call changes nothing but the time.
create or replace function public.settle_first_step(step text, value text default '') returns void
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

-- Logs what was done to a ticket, without its words: the act is `case_<changed>` or `rights_<changed>`.
create or replace function private.record_ticket_act(ticket_id uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act(t.subject || '_' || record_ticket_act.changed, 'access',
    jsonb_build_object('target', t.subject || ':' || t.id))
  from public.tickets t where t.id = record_ticket_act.ticket_id
$$;

-- Staff. Closes a case, or reopens it (`new`).
create or replace function public.set_case_state(case_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.require_ticket(set_case_state.case_id, 'case');
begin
  if set_case_state.state is null or set_case_state.state not in ('new', 'closed') then
    perform private.refuse(400, 'validation_failed', 'A case is closed or new');
  end if;
  perform private.move_ticket(set_case_state.case_id, set_case_state.state);
  if ticket.state <> set_case_state.state then
    perform private.record_ticket_act(ticket.id, case set_case_state.state when 'closed' then 'closed' else 'reopened' end);
  end if;
end $$;

-- Staff. Says which driver a case is about, null for none; shift and vehicle follow.
create or replace function public.set_case_driver(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(set_case_driver.case_id, 'case');
  perform private.place_case(set_case_driver.case_id, set_case_driver.driver);
  perform private.note_ticket_event(set_case_driver.case_id, 'driver');
  perform private.record_act(case when set_case_driver.driver is null then 'case_no_driver' else 'case_driver' end,
    'access', jsonb_build_object('target', 'case:' || set_case_driver.case_id, 'driver_id', set_case_driver.driver));
end $$;

-- Logs what staff did to a review, without its words, but with the reason of a hidden one.
create or replace function private.record_review_act(review uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act(changed, 'access', jsonb_build_object('target', 'review:' || r.id, 'driver_id', r.driver_id,
    'why', case changed when 'review_hidden' then n.hidden_reason end))
  from public.reviews r left join private.review_notes n on n.review_id = r.id
  where r.id = record_review_act.review
$$;

-- Logs what staff did to an announcement, without its words.
create or replace function private.record_announcement_act(announcement uuid, operation text, changed text default null)
returns void language sql volatile security definer set search_path = '' as $$
  select private.record_act('announcement_' || coalesce(changed, operation), 'access',
    jsonb_build_object('target', 'announcement:' || announcement))
$$;

-- Staff. Withdraws an announcement: no driver sees it any more, and the company still sees who read it. Repeating the call
-- changes nothing.
create or replace function public.withdraw_announcement(announcement uuid) returns void
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

-- Staff. Registers cards of one kind, at most 100, and returns their ids in the given order. Each names a driver and a
-- plate, and a credential also the licence class. Each may bring its id: a repeated call registers it once. Name, photo and
-- verification code come from the driver's record, so that nobody prints a credential for a stranger.
create or replace function public.register_cards(kind text, cards jsonb) returns table (id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 100;
  card record;
  driver public.drivers;
  company jsonb;
  vehicle uuid;
begin
  perform private.require_staff();
  if register_cards.kind is null or register_cards.kind not in ('credential', 'headrest', 'sticker')
    or jsonb_typeof(register_cards.cards) is distinct from 'array'
    or jsonb_array_length(register_cards.cards) not between 1 and most then
    perform private.refuse(400, 'validation_failed', 'One to 100 cards of one kind are printed at once');
  end if;
  company := private.card_company();
  for card in
    select case when entry ->> 'id' ~ '^[0-9a-f-]{36}$' then (entry ->> 'id')::uuid else gen_random_uuid() end as id,
      entry ->> 'driver' as driver, nullif(private.plate_of(left(entry ->> 'plate', 40)), '') as plate,
      private.plain_text(left(entry ->> 'licence', 40)) as licence
    from jsonb_array_elements(register_cards.cards) with ordinality as listed (entry, place) order by place
  loop
    return query select card.id;
    continue when private.is_registered(card.id);
    select d.* into driver from public.drivers d
      where d.id = case when card.driver ~ '^[0-9a-f-]{36}$' then card.driver::uuid end;
    if not found then
      perform private.refuse(404, 'driver_not_found', 'There is no such driver');
    end if;
    if register_cards.kind = 'credential' and (card.licence is null or card.plate is null) then
      perform private.refuse(400, 'validation_failed', 'A credential names the licence class and the plate');
    end if;
    select v.id into vehicle from public.vehicles v where v.license_plate = card.plate;
    insert into public.printed_cards
      (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, photo_url, details, printed_by)
      values (card.id, register_cards.kind, private.next_folio(register_cards.kind), driver.id,
        vehicle, driver.name, card.plate,
        case when register_cards.kind = 'credential' then driver.photo_url end,
        jsonb_build_object('company', company) || case register_cards.kind
          when 'credential' then jsonb_build_object('licence', card.licence)
          else jsonb_build_object('code', driver.verification_code) end,
        private.acting_account());
    perform private.record_act('card_created', 'access', jsonb_build_object('target', 'card:' || card.id,
      'card_kind', register_cards.kind, 'driver_id', driver.id, 'vehicle_id', vehicle));
  end loop;
end $$;

-- Staff. Writes a receipt for a trip. The receipt says that it is no tax document, unless the company's content says that
-- it hands out one besides. The caller chooses the id: a repeated call writes it once.
create or replace function public.issue_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  from_place constant text := private.plain_text(left(issue_receipt.origin, 200));
  to_place constant text := private.plain_text(left(issue_receipt.destination, 200));
  number_plate constant text := nullif(private.plate_of(left(issue_receipt.plate, 40)), '');
begin
  perform private.require_staff();
  if from_place is null or to_place is null or greatest(char_length(from_place), char_length(to_place)) > 120
    or issue_receipt.id is null or issue_receipt.pesos is null or issue_receipt.pesos not between 1 and 10000000
    or issue_receipt.taken_at is null
    or issue_receipt.taken_at not between now() - interval '2 years' and now() + interval '1 day' then
    perform private.refuse(400, 'validation_failed', 'The receipt lacks something, or has a value that it cannot have');
  end if;
  if private.is_registered(issue_receipt.id) then
    return;
  end if;
  if issue_receipt.driver is not null
    and not exists (select from public.drivers d where d.id = issue_receipt.driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  insert into public.printed_cards
    (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, details, secret, printed_by)
    select issue_receipt.id, 'receipt', private.next_folio('receipt'), d.id,
      (select v.id from public.vehicles v where v.license_plate = number_plate), d.name, number_plate,
      jsonb_build_object('company', private.card_company(), 'takenAt', issue_receipt.taken_at, 'origin', from_place,
        'destination', to_place, 'pesos', issue_receipt.pesos, 'fiscal', private.has_tax_document()),
      private.card_secret(), private.acting_account()
    from (select) as one left join public.drivers d on d.id = issue_receipt.driver;
  perform private.record_act('receipt_created', 'access', jsonb_build_object('target', 'card:' || issue_receipt.id));
end $$;

-- Staff. Voids a receipt: its page and every later print say so. The log has who did it and why. The first reason stays: a
-- repeated call fails.
create or replace function public.void_receipt(receipt uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(void_receipt.reason);
  voided public.printed_cards;
begin
  perform private.require_staff();
  if (char_length(written) between 1 and 300) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 300 characters');
  end if;
  update public.printed_cards c set voided_at = now(), void_reason = written
    where c.id = void_receipt.receipt and c.kind = 'receipt' and c.voided_at is null returning c.* into voided;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such receipt, or it is void already');
  end if;
  perform private.record_act('receipt_voided', 'access', jsonb_build_object('target', 'card:' || voided.id,
    'folio', voided.folio, 'why', written));
end $$;

-- Administrators. Returns the personal data of the author, as `personal_data` does, once the account is proved to be theirs.
create or replace function public.rights_personal_data(request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_ticket(rights_personal_data.request_id, 'rights');
  select r.account_id into account from public.rights_requests r
    where r.id = rights_personal_data.request_id and r.proved_account_id = r.account_id;
  if account is null then
    perform private.refuse(409, 'not_confirmed', 'Confirm first who the author is, and which account is theirs');
  end if;
  -- personal_data logs the download itself.
  perform private.note_ticket_event(rights_personal_data.request_id, 'downloaded');
  return public.personal_data(account);
end $$;

-- Administrators. Enters a breach under the id that the entry brings, or replaces the entry `breach`, and returns the id. A
-- repeated call enters a breach once. A change with a stale `version` fails with 409; one without always wins.
create or replace function public.save_breach(entry jsonb, breach uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  given constant public.breaches := jsonb_populate_record(null::public.breaches, save_breach.entry);
  saved constant uuid := coalesce(save_breach.breach, given.id, gen_random_uuid());
  first constant timestamptz := '2000-01-01';
  last constant timestamptz := now() + interval '1 day';
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators keep the register of breaches');
  end if;
  if given.happened_on not between first::date and last::date or given.known_at not between first and last
    or given.agency_told_at not between first and last or given.people_told_at not between first and last then
    perform private.refuse(400, 'validation_failed', 'A breach and its notices have days from 2000 until now');
  end if;
  if save_breach.breach is null then
    insert into public.breaches (id, happened_on, known_at, what, which_data)
      values (saved, given.happened_on, given.known_at, given.what, given.which_data)
    on conflict on constraint breaches_pkey do nothing;
  end if;
  update public.breaches b set happened_on = given.happened_on, known_at = given.known_at,
      what = private.plain_text(given.what), which_data = private.plain_text(given.which_data), people = given.people,
      consequences = private.plain_text(given.consequences), measures = private.plain_text(given.measures),
      agency_told_at = given.agency_told_at, people_told_at = given.people_told_at,
      version = coalesce(given.version, b.version)
    where b.id = saved;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such breach');
  end if;
  perform private.record_act(case when save_breach.breach is null then 'breach_created' else 'breach_changed' end,
    'access', jsonb_build_object('target', 'breach:' || saved));
  return saved;
end $$;
