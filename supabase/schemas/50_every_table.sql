-- Rules of every table, beside those that stand with it.
do $$
declare
  each record;
begin
  -- Without policies, as in `private`, only functions of the owner read and write a table.
  for each in select c.oid::regclass as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', each.name);
  end loop;
  for each in select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    -- A token whose session has ended gives no access, even before it expires, but to what everybody reads.
    if each.name not in ('content_drafts', 'content_releases', 'time_based_routes') then
      execute format('create policy %I on public.%I as restrictive for all to authenticated
        using ((select private.session_alive()))', each.name || '_session', each.name);
    end if;
    -- The service role reads and writes every row, also where a managed PostgreSQL refuses to give it `bypassrls`: our
    -- functions, which check their callers, and the operator hold its key. It neither publishes nor consents.
    if each.name not in ('content_drafts', 'content_releases', 'consents') then
      execute format('create policy %1$I on public.%2$I for all to service_role using (true) with check (true);
        grant all on public.%2$I to service_role', each.name || '_service', each.name);
    end if;
  end loop;
end $$;
