-- The rows of the documents' lines name their owner, whose page they open.
create or replace function private.today_documents() returns setof jsonb language sql stable set search_path = '' as $$
  select private.today_line('unverified',
    (select count(*) from public.documents t where t.verified_at is null),
    (select jsonb_agg(to_jsonb(shown)) from (
      select t.id, t.driver_id, t.vehicle_id, d.name, v.license_plate as plate, k.name as kind, t.created_at as since
      from public.documents t join public.document_kinds k on k.id = t.kind_id
        left join public.drivers d on d.id = t.driver_id left join public.vehicles v on v.id = t.vehicle_id
      where t.verified_at is null order by t.created_at, t.id limit 5) as shown))
  union all
  select private.today_line('expired', count(*), jsonb_agg(to_jsonb(due) - 'place' order by place) filter (where place <= 5))
  from (
    select t.*, o.driver_id, o.vehicle_id, row_number() over (order by t.critical desc, t.expires_on, t.id) as place
    from private.documents_due('2000-01-01', private.chile_today() - 1)
      t join public.documents o on o.id = t.id) as due
  union all
  select private.today_line('expiring', count(*), jsonb_agg(to_jsonb(due) - 'place' order by place) filter (where place <= 5))
  from (
    select t.*, o.driver_id, o.vehicle_id, row_number() over (order by t.expires_on, t.critical desc, t.id) as place
    from private.documents_due(private.chile_today(), private.chile_today() + 7)
      t join public.documents o on o.id = t.id) as due
$$;
