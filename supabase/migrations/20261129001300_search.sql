-- The search across everything finds cases, requests about personal data, receipts and announcements too, and an exact code or
-- plate before all others.
create index tickets_email_idx on public.tickets using spgist (lower(email));
create index tickets_phone_idx on public.tickets using spgist (phone);

create function private.search_exact_drivers(typed text, bare text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'driver', d.id, d.name, d.license_plate, d.driver_code, d.state, null, null from public.drivers d
  where upper(d.driver_code) = upper(typed) or d.license_plate = upper(bare)
    or d.verification_code = private.typed_code(typed)
  order by d.left_at is not null, d.name, d.id limit 5
$$;

create function private.search_cases(number text, address text, phone text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'case', t.id, t.number, c.license_plate, null, null, c.driver_name, concat_ws(' · ', t.email, t.phone) from (
    select * from public.tickets m
    where m.subject = 'case' and (m.number = search_cases.number or lower(m.email) ^@ address or m.phone ^@ search_cases.phone)
    order by m.number = search_cases.number desc, m.created_at desc limit 5) as t join public.cases c on c.id = t.id
  order by t.number = search_cases.number desc, t.created_at desc
$$;

create function private.search_rights_requests(number text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'rights', t.id, t.number, null, null, null, null, r.name
  from public.tickets t join public.rights_requests r on r.id = t.id
  where t.subject = 'rights' and t.number = search_rights_requests.number
$$;

create function private.search_receipts(folio integer) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'receipt', c.id, c.folio::text, c.license_plate, null, null, c.driver_name,
    concat_ws(' → ', c.details ->> 'origin', c.details ->> 'destination')
  from public.printed_cards c where c.kind = 'receipt' and c.folio = search_receipts.folio
$$;

create function private.search_announcements(words text[]) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'announcement', a.id, left(regexp_replace(a.body, '\s+', ' ', 'g'), 120), null, null, null, null, null
  from private.announcements a where a.body ~* all (words)
  order by a.created_at desc limit 5
$$;

create or replace function private.search_vehicles(words text[], bare text) returns setof public.found_item
language sql stable set search_path = '' as $$
  select 'vehicle', v.id, null, v.license_plate, null, null, null, concat_ws(' · ', v.brand_model, v.colour)
  from public.vehicles v
  where v.license_plate like upper(bare) or concat_ws(' ', v.brand_model, v.registration_number) ~* all (words)
  order by char_length(v.license_plate), v.license_plate limit 5
$$;

create or replace function public.search_company(query text) returns setof public.found_item
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
    union all select * from private.search_receipts(folio) union all select * from private.search_announcements(words);
  if private.is_admin() then
    return query select * from private.search_rights_requests(ticket)
      union all select * from private.search_accounts('%' || private.literal(lower(typed)) || '%');
  end if;
end $$;
