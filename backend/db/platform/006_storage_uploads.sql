-- Whether the caller may upload, asked before the bytes are read: the insert is tried and taken back, as upstream's
-- storage.can_insert_object does. Raises what the insert raises: 42501, 23505, or what a policy says.
create function storage.check_upload(bucket text, object_name text, object_owner text, upsert boolean)
returns void language plpgsql set search_path = '' as $$
begin
  if upsert then
    insert into storage.objects (bucket_id, name, owner_id, version)
      values (bucket, object_name, object_owner, gen_random_uuid()::text)
      on conflict (bucket_id, name) do update set version = excluded.version;
  else
    insert into storage.objects (bucket_id, name, owner_id, version)
      values (bucket, object_name, object_owner, gen_random_uuid()::text);
  end if;
  raise sqlstate 'PT200';
exception when sqlstate 'PT200' then
  null;
end $$;

-- Tells the servers when an object is removed or replaced, by whatever statement: they delete its bytes.
create function storage.announce_version_gone() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.version <> old.version then
    perform pg_notify('storage_version_gone', left(old.version, 100));
  end if;
  return null;
end $$;
create trigger announce_version_gone after delete or update of version on storage.objects
  for each row execute function storage.announce_version_gone();

-- The server asks which files of its folder are still wanted.
create index objects_version_idx on storage.objects (version);
