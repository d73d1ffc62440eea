-- Closes functions by default: those of the product, and those that later migrations create. See 01_private.sql.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema extensions grant execute on functions to public;

revoke execute on all functions in schema public, private from public;
-- Passengers and drivers call these. The service role had them by the platform's default alone.
revoke execute on function public.add_reasons_by_link(text, text[]), public.card_rating_link(text),
  public.case_by_secret(text), public.change_own_photo(text), public.confirm_rights_request(text),
  public.create_rating_link(), public.rate_by_link(text, integer), public.rating_link(text),
  public.receipt_by_secret(text), public.reply_to_case(text, uuid, text), public.rights_request_by_secret(text),
  public.verify_driver(text),
  public.open_case(text, text, text, boolean, text, timestamptz, text, text, text, text, boolean),
  public.open_rights_request(text, text, text, text, text, text, text, text) from service_role;
grant execute on function private.is_anonymous(), private.new_verification_code(), private.photo_name(text),
  private.photo_path(text), private.photo_prefix(uuid), private.own_photo(text) to authenticated, service_role;
