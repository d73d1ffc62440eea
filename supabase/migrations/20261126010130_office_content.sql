-- The office writes the draft of the content; administrators publish it.

-- Only staff read the draft; save_content writes it.
drop policy content_drafts_select on public.content_drafts;
create policy content_drafts_select on public.content_drafts for select to authenticated
  using ((select private.is_staff()));
-- Returns the draft, locked until the end of the transaction, to somebody on the staff who has read this version or who
-- sends the content it already has, as a client does that retries after a lost response.
create or replace function private.lock_draft(expected_version integer, wanted jsonb default null) returns public.content_drafts
language plpgsql security definer set search_path = '' as $$
declare
  draft public.content_drafts;
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff may change the content');
  end if;
  select * into draft from public.content_drafts for update;
  if draft.version is distinct from expected_version and draft.content is distinct from wanted then
    perform private.refuse(409, 'content_conflict', 'The draft has changed; read it again and merge',
      details => jsonb_build_object('version', draft.version, 'updated_at', draft.updated_at, 'updated_by',
        (select u.email from auth.users u where u.id = draft.updated_by))::text);
  end if;
  return draft;
end $$;

-- Publishes the draft as the newest release and returns its number, or the present number if nothing has changed;
-- administrators only: the office saves the draft, and what is published binds the company.
create or replace function public.publish_content(expected_version integer, note text default '') returns integer
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
  perform private.write_tours(draft.content -> 'tours');
  return coalesce(newest.id, 0) + 1;
end $$;

-- Lists the releases with their publishers, newest first; staff only.
create or replace function public.content_history()
returns table (id integer, note text, published_at timestamptz, published_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only staff may read the history of the content');
  end if;
  return query select r.id, r.note, r.published_at, coalesce(nullif(u.email, ''), u.phone)::text
    from public.content_releases r left join auth.users u on u.id = r.published_by order by r.id desc;
end $$;

-- Only staff upload pictures of the content.
drop policy contenido_insert on storage.objects;
create policy contenido_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'contenido' and (select private.is_staff()));
-- Only staff list them; everybody reads one by its name.
drop policy contenido_select on storage.objects;
create policy contenido_select on storage.objects for select to authenticated
  using (bucket_id = 'contenido' and (select private.is_staff()));
