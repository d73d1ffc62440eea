-- A caller's permissions in a private channel. The query runs on a caller's connection, not on the server's own ones,
-- which sign-in and the health check need. Its transaction is rolled back.

-- Writes two rows of a topic as their owner, one for each kind of message: the caller may receive the kinds whose row
-- it can see. Only realtime.permissions calls it; the schema is not reachable through the API.
create function realtime.write_probes(topic text) returns uuid[]
language sql security definer set search_path = '' as $$
  with written as (
    insert into realtime.messages (topic, extension, private)
    values (topic, 'broadcast', true), (topic, 'presence', true) returning id)
  select array_agg(id) from written
$$;
revoke execute on function realtime.write_probes(text) from public;
grant execute on function realtime.write_probes(text) to anon, authenticated, service_role;

-- Policies look names up as in requests of callers.
create function realtime.may_insert(channel text, kind text) returns boolean
language plpgsql set search_path = "$user", public as $$
begin
  insert into realtime.messages (topic, extension, private) values (channel, kind, true);
  return true;
exception when insufficient_privilege then
  return false;
end $$;

-- Where there is no policy at all, nothing is written: nobody may do anything.
create function realtime.permissions(channel text)
returns table (read_broadcast boolean, read_presence boolean, write_broadcast boolean, write_presence boolean)
language plpgsql set search_path = "$user", public as $$
declare
  probes uuid[];
begin
  if row_security_active('realtime.messages')
    and not exists (select from pg_catalog.pg_policy where polrelid = 'realtime.messages'::regclass) then
    return query select false, false, false, false;
    return;
  end if;
  perform set_config('realtime.topic', channel, true);
  probes := realtime.write_probes(channel);
  return query
    with readable as (select extension from realtime.messages where id = any (probes))
    select exists (select from readable where extension = 'broadcast'),
      exists (select from readable where extension = 'presence'),
      realtime.may_insert(channel, 'broadcast'), realtime.may_insert(channel, 'presence');
end $$;
