-- Replies, receipts and printed cards bring an id that the panel chooses, so that a repeated call after a lost response
-- writes once. The calls of the version before stay and write through the new ones.

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

-- Returns whether a card with this id is in the register. A simultaneous call with the same id waits for the first one, so
-- that it takes no folio.
create function private.is_registered(card uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('card ' || is_registered.card, 0));
  return exists (select from public.printed_cards c where c.id = is_registered.card);
end $$;

-- Registers cards of one kind, at most 100, and returns their ids in the given order. Each names a driver and a plate,
-- and a credential also the licence class. Each may bring its id: a repeated call registers it once. Staff only. Name,
-- photo and verification code come from the driver's record, so that nobody prints a credential for somebody whom the
-- company does not know.
create or replace function public.register_cards(kind text, cards jsonb) returns table (id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 100;
  card record;
  driver public.drivers;
  company jsonb;
  registered integer := 0;
begin
  perform private.require_printing();
  if register_cards.kind is null or register_cards.kind not in ('credential', 'headrest', 'sticker')
    or jsonb_typeof(register_cards.cards) is distinct from 'array'
    or jsonb_array_length(register_cards.cards) not between 1 and most then
    perform private.refuse(400, 'validation_failed', 'One to 100 cards of one kind are printed at once');
  end if;
  company := private.card_company();
  for card in
    select case when entry ->> 'id' ~ '^[0-9a-f-]{36}$' then (entry ->> 'id')::uuid else gen_random_uuid() end as id,
      entry ->> 'driver' as driver, nullif(private.plate_of(left(entry ->> 'plate', 40)), '') as plate,
      private.plain_text(left(entry ->> 'licence', 40)) as licence
    from jsonb_array_elements(register_cards.cards) with ordinality as listed (entry, place) order by place
  loop
    return query select card.id;
    continue when private.is_registered(card.id);
    select d.* into driver from public.drivers d
      where d.id = case when card.driver ~ '^[0-9a-f-]{36}$' then card.driver::uuid end;
    if not found then
      perform private.refuse(404, 'driver_not_found', 'There is no such driver');
    end if;
    if register_cards.kind = 'credential' and (card.licence is null or card.plate is null) then
      perform private.refuse(400, 'validation_failed', 'A credential names the licence class and the plate');
    end if;
    insert into public.printed_cards
      (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, photo_url, details, printed_by)
      values (card.id, register_cards.kind, private.next_folio(register_cards.kind), driver.id,
        (select v.id from public.vehicles v where v.license_plate = card.plate), driver.name, card.plate,
        case when register_cards.kind = 'credential' then driver.photo_url end,
        jsonb_build_object('company', company) || case register_cards.kind
          when 'credential' then jsonb_build_object('licence', card.licence)
          else jsonb_build_object('code', driver.verification_code) end,
        private.acting_account());
    registered := registered + 1;
  end loop;
  if registered > 0 then
    perform private.record_act('resource_modified', 'access', jsonb_build_object(
      'target', 'card:' || register_cards.kind, 'operation', 'created', 'count', registered));
  end if;
end $$;

-- Writes a receipt for a trip. `pesos` is the amount. The receipt says that it is no tax document, unless the company's
-- content says that it hands out one besides. The caller chooses the id: a repeated call writes it once. Staff only.
create function public.issue_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  from_place constant text := private.plain_text(left(issue_receipt.origin, 200));
  to_place constant text := private.plain_text(left(issue_receipt.destination, 200));
  number_plate constant text := nullif(private.plate_of(left(issue_receipt.plate, 40)), '');
begin
  perform private.require_printing();
  if from_place is null or to_place is null or greatest(char_length(from_place), char_length(to_place)) > 120
    or issue_receipt.id is null or issue_receipt.pesos is null or issue_receipt.pesos not between 1 and 10000000
    or issue_receipt.taken_at is null
    or issue_receipt.taken_at not between now() - interval '2 years' and now() + interval '1 day' then
    perform private.refuse(400, 'validation_failed', 'The receipt lacks something, or has a value that it cannot have');
  end if;
  if private.is_registered(issue_receipt.id) then
    return;
  end if;
  if issue_receipt.driver is not null
    and not exists (select from public.drivers d where d.id = issue_receipt.driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  insert into public.printed_cards
    (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, details, secret, printed_by)
    select issue_receipt.id, 'receipt', private.next_folio('receipt'), d.id,
      (select v.id from public.vehicles v where v.license_plate = number_plate), d.name, number_plate,
      jsonb_build_object('company', private.card_company(), 'takenAt', issue_receipt.taken_at, 'origin', from_place,
        'destination', to_place, 'pesos', issue_receipt.pesos, 'fiscal', private.has_tax_document()),
      private.card_secret(), private.acting_account()
    from (select) as one left join public.drivers d on d.id = issue_receipt.driver;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'card:receipt',
    'operation', 'created', 'count', 1));
end $$;

-- Replies to a case as send_case_reply does.
create or replace function public.answer_case(case_id uuid, reply text, spanish text default null, by_mail boolean default false)
returns void
language sql volatile set search_path = '' as $$
  select public.send_case_reply(gen_random_uuid(), answer_case.case_id, answer_case.reply, answer_case.spanish,
    answer_case.by_mail)
$$;

-- Replies to a request as send_rights_reply does.
create or replace function public.answer_rights_request(request_id uuid, reply text, spanish text default null,
  by_mail boolean default false, outcome text default null) returns void
language sql volatile set search_path = '' as $$
  select public.send_rights_reply(gen_random_uuid(), answer_rights_request.request_id, answer_rights_request.reply,
    answer_rights_request.spanish, answer_rights_request.by_mail, answer_rights_request.outcome)
$$;

-- Writes a receipt as issue_receipt does, and returns its id. Ignores `fiscal`, which older panels send.
create or replace function public.write_receipt(taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null, fiscal boolean default false) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  written constant uuid := gen_random_uuid();
begin
  perform public.issue_receipt(written, write_receipt.taken_at, write_receipt.origin, write_receipt.destination,
    write_receipt.pesos, write_receipt.driver, write_receipt.plate);
  return written;
end $$;

revoke execute on function private.is_registered(uuid) from public, anon, authenticated, service_role;
revoke execute on function public.send_case_reply(uuid, uuid, text, text, boolean),
  public.send_rights_reply(uuid, uuid, text, text, boolean, text),
  public.issue_receipt(uuid, timestamptz, text, text, integer, uuid, text) from public, anon, service_role;
grant execute on function public.send_case_reply(uuid, uuid, text, text, boolean),
  public.send_rights_reply(uuid, uuid, text, text, boolean, text),
  public.issue_receipt(uuid, timestamptz, text, text, integer, uuid, text) to authenticated;
