-- Which versions of the privacy policy an account has accepted. A row is evidence for as long as the account exists, and
-- goes with it: afterwards nothing is processed that needs the consent. The audit log keeps the act, under an id that
-- names nobody any more, for as long as it keeps any other act. `content_releases` keeps the text of each version.
create table public.consents (
  user_id uuid not null references auth.users on delete cascade,
  policy_version integer not null check (policy_version > 0),
  accepted_at timestamptz not null default now(),
  primary key (user_id, policy_version)
);

alter table public.consents enable row level security;
create policy consents_service on public.consents for select to service_role using (true);
create policy consents_session on public.consents as restrictive for all to authenticated
  using ((select private.session_alive()));
create policy consents_select on public.consents for select to authenticated
  using ((select private.is_admin()) or user_id = (select auth.uid()));
-- For oneself, and the version that is published now: nobody accepts what they cannot have read.
create policy consents_insert on public.consents for insert to authenticated with check (
  user_id = (select auth.uid()) and not (select private.is_anonymous())
  and policy_version = (
    select (r.content #>> '{policy,version}')::integer from public.content_releases r order by r.id desc limit 1)
);

-- Nobody chooses the time, and nobody changes or deletes a consent.
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;
grant insert (user_id, policy_version) on public.consents to authenticated;

create function private.audit_consent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_act('policy_accepted', 'account', jsonb_build_object('policy_version', new.policy_version));
  return null;
end $$;
revoke execute on function private.audit_consent() from public;
create trigger audit_consent after insert on public.consents
  for each row execute function private.audit_consent();

-- Gives the published policy with the company's data if the caller still has to accept it, else null. Accounts of before
-- the first change of the policy, and those that an administrator made, have accepted no version: they count as if they
-- had accepted version 1.
create function public.policy_to_accept() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('company', newest.content -> 'company', 'policy', newest.content -> 'policy')
  from (select r.content from public.content_releases r order by r.id desc limit 1) as newest
  where (newest.content #>> '{policy,version}')::integer > coalesce(
    (select max(c.policy_version) from public.consents c where c.user_id = auth.uid()), 1)
$$;
revoke execute on function public.policy_to_accept() from public, anon, service_role;
grant execute on function public.policy_to_accept() to authenticated;
