-- The rights on the platform's functions, by name. They do not rest on the default privileges, which belong to the project: one
-- that closes functions by default closes later functions of the platform too.
revoke execute on function auth.announce_session_end(), auth.index_one_time_tokens(), auth.downgrade_sessions(),
  platform.announce_schema_change(), realtime.announce_message(), realtime.may_insert(text, text),
  realtime.permissions(text), storage.announce_version_gone(), storage.check_upload(text, text, text, boolean)
  from public;
grant execute on function realtime.may_insert(text, text), realtime.permissions(text),
  storage.check_upload(text, text, text, boolean) to anon, authenticated, service_role;
-- Policies and functions of a project call these under any role, as upstream.
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email(), storage.foldername(text),
  storage.filename(text), storage.extension(text), realtime.topic(), realtime.send(jsonb, text, text, boolean) to public;
