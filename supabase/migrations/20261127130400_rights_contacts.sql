-- A secret that confirms the contact of a request says to which contact it was sent: a telephone that somebody proves gives
-- no access to the account of an e-mail address that stands beside it.

alter table private.rights_secrets add column sent_to text check (sent_to in ('email', 'phone'));
-- Nothing says where the links of a request with two contacts went, so they prove the telephone alone.
update private.rights_secrets s set sent_to = case when r.phone is null then 'email' else 'phone' end
  from public.rights_requests r where r.id = s.request_id and s.confirms;

create function private.new_contact_link(request_id uuid, sent_to text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
begin
  insert into private.rights_secrets (secret_hash, request_id, sent_to)
    values (sha256(convert_to(secret, 'UTF8')), new_contact_link.request_id, new_contact_link.sent_to);
  return secret;
end $$;
revoke execute on function private.new_contact_link(uuid, text) from public, anon, authenticated, service_role;

create or replace function private.new_rights_link(request_id uuid) returns text
language sql volatile security definer set search_path = '' as $$
  select private.new_contact_link(new_rights_link.request_id, 'email')
$$;

create or replace function public.open_rights_request(secret text, kind text, person text, name text, body text,
  language text default 'es', email text default null, phone text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_mails constant integer := 3;
  hash bytea;
  opened uuid;
begin
  if open_rights_request.secret is null or open_rights_request.secret !~ '^[A-Za-z0-9_-]{43}$'
    or num_nonnulls(private.plain_text(open_rights_request.email), open_rights_request.phone) <> 1 then
    perform private.refuse(400, 'validation_failed', 'The request has a secret and one contact');
  end if;
  hash := sha256(convert_to(open_rights_request.secret, 'UTF8'));
  -- Two retries at the same moment open one request.
  perform pg_advisory_xact_lock(hashtextextended(encode(hash, 'hex'), 0));
  select s.request_id into opened from private.rights_secrets s where s.secret_hash = hash;
  if opened is null then
    perform private.limit_case_openings(null);
    opened := private.add_rights_request(open_rights_request.kind, open_rights_request.person, 'page',
      open_rights_request.name, open_rights_request.body, open_rights_request.language, open_rights_request.email,
      open_rights_request.phone, private.chile_today());
    insert into private.rights_secrets (secret_hash, request_id) values (hash, opened);
    update public.rights_requests r set link_mail = 'waiting'
      where r.id = opened and r.email is not null and (select count(*) from public.rights_requests other
        where lower(other.email) = lower(r.email) and other.link_mail is not null
          and other.created_at > now() - interval '1 day') < most_mails;
  end if;
  return (select r.number from public.rights_requests r where r.id = opened);
end $$;

create or replace function public.rights_request_by_secret(secret text)
returns table (number text, kind text, outcome text, received_on date, due_on date, extension_reason text,
  confirmed boolean, may_confirm boolean, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select r.number, r.kind, r.outcome, r.received_on, r.due_on, r.extension_reason, r.confirmed_at is not null,
    s.sent_to is not null and r.confirmed_at is null, (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', true, 'body', m.body,
        'created_at', m.created_at) order by m.created_at, m.id), '[]')
      from public.rights_messages m where m.request_id = r.id and m.kind = 'reply')
  from private.rights_secret(rights_request_by_secret.secret) s join public.rights_requests r on r.id = s.request_id
$$;

create or replace function public.confirm_rights_request(secret text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant private.rights_secrets := private.rights_secret(confirm_rights_request.secret);
begin
  if known.sent_to is null then
    perform private.refuse(404, 'not_found', 'There is no such link');
  end if;
  update public.rights_requests r set confirmed_at = now(), account_id = coalesce(r.account_id, (
      select u.id from auth.users u
      where known.sent_to = 'email' and u.email = lower(r.email) and u.email_confirmed_at is not null))
    where r.id = known.request_id and r.confirmed_at is null;
  if found then
    perform private.note_rights_event(known.request_id, 'confirmed');
  end if;
end $$;

create or replace function public.create_rights_link(request_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_rights_request(create_rights_link.request_id);
  perform private.record_rights_act(create_rights_link.request_id, 'link');
  return (select private.new_contact_link(r.id, case when r.phone is null then 'email' else 'phone' end)
    from public.rights_requests r where r.id = create_rights_link.request_id);
end $$;
