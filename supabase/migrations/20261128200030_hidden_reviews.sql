-- Hiding a review that a colleague has hidden meanwhile fails and names their reason, which it replaced.

-- Hides a review. The row stays; the trigger keep_driver_rating takes it out of count and average. Fails with 409 when it is
-- hidden already, so that nobody replaces a colleague's reason, and says in the error's details when, by whom and why. A
-- repeated call with the caller's own reason changes nothing. Staff only.
create or replace function public.hide_review(review uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(hide_review.reason);
  hidden record;
begin
  perform private.require_review(hide_review.review);
  if (char_length(written) between 1 and 500) is not true then
    perform private.refuse(400, 'validation_failed', 'A reason has 1 to 500 characters');
  end if;
  select r.hidden_at, u.email as hidden_by, n.hidden_reason,
      (n.hidden_by, n.hidden_reason) is not distinct from (private.acting_account(), written) as is_own
    into hidden
    from public.reviews r left join private.review_notes n on n.review_id = r.id left join auth.users u on u.id = n.hidden_by
    where r.id = hide_review.review;
  if hidden.hidden_at is not null then
    if hidden.is_own then
      return;
    end if;
    perform private.refuse(409, 'edit_conflict', 'Another person has hidden the review already',
      details => (to_jsonb(hidden) - 'is_own')::text);
  end if;
  update public.reviews r set hidden_at = now() where r.id = hide_review.review;
  insert into private.review_notes as n (review_id, hidden_by, hidden_reason)
    values (hide_review.review, private.acting_account(), written)
    on conflict (review_id) do update set hidden_by = excluded.hidden_by, hidden_reason = excluded.hidden_reason;
  perform private.record_review_act(hide_review.review, 'review_hidden');
end $$;
