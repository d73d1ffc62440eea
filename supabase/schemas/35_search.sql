-- One search across everything that the panel lists.

-- Returns a regular expression that finds a word as typed, with or without its accents: “munoz” finds Muñoz. The web
-- searches the lists by the same one (web/data/list/search.ts).
create function private.accent_blind(word text) returns text language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(private.fold(word), '([^[:alnum:]])', '\\\1', 'g'),
    'a', '[aáàâãäåāăą]'), 'c', '[cçćč]'), 'd', '[dďđ]'), 'e', '[eéèêëēėęě]'),
    'g', '[gğ]'), 'i', '[iíìîïīįı]'), 'l', '[lł]'), 'n', '[nñńň]'),
    'o', '[oóòôõöōőø]'), 'r', '[rŕř]'), 's', '[sśşšș]'), 't', '[tťţț]'),
    'u', '[uúùûüūůűų]'), 'y', '[yýÿ]'), 'z', '[zźżž]')
$$;

-- Escapes the signs that mean something to `like`.
create function private.literal(words text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(words, '([\\%_])', '\\\1', 'g')
$$;

-- One thing that the search has found. A vehicle has only a plate; `owner` is the driver of a document, case or receipt.
create type public.found_item as (kind text, id uuid, title text, plate text, code text, state text, owner text,
  detail text);

-- Finds the drivers with exactly this code or plate, or this code on their card, by indexes: a search by a part chooses from
-- its first matches, which may lack them. `bare` is the whole search without separators, because plates are typed in groups.
create function private.search_exact_drivers(typed text, bare text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'driver', d.id, d.name, d.license_plate, d.driver_code, d.state, null, null from public.drivers d
  where upper(d.driver_code) = upper(typed) or d.license_plate = upper(bare)
    or d.verification_code = private.typed_code(typed)
  order by d.left_at is not null, d.name, d.id limit 5
$$;

-- Finds drivers by name, code, plate or telephone. `words` are regular expressions of which a text must match every one;
-- `bare` and `phone` are the whole search without separators, as patterns of `like`, because plates and numbers are typed
-- in groups. It chooses from the first 200 matches: sorting ten thousand takes longer than finding them.
create function private.search_drivers(words text[], bare text, phone text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'driver', d.id, d.name, d.license_plate, d.driver_code, d.state, null, null from (
    select * from public.drivers m
    where m.name || ' ' || m.driver_code ~* all (words) or m.license_plate like upper(bare)
      or m.contact like phone limit 200) as d
  order by d.left_at is not null, d.name, d.id limit 5
$$;

-- Finds vehicles by plate, model or number in the registry. The shortest plate that has the search is the plate itself.
create function private.search_vehicles(words text[], bare text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'vehicle', v.id, null, v.license_plate, null, null, null, concat_ws(' · ', v.brand_model, v.colour)
  from public.vehicles v
  where v.license_plate like upper(bare) or concat_ws(' ', v.brand_model, v.registration_number) ~* all (words)
  order by char_length(v.license_plate), v.license_plate limit 5
$$;

-- Finds cases by number, or by the beginning of the passenger's address or telephone.
create function private.search_cases(number text, address text, phone text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'case', t.id, t.number, c.license_plate, null, null, c.driver_name, concat_ws(' · ', t.email, t.phone) from (
    select * from public.tickets m
    where m.subject = 'case' and (m.number = search_cases.number or lower(m.email) ^@ address or m.phone ^@ search_cases.phone)
    order by m.number = search_cases.number desc, m.created_at desc limit 5) as t join public.cases c on c.id = t.id
  order by t.number = search_cases.number desc, t.created_at desc
$$;

-- Finds requests about personal data by number.
create function private.search_rights_requests(number text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'rights', t.id, t.number, null, null, null, null, r.name
  from public.tickets t join public.rights_requests r on r.id = t.id
  where t.subject = 'rights' and t.number = search_rights_requests.number
$$;

-- Finds receipts by folio. A void one is found too.
create function private.search_receipts(folio integer) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'receipt', c.id, c.folio::text, c.license_plate, null, null, c.driver_name,
    concat_ws(' → ', c.details ->> 'origin', c.details ->> 'destination')
  from public.printed_cards c where c.kind = 'receipt' and c.folio = search_receipts.folio
$$;

-- Finds announcements by their text. They have no title: it returns the beginning.
create function private.search_announcements(words text[]) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'announcement', a.id, left(regexp_replace(a.body, '\s+', ' ', 'g'), 120), null, null, null, null, null
  from private.announcements a where a.body ~* all (words)
  order by a.created_at desc limit 5
$$;

-- Finds documents by their number, whichever separators it was stored or typed with: `number` is a regular expression
-- that allows them, because stripping them from each number takes three times as long.
create function private.search_documents(number text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'document', t.id, t.number, v.license_plate, null, null, d.name, k.name from (
    select * from (
      select * from public.documents m where m.number ~* search_documents.number limit 200) as m
    order by m.number, m.id limit 5) as t
    join public.document_kinds k on k.id = t.kind_id
    left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
  order by t.number, t.id
$$;

-- Finds devices by name.
create function private.search_devices(words text[]) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'device', t.id, t.name, null, null, null, null, (select d.name from public.drivers d where d.id = t.driver_id)
  from public.devices t where t.name <> '' and t.name ~* all (words)
  order by lower(t.name), t.id limit 5
$$;

-- Finds accounts by e-mail address.
create function private.search_accounts(address text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'user', u.id, u.email, null, null, null, null, (
    select d.name from public.user_drivers link join public.drivers d on d.id = link.driver_id where link.user_id = u.id)
  from auth.users u where u.email like address and u.deleted_at is null order by u.email limit 5
$$;

-- Staff. Returns the first five of each kind that match what somebody typed: drivers (besides those with exactly that code),
-- vehicles, cases, trips, documents, devices, receipts and announcements, and to administrators requests about personal data and
-- accounts. One letter finds nothing, and a folio only behind its word. Security definer: it scans the tables once, without
-- asking the policies for each row, for people who may read all of them.
create function public.search_company(query text) returns setof public.found_item
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Numbers are written as #875282.
  typed constant text := btrim(regexp_replace(left(query, 200), '[\s#]+', ' ', 'g'));
  bare constant text := lower(private.bare(typed));
  pattern constant text := '%' || private.literal(bare) || '%';
  -- Fewer digits are in too many numbers.
  phone constant text := coalesce(private.phone_of(typed), case when bare ~ '^[+]?[0-9]{6,}$' then pattern end);
  number constant text := (
    select string_agg(regexp_replace(letter, '([^[:alnum:]])', '\\\1'), '[ ./·_()-]*')
    from string_to_table(bare, null) as letter);
  ticket constant text := substring(bare from '^(?:caso|solicitud|case|request)?(?:n[°º]?)?([0-9]{6,})$');
  folio constant integer := substring(bare from '^(?:comprobante|receipt)?(?:folio|comprobante|receipt)(?:n[°º]?)?([0-9]{1,9})$');
  words text[];
begin
  perform private.require_staff();
  if (char_length(query) <= 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A search has at most 100 characters');
  end if;
  if char_length(bare) < 2 then
    return;
  end if;
  words := array(
    select private.accent_blind(word) from string_to_table(typed, ' ') as word
    where private.bare(word) <> '' limit 6);
  return query select * from private.search_exact_drivers(typed, bare)
    union all select * from private.search_drivers(words, pattern, phone) as d
      where d.id not in (select e.id from private.search_exact_drivers(typed, bare) as e)
    union all select * from private.search_vehicles(words, pattern)
    union all select * from private.search_cases(ticket, lower(typed), coalesce(private.phone_of(typed), '+' || ltrim(bare, '+')))
    union all select * from private.search_documents(number) union all select * from private.search_devices(words)
    union all select * from private.search_receipts(folio) union all select * from private.search_announcements(words)
    union all select * from private.search_trips(typed, words, coalesce(private.phone_of(typed), case when bare ~ '^[+]?[0-9]{6,}$' then '+' || ltrim(bare, '+') end));
  if private.is_admin() then
    return query select * from private.search_rights_requests(ticket)
      union all select * from private.search_accounts('%' || private.literal(lower(typed)) || '%');
  end if;
end $$;

grant execute on function public.search_company(text) to authenticated;
