-- A stranger's power ends at what one person may do: limits count the networks around a caller too, what exceeds another
-- person's share is held back, mails to strangers go out in turns, and the rights desk releases only what was proved.

-- Openings that were counted before cannot be told apart by the networks around their senders.
truncate private.ticket_openings, private.card_ratings;
drop index private.ticket_openings_sender_idx, private.card_ratings_sender_idx;
alter table private.ticket_openings
  add wider bytea not null,
  add form text not null check (form in ('case', 'rights')),
  add about uuid references public.drivers on delete cascade;
alter table private.card_ratings add wider bytea not null, add is_held boolean not null default false;
create index ticket_openings_wider_idx on private.ticket_openings (wider, opened_at);
create index ticket_openings_about_idx on private.ticket_openings (about);
create index card_ratings_wider_idx on private.card_ratings (wider, opened_at);
alter table public.tickets add is_held boolean not null default false;
alter table private.rating_links add is_held boolean not null default false;
drop function private.limit_ticket_openings(uuid);
drop function private.ticket_sender();

-- Returns the verification code in a code as a person or a chat program wrote it: without percent escapes and other signs
-- than letters and digits, and with the digits that look like the letters O, I and L.
create or replace function private.typed_code(typed text) returns text language sql immutable set search_path = '' as $$
  select left(translate(upper(regexp_replace(left(typed, 200), '%(25)*[0-9A-Fa-f]{2}|[^0-9A-Za-z]', '', 'g')),
    'OIL', '011'), 12)
$$;

create or replace function private.networks_of(address text default null, out sender bytea, out wider bytea, out subscriber bytea,
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

create or replace function private.is_from_driver(driver uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.user_drivers l
    where l.driver_id = is_from_driver.driver and (l.user_id = auth.uid() or (select n.subscriber from private.networks_of() n) in (
      select n.subscriber from auth.sessions s, private.networks_of(host(s.ip)) n where s.user_id = l.user_id and s.ip is not null)))
$$;

create or replace function private.limit_ticket_openings(form text, driver uuid) returns boolean
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

create or replace function private.due_ticket_notices() returns table (account_id uuid, email text, language text, ticket_id uuid,
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

create or replace function private.limit_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed integer := coalesce(private.setting('reviews_per_hour'), '10');
  oldest timestamptz;
begin
  if allowed <= 0 or private.is_admin() or new.hidden_at is not null
    or coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated') then
    return null;
  end if;
  select created_at into oldest from public.reviews
    where driver_id = new.driver_id and by_link = new.by_link and hidden_at is null
      -- A review dated in the future was stored while the clock was ahead.
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    order by created_at desc offset allowed limit 1;
  if found then
    perform private.refuse(429, 'over_review_rate_limit', 'Too many ratings of this driver within an hour',
      jsonb_build_object('Retry-After',
        greatest(1, ceil(extract(epoch from oldest + interval '1 hour' - now())))::integer::text));
  end if;
  return null;
end $$;

create or replace view public.case_list with (security_invoker = true) as
  select t.id, t.number, t.kind, t.state, t.is_closed, t.language, t.body, c.happened_at, c.place, t.email, t.phone,
    c.consented_at, c.photo, c.driver_id, c.vehicle_id, c.shift_id, c.driver_name, c.license_plate, t.due_on,
    t.created_at, t.answered_at, t.closed_at, c.forgotten_at, t.is_held
  from public.cases c join public.tickets t on t.id = c.id;
create or replace function public.open_case(secret text, kind text, body text, consent boolean, language text default 'es',
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

create or replace function public.rate_by_link(token text, rating integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
  closed timestamptz;
  held boolean;
begin
  select * into link from private.read_rating_link(rate_by_link.token);
  -- Locked, so that the tablet cannot close it at the same moment.
  select l.closed_at, l.is_held into closed, held from private.rating_links l where l.key = link.key for update;
  if closed is null and link.expires_at <= now()
    and not exists (select from public.reviews r where r.idempotency_key = link.key) then
    perform private.refuse(410, 'rating_link_expired', 'This link was valid for 30 minutes');
  end if;
  insert into public.reviews (driver_id, rating, idempotency_key, by_link, hidden_at)
    select link.driver, rate_by_link.rating, link.key, true, case when held then now() end where closed is null
    on conflict on constraint reviews_idempotency_key_key do nothing;
  if not found then
    perform private.refuse(409, 'rating_link_used', 'A rating was given with this link already');
  end if;
end $$;

create or replace function public.card_rating_link(code text)
returns table (token text, first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_driver constant integer := 10;
  pause constant interval := '6 hours';
  most_of_sender constant integer := 10;
  caller record;
  driver uuid;
  link private.rating_links;
  held boolean;
  last timestamptz;
begin
  select d.id into driver from public.drivers d where d.verification_code = private.typed_code(card_rating_link.code);
  if driver is null or not private.is_in_service(driver) then
    perform private.refuse(400, 'rating_link_invalid', 'This is not a code of ours');
  end if;
  select n.* into caller from private.networks_of() n;
  -- Two scans at the same moment get the same link.
  perform from public.drivers d where d.id = driver for no key update;
  delete from private.card_ratings c where c.opened_at < now() - interval '1 day';
  delete from private.rating_links l where l.driver_id = driver and l.expires_at < now() - interval '1 hour';
  select l.* into link from private.card_ratings c join private.rating_links l on l.key = c.key
    where c.wider = caller.wider and c.sender = caller.sender and c.driver_id = driver order by c.opened_at desc limit 1;
  if not found then
    select max(c.opened_at) into last from private.card_ratings c
      where c.wider = caller.wider and c.opened_at > now() - interval '1 hour' having count(*) >= most_of_sender * caller.times;
    if last > now() - interval '2 minutes' then
      perform private.refuse(429, 'over_rating_link_rate_limit', 'Too many ratings by printed cards. Try again in two minutes',
        jsonb_build_object('Retry-After', '120'));
    end if;
    held := (select count(*) from private.card_ratings c where c.driver_id = driver and not c.is_held) >= most_of_driver
      or private.is_from_driver(driver) or exists (select from private.card_ratings c
        where caller.subscriber in (c.sender, c.wider) and c.driver_id = driver and c.opened_at > now() - pause);
    insert into private.rating_links (key, driver_id, expires_at, opened_at, by_card, is_held)
      values (gen_random_uuid(), driver, date_trunc('second', now() + interval '30 minutes'), now(), true, held)
      returning * into link;
    insert into private.card_ratings (key, sender, wider, driver_id, is_held)
      values (link.key, caller.sender, caller.wider, driver, held);
  end if;
  token := private.rating_token(link);
  return query select card_rating_link.token, r.first_name, r.license_plate, r.photo_url, r.state
    from public.rating_link(token) r;
end $$;

-- The passenger compares the car with the page, and reads what they wrote.
drop function public.verify_driver(text), public.case_by_secret(text);
create function public.verify_driver(code text)
returns table (first_name text, license_plate text, photo_url text, authorised_on date, brand_model text, colour text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select split_part(d.name, ' ', 1), private.shown_plate(d.id, d.license_plate), d.photo_url,
    case when d.state = 'active' then private.chile_today() end, v.brand_model, v.colour
  from public.drivers d
    left join public.shifts s on s.driver_id = d.id and s.ended_at is null and d.state = 'active'
    left join public.vehicles v on v.id = s.vehicle_id
  where d.verification_code = private.typed_code(verify_driver.code)
    and private.is_in_service(d.id);
end $$;

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
grant execute on function public.verify_driver(text), public.case_by_secret(text) to anon, authenticated;

-- The tries to set a device up count over all processes; links of the rights desk are mailed in turns between networks.
create unlogged table private.device_tries (
  sender bytea primary key,
  tries integer not null default 1,
  since timestamptz not null default now()
);
create index device_tries_since_idx on private.device_tries (since);
alter table private.device_tries enable row level security;
create or replace function public.count_device_try(network text) returns boolean
language sql volatile security definer set search_path = '' as $$
  delete from private.device_tries t where t.sender in (select old.sender from private.device_tries old
    where old.since < now() - interval '1 minute' for update skip locked);
  with asked as (
    select private.hmac_sha256(convert_to(given.network, 'UTF8'), k.key) as sender, given.most
    from private.signing_keys k, (values (left(count_device_try.network, 64), 30),
      (regexp_replace(left(count_device_try.network, 64), '[.:][^.:]*$', '') || '/',
        case when count_device_try.network like '%:%' then 120 else 480 end)) as given (network, most)
    where k.name = 'ticket_sender'
  ), counted as (
    insert into private.device_tries as t (sender) select a.sender from asked a
    on conflict (sender) do update set tries = t.tries + 1
    returning t.sender, t.tries
  )
  select bool_and(c.tries <= a.most) from counted c join asked a on a.sender = c.sender
$$;
grant execute on function public.count_device_try(text) to service_role;
create table private.waiting_links (
  request_id uuid primary key references public.rights_requests on delete cascade,
  network bytea not null,
  tried_at timestamptz
);
alter table private.waiting_links enable row level security;
create or replace function private.mailbox_of(email text) returns text language sql immutable set search_path = '' as $$
  select lower(regexp_replace(mailbox_of.email, '\+[^@]*@', '@'))
$$;

create or replace function public.open_rights_request(secret text, kind text, person text, name text, body text,
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
create or replace function private.is_staff_account(account uuid) returns boolean
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

create or replace function private.hold_registration() returns trigger
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
  select coalesce(bool_or(a.authentication_method = 'device')
    and not bool_or(a.authentication_method = 'password' and a.updated_at > now() - interval '10 minutes'), false)
  from auth.mfa_amr_claims a where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
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
    perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'user:' || maker,
      'operation', 'changed', 'changed', 'device_sessions'));
  end if;
end $$;
grant execute on function public.devices_by_links(uuid, boolean) to authenticated;

-- The company's time zone is a setting. Days that the report has counted stay as they are.
alter table private.settings drop constraint settings_value;
alter table private.settings add constraint settings_value check (case name
    when 'driver_approval' then value in ('automatic', 'manual')
    when 'reviews_per_hour' then value ~ '^[0-9]{1,9}$'
    when 'require_admin_mfa' then value in ('true', 'false')
    when 'audit_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'documents_stop_service' then value in ('true', 'false')
    when 'shift_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'former_driver_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'case_answer_days' then value ~ '^[0-9]{1,2}$' and value::integer between 1 and 60
    when 'case_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'report_mail' then value in ('true', 'false')
    when 'card_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    -- An old PostgreSQL may lack one of the names.
    when 'company_zone' then value in ('America/Santiago', 'America/Punta_Arenas', 'America/Coyhaique', 'Pacific/Easter')
      and timestamptz 'epoch' at time zone value is not null
    else false
  end);
insert into private.settings (name, value) values ('company_zone', 'America/Santiago');
create or replace function private.company_zone() returns text language sql stable security definer set search_path = '' as $$
  select private.setting('company_zone')
$$;

create or replace function private.chile_today() returns date language sql stable set search_path = '' as $$
  select (now() at time zone private.company_zone())::date
$$;
create or replace function private.chile_midnight(day date) returns timestamptz language sql stable
  return day::timestamp at time zone private.company_zone();
grant execute on function private.company_zone() to authenticated, service_role;
create or replace function public.list_drivers_without_shift(page integer default 1, per_page integer default 25,
  search text default '', since date default null, until date default null)
returns table (id uuid, name text, driver_code text, contact text, license_plate text, started_at timestamptz,
  ended_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text[] := string_to_array(private.fold(btrim(left(list_drivers_without_shift.search, 100))), ' ');
  is_today constant boolean := since is null and list_drivers_without_shift.until is null;
  first_day constant date := case when is_today then private.chile_today() else coalesce(since, '-infinity') end;
  last_day constant date := coalesce(list_drivers_without_shift.until, 'infinity');
  begins constant timestamptz := private.chile_midnight(first_day);
  ends constant timestamptz := private.chile_midnight(last_day + 1);
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and first_day <= last_day) is not true then
    perform private.refuse(400, 'validation_failed', 'The page or a filter is not valid');
  end if;
  return query with matching as materialized (
      select d.id, d.name, d.driver_code, d.contact from public.drivers d
      where d.state = 'active'
        and not (is_today and exists (select from public.shifts s where s.driver_id = d.id and s.ended_at is null))
        and not exists (select from public.shifts s where s.driver_id = d.id
          and s.started_at >= begins and s.started_at < ends)
        and not exists (select from unnest(words) as word
          where strpos(private.fold(concat_ws(' ', d.name, d.driver_code, d.license_plate)), word) = 0)),
    shown as materialized (
      select * from matching d order by d.name, d.id
      limit per_page offset (list_drivers_without_shift.page - 1) * per_page::bigint)
    select d.id, d.name, d.driver_code, d.contact, last.license_plate, last.started_at, last.ended_at,
      (select count(*) from matching)
    from shown d left join lateral (
      select s.license_plate, s.started_at, s.ended_at from public.shifts s where s.driver_id = d.id
      order by s.started_at desc limit 1) as last on true
    order by d.name, d.id;
end $$;

create or replace function private.review_summary(driver uuid, until date, minimum integer) returns public.review_summary
language plpgsql stable set search_path = '' as $$
declare
  week_count constant integer := 12;
  zone constant text := private.company_zone();
  midnight constant timestamptz := private.chile_midnight(review_summary.until);
  last_monday constant date := date_trunc('week', (review_summary.until - 1)::timestamp)::date;
  first_monday constant date := last_monday - 7 * (week_count - 1);
  given public.drivers;
  total bigint;
  summary public.review_summary;
begin
  select d.* into given from public.drivers d where d.id = review_summary.driver;
  -- The driver's own counters have the past; only the reviews since midnight have to be read.
  select given.review_count - count(*), given.rating_total - coalesce(sum(r.rating), 0) into summary.count, total
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at >= midnight;
  summary.average := case when summary.count >= minimum then round(total::numeric / nullif(summary.count, 0), 2) end;
  with recent as materialized (
    select r.rating, r.reasons, date_trunc('week', r.created_at at time zone zone)::date as week
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at < midnight
      and r.created_at >= private.chile_midnight(first_monday))
  select array(
      select row(monday::date, count(w.week), case when count(w.week) >= minimum then round(avg(w.rating), 2) end
        )::public.review_week
      from generate_series(first_monday::timestamp, last_monday, interval '7 days') as monday
        left join recent w on w.week = monday::date
      group by monday order by monday),
    array(
      select row(reason, count(*))::public.reason_count from recent, unnest(recent.reasons) as reason
      where (select count(*) from recent where reasons <> '{}') >= minimum
      group by reason order by count(*) desc, reason)
    into summary.weeks, summary.reasons;
  return summary;
end $$;

create or replace function private.count_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format($sql$
    insert into private.report_days as t (day, reviews, stars, low)
    select (created_at at time zone (select private.company_zone()))::date, sum(sign), sum(sign * rating),
      sum(sign * (rating <= 3)::integer)
    from (%s) as change where hidden_at is null group by 1
    having (sum(sign), sum(sign * rating), sum(sign * (rating <= 3)::integer)) <> (0, 0, 0)
    order by 1
    on conflict (day) do update set reviews = t.reviews + excluded.reviews, stars = t.stars + excluded.stars,
      low = t.low + excluded.low
  $sql$, private.changed_rows(tg_op, 'created_at, rating, hidden_at'));
  return null;
end $$;

create or replace function private.count_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.forgetting_shifts', true) = 'on' then
    return null;
  end if;
  execute format($sql$
    insert into private.report_days as t (day, shifts, shift_seconds)
    select (started_at at time zone (select private.company_zone()))::date, sum(sign),
      coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)
    from (%s) as change group by 1
    having (sum(sign), coalesce(sum(sign * floor(extract(epoch from ended_at - started_at))), 0)) <> (0, 0)
    order by 1
    on conflict (day) do update set shifts = t.shifts + excluded.shifts,
      shift_seconds = t.shift_seconds + excluded.shift_seconds
  $sql$, private.changed_rows(tg_op, 'started_at, ended_at'));
  return null;
end $$;

create or replace function private.count_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  zone constant text := private.company_zone();
  today constant date := (new.last_seen at time zone zone)::date;
begin
  if tg_op = 'UPDATE' and (old.last_seen at time zone zone)::date >= today then
    return null;
  end if;
  insert into private.report_days as t (day, devices) values (today, 1)
  on conflict (day) do update set devices = t.devices + 1;
  return null;
end $$;
drop trigger count_device_of_day on public.devices;
create trigger count_device_of_day after update of last_seen on public.devices for each row
  when (date_trunc('hour', old.last_seen, 'UTC') < date_trunc('hour', new.last_seen, 'UTC'))
  execute function private.count_device();

-- Plates, telephones and names are read as people of other countries write them. The index holds what the old function returned.
drop index public.drivers_bare_code_idx;
create or replace function private.plate_of(written text) returns text language sql immutable set search_path = '' as $$
  select upper(private.bare(regexp_replace(written,
    '^([^a-zA-Z0-9]*(?:[a-zA-Z][^a-zA-Z0-9]*[a-zA-Z][^a-zA-Z0-9]*(?:[a-zA-Z][^a-zA-Z0-9]*[a-zA-Z]|[0-9]{2})[^a-zA-Z0-9]*[0-9]{2}|[a-zA-Z]{3}[^a-zA-Z0-9]*0?[0-9]{2}))[ \u00a0]*[-.\u2010-\u2015\u2212][ \u00a0]*[0-9kK][^a-zA-Z0-9]*$',
    '\1')) collate "C") collate "default"
$$;

create or replace function private.bare_number(written text) returns text language sql immutable set search_path = '' as $$
  select private.bare(regexp_replace(regexp_replace(
    translate(written, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９＋', '012345678901234567890123456789+'),
    '^ *(?:(?:https?:[/][/])?(?:wa[.]me[/]|api[.]whatsapp[.]com[/]send[/]?[?]phone=)|tel:)(?:%2B)?([+]?[0-9().-]+)(?:[?&#/][^ ]*)? *$',
    '\1', 'i'),
    '^([^0-9+]*(?:[+]|00)[^0-9+]*(?!39|22[59]|24[12]|37[89])[1-9][0-9]{0,2}[^0-9(]*)[(]0[)]', '\1'))
$$;

create or replace function private.fold(words text) returns text language sql immutable as $$
  select pg_catalog.translate(pg_catalog.lower(words),
    'áàâãäåāăąçćčďđéèêëēėęěğíìîïīįıłñńňóòôõöōőøŕřśşšșťţțúùûüūůűųýÿźżž',
    'aaaaaaaaacccddeeeeeeeegiiiiiiilnnnoooooooorrsssstttuuuuuuuuyyzzz')
$$;

create or replace function private.described_devices(search text, version text)
returns table (id uuid, name text, driver_name text, license_plate text, states text[])
language sql stable set search_path = '' as $$
  select * from (
    select d.id, d.name, r.name as driver_name, coalesce(v.license_plate, r.license_plate) as license_plate,
      array_remove(array[
        case when d.last_seen < now() - interval '12 minutes' then 'offline'
          when d.last_painted_at < d.last_seen - interval '2 minutes' then 'dark' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.battery <= 20 and d.charging is not true
          then 'battery' end,
        case when d.last_seen >= now() - interval '12 minutes' and d.content_release < release.id then 'release' end,
        case when described_devices.version <> '' and d.app_version <> described_devices.version then 'old' end,
        case when abs(d.clock_offset_ms) > 120000 then 'clock' end,
        case when d.unsent_ratings > 0 then 'ratings' end], null) as states
    from (select private.release_to_take() as id) as release cross join public.devices d
      left join public.drivers r on r.id = d.driver_id left join public.vehicles v on v.id = d.vehicle_id) as described
  where not exists (select from string_to_table(private.fold(btrim(search)), ' ') as word
    where strpos(private.fold(concat_ws(' ', name, driver_name, license_plate)), word) = 0
      and strpos(coalesce(license_plate, ''), coalesce(nullif(private.plate_of(word), ''), '-')) = 0)
$$;

create or replace function private.accent_blind(word text) returns text language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(private.fold(word), '([^[:alnum:]])', '\\\1', 'g'),
    'a', '[aáàâãäåāăą]'), 'c', '[cçćč]'), 'd', '[dďđ]'), 'e', '[eéèêëēėęě]'),
    'g', '[gğ]'), 'i', '[iíìîïīįı]'), 'l', '[lł]'), 'n', '[nñńň]'),
    'o', '[oóòôõöōőø]'), 'r', '[rŕř]'), 's', '[sśşšș]'), 't', '[tťţț]'),
    'u', '[uúùûüūůűų]'), 'y', '[yýÿ]'), 'z', '[zźżž]')
$$;
create index drivers_bare_code_idx on public.drivers (private.plate_of(driver_code));
