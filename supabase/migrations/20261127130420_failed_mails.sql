-- Retries of a mail that no server accepts end after two days, and the panel then says that it was not sent.

alter table public.case_messages drop constraint case_messages_mail_check,
  add constraint case_messages_mail_check check (mail in ('waiting', 'sent', 'failed'));
alter table public.rights_messages drop constraint rights_messages_mail_check,
  add constraint rights_messages_mail_check check (mail in ('waiting', 'sent', 'failed'));
alter table public.rights_requests drop constraint rights_requests_link_mail_check,
  add constraint rights_requests_link_mail_check check (link_mail in ('waiting', 'sent', 'failed'));
