-- Rows of another project or of a seed have no version: upstream's column may be null. There are no bytes behind them.
alter table storage.objects alter column version drop not null;

create or replace function storage.announce_version_gone() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.version is not null and (tg_op = 'DELETE' or new.version is distinct from old.version) then
    perform pg_notify('storage_version_gone', left(old.version, 100));
  end if;
  return null;
end $$;
