-- Changes of a case wait for a deletion of its data, and look again after it.

create or replace function public.reply_to_case(secret text, id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 20;
  answered constant uuid := private.case_of_secret(reply_to_case.secret);
  written constant text := private.plain_text(reply_to_case.body);
begin
  perform from public.cases c where c.id = answered and c.forgotten_at is null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case');
  end if;
  if written is null or char_length(written) > 2000 or reply_to_case.id is null then
    perform private.refuse(400, 'validation_failed', 'A message has 1 to 2000 characters and an id');
  end if;
  if exists (select from public.case_messages m where m.id = reply_to_case.id) then
    return;
  end if;
  if (select count(*) from public.case_messages m where m.case_id = answered and m.kind = 'passenger') >= most then
    perform private.refuse(429, 'over_case_rate_limit', 'This case has as many messages as it can have');
  end if;
  insert into public.case_messages (id, case_id, kind, body) values (reply_to_case.id, answered, 'passenger', written);
  perform private.move_case(answered, 'new');
end $$;

create or replace function private.require_case(case_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    perform private.refuse(403, 'not_admin', 'Only administrators and the office work on cases');
  end if;
  perform from public.cases c where c.id = require_case.case_id and c.forgotten_at is null for update;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such case, or its data were deleted');
  end if;
end $$;

create or replace function private.forget_cases(as_of timestamptz) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  days constant integer := coalesce(private.setting('case_retention_days'), '90');
  forgotten bigint;
begin
  perform private.forget_case(due.id) from (
    select c.id from public.cases c
    where c.forgotten_at is null and c.closed_at < as_of - make_interval(days => days) for update) as due;
  get diagnostics forgotten = row_count;
  delete from storage.objects o where o.bucket_id = 'casos' and o.created_at < as_of - interval '1 day'
    and not exists (select from public.cases c where c.photo = o.name);
  delete from private.case_openings o where o.opened_at < as_of - interval '1 day';
  return forgotten;
end $$;
