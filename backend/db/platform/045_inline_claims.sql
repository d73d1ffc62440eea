-- Policies call these functions in every request. PostgreSQL inlines them only without `set search_path`; a body of
-- standard SQL needs none, because its names are resolved when the function is created.
create or replace function auth.jwt() returns jsonb language sql stable
  return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
create or replace function auth.uid() returns uuid language sql stable
  return nullif(auth.jwt() ->> 'sub', '')::uuid;
create or replace function auth.role() returns text language sql stable
  return auth.jwt() ->> 'role';
create or replace function auth.email() returns text language sql stable
  return auth.jwt() ->> 'email';
