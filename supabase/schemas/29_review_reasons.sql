-- Why a passenger gave three stars or fewer, and the shift and vehicle that a review is about.

-- Returns whether these are reasons of a review, each at most once. The constraint below asks it.
create function private.are_review_reasons(reasons text[]) returns boolean
language sql immutable set search_path = '' as $$
  select case when cardinality(reasons) > 6 or array_ndims(reasons) > 1 then false else
    reasons <@ array['driving', 'vehicle', 'price', 'route', 'punctuality', 'treatment']
      and cardinality(reasons) = (select count(distinct reason) from unnest(reasons) as reason) end
$$;
grant execute on function private.are_review_reasons(text[]) to authenticated, service_role;

alter table public.reviews
  add check (private.are_review_reasons(reasons) and (rating <= 3 or reasons = '{}')),
  add foreign key (vehicle_id) references public.vehicles on delete set null,
  add foreign key (shift_id) references public.shifts on delete set null;
create index reviews_vehicle_id_idx on public.reviews (vehicle_id, created_at desc);
create index reviews_shift_id_idx on public.reviews (shift_id);
create index reviews_created_at_idx on public.reviews (created_at desc, id desc);
create index reviews_rating_idx on public.reviews (rating, created_at desc, id desc);
create index reviews_reasons_idx on public.reviews using gin (reasons);

-- Finds the shift and the vehicle of a new review. It stays without them if the driver had no open shift, or if the time
-- for which the review waited is negative or longer than a week. A restored row keeps its own. rate_trip names the moment in
-- the setting `private.rated_at`.
create function private.place_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  longest_wait constant interval := '7 days';
  waited constant interval := make_interval(secs => coalesce(new.seconds_waited, 0));
  moment constant timestamptz :=
    coalesce(nullif(current_setting('private.rated_at', true), '')::timestamptz, new.created_at - waited);
  shift public.shifts;
begin
  if new.shift_id is null and new.vehicle_id is null and waited between interval '0' and longest_wait then
    -- A driver has one open shift at a time, so the last one that began before the review is the only candidate.
    select * into shift from public.shifts s
      where s.driver_id = new.driver_id and s.started_at <= moment
      order by s.started_at desc limit 1;
    if coalesce(shift.ended_at, 'infinity') >= moment then
      new.shift_id := shift.id;
      new.vehicle_id := shift.vehicle_id;
    end if;
  end if;
  return new;
end $$;
create trigger place_review before insert on public.reviews for each row execute function private.place_review();

-- Adds the reasons to a review that has none; the first ones stay. Fails if the driver has no such review, or an older one
-- than `period`.
create function private.add_reasons(driver uuid, review_key uuid, by_link boolean, period interval, reasons text[])
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason_count integer;
begin
  select cardinality(r.reasons) into reason_count from public.reviews r
    where r.idempotency_key = add_reasons.review_key and r.driver_id = add_reasons.driver
      and r.by_link = add_reasons.by_link and r.created_at > now() - period
    for update;
  if not found then
    perform private.refuse(404, 'review_not_found', 'There is no such review, or it takes no more reasons');
  end if;
  if reason_count = 0 then
    update public.reviews r set reasons = coalesce(add_reasons.reasons, '{}')
      where r.idempotency_key = add_reasons.review_key;
  end if;
end $$;

-- Drivers. Adds the reasons to a review that this device has delivered, once, with the key that the device made for the
-- review, within a day: the device may have lost its signal meanwhile. Repeating the call changes nothing.
create function public.add_review_reasons(review_key uuid, reasons text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.add_reasons(case when private.session_alive() then private.own_driver_id() end, review_key, false,
    '1 day', reasons)
$$;

-- Anybody with the link. Adds the reasons to the review that was given by it, once, within half an hour. Repeating the call
-- changes nothing.
create function public.add_reasons_by_link(token text, reasons text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  link record;
begin
  select * into link from private.read_rating_link(add_reasons_by_link.token);
  perform private.add_reasons(link.driver, link.key, true, '30 minutes', add_reasons_by_link.reasons);
end $$;

grant insert (reasons, seconds_waited) on public.reviews to authenticated;
grant execute on function public.add_review_reasons(uuid, text[]) to authenticated;
grant execute on function public.add_reasons_by_link(text, text[]) to anon, authenticated;
