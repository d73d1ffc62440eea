-- Breaches of security that concern personal data, as the law has the company register them. No role deletes one; each
-- change is in the audit log.
create table public.breaches (
  id uuid primary key default gen_random_uuid(),
  happened_on date not null,
  known_at timestamptz not null,
  what text not null check (char_length(what) between 1 and 2000),
  -- The kinds of data concerned.
  which_data text not null check (char_length(which_data) between 1 and 2000),
  -- Null while nobody knows the number.
  people integer check (people between 0 and 10000000),
  consequences text check (char_length(consequences) between 1 and 2000),
  measures text check (char_length(measures) between 1 and 2000),
  agency_told_at timestamptz,
  people_told_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index breaches_order_idx on public.breaches (known_at desc, id);
-- Optimistic locking, as for vehicles.
create trigger check_version before update of version on public.breaches
  for each row execute function private.check_version();
create trigger version_breach before update on public.breaches
  for each row execute function private.count_version();
-- Only administrators read breaches. No client role writes them directly.
create policy breaches_select on public.breaches for select to authenticated using ((select private.is_admin()));
grant select on public.breaches to authenticated;

-- Administrators. Enters a breach under the id that the entry brings, or replaces the entry `breach`, and returns the id. A
-- repeated call enters a breach once. A change with a stale `version` fails with 409; one without always wins.
create function public.save_breach(entry jsonb, breach uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  given constant public.breaches := jsonb_populate_record(null::public.breaches, save_breach.entry);
  saved constant uuid := coalesce(save_breach.breach, given.id, gen_random_uuid());
  first constant timestamptz := '2000-01-01';
  last constant timestamptz := now() + interval '1 day';
begin
  if not private.is_admin() then
    perform private.refuse(403, 'not_admin', 'Only administrators keep the register of breaches');
  end if;
  if given.happened_on not between first::date and last::date or given.known_at not between first and last
    or given.agency_told_at not between first and last or given.people_told_at not between first and last then
    perform private.refuse(400, 'validation_failed', 'A breach and its notices have days from 2000 until now');
  end if;
  if save_breach.breach is null then
    insert into public.breaches (id, happened_on, known_at, what, which_data)
      values (saved, given.happened_on, given.known_at, given.what, given.which_data)
    on conflict on constraint breaches_pkey do nothing;
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
  perform private.record_act(case when save_breach.breach is null then 'breach_created' else 'breach_changed' end,
    'access', jsonb_build_object('target', 'breach:' || saved));
  return saved;
end $$;
grant execute on function public.save_breach(jsonb, uuid) to authenticated;
