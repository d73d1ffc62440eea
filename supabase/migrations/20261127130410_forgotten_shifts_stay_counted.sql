-- Shifts that their retention deletes stay in the figures of the report, which name nobody: a report of a year compares it
-- with the year before.

create or replace function private.forget_shifts(most bigint default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('shift_retention_days'), '365');
  forgotten bigint;
begin
  perform set_config('private.forgetting_shifts', 'on', true);
  delete from public.shifts where id in (
    select s.id from public.shifts s
    where tstzrange(s.started_at, s.ended_at, '[]') << tstzrange(now() - make_interval(days => days), null)
    limit most);
  get diagnostics forgotten = row_count;
  perform set_config('private.forgetting_shifts', '', true);
  return forgotten;
end $$;

create or replace function private.count_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('private.forgetting_shifts', true) = 'on' then
    return null;
  end if;
  execute private.shift_counting(private.changed_rows(tg_op, 'started_at, ended_at'));
  return null;
end $$;
