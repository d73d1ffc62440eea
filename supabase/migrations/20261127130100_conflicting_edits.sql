-- Two administrators who edited one breach, or two people of the office one review note, overwrote each other.

alter table public.breaches add column version integer not null default 1;
-- Optimistic locking, as for vehicles.
create trigger check_version before update of version on public.breaches
  for each row execute function private.check_version();
create trigger version_breach before update on public.breaches
  for each row execute function private.count_version();

-- Enters a breach, or replaces the entry with this id, and returns the id. An entry with a stale `version` fails with 409;
-- one without always wins. Administrators only.
create or replace function public.save_breach(entry jsonb, breach uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  given constant public.breaches := jsonb_populate_record(null::public.breaches, save_breach.entry);
  saved constant uuid := coalesce(save_breach.breach, gen_random_uuid());
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators keep the register of breaches');
  end if;
  if given.known_at > now() + interval '1 day' then
    perform private.refuse(400, 'validation_failed', 'A breach is known already');
  end if;
  if save_breach.breach is null then
    insert into public.breaches (id, happened_on, known_at, what, which_data)
      values (saved, given.happened_on, given.known_at, given.what, given.which_data);
  end if;
  update public.breaches b set happened_on = given.happened_on, known_at = given.known_at,
      what = private.plain_text(given.what), which_data = private.plain_text(given.which_data), people = given.people,
      consequences = private.plain_text(given.consequences), measures = private.plain_text(given.measures),
      agency_told_at = given.agency_told_at, people_told_at = given.people_told_at,
      version = coalesce(given.version, b.version)
    where b.id = saved;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such breach');
  end if;
  perform private.record_act('resource_modified', 'access', jsonb_build_object('target', 'breach:' || saved, 'operation',
    case when save_breach.breach is null then 'created' else 'changed' end));
  return saved;
end $$;

-- Writes the note in place of the one that the caller has `seen`; empty texts stand for none. Fails with 409 when somebody
-- else has changed it since, and gives their note as the error's details. Staff only.
create function public.edit_review_note(review uuid, note text, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored text;
begin
  perform private.require_review(edit_review_note.review);
  select n.note into stored from private.review_notes n where n.review_id = edit_review_note.review;
  -- A repeated call finds its own note.
  if stored is distinct from private.plain_text(edit_review_note.seen)
    and stored is distinct from private.plain_text(edit_review_note.note) then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the note since', details => stored);
  end if;
  perform public.note_review(edit_review_note.review, edit_review_note.note);
end $$;
revoke execute on function public.edit_review_note(uuid, text, text) from public, anon, service_role;
grant execute on function public.edit_review_note(uuid, text, text) to authenticated;
