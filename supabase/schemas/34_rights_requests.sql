-- Rights desk (Chile's law 21.719): requests of drivers and passengers about their personal data. A person asks on the page
-- /rights without an account; administrators answer in the panel.

create table public.rights_requests (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  -- Made like the number of a case: six digits that do not tell how many requests there are, and open nothing.
  number text generated always as
    ((100000 + (sequence * 387641) % 900000 + sequence / 900000 * 900000)::text) stored
    constraint rights_requests_number_key unique,
  kind text not null
    check (kind in ('access', 'rectification', 'erasure', 'objection', 'portability', 'blocking')),
  person text not null check (person in ('passenger', 'driver', 'other')),
  -- The way on which the request came: the page, or an administrator who heard it or has it on paper.
  channel text not null check (channel in ('page', 'spoken', 'paper')),
  -- Null while the request is open. `unconfirmed` closes one whose author never showed that the contact is theirs.
  outcome text check (outcome in ('granted', 'partly', 'refused', 'unconfirmed')),
  is_closed boolean not null generated always as (outcome is not null) stored,
  language text not null check (language ~ '^[a-z]{2}$'),
  name text not null check (char_length(name) between 1 and 120),
  body text not null check (char_length(body) between 1 and 2000),
  email text check (char_length(email) <= 254 and email ~ '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$'),
  phone text check (phone ~ '^[+][0-9]{9,15}$'),
  -- Whether a mail with the link that confirms the contact waits, has gone, or was given up after two days of retries; null
  -- for none.
  link_mail text check (link_mail in ('waiting', 'sent', 'failed')),
  -- When the author opened a link sent to the contact, or an administrator saw who it is.
  confirmed_at timestamptz,
  -- The author's account, for the file of personal data.
  account_id uuid references auth.users on delete set null,
  received_on date not null default private.chile_today(),
  due_on date not null,
  -- Given once, when the deadline was extended.
  extension_reason text check (char_length(extension_reason) between 1 and 2000),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index rights_requests_order_idx on public.rights_requests (is_closed, due_on, id);
create index rights_requests_account_id_idx on public.rights_requests (account_id);
create index rights_requests_link_mail_idx on public.rights_requests (created_at) where link_mail = 'waiting';

-- The timeline of a request: replies to the author, notes on what was done, and events that have their code in `body`.
create table public.rights_messages (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.rights_requests on delete cascade,
  kind text not null check (kind in ('reply', 'note', 'event')),
  body text not null check (char_length(body) between 1 and 2000),
  -- The Spanish of a reply in another language, for the company.
  spanish text check (char_length(spanish) between 1 and 2000),
  author_id uuid references auth.users on delete set null,
  -- Whether a mail with the reply waits, has gone, or was given up after two days of retries; null for a reply without mail.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null default clock_timestamp()
);
create index rights_messages_request_id_idx on public.rights_messages (request_id, created_at);
create index rights_messages_author_id_idx on public.rights_messages (author_id);
create index rights_messages_mail_idx on public.rights_messages (created_at) where mail = 'waiting';

alter table public.rights_requests enable row level security;
alter table public.rights_messages enable row level security;

-- The service role reads and writes every row: the operator holds its key.
create policy rights_requests_service on public.rights_requests for all to service_role using (true) with check (true);
create policy rights_messages_service on public.rights_messages for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy rights_requests_session on public.rights_requests as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy rights_messages_session on public.rights_messages as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only administrators read requests: an answer gives or deletes a person's data. No role of a person writes them directly.
create policy rights_requests_select on public.rights_requests for select to authenticated
  using ((select private.is_admin()));
create policy rights_messages_select on public.rights_messages for select to authenticated
  using ((select private.is_admin()));
revoke all on public.rights_requests, public.rights_messages from anon, authenticated;
grant select on public.rights_requests, public.rights_messages to authenticated;
grant all on public.rights_requests, public.rights_messages to service_role;

-- Hashes of the secrets that open the page of a request.
create table private.rights_secrets (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  request_id uuid not null references public.rights_requests on delete cascade,
  -- The contact to which the secret was sent: its holder reads what is sent there. Null for the one of the author's phone.
  sent_to text check (sent_to in ('email', 'phone'))
);
create index rights_secrets_request_id_idx on private.rights_secrets (request_id);
-- Mails to administrators that have gone, so that each goes once: about a new request, and before its deadline.
create table private.rights_notices (
  request_id uuid not null references public.rights_requests on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  reason text not null check (reason in ('new', 'due')),
  due_on date not null,
  sent_at timestamptz not null default now(),
  primary key (request_id, account_id, reason, due_on)
);
create index rights_notices_account_id_idx on private.rights_notices (account_id);
alter table private.rights_secrets enable row level security;
alter table private.rights_notices enable row level security;
revoke all on private.rights_secrets, private.rights_notices from public, anon, authenticated, service_role;

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
  added uuid;
  telephone constant text := private.phone_of(left(add_rights_request.phone, 60));
begin
  if private.plain_text(add_rights_request.name) is null or private.plain_text(add_rights_request.body) is null
    or add_rights_request.phone is not null and telephone is null then
    perform private.refuse(400, 'validation_failed', 'The request lacks something, or has a value that it cannot have');
  end if;
  insert into public.rights_requests (kind, person, channel, name, body, language, email, phone, received_on, due_on)
    values (add_rights_request.kind, add_rights_request.person, add_rights_request.channel,
      private.plain_text(add_rights_request.name), private.plain_text(add_rights_request.body),
      add_rights_request.language, private.plain_text(add_rights_request.email), telephone,
      add_rights_request.received, private.rights_deadline(add_rights_request.kind, add_rights_request.received))
    returning id into added;
  return added;
end $$;

-- Takes a request from anybody and returns its number. The caller chooses the secret of its page, 256 bits in base64url,
-- which is also the idempotency key. One network opens ten requests and cases an hour. The link that confirms an e-mail
-- address goes out at most three times a day to one address, which may be somebody else's. A request has one contact:
-- confirming it would prove nothing about a second one.
create function public.open_rights_request(secret text, kind text, person text, name text, body text,
  language text default 'es', email text default null, phone text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_mails constant integer := 3;
  hash bytea;
  opened uuid;
begin
  if open_rights_request.secret is null or open_rights_request.secret !~ '^[A-Za-z0-9_-]{43}$'
    or num_nonnulls(private.plain_text(open_rights_request.email), open_rights_request.phone) <> 1 then
    perform private.refuse(400, 'validation_failed', 'The request has a secret and one contact');
  end if;
  hash := sha256(convert_to(open_rights_request.secret, 'UTF8'));
  -- Two retries at the same moment open one request.
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  select s.request_id into opened from private.rights_secrets s where s.secret_hash = hash;
  if opened is null then
    perform private.limit_case_openings(null);
    opened := private.add_rights_request(open_rights_request.kind, open_rights_request.person, 'page',
      open_rights_request.name, open_rights_request.body, open_rights_request.language, open_rights_request.email,
      open_rights_request.phone, private.chile_today());
    insert into private.rights_secrets (secret_hash, request_id) values (hash, opened);
    update public.rights_requests r set link_mail = 'waiting'
      where r.id = opened and r.email is not null and (select count(*) from public.rights_requests other
        where lower(other.email) = lower(r.email) and other.link_mail is not null
          and other.created_at > now() - interval '1 day') < most_mails;
  end if;
  return (select r.number from public.rights_requests r where r.id = opened);
end $$;

-- Returns the secret whose hash a caller proves, with its request.
create function private.rights_secret(secret text) returns private.rights_secrets
language sql stable security definer set search_path = '' as $$
  select s from private.rights_secrets s
  where s.secret_hash = sha256(convert_to(left(rights_secret.secret, 100), 'UTF8'))
$$;

-- Returns the page of whoever holds its secret: kind, deadline, outcome and replies, and whether this secret confirms the
-- contact. It holds no name, contact, note or word of the request. No row for an unknown secret. Once the holder of the contact
-- has confirmed it, replies may hold that person's data, and whoever wrote the request may be somebody else: the secret of
-- the phone that wrote it reads the replies of before, and counts as not confirmed.
create function public.rights_request_by_secret(secret text)
returns table (number text, kind text, outcome text, received_on date, due_on date, extension_reason text,
  confirmed boolean, may_confirm boolean, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select r.number, r.kind, r.outcome, r.received_on, r.due_on, r.extension_reason,
    r.confirmed_at is not null and proof.given_at is null,
    s.sent_to is not null and r.confirmed_at is null, (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', true, 'body', m.body,
        'created_at', m.created_at) order by m.created_at, m.id), '[]')
      from public.rights_messages m where m.request_id = r.id and m.kind = 'reply'
        and (m.created_at < proof.given_at) is not false)
  from private.rights_secret(rights_request_by_secret.secret) s join public.rights_requests r on r.id = s.request_id
    cross join lateral (
      -- The moment at which the holder of the contact confirmed it, for the secret of the phone; null for others.
      select min(e.created_at) as given_at from public.rights_messages e
      where e.request_id = r.id and e.kind = 'event' and e.body = 'confirmed' and s.sent_to is null) as proof
$$;

-- Adds an event to the timeline of a request.
create function private.note_rights_event(request_id uuid, event text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.rights_messages (request_id, kind, body, author_id)
    values (note_rights_event.request_id, 'event', note_rights_event.event, private.acting_account())
$$;

-- Confirms that the author reads the contact, by the secret that was sent there. A secret that was sent to the confirmed
-- e-mail address of an account leads to that account; one that was sent to a telephone leads to none.
create function public.confirm_rights_request(secret text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant private.rights_secrets := private.rights_secret(confirm_rights_request.secret);
begin
  if known.sent_to is null then
    perform private.refuse(404, 'not_found', 'There is no such link');
  end if;
  update public.rights_requests r set confirmed_at = now(), account_id = coalesce(r.account_id, (
      select u.id from auth.users u
      where known.sent_to = 'email' and u.email = lower(r.email) and u.email_confirmed_at is not null))
    where r.id = known.request_id and r.confirmed_at is null;
  if found then
    perform private.note_rights_event(known.request_id, 'confirmed');
  end if;
end $$;

-- Makes the secret of a link that is sent to one contact of a request. It has 244 random bits.
create function private.new_contact_link(request_id uuid, sent_to text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.rights_secrets (secret_hash, request_id, sent_to)
    values (sha256(convert_to(secret, 'UTF8')), new_contact_link.request_id, new_contact_link.sent_to);
  return secret;
end $$;

-- Refuses everybody but administrators, and a request that is not there.
create function private.require_rights_request(request_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators work on requests about personal data');
  end if;
  if not exists (select from public.rights_requests r where r.id = require_rights_request.request_id) then
    perform private.refuse(404, 'not_found', 'There is no such request');
  end if;
end $$;

-- Adds an event by an administrator, and logs it without any words of the request.
create function private.record_rights_act(request_id uuid, event text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.note_rights_event(record_rights_act.request_id, record_rights_act.event);
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target',
    'rights:' || record_rights_act.request_id, 'operation', 'changed', 'changed', record_rights_act.event));
end $$;

-- Enters a request that came by word of mouth or on paper, and returns its id. `identified`: the administrator saw who it
-- is. The clock runs from the day on which the request came. Administrators only.
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

-- Says that the administrator saw who the author is, for example by an identity card. Administrators only.
create function public.identify_rights_author(request_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(identify_rights_author.request_id);
  update public.rights_requests r set confirmed_at = now()
    where r.id = identify_rights_author.request_id and r.confirmed_at is null;
  perform private.record_rights_act(identify_rights_author.request_id, 'identified');
end $$;

-- Makes a link for the contact of a request, which an administrator sends by WhatsApp, and returns its secret. Only a
-- request without a telephone lets it prove the e-mail address.
create function public.create_rights_link(request_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(create_rights_link.request_id);
  perform private.record_rights_act(create_rights_link.request_id, 'link');
  return (select private.new_contact_link(r.id, case when r.phone is null then 'email' else 'phone' end)
    from public.rights_requests r where r.id = create_rights_link.request_id);
end $$;

-- Says which driver the author is: the account follows. Administrators only.
create function public.set_rights_driver(request_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_rights_request(set_rights_driver.request_id);
  select l.user_id into account from public.user_drivers l where l.driver_id = set_rights_driver.driver limit 1;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'The driver has no account');
  end if;
  update public.rights_requests r set account_id = account where r.id = set_rights_driver.request_id;
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
        from public.rights_messages m where m.request_id = r.id and m.kind = 'reply')) order by r.sequence), '[]')
  from public.rights_requests r where r.account_id = rights_requests_of.person
$$;

-- Returns the personal data of the author, as `personal_data` does, once the contact is confirmed. Administrators only.
create function public.rights_personal_data(request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_rights_request(rights_personal_data.request_id);
  select r.account_id into account from public.rights_requests r
    where r.id = rights_personal_data.request_id and r.confirmed_at is not null;
  if account is null then
    perform private.refuse(409, 'not_confirmed', 'Confirm first who the author is, and which account is theirs');
  end if;
  perform private.record_rights_act(rights_personal_data.request_id, 'downloaded');
  return public.personal_data(account);
end $$;

-- Replies on the page of the request, and by mail if asked and the request has an address. With an outcome the reply
-- closes the request; another outcome later replaces it. The caller chooses the id: a repeated call replies once.
-- Administrators only.
create function public.send_rights_reply(id uuid, request_id uuid, reply text, spanish text default null,
  by_mail boolean default false, outcome text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(send_rights_reply.request_id);
  insert into public.rights_messages (id, request_id, kind, body, spanish, author_id, mail)
    select send_rights_reply.id, r.id, 'reply', private.plain_text(send_rights_reply.reply),
      private.plain_text(send_rights_reply.spanish), private.acting_account(),
      case when send_rights_reply.by_mail and r.email is not null then 'waiting' end
    from public.rights_requests r where r.id = send_rights_reply.request_id
  on conflict on constraint rights_messages_pkey do nothing;
  if not found then
    return;
  end if;
  if send_rights_reply.outcome is not null then
    update public.rights_requests r set outcome = send_rights_reply.outcome, closed_at = now()
      where r.id = send_rights_reply.request_id;
  end if;
  perform private.record_rights_act(send_rights_reply.request_id, coalesce(send_rights_reply.outcome, 'replied'));
end $$;

-- Notes what was done, for the company alone. Administrators only.
create function public.note_rights_request(request_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(note_rights_request.request_id);
  insert into public.rights_messages (request_id, kind, body, author_id) values (note_rights_request.request_id, 'note',
    private.plain_text(note_rights_request.note), private.acting_account());
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target',
    'rights:' || note_rights_request.request_id, 'operation', 'changed', 'changed', 'note'));
end $$;

-- Extends the deadline of an open request by 30 days, once and with a reason, which its author reads. Blocking has no
-- extension. Administrators only.
create function public.extend_rights_request(request_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(extend_rights_request.request_id);
  if private.plain_text(extend_rights_request.reason) is null then
    perform private.refuse(400, 'validation_failed', 'An extension has a reason');
  end if;
  update public.rights_requests r set due_on = r.due_on + 30,
      extension_reason = private.plain_text(extend_rights_request.reason)
    where r.id = extend_rights_request.request_id and r.extension_reason is null and r.outcome is null
      and r.kind <> 'blocking' and r.due_on >= private.chile_today();
  if not found then
    perform private.refuse(409, 'not_extendable', 'The deadline is over, was extended before, or cannot be extended');
  end if;
  perform private.record_rights_act(extend_rights_request.request_id, 'extended');
end $$;

-- Returns the timeline of a request with the e-mail address of each author. Administrators only.
create function public.rights_timeline(request_id uuid)
returns table (id uuid, kind text, body text, spanish text, mail text, created_at timestamptz, author text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_rights_request(rights_timeline.request_id);
  return query select m.id, m.kind, m.body, m.spanish, m.mail, m.created_at, u.email::text
    from public.rights_messages m left join auth.users u on u.id = m.author_id
    where m.request_id = rights_timeline.request_id order by m.created_at, m.id;
end $$;

-- Deletes requests that were closed four years ago, after which the Agency can no longer act on them. Returns their
-- number. Our server calls it daily.
create function private.forget_rights_requests(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored_for constant interval := '4 years';
  forgotten bigint;
begin
  delete from public.rights_requests r where r.closed_at < as_of - stored_for;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

-- Returns the mails that administrators have not had yet: about requests that are new, and about those that have to be
-- answered within seven days.
create function private.due_rights_notices() returns table (account_id uuid, email text, language text, subject_id uuid,
  reason text, number text, kind text, due_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', r.id, due.reason, r.number, r.kind, r.due_on
  from public.rights_requests r
    cross join lateral (select case when r.due_on <= private.chile_today() + 7
      and r.created_at < now() - interval '12 hours' then 'due' else 'new' end) as due (reason)
    cross join auth.users u
  where r.outcome is null and private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.rights_notices n where n.request_id = r.id and n.account_id = u.id
      and n.reason = due.reason and (n.reason = 'new' or n.due_on = r.due_on))
  order by u.id, r.due_on, r.number
$$;

grant execute on function public.file_rights_request(text, text, text, text, text, date, boolean, text, text, text),
  public.identify_rights_author(uuid), public.create_rights_link(uuid), public.set_rights_driver(uuid, uuid),
  public.rights_personal_data(uuid), public.send_rights_reply(uuid, uuid, text, text, boolean, text),
  public.note_rights_request(uuid, text), public.extend_rights_request(uuid, text), public.rights_timeline(uuid)
  to authenticated;
grant execute on function public.open_rights_request(text, text, text, text, text, text, text, text),
  public.rights_request_by_secret(text), public.confirm_rights_request(text) to anon, authenticated;
