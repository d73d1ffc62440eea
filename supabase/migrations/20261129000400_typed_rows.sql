-- Refuses everybody but staff in one function, and gives two functions that stood twice one place.
drop function private.require_printing();

create function private.require_staff() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office may do this');
  end if;
end $$;

create function private.drivers_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select d.id from public.drivers d where d.created_by = person
  union all select link.driver_id from public.user_drivers link where link.user_id = person
$$;

create or replace function private.audit_subject(traits jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  record_kind constant text := replace(split_part(traits ->> 'target', ':', 1), 'vehicle_drivers', 'vehicle');
  record_id constant uuid := case when traits ->> 'target' ~ '^[a-z_]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then split_part(traits ->> 'target', ':', 2)::uuid end;
  found jsonb;
begin
  if record_id is null then
    return null;
  end if;
  found := case record_kind
    when 'driver' then (select jsonb_build_object('name', d.name) from public.drivers d where d.id = record_id)
    when 'user' then (select jsonb_build_object('name', coalesce(nullif(u.email, ''), u.phone))
      from auth.users u where u.id = record_id)
    when 'vehicle' then jsonb_build_object(
      'name', (select d.name from public.drivers d where d.id::text = traits ->> 'driver_id'),
      'plate', (select v.license_plate from public.vehicles v where v.id = record_id))
    when 'document' then (
      select jsonb_build_object('name', concat_ws(', ', k.name, d.name), 'plate', v.license_plate)
      from public.documents p join public.document_kinds k on k.id = p.kind_id
        left join public.drivers d on d.id = p.driver_id left join public.vehicles v on v.id = p.vehicle_id
      where p.id = record_id)
    when 'document_kind' then (select jsonb_build_object('name', k.name) from public.document_kinds k where k.id = record_id)
    when 'device' then (select jsonb_build_object('name', d.name) from public.devices d where d.id = record_id)
    when 'shift' then (
      select jsonb_build_object('name', coalesce(d.name, s.driver_name), 'plate', s.license_plate)
      from public.shifts s left join public.drivers d on d.id = s.driver_id where s.id = record_id)
    when 'route' then (select jsonb_build_object('name', r.name) from public.time_based_routes r where r.id = record_id)
  end;
  return jsonb_strip_nulls(jsonb_build_object('name', traits -> 'name', 'plate', traits -> 'plate'))
    || jsonb_strip_nulls(coalesce(found, '{}'));
end $$;

create or replace function private.lock_draft(expected_version integer, wanted jsonb default null) returns public.content_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
begin
  perform private.require_staff();
  select * into draft from public.content_drafts for update;
  if draft.version is distinct from expected_version and draft.content is distinct from wanted then
    perform private.refuse(409, 'content_conflict', 'The draft has changed; read it again and merge',
      details => jsonb_build_object('version', draft.version, 'updated_at', draft.updated_at, 'updated_by',
        (select u.email from auth.users u where u.id = draft.updated_by))::text);
  end if;
  return draft;
end $$;

create or replace function public.content_history()
returns table (id integer, note text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select r.id, r.note, r.published_at, coalesce(nullif(u.email, ''), u.phone)::text
    from public.content_releases r left join auth.users u on u.id = r.published_by order by r.id desc;
end $$;

create or replace function public.shift_retention() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return coalesce(private.setting('shift_retention_days'), '365')::integer;
end $$;

create or replace function private.shifts_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('license_plate', s.license_plate, 'started_at', s.started_at,
    'ended_at', s.ended_at, 'name', s.driver_name, 'code', s.driver_code, 'phone', s.driver_phone) order by s.started_at), '[]')
  from public.shifts s
  where s.account_id = person or s.driver_id in (select private.drivers_of(person))
$$;

create or replace function private.documents_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.name, 'number', d.number, 'issued_on', d.issued_on,
    'expires_on', d.expires_on, 'file', d.file, 'verified_at', d.verified_at, 'override_until', d.override_until,
    'override_reason', d.override_reason) order by d.created_at, d.id), '[]')
  from public.documents d join public.document_kinds k on k.id = d.kind_id
  where d.driver_id in (select private.drivers_of(person))
$$;

create or replace function public.driver_left(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  update public.drivers d set left_at = now(), left_by = auth.uid() where d.id = driver_left.driver and d.left_at is null;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver')
      where not exists (select from public.drivers d where d.id = driver_left.driver);
    return;
  end if;
  delete from private.earlier_blocks b where b.user_id in (select private.accounts_of_driver(driver_left.driver));
  insert into private.earlier_blocks (user_id, blocked_until)
    select u.id, u.banned_until from auth.users u
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and u.banned_until > now() and u.banned_until < now() + private.leaving_block() / 2;
  update auth.users u set banned_until = now() + private.leaving_block(), updated_at = now()
    where u.id in (select private.accounts_of_driver(driver_left.driver))
      and coalesce(u.banned_until < now() + private.leaving_block() / 2, true);
  delete from auth.sessions s where s.user_id in (select private.accounts_of_driver(driver_left.driver));
  update public.devices t set vehicle_id = null where t.driver_id = driver_left.driver;
  perform private.record_act('resource_modified', 'access',
    jsonb_build_object('target', 'driver:' || driver, 'operation', 'changed', 'changed', 'left_company'));
end $$;

create or replace function public.driver_returned(driver uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  departure timestamptz;
begin
  perform private.require_staff();
  select d.left_at into departure from public.drivers d where d.id = driver_returned.driver for no key update;
  if not found then
    perform private.refuse(404, 'driver_not_found', 'There is no such driver');
  end if;
  if departure is null then
    return;
  end if;
  perform private.lift_leaving_block(driver_returned.driver);
  update public.drivers d set left_at = null, left_by = null, approved = true where d.id = driver_returned.driver;
  perform private.record_act('resource_modified', 'access',
    jsonb_build_object('target', 'driver:' || driver, 'operation', 'changed', 'changed', 'returned_to_company'));
end $$;

create or replace function public.settle_first_step(step text, value text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  if (step in ('whatsapp', 'vehicles') and char_length(value) <= 40) is not true then
    perform private.refuse(400, 'validation_failed', 'There is no such step, or its value is too long');
  end if;
  insert into private.first_steps as s (step, value) values (settle_first_step.step, settle_first_step.value)
  on conflict on constraint first_steps_pkey do update set value = excluded.value, settled_at = now();
end $$;

create or replace function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return jsonb_build_object(
    'steps', private.today_steps(),
    'shifts', private.today_shifts(),
    'lines', (
      select coalesce(jsonb_agg(line) filter (where (line ->> 'count')::bigint > 0), '[]')
      from (
        select * from private.today_drivers() union all select private.today_reviews()
        union all select * from private.today_devices() union all select * from private.today_documents()
        union all select private.today_missing() union all select * from private.today_operations()) as lines (line)));
end $$;

create or replace function public.register_cards(kind text, cards jsonb) returns table (id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 100;
  card record;
  driver public.drivers;
  company jsonb;
  registered integer := 0;
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

create or replace function public.issue_receipt(id uuid, taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  from_place constant text := private.plain_text(left(issue_receipt.origin, 200));
  to_place constant text := private.plain_text(left(issue_receipt.destination, 200));
  number_plate constant text := nullif(private.plate_of(left(issue_receipt.plate, 40)), '');
begin
  perform private.require_staff();
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

create or replace function public.void_receipt(receipt uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(void_receipt.reason);
  voided public.printed_cards;
begin
  perform private.require_staff();
  if (char_length(written) between 1 and 300) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 300 characters');
  end if;
  update public.printed_cards c set voided_at = now(), void_reason = written
    where c.id = void_receipt.receipt and c.kind = 'receipt' and c.voided_at is null returning c.* into voided;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such receipt, or it is void already');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'card:' || voided.id,
    'operation', 'changed', 'changed', 'receipt_voided', 'folio', voided.folio, 'void_reason', written));
end $$;

create or replace function private.forget_cards(as_of timestamptz) returns bigint
language sql volatile security definer set search_path = '' as $$
  with deleted as (
    delete from public.printed_cards c
    where c.printed_at < as_of - make_interval(days => coalesce(private.setting('card_retention_days'), '730')::integer)
    returning 1)
  select count(*) from deleted
$$;

create or replace function private.cards_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'folio', c.folio, 'name', c.driver_name,
    'license_plate', c.license_plate, 'printed_at', c.printed_at, 'licence', c.details -> 'licence')
    order by c.printed_at, c.folio), '[]')
  from public.printed_cards c
  where c.driver_id in (select private.drivers_of(person))
$$;

create or replace trigger check_driver_version before update of version on public.drivers
  for each row execute function private.check_version();
create or replace trigger version_driver
  before update of name, license_plate, driver_code, photo_url, pending_photo_url, contact, approved
  on public.drivers for each row
  when ((old.name, old.license_plate, old.driver_code, old.photo_url, old.pending_photo_url, old.contact, old.approved)
    is distinct from
    (new.name, new.license_plate, new.driver_code, new.photo_url, new.pending_photo_url, new.contact, new.approved))
  execute function private.count_version();
drop function private.check_driver_version();
drop function private.count_driver_version();
