-- Staff hide reviews with a reason and note what they know about one. A hidden review stays, and leaves count and average.

-- When staff hid the review.
alter table public.reviews add column hidden_at timestamptz;

-- Maintains each driver's count and total, so that the average costs the same with 10 reviews or 1,000,000. Hidden reviews
-- do not count.
create or replace function private.keep_driver_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.driver_id is not null and old.hidden_at is null then
    update public.drivers set review_count = review_count - 1, rating_total = rating_total - old.rating
      where id = old.driver_id;
  end if;
  if tg_op <> 'DELETE' and new.driver_id is not null and new.hidden_at is null then
    update public.drivers set review_count = review_count + 1, rating_total = rating_total + new.rating
      where id = new.driver_id;
  end if;
  return null;
end $$;
drop trigger keep_driver_rating on public.reviews;
create trigger keep_driver_rating after insert or delete or update of driver_id, rating, hidden_at on public.reviews
  for each row execute function private.keep_driver_rating();

-- Hiding has an entry of its own.
drop trigger audit_row on public.reviews;
create trigger audit_row after insert or delete on public.reviews for each row
  when (pg_trigger_depth() = 0) execute function private.audit_row('review', 'id');
create trigger audit_change after update on public.reviews for each row
  when (pg_trigger_depth() = 0 and old.hidden_at is not distinct from new.hidden_at)
  execute function private.audit_row('review', 'id');

-- Returns the line about ratings of three stars and fewer in the last 24 hours, without the hidden ones.
create or replace function private.today_reviews() returns jsonb language sql stable set search_path = '' as $$
  select private.today_line('reviews', count(*), jsonb_agg(to_jsonb(low) - 'place' order by place) filter (where place <= 5))
  from (
    select r.id, r.driver_id, d.name, d.driver_code as code, r.rating, nullif(r.comment, 'No comment') as comment,
      r.created_at as since,
      row_number() over (order by r.created_at desc, r.id) as place
    from public.reviews r left join public.drivers d on d.id = r.driver_id
    where r.rating <= 3 and r.hidden_at is null and r.created_at > now() - interval '24 hours') as low
$$;

-- Notes of staff on reviews, in a table that the API does not expose: drivers read their rows of `reviews`.
create table private.review_notes (
  review_id uuid primary key references public.reviews on delete cascade,
  hidden_by uuid references auth.users on delete set null,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  note text check (char_length(note) between 1 and 2000)
);
create index review_notes_hidden_by_idx on private.review_notes (hidden_by);
alter table private.review_notes enable row level security;
revoke all on private.review_notes from public, anon, authenticated, service_role;

-- Refuses work on a review by anybody but staff, and on one that is not there; locks it.
create function private.require_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office work on reviews');
  end if;
  perform from public.reviews r where r.id = require_review.review for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such review');
  end if;
end $$;

-- Logs what staff did to a review, without its words.
create function private.record_review_act(review uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act('resource_modified', 'access', jsonb_build_object('target', 'review:' || review,
    'operation', 'changed', 'changed', changed))
$$;

-- Hides a review, or gives a hidden one another reason. The row stays; the trigger keep_driver_rating takes it out of count
-- and average. Staff only.
create function public.hide_review(review uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(hide_review.reason);
begin
  perform private.require_review(hide_review.review);
  if (char_length(written) between 1 and 500) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 500 characters');
  end if;
  update public.reviews r set hidden_at = now() where r.id = hide_review.review and r.hidden_at is null;
  insert into private.review_notes as n (review_id, hidden_by, hidden_reason)
    values (hide_review.review, private.acting_account(), written)
    on conflict (review_id) do update set hidden_by = excluded.hidden_by, hidden_reason = excluded.hidden_reason;
  perform private.record_review_act(hide_review.review, 'review_hidden');
end $$;

-- Shows a hidden review again; it counts again. Repeating the call changes nothing. Staff only.
create function public.show_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_review(show_review.review);
  update public.reviews r set hidden_at = null where r.id = show_review.review and r.hidden_at is not null;
  if not found then
    return;
  end if;
  update private.review_notes n set hidden_by = null, hidden_reason = null where n.review_id = show_review.review;
  perform private.record_review_act(show_review.review, 'review_shown');
end $$;

-- Writes the note that staff alone read; an empty one deletes it. Staff only.
create function public.note_review(review uuid, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(note_review.note);
begin
  perform private.require_review(note_review.review);
  if char_length(written) > 2000 then
    perform private.refuse(400, 'validation_failed', 'A note has at most 2000 characters');
  end if;
  insert into private.review_notes as n (review_id, note) values (note_review.review, written)
    on conflict (review_id) do update set note = excluded.note;
  perform private.record_review_act(note_review.review, 'review_note');
end $$;

revoke execute on function private.require_review(uuid), private.record_review_act(uuid, text)
  from public, anon, authenticated, service_role;
revoke execute on function public.hide_review(uuid, text), public.show_review(uuid), public.note_review(uuid, text)
  from public, anon, service_role;
grant execute on function public.hide_review(uuid, text), public.show_review(uuid), public.note_review(uuid, text)
  to authenticated;
