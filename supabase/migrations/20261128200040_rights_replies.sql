-- Replies that follow the confirmation of the contact are for its holder. The phone that had written the request, perhaps in
-- somebody else's name, went on reading them.

-- Returns the page of whoever holds its secret: kind, deadline, outcome and replies, and whether this secret confirms the
-- contact. It holds no name, contact, note or word of the request. No row for an unknown secret. Once the holder of the contact
-- has confirmed it, replies may hold that person's data, and whoever wrote the request may be somebody else: the secret of
-- the phone that wrote it reads the replies of before, and counts as not confirmed.
create or replace function public.rights_request_by_secret(secret text)
returns table (number text, kind text, outcome text, received_on date, due_on date, extension_reason text,
  confirmed boolean, may_confirm boolean, messages jsonb)
language sql stable security definer set search_path = '' as $$
  select r.number, r.kind, r.outcome, r.received_on, r.due_on, r.extension_reason,
    r.confirmed_at is not null and proof.given_at is null,
    s.sent_to is not null and r.confirmed_at is null, (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'from_company', true, 'body', m.body,
        'created_at', m.created_at) order by m.created_at, m.id), '[]')
      from public.rights_messages m where m.request_id = r.id and m.kind = 'reply'
        and (m.created_at < proof.given_at) is not false)
  from private.rights_secret(rights_request_by_secret.secret) s join public.rights_requests r on r.id = s.request_id
    cross join lateral (
      -- The moment at which the holder of the contact confirmed it, for the secret of the phone; null for others.
      select min(e.created_at) as given_at from public.rights_messages e
      where e.request_id = r.id and e.kind = 'event' and e.body = 'confirmed' and s.sent_to is null) as proof
$$;
