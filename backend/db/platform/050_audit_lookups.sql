-- Projects look for the entries about one person, and for failed sign-ins with an address; deleting an account does so too.
create index audit_log_entries_target_idx on auth.audit_log_entries ((payload -> 'traits' ->> 'target'));
create index audit_log_entries_user_idx on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id'));
create index audit_log_entries_login_failed_idx on auth.audit_log_entries ((payload ->> 'actor_username'))
  where payload ->> 'action' = 'login_failed';
