-- Limits per network count the wider network too, and each form by itself.
truncate private.ticket_openings;
truncate private.card_ratings;
drop index private.ticket_openings_sender_idx, private.card_ratings_sender_idx;
alter table private.ticket_openings add column wider bytea not null,
  add column form text not null check (form in ('case', 'rights'));
alter table private.card_ratings add column wider bytea not null;
create index ticket_openings_wider_idx on private.ticket_openings (wider, opened_at);
create index card_ratings_wider_idx on private.card_ratings (wider, driver_id, opened_at);
drop function private.limit_ticket_openings(uuid);
drop function private.ticket_sender();

create function private.caller_networks(out sender bytea, out wider bytea, out times integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  address constant text := left(coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-real-ip', ''), 64);
  hash_key constant bytea := (select k.key from private.signing_keys k where k.name = 'ticket_sender');
  ip inet;
begin
  begin
    ip := address::inet;
  exception when others then
    null;
  end;
  sender := private.hmac_sha256(convert_to(coalesce(case family(ip)
    when 6 then network(set_masklen(ip, 64))::text else host(ip) end, address), 'UTF8'), hash_key);
  wider := private.hmac_sha256(convert_to(coalesce(
    network(set_masklen(ip, case family(ip) when 6 then 48 else 24 end))::text, address), 'UTF8'), hash_key);
  times := case family(ip) when 6 then 4 when 4 then 16 else 1 end;
end $$;

create function private.limit_ticket_openings(form text, driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_sender constant integer := 10;
  most_of_driver constant integer := 20;
  pause constant interval := '2 minutes';
  caller record;
  last timestamptz;
begin
  select n.* into caller from private.caller_networks() n;
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
  if (select count(*) from private.ticket_openings o where o.driver_id = driver) >= most_of_driver then
    perform private.refuse(429, 'over_case_rate_limit', 'Too many messages about one driver. Try again later',
      jsonb_build_object('Retry-After', '3600'));
  end if;
  insert into private.ticket_openings (sender, wider, form, driver_id)
    values (caller.sender, caller.wider, limit_ticket_openings.form, driver);
end $$;

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
    perform private.limit_ticket_openings('case', driver);
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

create or replace function public.card_rating_link(code text)
returns table (token text, first_name text, license_plate text, photo_url text, state text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_of_driver constant integer := 10;
  pause constant interval := '6 hours';
  caller record;
  driver uuid;
  link private.rating_links;
begin
  select d.id into driver from public.drivers d where d.verification_code
    = translate(upper(regexp_replace(left(card_rating_link.code, 40), '[\s-]', '', 'g')), 'OIL', '011');
  if driver is null or not private.is_in_service(driver) then
    perform private.refuse(400, 'rating_link_invalid', 'This is not a code of ours');
  end if;
  select n.* into caller from private.caller_networks() n;
  -- Two scans at the same moment get the same link.
  perform from public.drivers d where d.id = driver for no key update;
  delete from private.card_ratings c where c.opened_at < now() - interval '1 day';
  delete from private.rating_links l where l.driver_id = driver and l.expires_at < now() - interval '1 hour';
  select l.* into link from private.card_ratings c join private.rating_links l on l.key = c.key
    where c.wider = caller.wider and c.sender = caller.sender and c.driver_id = driver order by c.opened_at desc limit 1;
  if not found then
    if (select count(*) from private.card_ratings c where c.driver_id = driver) >= most_of_driver
      or exists (select from private.card_ratings c
        where c.wider = caller.wider and c.driver_id = driver and c.opened_at > now() - pause
        having count(*) >= caller.times or bool_or(c.sender = caller.sender)) then
      perform private.refuse(429, 'over_rating_link_rate_limit', 'Too many ratings by printed cards. Try again later',
        jsonb_build_object('Retry-After', '3600'));
    end if;
    insert into private.rating_links (key, driver_id, expires_at, opened_at, by_card)
      values (gen_random_uuid(), driver, date_trunc('second', now() + interval '30 minutes'), now(), true)
      returning * into link;
    insert into private.card_ratings (key, sender, wider, driver_id)
      values (link.key, caller.sender, caller.wider, driver);
  end if;
  token := private.rating_token(link);
  return query select card_rating_link.token, r.first_name, r.license_plate, r.photo_url, r.state
    from public.rating_link(token) r;
end $$;

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
    perform private.limit_ticket_openings('rights', null);
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
