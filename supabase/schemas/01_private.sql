-- Functions and tables are closed: only a grant opens one. PostgreSQL lets everybody execute a new function, which only a
-- revoke without `in schema` takes away; the platform's defaults open what is made in `public` to roles of requests.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
-- An extension serves everybody who may use its schema.
alter default privileges in schema extensions grant execute on functions to public;

-- Helper functions of the policies, and tables that only functions of the owner reach: the API does not expose the schema,
-- no role has a grant on a table of it, and 50_every_table.sql closes each by row-level security without policies.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Returns whether the caller signed in anonymously. Policies keep such accounts, which have no address, from
-- registering as drivers, rating and consenting.
create function private.is_anonymous() returns boolean language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false)
$$;
grant execute on function private.is_anonymous() to authenticated, service_role;

-- Raises an error with its own status, code and headers, in the form that PostgREST turns into the whole response.
create function private.refuse(status integer, code text, message text, headers jsonb default '{}',
  details text default null) returns void
language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', headers)::text;
end $$;

-- Settings that functions and policies read. They are rows because a hosted project refuses `alter role … set app.…`.
-- Our server writes its environment here at start; on a hosted project the operator runs `select
-- private.configure('{"driver_approval": "manual"}')`.
create table private.settings (
  name text primary key,
  value text not null,
  constraint settings_value check (case name
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
    when 'trip_passenger_retention_days' then value ~ '^[0-9]{1,3}$' and value::integer between 1 and 365
    when 'trip_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    when 'card_retention_days' then value ~ '^[0-9]{2,4}$' and value::integer between 30 and 3650
    -- An old PostgreSQL may lack one of the names.
    when 'company_zone' then value in ('America/Santiago', 'America/Punta_Arenas', 'America/Coyhaique', 'Pacific/Easter')
      and timestamptz 'epoch' at time zone value is not null
    else false
  end)
);
insert into private.settings (name, value) values
  ('driver_approval', 'automatic'),
  ('reviews_per_hour', '10'),
  ('require_admin_mfa', 'false'),
  ('audit_retention_days', '365'),
  ('documents_stop_service', 'false'),
  ('shift_retention_days', '365'),
  ('former_driver_retention_days', '365'),
  ('case_answer_days', '5'),
  ('case_retention_days', '90'),
  ('report_mail', 'true'),
  ('card_retention_days', '730'),
  ('trip_passenger_retention_days', '30'),
  ('trip_retention_days', '730'),
  ('company_zone', 'America/Santiago');

-- Reads a setting. Only security definer functions may call it, so no API role reads settings.
create function private.setting(name text) returns text language sql stable security definer set search_path = '' as $$
  select s.value from private.settings s where s.name = setting.name
$$;

-- Returns the company's time zone, one of Chile's.
create function private.company_zone() returns text language sql stable security definer set search_path = '' as $$
  select private.setting('company_zone')
$$;
-- Returns the company's day: its documents expire at midnight.
create function private.chile_today() returns date language sql stable set search_path = '' as $$
  select (now() at time zone private.company_zone())::date
$$;
-- Returns the instant at which a day of the company begins. No search path is set, so that PostgreSQL inlines the expression.
create function private.chile_midnight(day date) returns timestamptz language sql stable
  return day::timestamp at time zone private.company_zone();
grant execute on function private.company_zone(), private.chile_today() to authenticated, service_role;

-- The server, at start. Changes the settings named by the keys. It writes rows in the order of their names, so that
-- servers that start at the same moment cannot deadlock; the last one wins.
create function private.configure(settings jsonb) returns void language sql set search_path = '' as $$
  insert into private.settings as s (name, value)
  select given.key, given.value from jsonb_each_text(configure.settings) as given order by given.key
  on conflict (name) do update set value = excluded.value where s.value <> excluded.value
$$;

-- Returns whether the session of the caller's token still exists and the account is not banned. Our server checks that
-- when it verifies a token; a hosted project's PostgREST, storage and realtime check only signature and expiry, so
-- policies check it too. A token that no sign-in issued has no session and passes.
create function private.session_alive() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  session constant uuid := nullif(claims ->> 'session_id', '');
  person constant uuid := nullif(claims ->> 'sub', '');
begin
  return (session is null or exists (select from auth.sessions s where s.id = session))
    and not exists (select from auth.users u where u.id = person and u.banned_until > now());
end $$;
grant execute on function private.session_alive() to authenticated, service_role;

-- Returns whether a link for a device started the caller's session, and nobody has proved on it in the last ten minutes to be
-- the owner: the office makes such links, and reads none of a driver's own data by them.
create function private.is_device_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_or(a.authentication_method = 'device')
    and not bool_or(a.authentication_method = 'password' and a.updated_at > now() - interval '10 minutes'), false)
  from auth.mfa_amr_claims a where a.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
$$;
grant execute on function private.is_device_session() to authenticated, service_role;

-- Returns whether the caller has one of these roles. Only `app_metadata` counts, because users write `user_metadata`
-- themselves, and the account must agree with the token, which may be stale. If the account has a second factor, or
-- `require_admin_mfa` is on, the session must have used one: somebody else may know the password by now.
create function private.has_role(variadic roles text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
  person constant uuid := nullif(claims ->> 'sub', '');
  claimed constant text := claims -> 'app_metadata' ->> 'role';
begin
  if coalesce(claimed <> all (roles), true) or not private.session_alive()
    or not exists (select from auth.users u where u.id = person and u.raw_app_meta_data ->> 'role' = claimed) then
    return false;
  end if;
  return coalesce(claims ->> 'aal', 'aal1') <> 'aal1'
    or private.setting('require_admin_mfa') is distinct from 'true' and not exists (
      select from auth.mfa_factors f where f.user_id = person and f.status = 'verified');
end $$;

-- Returns whether the caller is an administrator.
create function private.is_admin() returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin')
$$;
-- Returns whether the caller works in the company's office: as an administrator, or in the role that has neither users
-- nor deletion nor publishing.
create function private.is_staff() returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin', 'office')
$$;
grant execute on function private.is_admin(), private.is_staff() to authenticated, service_role;
-- Refuses everybody but staff.
create function private.require_staff() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office may do this');
  end if;
end $$;

-- Telephone numbers, plates and RUTs as people in Chile write them. shared/chile reads them the same way in the
-- browser; the database repeats it for callers that use the API directly, and a test compares the two.

-- Strips spaces and the separators between groups from a number or plate.
create function private.bare(written text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(written, '[ \t\n\v\f\r\u00a0\u1680\u2000-\u2015\u2028-\u202f\u205f\u2060\u2212\u3000\ufeff.()/·•_-]', '', 'g')
$$;

-- Returns the plate in capitals without separators, and a Chilean one without the check digit behind a mark. Letters
-- outside ASCII stay, so that the checks of the tables reject them.
create function private.plate_of(written text) returns text language sql immutable set search_path = '' as $$
  select upper(private.bare(regexp_replace(written,
    '^([^a-zA-Z0-9]*(?:[a-zA-Z][^a-zA-Z0-9]*[a-zA-Z][^a-zA-Z0-9]*(?:[a-zA-Z][^a-zA-Z0-9]*[a-zA-Z]|[0-9]{2})[^a-zA-Z0-9]*[0-9]{2}|[a-zA-Z]{3}[^a-zA-Z0-9]*0?[0-9]{2}))[ \u00a0]*[-.\u2010-\u2015\u2212][ \u00a0]*[0-9kK][^a-zA-Z0-9]*$',
    '\1')) collate "C") collate "default"
$$;

-- Strips the separators from a telephone number, which may be pasted as a link to a chat, have the digits of another
-- script, or the 0 in brackets that is dialled within its country.
create function private.bare_number(written text) returns text language sql immutable set search_path = '' as $$
  select private.bare(regexp_replace(regexp_replace(
    translate(written, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９＋', '012345678901234567890123456789+'),
    '^ *(?:(?:https?:[/][/])?(?:wa[.]me[/]|api[.]whatsapp[.]com[/]send[/]?[?]phone=)|tel:)(?:%2B)?([+]?[0-9().-]+)(?:[?&#/][^ ]*)? *$',
    '\1', 'i'),
    '^([^0-9+]*(?:[+]|00)[^0-9+]*(?!39|22[59]|24[12]|37[89])[1-9][0-9]{0,2}[^0-9(]*)[(]0[)]', '\1'))
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
-- Normalising triggers run as the caller, who therefore needs these functions.
grant execute on function private.bare(text), private.plate_of(text), private.bare_number(text), private.phone_of(text),
  private.contact_of(text) to authenticated, service_role;
