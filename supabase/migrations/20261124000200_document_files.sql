-- A document names one existing file of its own driver or vehicle. The former constraint checked only the beginning of
-- the name: `drivers/<own>/../<another>/licence.pdf` showed another driver's licence to the administrator who verified
-- it.

-- A document whose file has a name of another form keeps its dates and loses the name. The triggers are off meanwhile:
-- they would count this as an administrator's verification.
alter table public.documents disable trigger user;
update public.documents d set file = null
  where d.file !~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' or d.file ~ '/\.{1,2}$';
alter table public.documents enable trigger user;

-- Not valid: a restored archive may hold older rows.
alter table public.documents drop constraint documents_file_check;
alter table public.documents add constraint documents_file_check check (
  file ~ '^(drivers|vehicles)/[0-9a-f-]{36}/[A-Za-z0-9._-]{1,80}$' and file !~ '/\.{1,2}$'
  and starts_with(file, coalesce('drivers/' || driver_id::text, 'vehicles/' || vehicle_id::text) || '/')) not valid;

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
revoke execute on function private.check_document_file() from public;
create trigger check_document_file after insert or update of file on public.documents
  for each row when (new.file is not null) execute function private.check_document_file();
