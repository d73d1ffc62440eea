-- The rights desk stores which account was proved, and releases no other one's data. Requests of before were confirmed
-- without it: an administrator confirms them once more.
alter table public.rights_requests
  add proof text check (proof in ('email', 'phone', 'seen')),
  add proved_account_id uuid references auth.users on delete set null;
create index rights_requests_proved_account_id_idx on public.rights_requests (proved_account_id);
create or replace view public.rights_request_list with (security_invoker = true) as
  select t.id, t.number, t.kind, r.person, r.channel, r.outcome, t.is_closed, t.language, r.name, t.body, t.email,
    t.phone, r.link_mail, r.confirmed_at, r.account_id, r.received_on, t.due_on, r.extension_reason, t.created_at,
    t.closed_at, r.proof, r.proved_account_id
  from public.rights_requests r join public.tickets t on t.id = r.id;
create or replace function public.confirm_rights_request(secret text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant private.ticket_secrets := private.ticket_secret(confirm_rights_request.secret);
  proved uuid;
begin
  if known.sent_to is null then
    perform private.refuse(404, 'not_found', 'There is no such link');
  end if;
  select u.id into proved from public.tickets t join auth.users u on not u.is_sso_user and case known.sent_to
      when 'email' then u.email = lower(t.email) and u.email_confirmed_at is not null
      else u.phone = ltrim(t.phone, '+') and u.phone_confirmed_at is not null end
    where t.id = known.ticket_id;
  update public.rights_requests r set confirmed_at = now(), proof = known.sent_to, proved_account_id = proved,
      account_id = coalesce(r.account_id, proved)
    where r.id = known.ticket_id and r.confirmed_at is null;
  if found then
    perform private.note_ticket_event(known.ticket_id, 'confirmed');
  end if;
end $$;
create or replace function public.identify_rights_author(request_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(identify_rights_author.request_id, 'rights');
  update public.rights_requests r set confirmed_at = now(), proof = 'seen', proved_account_id = r.account_id
    where r.id = identify_rights_author.request_id;
  perform private.record_rights_act(identify_rights_author.request_id, 'identified');
end $$;
create or replace function public.set_rights_driver(request_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_ticket(set_rights_driver.request_id, 'rights');
  select l.user_id into account
    from public.user_drivers l join public.rights_requests r on r.id = set_rights_driver.request_id
    where l.driver_id = set_rights_driver.driver
    order by l.user_id = r.proved_account_id desc nulls last, l.user_id = r.account_id desc nulls last, l.user_id limit 1;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'The driver has no account');
  end if;
  update public.rights_requests r set account_id = account where r.id = set_rights_driver.request_id;
  update public.rights_requests r set confirmed_at = null, proof = null, proved_account_id = null
    where r.id = set_rights_driver.request_id and r.proved_account_id is distinct from account;
  perform private.record_rights_act(set_rights_driver.request_id, 'account');
end $$;
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
  perform private.record_rights_act(rights_personal_data.request_id, 'downloaded');
  return public.personal_data(account);
end $$;

-- The office makes itself no driver.
create function private.is_staff_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = account and u.raw_app_meta_data ->> 'role' in ('admin', 'office'))
$$;
grant execute on function private.is_staff_account(uuid) to authenticated, service_role;
drop policy user_drivers_insert on public.user_drivers;
create policy user_drivers_insert on public.user_drivers for insert to authenticated with check (
  (select private.is_admin())
  or (user_id = (select auth.uid()) and private.created_driver(driver_id) and not (select private.is_anonymous())
    and not (select private.is_staff_account(auth.uid())))
);
create or replace function private.accounts_of_driver(driver uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u
  where not private.is_staff_account(u.id) and u.id in (
    select link.user_id from public.user_drivers link where link.driver_id = driver
    union all
    select d.created_by from public.drivers d where d.id = driver and not exists (
      select from public.user_drivers other where other.user_id = d.created_by and other.driver_id <> driver))
$$;
create or replace function private.account_of_tablet(driver uuid) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from public.user_drivers link join auth.users u on u.id = link.user_id
  where link.driver_id = driver and u.email <> '' and u.deleted_at is null
    and not private.is_staff_account(u.id) and coalesce(u.banned_until <= now(), true)
  order by u.created_at limit 1
$$;
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
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || opened.driver_id,
    'operation', 'changed', 'changed', 'invitation_accepted'));
end $$;

-- Accepting an invitation locks the driver first, as renewing it and leaving do.
create or replace function private.open_invitation(token text) returns public.driver_invitations
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant bytea := sha256(convert_to(left(token, 100), 'UTF8'));
  found_invitation public.driver_invitations;
  driver public.drivers;
begin
  -- Locked, so that of two acceptances at the same moment the second sees the first. The driver comes first, as when an
  -- invitation is renewed and when the driver leaves.
  select * into driver from public.drivers d where d.id = (select i.driver_id from public.driver_invitations i
    where i.token_hash = hash) for no key update;
  select * into found_invitation from public.driver_invitations i where i.token_hash = hash for update;
  if found_invitation.used_at is not null or driver.has_account and found_invitation.withdrawn_at is null then
    perform private.refuse(409, 'invitation_used', 'Somebody has accepted this invitation already');
  end if;
  if found_invitation.withdrawn_at is not null then
    perform private.refuse(410, 'invitation_withdrawn', 'The company has withdrawn this invitation');
  end if;
  if found_invitation.id is null or found_invitation.expires_at <= now() then
    perform private.refuse(404, 'invitation_expired', 'This invitation is older than seven days, or never was one');
  end if;
  return found_invitation;
end $$;

-- The response to a registration is the same for data that the company knows and data that it does not.
create or replace function private.record_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_admin() and (not private.is_staff() or new.id in (select private.drivers_of(auth.uid())));
begin
  if by_driver then
    new.approved_at := null;
  elsif tg_op = 'UPDATE' or private.is_staff() then
    new.approved_at := now();
  end if;
  if not new.approved then
    new.approved_at := null;
  end if;
  new.approved_by := case when new.approved_at is not null then auth.uid() end;
  return new;
end $$;
create function private.hold_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('role', true), 'none') = 'authenticated' and not private.is_staff()
    and (private.is_driver_code_used(new.driver_code, new.id)
      or private.is_former_driver(new.license_plate, new.contact)) then
    update public.drivers d set approved = false where d.id = new.id;
  end if;
  return null;
end $$;
create constraint trigger hold_registration after insert on public.drivers deferrable initially deferred
  for each row when (new.approved) execute function private.hold_registration();
drop trigger guard_approval on public.drivers;
create trigger guard_approval before update of approved on public.drivers
  for each statement when (pg_trigger_depth() = 0) execute function private.guard_approval();

-- A session that a link for a device started has a device's rights, and its maker's name in the log.
create or replace function private.is_device_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_amr_claims a
      where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid and a.authentication_method = 'device')
    and not exists (select from auth.mfa_amr_claims a where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and a.authentication_method = 'password' and a.updated_at > now() - interval '10 minutes')
$$;
grant execute on function private.is_device_session() to authenticated, service_role;
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
drop policy consents_insert on public.consents;
create policy consents_insert on public.consents for insert to authenticated with check (
  user_id = (select auth.uid()) and not (select private.is_anonymous()) and not (select private.is_device_session())
  and policy_version = (
    select (r.content #>> '{policy,version}')::integer from public.content_releases r order by r.id desc limit 1)
);
alter table private.device_links add created_by uuid default auth.uid() references auth.users on delete set null;
create index device_links_created_by_idx on private.device_links (created_by);
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
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'driver:' || driver,
    'operation', 'created', 'changed', 'device_link'));
  return next;
end $$;
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
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'device:' || device,
    'operation', 'created', 'user_id', account.id, 'user_email', account.email));
  return jsonb_build_object('email', account.email);
end $$;
create or replace function private.sessions_of_links(maker uuid) returns table (session_id uuid, driver_id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select distinct s.id, l.driver_id, l.name
  from private.device_links l join public.user_drivers link on link.driver_id = l.driver_id
    join auth.sessions s on s.user_id = link.user_id and s.created_at between l.used_at and l.used_at + interval '1 day'
    join auth.mfa_amr_claims a on a.session_id = s.id and a.authentication_method = 'device'
  where l.created_by = sessions_of_links.maker and not exists (select from private.device_links later
    where later.driver_id = l.driver_id and later.used_at > l.used_at and later.used_at <= s.created_at)
$$;
create or replace function public.devices_by_links(maker uuid) returns table (name text, driver_name text)
language sql stable security definer set search_path = '' as $$
  select l.name, d.name from private.sessions_of_links(maker) l join public.drivers d on d.id = l.driver_id
  where (select private.is_admin()) order by d.name, l.name
$$;
create or replace function public.end_devices_by_links(maker uuid) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended bigint;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators end the sessions of others');
  end if;
  delete from auth.sessions s where s.id in (select l.session_id from private.sessions_of_links(maker) l);
  get diagnostics ended = row_count;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'user:' || maker,
    'operation', 'changed', 'changed', 'device_sessions', 'sessions', ended));
  return ended;
end $$;
grant execute on function public.devices_by_links(uuid), public.end_devices_by_links(uuid) to authenticated;
