-- Shows which documents each vehicle and driver has and lacks.

-- Drivers and vehicles that hold documents; drivers who have left hold none that matter. Security invoker, like the
-- functions that read it.
create view private.document_owners with (security_invoker = true) as
  select 'vehicle' as owner, v.id, v.license_plate as name, v.license_plate, null as driver_code from public.vehicles v
  union all
  select 'driver', p.id, p.name, p.license_plate, p.driver_code from public.drivers p where p.state <> 'left';
grant select on private.document_owners to authenticated, service_role;
grant execute on function private.fold(text) to authenticated, service_role;
create index drivers_bare_code_idx on public.drivers (private.plate_of(driver_code));

-- Returns the owners that lack a document: a vehicle lacks each critical kind that it has none of, a driver lacks the
-- critical kinds while having none of them, because the licences A1 to A3 replace each other. With `kind`, the owners
-- that have no document of that kind.
create function private.lacking_owners(owner text, kind uuid) returns setof uuid
language sql stable set search_path = '' as $$
  with needed as materialized (
    select k.id from public.document_kinds k where k.owner = lacking_owners.owner
      and case when lacking_owners.kind is null then k.critical else k.id = lacking_owners.kind end),
  held as materialized (
    select coalesce(d.vehicle_id, d.driver_id) as owner_id, count(distinct d.kind_id) as kinds
    from public.documents d where d.kind_id in (select n.id from needed n) group by 1)
  select o.id from private.document_owners o left join held h on h.owner_id = o.id
  where o.owner = lacking_owners.owner and coalesce(h.kinds, 0) <
    (select case when lacking_owners.owner = 'driver' then least(count(*), 1) else count(*) end from needed)
$$;

-- A document in a cell of the grid. `waiting`: a driver has sent it, and nobody has verified it.
create type public.grid_document as (id uuid, kind_id uuid, expires_on date, days_left integer, state text,
  waiting boolean, has_file boolean);

-- Staff and drivers: security invoker, so that the policies decide. Returns one page of the grid of documents: vehicles or
-- drivers, in the order of plates or names. `owner_kind` is `vehicle` or `driver`; empty, that of the company's vehicles
-- unless it has none. `state` keeps the owners that lack a document (`missing`), or have one in that state; `month`, a day in
-- it, those with one that expires in it. `subject` is one owner; `after` begins behind one.
create function public.document_grid(owner_kind text default '', search text default '', state text default '',
  kind uuid default null, month date default null, subject uuid default null, after uuid default null,
  page integer default 1, per_page integer default 25)
returns table (id uuid, owner text, name text, license_plate text, driver_code text, documents public.grid_document[],
  total bigint)
language plpgsql stable set search_path = '' as $$
declare
  chosen constant text := case when owner_kind in ('driver', 'vehicle') then owner_kind
    when exists (select from public.vehicles) then 'vehicle' else 'driver' end;
  words constant text[] := string_to_array(nullif(private.fold(btrim(search)), ''), ' ');
  plates constant text[] := array(select private.plate_of(t.word) from unnest(words) with ordinality as t (word, place)
    order by t.place);
  today constant date := private.chile_today();
  matching uuid[];
begin
  if document_grid.state = 'missing' then
    matching := array(select private.lacking_owners(chosen, document_grid.kind));
  elsif document_grid.state <> '' or document_grid.kind is not null or document_grid.month is not null then
    matching := array(select distinct coalesce(d.vehicle_id, d.driver_id) from public.documents d
      where (d.vehicle_id is not null) = (chosen = 'vehicle')
        and (document_grid.kind is null or d.kind_id = document_grid.kind)
        and (document_grid.month is null or d.expires_on >= date_trunc('month', document_grid.month)::date
          and d.expires_on < (date_trunc('month', document_grid.month) + interval '1 month')::date)
        and case document_grid.state when '' then true when 'waiting' then d.verified_at is null
          else d.verified_at is not null and private.document_state(d.expires_on - today) = document_grid.state end);
  end if;
  return query with found as materialized (
    select o.* from private.document_owners o
    where o.owner = chosen and (document_grid.subject is null or o.id = document_grid.subject)
      and (matching is null or o.id = any (matching))
      and (words is null or not exists (select from unnest(words, plates) as t (word, plate)
        where strpos(coalesce(o.license_plate, ''), t.plate) = 0
          and (chosen = 'vehicle' or strpos(private.fold(concat_ws(' ', o.name, o.driver_code)), t.word) = 0)))
      and (document_grid.after is null or (o.name, o.id) > (
        select a.name, a.id from private.document_owners a where a.id = document_grid.after))),
  shown as (
    select f.* from found f order by f.name, f.id
    limit least(greatest(per_page, 1), 100) offset least(greatest(per_page, 1), 100) * (greatest(page, 1) - 1))
  select s.id, s.owner, s.name, s.license_plate, s.driver_code, array(
      select row(d.id, d.kind_id, d.expires_on, d.expires_on - today, private.document_state(d.expires_on - today),
        d.verified_at is null, d.file is not null)::public.grid_document
      from public.documents d where d.vehicle_id = s.id or d.driver_id = s.id order by d.verified_at nulls last),
    (select count(*) from found)
  from shown s order by s.name, s.id;
end $$;

-- Staff and drivers: security invoker. Returns the vehicles and drivers that are meant by names: plates and drivers' codes
-- without separators, in capitals; each with its documents in force. Two drivers may share a code. The panel itself asks
-- file_subjects, which knows the documents that wait too.
create function public.document_owners(names text[])
returns table (written text, owner text, id uuid, name text, driver_code text, documents public.documents[])
language sql stable set search_path = '' as $$
  with found as (
    select v.license_plate as written, 'vehicle' as owner, v.id, v.license_plate as name, null as driver_code
    from public.vehicles v where v.license_plate = any (names[1:20000])
    union all
    select private.plate_of(p.driver_code), 'driver', p.id, p.name, p.driver_code
    from public.drivers p where private.plate_of(p.driver_code) = any (names[1:20000]) and p.state <> 'left')
  select f.*, array(
    select d from public.documents d where (d.vehicle_id = f.id or d.driver_id = f.id) and d.verified_at is not null)
  from found f order by f.written, f.name, f.id
$$;

grant execute on function private.lacking_owners(text, uuid),
  public.document_grid(text, text, text, uuid, date, uuid, uuid, integer, integer),
  public.document_owners(text[]) to authenticated, service_role;
