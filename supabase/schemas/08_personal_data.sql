-- When each account last read personal data. Only `private.limit_personal_data` writes it, and the API does not expose
-- it.
create table private.personal_data_requests (
  account uuid primary key references auth.users (id) on delete cascade,
  recent timestamptz[] not null
);

-- Rate limit: an account reads personal data twice a minute, an administrator, who handles other people's requests, 20
-- times, because each read searches the audit log. The row lock serialises simultaneous calls. The secret key has no
-- limit.
create function private.limit_personal_data() returns void
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := case when private.is_admin() then 20 else 2 end;
  within constant interval := '1 minute';
  asked timestamptz[];
begin
  if auth.uid() is null then
    return;
  end if;
  insert into private.personal_data_requests as r (account, recent) values (auth.uid(), array[clock_timestamp()])
  on conflict (account) do update set recent = array(
    select moment from unnest(r.recent) as moment where moment > clock_timestamp() - within) || clock_timestamp()
  returning r.recent into asked;
  if cardinality(asked) > most then
    perform private.refuse(429, 'over_request_rate_limit', 'Personal data were just read. Try again in a minute',
      jsonb_build_object('Retry-After', '60'));
  end if;
end $$;

-- The person, not a device set up by a link, administrators and the service role. Returns everything we hold about a person in one document, as Chile's
-- law 21.719 demands. It contains no password, code or token, and leaves other people out: neither who else acted nor from
-- which address. The caller's current session shows no last use and no address, because a copied access token would reveal
-- when its owner refreshes. A failed sign-in is stored under the address that somebody typed, so it counts for this person
-- only from the moment the account had that address.
create function public.personal_data(person uuid default auth.uid()) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  role_of_caller text := current_setting('role', true);
  current_session text := auth.jwt() ->> 'session_id';
  account jsonb;
  email text;
  phone text;
  email_since timestamptz;
  phone_since timestamptz;
begin
  if person is null or not (person = auth.uid() or private.is_admin() or role_of_caller = 'service_role') then
    perform private.refuse(403, 'forbidden', 'Only the person and administrators may have these data');
  end if;
  if person = auth.uid() and private.is_device_session() then
    perform private.refuse(403, 'reauthentication_needed', 'Enter the password of the account on this device first');
  end if;
  select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'blocked_until', u.banned_until,
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
    into account from auth.users u where u.id = person;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'There is no such user');
  end if;
  perform private.limit_personal_data();
  perform private.record_act('personal_data_read', 'access', jsonb_build_object('target', 'user:' || person));
  email := nullif(account ->> 'email', '');
  phone := nullif(account ->> 'phone', '');
  select greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'email')),
      greatest(u.created_at, max(i.updated_at) filter (where i.provider = 'phone'))
    into email_since, phone_since
    from auth.users u left join auth.identities i on i.user_id = u.id where u.id = person group by u.created_at;
  return jsonb_build_object(
    'issued_at', now(),
    'account', account,
    'identities', (
      select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities i where i.user_id = person),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('type', f.factor_type, 'name', f.friendly_name, 'phone', f.phone,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = person),
    'passkeys', private.passkeys_of(person),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'browser', s.user_agent)
        || case when s.id::text = current_session then '{"current": true}'
          else jsonb_build_object('refreshed_at', s.refreshed_at, 'address', host(s.ip)) end
        order by s.created_at), '[]')
      from auth.sessions s where s.user_id = person),
    'drivers', (
      select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('ratings', (
          select coalesce(jsonb_agg(jsonb_build_object('rating', r.rating, 'comment', r.comment,
            'reasons', r.reasons, 'created_at', r.created_at) order by r.created_at), '[]')
          from public.reviews r where r.driver_id = d.id)) order by d.created_at), '[]')
      from public.drivers d where d.created_by = person or exists (
        select from public.user_drivers link where link.user_id = person and link.driver_id = d.id)),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('policy_version', c.policy_version, 'accepted_at', c.accepted_at)
        order by c.policy_version), '[]')
      from public.consents c where c.user_id = person),
    'content', jsonb_build_object(
      'draft_edited_at', (select d.updated_at from public.content_drafts d where d.updated_by = person),
      'releases', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'note', r.note, 'published_at', r.published_at)
          order by r.id), '[]')
        from public.content_releases r where r.published_by = person)),
    'shifts', private.shifts_of(person),
    'trips', private.trips_of(person),
    'hand_overs', private.hand_overs_of(person),
    'documents', private.documents_of(person),
    'tablets', private.tablets_of(person),
    'announcements', private.announcements_of(person),
    'case_messages', private.case_messages_of(person),
    'cards', private.cards_of(person),
    'requests', private.rights_requests_of(person),
    'photos', (
      select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name,
        'created_at', o.created_at, 'file', o.metadata) order by o.created_at), '[]')
      from storage.objects o where case o.bucket_id when 'imagenes'
        then starts_with(o.name, private.photo_prefix(person)) else o.owner_id = person::text end),
    'audit_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', e.created_at, 'action', e.payload ->> 'action',
          'by', case when own then 'you' when e.payload ->> 'action' = 'login_failed' then 'unknown' else 'others' end,
          'address', case when own then nullif(e.ip_address, '') end)
          || case when own then jsonb_build_object('details', e.payload -> 'traits') else '{}' end
        order by e.created_at), '[]')
      from private.audit_log e cross join lateral (select e.payload ->> 'actor_id' = person::text) as who (own)
      where e.payload ->> 'actor_id' = person::text
        or e.payload -> 'traits' ->> 'target' = 'user:' || person
        or e.payload -> 'traits' ->> 'user_id' = person::text
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = email
          and e.created_at >= email_since)
        or (e.payload ->> 'action' = 'login_failed' and e.payload ->> 'actor_username' = phone
          and e.created_at >= phone_since)));
end $$;
grant execute on function public.personal_data(uuid) to authenticated, service_role;

-- Service role. Takes a person whose data are being deleted out of what stays: the shifts, because the company must be able to
-- answer for its vehicles and its own books know whose the driver's code was; the passengers' cases and trips, also those of a driver
-- whose record was deleted before; and the register of printed cards with its folios and plates.
create function public.anonymise_person(person uuid, drivers uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.shifts s set driver_name = null, driver_phone = null
    where s.account_id = person or s.driver_id = any (drivers);
  update public.cases c set driver_name = null where c.driver_id = any (drivers)
    or c.shift_id in (select s.id from public.shifts s where s.account_id = person);
  update public.trips t set driver_name = null where t.driver_id = any (drivers);
  update public.printed_cards c set driver_name = null, photo_url = null where c.driver_id = any (drivers);
end $$;
grant execute on function public.anonymise_person(uuid, uuid[]) to service_role;
