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
