-- The audit log (auth.audit_log_entries, from 002) is append-only: entries are written and read, never changed, and
-- deleted only once they are old, by auth.forget_audit_log_entries. This binds the server's own role too, which owns
-- the table: the trigger holds for whoever runs the statement.
revoke all on auth.audit_log_entries from public, anon, authenticated, service_role;

create function auth.keep_audit_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('auth.forgetting_audit_log', true) = 'on' then
    return old;
  end if;
  raise exception 'auth.audit_log_entries is append-only' using errcode = '42501';
end $$;
create trigger keep_audit_log before update or delete on auth.audit_log_entries
  for each row execute function auth.keep_audit_log();
create trigger keep_whole_audit_log before truncate on auth.audit_log_entries
  for each statement execute function auth.keep_audit_log();

-- Retention: deletes the entries older than `age` and returns their number. It always keeps the last 30 days,
-- so that nobody can wipe the traces of a recent act.
create function auth.forget_audit_log_entries(age interval) returns bigint
  language plpgsql set search_path = '' as $$
declare
  forgotten bigint;
begin
  if age is null or age < interval '30 days' then
    raise exception 'entries of the last 30 days are kept' using errcode = '22023';
  end if;
  perform set_config('auth.forgetting_audit_log', 'on', true);
  delete from auth.audit_log_entries where created_at < now() - age;
  get diagnostics forgotten = row_count;
  perform set_config('auth.forgetting_audit_log', '', true);
  return forgotten;
end $$;
revoke execute on function auth.keep_audit_log(), auth.forget_audit_log_entries(interval)
  from public, anon, authenticated, service_role;

-- An administrator reads the newest first, of one kind, or of one person.
create index audit_log_entries_action_idx on auth.audit_log_entries ((payload ->> 'action'), created_at desc);
create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);
