-- Tickets: people without an account write to the company, which answers by a deadline. A case (28_cases.sql) is for the
-- office; a request about personal data (34_rights_requests.sql) is for administrators. Both are a ticket with messages,
-- secrets and notices; what only one of them has stands in its own table, with the ticket's id.

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
  -- One of too many cases about a driver: it waits in a group of its own.
  is_held boolean not null default false,
  -- Tickets of before 1.0 were numbered by subject.
  constraint tickets_number_key unique (subject, number)
);
create index tickets_order_idx on public.tickets (subject, is_closed, state desc, due_on, id);
create index tickets_closed_at_idx on public.tickets (closed_at);
create index tickets_created_at_idx on public.tickets (subject, created_at);
-- The search across everything finds a contact by its beginning.
create index tickets_email_idx on public.tickets using spgist (lower(email));
create index tickets_phone_idx on public.tickets using spgist (phone);

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

-- Staff read cases; only administrators read requests about personal data, because an answer gives or deletes such data. A
-- driver hears of a case only what the company passes on. Clients write only through functions.
create policy tickets_select on public.tickets for select to authenticated
  using ((select private.is_admin()) or subject = 'case' and (select private.is_staff()));
-- Messages are for the readers of their ticket.
create policy ticket_messages_select on public.ticket_messages for select to authenticated
  using (ticket_id in (select t.id from public.tickets t));
grant select on public.tickets, public.ticket_messages to authenticated;

-- Hashes of the secrets that open a ticket's page. A secret has 256 bits and stands only on the phone that wrote the ticket,
-- or in a link to its contact, so a copy of the database opens no page.
create table private.ticket_secrets (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  ticket_id uuid not null references public.tickets on delete cascade,
  -- The contact to which the secret was sent: its holder reads what is sent there. Null for the one of the author's phone.
  sent_to text check (sent_to in ('email', 'phone'))
);
create index ticket_secrets_ticket_id_idx on private.ticket_secrets (ticket_id);
-- The openings of the last day, for the limits: by keyed hashes of the sender's networks, by form, and by driver. `driver_id` is
-- null for one that takes nothing from the driver's share.
create table private.ticket_openings (
  id bigint generated always as identity primary key,
  sender bytea not null,
  driver_id uuid references public.drivers on delete cascade,
  opened_at timestamptz not null default now(),
  wider bytea not null,
  form text not null check (form in ('case', 'rights', 'trip')),
  about uuid references public.drivers on delete cascade
);
create index ticket_openings_wider_idx on private.ticket_openings (wider, opened_at);
create index ticket_openings_about_idx on private.ticket_openings (about);
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
insert into private.signing_keys (name, key)
select 'ticket_sender', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Returns keyed hashes of the networks of an address, the caller's if it is null, for all limits per network: `sender`, the
-- address or its /64 of IPv6; `wider`, the /24 or /48 around it, which has `times` the limit of a sender, because strangers to
-- each other share a /24 and one IPv6 line has 2^16 networks of /64; `subscriber`, the address or the /48. Unknown addresses
-- count as one.
create function private.networks_of(address text default null, out sender bytea, out wider bytea, out subscriber bytea,
  out times integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  given constant text := left(coalesce(networks_of.address, headers ->> 'cf-connecting-ip', headers ->> 'x-real-ip', ''), 64);
  hash_key constant bytea := (select k.key from private.signing_keys k where k.name = 'ticket_sender');
  ip inet;
begin
  begin
    ip := given::inet;
  exception when others then
    null;
  end;
  sender := private.hmac_sha256(convert_to(coalesce(case family(ip)
    when 6 then network(set_masklen(ip, 64))::text else host(ip) end, given), 'UTF8'), hash_key);
  wider := private.hmac_sha256(convert_to(coalesce(
    network(set_masklen(ip, case family(ip) when 6 then 48 else 24 end))::text, given), 'UTF8'), hash_key);
  subscriber := case family(ip) when 6 then wider else sender end;
  times := case family(ip) when 6 then 4 when 4 then 16 else 1 end;
end $$;

-- Returns whether the caller is a device of the driver, or in a network that one of the driver's sessions was in last.
create function private.is_from_driver(driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_drivers l
    where l.driver_id = is_from_driver.driver and (l.user_id = auth.uid() or (select n.subscriber from private.networks_of() n) in (
      select n.subscriber from auth.sessions s, private.networks_of(host(s.ip)) n where s.user_id = l.user_id and s.ip is not null)))
$$;

-- Counts an opening by one of the public forms. Beyond 10 an hour from one network it takes one each two minutes, so that a
-- few messages do not close the form to everybody behind a shared address, and each form counts by itself: help closes no
-- rights. Returns whether the opening is held back: beyond two a day by one subscriber about one driver, or 20 by all. A flood
-- of complaints stays a list that a person can read, and nobody keeps another person's complaint out. Complaints that are
-- held back, or come from the driver, take nothing from the 20. The locks serialise simultaneous calls, always in this order.
create function private.limit_ticket_openings(form text, driver uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_sender constant integer := 10;
  most_of_subscriber constant integer := 2;
  most_of_driver constant integer := 20;
  pause constant interval := '2 minutes';
  is_own constant boolean := private.is_from_driver(driver);
  caller record;
  last timestamptz;
  is_held boolean;
begin
  select n.* into caller from private.networks_of() n;
  perform pg_advisory_xact_lock(hashtextextended('tickets from ' || encode(caller.wider, 'hex'), 0));
  if driver is not null then
    perform pg_advisory_xact_lock(hashtextextended('tickets about ' || driver, 0));
  end if;
  delete from private.ticket_openings o where o.opened_at < now() - interval '1 day';
  select greatest(
      case when count(*) filter (where o.sender = caller.sender) >= most_of_sender
        then max(o.opened_at) filter (where o.sender = caller.sender) end,
      case when count(*) >= most_of_sender * caller.times then max(o.opened_at) end)
    into last from private.ticket_openings o
    where o.wider = caller.wider and o.form = limit_ticket_openings.form
      -- An opening dated in the future was counted while the clock was ahead.
      and o.opened_at between now() - interval '1 hour' and now();
  if last > now() - pause then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages at once. Try again in two minutes',
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from last + pause - now())))::integer::text));
  end if;
  is_held := driver is not null and (
    (select count(*) from private.ticket_openings o
      where o.about = driver and caller.subscriber in (o.sender, o.wider)) >= most_of_subscriber
    or (select count(*) from private.ticket_openings o where o.driver_id = driver) >= most_of_driver);
  insert into private.ticket_openings (sender, wider, form, about, driver_id)
    values (caller.sender, caller.wider, limit_ticket_openings.form, driver, case when not (is_held or is_own) then driver end);
  return is_held;
end $$;

-- Returns a text without control characters and outer spaces; null for an empty one. It is plain text: no reader renders
-- its markup.
create function private.plain_text(written text) returns text language sql immutable set search_path = '' as $$
  select nullif(btrim(regexp_replace(left(written, 4000), '[\u0001-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g'),
    E' \n\t'), '')
$$;

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

-- Returns the caller's account, unless it has been deleted.
create function private.acting_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where u.id = auth.uid()
$$;

-- Adds an event to the timeline.
create function private.note_ticket_event(ticket_id uuid, event text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.ticket_messages (ticket_id, kind, body, author_id)
    values (note_ticket_event.ticket_id, 'event', note_ticket_event.event, private.acting_account())
$$;

-- Logs what was done to a ticket, without its words: the act is `case_<changed>` or `rights_<changed>`.
create function private.record_ticket_act(ticket_id uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act(t.subject || '_' || record_ticket_act.changed, 'access',
    jsonb_build_object('target', t.subject || ':' || t.id))
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

-- The server. Returns the notices still owed to administrators: new tickets that are not held back, cases due by the next working day, and requests
-- whose deadline is within seven days.
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
    and not (due.reason = 'new' and t.is_held)
    and not exists (select from private.ticket_notices n where n.ticket_id = t.id and n.account_id = u.id
      and n.reason = due.reason and (n.reason = 'new' or n.due_on = t.due_on))
  order by u.id, t.due_on, t.number
$$;

grant execute on function public.send_ticket_reply(uuid, uuid, text, text, boolean, text), public.note_ticket(uuid, text),
  public.ticket_timeline(uuid) to authenticated;
