-- One search across everything that the panel lists.

-- Returns a regular expression that finds a word as typed, with or without its accents: “munoz” finds Muñoz. The web
-- searches the lists by the same one (web/data/list/search.ts).
create function private.accent_blind(word text) returns text language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(private.fold(word), '([^[:alnum:]])', '\\\1', 'g'),
    'a', '[aáàâãäå]'), 'c', '[cç]'), 'e', '[eéèêë]'), 'i', '[iíìîï]'), 'n', '[nñ]'), 'o', '[oóòôõö]'), 'u', '[uúùûü]')
$$;

-- Escapes the signs that mean something to `like`.
create function private.literal(words text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(words, '([\\%_])', '\\\1', 'g')
$$;

-- Finds drivers by name, code, plate or telephone. `words` are regular expressions of which a text must match every one;
-- `bare` and `phone` are the whole search without separators, as patterns of `like`, because plates and numbers are typed
-- in groups. It chooses from the first 200 matches: sorting ten thousand takes longer than finding them.
create function private.search_drivers(words text[], bare text, phone text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'driver', 'id', d.id, 'title', d.name, 'code', d.driver_code,
    'plate', d.license_plate, 'state', d.state) order by d.left_at is not null, d.name, d.id)
  from (
    select t.* from (
      select * from public.drivers m
      where m.name || ' ' || m.driver_code ~* all (words) or m.license_plate like upper(bare)
        or m.contact like phone limit 200) as t
    order by t.left_at is not null, t.name, t.id limit 5) as d
$$;

-- Finds vehicles by plate, model or number in the registry.
create function private.search_vehicles(words text[], bare text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'vehicle', 'id', v.id, 'plate', v.license_plate,
    'detail', concat_ws(' · ', v.brand_model, v.colour)) order by v.license_plate)
  from (
    select * from public.vehicles t
    where t.license_plate like upper(bare) or concat_ws(' ', t.brand_model, t.registration_number) ~* all (words)
    order by t.license_plate limit 5) as v
$$;

-- Finds documents by their number, whichever separators it was stored or typed with: `number` is a regular expression
-- that allows them, because stripping them from each number takes three times as long.
create function private.search_documents(number text) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'document', 'id', t.id, 'title', t.number, 'detail', k.name,
    'owner', d.name, 'plate', v.license_plate) order by t.number, t.id)
  from (
    select * from (
      select * from public.documents m where m.number ~* search_documents.number limit 200) as m
    order by m.number, m.id limit 5) as t
    join public.document_kinds k on k.id = t.kind_id
    left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
$$;

-- Finds devices by name.
create function private.search_devices(words text[]) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'device', 'id', t.id, 'title', t.name, 'detail', d.name)
    order by lower(t.name), t.id)
  from (
    select * from public.devices t where t.name <> '' and t.name ~* all (words)
    order by lower(t.name), t.id limit 5) as t
    left join public.drivers d on d.id = t.driver_id
$$;

-- Finds accounts by e-mail address.
create function private.search_accounts(address text) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('kind', 'user', 'id', u.id, 'title', u.email, 'detail', d.name) order by u.email)
  from (
    select * from auth.users t where t.email like address and t.deleted_at is null order by t.email limit 5) as u
    left join public.user_drivers link on link.user_id = u.id
    left join public.drivers d on d.id = link.driver_id
$$;

-- Returns the first five drivers, vehicles, documents and devices that match what somebody typed, and to administrators
-- the accounts; the office only. One letter finds nothing. Security definer: it scans the tables once, without asking
-- the policies for each row, for people who may read all of them.
create function public.search_company(query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  typed constant text := btrim(regexp_replace(left(query, 200), '\s+', ' ', 'g'));
  bare constant text := lower(private.bare(typed));
  pattern constant text := '%' || private.literal(bare) || '%';
  -- Fewer digits are in too many numbers.
  phone constant text := coalesce(private.phone_of(typed), case when bare ~ '^[+]?[0-9]{6,}$' then pattern end);
  number constant text := (
    select string_agg(regexp_replace(letter, '([^[:alnum:]])', '\\\1'), '[ ./·_()-]*')
    from string_to_table(bare, null) as letter);
  words text[];
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only the office searches the company');
  end if;
  if (char_length(query) <= 100) is not true then
    perform private.refuse(400, 'validation_failed', 'A search has at most 100 characters');
  end if;
  if char_length(bare) < 2 then
    return '[]';
  end if;
  words := array(
    select private.accent_blind(word) from string_to_table(typed, ' ') as word
    where private.bare(word) <> '' limit 6);
  return coalesce(private.search_drivers(words, pattern, phone), '[]')
    || coalesce(private.search_vehicles(words, pattern), '[]')
    || coalesce(private.search_documents(number), '[]') || coalesce(private.search_devices(words), '[]')
    || case when private.is_admin() then
      coalesce(private.search_accounts('%' || private.literal(lower(typed)) || '%'), '[]') else '[]' end;
end $$;

grant execute on function public.search_company(text) to authenticated;
