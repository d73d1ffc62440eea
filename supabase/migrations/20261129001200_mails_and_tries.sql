-- Tries to set a device up count over all processes; links of the rights desk are mailed in turns between networks, and at most
-- three a day go to one mailbox.

-- The tries to redeem a link in the last minute, by a keyed hash of the sender's network: all server processes share them.
create unlogged table private.device_tries (
  sender bytea primary key,
  tries integer not null default 1,
  since timestamptz not null default now()
);
create index device_tries_since_idx on private.device_tries (since);

-- Service role. Counts a try of a network, an IPv4 address or a /64, and returns whether it may: thirty in a minute, because the
-- devices of a fleet that is set up at once may share one, and more from the /24 or /48 around it. Tokens cannot be guessed: the
-- limit keeps somebody who tries from costing the database much.
create function public.count_device_try(network text) returns boolean
language sql volatile security definer set search_path = '' as $$
  delete from private.device_tries t where t.sender in (select old.sender from private.device_tries old
    where old.since < now() - interval '1 minute' for update skip locked);
  with asked as (
    select private.hmac_sha256(convert_to(given.network, 'UTF8'), k.key) as sender, given.most
    from private.signing_keys k, (values (left(count_device_try.network, 64), 30),
      (regexp_replace(left(count_device_try.network, 64), '[.:][^.:]*$', '') || '/',
        case when count_device_try.network like '%:%' then 120 else 480 end)) as given (network, most)
    where k.name = 'ticket_sender'
  ), counted as (
    insert into private.device_tries as t (sender) select a.sender from asked a
    on conflict (sender) do update set tries = t.tries + 1
    returning t.sender, t.tries
  )
  select bool_and(c.tries <= a.most) from counted c join asked a on a.sender = c.sender
$$;
grant execute on function public.count_device_try(text) to service_role;

drop function private.ticket_sender();
-- Returns a keyed hash of the caller's network, which is an address, or so many bits of an IPv6 address: one connection has
-- all addresses of a /64, and one subscriber all of a /48. Callers without a known address count as one.
create function private.ticket_sender(bits integer default 64) returns bytea
language plpgsql stable security definer set search_path = '' as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  address constant text := coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-real-ip', '');
  network text := left(address, 64);
begin
  begin
    network := case when family(address::inet) = 6
      then network(set_masklen(address::inet, bits))::text else host(address::inet) end;
  exception when others then
    null;
  end;
  return (select private.hmac_sha256(convert_to(network, 'UTF8'), k.key)
    from private.signing_keys k where k.name = 'ticket_sender');
end $$;

-- The links that wait to be mailed, with a keyed hash of the network (/48) that asked for each: mails go out in turns between
-- networks, and those that the mail server did not take come last.
create table private.waiting_links (
  request_id uuid primary key references public.rights_requests on delete cascade,
  network bytea not null,
  tried_at timestamptz
);

-- Returns the mailbox of an e-mail address: most servers deliver a+b@… to a@….
create function private.mailbox_of(email text) returns text language sql immutable set search_path = '' as $$
  select lower(regexp_replace(mailbox_of.email, '\+[^@]*@', '@'))
$$;

-- Anybody. Takes a request and returns its number. The caller chooses the secret of its page: a repeated call returns the
-- request that the first one opened. One network opens ten tickets an hour. The link that confirms an e-mail address goes out
-- at most three times a day to one mailbox, which may be somebody else's. A request has one contact: confirming it would
-- prove nothing about a second one.
create or replace function public.open_rights_request(secret text, kind text, person text, name text, body text,
  language text default 'es', email text default null, phone text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_mails constant integer := 3;
  mailbox constant text := private.mailbox_of(private.plain_text(open_rights_request.email));
  opened uuid := private.opened_ticket(open_rights_request.secret);
begin
  if num_nonnulls(private.plain_text(open_rights_request.email), open_rights_request.phone) <> 1 then
    perform private.refuse(400, 'validation_failed', 'The request has one contact');
  end if;
  if opened is null then
    perform private.limit_ticket_openings(null);
    opened := private.add_rights_request(open_rights_request.kind, open_rights_request.person, 'page',
      open_rights_request.name, open_rights_request.body, open_rights_request.language, open_rights_request.email,
      open_rights_request.phone, private.chile_today());
    insert into private.ticket_secrets (secret_hash, ticket_id)
      values (sha256(convert_to(open_rights_request.secret, 'UTF8')), opened);
    perform pg_advisory_xact_lock(hashtextextended('links to ' || mailbox, 0));
    if mailbox is not null and (select count(*) from public.rights_request_list other where private.mailbox_of(other.email) = mailbox
        and other.link_mail is not null and other.created_at > now() - interval '1 day') < most_mails then
      update public.rights_requests r set link_mail = 'waiting' where r.id = opened;
      insert into private.waiting_links (request_id, network) values (opened, private.ticket_sender(48));
    end if;
  end if;
  return (select t.number from public.tickets t where t.id = opened);
end $$;

alter table private.device_tries enable row level security;
alter table private.waiting_links enable row level security;
