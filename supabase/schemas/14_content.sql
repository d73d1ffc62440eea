-- The texts and prices that the company publishes for its passengers: one draft, and releases that never change.
create table public.content_drafts (
  id smallint primary key default 1 check (id = 1),
  version integer not null default 1 check (version > 0),
  content jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references auth.users on delete set null
);
create index content_drafts_updated_by_idx on public.content_drafts (updated_by);

create table public.content_releases (
  id integer primary key check (id > 0),
  content jsonb not null,
  note text not null default '' check (char_length(note) <= 500),
  published_at timestamptz not null default now(),
  published_by uuid references auth.users on delete set null
);
create index content_releases_published_by_idx on public.content_releases (published_by);

-- Only staff read the draft; save_content writes it.
create policy content_drafts_select on public.content_drafts for select to authenticated
  using ((select private.is_staff()));
-- The service role reads the draft and writes nothing.
create policy content_drafts_service on public.content_drafts for select to service_role using (true);
-- Everybody reads releases; the grants below hide who published them from the public.
create policy content_releases_select on public.content_releases for select to anon, authenticated, service_role
  using (true);

-- Only the functions below write these tables. `content_history` returns the publisher and note of each release.
revoke all on public.content_drafts, public.content_releases from anon, authenticated, service_role;
grant select on public.content_drafts to authenticated, service_role;
grant select on public.content_releases to service_role;
grant select (id, content, published_at) on public.content_releases to anon, authenticated;

-- Returns the draft to staff, locked until the end of the transaction. Fails with 409 unless they have read this version,
-- or send the content it already has, as a client does that retries after a lost response.
create function private.lock_draft(expected_version integer, wanted jsonb default null) returns public.content_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
begin
  perform private.require_staff();
  select * into draft from public.content_drafts for update;
  if draft.version is distinct from expected_version and draft.content is distinct from wanted then
    perform private.refuse(409, 'content_conflict', 'The draft has changed; read it again and merge',
      details => jsonb_build_object('version', draft.version, 'updated_at', draft.updated_at, 'updated_by',
        (select u.email from auth.users u where u.id = draft.updated_by))::text);
  end if;
  return draft;
end $$;

-- Staff. Replaces the draft and returns its new version. Texts may still be empty and numbers incomplete; everything else
-- must be valid as in a release.
create function public.save_content(content jsonb, expected_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft constant public.content_drafts := private.lock_draft(expected_version, content);
  problems constant jsonb := private.content_problems(coalesce(content, 'null'), is_draft => true);
begin
  if problems <> '[]' then
    perform private.refuse(400, 'content_invalid', 'The content breaks its rules', details => problems::text);
  end if;
  if draft.content = save_content.content then
    return draft.version;
  end if;
  update public.content_drafts d
    set content = save_content.content, version = d.version + 1, updated_at = now(), updated_by = auth.uid();
  return draft.version + 1;
end $$;

-- Copies the tours into time_based_routes, in Spanish, for clients that read those rows.
create function private.write_tours(tours jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from public.time_based_routes r
    where r.id::text not in (select tour ->> 'id' from jsonb_array_elements(tours) as tour);
  insert into public.time_based_routes as r (id, name, description, duration, "taxiTime", stops)
  select (tour ->> 'id')::uuid, tour #>> '{name,es}', tour #>> '{description,es}', tour ->> 'duration',
    tour #>> '{taxiTime,es}', (
      select coalesce(jsonb_agg(jsonb_build_object('place', stop #> '{place,es}', 'duration', stop #> '{duration,es}',
        'description', stop #> '{description,es}') order by position), '[]')
      from jsonb_array_elements(tour -> 'stops') with ordinality as stops (stop, position))
  from jsonb_array_elements(tours) as tour
  on conflict (id) do update set name = excluded.name, description = excluded.description,
    duration = excluded.duration, "taxiTime" = excluded."taxiTime", stops = excluded.stops
  where (r.name, r.description, r.duration, r."taxiTime", r.stops) is distinct from
    (excluded.name, excluded.description, excluded.duration, excluded."taxiTime", excluded.stops)
$$;

-- Writes the tours of a new release. As a trigger it leaves their triggers of the audit log silent: the log has the release.
create function private.write_released_tours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_tours(new.content -> 'tours');
  return null;
end $$;
create trigger write_released_tours after insert on public.content_releases
  for each row execute function private.write_released_tours();

-- Administrators: what is published binds the company. Publishes the draft as the newest release and returns its number,
-- or the present number if nothing has changed. The audit log has releases, not drafts: the studio saves a draft at every
-- pause in typing.
create function public.publish_content(expected_version integer, note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
  problems jsonb;
  newest public.content_releases;
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators may publish the content');
  end if;
  draft := private.lock_draft(expected_version);
  problems := private.content_problems(draft.content);
  if problems <> '[]' then
    perform private.refuse(400, 'content_invalid', 'The content breaks its rules', details => problems::text);
  end if;
  if (char_length(note) <= 500) is not true then
    perform private.refuse(400, 'validation_failed', 'A note has at most 500 characters');
  end if;
  select * into newest from public.content_releases order by id desc limit 1;
  if newest.content = draft.content then
    return newest.id;
  end if;
  insert into public.content_releases (id, content, note, published_by)
    values (coalesce(newest.id, 0) + 1, draft.content, publish_content.note, auth.uid());
  perform private.record_act('release_created', 'access', jsonb_build_object(
    'target', 'release:' || coalesce(newest.id, 0) + 1, 'note', nullif(publish_content.note, '')));
  return coalesce(newest.id, 0) + 1;
end $$;

-- Staff. Lists the releases with their publishers, newest first.
create function public.content_history()
returns table (id integer, note text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return query select r.id, r.note, r.published_at, coalesce(nullif(u.email, ''), u.phone)::text
    from public.content_releases r left join auth.users u on u.id = r.published_by order by r.id desc;
end $$;

-- The server, at start. Writes the operator's settings into the first release until somebody has edited the content; from
-- then on the content decides. `company` holds some of the fields of the content's company.
create function private.configure_company(company jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  draft public.content_drafts;
  configured jsonb;
begin
  select * into draft from public.content_drafts where version = 1 for update;
  configured := jsonb_set(draft.content, '{company}', draft.content -> 'company' || company);
  if configured = draft.content or configured is null or exists (select from public.content_releases where id > 1) then
    return;
  end if;
  if private.content_problems(configured) <> '[]' then
    raise warning 'The company''s settings do not fit the content: %', private.content_problems(configured);
    return;
  end if;
  update public.content_drafts set content = configured;
  update public.content_releases set content = configured, published_at = now();
end $$;

grant execute on function public.save_content(jsonb, integer), public.publish_content(integer, text),
  public.content_history() to authenticated;

-- Realtime tells devices of a release at once.
alter publication supabase_realtime add table public.content_releases;
