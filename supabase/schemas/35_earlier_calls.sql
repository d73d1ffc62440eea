-- Calls of the version before, whose panel and server still run while an installation is updated. Those of the panel bring no
-- id, so that each call writes again. A function with the caller's id decides who may do what.

-- Replies to a case as send_case_reply does.
create function public.answer_case(case_id uuid, reply text, spanish text default null, by_mail boolean default false)
returns void
language sql volatile set search_path = '' as $$
  select public.send_case_reply(gen_random_uuid(), answer_case.case_id, answer_case.reply, answer_case.spanish,
    answer_case.by_mail)
$$;

-- Replies to a request as send_rights_reply does.
create function public.answer_rights_request(request_id uuid, reply text, spanish text default null,
  by_mail boolean default false, outcome text default null) returns void
language sql volatile set search_path = '' as $$
  select public.send_rights_reply(gen_random_uuid(), answer_rights_request.request_id, answer_rights_request.reply,
    answer_rights_request.spanish, answer_rights_request.by_mail, answer_rights_request.outcome)
$$;

-- Writes a receipt as issue_receipt does, and returns its id. Ignores `fiscal`, which older panels send.
create function public.write_receipt(taken_at timestamptz, origin text, destination text, pesos integer,
  driver uuid default null, plate text default null, fiscal boolean default false) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  written constant uuid := gen_random_uuid();
begin
  perform public.issue_receipt(written, write_receipt.taken_at, write_receipt.origin, write_receipt.destination,
    write_receipt.pesos, write_receipt.driver, write_receipt.plate);
  return written;
end $$;

-- Makes the secret of a link as new_contact_link does. The server mailed every link that it made.
create function private.new_rights_link(request_id uuid) returns text
language sql volatile security definer set search_path = '' as $$
  select private.new_contact_link(new_rights_link.request_id, 'email')
$$;

grant execute on function public.answer_case(uuid, text, text, boolean),
  public.answer_rights_request(uuid, text, text, boolean, text),
  public.write_receipt(timestamptz, text, text, integer, uuid, text, boolean) to authenticated;
