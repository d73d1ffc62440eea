-- The versions of the privacy policy that each account has accepted. A row is evidence while the account exists and
-- is deleted with it, because nothing that needs the consent is processed afterwards. The audit log keeps the act as long as
-- any other, under an id that no longer identifies anybody. `content_releases` keeps the text of each version.
create table public.consents (
  user_id uuid not null references auth.users on delete cascade,
  policy_version integer not null check (policy_version > 0),
  accepted_at timestamptz not null default now(),
  primary key (user_id, policy_version)
);

-- The service role reads consents and writes none: nobody consents for somebody else.
create policy consents_service on public.consents for select to service_role using (true);
-- Administrators read every consent; other accounts read their own.
create policy consents_select on public.consents for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
-- An account consents only for itself, not from a device set up by a link, and only to the version published now, which is the one it can have read.
create policy consents_insert on public.consents for insert to authenticated with check (
  user_id = (select auth.uid()) and not (select private.is_anonymous()) and not (select private.is_device_session())
  and policy_version = (
    select (r.content #>> '{policy,version}')::integer from public.content_releases r order by r.id desc limit 1)
);

-- No role sets the time of a consent, changes a consent or deletes one.
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;
grant insert (user_id, policy_version) on public.consents to authenticated;

-- Logs each consent.
create function private.audit_consent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_act('policy_accepted', 'account', jsonb_build_object('policy_version', new.policy_version));
  return null;
end $$;
create trigger audit_consent after insert on public.consents
  for each row execute function private.audit_consent();

-- Every account. Returns the published policy with the company's data if the caller still has to accept it, else null.
-- An account without a consent, which is older than the first change of the policy or was created by an administrator,
-- counts as having accepted version 1.
create function public.policy_to_accept() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('company', newest.content -> 'company', 'policy', newest.content -> 'policy')
  from (select r.content from public.content_releases r order by r.id desc limit 1) as newest
  where (newest.content #>> '{policy,version}')::integer > coalesce(
    (select max(c.policy_version) from public.consents c where c.user_id = auth.uid()), 1)
$$;
grant execute on function public.policy_to_accept() to authenticated;
