-- Cases: passengers who lost something, complain, need a receipt or ask about accessibility. They write on the page /help;
-- staff answer in the panel.

create table public.cases (
  id uuid primary key references public.tickets on delete cascade,
  happened_at timestamptz,
  place text check (char_length(place) between 1 and 120),
  consented_at timestamptz not null default now(),
  -- The name of the photo in the bucket `casos`, also while the upload is in flight.
  photo text unique,
  -- Found from the verification code and the time. The names outlast the records that they come from.
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  shift_id uuid references public.shifts on delete set null,
  driver_name text,
  license_plate text,
  forgotten_at timestamptz
);
create index cases_driver_id_idx on public.cases (driver_id);
create index cases_vehicle_id_idx on public.cases (vehicle_id);
create index cases_shift_id_idx on public.cases (shift_id);

-- Only staff read cases. Clients write only through functions.
create policy cases_select on public.cases for select to authenticated using ((select private.is_staff()));
grant select on public.cases to authenticated;

-- Cases with their tickets. Security invoker: each caller sees what the policies of both tables allow.
create view public.case_list with (security_invoker = true) as
  select t.id, t.number, t.kind, t.state, t.is_closed, t.language, t.body, c.happened_at, c.place, t.email, t.phone,
    c.consented_at, c.photo, c.driver_id, c.vehicle_id, c.shift_id, c.driver_name, c.license_plate, t.due_on,
    t.created_at, t.answered_at, t.closed_at, c.forgotten_at, t.is_held
  from public.cases c join public.tickets t on t.id = c.id;
grant select on public.case_list to authenticated, service_role;
create trigger read_only instead of insert or update or delete on public.case_list
  for each row execute function private.refuse_list_write();

-- Returns the day in Chile until which a case that arrives now has to be answered.
create function private.case_deadline() returns date language sql stable security definer set search_path = '' as $$
  select private.working_days_after(private.chile_today(),
    coalesce(private.setting('case_answer_days'), '5')::integer)
$$;

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
create function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
  happened_at timestamptz default null, place text default null, email text default null, phone text default null,
  code text default null, with_photo boolean default false)
returns table (number text, photo text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  opened uuid;
  driver uuid;
  held boolean;
begin
  if open_case.consent is not true
    or coalesce(open_case.happened_at not between now() - interval '2 years' and now() + interval '1 day', false) then
    perform private.refuse(400, 'validation_failed', 'The case lacks something, or has a value that it cannot have');
  end if;
  opened := private.opened_ticket(open_case.secret);
  if opened is null then
    select d.id into driver from public.drivers d where d.verification_code = private.typed_code(open_case.code);
    held := private.limit_ticket_openings('case', driver);
    opened := private.add_ticket('case', open_case.kind, open_case.language, open_case.body, open_case.email,
      open_case.phone, private.case_deadline());
    insert into public.cases (id, happened_at, place, photo)
      values (opened, open_case.happened_at, private.plain_text(open_case.place),
        case when open_case.with_photo then gen_random_uuid() || '.jpg' end);
    update public.tickets t set is_held = held where t.id = opened;
    insert into private.ticket_secrets (ticket_id, secret_hash)
      values (opened, sha256(convert_to(open_case.secret, 'UTF8')));
    perform private.place_case(opened, driver);
  end if;
  return query select c.number, c.photo from public.case_list c where c.id = opened;
end $$;

-- Anybody with the secret. Returns the page of the case: its state, what the passenger wrote, whether their photo arrived, and
-- the replies. No row for an unknown secret.
create function public.case_by_secret(secret text)
returns table (number text, kind text, state text, created_at timestamptz, due_on date, messages jsonb, has_photo boolean)
language sql stable security definer set search_path = '' as $$
  select t.number, t.kind, t.state, t.created_at, t.due_on,
    jsonb_build_array(jsonb_build_object('id', t.id, 'from_company', false, 'body', t.body, 'created_at', t.created_at))
      || private.shown_messages(t.id),
    exists (select from storage.objects o where o.bucket_id = 'casos' and o.name = c.photo)
  from private.ticket_secret(case_by_secret.secret) s
    join public.tickets t on t.id = s.ticket_id and t.subject = 'case'
    join public.cases c on c.id = t.id
$$;

-- Anybody with the secret. Adds the passenger's further message, which makes the case new again: a closed one is reopened.
-- Twenty at most. The caller chooses the id, so that a repeated call adds it once. The lock makes it wait for a deletion of
-- the case's data, after which there is no page to write on.
create function public.reply_to_case(secret text, id uuid, body text) returns void
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
create function public.set_case_state(case_id uuid, state text) returns void
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
create function public.set_case_driver(case_id uuid, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_ticket(set_case_driver.case_id, 'case');
  perform private.place_case(set_case_driver.case_id, set_case_driver.driver);
  perform private.note_ticket_event(set_case_driver.case_id, 'driver');
  perform private.record_act(case when set_case_driver.driver is null then 'case_no_driver' else 'case_driver' end,
    'access', jsonb_build_object('target', 'case:' || set_case_driver.case_id, 'driver_id', set_case_driver.driver));
end $$;

-- Deletes the passenger's data of a case: words, contact, photo, timeline and page. Kind, times, driver and vehicle stay for
-- the company's figures.
create function private.forget_case(case_id uuid) returns void
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
create function public.forget_case(case_id uuid) returns void
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
create function private.forget_cases(as_of timestamptz) returns bigint
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

-- The private bucket of the passengers' photos: pictures only, which the storage service encodes anew.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('casos', 'casos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

-- Returns whether a photo of this name may be uploaded: open_case has given the name away within a week. The name has
-- 122 random bits, so only the opener of the case knows it.
create function private.may_add_case_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.case_list c where c.photo = may_add_case_photo.name and c.forgotten_at is null
    and c.created_at > now() - interval '7 days')
$$;
-- Passengers upload the one photo of their case and neither read nor replace it.
create policy casos_insert on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'casos' and private.may_add_case_photo(name));
-- Only staff read photos of cases; they are deleted with the case's data.
create policy casos_select on storage.objects for select to authenticated
  using (bucket_id = 'casos' and (select private.is_staff()));

grant execute on function private.may_add_case_photo(text) to anon, authenticated, service_role;
grant execute on function public.set_case_state(uuid, text), public.set_case_driver(uuid, uuid), public.forget_case(uuid)
  to authenticated;
grant execute on function public.open_case(text, text, text, boolean, text, timestamptz, text, text, text, text, boolean),
  public.case_by_secret(text), public.reply_to_case(text, uuid, text) to anon, authenticated;
