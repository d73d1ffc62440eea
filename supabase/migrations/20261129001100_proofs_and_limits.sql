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
