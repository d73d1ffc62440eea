-- Files with many vehicles, drivers or documents: all rows or none, and an exported file comes in again.

-- The imports run with their caller's rights and raise errors of their own.
grant execute on function private.refuse(integer, text, text, jsonb, text) to authenticated, service_role;

-- Staff and drivers: security invoker. Returns the vehicles and drivers that a file may mean by plates and codes, in
-- capitals, with and without separators, and without the zeros that a spreadsheet takes off; each with all its documents. A
-- driver's code may be that of several, of whom one is approved.
create function public.file_subjects(names text[])
returns table (vehicle public.vehicles, driver public.drivers, documents public.documents[])
language sql stable set search_path = '' as $$
  select v, null::public.drivers, array(select d from public.documents d where d.vehicle_id = v.id)
  from public.vehicles v where v.license_plate = any (names[1:1000])
  union all
  select null, p, array(select d from public.documents d where d.driver_id = p.id)
  from public.drivers p where upper(p.driver_code) = any (names[1:1000])
    or ltrim(upper(p.driver_code), '0') = any (names[1:1000]) or private.plate_of(p.driver_code) = any (names[1:1000])
$$;

-- Refuses everybody but staff and the service role, and more rows than an import takes. Returns their number.
create function private.begin_import(given jsonb, most integer) returns integer
language plpgsql stable set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office import files');
  end if;
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) > most then
    perform private.refuse(400, 'validation_failed', 'Give a list of at most ' || most || ' rows');
  end if;
  return jsonb_array_length(given);
end $$;

-- Refuses an import if there are rows at these places, which the error names, one a line.
create function private.refuse_rows(code text, message text, places bigint[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if places <> '{}' then
    perform private.refuse(409, code, message, details => array_to_string(places, E'\n'));
  end if;
end $$;

-- Staff and the service role. Adds and renews documents, all or none, and returns how many. A row with `id` and `version`
-- renews that document: a null leaves its number and its day of issue, an empty text removes them. Another row is a new
-- document. Changes no document that waits. An error names the places of its rows, one a line. Security invoker: the policies
-- and triggers of `documents` judge each row.
create function public.import_documents(documents jsonb) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  given constant integer := private.begin_import(documents, 2000);
begin
  perform from public.documents d
    where d.id in (select g.id from jsonb_to_recordset(import_documents.documents) as g (id uuid))
    order by d.id for no key update;
  perform private.refuse_rows('edit_conflict', 'Other people have changed or added documents since', array(
    select g.place
    from rows from (jsonb_to_recordset(import_documents.documents)
        as (id uuid, version integer, kind_id uuid, driver_id uuid, vehicle_id uuid))
      with ordinality as g (id, version, kind_id, driver_id, vehicle_id, place)
      left join public.documents d on d.id = g.id
    where case when g.id is not null then d.version is distinct from g.version or d.verified_at is null
      else exists (select from public.documents o where o.kind_id = g.kind_id and o.verified_at is not null
        and (o.driver_id = g.driver_id or o.vehicle_id = g.vehicle_id)) end));
  update public.documents d set number = nullif(coalesce(g.number, d.number), ''), expires_on = g.expires_on,
    version = g.version, issued_on = case when g.issued_on <> '' then g.issued_on::date
      when g.issued_on is null and d.issued_on <= g.expires_on then d.issued_on end
  from jsonb_to_recordset(import_documents.documents)
    as g (id uuid, version integer, number text, issued_on text, expires_on date)
  where d.id = g.id;
  insert into public.documents (kind_id, driver_id, vehicle_id, number, issued_on, expires_on, critical)
  select g.kind_id, g.driver_id, g.vehicle_id, nullif(g.number, ''), nullif(g.issued_on, '')::date, g.expires_on,
    (select k.critical from public.document_kinds k where k.id = g.kind_id)
  from jsonb_to_recordset(import_documents.documents) as g (id uuid, kind_id uuid, driver_id uuid, vehicle_id uuid,
    number text, issued_on text, expires_on date)
  where g.id is null;
  return given;
end $$;

-- Staff and the service role. Adds and changes vehicles, all or none, and returns how many. A row with `id` and `version`
-- changes the fields of that vehicle that it names; another row is a new one. An error names the places of its rows, one a line.
-- Security invoker: the policies and triggers of `vehicles` judge each row.
create function public.import_vehicles(vehicles jsonb) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  given constant integer := private.begin_import(vehicles, 2000);
  row jsonb;
begin
  perform from public.vehicles v
    where v.id in (select g.id from jsonb_to_recordset(import_vehicles.vehicles) as g (id uuid))
    order by v.id for no key update;
  perform private.refuse_rows('edit_conflict', 'Other people have changed or added vehicles since', array(
    select g.place
    from rows from (jsonb_to_recordset(import_vehicles.vehicles) as (id uuid, version integer, license_plate text))
      with ordinality as g (id, version, license_plate, place)
      left join public.vehicles v on v.id = g.id
    where case when g.id is not null then v.version is distinct from g.version
      else exists (select from public.vehicles o where o.license_plate = private.plate_of(left(g.license_plate, 100))) end));
  for row in select * from jsonb_array_elements(vehicles) loop
    perform public.save_vehicle(row - '{id,version}'::text[], (row ->> 'id')::uuid, (row ->> 'version')::integer);
  end loop;
  return given;
end $$;

grant execute on function private.begin_import(jsonb, integer), private.refuse_rows(text, text, bigint[]),
  public.file_subjects(text[]), public.import_documents(jsonb), public.import_vehicles(jsonb)
  to authenticated, service_role;
