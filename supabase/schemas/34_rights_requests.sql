-- Rights desk (Chile's law 21.719): requests of drivers and passengers about their personal data. A person asks on the page
-- /rights without an account; administrators answer in the panel.

create table public.rights_requests (
  id uuid primary key references public.tickets on delete cascade,
  person text not null check (person in ('passenger', 'driver', 'other')),
  -- The way on which the request came: the page, or an administrator who heard it or has a letter.
  channel text not null check (channel in ('page', 'spoken', 'paper')),
  -- Null while the request is open. `unconfirmed` closes one whose author never showed that the contact is theirs.
  outcome text check (outcome in ('granted', 'partly', 'refused', 'unconfirmed')),
  name text not null check (char_length(name) between 1 and 120),
  -- The mail with the link that confirms the contact; given up after two days of retries, null for none.
  link_mail text check (link_mail in ('waiting', 'sent', 'failed')),
  -- When the author opened a link sent to the contact, or an administrator saw who it is.
  confirmed_at timestamptz,
  -- The author's account, for the file of personal data.
  account_id uuid references auth.users on delete set null,
  received_on date not null default private.chile_today(),
  -- Given once, when the deadline was extended.
  extension_reason text check (char_length(extension_reason) between 1 and 2000),
  -- The account that confirmed_at proves, which may be another than the chosen `account_id`: the one with the contact in
  -- `proof`, or the one chosen when an administrator had `seen` the author. Data leave only when the two are the same.
  proof text check (proof in ('email', 'phone', 'seen')),
  proved_account_id uuid references auth.users on delete set null
);
create index rights_requests_account_id_idx on public.rights_requests (account_id);
create index rights_requests_proved_account_id_idx on public.rights_requests (proved_account_id);
create index rights_requests_link_mail_idx on public.rights_requests (id) where link_mail = 'waiting';

-- The links that wait to be mailed, with a keyed hash of the network (/48) that asked for each: mails go out in turns between
-- networks, and those that the mail server did not take come last.
create table private.waiting_links (
  request_id uuid primary key references public.rights_requests on delete cascade,
  network bytea not null,
  tried_at timestamptz
);

-- Returns the mailbox of an e-mail address: most servers deliver a+b@… to a@….
create function private.mailbox_of(email text) returns text language sql immutable set search_path = '' as $$
  select lower(regexp_replace(mailbox_of.email, '\+[^@]*@', '@'))
$$;

-- Only administrators read requests. Clients write only through functions.
create policy rights_requests_select on public.rights_requests for select to authenticated
  using ((select private.is_admin()));
grant select on public.rights_requests to authenticated;

-- Requests with their tickets. Security invoker: each caller sees what the policies of both tables allow.
create view public.rights_request_list with (security_invoker = true) as
  select t.id, t.number, t.kind, r.person, r.channel, r.outcome, t.is_closed, t.language, r.name, t.body, t.email,
    t.phone, r.link_mail, r.confirmed_at, r.account_id, r.received_on, t.due_on, r.extension_reason, t.created_at,
    t.closed_at, r.proof, r.proved_account_id
  from public.rights_requests r join public.tickets t on t.id = r.id;
grant select on public.rights_request_list to authenticated, service_role;
create trigger read_only instead of insert or update or delete on public.rights_request_list
  for each row execute function private.refuse_list_write();

-- Returns the day until which a request has to be answered: 30 days, or for blocking, which is urgent, two working days.
create function private.rights_deadline(kind text, received date) returns date
language sql immutable set search_path = '' as $$
  select case when kind = 'blocking' then private.working_days_after(received, 2) else received + 30 end
$$;

-- Stores a request whose values have been checked, and returns its id.
create function private.add_rights_request(kind text, person text, channel text, name text, body text, language text,
  email text, phone text, received date) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  added constant uuid := private.add_ticket('rights', add_rights_request.kind, add_rights_request.language,
    add_rights_request.body, add_rights_request.email, add_rights_request.phone,
    private.rights_deadline(add_rights_request.kind, add_rights_request.received));
begin
  if private.plain_text(add_rights_request.name) is null then
    perform private.refuse(400, 'validation_failed', 'The request lacks the name of its author');
  end if;
  insert into public.rights_requests (id, person, channel, name, received_on)
    values (added, add_rights_request.person, add_rights_request.channel, private.plain_text(add_rights_request.name),
      add_rights_request.received);
  return added;
end $$;

-- Anybody. Takes a request and returns its number. The caller chooses the secret of its page: a repeated call returns the
-- request that the first one opened; see `private.limit_ticket_openings`. The link that confirms an e-mail address goes out
-- at most three times a day to one mailbox, which may be somebody else's. A request has one contact: confirming it would
-- prove nothing about a second one.
create function public.open_rights_request(secret text, kind text, person text, name text, body text,
  language text default 'es', email text default null, phone text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_mails constant integer := 3;
  mailbox constant text := private.mailbox_of(private.plain_text(open_rights_request.email));
  opened uuid := private.opened_ticket(open_rights_request.secret);
begin
  if num_nonnulls(private.plain_text(open_rights_request.email), open_rights_request.phone) <> 1 then
    perform private.refuse(400, 'validation_failed', 'The request has one contact');
  end if;
  if opened is null then
    perform private.limit_ticket_openings('rights', null);
    opened := private.add_rights_request(open_rights_request.kind, open_rights_request.person, 'page',
      open_rights_request.name, open_rights_request.body, open_rights_request.language, open_rights_request.email,
      open_rights_request.phone, private.chile_today());
    insert into private.ticket_secrets (secret_hash, ticket_id)
      values (sha256(convert_to(open_rights_request.secret, 'UTF8')), opened);
    perform pg_advisory_xact_lock(hashtextextended('links to ' || mailbox, 0));
    if mailbox is not null and (select count(*) from public.rights_request_list other where private.mailbox_of(other.email) = mailbox
        and other.link_mail is not null and other.created_at > now() - interval '1 day') < most_mails then
      update public.rights_requests r set link_mail = 'waiting' where r.id = opened;
      insert into private.waiting_links (request_id, network) select opened, n.wider from private.networks_of() n;
    end if;
  end if;
  return (select t.number from public.tickets t where t.id = opened);
end $$;

-- Anybody with the secret. Returns the page of the request: kind, deadline, outcome and replies, and whether this secret
-- confirms the contact. It holds no name, contact, note or word of the request. No row for an unknown secret. Once the holder
-- of the contact has confirmed it, replies may hold that person's data, and whoever wrote the request may be somebody else:
-- the secret of the phone that wrote it reads the replies of before, and counts as not confirmed.
create function public.rights_request_by_secret(secret text)
returns table (number text, kind text, outcome text, received_on date, due_on date, extension_reason text,
  confirmed boolean, may_confirm boolean, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select r.number, r.kind, r.outcome, r.received_on, r.due_on, r.extension_reason,
    r.confirmed_at is not null and proof.given_at is null, s.sent_to is not null and r.confirmed_at is null,
    private.shown_messages(r.id, proof.given_at)
  from private.ticket_secret(rights_request_by_secret.secret) s
    join public.rights_request_list r on r.id = s.ticket_id
    cross join lateral (
      -- The moment at which the holder of the contact confirmed it, for the secret of the phone; null for others.
      select min(e.created_at) as given_at from public.ticket_messages e
      where e.ticket_id = r.id and e.kind = 'event' and e.body = 'confirmed' and s.sent_to is null) as proof
$$;

-- Anybody with the secret. Confirms that the author reads the contact, by the secret that was sent there. That proves the
-- account which has confirmed the same address or telephone, and no other, whichever an administrator has chosen.
create function public.confirm_rights_request(secret text) returns void
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

-- Makes the secret of a link that is sent to one contact of a request. It has 244 random bits.
create function private.new_contact_link(request_id uuid, sent_to text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.ticket_secrets (secret_hash, ticket_id, sent_to)
    values (sha256(convert_to(secret, 'UTF8')), new_contact_link.request_id, new_contact_link.sent_to);
  return secret;
end $$;

-- Adds an event by an administrator, and logs it without any words of the request.
create function private.record_rights_act(request_id uuid, event text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.note_ticket_event(record_rights_act.request_id, record_rights_act.event);
  perform private.record_ticket_act(record_rights_act.request_id, record_rights_act.event);
end $$;

-- Administrators. Enters a request that came by word of mouth or on paper, and returns its id. `identified`: the caller saw
-- who it is. The clock runs from the day on which the request came.
create function public.file_rights_request(kind text, person text, channel text, name text, body text, received_on date,
  identified boolean default false, language text default 'es', email text default null, phone text default null)
returns uuid language plpgsql volatile security definer set search_path = '' as $$
declare
  filed uuid;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators work on requests about personal data');
  end if;
  if file_rights_request.channel not in ('spoken', 'paper') or (file_rights_request.received_on
    between private.chile_today() - 365 and private.chile_today()) is not true then
    perform private.refuse(400, 'validation_failed', 'A request came by mouth or on paper, and within the last year');
  end if;
  filed := private.add_rights_request(file_rights_request.kind, file_rights_request.person, file_rights_request.channel,
    file_rights_request.name, file_rights_request.body, file_rights_request.language, file_rights_request.email,
    file_rights_request.phone, file_rights_request.received_on);
  perform private.record_rights_act(filed, 'filed');
  if file_rights_request.identified then
    perform public.identify_rights_author(filed);
  end if;
  return filed;
end $$;

-- Administrators. Says that the caller saw who the author is, for example by an identity card: the owner of the account that
-- is chosen now.
create function public.identify_rights_author(request_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(identify_rights_author.request_id, 'rights');
  update public.rights_requests r set confirmed_at = now(), proof = 'seen', proved_account_id = r.account_id
    where r.id = identify_rights_author.request_id;
  perform private.record_rights_act(identify_rights_author.request_id, 'identified');
end $$;

-- Administrators. Makes a link for the contact of a request, which the caller sends by WhatsApp, and returns its secret.
-- Only a request without a telephone lets it prove the e-mail address.
create function public.create_rights_link(request_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(create_rights_link.request_id, 'rights');
  perform private.record_rights_act(create_rights_link.request_id, 'link');
  return (select private.new_contact_link(t.id, case when t.phone is null then 'email' else 'phone' end)
    from public.tickets t where t.id = create_rights_link.request_id);
end $$;

-- Administrators. Says which driver the author is: the account follows, of several the proved one. An account that was not
-- proved takes the confirmation back.
create function public.set_rights_driver(request_id uuid, driver uuid) returns void
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

-- Returns the requests of a person with the replies to them, for personal_data. The notes of administrators, which say
-- how a request was examined, stay in the panel.
create function private.rights_requests_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'kind', r.kind, 'name', r.name, 'body', r.body,
      'email', r.email, 'phone', r.phone, 'channel', r.channel, 'received_on', r.received_on, 'due_on', r.due_on,
      'extension_reason', r.extension_reason, 'outcome', r.outcome, 'closed_at', r.closed_at, 'replies', (
        select coalesce(jsonb_agg(jsonb_build_object('text', m.body, 'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.ticket_messages m where m.ticket_id = r.id and m.kind = 'reply')) order by r.created_at, r.number), '[]')
  from public.rights_request_list r where r.account_id = rights_requests_of.person
$$;

-- Administrators. Returns the personal data of the author, as `personal_data` does, once the account is proved to be theirs.
create function public.rights_personal_data(request_id uuid) returns jsonb
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

-- Gives a request an outcome, which closes it and replaces an earlier one, and logs that; without one only logs the reply.
create function private.close_rights_request(request_id uuid, outcome text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if close_rights_request.outcome is not null then
    update public.rights_requests r set outcome = close_rights_request.outcome
      where r.id = close_rights_request.request_id;
    update public.tickets t set state = 'closed', closed_at = now() where t.id = close_rights_request.request_id;
  end if;
  perform private.record_rights_act(close_rights_request.request_id, coalesce(close_rights_request.outcome, 'replied'));
end $$;

-- Administrators. Extends the deadline of an open request by 30 days, once and with a reason, which its author reads.
-- Blocking has no extension.
create function public.extend_rights_request(request_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(extend_rights_request.request_id, 'rights');
  if private.plain_text(extend_rights_request.reason) is null then
    perform private.refuse(400, 'validation_failed', 'An extension has a reason');
  end if;
  update public.tickets t set due_on = t.due_on + 30
    from public.rights_requests r
    where t.id = extend_rights_request.request_id and r.id = t.id and r.extension_reason is null and r.outcome is null
      and t.kind <> 'blocking' and t.due_on >= private.chile_today();
  if not found then
    perform private.refuse(409, 'not_extendable', 'The deadline is over, was extended before, or cannot be extended');
  end if;
  update public.rights_requests r set extension_reason = private.plain_text(extend_rights_request.reason)
    where r.id = extend_rights_request.request_id;
  perform private.record_rights_act(extend_rights_request.request_id, 'extended');
end $$;

-- The server, daily. Deletes requests that were closed four years ago, after which the Agency can no longer act on them, and
-- returns their number.
create function private.forget_rights_requests(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored_for constant interval := '4 years';
  forgotten bigint;
begin
  delete from public.tickets t where t.subject = 'rights' and t.closed_at < as_of - stored_for;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

grant execute on function public.file_rights_request(text, text, text, text, text, date, boolean, text, text, text),
  public.identify_rights_author(uuid), public.create_rights_link(uuid), public.set_rights_driver(uuid, uuid),
  public.rights_personal_data(uuid), public.extend_rights_request(uuid, text) to authenticated;
grant execute on function public.open_rights_request(text, text, text, text, text, text, text, text),
  public.rights_request_by_secret(text), public.confirm_rights_request(text) to anon, authenticated;
