-- Hosted projects whose `auth` schema is older have no passkeys: these functions find out when they run.
create function private.passkeys_of(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', p.friendly_name, 'created_at', p.created_at,
      'last_used_at', p.last_used_at) order by p.created_at), '[]')
    from auth.webauthn_credentials p where p.user_id = person);
end $$;
revoke execute on function private.passkeys_of(uuid) from public;

-- The first person to register an address may have left a passkey behind: it goes when the account becomes an
-- administrator's or is renewed, as `private.close_promoted_account` closes the other ways in.
create function private.close_passkeys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is not null then
    delete from auth.webauthn_credentials where user_id = new.id;
  end if;
  return new;
end $$;
revoke execute on function private.close_passkeys() from public;
-- Triggers go by name: before forget_renewal.
create trigger close_passkeys before update on auth.users for each row
  when (new.raw_app_meta_data ->> 'role' = 'admin' and (old.raw_app_meta_data ->> 'role' is distinct from 'admin'
    or new.raw_app_meta_data ? 'renew_access'))
  execute function private.close_passkeys();

-- As before, with the passkeys and the photos that an administrator has uploaded for the driver; what was done comes from
-- private.audit_log, which is the same on our server and on a hosted project.
create or replace function public.personal_data(person uuid default auth.uid()) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  role_of_caller text := current_setting('role', true);
  account jsonb;
begin
  if person is null or not (person = auth.uid() or private.is_admin() or role_of_caller = 'service_role') then
    perform private.refuse(403, 'forbidden', 'Only the person and administrators may have these data');
  end if;
  select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'blocked_until', u.banned_until,
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
    into account from auth.users u where u.id = person;
  if account is null then
    perform private.refuse(404, 'user_not_found', 'There is no such user');
  end if;
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
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'refreshed_at', s.refreshed_at,
        'browser', s.user_agent, 'address', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = person),
    'drivers', (
      select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('ratings', (
          select coalesce(jsonb_agg(jsonb_build_object('rating', r.rating, 'comment', r.comment,
            'created_at', r.created_at) order by r.created_at), '[]')
          from public.reviews r where r.driver_id = d.id)) order by d.created_at), '[]')
      from public.drivers d where d.created_by = person or exists (
        select from public.user_drivers link where link.user_id = person and link.driver_id = d.id)),
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
      where own or e.payload -> 'traits' ->> 'target' = 'user:' || person
        or e.payload -> 'traits' ->> 'user_id' = person::text
        or (e.payload ->> 'actor_username' <> ''
          and e.payload ->> 'actor_username' in (account ->> 'email', account ->> 'phone'))));
end $$;
