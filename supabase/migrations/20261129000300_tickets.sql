-- Makes cases and requests about personal data tickets: one table of what both have, one of messages, of secrets and of
-- notices. Ids, numbers, secrets and times stay as they were.
drop trigger count_added_cases on public.cases;
drop trigger count_changed_cases on public.cases;
drop trigger count_removed_cases on public.cases;
drop trigger read_only on public.document_list;
alter function private.refuse_document_list_write() rename to refuse_list_write;
drop function public.note_case(uuid,text);
drop function public.note_rights_request(uuid,text);
drop function private.case_of_secret(text);
drop function private.case_sender();
drop function private.due_case_notices();
drop function private.due_rights_notices();
drop function private.limit_case_openings(uuid);
drop function private.move_case(uuid,text);
drop function private.note_rights_event(uuid,text);
drop function private.record_case_act(uuid,text);
drop function private.require_case(uuid);
drop function private.require_rights_request(uuid);
drop function private.rights_secret(text);
drop function public.rights_timeline(uuid);
drop function public.send_case_reply(uuid,uuid,text,text,boolean);
drop function public.send_rights_reply(uuid,uuid,text,text,boolean,text);

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject in ('case', 'rights')),
  -- The place in the order of arrival. `number` is made from it.
  sequence bigint generated always as identity,
  -- The number that people say on the phone: six digits that do not tell how many tickets there are. It is no secret and
  -- opens nothing. The factor has no divisor in common with 900,000, so no number comes twice.
  number text not null generated always as
    ((100000 + (sequence * 387641) % 900000 + sequence / 900000 * 900000)::text) stored,
  kind text not null check (kind = any (case subject
    when 'case' then array['lost', 'complaint', 'receipt', 'accessibility', 'other']
    else array['access', 'rectification', 'erasure', 'objection', 'portability', 'blocking'] end)),
  -- Only a case is `answered`: a reply to a request leaves it open until it has an outcome.
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  is_closed boolean not null generated always as (state = 'closed') stored,
  language text not null check (language ~ '^[a-z]{2}$'),
  -- The author's own words; null once they are forgotten.
  body text check (char_length(body) between 1 and 2000),
  email text check (char_length(email) <= 254 and email ~ '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$'),
  phone text check (phone ~ '^[+][0-9]{9,15}$'),
  -- The day in Chile until which the company answers.
  due_on date not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz,
  -- Tickets of before 1.0 were numbered by subject.
  constraint tickets_number_key unique (subject, number)
);
create index tickets_order_idx on public.tickets (subject, is_closed, state desc, due_on, id);
create index tickets_closed_at_idx on public.tickets (closed_at);

-- The timeline of a ticket: replies to its author, the passenger's own further messages, notes that only the company reads,
-- and events that have their code in `body`.
create table public.ticket_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.tickets on delete cascade,
  kind text not null check (kind in ('reply', 'passenger', 'note', 'event')),
  body text not null check (char_length(body) between 1 and 2000),
  -- The Spanish of a reply in another language, for the company.
  spanish text check (char_length(spanish) between 1 and 2000),
  author_id uuid references auth.users on delete set null,
  -- Whether a mail with the reply waits, has gone, or was given up after two days of retries; null for a reply without mail.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null default clock_timestamp()
);
create index ticket_messages_ticket_id_idx on public.ticket_messages (ticket_id, created_at);
create index ticket_messages_author_id_idx on public.ticket_messages (author_id);
create index ticket_messages_mail_idx on public.ticket_messages (created_at) where mail = 'waiting';

alter table public.tickets enable row level security;
alter table public.ticket_messages enable row level security;

create policy tickets_session on public.tickets as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy tickets_service on public.tickets for all to service_role using (true) with check (true);
create policy ticket_messages_session on public.ticket_messages as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy ticket_messages_service on public.ticket_messages for all to service_role using (true) with check (true);
-- Staff read cases; only administrators read requests about personal data, because an answer gives or deletes such data. A
-- driver hears of a case only what the company passes on. Clients write only through functions.
create policy tickets_select on public.tickets for select to authenticated
  using ((select private.is_admin()) or subject = 'case' and (select private.is_staff()));
-- Messages are for the readers of their ticket.
create policy ticket_messages_select on public.ticket_messages for select to authenticated
  using (ticket_id in (select t.id from public.tickets t));
revoke all on public.tickets, public.ticket_messages from anon, authenticated;
grant select on public.tickets, public.ticket_messages to authenticated;
grant all on public.tickets, public.ticket_messages to service_role;

-- Hashes of the secrets that open a ticket's page. A secret has 256 bits and stands only on the phone that wrote the ticket,
-- or in a link to its contact, so a copy of the database opens no page.
create table private.ticket_secrets (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  ticket_id uuid not null references public.tickets on delete cascade,
  -- The contact to which the secret was sent: its holder reads what is sent there. Null for the one of the author's phone.
  sent_to text check (sent_to in ('email', 'phone'))
);
create index ticket_secrets_ticket_id_idx on private.ticket_secrets (ticket_id);
-- The openings of the last day, for the limits: by a keyed hash of the sender's network, and by driver.
create table private.ticket_openings (
  id bigint generated always as identity primary key,
  sender bytea not null,
  driver_id uuid references public.drivers on delete cascade,
  opened_at timestamptz not null default now()
);
create index ticket_openings_sender_idx on private.ticket_openings (sender, opened_at);
create index ticket_openings_driver_id_idx on private.ticket_openings (driver_id, opened_at);
-- Mails to administrators that have gone, so that each goes once: about a new ticket, and before its deadline.
create table private.ticket_notices (
  ticket_id uuid not null references public.tickets on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  reason text not null check (reason in ('new', 'due')),
  due_on date not null,
  sent_at timestamptz not null default now(),
  primary key (ticket_id, account_id, reason, due_on)
);
create index ticket_notices_account_id_idx on private.ticket_notices (account_id);
alter table private.ticket_secrets enable row level security;
alter table private.ticket_openings enable row level security;
alter table private.ticket_notices enable row level security;
revoke all on private.ticket_secrets, private.ticket_openings, private.ticket_notices
  from public, anon, authenticated, service_role;

update private.signing_keys set name = 'ticket_sender' where name = 'case_sender';

insert into public.tickets (id, subject, sequence, kind, state, language, body, email, phone, due_on, created_at,
    answered_at, closed_at) overriding system value
  select id, 'case', sequence, kind, state, language, body, email, phone, due_on, created_at, answered_at, closed_at
  from public.cases
  union all
  select id, 'rights', sequence, kind, case when outcome is null then 'new' else 'closed' end, language, body, email,
    phone, due_on, created_at, null, closed_at
  from public.rights_requests;
insert into public.ticket_messages (id, ticket_id, kind, body, spanish, author_id, mail, created_at)
  select id, case_id, kind, body, spanish, author_id, mail, created_at from public.case_messages
  union all select id, request_id, kind, body, spanish, author_id, mail, created_at from public.rights_messages;
insert into private.ticket_secrets (secret_hash, ticket_id, sent_to)
  select secret_hash, case_id, null from private.case_secrets
  union all select secret_hash, request_id, sent_to from private.rights_secrets;
insert into private.ticket_openings (sender, driver_id, opened_at)
  select sender, driver_id, opened_at from private.case_openings order by id;
insert into private.ticket_notices (ticket_id, account_id, reason, due_on, sent_at)
  select case_id, account_id, reason, due_on, sent_at from private.case_notices
  union all select request_id, account_id, reason, due_on, sent_at from private.rights_notices;
-- The next number continues after the later of the two sequences.
select setval(pg_get_serial_sequence('public.tickets', 'sequence'), max(sequence)) from public.tickets having count(*) > 0;

drop table public.case_messages, public.rights_messages, private.case_secrets, private.rights_secrets,
  private.case_openings, private.case_notices, private.rights_notices;
alter table public.cases drop column number, drop column sequence, drop column kind, drop column is_closed,
  drop column state, drop column language, drop column body, drop column email, drop column phone, drop column due_on,
  drop column created_at, drop column answered_at, drop column closed_at, alter column id drop default,
  add foreign key (id) references public.tickets on delete cascade;
create index cases_driver_id_idx on public.cases (driver_id);
create index cases_vehicle_id_idx on public.cases (vehicle_id);
alter table public.rights_requests drop column number, drop column sequence, drop column kind, drop column is_closed,
  drop column language, drop column body, drop column email, drop column phone, drop column due_on,
  drop column created_at, drop column closed_at, alter column id drop default,
  add foreign key (id) references public.tickets on delete cascade;
create index rights_requests_link_mail_idx on public.rights_requests (id) where link_mail = 'waiting';

-- Lists are read-only views. Without this trigger a write would fail with an internal error instead of a missing privilege.
create or replace function private.refuse_list_write() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The view % is read-only: write to its tables', tg_table_name using errcode = '42501';
end $$;
create trigger read_only instead of insert or update or delete on public.document_list
  for each row execute function private.refuse_list_write();

-- Cases with their tickets. Security invoker: each caller sees what the policies of both tables allow.
create view public.case_list with (security_invoker = true) as
  select t.id, t.number, t.kind, t.state, t.is_closed, t.language, t.body, c.happened_at, c.place, t.email, t.phone,
    c.consented_at, c.photo, c.driver_id, c.vehicle_id, c.shift_id, c.driver_name, c.license_plate, t.due_on,
    t.created_at, t.answered_at, t.closed_at, c.forgotten_at
  from public.cases c join public.tickets t on t.id = c.id;
revoke all on public.case_list from anon, authenticated;
grant select on public.case_list to authenticated, service_role;
create trigger read_only instead of insert or update or delete on public.case_list
  for each row execute function private.refuse_list_write();

-- Requests with their tickets. Security invoker: each caller sees what the policies of both tables allow.
create view public.rights_request_list with (security_invoker = true) as
  select t.id, t.number, t.kind, r.person, r.channel, r.outcome, t.is_closed, t.language, r.name, t.body, t.email,
    t.phone, r.link_mail, r.confirmed_at, r.account_id, r.received_on, t.due_on, r.extension_reason, t.created_at,
    t.closed_at
  from public.rights_requests r join public.tickets t on t.id = r.id;
revoke all on public.rights_request_list from anon, authenticated;
grant select on public.rights_request_list to authenticated, service_role;
create trigger read_only instead of insert or update or delete on public.rights_request_list
  for each row execute function private.refuse_list_write();

-- Returns a keyed hash of the caller's network, which is an address, or the /64 of an IPv6 address: one connection has
-- all addresses of it. Callers without a known address count as one.
create function private.ticket_sender() returns bytea
language plpgsql stable security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  address constant text := coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-real-ip', '');
  network text := left(address, 64);
begin
  begin
    network := case when family(address::inet) = 6
      then network(set_masklen(address::inet, 64))::text else host(address::inet) end;
  exception when others then
    null;
  end;
  return (select private.hmac_sha256(convert_to(network, 'UTF8'), k.key)
    from private.signing_keys k where k.name = 'ticket_sender');
end $$;

-- Counts an opening and refuses it beyond 10 an hour from one network, or 20 a day about one driver: a flood of
-- complaints stays a list that a person can read. The locks serialise simultaneous calls, always in this order.
create function private.limit_ticket_openings(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_sender constant integer := 10;
  most_of_driver constant integer := 20;
  caller constant bytea := private.ticket_sender();
begin
  perform pg_advisory_xact_lock(hashtextextended('tickets from ' || encode(caller, 'hex'), 0));
  if driver is not null then
    perform pg_advisory_xact_lock(hashtextextended('tickets about ' || driver, 0));
  end if;
  delete from private.ticket_openings o where o.opened_at < now() - interval '1 day';
  if (select count(*) from private.ticket_openings o
      where o.sender = caller and o.opened_at > now() - interval '1 hour') >= most_of_sender
    or (select count(*) from private.ticket_openings o where o.driver_id = driver) >= most_of_driver then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages at once. Try again later',
      jsonb_build_object('Retry-After', '3600'));
  end if;
  insert into private.ticket_openings (sender, driver_id) values (caller, driver);
end $$;

-- Returns the ticket that the secret of an author's phone has opened, null for a new secret. It has 256 bits in base64url and
-- is the idempotency key of the opening: the lock makes two retries at the same moment open one ticket.
create function private.opened_ticket(secret text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant bytea := sha256(convert_to(opened_ticket.secret, 'UTF8'));
begin
  if (opened_ticket.secret ~ '^[A-Za-z0-9_-]{43}$') is not true then
    perform private.refuse(400, 'validation_failed', 'A secret has 43 characters of base64url');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  return (select s.ticket_id from private.ticket_secrets s where s.secret_hash = hash);
end $$;

-- Stores a ticket whose author has written it, and returns its id.
create function private.add_ticket(subject text, kind text, language text, body text, email text, phone text, due date)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  added uuid;
  written constant text := private.plain_text(add_ticket.body);
  telephone constant text := private.phone_of(left(add_ticket.phone, 60));
begin
  if written is null or add_ticket.phone is not null and telephone is null then
    perform private.refuse(400, 'validation_failed', 'A ticket has a text, and a telephone number that can be called');
  end if;
  insert into public.tickets as t (subject, kind, language, body, email, phone, due_on)
    values (add_ticket.subject, add_ticket.kind, add_ticket.language, written, private.plain_text(add_ticket.email),
      telephone, add_ticket.due)
    returning t.id into added;
  return added;
end $$;

-- Returns the secret whose hash a caller proves, with its ticket.
create function private.ticket_secret(secret text) returns private.ticket_secrets
language sql stable security definer set search_path = '' as $$
  select s from private.ticket_secrets s
  where s.secret_hash = sha256(convert_to(left(ticket_secret.secret, 100), 'UTF8'))
$$;

-- Returns the messages that a ticket's page shows, those of before a moment unless null: replies and the author's own. They
-- hold no note, no contact, no first message and no name of staff or driver.
create function private.shown_messages(ticket uuid, before timestamptz default null) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', m.kind = 'reply', 'body', m.body,
    'created_at', m.created_at) order by m.created_at, m.id), '[]')
  from public.ticket_messages m
  where m.ticket_id = shown_messages.ticket and m.kind in ('reply', 'passenger')
    and (m.created_at < shown_messages.before) is not false
$$;

-- Adds an event to the timeline.
create function private.note_ticket_event(ticket_id uuid, event text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.ticket_messages (ticket_id, kind, body, author_id)
    values (note_ticket_event.ticket_id, 'event', note_ticket_event.event, private.acting_account())
$$;

-- Logs an act on a ticket without its words.
create function private.record_ticket_act(ticket_id uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act('resource_modified', 'access', jsonb_build_object('target', t.subject || ':' || t.id,
    'operation', 'changed', 'changed', record_ticket_act.changed))
  from public.tickets t where t.id = record_ticket_act.ticket_id
$$;

-- Refuses everybody but those who work on tickets of a subject: staff on cases, administrators on requests about personal data.
create function private.require_worker(subject text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() or require_worker.subject = 'rights' and not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators, and for cases the office, work on tickets');
  end if;
end $$;

-- Returns a ticket to those who work on it. Refuses everybody else, and a ticket that is not there, is about another subject,
-- or whose data are forgotten. Locks it until the change is done, so that no deletion of its data comes in between.
create function private.require_ticket(ticket_id uuid, subject text default null) returns public.tickets
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_ticket public.tickets;
begin
  select t.* into found_ticket from public.tickets t
    where t.id = require_ticket.ticket_id and t.subject = coalesce(require_ticket.subject, t.subject) and t.body is not null
    for update;
  perform private.require_worker(coalesce(found_ticket.subject, require_ticket.subject));
  if found_ticket.id is null then
    perform private.refuse(404, 'not_found', 'There is no such ticket, or its data were deleted');
  end if;
  return found_ticket;
end $$;

-- Changes the state of a ticket and writes the event. A case that becomes new again gets a new deadline, and administrators
-- hear of it again.
create function private.move_ticket(ticket_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before text;
begin
  select t.state into before from public.tickets t where t.id = move_ticket.ticket_id for update;
  if before = move_ticket.state then
    return;
  end if;
  update public.tickets t set state = move_ticket.state,
      answered_at = case when move_ticket.state = 'answered' then coalesce(t.answered_at, now()) else t.answered_at end,
      closed_at = case when move_ticket.state = 'closed' then now() end,
      due_on = case when move_ticket.state = 'new' then private.case_deadline() else t.due_on end
    where t.id = move_ticket.ticket_id;
  if move_ticket.state = 'closed' or before = 'closed' then
    perform private.note_ticket_event(move_ticket.ticket_id,
      case when move_ticket.state = 'closed' then 'closed' else 'reopened' end);
  end if;
  if move_ticket.state = 'new' then
    delete from private.ticket_notices n where n.ticket_id = move_ticket.ticket_id;
  end if;
end $$;

-- Staff; for a request about personal data administrators. Replies on the ticket's page, and by mail if asked and the ticket
-- has an address. A request needs an outcome to be closed; another outcome later replaces it. The caller chooses the id: a
-- repeated call replies once.
create function public.send_ticket_reply(id uuid, ticket_id uuid, reply text, spanish text default null,
  by_mail boolean default false, outcome text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.require_ticket(send_ticket_reply.ticket_id);
begin
  insert into public.ticket_messages (id, ticket_id, kind, body, spanish, author_id, mail)
    values (send_ticket_reply.id, ticket.id, 'reply', private.plain_text(send_ticket_reply.reply),
      private.plain_text(send_ticket_reply.spanish), private.acting_account(),
      case when send_ticket_reply.by_mail and ticket.email is not null then 'waiting' end)
  on conflict on constraint ticket_messages_pkey do nothing;
  if not found then
    return;
  end if;
  if ticket.subject = 'case' then
    perform private.move_ticket(ticket.id, 'answered');
    perform private.record_ticket_act(ticket.id, 'reply');
  else
    perform private.close_rights_request(ticket.id, send_ticket_reply.outcome);
  end if;
end $$;

-- Staff; for a request about personal data administrators. Adds a note that only they read.
create function public.note_ticket(ticket_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket constant public.tickets := private.require_ticket(note_ticket.ticket_id);
begin
  insert into public.ticket_messages (ticket_id, kind, body, author_id)
    values (ticket.id, 'note', private.plain_text(note_ticket.note), private.acting_account());
  perform private.record_ticket_act(ticket.id, 'note');
end $$;

-- Staff; for a request about personal data administrators. Returns the timeline with the e-mail address of each author.
create function public.ticket_timeline(ticket_id uuid)
returns table (id uuid, kind text, body text, spanish text, mail text, created_at timestamptz, author text)
language plpgsql stable security definer set search_path = '' as $$
declare
  subject constant text := (select t.subject from public.tickets t where t.id = ticket_timeline.ticket_id);
begin
  perform private.require_worker(subject);
  if subject is null then
    perform private.refuse(404, 'not_found', 'There is no such ticket');
  end if;
  return query select m.id, m.kind, m.body, m.spanish, m.mail, m.created_at, u.email::text
    from public.ticket_messages m left join auth.users u on u.id = m.author_id
    where m.ticket_id = ticket_timeline.ticket_id order by m.created_at, m.id;
end $$;

-- The server. Returns the mails that administrators have not had yet: about new tickets, about cases that have to be answered
-- by the next working day, and about requests whose deadline is within seven days.
create function private.due_ticket_notices() returns table (account_id uuid, email text, language text, ticket_id uuid,
  subject text, reason text, number text, kind text, due_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', t.id, t.subject, due.reason, t.number, t.kind, t.due_on
  from public.tickets t
    cross join lateral (select case when t.created_at < now() - interval '12 hours' and t.due_on <= case t.subject
        when 'case' then private.working_days_after(private.chile_today(), 1) else private.chile_today() + 7 end
      then 'due' else 'new' end) as due (reason)
    cross join auth.users u
  where t.state = 'new' and private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.ticket_notices n where n.ticket_id = t.id and n.account_id = u.id
      and n.reason = due.reason and (n.reason = 'new' or n.due_on = t.due_on))
  order by u.id, t.due_on, t.number
$$;

-- Puts driver, shift and vehicle of a case, with their present names.
create or replace function private.place_case(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  shift public.shifts;
begin
  select (private.shift_at(driver, coalesce(c.happened_at, c.created_at))).* into shift
    from public.case_list c where c.id = place_case.case_id;
  update public.cases c set driver_id = d.id, shift_id = shift.id, vehicle_id = shift.vehicle_id,
      driver_name = d.name, license_plate = coalesce(shift.license_plate, d.license_plate)
    from (select) as one left join public.drivers d on d.id = place_case.driver
    where c.id = place_case.case_id;
end $$;

-- Anybody. Opens a case and returns its number. The caller chooses the secret that opens the case's page: a repeated call
-- returns the case that the first one opened. It happened within the last two years: PostgreSQL also knows times that no
-- browser can read, such as `-infinity`. With `with_photo` it also returns the name under which one photo may be uploaded to
-- the bucket `casos`. An unknown verification code opens a case without a driver: the response does not tell which codes
-- exist.
create or replace function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
  happened_at timestamptz default null, place text default null, email text default null, phone text default null,
  code text default null, with_photo boolean default false)
returns table (number text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened uuid;
  driver uuid;
begin
  if open_case.consent is not true
    or coalesce(open_case.happened_at not between now() - interval '2 years' and now() + interval '1 day', false) then
    perform private.refuse(400, 'validation_failed', 'The case lacks something, or has a value that it cannot have');
  end if;
  opened := private.opened_ticket(open_case.secret);
  if opened is null then
    select d.id into driver from public.drivers d where d.verification_code
      = translate(upper(regexp_replace(left(open_case.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
    perform private.limit_ticket_openings(driver);
    opened := private.add_ticket('case', open_case.kind, open_case.language, open_case.body, open_case.email,
      open_case.phone, private.case_deadline());
    insert into public.cases (id, happened_at, place, photo)
      values (opened, open_case.happened_at, private.plain_text(open_case.place),
        case when open_case.with_photo then gen_random_uuid() || '.jpg' end);
    insert into private.ticket_secrets (ticket_id, secret_hash)
      values (opened, sha256(convert_to(open_case.secret, 'UTF8')));
    perform private.place_case(opened, driver);
  end if;
  return query select c.number, c.photo from public.case_list c where c.id = opened;
end $$;

-- Anybody with the secret. Returns the page of the case: its state, the replies, and the passenger's further messages. No row
-- for an unknown secret.
create or replace function public.case_by_secret(secret text)
returns table (number text, kind text, state text, created_at timestamptz, due_on date, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select t.number, t.kind, t.state, t.created_at, t.due_on, private.shown_messages(t.id)
  from private.ticket_secret(case_by_secret.secret) s
    join public.tickets t on t.id = s.ticket_id and t.subject = 'case'
$$;

-- Anybody with the secret. Adds the passenger's further message, which makes the case new again: a closed one is reopened.
-- Twenty at most. The caller chooses the id, so that a repeated call adds it once. The lock makes it wait for a deletion of
-- the case's data, after which there is no page to write on.
create or replace function public.reply_to_case(secret text, id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 20;
  answered constant uuid := (private.ticket_secret(reply_to_case.secret)).ticket_id;
  written constant text := private.plain_text(reply_to_case.body);
begin
  perform from public.tickets t where t.id = answered and t.subject = 'case' and t.body is not null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case');
  end if;
  if written is null or char_length(written) > 2000 or reply_to_case.id is null then
    perform private.refuse(400, 'validation_failed', 'A message has 1 to 2000 characters and an id');
  end if;
  if exists (select from public.ticket_messages m where m.id = reply_to_case.id) then
    return;
  end if;
  if (select count(*) from public.ticket_messages m where m.ticket_id = answered and m.kind = 'passenger') >= most then
    perform private.refuse(429, 'over_case_rate_limit', 'This case has as many messages as it can have');
  end if;
  insert into public.ticket_messages (id, ticket_id, kind, body)
    values (reply_to_case.id, answered, 'passenger', written);
  perform private.move_ticket(answered, 'new');
end $$;

-- Staff. Closes a case, or reopens it (`new`).
create or replace function public.set_case_state(case_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(set_case_state.case_id, 'case');
  if set_case_state.state is null or set_case_state.state not in ('new', 'closed') then
    perform private.refuse(400, 'validation_failed', 'A case is closed or new');
  end if;
  perform private.move_ticket(set_case_state.case_id, set_case_state.state);
  perform private.record_ticket_act(set_case_state.case_id, 'state');
end $$;

-- Staff. Says which driver a case is about, null for none; shift and vehicle follow.
create or replace function public.set_case_driver(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(set_case_driver.case_id, 'case');
  perform private.place_case(set_case_driver.case_id, set_case_driver.driver);
  perform private.note_ticket_event(set_case_driver.case_id, 'driver');
  perform private.record_ticket_act(set_case_driver.case_id, 'driver_id');
end $$;

-- Deletes the passenger's data of a case: words, contact, photo, timeline and page. Kind, times, driver and vehicle stay for
-- the company's figures.
create or replace function private.forget_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from storage.objects o using public.cases c
    where c.id = forget_case.case_id and o.bucket_id = 'casos' and o.name = c.photo;
  delete from public.ticket_messages m where m.ticket_id = forget_case.case_id;
  delete from private.ticket_secrets s where s.ticket_id = forget_case.case_id;
  update public.cases c set place = null, photo = null, driver_name = null, forgotten_at = now()
    where c.id = forget_case.case_id;
  update public.tickets t set body = null, email = null, phone = null, state = 'closed',
      closed_at = coalesce(t.closed_at, now())
    where t.id = forget_case.case_id;
end $$;

-- Administrators. Deletes the passenger's data at once, as the law lets a passenger ask. It cannot be undone.
create or replace function public.forget_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators delete the data of a case');
  end if;
  perform private.require_ticket(forget_case.case_id, 'case');
  -- A photo's row belongs to the storage service, which deletes its bytes with it.
  perform private.forget_case(forget_case.case_id);
  perform private.record_ticket_act(forget_case.case_id, 'forgotten');
end $$;

-- The server, daily. Deletes the data of cases that were closed longer ago than `case_retention_days`, and photos that no
-- case names a day after their upload. Returns the number of cases. The lock leaves out a case that a message reopens at that
-- moment.
create or replace function private.forget_cases(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('case_retention_days'), '90');
  forgotten bigint;
begin
  perform private.forget_case(due.id) from (
    select t.id from public.tickets t
    where t.subject = 'case' and t.body is not null and t.closed_at < as_of - make_interval(days => days)
    for update) as due;
  get diagnostics forgotten = row_count;
  delete from storage.objects o where o.bucket_id = 'casos' and o.created_at < as_of - interval '1 day'
    and not exists (select from public.cases c where c.photo = o.name);
  delete from private.ticket_openings o where o.opened_at < as_of - interval '1 day';
  return forgotten;
end $$;

-- Returns whether a photo of this name may be uploaded: open_case has given the name away within a week. The name has
-- 122 random bits, so only the opener of the case knows it.
create or replace function private.may_add_case_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.case_list c where c.photo = may_add_case_photo.name and c.forgotten_at is null
    and c.created_at > now() - interval '7 days')
$$;

-- Returns the statement that adds cases to the figures. `source` is a query of the sign, subject, kind, created_at and
-- answered_at of tickets.
create or replace function private.case_counting(source text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$
    insert into private.case_days as t (day, kind, cases, answered, answer_seconds)
    select (created_at at time zone 'America/Santiago')::date, kind, sum(sign),
      sum(sign * (answered_at is not null)::integer),
      coalesce(sum(sign * floor(extract(epoch from answered_at - created_at))), 0)
    from (%s) as change where subject = 'case' group by 1, 2
    having (sum(sign), sum(sign * (answered_at is not null)::integer),
      coalesce(sum(sign * floor(extract(epoch from answered_at - created_at))), 0)) <> (0, 0, 0)
    order by 1, 2
    on conflict (day, kind) do update set cases = t.cases + excluded.cases, answered = t.answered + excluded.answered,
      answer_seconds = t.answer_seconds + excluded.answer_seconds
  $sql$, source)
$$;

-- Keeps the figures of cases in step with every change.
create or replace function private.count_cases() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute private.case_counting(private.changed_rows(tg_op, 'subject, kind, created_at, answered_at'));
  return null;
end $$;

-- Returns the replies and notes in passengers' cases that a person wrote, for personal_data.
create or replace function private.case_messages_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('case', c.number, 'kind', m.kind, 'text', m.body, 'spanish', m.spanish,
    'created_at', m.created_at) order by m.created_at), '[]')
  from public.ticket_messages m join public.tickets c on c.id = m.ticket_id and c.subject = 'case'
  where m.author_id = person
$$;

-- Opens one rating for anybody who scans the code of a printed card. Paper shows the same code for months, so that its
-- holder need not sit in the vehicle: one network opens one rating of a driver in six hours, and a driver gets ten a day
-- this way, which is less than the device's own links allow. A repeated scan gets the same link.
create or replace function public.card_rating_link(code text)
returns table (token text, first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_driver constant integer := 10;
  pause constant interval := '6 hours';
  caller constant bytea := private.ticket_sender();
  driver uuid;
  link private.rating_links;
begin
  select d.id into driver from public.drivers d where d.verification_code
    = translate(upper(regexp_replace(left(card_rating_link.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
  if driver is null or not private.is_in_service(driver) then
    perform private.refuse(400, 'rating_link_invalid', 'This is not a code of ours');
  end if;
  -- Two scans at the same moment get the same link.
  perform from public.drivers d where d.id = driver for no key update;
  delete from private.card_ratings c where c.opened_at < now() - interval '1 day';
  delete from private.rating_links l where l.driver_id = driver and l.expires_at < now() - interval '1 hour';
  select l.* into link from private.card_ratings c join private.rating_links l on l.key = c.key
    where c.sender = caller and c.driver_id = driver order by c.opened_at desc limit 1;
  if not found then
    if (select count(*) from private.card_ratings c where c.driver_id = driver) >= most_of_driver
      or exists (select from private.card_ratings c
        where c.sender = caller and c.driver_id = driver and c.opened_at > now() - pause) then
      perform private.refuse(429, 'over_rating_link_rate_limit', 'Too many ratings by printed cards. Try again later',
        jsonb_build_object('Retry-After', '3600'));
    end if;
    insert into private.rating_links (key, driver_id, expires_at, opened_at, by_card)
      values (gen_random_uuid(), driver, date_trunc('second', now() + interval '30 minutes'), now(), true)
      returning * into link;
    insert into private.card_ratings (key, sender, driver_id) values (link.key, caller, driver);
  end if;
  token := private.rating_token(link);
  return query select card_rating_link.token, r.first_name, r.license_plate, r.photo_url, r.state
    from public.rating_link(token) r;
end $$;

-- Stores a request whose values have been checked, and returns its id.
create or replace function private.add_rights_request(kind text, person text, channel text, name text, body text, language text,
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
-- request that the first one opened. One network opens ten tickets an hour. The link that confirms an e-mail address goes out
-- at most three times a day to one address, which may be somebody else's. A request has one contact: confirming it would
-- prove nothing about a second one.
create or replace function public.open_rights_request(secret text, kind text, person text, name text, body text,
  language text default 'es', email text default null, phone text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_mails constant integer := 3;
  opened uuid := private.opened_ticket(open_rights_request.secret);
begin
  if num_nonnulls(private.plain_text(open_rights_request.email), open_rights_request.phone) <> 1 then
    perform private.refuse(400, 'validation_failed', 'The request has one contact');
  end if;
  if opened is null then
    perform private.limit_ticket_openings(null);
    opened := private.add_rights_request(open_rights_request.kind, open_rights_request.person, 'page',
      open_rights_request.name, open_rights_request.body, open_rights_request.language, open_rights_request.email,
      open_rights_request.phone, private.chile_today());
    insert into private.ticket_secrets (secret_hash, ticket_id)
      values (sha256(convert_to(open_rights_request.secret, 'UTF8')), opened);
    update public.rights_requests r set link_mail = 'waiting'
      from public.tickets t
      where r.id = opened and t.id = opened and t.email is not null and (
        select count(*) from public.rights_request_list other where lower(other.email) = lower(t.email)
          and other.link_mail is not null and other.created_at > now() - interval '1 day') < most_mails;
  end if;
  return (select t.number from public.tickets t where t.id = opened);
end $$;

-- Anybody with the secret. Returns the page of the request: kind, deadline, outcome and replies, and whether this secret
-- confirms the contact. It holds no name, contact, note or word of the request. No row for an unknown secret. Once the holder
-- of the contact has confirmed it, replies may hold that person's data, and whoever wrote the request may be somebody else:
-- the secret of the phone that wrote it reads the replies of before, and counts as not confirmed.
create or replace function public.rights_request_by_secret(secret text)
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

-- Anybody with the secret. Confirms that the author reads the contact, by the secret that was sent there. A secret that was sent to the confirmed
-- e-mail address of an account leads to that account; one that was sent to a telephone leads to none.
create or replace function public.confirm_rights_request(secret text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant private.ticket_secrets := private.ticket_secret(confirm_rights_request.secret);
begin
  if known.sent_to is null then
    perform private.refuse(404, 'not_found', 'There is no such link');
  end if;
  update public.rights_requests r set confirmed_at = now(), account_id = coalesce(r.account_id, (
      select u.id from auth.users u
      where known.sent_to = 'email' and u.email = lower(t.email) and u.email_confirmed_at is not null))
    from public.tickets t where r.id = known.ticket_id and t.id = r.id and r.confirmed_at is null;
  if found then
    perform private.note_ticket_event(known.ticket_id, 'confirmed');
  end if;
end $$;

-- Makes the secret of a link that is sent to one contact of a request. It has 244 random bits.
create or replace function private.new_contact_link(request_id uuid, sent_to text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.ticket_secrets (secret_hash, ticket_id, sent_to)
    values (sha256(convert_to(secret, 'UTF8')), new_contact_link.request_id, new_contact_link.sent_to);
  return secret;
end $$;

-- Adds an event by an administrator, and logs it without any words of the request.
create or replace function private.record_rights_act(request_id uuid, event text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.note_ticket_event(record_rights_act.request_id, record_rights_act.event);
  perform private.record_ticket_act(record_rights_act.request_id, record_rights_act.event);
end $$;

-- Says that the administrator saw who the author is, for example by an identity card. Administrators only.
create or replace function public.identify_rights_author(request_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(identify_rights_author.request_id, 'rights');
  update public.rights_requests r set confirmed_at = now()
    where r.id = identify_rights_author.request_id and r.confirmed_at is null;
  perform private.record_rights_act(identify_rights_author.request_id, 'identified');
end $$;

-- Makes a link for the contact of a request, which an administrator sends by WhatsApp, and returns its secret. Only a
-- request without a telephone lets it prove the e-mail address.
create or replace function public.create_rights_link(request_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(create_rights_link.request_id, 'rights');
  perform private.record_rights_act(create_rights_link.request_id, 'link');
  return (select private.new_contact_link(t.id, case when t.phone is null then 'email' else 'phone' end)
    from public.tickets t where t.id = create_rights_link.request_id);
end $$;

-- Says which driver the author is: the account follows. Administrators only.
create or replace function public.set_rights_driver(request_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_ticket(set_rights_driver.request_id, 'rights');
  select l.user_id into account from public.user_drivers l where l.driver_id = set_rights_driver.driver limit 1;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'The driver has no account');
  end if;
  update public.rights_requests r set account_id = account where r.id = set_rights_driver.request_id;
  perform private.record_rights_act(set_rights_driver.request_id, 'account');
end $$;

-- Returns the requests of a person with the replies to them, for personal_data. The notes of administrators, which say
-- how a request was examined, stay in the panel.
create or replace function private.rights_requests_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'kind', r.kind, 'name', r.name, 'body', r.body,
      'email', r.email, 'phone', r.phone, 'channel', r.channel, 'received_on', r.received_on, 'due_on', r.due_on,
      'extension_reason', r.extension_reason, 'outcome', r.outcome, 'closed_at', r.closed_at, 'replies', (
        select coalesce(jsonb_agg(jsonb_build_object('text', m.body, 'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.ticket_messages m where m.ticket_id = r.id and m.kind = 'reply')) order by r.created_at, r.number), '[]')
  from public.rights_request_list r where r.account_id = rights_requests_of.person
$$;

-- Returns the personal data of the author, as `personal_data` does, once the contact is confirmed. Administrators only.
create or replace function public.rights_personal_data(request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_ticket(rights_personal_data.request_id, 'rights');
  select r.account_id into account from public.rights_requests r
    where r.id = rights_personal_data.request_id and r.confirmed_at is not null;
  if account is null then
    perform private.refuse(409, 'not_confirmed', 'Confirm first who the author is, and which account is theirs');
  end if;
  perform private.record_rights_act(rights_personal_data.request_id, 'downloaded');
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

-- Extends the deadline of an open request by 30 days, once and with a reason, which its author reads. Blocking has no
-- extension. Administrators only.
create or replace function public.extend_rights_request(request_id uuid, reason text) returns void
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

-- Deletes requests that were closed four years ago, after which the Agency can no longer act on them. Returns their
-- number. Our server calls it daily.
create or replace function private.forget_rights_requests(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored_for constant interval := '4 years';
  forgotten bigint;
begin
  delete from public.tickets t where t.subject = 'rights' and t.closed_at < as_of - stored_for;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

grant execute on function public.send_ticket_reply(uuid,uuid,text,text,boolean,text),
  public.note_ticket(uuid,text),
  public.ticket_timeline(uuid)
  to authenticated;

create trigger count_added_cases after insert on public.tickets
  referencing new table as added for each statement execute function private.count_cases();
create trigger count_changed_cases after update on public.tickets
  referencing old table as removed new table as added for each statement execute function private.count_cases();
create trigger count_removed_cases after delete on public.tickets
  referencing old table as removed for each statement execute function private.count_cases();
