-- Two tablets that were set up at once after a quiet minute could wait for each other for ever: each had first deleted a row
-- that the other wanted to count. A try counts first now.
create or replace function public.count_device_try(network text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  lasts constant interval := interval '1 minute';
  may boolean;
begin
  with asked as (
    select private.hmac_sha256(convert_to(given.network, 'UTF8'), k.key) as sender, given.most
    from private.signing_keys k, (values (left(count_device_try.network, 64), 30),
      (regexp_replace(left(count_device_try.network, 64), '[.:][^.:]*$', '') || '/',
        case when count_device_try.network like '%:%' then 120 else 480 end)) as given (network, most)
    where k.name = 'ticket_sender'
  ), counted as (
    insert into private.device_tries as t (sender) select a.sender from asked a
    on conflict (sender) do update set tries = case when t.since < now() - lasts then 1 else t.tries + 1 end,
      since = case when t.since < now() - lasts then now() else t.since end
    returning t.sender, t.tries
  )
  select bool_and(c.tries <= a.most) into may from counted c join asked a on a.sender = c.sender;
  -- Only now, and only rows that nobody waits for: two tries that first deleted each other's rows would wait for ever.
  delete from private.device_tries t where t.sender in (select old.sender from private.device_tries old
    where old.since < now() - lasts for update skip locked);
  return may;
end $$;
