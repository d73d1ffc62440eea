-- Tables and functions of realtime/v1. As in a hosted project, tables of the publication supabase_realtime announce their changes,
-- and the policies of realtime.messages say who may use private channels.
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- Only the list of tables counts: nothing is replicated, so wal_level stays as it is.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

-- Listeners: one row for each table and server process, and one with entity 0 for the process itself. Without
-- listeners a change costs next to nothing; NOTIFY makes commits wait for each other. Lost in a crash without
-- harm: the servers write it again.
create unlogged table realtime.subscription (
  entity oid not null,
  process uuid not null,
  expires_at timestamptz not null,
  primary key (entity, process)
);

-- Announces the primary keys that a statement has touched, in messages of less than 8000 bytes. The arguments are the
-- columns of the key. A key beyond 3,500 bytes is left out: a notification must not make a statement fail.
create function realtime.announce_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  key_columns text;
  keys text;
  changed_at text := to_json(clock_timestamp() at time zone 'utc');
begin
  if not exists (select from realtime.subscription where entity = tg_relid and expires_at > now()) then
    return null;
  end if;
  select string_agg(format('%I::text', name), ', ') into key_columns from unnest(tg_argv) as name;
  for keys in execute format($sql$
    select string_agg(key, ',') from (
      select key, sum(octet_length(key) + 1) over (rows unbounded preceding) / 3500 as part
      from (select json_build_array(%s)::text as key from changed) as every where octet_length(key) <= 3500
    ) as parted group by part order by part $sql$, key_columns)
  loop
    perform pg_notify('realtime_changes', format('{"schema":%s,"table":%s,"type":"%s","at":%s,"keys":[%s]}',
      to_json(tg_table_schema::text), to_json(tg_table_name::text), tg_op, changed_at, keys));
  end loop;
  return null;
end $$;
revoke execute on function realtime.announce_changes() from public;

-- Puts triggers on the published tables of `schemas` that have a primary key, and takes them from all others. Does
-- nothing when nothing is to be done.
create function realtime.watch_published_tables(schemas text[]) returns void
language plpgsql set search_path = '' as $$
declare
  item record;
begin
  perform pg_advisory_xact_lock(7220260328);
  for item in
    select t.tgrelid::regclass as relation, t.tgname as name from pg_trigger t
    where t.tgfoid = 'realtime.announce_changes'::regproc and not exists (
      select from pg_publication_tables p
      where p.pubname = 'supabase_realtime' and p.schemaname = any (schemas)
        and format('%I.%I', p.schemaname, p.tablename)::regclass = t.tgrelid)
  loop
    execute format('drop trigger %I on %s', item.name, item.relation);
  end loop;
  for item in
    select i.indrelid::regclass as relation, op.name as operation, op.rows,
      (select string_agg(quote_literal(a.attname), ', ' order by k.position)
        from unnest(i.indkey::int2[]) with ordinality as k (number, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as key_columns
    from pg_publication_tables p
    join pg_index i on i.indrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and i.indisprimary
    cross join (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as op (name, rows)
    where p.pubname = 'supabase_realtime' and p.schemaname = any (schemas) and not exists (
      select from pg_trigger t where t.tgrelid = i.indrelid and t.tgname = 'realtime_' || op.name)
  loop
    execute format('create trigger realtime_%s after %s on %s referencing %s table as changed
      for each statement execute function realtime.announce_changes(%s)',
      item.operation, item.operation, item.relation, item.rows, item.key_columns);
  end loop;
end $$;
revoke execute on function realtime.watch_published_tables(text[]) from public;

-- The right to read a channel's messages allows joining it; the right to insert them allows sending. Column names are
-- Supabase's own.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamptz not null default now(),
  inserted_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid() primary key
);
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The channel whose policies are being asked.
create function realtime.topic() returns text language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Sends a message from SQL, in a trigger for example: the server reads the row and broadcasts it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language sql set search_path = '' as $$
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast')
$$;
create function realtime.announce_message() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime_messages', json_build_object('message', new.id)::text);
  return null;
end $$;
create trigger announce_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function realtime.announce_message();
