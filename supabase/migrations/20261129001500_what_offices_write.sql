-- Plates have their check digit, telephones the digits and zeros of other countries, and names the letters of Europe.
-- The index holds what the old function returned.
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
    '^([^0-9]*(?:[+]|00)[^0-9]*(?!39|22[59]|24[12]|37[89])[1-9][0-9]{0,2}[^0-9(]*)[(]0[)]', '\1'))
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
