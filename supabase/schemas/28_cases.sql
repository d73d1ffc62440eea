-- Cases: passengers who lost something, complain, need a receipt or ask about accessibility. They write without an
-- account on the page /help; staff answer in the panel.

create table public.cases (
  id uuid primary key default gen_random_uuid(),
  -- The place in the order of arrival. `number` is made from it.
  sequence bigint generated always as identity,
  -- The ticket number that people say on the phone: six digits that do not tell how many cases there are. It is no
  -- secret and opens nothing. The factor has no divisor in common with 900,000, so no number comes twice.
  number text generated always as
    ((100000 + (sequence * 387641) % 900000 + sequence / 900000 * 900000)::text) stored
    constraint cases_number_key unique,
  kind text not null check (kind in ('lost', 'complaint', 'receipt', 'accessibility', 'other')),
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  is_closed boolean not null generated always as (state = 'closed') stored,
  language text not null check (language ~ '^[a-z]{2}$'),
  -- The passenger's own words and data; null once they are forgotten.
  body text check (char_length(body) between 1 and 2000),
  happened_at timestamptz,
  place text check (char_length(place) between 1 and 120),
  email text check (char_length(email) <= 254 and email ~ '^[^[:space:]@<>",;]+@[^[:space:]@<>",;]+[.][^[:space:]@<>",;]+$'),
  phone text check (phone ~ '^[+][0-9]{9,15}$'),
  consented_at timestamptz not null default now(),
  -- The name of the photo in the bucket `casos`, also while the photo is on its way.
  photo text unique,
  -- Found from the verification code and the time. The names outlast the records that they come from.
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  shift_id uuid references public.shifts on delete set null,
  driver_name text,
  license_plate text,
  -- The day in Chile until which the company answers.
  due_on date not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  closed_at timestamptz,
  forgotten_at timestamptz
);
create index cases_order_idx on public.cases (is_closed, state desc, due_on, id);
create index cases_driver_id_idx on public.cases (driver_id, created_at desc);
create index cases_vehicle_id_idx on public.cases (vehicle_id, created_at desc);
create index cases_shift_id_idx on public.cases (shift_id);
create index cases_closed_at_idx on public.cases (closed_at) where forgotten_at is null;

-- The timeline of a case: replies to the passenger, the passenger's own further messages, notes that only staff read,
-- and events (`closed`, `reopened`, `driver`) that have their code in `body`.
create table public.case_messages (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references public.cases on delete cascade,
  kind text not null check (kind in ('reply', 'passenger', 'note', 'event')),
  body text not null check (char_length(body) between 1 and 2000),
  -- The Spanish of a reply in another language, for the office.
  spanish text check (char_length(spanish) between 1 and 2000),
  author_id uuid references auth.users on delete set null,
  -- Whether a mail with the reply waits, has gone, or was given up after two days of retries; null for a reply without mail.
  mail text check (mail in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null default clock_timestamp()
);
create index case_messages_case_id_idx on public.case_messages (case_id, created_at);
create index case_messages_author_id_idx on public.case_messages (author_id);
create index case_messages_mail_idx on public.case_messages (created_at) where mail = 'waiting';

alter table public.cases enable row level security;
alter table public.case_messages enable row level security;

-- The service role reads and writes every row: the operator holds its key.
create policy cases_service on public.cases for all to service_role using (true) with check (true);
create policy case_messages_service on public.case_messages for all to service_role using (true) with check (true);
-- A token whose session has ended gives no access, even before it expires.
create policy cases_session on public.cases as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy case_messages_session on public.case_messages as restrictive for all to authenticated
  using ((select private.session_alive()));
-- Only staff read cases. A driver hears of one only what the company passes on. No role of a person writes them directly.
create policy cases_select on public.cases for select to authenticated using ((select private.is_staff()));
create policy case_messages_select on public.case_messages for select to authenticated
  using ((select private.is_staff()));
revoke all on public.cases, public.case_messages from anon, authenticated;
grant select on public.cases, public.case_messages to authenticated;
grant all on public.cases, public.case_messages to service_role;

-- Hashes of the secrets that open the ticket pages. The secret has 256 bits and stands only on the passenger's phone, so
-- a copy of the database opens no page.
create table private.case_secrets (
  case_id uuid primary key references public.cases on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32)
);
-- The openings of the last day, for the limits: by a keyed hash of the sender's network, and by driver.
create table private.case_openings (
  id bigint generated always as identity primary key,
  sender bytea not null,
  driver_id uuid references public.drivers on delete cascade,
  opened_at timestamptz not null default now()
);
create index case_openings_sender_idx on private.case_openings (sender, opened_at);
create index case_openings_driver_id_idx on private.case_openings (driver_id, opened_at);
-- Mails to administrators that have gone, so that each goes once: about a new case, and before its deadline.
create table private.case_notices (
  case_id uuid not null references public.cases on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  reason text not null check (reason in ('new', 'due')),
  due_on date not null,
  sent_at timestamptz not null default now(),
  primary key (case_id, account_id, reason, due_on)
);
create index case_notices_account_id_idx on private.case_notices (account_id);
alter table private.case_secrets enable row level security;
alter table private.case_openings enable row level security;
alter table private.case_notices enable row level security;
revoke all on private.case_secrets, private.case_openings, private.case_notices
  from public, anon, authenticated, service_role;
insert into private.signing_keys (name, key)
select 'case_sender', sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Returns the day in Chile until which a case that arrives now has to be answered.
create function private.case_deadline() returns date language sql stable security definer set search_path = '' as $$
  select private.working_days_after(private.chile_today(),
    coalesce(private.setting('case_answer_days'), '5')::integer)
$$;

-- Returns a keyed hash of the caller's network, which is an address, or the /64 of an IPv6 address: one connection has
-- all addresses of it. Callers without a known address count as one.
create function private.case_sender() returns bytea
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
    from private.signing_keys k where k.name = 'case_sender');
end $$;

-- Counts an opening and refuses it beyond 10 an hour from one network, or 20 a day about one driver: a flood of
-- complaints stays a list that a person can read. The locks serialise simultaneous calls, always in this order.
create function private.limit_case_openings(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_sender constant integer := 10;
  most_of_driver constant integer := 20;
  caller constant bytea := private.case_sender();
begin
  perform pg_advisory_xact_lock(hashtextextended('cases from ' || encode(caller, 'hex'), 0));
  if driver is not null then
    perform pg_advisory_xact_lock(hashtextextended('cases about ' || driver, 0));
  end if;
  delete from private.case_openings o where o.opened_at < now() - interval '1 day';
  if (select count(*) from private.case_openings o
      where o.sender = caller and o.opened_at > now() - interval '1 hour') >= most_of_sender
    or (select count(*) from private.case_openings o where o.driver_id = driver) >= most_of_driver then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages at once. Try again later',
      jsonb_build_object('Retry-After', '3600'));
  end if;
  insert into private.case_openings (sender, driver_id) values (caller, driver);
end $$;

-- Returns the shift that a driver had at a moment, or else the last one that ended within three hours before: people
-- round the time and notice a loss later.
create function private.shift_at(driver uuid, moment timestamptz) returns public.shifts
language sql stable security definer set search_path = '' as $$
  select s from public.shifts s
  where s.driver_id = shift_at.driver and s.started_at <= shift_at.moment
    and coalesce(s.ended_at, 'infinity') >= shift_at.moment - interval '3 hours'
  order by s.started_at desc limit 1
$$;

-- Puts driver, shift and vehicle of a case, with their present names.
create function private.place_case(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  shift public.shifts;
begin
  select (private.shift_at(driver, coalesce(c.happened_at, c.created_at))).* into shift
    from public.cases c where c.id = place_case.case_id;
  update public.cases c set driver_id = d.id, shift_id = shift.id, vehicle_id = shift.vehicle_id,
      driver_name = d.name, license_plate = coalesce(shift.license_plate, d.license_plate)
    from (select) as one left join public.drivers d on d.id = place_case.driver
    where c.id = place_case.case_id;
end $$;

-- Returns a text without control characters and outer spaces; null for an empty one. It is plain text: no reader renders
-- its markup.
create function private.plain_text(written text) returns text language sql immutable set search_path = '' as $$
  select nullif(btrim(regexp_replace(left(written, 4000), '[\u0001-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g'),
    E' \n\t'), '')
$$;

-- Opens a case for anybody and returns its number. The caller chooses the secret that opens the ticket page, 256 bits in
-- base64url, which is also the idempotency key: a repeated call returns the case that the first one opened. It happened
-- within the last two years: PostgreSQL also knows times that no browser can read, such as `-infinity`. With
-- `with_photo` it also returns the name under which one photo may be uploaded to the bucket `casos`. An unknown
-- verification code opens a case without a driver: the answer does not tell which codes exist.
create function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
  happened_at timestamptz default null, place text default null, email text default null, phone text default null,
  code text default null, with_photo boolean default false)
returns table (number text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash bytea;
  driver uuid;
  opened uuid;
  mail constant text := private.plain_text(open_case.email);
  telephone constant text := private.phone_of(left(open_case.phone, 60));
begin
  if open_case.secret !~ '^[A-Za-z0-9_-]{43}$' or open_case.consent is not true
    or coalesce(open_case.happened_at not between now() - interval '2 years' and now() + interval '1 day', false)
    or open_case.phone is not null and telephone is null or open_case.secret is null then
    perform private.refuse(400, 'validation_failed', 'The case lacks something, or has a value that it cannot have');
  end if;
  hash := sha256(convert_to(open_case.secret, 'UTF8'));
  -- Two retries at the same moment open one case.
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  select s.case_id into opened from private.case_secrets s where s.secret_hash = hash;
  if opened is null then
    select d.id into driver from public.drivers d where d.verification_code
      = translate(upper(regexp_replace(left(open_case.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
    perform private.limit_case_openings(driver);
    insert into public.cases (kind, language, body, happened_at, place, email, phone, photo, due_on)
      values (open_case.kind, open_case.language, private.plain_text(open_case.body), open_case.happened_at,
        private.plain_text(open_case.place), mail, telephone,
        case when open_case.with_photo then gen_random_uuid() || '.jpg' end, private.case_deadline())
      returning id into opened;
    if private.plain_text(open_case.body) is null then
      perform private.refuse(400, 'validation_failed', 'The case lacks its text');
    end if;
    insert into private.case_secrets (case_id, secret_hash) values (opened, hash);
    perform private.place_case(opened, driver);
  end if;
  return query select c.number, c.photo from public.cases c where c.id = opened;
end $$;

-- Returns the id of the case whose ticket page a secret opens.
create function private.case_of_secret(secret text) returns uuid
language sql stable security definer set search_path = '' as $$
  select s.case_id from private.case_secrets s
  where s.secret_hash = sha256(convert_to(left(case_of_secret.secret, 100), 'UTF8'))
$$;

-- Returns the ticket page of whoever holds its secret: the state, the replies, and the passenger's further messages. It
-- holds no note, no contact, no first message and no name of staff or driver. No row for an unknown secret.
create function public.case_by_secret(secret text)
returns table (number text, kind text, state text, created_at timestamptz, due_on date, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select c.number, c.kind, c.state, c.created_at, c.due_on, (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', m.kind = 'reply', 'body', m.body,
      'created_at', m.created_at) order by m.created_at, m.id), '[]')
    from public.case_messages m where m.case_id = c.id and m.kind in ('reply', 'passenger'))
  from public.cases c where c.id = private.case_of_secret(case_by_secret.secret)
$$;

-- Adds the passenger's further message, which makes the case new again: a closed one is reopened. Twenty at most. The
-- caller chooses the id, so that a repeated call adds it once. The lock makes it wait for a deletion of the case's data,
-- after which there is no page to write on.
create function public.reply_to_case(secret text, id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 20;
  answered constant uuid := private.case_of_secret(reply_to_case.secret);
  written constant text := private.plain_text(reply_to_case.body);
begin
  perform from public.cases c where c.id = answered and c.forgotten_at is null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case');
  end if;
  if written is null or char_length(written) > 2000 or reply_to_case.id is null then
    perform private.refuse(400, 'validation_failed', 'A message has 1 to 2000 characters and an id');
  end if;
  if exists (select from public.case_messages m where m.id = reply_to_case.id) then
    return;
  end if;
  if (select count(*) from public.case_messages m where m.case_id = answered and m.kind = 'passenger') >= most then
    perform private.refuse(429, 'over_case_rate_limit', 'This case has as many messages as it can have');
  end if;
  insert into public.case_messages (id, case_id, kind, body) values (reply_to_case.id, answered, 'passenger', written);
  perform private.move_case(answered, 'new');
end $$;

-- Changes the state of a case and writes the event. A case that becomes new again gets a new deadline, and administrators
-- hear of it again.
create function private.move_case(case_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before text;
begin
  select c.state into before from public.cases c where c.id = move_case.case_id for update;
  if before = move_case.state then
    return;
  end if;
  update public.cases c set state = move_case.state,
      answered_at = case when move_case.state = 'answered' then coalesce(c.answered_at, now()) else c.answered_at end,
      closed_at = case when move_case.state = 'closed' then now() end,
      due_on = case when move_case.state = 'new' then private.case_deadline() else c.due_on end
    where c.id = move_case.case_id;
  if move_case.state = 'closed' or before = 'closed' then
    insert into public.case_messages (case_id, kind, body, author_id) values (move_case.case_id, 'event',
      case when move_case.state = 'closed' then 'closed' else 'reopened' end, private.acting_account());
  end if;
  if move_case.state = 'new' then
    delete from private.case_notices n where n.case_id = move_case.case_id;
  end if;
end $$;

-- Returns the caller's account, unless it has been deleted.
create function private.acting_account() returns uuid
language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where u.id = auth.uid()
$$;

-- Refuses a change of a case by anybody but staff, and one of a case that is not there or whose data are forgotten. Locks
-- the case until the change is done, so that no deletion of its data comes in between.
create function private.require_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office work on cases');
  end if;
  perform from public.cases c where c.id = require_case.case_id and c.forgotten_at is null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case, or its data were deleted');
  end if;
end $$;

-- Logs what staff did to a case, without its words.
create function private.record_case_act(case_id uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act('resource_modified', 'access', jsonb_build_object('target', 'case:' || case_id,
    'operation', 'changed', 'changed', changed))
$$;

-- Replies to the passenger on the ticket page, and by mail if asked and the case has an address. The caller chooses the
-- id: a repeated call replies once. Staff only.
create function public.send_case_reply(id uuid, case_id uuid, reply text, spanish text default null,
  by_mail boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(send_case_reply.case_id);
  insert into public.case_messages (id, case_id, kind, body, spanish, author_id, mail)
    select send_case_reply.id, c.id, 'reply', private.plain_text(send_case_reply.reply),
      private.plain_text(send_case_reply.spanish), private.acting_account(),
      case when send_case_reply.by_mail and c.email is not null then 'waiting' end
    from public.cases c where c.id = send_case_reply.case_id
  on conflict on constraint case_messages_pkey do nothing;
  if not found then
    return;
  end if;
  perform private.move_case(send_case_reply.case_id, 'answered');
  perform private.record_case_act(send_case_reply.case_id, 'reply');
end $$;

-- Adds a note that only staff read. Staff only.
create function public.note_case(case_id uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(note_case.case_id);
  insert into public.case_messages (case_id, kind, body, author_id)
    values (note_case.case_id, 'note', private.plain_text(note_case.note), private.acting_account());
  perform private.record_case_act(note_case.case_id, 'note');
end $$;

-- Closes a case, or reopens it (`new`). Staff only.
create function public.set_case_state(case_id uuid, state text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(set_case_state.case_id);
  if set_case_state.state is null or set_case_state.state not in ('new', 'closed') then
    perform private.refuse(400, 'validation_failed', 'A case is closed or new');
  end if;
  perform private.move_case(set_case_state.case_id, set_case_state.state);
  perform private.record_case_act(set_case_state.case_id, 'state');
end $$;

-- Says which driver a case is about, null for none; shift and vehicle follow. Staff only.
create function public.set_case_driver(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_case(set_case_driver.case_id);
  perform private.place_case(set_case_driver.case_id, set_case_driver.driver);
  insert into public.case_messages (case_id, kind, body, author_id)
    values (set_case_driver.case_id, 'event', 'driver', private.acting_account());
  perform private.record_case_act(set_case_driver.case_id, 'driver_id');
end $$;

-- Deletes the passenger's data of a case: words, contact, photo, timeline and ticket page. Kind, times, driver and
-- vehicle stay for the company's figures.
create function private.forget_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from storage.objects o using public.cases c
    where c.id = forget_case.case_id and o.bucket_id = 'casos' and o.name = c.photo;
  delete from public.case_messages m where m.case_id = forget_case.case_id;
  delete from private.case_secrets s where s.case_id = forget_case.case_id;
  update public.cases c set body = null, place = null, email = null, phone = null, photo = null, driver_name = null,
      forgotten_at = now(), state = 'closed', closed_at = coalesce(c.closed_at, now())
    where c.id = forget_case.case_id;
end $$;

-- Deletes the passenger's data at once, as the law lets a passenger ask. Administrators only, because it cannot be undone.
create function public.forget_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators delete the data of a case');
  end if;
  perform private.require_case(forget_case.case_id);
  -- A photo's row belongs to the storage service, which deletes its bytes with it.
  perform private.forget_case(forget_case.case_id);
  perform private.record_case_act(forget_case.case_id, 'forgotten');
end $$;

-- Deletes the data of cases that were closed longer ago than `case_retention_days`, and photos that no case names a day
-- after their upload. Returns the number of cases. Our server calls it daily. The lock leaves out a case that a message
-- reopens at that moment.
create function private.forget_cases(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('case_retention_days'), '90');
  forgotten bigint;
begin
  perform private.forget_case(due.id) from (
    select c.id from public.cases c
    where c.forgotten_at is null and c.closed_at < as_of - make_interval(days => days) for update) as due;
  get diagnostics forgotten = row_count;
  delete from storage.objects o where o.bucket_id = 'casos' and o.created_at < as_of - interval '1 day'
    and not exists (select from public.cases c where c.photo = o.name);
  delete from private.case_openings o where o.opened_at < as_of - interval '1 day';
  return forgotten;
end $$;

-- Returns the mails that administrators have not had yet: about cases that are new, and about those that have to be
-- answered by tomorrow.
create function private.due_case_notices() returns table (account_id uuid, email text, language text, case_id uuid,
  reason text, number text, kind text, due_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', c.id, due.reason, c.number, c.kind, c.due_on
  from public.cases c
    cross join lateral (select case when c.due_on <= private.working_days_after(private.chile_today(), 1)
      and c.created_at < now() - interval '12 hours' then 'due' else 'new' end) as due (reason)
    cross join auth.users u
  where c.state = 'new' and private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.case_notices n where n.case_id = c.id and n.account_id = u.id
      and n.reason = due.reason and n.due_on = c.due_on)
  order by u.id, c.due_on, c.number
$$;

-- The private bucket of the passengers' photos: pictures only, which the storage service encodes anew.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('casos', 'casos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- Returns whether a photo of this name may be uploaded: open_case has given the name away within a week. The name has
-- 122 random bits, so only the opener of the case knows it.
create function private.may_add_case_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.cases c where c.photo = may_add_case_photo.name and c.forgotten_at is null
    and c.created_at > now() - interval '7 days')
$$;
-- Passengers upload the one photo of their case and neither read nor replace it.
create policy casos_insert on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'casos' and private.may_add_case_photo(name));
-- Only staff read photos of cases; they go with the case's data.
create policy casos_select on storage.objects for select to authenticated
  using (bucket_id = 'casos' and (select private.is_staff()));

grant execute on function private.may_add_case_photo(text) to anon, authenticated, service_role;
grant execute on function public.send_case_reply(uuid, uuid, text, text, boolean), public.note_case(uuid, text),
  public.set_case_state(uuid, text), public.set_case_driver(uuid, uuid), public.forget_case(uuid) to authenticated;
grant execute on function public.open_case(text, text, text, boolean, text, timestamptz, text, text, text, text, boolean),
  public.case_by_secret(text), public.reply_to_case(text, uuid, text) to anon, authenticated;
