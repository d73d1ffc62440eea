-- The day says whether the draft has changes that are not published.
-- Returns the draft while it differs from the newest release: both versions, who saved it last and when. Null once all of
-- it is published. The panel counts the changes, by the same code as the list from which they are published.
create function private.today_draft() returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('version', draft.version, 'release', newest.id, 'since', draft.updated_at, 'by', (
    select coalesce(nullif(u.email, ''), u.phone) from auth.users u where u.id = draft.updated_by))
  from public.content_drafts draft,
    (select r.id, r.content from public.content_releases r order by r.id desc limit 1) as newest
  where draft.content <> newest.content
$$;

-- Staff. Returns the day in one document: `steps`, the first steps; `shifts`, null without vehicles; `draft`, null without
-- unpublished changes; `lines`, each with a count and its first five rows, none on a good day. The rows of each line
-- differ, which JSON shows in the fewest parts. Security definer: it counts what the policies let staff read, without asking them for each row.
create or replace function public.today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return jsonb_build_object(
    'steps', private.today_steps(),
    'shifts', private.today_shifts(),
    'draft', private.today_draft(),
    'lines', (
      select coalesce(jsonb_agg(line) filter (where (line ->> 'count')::bigint > 0), '[]')
      from (
        select * from private.today_drivers() union all select private.today_reviews()
        union all select * from private.today_devices() union all select * from private.today_documents()
        union all select private.today_missing() union all select * from private.today_operations()) as lines (line)));
end $$;
