-- An address counts as proved when its identity says `email_verified: true`. Where addresses confirm themselves
-- (`enable_confirmations = false`) that key was true for all of them. Accounts that never got a mail prove
-- nothing; at worst their owners, coming by a provider, choose a new password.
update auth.identities i
set identity_data = i.identity_data || '{"email_verified": false}', updated_at = now()
from auth.users u
where u.id = i.user_id and i.provider = 'email' and i.identity_data ->> 'email_verified' = 'true'
  and u.confirmation_sent_at is null and u.invited_at is null and u.email_change_sent_at is null;

-- A request to link an identity ends with the session that made it. With PKCE the identity waits here until the app
-- that began shows its verifier.
alter table auth.flow_state
  add column linking_session_id uuid references auth.sessions on delete cascade,
  add column pending_identity jsonb;
create index flow_state_linking_session_id_idx on auth.flow_state (linking_session_id);
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id)
  where linking_target_id is not null;
