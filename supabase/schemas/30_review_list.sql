-- The work of staff on reviews: hiding one with a reason, and notes. Then the list of the panel, and what drivers read of
-- their own reviews.

-- Notes of staff on reviews, in a table that the API does not expose: drivers read their rows of `reviews`.
create table private.review_notes (
  review_id uuid primary key references public.reviews on delete cascade,
  hidden_by uuid references auth.users on delete set null,
  hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  note text check (char_length(note) between 1 and 2000)
);
create index review_notes_hidden_by_idx on private.review_notes (hidden_by);

-- Refuses everybody but staff, and a review that does not exist; locks it. The driver first, as a new review does, which may
-- hide another one of its trip.
create function private.require_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_staff();
  perform from public.drivers d
    where d.id = (select r.driver_id from public.reviews r where r.id = require_review.review) for no key update;
  perform from public.reviews r where r.id = require_review.review for no key update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such review');
  end if;
end $$;

-- Logs what staff did to a review, without its words, but with the reason of a hidden one.
create function private.record_review_act(review uuid, changed text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.record_act(changed, 'access', jsonb_build_object('target', 'review:' || r.id, 'driver_id', r.driver_id,
    'why', case changed when 'review_hidden' then n.hidden_reason end))
  from public.reviews r left join private.review_notes n on n.review_id = r.id
  where r.id = record_review_act.review
$$;

-- Staff. Hides a review. The row stays; the trigger keep_driver_rating takes it out of count and average. Fails with 409
-- when it is hidden already, so that nobody replaces a colleague's reason, and says in the error's details when, by whom and
-- why. A repeated call with the caller's own reason changes nothing.
create function public.hide_review(review uuid, reason text) returns void
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

-- Staff. Shows a hidden review again; it counts again. Fails with 409 while another review of its trip counts instead.
-- Repeating the call changes nothing.
create function public.show_review(review uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_review(show_review.review);
  update public.reviews r set hidden_at = null where r.id = show_review.review and r.hidden_at is not null;
  if not found then
    return;
  end if;
  perform private.settle_trip_reviews(l.trip_id) from private.trip_reviews l where l.review_id = show_review.review;
  if exists (select from public.reviews r where r.id = show_review.review and r.hidden_at is not null) then
    perform private.refuse(409, 'review_replaced', 'Another review of the same trip counts instead');
  end if;
  update private.review_notes n set hidden_by = null, hidden_reason = null where n.review_id = show_review.review;
  perform private.record_review_act(show_review.review, 'review_shown');
end $$;

-- Staff. Writes the note that staff alone read in place of the one that the caller has `seen`; empty texts stand for none.
-- Fails with 409 when somebody else has changed it since, and gives their note as the error's details.
create function public.edit_review_note(review uuid, note text, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := private.plain_text(edit_review_note.note);
  stored text;
begin
  perform private.require_review(edit_review_note.review);
  if char_length(written) > 2000 then
    perform private.refuse(400, 'validation_failed', 'A note has at most 2000 characters');
  end if;
  select n.note into stored from private.review_notes n where n.review_id = edit_review_note.review;
  -- A repeated call finds its own note.
  if stored is distinct from private.plain_text(edit_review_note.seen) and stored is distinct from written then
    perform private.refuse(409, 'edit_conflict', 'Another person has changed the note since', details => stored);
  end if;
  insert into private.review_notes as n (review_id, note) values (edit_review_note.review, written)
    on conflict (review_id) do update set note = excluded.note;
  perform private.record_review_act(edit_review_note.review, 'review_note');
end $$;

grant execute on function public.hide_review(uuid, text), public.show_review(uuid),
  public.edit_review_note(uuid, text, text) to authenticated;

-- Staff. Returns a page of the reviews in the order of `sort`: `rating`, `created_at`, downwards behind “-”; empty, newest
-- first. `search` is a plate or a part of one, or words of a driver's name and code; `stars` is `1` to `5`, or `low` for
-- three and fewer; `state` is `shown` or `hidden`; empty text stands for all. `since` is inclusive, `until` exclusive.
-- `before` and `before_id` continue below a review, for an export of any length, without `total`.
create function public.list_reviews_by(sort text, page integer default 1, per_page integer default 25,
  search text default '', driver uuid default null, vehicle uuid default null, stars text default '',
  reason text default '', state text default '', since timestamptz default null, until timestamptz default null,
  before timestamptz default null, before_id uuid default null)
returns table (id uuid, rating smallint, reasons text[], comment text, by_link boolean, created_at timestamptz,
  driver_id uuid, driver_name text, driver_code text, vehicle_id uuid, license_plate text, hidden_at timestamptz,
  hidden_by text, hidden_reason text, note text, total bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- A page among so many rows or fewer is sorted; among more of them, an index in the order of the list finds it sooner.
  few constant integer := 20000;
  plate constant text := nullif(private.plate_of(left(list_reviews_by.search, 100)), '');
  words constant text[] :=
    string_to_array(nullif(private.fold(btrim(left(list_reviews_by.search, 100))), ''), ' ');
  is_whole_plate constant boolean := exists (select from public.vehicles v where v.license_plate = plate);
  first constant bigint := case when before is null then (list_reviews_by.page - 1) * per_page::bigint else 0 end;
  -- Without a lower bound for `low`, which then has an index of its own.
  fewest_stars constant smallint := case when list_reviews_by.stars ~ '^[1-5]$' then list_reviews_by.stars::smallint end;
  most_stars constant smallint := case when list_reviews_by.stars = 'low' then 3 else fewest_stars end;
  order_of_list constant text := case sort when 'rating' then 'r.rating, ' when '-rating' then 'r.rating desc, '
    when 'created_at' then 'r.created_at, ' else '' end || 'r.created_at desc, r.id desc';
  -- Dynamic, so that the planner sees the filters: each has its own index.
  filters constant text := $filters$
    ($1 is null or r.driver_id = $1) and ($2 is null or r.vehicle_id = $2)
    and ($3 is null or r.rating <= $3) and ($14 is null or r.rating >= $14) and ($4 = '' or r.reasons @> array[$4])
    and ($5 <> 'hidden' or r.hidden_at is not null) and ($5 <> 'shown' or r.hidden_at is null)
    and ($6 is null or r.created_at >= $6) and ($7 is null or r.created_at < $7)
    and ($8 is null or (r.created_at, r.id) < ($8, $9))
    and ($10 is null or r.driver_id = any ($10) or r.vehicle_id = any ($11)) $filters$;
  drivers uuid[];
  vehicles uuid[];
  shown uuid[];
begin
  perform private.require_staff();
  if (page between 1 and 1000000 and per_page between 1 and 1000 and char_length(search) <= 100
    and list_reviews_by.stars in ('', 'low', '1', '2', '3', '4', '5') and list_reviews_by.state in ('', 'shown', 'hidden')
    and (list_reviews_by.reason = '' or private.are_review_reasons(array[list_reviews_by.reason]))
    and (before is null) = (before_id is null) and (sort = '' or before is null)
    and list_reviews_by.sort in ('', 'rating', '-rating', 'created_at', '-created_at')) is not true then
    perform private.refuse(400, 'validation_failed', 'The page, the order or a filter is not valid');
  end if;
  if words is not null then
    vehicles := array(select v.id from public.vehicles v
      where v.license_plate = plate or not is_whole_plate and strpos(v.license_plate, plate) > 0);
    drivers := array(select d.id from public.drivers d where not is_whole_plate and not exists (
      select from unnest(words) as word where strpos(private.fold(concat_ws(' ', d.name, d.driver_code)), word) = 0));
  end if;
  if before is null and driver is null and vehicle is null and list_reviews_by.stars = '' and reason = ''
    and list_reviews_by.state <> 'hidden' and since is null and list_reviews_by.until is null and words is null then
    -- The drivers' counters know nearly all: reading a million reviews would take longer than the page.
    total := (select coalesce(sum(d.review_count), 0) from public.drivers d)
      + (select count(*) from public.reviews r where r.driver_id is null and r.hidden_at is null)
      + (select count(*) from public.reviews r where r.hidden_at is not null and list_reviews_by.state = '');
  elsif before is null then
    execute 'select count(*) from public.reviews r where ' || filters into total
      using driver, vehicle, most_stars, reason, state, since, list_reviews_by.until, before, before_id, drivers, vehicles,
        per_page, first, fewest_stars;
  end if;
  execute case when total <= few
      then 'with matching as materialized (select r.id, r.rating, r.created_at from public.reviews r where ' || filters
        || ') select array(select r.id from matching r order by '
      else 'select array(select r.id from public.reviews r where ' || filters || ' order by ' end
    || order_of_list || ' limit $12 offset $13)' into shown
    using driver, vehicle, most_stars, reason, state, since, list_reviews_by.until, before, before_id, drivers, vehicles,
      per_page, first, fewest_stars;
  return query select r.id, r.rating, r.reasons, nullif(r.comment, 'No comment'), r.by_link, r.created_at,
      r.driver_id, d.name, d.driver_code, r.vehicle_id, coalesce(v.license_plate, s.license_plate), r.hidden_at,
      u.email::text, n.hidden_reason, n.note, list_reviews_by.total
    from public.reviews r left join public.drivers d on d.id = r.driver_id
      left join public.vehicles v on v.id = r.vehicle_id left join public.shifts s on s.id = r.shift_id
      left join private.review_notes n on n.review_id = r.id left join auth.users u on u.id = n.hidden_by
    where r.id = any (shown) order by array_position(shown, r.id);
end $$;
-- Staff. Returns a page of the reviews, newest first, or `lowest` first, as `list_reviews_by` filters them. Older panels
-- call it.
create function public.list_reviews(page integer default 1, per_page integer default 25, search text default '',
  driver uuid default null, vehicle uuid default null, stars text default '', reason text default '',
  state text default '', since timestamptz default null, until timestamptz default null, lowest boolean default false,
  before timestamptz default null, before_id uuid default null)
returns table (id uuid, rating smallint, reasons text[], comment text, by_link boolean, created_at timestamptz,
  driver_id uuid, driver_name text, driver_code text, vehicle_id uuid, license_plate text, hidden_at timestamptz,
  hidden_by text, hidden_reason text, note text, total bigint)
language sql stable security definer set search_path = '' as $$
  select * from public.list_reviews_by(case when lowest then 'rating' else '' end, page, per_page, search, driver, vehicle,
    stars, reason, state, since, until, before, before_id)
$$;
-- Hidden reviews are few among many.
create index reviews_hidden_idx on public.reviews (created_at desc, id desc) where hidden_at is not null;

-- A week of reviews, from its Monday in Chile; how often passengers gave a reason; and both in the summary of a driver's
-- reviews: `count` and `average` of all time, the last twelve `weeks`, and the `reasons` in those. An average of too few
-- reviews, and reasons of too few, are left out: they would tell of single passengers.
create type public.review_week as (week date, count bigint, average numeric);
create type public.reason_count as (reason text, count bigint);
create type public.review_summary as (count bigint, average numeric, weeks public.review_week[],
  reasons public.reason_count[]);

-- Returns how a driver was rated before midnight in Chile at the beginning of `until`. Fewer than `minimum` reviews are too
-- few.
create function private.review_summary(driver uuid, until date, minimum integer) returns public.review_summary
language plpgsql stable set search_path = '' as $$
declare
  week_count constant integer := 12;
  zone constant text := private.company_zone();
  midnight constant timestamptz := private.chile_midnight(review_summary.until);
  last_monday constant date := date_trunc('week', (review_summary.until - 1)::timestamp)::date;
  first_monday constant date := last_monday - 7 * (week_count - 1);
  given public.drivers;
  total bigint;
  summary public.review_summary;
begin
  select d.* into given from public.drivers d where d.id = review_summary.driver;
  -- The driver's own counters have the past; only the reviews since midnight have to be read.
  select given.review_count - count(*), given.rating_total - coalesce(sum(r.rating), 0) into summary.count, total
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at >= midnight;
  summary.average := case when summary.count >= minimum then round(total::numeric / nullif(summary.count, 0), 2) end;
  with recent as materialized (
    select r.rating, r.reasons, date_trunc('week', r.created_at at time zone zone)::date as week
    from public.reviews r
    where r.driver_id = given.id and r.hidden_at is null and r.created_at < midnight
      and r.created_at >= private.chile_midnight(first_monday))
  select array(
      select row(monday::date, count(w.week), case when count(w.week) >= minimum then round(avg(w.rating), 2) end
        )::public.review_week
      from generate_series(first_monday::timestamp, last_monday, interval '7 days') as monday
        left join recent w on w.week = monday::date
      group by monday order by monday),
    array(
      select row(reason, count(*))::public.reason_count from recent, unnest(recent.reasons) as reason
      where (select count(*) from recent where reasons <> '{}') >= minimum
      group by reason order by count(*) desc, reason)
    into summary.weeks, summary.reasons;
  return summary;
end $$;

-- Staff. Returns how a driver is rated, today included.
create function public.review_trend(driver uuid) returns public.review_summary
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff();
  return private.review_summary(review_trend.driver, private.chile_today() + 1, 1);
end $$;

-- Drivers. Returns how the caller's driver was rated until yesterday: a driver who read a review of the same day would know
-- the passenger.
create function public.own_review_summary() returns public.review_summary
language plpgsql stable security definer set search_path = '' as $$
declare
  driver constant uuid := case when private.session_alive() then private.own_driver_id() end;
begin
  if driver is null then
    perform private.refuse(403, 'not_a_driver', 'Only drivers read how they are rated');
  end if;
  return private.review_summary(driver, private.chile_today(), 3);
end $$;

grant execute on function public.list_reviews_by(text, integer, integer, text, uuid, uuid, text, text, text, timestamptz,
  timestamptz, timestamptz, uuid), public.list_reviews(integer, integer, text, uuid, uuid, text, text, text, timestamptz,
  timestamptz, boolean, timestamptz, uuid), public.review_trend(uuid), public.own_review_summary() to authenticated;
