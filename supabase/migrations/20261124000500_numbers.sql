-- Telephone numbers, plates and RUTs as people in Chile write them. shared/chile reads them the same way in the
-- browser; the database repeats it for callers that use the API directly, and a test compares the two.

-- Strips spaces and the separators between groups from a number or plate.
create function private.bare(written text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(written, '[ \t\n\v\f\r\u00a0\u1680\u2000-\u2015\u2028-\u202f\u205f\u2060\u2212\u3000\ufeff.()/·•_-]', '', 'g')
$$;

-- Returns the plate in capitals without separators. Letters outside ASCII stay, so that the checks of the tables reject
-- them.
create function private.plate_of(written text) returns text language sql immutable set search_path = '' as $$
  select upper(private.bare(written) collate "C") collate "default"
$$;

-- Strips the separators from a telephone number, which may be pasted as a link to a chat.
create function private.bare_number(written text) returns text language sql immutable set search_path = '' as $$
  select private.bare(regexp_replace(written,
    '^ *(?:(?:https?:[/][/])?(?:wa[.]me[/]|api[.]whatsapp[.]com[/]send[/]?[?]phone=)|tel:)(?:%2B)?([+]?[0-9().-]+)(?:[?&#/][^ ]*)? *$',
    '\1', 'i'))
$$;

-- Returns the number in E.164, or null if it is not a number or is ambiguous. Chilean numbers may omit the country
-- code; foreign ones may not.
create function private.phone_of(written text) returns text language sql immutable set search_path = '' as $$
  select coalesce('+56' || substring(bare from
    '^(?:(?:[+]|00)?56)?0?(9[0-9]{8}|2[2-9][0-9]{7}|(?:3[2-5]|4[1-5]|5[1-378]|6[13-57]|7[1-35])[2-9][0-9]{6}|800[0-9]{6}|600[0-9]{7})$'),
    '+' || substring(bare from
    '^(?:[+]|00)(?=[0-9]{9,15}$)(?!56|9[0-9]{8}$)((?:1[2-9]|20|21[12368]|2[2346][0-9]|25[0-8]|27|29[01789]|3[0-469]|3[57][0-9]|38[0-79]|4[013-9]|42[013]|5[1-578]|5[09][0-9]|6[0-6]|67[02-9]|68[0-9]|69[0-2]|7[0-9]|8[1246]|85[02356]|87[08]|88[0-36]|9[0-58]|96[0-8]|97[0-79]|99[2-68])[0-9]*)$'))
  from private.bare_number(written) as bare
$$;

-- Returns a driver's number in E.164 where we recognise it. Any other number of 9 to 15 digits stays as written,
-- without separators.
create function private.contact_of(written text) returns text language sql immutable set search_path = '' as $$
  select coalesce(private.phone_of(written), nullif(private.bare_number(written), ''))
$$;

-- Returns the RUT as 76.543.210-3, or null if it is not a RUT or its check digit (modulo 11) is wrong.
create function private.rut_of(written text) returns text language sql immutable set search_path = '' as $$
  select reverse(regexp_replace(reverse(digits), '([0-9]{3})(?=[0-9])', '\1.', 'g')) || '-' || given
  from ltrim(upper(private.bare(written) collate "C"), '0') as bare,
    substring(bare from '^([0-9]{6,9})[0-9K]$') as digits, right(bare, 1) as given
  where given = (
    select substr('0K987654321', 1 + (sum(digit::integer * (2 + (place - 1) % 6)) % 11)::integer, 1)
    from string_to_table(reverse(digits), null) with ordinality as all_digits (digit, place))
$$;

-- Returns whether a text of the content is a valid number of its kind: a telephone number with its country code, so
-- that every reader dials the same one, or a RUT.
create function private.is_number(kind text, written text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case kind
    when 'phone' then private.phone_of(written) = '+' || replace(private.bare_number(written), '+', '')
    when 'rut' then private.rut_of(written) is not null end, false)
$$;
revoke execute on function private.bare(text), private.plate_of(text), private.bare_number(text), private.phone_of(text),
  private.contact_of(text), private.rut_of(text), private.is_number(text, text) from public, anon;
-- Normalising triggers run as the caller, who therefore needs these functions.
grant execute on function private.bare(text), private.plate_of(text), private.bare_number(text), private.phone_of(text),
  private.contact_of(text) to authenticated, service_role;

-- The tables normalise plates and telephone numbers with these functions. Existing rows stay as they are until somebody
-- changes them.
create or replace function private.normalise_driver() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.name), octet_length(new.license_plate), octet_length(new.driver_code),
    octet_length(new.contact)) > 1000 then
    raise exception 'a text of the driver is too long' using errcode = '23514';
  end if;
  new.name := regexp_replace(btrim(new.name), '\s+', ' ', 'g');
  new.license_plate := private.plate_of(new.license_plate);
  new.driver_code := btrim(new.driver_code);
  new.contact := private.contact_of(new.contact);
  return new;
end $$;
create or replace function private.normalise_vehicle() returns trigger language plpgsql set search_path = '' as $$
begin
  if greatest(octet_length(new.license_plate), octet_length(new.brand_model), octet_length(new.colour),
    octet_length(new.registration_number)) > 1000 then
    raise exception 'a text of the vehicle is too long' using errcode = '23514';
  end if;
  new.license_plate := private.plate_of(new.license_plate);
  new.brand_model := nullif(regexp_replace(btrim(new.brand_model), '\s+', ' ', 'g'), '');
  new.colour := nullif(regexp_replace(btrim(new.colour), '\s+', ' ', 'g'), '');
  new.registration_number := nullif(btrim(new.registration_number), '');
  return new;
end $$;

-- A release holds no telephone number without its country code and no RUT with a wrong check digit. A draft may, so an
-- older draft can still be saved and shows the problem; older releases stay as they are.
create or replace function private.content_rules() returns jsonb language sql immutable set search_path = '' as $$
  select $rules$
{
"formats": {"id":"^[a-z0-9]+(-[a-z0-9]+)*$","uuid":"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$","phone":"^\\+?[ ().-]*([0-9][ ().-]*){8,15}$","email":"^[^@ ]+@[^@ ]+$","https":"^https:\\/\\/[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+(:[0-9]{1,5})?([/?#][^ \"'<>\\\\]*)?$","picture":"^[A-Za-z0-9_-]+([/][A-Za-z0-9_-]+)*[.](jpg|png|webp)$","day":"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"},
"maxBytes": 2000000,
"maxProblems": 100,
"shape": {
  "kind": "object",
  "fields": {
    "format": {"kind":"integer","min":1,"max":1},
    "company": {"kind":"object","fields":{"name":{"kind":"text","max":120,"required":true},"tagline":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"whatsappNumber":{"kind":"text","max":40,"format":"phone","number":"phone"},"phone":{"kind":"text","max":40,"format":"phone","number":"phone"},"email":{"kind":"text","max":255,"format":"email"},"legalName":{"kind":"text","max":160},"rut":{"kind":"text","max":20,"number":"rut"},"address":{"kind":"text","max":200},"mapsUrl":{"kind":"text","max":400,"required":true,"format":"https"},"reviewDisplay":{"kind":"choice","of":["specified","fair"],"optional":true}}},
    "airport": {"kind":"object","fields":{"facts":{"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"title":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"line":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"value":{"kind":"variants","variants":{"minutes":{"kind":"object","fields":{"minutes":{"kind":"integer","min":1,"max":1440},"kind":{"kind":"choice","of":["minutes","gate"]}}},"gate":{"kind":"object","fields":{"gate":{"kind":"integer","min":1,"max":99},"kind":{"kind":"choice","of":["minutes","gate"]}}}},"optional":true,"otherwise":{"kind":"object","fields":{"kind":{"kind":"choice","of":["minutes","gate"]}}}}}},"max":20,"key":"id"}}},
    "claims": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"shown":{"kind":"flag"},"title":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"line":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"short":{"kind":"object","max":30,"optional":true,"fields":{"es":{"kind":"text","max":30,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":30,"required":true},"of":{"kind":"text","max":30,"required":true,"optional":true}},"optional":true}}}}},"max":20,"key":"id"},
    "routes": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"name":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}},"minutes":{"kind":"integer","min":1,"max":1440},"prices":{"kind":"list","of":{"kind":"object","fields":{"pesos":{"kind":"integer","min":0,"max":10000000},"night":{"kind":"integer","min":0,"max":10000000,"optional":true},"validFrom":{"kind":"day","optional":true},"validUntil":{"kind":"day","optional":true}},"order":["validFrom","validUntil"]},"max":50,"ascending":"validFrom"},"note":{"kind":"object","max":200,"optional":true,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}}}},"max":60,"key":"id"},
    "return": {"kind":"object","fields":{"title":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"line":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"value":{"kind":"text","max":20},"waitTitle":{"kind":"object","max":80,"fields":{"es":{"kind":"text","max":80,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":80,"required":true},"of":{"kind":"text","max":80,"required":true,"optional":true}},"optional":true}}},"waitLine":{"kind":"object","max":160,"fields":{"es":{"kind":"text","max":160,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":160,"required":true},"of":{"kind":"text","max":160,"required":true,"optional":true}},"optional":true}}},"waitMinutes":{"kind":"integer","min":1,"max":1440}}},
    "tours": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":36,"required":true,"format":"uuid"},"duration":{"kind":"choice","of":["3hours","fullday"]},"name":{"kind":"object","max":100,"fields":{"es":{"kind":"text","max":100,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true}}},"description":{"kind":"object","max":1000,"fields":{"es":{"kind":"text","max":1000,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":1000,"required":true},"of":{"kind":"text","max":1000,"required":true,"optional":true}},"optional":true}}},"taxiTime":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}},"stops":{"kind":"list","of":{"kind":"object","fields":{"place":{"kind":"object","max":100,"fields":{"es":{"kind":"text","max":100,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true}}},"duration":{"kind":"object","max":40,"fields":{"es":{"kind":"text","max":40,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":40,"required":true},"of":{"kind":"text","max":40,"required":true,"optional":true}},"optional":true}}},"description":{"kind":"object","max":400,"fields":{"es":{"kind":"text","max":400,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":400,"required":true},"of":{"kind":"text","max":400,"required":true,"optional":true}},"optional":true}}}}},"max":20},"picture":{"kind":"reference","to":"pictures","optional":true}}},"max":40,"key":"id"},
    "cities": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"name":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}}}},"max":20,"key":"id"},
    "categories": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"name":{"kind":"object","max":60,"fields":{"es":{"kind":"text","max":60,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":60,"required":true},"of":{"kind":"text","max":60,"required":true,"optional":true}},"optional":true}}}}},"max":20,"key":"id"},
    "places": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"city":{"kind":"reference","to":"cities"},"category":{"kind":"reference","to":"categories"},"name":{"kind":"object","max":100,"fields":{"es":{"kind":"text","max":100,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":100,"required":true},"of":{"kind":"text","max":100,"required":true,"optional":true}},"optional":true}}},"description":{"kind":"object","max":800,"fields":{"es":{"kind":"text","max":800,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":800,"required":true},"of":{"kind":"text","max":800,"required":true,"optional":true}},"optional":true}}},"hours":{"kind":"object","max":120,"fields":{"es":{"kind":"text","max":120,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":120,"required":true},"of":{"kind":"text","max":120,"required":true,"optional":true}},"optional":true}}},"alt":{"kind":"object","max":200,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}},"fee":{"kind":"variants","variants":{"free":{"kind":"object","fields":{"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}},"variable":{"kind":"object","fields":{"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}},"fixed":{"kind":"object","fields":{"pesos":{"kind":"integer","min":0,"max":10000000},"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}},"perRide":{"kind":"object","fields":{"lowest":{"kind":"integer","min":0,"max":10000000},"highest":{"kind":"integer","min":0,"max":10000000},"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}},"order":["lowest","highest"]}},"optional":true,"otherwise":{"kind":"object","fields":{"kind":{"kind":"choice","of":["free","variable","fixed","perRide"]}}}},"address":{"kind":"text","max":200,"optional":true},"picture":{"kind":"reference","to":"pictures","optional":true}}},"max":300,"key":"id"},
    "pictures": {"kind":"list","of":{"kind":"object","fields":{"id":{"kind":"text","max":60,"required":true,"format":"id"},"path":{"kind":"text","max":200,"required":true,"format":"picture"},"focus":{"kind":"object","fields":{"x":{"kind":"integer","min":0,"max":100},"y":{"kind":"integer","min":0,"max":100}}},"alt":{"kind":"object","max":200,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}}}},"max":400,"key":"id"},
    "policy": {"kind":"object","fields":{"version":{"kind":"integer","min":1,"max":10000},"date":{"kind":"day"},"sections":{"kind":"list","of":{"kind":"object","fields":{"title":{"kind":"text","max":200,"required":true},"text":{"kind":"text","max":4000},"items":{"kind":"list","of":{"kind":"text","max":1000,"required":true},"max":40}}},"max":60}}},
    "notice": {"kind":"object","fields":{"text":{"kind":"object","max":200,"fields":{"es":{"kind":"text","max":200,"required":true},"en":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"fr":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"pt":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true},"de":{"kind":"object","fields":{"text":{"kind":"text","max":200,"required":true},"of":{"kind":"text","max":200,"required":true,"optional":true}},"optional":true}}},"validFrom":{"kind":"day"},"validUntil":{"kind":"day"}},"order":["validFrom","validUntil"],"optional":true}
  }
}
}$rules$::jsonb
$$;

-- Finds the problems of single values.
create or replace function private.content_value_findings(content jsonb) returns table (path jsonb, shape jsonb, code text)
language sql immutable set search_path = '' as $$
  with nodes as materialized (
    select n.path, n.value, n.shape, n.type, n.shape ->> 'kind' as kind, (n.shape ->> 'max')::numeric as max,
      case n.type when 'string' then n.value #>> '{}' end as text,
      case n.type when 'number' then n.value::numeric end as number
    from private.content_nodes(content) n),
  known (list, id) as (
    select top.key, item ->> 'id'
    from jsonb_each(case jsonb_typeof(content) when 'object' then content end) as top
      cross join jsonb_array_elements(case jsonb_typeof(top.value) when 'array' then top.value end) as item
    where jsonb_typeof(item -> 'id') = 'string'),
  formats as materialized (select private.content_rules() -> 'formats' as of)
  select n.path, n.shape, case
    when n.type <> case n.kind when 'integer' then 'number' when 'flag' then 'boolean' when 'list' then 'array'
      when 'object' then 'object' else 'string' end or n.number % 1 <> 0 then 'wrong_type'
    when case n.type when 'array' then jsonb_array_length(n.value) end > n.max then 'too_many'
    when n.number < (n.shape ->> 'min')::numeric then 'too_small'
    when n.number > n.max then 'too_large'
    when n.kind = 'text' then case
      when n.text ~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]' then 'wrong_characters'
      when n.text !~ '[^ \t\n]' and n.shape ? 'required' then 'empty'
      when n.text = '' then null
      when char_length(n.text) > n.max then 'too_long'
      when n.text !~ (formats.of ->> (n.shape ->> 'format')) then 'wrong_format'
      when n.shape ? 'number' and not private.is_number(n.shape ->> 'number', n.text) then 'wrong_number' end
    when n.kind = 'day' then case
      when n.text !~ (formats.of ->> 'day') then 'wrong_format'
      when right(n.text, 2)::integer
        > extract(day from (left(n.text, 7) || '-01')::date + interval '1 month - 1 day') then 'wrong_format' end
    when n.kind = 'choice' then case when not n.shape -> 'of' ? n.text then 'wrong_choice' end
    when n.kind = 'reference' and (n.shape ->> 'to', n.text) not in (select list, id from known)
      then 'unknown_reference'
    end
  from nodes n, formats
$$;

-- Lists the problems of a document, as `findProblems` in shared/content/problems.ts does, in no particular order.
create or replace function private.content_problems(content jsonb, is_draft boolean default false) returns jsonb
language sql immutable set search_path = '' as $$
  select case when octet_length(content::text) > (rules -> 'maxBytes')::integer then
      jsonb_build_array(jsonb_build_object('path', '[]'::jsonb, 'code', 'too_large', 'limit', rules -> 'maxBytes'))
    else (
      select coalesce(jsonb_agg(problem), '[]') from (
        select jsonb_build_object('path', path, 'code', code) || case
          when code in ('too_long', 'too_many', 'too_large') then jsonb_build_object('limit', shape -> 'max')
          when code = 'too_small' then jsonb_build_object('limit', shape -> 'min') else '{}' end
        from private.content_value_findings(content) where code is not null
          and not (is_draft and code in ('empty', 'wrong_number'))
        union all
        select jsonb_build_object('path', path, 'code', code) from private.content_structure_findings(content)
        limit (rules -> 'maxProblems')::integer) as found (problem)) end
  from private.content_rules() as rules
$$;
