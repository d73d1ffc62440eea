-- Documents of drivers and vehicles: their kinds, expiry and files, and what an expired one stops.

-- Derives a document's state from the days that are left; the state is never stored. A document is valid on the day
-- that it names. The parameter is used once and no search path is set, so that PostgreSQL inlines the expression.
create function private.document_state(days integer) returns text language sql immutable
  return (array['expired', 'within_7', 'within_14', 'within_30', 'valid'])[1 + width_bucket(days, array[0, 8, 15, 31])];
grant execute on function private.document_state(integer) to authenticated, service_role;

-- Kinds of documents. The company edits them and names them in its own language.
create table public.document_kinds (
  id uuid primary key default gen_random_uuid(),
  owner text not null check (owner in ('driver', 'vehicle')),
  name text not null check (char_length(btrim(name)) between 1 and 60),
  -- The default of `critical` for documents of this kind.
  critical boolean not null default false,
  sort integer not null default 100,
  created_at timestamptz not null default now(),
  constraint document_kinds_name_key unique (owner, name)
);
insert into public.document_kinds (owner, name, critical, sort) values
  ('driver', 'Licencia A1', true, 10),
  ('driver', 'Licencia A2', true, 20),
  ('driver', 'Licencia A3', true, 30),
  ('vehicle', 'Permiso de circulación', true, 40),
  ('vehicle', 'SOAP', true, 50),
  ('vehicle', 'Revisión técnica', true, 60),
  ('vehicle', 'Seguro', false, 70),
  ('vehicle', 'RNSTP', true, 80);

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  kind_id uuid not null references public.document_kinds,
  driver_id uuid references public.drivers on delete cascade,
  vehicle_id uuid references public.vehicles on delete cascade,
  number text check (char_length(number) between 1 and 60),
  issued_on date,
  expires_on date not null check (expires_on between '2000-01-01' and '2100-12-31'),
  -- The name of its object in the bucket `documentos`, in the folder of the driver or vehicle.
  file text,
  critical boolean not null,
  -- Only guard_document sets these; no API role may write them. A document without a date waits for staff.
  verified_at timestamptz,
  verified_by uuid references auth.users on delete set null,
  -- Only override_document sets these.
  override_until date,
  override_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint documents_one_owner check (num_nonnulls(driver_id, vehicle_id) = 1),
  constraint documents_dates check (issued_on <= expires_on)
);
-- Checks the whole name: `drivers/<own>/../<another>/licence.pdf` begins with the driver's own folder, yet an address
-- made of it shows another driver's file. Not valid: a restored archive may hold older rows.
alter table public.documents add constraint documents_file_check check (
  file ~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' and file !~ '/\.{1,2}$'
  and starts_with(file, coalesce('drivers/' || driver_id::text, 'vehicles/' || vehicle_id::text) || '/')) not valid;
-- Each owner has one document of a kind in force, and at most one that waits to replace it.
create unique index documents_driver_key on public.documents (driver_id, kind_id, (verified_at is null));
create unique index documents_vehicle_key on public.documents (vehicle_id, kind_id, (verified_at is null));
create index documents_kind_id_idx on public.documents (kind_id);
create index documents_verified_by_idx on public.documents (verified_by);
create index documents_expires_on_idx on public.documents (expires_on, id);

-- A document that staff write is verified and replaces the one in force; a driver's waits for staff. Optimistic locking: an
-- update that sends a stale `version` fails with 409.
create function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_driver constant boolean := coalesce(current_setting('role', true), 'none') = 'authenticated'
    and not private.is_staff();
  kind public.document_kinds;
begin
  select * into kind from public.document_kinds k where k.id = new.kind_id;
  if kind.owner is distinct from (case when new.driver_id is null then 'vehicle' else 'driver' end) then
    perform private.refuse(400, 'document_kind', 'This type of document belongs to another kind of owner');
  end if;
  new.critical := case when by_driver then kind.critical else coalesce(new.critical, kind.critical) end;
  if tg_op = 'UPDATE' and new.version is distinct from old.version then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the document since');
  end if;
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
  end if;
  if by_driver then
    new.verified_at := null;
    new.verified_by := null;
  elsif new.verified_at is null then
    new.verified_at := now();
    new.verified_by := auth.uid();
    if tg_op = 'UPDATE' then
      delete from public.documents d where d.kind_id = new.kind_id and d.id <> new.id and d.verified_at is not null
        and (d.driver_id = new.driver_id or d.vehicle_id = new.vehicle_id);
    end if;
  end if;
  return new;
end $$;
create trigger guard_document before insert or update on public.documents
  for each row execute function private.guard_document();

-- A document names only a file that is in the bucket already, whoever writes it, because the administrator who verifies
-- the document opens exactly that file. Runs after the policies have refused strangers, so that they learn nothing
-- about names.
create function private.check_document_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or new.file is distinct from old.file)
    and not exists (select from storage.objects o where o.bucket_id = 'documentos' and o.name = new.file) then
    perform private.refuse(400, 'document_file',
      'The document names a file that does not exist. Upload the file first.');
  end if;
  return null;
end $$;
create trigger check_document_file after insert or update of file on public.documents
  for each row when (new.file is not null) execute function private.check_document_file();

-- Returns the vehicles whose documents and files the caller's driver may read: those that an administrator has assigned
-- to the active driver. Taking a vehicle opens none of its documents. Security definer, because policies call it.
create function private.own_vehicles() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select v.vehicle_id from public.vehicle_drivers v where v.driver_id = private.own_active_driver()
$$;
grant execute on function private.own_vehicles() to authenticated, service_role;

-- Staff and drivers read the kinds.
create policy document_kinds_select on public.document_kinds for select to authenticated
  using ((select private.is_staff()) or (select private.own_driver_id()) is not null);
-- Only staff add kinds.
create policy document_kinds_insert on public.document_kinds for insert to authenticated
  with check ((select private.is_staff()));
-- Only staff change kinds.
create policy document_kinds_update on public.document_kinds for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Only administrators delete kinds.
create policy document_kinds_delete on public.document_kinds for delete to authenticated
  using ((select private.is_admin()));

-- Staff read every document; drivers read their own and those of the vehicles assigned to them.
create policy documents_select on public.documents for select to authenticated using ((select private.is_staff())
  or driver_id = (select private.own_driver_id()) or vehicle_id in (select private.own_vehicles()));
-- Staff add any document; a driver adds their own, which waits for staff.
create policy documents_insert on public.documents for insert to authenticated
  with check ((select private.is_staff()) or driver_id = (select private.own_driver_id()));
-- Only staff change documents.
create policy documents_update on public.documents for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
-- Administrators delete any document. Staff reject one that waits by deleting it; a driver withdraws their own until then.
create policy documents_delete on public.documents for delete to authenticated using ((select private.is_admin())
  or (verified_at is null and ((select private.is_staff()) or driver_id = (select private.own_driver_id()))));

grant select, delete on public.document_kinds, public.documents to authenticated;
grant insert (owner, name, critical, sort), update (name, critical, sort) on public.document_kinds to authenticated;
grant insert (id, kind_id, driver_id, vehicle_id, number, issued_on, expires_on, file, critical)
  on public.documents to authenticated;
grant update (number, issued_on, expires_on, file, critical, version) on public.documents to authenticated;

-- Drivers. Sends the renewal of a document of the caller's driver, in place of one that waits already. A call that fails
-- leaves that one. The caller chooses the id: a repeated call sends it once, also when staff have verified it meanwhile.
-- Security invoker: the policies decide, so a driver's renewal waits for staff.
create function public.send_renewal(id uuid, kind_id uuid, expires_on date, number text default null,
  file text default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  driver constant uuid := private.own_driver_id();
begin
  if driver is null then
    perform private.refuse(403, 'forbidden', 'Only drivers send renewals');
  end if;
  -- A simultaneous call of the same driver waits, so that it finds the document of this one.
  perform pg_advisory_xact_lock(hashtextextended('renewal of ' || driver, 0));
  if exists (select from public.documents d where d.id = send_renewal.id and d.driver_id = driver) then
    return;
  end if;
  delete from public.documents d
    where d.driver_id = driver and d.kind_id = send_renewal.kind_id and d.verified_at is null;
  insert into public.documents (id, kind_id, driver_id, number, expires_on, file)
    values (send_renewal.id, send_renewal.kind_id, driver, send_renewal.number, send_renewal.expires_on,
      send_renewal.file);
end $$;
grant execute on function public.send_renewal(uuid, uuid, date, text, text) to authenticated;

-- Documents with the names of their kind and owner, and today's state. Security invoker: each caller sees what the
-- policies of `documents` allow. The driver's code names the owner in a file.
create view public.document_list with (security_invoker = true) as
  select d.id, d.kind_id, k.name as kind, k.owner, d.driver_id, d.vehicle_id,
    coalesce(p.name, v.license_plate) as owner_name, coalesce(v.license_plate, p.license_plate) as license_plate,
    d.number, d.issued_on, d.expires_on,
    d.expires_on - (select private.chile_today()) as days_left,
    private.document_state(d.expires_on - (select private.chile_today())) as state, d.file, d.critical,
    d.verified_at, d.override_until, d.override_reason, d.version, p.driver_code
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id;
grant select on public.document_list to authenticated, service_role;
-- Lists are read-only views. Without this trigger a write would fail with an internal error instead of a missing privilege.
create function private.refuse_list_write() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'The view % is read-only: write to its tables', tg_table_name using errcode = '42501';
end $$;
create trigger read_only instead of insert or update or delete on public.document_list
  for each row execute function private.refuse_list_write();

-- Staff and drivers. Counts the documents that the caller may read by state, and those that wait to be verified.
create function public.document_counts()
returns table (expired bigint, within_7 bigint, within_14 bigint, within_30 bigint, waiting bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where s.verified and s.days < 0),
    count(*) filter (where s.verified and s.days between 0 and 7),
    count(*) filter (where s.verified and s.days between 8 and 14),
    count(*) filter (where s.verified and s.days between 15 and 30), count(*) filter (where not s.verified)
  from (select d.expires_on - (select private.chile_today()) as days, d.verified_at is not null as verified
    from public.documents d) as s
$$;
grant execute on function public.document_counts() to authenticated, service_role;

-- Returns the documents that keep a driver, or the vehicle of their open shift, out of service; none unless the company
-- has switched that on.
create function private.stopping_documents(driver uuid) returns setof public.documents
language sql stable security definer set search_path = '' as $$
  select d.* from public.documents d
  where private.setting('documents_stop_service') = 'true' and d.critical and d.verified_at is not null
    and d.expires_on < private.chile_today() and coalesce(d.override_until < private.chile_today(), true)
    and (d.driver_id = driver or d.vehicle_id in (
      select s.vehicle_id from public.shifts s where s.driver_id = driver and s.ended_at is null))
$$;

-- Drivers. Returns the documents that keep the caller's driver out of service.
create function public.own_stopping_documents() returns table (kind text, owner_name text, expires_on date)
language sql stable security definer set search_path = '' as $$
  select k.name, coalesce(p.name, v.license_plate), d.expires_on
  from private.stopping_documents(private.own_driver_id()) d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id
  order by d.expires_on
$$;
grant execute on function public.own_stopping_documents() to authenticated, service_role;

-- Staff and the service role. Returns whether an expired critical document keeps a driver out of service.
create function public.documents_policy() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff read the rules for documents');
  end if;
  return private.setting('documents_stop_service') = 'true';
end $$;
-- Administrators and the service role. Switches that rule on or off and logs it: at once it stops service or permits it.
create function public.set_documents_policy(stop_service boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.is_admin() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only administrators change the rules for documents');
  end if;
  perform private.configure(jsonb_build_object('documents_stop_service', stop_service::text));
  perform private.record_act('document_policy_changed', 'access', jsonb_build_object('target', 'document_policy:company',
    'documents_stop_service', stop_service));
end $$;

-- Staff, who also enter the day a document expires, and the service role. Lets a driver or vehicle serve until a day
-- although a document has expired; without a day the override ends. The audit log keeps the reason.
create function public.override_document(document uuid, until date default null, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  overridden public.documents;
begin
  if not (private.is_staff() or coalesce(current_setting('role', true), 'none') = 'service_role') then
    perform private.refuse(403, 'not_admin', 'Only staff override documents');
  end if;
  if until is not null and (until between private.chile_today() and private.chile_today() + 90
    and char_length(btrim(reason)) between 3 and 200) is not true then
    perform private.refuse(400, 'validation_failed', 'An override takes a day within 90 days and a reason');
  end if;
  update public.documents d set override_until = until,
    override_reason = case when until is not null then btrim(reason) end
    where d.id = override_document.document returning d.* into overridden;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such document');
  end if;
  perform private.record_act(case when until is null then 'document_override_ended' else 'document_overridden' end,
    'access', jsonb_build_object('target', 'document:' || document, 'driver_id', overridden.driver_id,
      'vehicle_id', overridden.vehicle_id, 'kind_id', overridden.kind_id, 'override_until', until, 'why', overridden.override_reason));
end $$;
grant execute on function public.documents_policy(), public.set_documents_policy(boolean),
  public.override_document(uuid, date, text) to authenticated, service_role;

-- The audit log records the staff's changes to documents; an override has its own entry, with the reason.
create trigger audit_row after insert or delete on public.documents for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('document', 'id');
create trigger audit_change after update on public.documents for each row
  when (pg_trigger_depth() = 0 and (old.override_until, old.override_reason)
    is not distinct from (new.override_until, new.override_reason))
  execute function private.audit_row('document', 'id');
create trigger audit_row after insert or update or delete on public.document_kinds for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('document_kind', 'id');

-- The private bucket of their files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documentos', 'documentos', false, 5242880,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do nothing;

-- Returns whether the caller's driver may upload a file of this name: into their own folder, twenty at most. The lock
-- serialises a driver's uploads.
create function private.may_add_document_file(name text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  folder constant text := 'drivers/' || private.own_driver_id() || '/';
begin
  if not private.session_alive() or coalesce(starts_with(name, folder), false) is false
    or name !~ '^drivers/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('documents of ' || folder, 0));
  if (select count(*) from storage.objects o where o.bucket_id = 'documentos' and starts_with(o.name, folder)) >= 20 then
    raise insufficient_privilege using message = 'A driver keeps at most 20 files of documents.';
  end if;
  return true;
end $$;
grant execute on function private.may_add_document_file(text) to authenticated, service_role;

-- Staff upload into every folder; a driver uploads what may_add_document_file allows.
create policy documentos_insert on storage.objects for insert to authenticated with check (bucket_id = 'documentos'
  and case when (select private.is_staff())
    then name ~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' else private.may_add_document_file(name) end);
-- Staff read every file; drivers read their own and those of the vehicles assigned to them.
create policy documentos_select on storage.objects for select to authenticated using (bucket_id = 'documentos'
  and ((select private.is_staff()) or (select private.session_alive())
    and (starts_with(name, (select 'drivers/' || private.own_driver_id() || '/'))
      or split_part(name, '/', 1) = 'vehicles' and split_part(name, '/', 2) in (
        select own::text from private.own_vehicles() as own))));
-- Only administrators delete files, and none that a document names: deleting the document first leaves an entry in the
-- audit log.
create policy documentos_delete on storage.objects for delete to authenticated using (bucket_id = 'documentos'
  and (select private.is_admin()) and not exists (select from public.documents d where d.file = name));

-- The server, daily. Deletes files that no document names, a day after their upload.
create function private.delete_orphaned_document_files(as_of timestamptz) returns bigint
language sql volatile set search_path = '' as $$
  with deleted as (
    delete from storage.objects o
    where o.bucket_id = 'documentos' and o.created_at < as_of - interval '1 day'
      and not exists (select from public.documents d where d.file = o.name)
    returning 1
  )
  select count(*) from deleted
$$;
create index documents_file_idx on public.documents (file);

-- Reminders already mailed, so that each goes out once: to a person about a document at a threshold of days.
create table private.document_reminders (
  document_id uuid not null references public.documents on delete cascade,
  account_id uuid not null references auth.users on delete cascade,
  threshold integer not null,
  expires_on date not null,
  sent_at timestamptz not null default now(),
  primary key (document_id, account_id, threshold, expires_on)
);
create index document_reminders_account_id_idx on private.document_reminders (account_id);
-- Weekly digests already mailed, by administrator and the Monday of the week.
create table private.document_digests (
  account_id uuid not null references auth.users on delete cascade,
  week date not null,
  sent_at timestamptz not null default now(),
  primary key (account_id, week)
);

-- The server, hourly. Returns the reminders that are not sent yet: the latest threshold that a document has passed, until a
-- month after its expiry; none while a renewal waits to be verified. Reminders about a vehicle go to active drivers; a
-- driver who has left gets none.
create function private.due_document_reminders() returns table (account_id uuid, email text, language text,
  document_id uuid, threshold integer, kind text, owner_name text, expires_on date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', d.id, due.threshold, k.name,
    coalesce(p.name, v.license_plate), d.expires_on
  from public.documents d
    join public.document_kinds k on k.id = d.kind_id
    left join public.drivers p on p.id = d.driver_id
    left join public.vehicles v on v.id = d.vehicle_id
    join public.user_drivers link on link.driver_id = d.driver_id and p.state <> 'left' or link.driver_id in (
      select a.driver_id from public.vehicle_drivers a join public.drivers holder on holder.id = a.driver_id
      where a.vehicle_id = d.vehicle_id and holder.state = 'active')
    join auth.users u on u.id = link.user_id
    cross join lateral (select case when days <= 7 then 7 when days <= 14 then 14 else 30 end
      from (select d.expires_on - private.chile_today()) as left_over (days)) as due (threshold)
  where d.verified_at is not null
    and d.expires_on between private.chile_today() - 30 and private.chile_today() + 30
    and u.email <> '' and coalesce(u.banned_until <= now(), true) and u.deleted_at is null
    and not exists (select from public.documents w where w.kind_id = d.kind_id and w.verified_at is null
      and (w.driver_id = d.driver_id or w.vehicle_id = d.vehicle_id))
    and not exists (select from private.document_reminders r where r.document_id = d.id and r.account_id = u.id
      and r.threshold = due.threshold and r.expires_on = d.expires_on)
  order by u.id, d.expires_on, d.id
$$;
-- The server, hourly. Returns the administrators to whom this week's digest is not sent yet.
create function private.due_document_digests() returns table (account_id uuid, email text, language text, week date)
language sql stable set search_path = '' as $$
  select u.id, u.email::text, u.raw_user_meta_data ->> 'language', monday.week
  from auth.users u, (select date_trunc('week', private.chile_today())::date) as monday (week)
  where private.is_active_administrator(u) and u.email <> ''
    and not exists (select from private.document_digests g where g.account_id = u.id and g.week = monday.week)
  order by u.id
$$;

-- Returns the documents of a person's drivers, for personal_data.
create function private.documents_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', k.name, 'number', d.number, 'issued_on', d.issued_on,
    'expires_on', d.expires_on, 'file', d.file, 'verified_at', d.verified_at, 'override_until', d.override_until,
    'override_reason', d.override_reason) order by d.created_at, d.id), '[]')
  from public.documents d join public.document_kinds k on k.id = d.kind_id
  where d.driver_id in (select private.drivers_of(person))
$$;
