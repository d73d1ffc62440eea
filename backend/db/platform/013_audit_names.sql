-- Removes the addresses (mail, telephone, network) of deleted people from the audit log. The act stays, with its time
-- and the id, which no longer identifies anyone. An entry can undergo no other change.
create or replace function auth.keep_audit_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and current_setting('auth.forgetting_audit_log', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('auth.anonymising_audit_log', true) = 'on' then
    if (new.id, new.created_at, new.payload ->> 'action', new.payload ->> 'actor_id', new.payload ->> 'log_type',
        new.payload -> 'traits' ->> 'target')
      is not distinct from
      (old.id, old.created_at, old.payload ->> 'action', old.payload ->> 'actor_id', old.payload ->> 'log_type',
        old.payload -> 'traits' ->> 'target') then
      return new;
    end if;
  end if;
  raise exception 'auth.audit_log_entries is append-only' using errcode = '42501';
end $$;

-- Takes a person's names out of the log and gives the number of entries that had one. `addresses` are the mail address
-- and the telephone number, under which failed sign-ins are kept.
create function auth.anonymise_audit_log_entries(person uuid, addresses text[] default '{}') returns bigint
language plpgsql set search_path = '' as $$
declare
  changed bigint;
begin
  perform set_config('auth.anonymising_audit_log', 'on', true);
  update auth.audit_log_entries e set
    payload = e.payload
      || case when e.payload ->> 'actor_id' = person::text or e.payload ->> 'actor_username' = any (addresses)
        then '{"actor_username": ""}'::jsonb else '{}' end
      || jsonb_build_object('traits', coalesce(e.payload -> 'traits', '{}')
        - array['user_email', 'user_phone', 'former_email']),
    ip_address = case when e.payload ->> 'actor_id' = person::text then '' else e.ip_address end
  where (e.payload ->> 'actor_id' = person::text and (e.payload ->> 'actor_username' <> '' or e.ip_address <> ''))
    or (e.payload ->> 'actor_username' <> '' and e.payload ->> 'actor_username' = any (addresses))
    or ((e.payload -> 'traits' ->> 'user_id' = person::text
        or e.payload -> 'traits' ->> 'target' = 'user:' || person)
      and e.payload -> 'traits' ?| array['user_email', 'user_phone', 'former_email']);
  get diagnostics changed = row_count;
  perform set_config('auth.anonymising_audit_log', '', true);
  return changed;
end $$;

-- Returns deleted accounts that entries still name: those were being written when the account was deleted.
create function auth.audit_log_strangers() returns setof uuid language sql stable set search_path = '' as $$
  select distinct person::uuid from auth.audit_log_entries e
    cross join lateral (values
      (case when e.payload ->> 'actor_username' <> '' or e.ip_address <> '' then e.payload ->> 'actor_id' end),
      (case when e.payload -> 'traits' ?| array['user_email', 'user_phone', 'former_email']
        then e.payload -> 'traits' ->> 'user_id' end)) as named (person)
  where person ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and person !~ '^[0-]+$'
    and not exists (select from auth.users u where u.id::text = person)
$$;
revoke execute on function auth.anonymise_audit_log_entries(uuid, text[]), auth.audit_log_strangers()
  from public, anon, authenticated, service_role;
