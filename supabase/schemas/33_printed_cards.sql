-- Printed cards: the register of the credentials, headrest cards and stickers that the company has printed, and of the
-- receipts that it has written. A passenger reads a receipt by the secret in its QR code.

create table public.printed_cards (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('credential', 'headrest', 'sticker', 'receipt')),
  -- Counts from 1 within each kind, without gaps.
  folio integer not null check (folio > 0),
  driver_id uuid references public.drivers on delete set null,
  vehicle_id uuid references public.vehicles on delete set null,
  -- Name, plate and photo as they stand on the card: they answer once the records are deleted.
  driver_name text check (char_length(driver_name) between 1 and 200),
  license_plate text check (license_plate ~ '^[A-Z0-9]{4,8}$'),
  photo_url text check (char_length(photo_url) <= 2000),
  -- The rest of what stands on the card: the company's data, and the licence class, the verification code or the trip.
  details jsonb not null check (octet_length(details::text) <= 4000),
  -- Opens the page of a receipt: 256 random bits in base64url. The row holds more than the page shows, so that a hash
  -- would protect nothing.
  secret text constraint printed_cards_secret_key unique check (secret ~ '^[A-Za-z0-9_-]{43}$'),
  printed_by uuid references auth.users on delete set null,
  printed_at timestamptz not null default now(),
  -- A receipt that does not hold. Row and folio stay: a gap would look as if something had been hidden.
  voided_at timestamptz,
  void_reason text constraint printed_cards_voided check ((voided_at is null) = (void_reason is null)
    and (void_reason is null or kind = 'receipt' and char_length(void_reason) between 1 and 300)),
  constraint printed_cards_folio_key unique (kind, folio),
  constraint printed_cards_receipt check ((kind = 'receipt') = (secret is not null))
);
create index printed_cards_printed_at_idx on public.printed_cards (printed_at desc, id);
create index printed_cards_driver_id_idx on public.printed_cards (driver_id);
create index printed_cards_vehicle_id_idx on public.printed_cards (vehicle_id);
create index printed_cards_printed_by_idx on public.printed_cards (printed_by);

-- Only staff read the register. No client role writes it directly: a folio is given once.
create policy printed_cards_select on public.printed_cards for select to authenticated
  using ((select private.is_staff()));
grant select on public.printed_cards to authenticated;

-- The last folio of each kind. It outlasts expired cards, so that no folio comes twice.
create table private.card_folios (
  kind text primary key,
  folio integer not null
);

-- Gives the next folio of a kind. The row lock serialises simultaneous calls, and a call that fails gives its folio back.
create function private.next_folio(kind text) returns integer
language sql volatile security definer set search_path = '' as $$
  insert into private.card_folios as f (kind, folio) values (next_folio.kind, 1)
  on conflict on constraint card_folios_pkey do update set folio = f.folio + 1
  returning f.folio
$$;

-- Returns the company's data that stand on cards and receipts, from the newest release.
create function private.card_company() returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('name', r.content -> 'company' -> 'name', 'legalName', r.content -> 'company' -> 'legalName',
      'rut', r.content -> 'company' -> 'rut', 'address', r.content -> 'company' -> 'address',
      'phone', r.content -> 'company' -> 'phone', 'whatsappNumber', r.content -> 'company' -> 'whatsappNumber')
    from public.content_releases r order by r.id desc limit 1),
    '{"name": "", "legalName": "", "rut": "", "address": "", "phone": "", "whatsappNumber": ""}')
$$;

-- Returns whether the newest release says that the company hands out a tax document for each trip.
create function private.has_tax_document() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((
    select r.content -> 'company' -> 'taxDocument' from public.content_releases r order by r.id desc limit 1),
    'false')::boolean
$$;

-- Returns 256 random bits in base64url.
create function private.card_secret() returns text language sql volatile set search_path = '' as $$
  select translate(rtrim(encode(sha256(string_agg(uuid_send(gen_random_uuid()), '')), 'base64'), '='), '+/', '-_')
  from generate_series(1, 4)
$$;

-- Returns whether a card with this id is in the register. A simultaneous call with the same id waits for the first one, so
-- that it takes no folio.
create function private.is_registered(card uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('card ' || is_registered.card, 0));
  return exists (select from public.printed_cards c where c.id = is_registered.card);
end $$;

-- Staff. Registers cards of one kind, at most 100, and returns their ids in the given order. Each names a driver and a
-- plate, and a credential also the licence class. Each may bring its id: a repeated call registers it once. Name, photo and
-- verification code come from the driver's record, so that nobody prints a credential for a stranger.
create function public.register_cards(kind text, cards jsonb) returns table (id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 100;
  card record;
  driver public.drivers;
  company jsonb;
  vehicle uuid;
begin
  perform private.require_staff();
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
    select v.id into vehicle from public.vehicles v where v.license_plate = card.plate;
    insert into public.printed_cards
      (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, photo_url, details, printed_by)
      values (card.id, register_cards.kind, private.next_folio(register_cards.kind), driver.id,
        vehicle, driver.name, card.plate,
        case when register_cards.kind = 'credential' then driver.photo_url end,
        jsonb_build_object('company', company) || case register_cards.kind
          when 'credential' then jsonb_build_object('licence', card.licence)
          else jsonb_build_object('code', driver.verification_code) end,
        private.acting_account());
    perform private.record_act('card_created', 'access', jsonb_build_object('target', 'card:' || card.id,
      'card_kind', register_cards.kind, 'driver_id', driver.id, 'vehicle_id', vehicle));
  end loop;
end $$;

-- Writes a receipt, as issue_receipt does for staff.
create function private.write_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid, plate text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  from_place constant text := private.plain_text(left(write_receipt.origin, 200));
  to_place constant text := private.plain_text(left(write_receipt.destination, 200));
  number_plate constant text := nullif(private.plate_of(left(write_receipt.plate, 40)), '');
begin
  if from_place is null or to_place is null or greatest(char_length(from_place), char_length(to_place)) > 120
    or write_receipt.id is null or write_receipt.pesos is null or write_receipt.pesos not between 1 and 10000000
    or write_receipt.taken_at is null
    or write_receipt.taken_at not between now() - interval '2 years' and now() + interval '1 day' then
    perform private.refuse(400, 'validation_failed', 'The receipt lacks something, or has a value that it cannot have');
  end if;
  if private.is_registered(write_receipt.id) then
    return;
  end if;
  if write_receipt.driver is not null
    and not exists (select from public.drivers d where d.id = write_receipt.driver) then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  insert into public.printed_cards
    (id, kind, folio, driver_id, vehicle_id, driver_name, license_plate, details, secret, printed_by)
    select write_receipt.id, 'receipt', private.next_folio('receipt'), d.id,
      (select v.id from public.vehicles v where v.license_plate = number_plate), d.name, number_plate,
      jsonb_build_object('company', private.card_company(), 'takenAt', write_receipt.taken_at, 'origin', from_place,
        'destination', to_place, 'pesos', write_receipt.pesos, 'fiscal', private.has_tax_document()),
      private.card_secret(), private.acting_account()
    from (select) as one left join public.drivers d on d.id = write_receipt.driver;
  perform private.record_act('receipt_created', 'access', jsonb_build_object('target', 'card:' || write_receipt.id));
end $$;

-- Staff. Writes a receipt for a trip. The receipt says that it is no tax document, unless the company's content says that
-- it hands out one besides. The caller chooses the id: a repeated call writes it once.
create function public.issue_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform private.write_receipt(issue_receipt.id, issue_receipt.taken_at, issue_receipt.origin, issue_receipt.destination,
    issue_receipt.pesos, issue_receipt.driver, issue_receipt.plate);
end $$;

-- Voids a receipt, as void_receipt does for staff. Returns whether it was valid until then.
create function private.void_card(receipt uuid, reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  voided public.printed_cards;
begin
  update public.printed_cards c set voided_at = now(), void_reason = void_card.reason
    where c.id = void_card.receipt and c.kind = 'receipt' and c.voided_at is null returning c.* into voided;
  if voided.id is null then
    return false;
  end if;
  perform private.record_act('receipt_voided', 'access', jsonb_build_object('target', 'card:' || voided.id,
    'folio', voided.folio, 'why', void_card.reason));
  return true;
end $$;

-- Staff. Voids a receipt: its page and every later print say so. The log has who did it and why. The first reason stays: a
-- repeated call fails.
create function public.void_receipt(receipt uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(void_receipt.reason);
begin
  perform private.require_staff();
  if (char_length(written) between 1 and 300) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 300 characters');
  end if;
  if not private.void_card(void_receipt.receipt, written) then
    perform private.refuse(404, 'not_found', 'There is no such receipt, or it is void already');
  end if;
end $$;

-- Anybody with the secret. Returns the receipt without ids and without who wrote it; no row for an unknown secret. `details`
-- has the moment of a void one as `voidedAt`, without its reason.
create function public.receipt_by_secret(secret text)
returns table (folio integer, printed_at timestamptz, driver_name text, license_plate text, details jsonb)
language sql stable security definer set search_path = '' as $$
  select c.folio, c.printed_at, c.driver_name, c.license_plate,
    c.details || case when c.voided_at is null then '{}' else jsonb_build_object('voidedAt', c.voided_at) end
  from public.printed_cards c where c.secret = left(receipt_by_secret.secret, 100)
$$;

-- The server, daily. Deletes cards and receipts older than the setting `card_retention_days` and returns their number.
-- Folio numbers are never reused.
create function private.forget_cards(as_of timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with deleted as (
    delete from public.printed_cards c
    where c.printed_at < as_of - make_interval(days => coalesce(private.setting('card_retention_days'), '730')::integer)
    returning 1)
  select count(*) from deleted
$$;

-- Returns the cards that name a person's drivers, for personal_data.
create function private.cards_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'folio', c.folio, 'name', c.driver_name,
    'license_plate', c.license_plate, 'printed_at', c.printed_at, 'licence', c.details -> 'licence')
    order by c.printed_at, c.folio), '[]')
  from public.printed_cards c
  where c.driver_id in (select private.drivers_of(person))
$$;

grant execute on function public.register_cards(text, jsonb),
  public.issue_receipt(uuid, timestamptz, text, text, integer, uuid, text), public.void_receipt(uuid, text)
  to authenticated;
grant execute on function public.receipt_by_secret(text) to anon, authenticated;

-- The ratings that printed cards have opened in the last day, for the limits: by keyed hashes of the sender's
-- networks, and by driver.
create table private.card_ratings (
  key uuid primary key,
  sender bytea not null,
  driver_id uuid not null references public.drivers on delete cascade,
  opened_at timestamptz not null default now(),
  wider bytea not null,
  is_held boolean not null default false
);
create index card_ratings_wider_idx on private.card_ratings (wider, opened_at);
create index card_ratings_driver_id_idx on private.card_ratings (driver_id, opened_at);

-- Anybody with the code of a printed card. Opens one rating. Paper shows the same code for months, so that its holder need
-- not sit in the vehicle: one subscriber's rating of a driver counts once in six hours, and ten a day this way, which is less
-- than the device's own links allow. Ratings beyond that, and from the driver's own network, are taken and wait for the
-- office; beyond ten an hour for each address of a network they come one each two minutes. A repeated scan gets the same link.
create function public.card_rating_link(code text)
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
grant execute on function public.card_rating_link(text) to anon, authenticated;
