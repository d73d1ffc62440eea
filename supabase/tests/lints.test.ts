import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { lints } from '../../server/testing/lints.ts';
import type { Queryable } from '../../backend/db/database.ts';

const forPassengers =
  'for passengers without an account, who see a driver’s first name, plate and photo by a secret';
const ownOnly =
  'asked by policies; gives what belongs to the caller and nothing else; not exposed by the API';
const bySecret = 'for passengers without an account; the one case whose secret the caller has';
const byPrintedCode =
  'for passengers without an account; one rating by a driver’s code, limited by network and by driver';
const byReceiptSecret = 'for passengers without an account; the one receipt whose secret the caller has';
const byTripSecret = 'for passengers without an account; the one trip whose secret the caller has';
const byRequestSecret = 'for people without an account; the one request whose secret the caller has';
const byInvitation = 'for a driver without an account, who sees the own name, code and plates by a secret';
const forRegistrations = 'for people who register; yes or no, and nothing else';
const ofBuckets = 'each bucket has its own policies';

/** Findings that are intended, by the number of their lint, with the reason. */
const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0011': { 'private.fold(text)': 'names its functions with their schema, so that it can be inlined' },
  '0008': {
    'private.signing_keys': 'read by functions of the owner only',
    'private.personal_data_requests': 'only a function that the owner runs writes and reads it',
    'private.rating_links': 'read and written by functions of the owner only',
    'private.device_links': 'read and written by functions of the owner only',
    'private.audit': 'read and written by functions of the owner only',
    'private.settings': 'read and written by functions of the owner only',
    'private.document_reminders': 'read and written by the server only',
    'private.document_digests': 'read and written by the server only',
    'private.ticket_secrets': 'read and written by functions of the owner only',
    'private.ticket_openings': 'read and written by functions of the owner only',
    'private.ticket_notices': 'read and written by the server only',
    'private.waiting_links': 'written by a function of the owner, read by the server only',
    'private.device_tries': 'read and written by functions of the owner only',
    'private.review_notes': 'read and written by functions of the owner only',
    'private.report_days': 'read and written by functions of the owner only',
    'private.usage_counts': 'read and written by functions of the owner only',
    'private.usage_batches': 'read and written by functions of the owner only',
    'private.report_mails': 'read and written by the server only',
    'private.announcements': 'read and written by functions of the owner only',
    'private.announcement_targets': 'read and written by functions of the owner only',
    'private.announcement_reads': 'read and written by functions of the owner only',
    'private.card_ratings': 'read and written by functions of the owner only',
    'private.card_folios': 'read and written by functions of the owner only',
    'private.removed_accounts': 'read and written by triggers of drivers only',
    'private.earlier_blocks': 'read and written by functions of the owner only',
    'private.operations': 'written by the server, read by a function of the owner only',
    'private.first_steps': 'read and written by functions of the owner only',
    'private.trip_messages': 'read and written by functions of the owner only',
    'private.trip_reviews': 'read and written by functions of the owner only',
  },
  '0028': {
    'public.verify_driver(code text)': forPassengers,
    'public.rating_link(token text)': forPassengers,
    'public.rate_by_link(token text, rating integer)':
      'for passengers without an account; one rating by a signed link',
    'public.add_reasons_by_link(token text, reasons text[])':
      'for passengers without an account; the reasons of the rating by a signed link, once',
    'public.invitation(token text)': byInvitation,
    'public.company_has_vehicles()': forRegistrations,
    'private.may_add_case_photo(name text)':
      'asked by the policy of uploads; knows random names; not exposed by the API',
    'public.case_by_secret(secret text)': bySecret,
    'public.reply_to_case(secret text, id uuid, body text)': bySecret,
    'public.receipt_by_secret(secret text)': byReceiptSecret,
    'public.card_rating_link(code text)': byPrintedCode,
    'public.open_case(secret text, kind text, body text, consent boolean, language text, happened_at timestamp with time zone, place text, email text, phone text, code text, with_photo boolean)':
      'for passengers without an account; limited by network and by driver',
    'public.request_trip(booking text, fields jsonb, person jsonb, consent boolean)':
      'for passengers without an account, where the company takes bookings; limited by network',
    'public.delay_trip(secret text, landing_day date, landing_clock time without time zone)': byTripSecret,
    'public.rate_trip(secret text, key uuid, rating integer, reasons text[])': byTripSecret,
    'public.trip_page(secret text)': byTripSecret,
    'public.trip_receipt(secret text)': byTripSecret,
    'public.open_rights_request(secret text, kind text, person text, name text, body text, language text, email text, phone text)':
      'for people without an account; limited by network',
    'public.rights_request_by_secret(secret text)': byRequestSecret,
    'public.confirm_rights_request(secret text)': byRequestSecret,
  },
  '0006': {
    'storage.objects authenticated a': ofBuckets,
    'storage.objects authenticated d': ofBuckets,
    'storage.objects authenticated r': ofBuckets,
  },
  '0029': {
    'public.verify_driver(code text)': forPassengers,
    'public.rating_link(token text)': forPassengers,
    'public.rate_by_link(token text, rating integer)':
      'for passengers without an account; one rating by a signed link',
    'public.add_reasons_by_link(token text, reasons text[])':
      'for passengers without an account; the reasons of the rating by a signed link, once',
    'public.add_review_reasons(review_key uuid, reasons text[])':
      'writes the reasons of a rating of the caller’s own driver, once, with the key of the rating',
    'public.create_rating_link()': 'signs for the caller’s own driver, with a key that no caller may read',
    'private.is_admin()': 'asked by policies; yes or no about the caller; not exposed by the API',
    'private.is_staff()': 'asked by policies; yes or no about the caller; not exposed by the API',
    'private.is_staff_account(account uuid)': 'asked by policies; yes or no; not exposed by the API',
    'private.is_device_session()': 'asked by policies; yes or no about the caller; not exposed by the API',
    'private.company_zone()': 'a setting that every page shows; not exposed by the API',
    'private.session_alive()': 'asked by policies; yes or no about the caller; not exposed by the API',
    'public.change_own_photo(photo_url text)':
      'changes the photo of the caller’s own driver, or asks for its approval',
    'private.own_driver_id()': ownOnly,
    'private.own_active_driver()': ownOnly,
    'private.created_driver(driver uuid)': ownOnly,
    'private.vehicles_of_others()':
      'asked by the policy of vehicles; ids that the caller cannot read; not exposed by the API',
    'public.start_shift(vehicle uuid, device uuid, take_over boolean)':
      'writes for the caller’s own active driver, in a vehicle that the driver may take',
    'private.own_vehicles()': ownOnly,
    'private.may_add_document_file(name text)':
      'asked by the policy of uploads; counts the files of the caller’s own driver; not exposed by the API',
    'public.own_stopping_documents()':
      'documents of the caller’s own driver, and of the vehicle of the open shift',
    'public.documents_policy()': 'asks is_staff() first',
    'public.list_shifts_by(sort text, page integer, per_page integer, search text, driver uuid, state text, since timestamp with time zone, until timestamp with time zone, before timestamp with time zone, before_id uuid, began boolean)':
      'asks is_staff() first',
    'public.list_shifts(page integer, per_page integer, search text, driver uuid, state text, since timestamp with time zone, until timestamp with time zone, before timestamp with time zone, before_id uuid, began boolean)':
      'asks is_staff() first',
    'public.list_drivers_without_shift_by(sort text, page integer, per_page integer, search text, since date, until date)':
      'asks is_staff() first',
    'public.list_drivers_without_shift(page integer, per_page integer, search text, since date, until date)':
      'asks is_staff() first',
    'public.correct_shift_end(shift uuid, ended_at timestamp with time zone)': 'asks is_staff() first',
    'public.shift_retention()': 'asks is_staff() first',
    'public.list_reviews_by(sort text, page integer, per_page integer, search text, driver uuid, vehicle uuid, stars text, reason text, state text, since timestamp with time zone, until timestamp with time zone, before timestamp with time zone, before_id uuid)':
      'asks is_staff() first',
    'public.list_reviews(page integer, per_page integer, search text, driver uuid, vehicle uuid, stars text, reason text, state text, since timestamp with time zone, until timestamp with time zone, lowest boolean, before timestamp with time zone, before_id uuid)':
      'asks is_staff() first',
    'public.review_trend(driver uuid)': 'asks is_staff() first',
    'public.own_review_summary()': 'averages of the caller’s own driver until yesterday',
    'public.hide_review(review uuid, reason text)': 'asks is_staff() first',
    'public.show_review(review uuid)': 'asks is_staff() first',
    'public.edit_review_note(review uuid, note text, seen text)': 'asks is_staff() first',
    'public.report(since date, until date)': 'asks is_staff() first',
    'public.count_usage(batch uuid, uses jsonb)':
      'for active drivers; adds to counts that name no person; limited by driver',
    'public.today()': 'asks is_staff() first',
    'public.settle_first_step(step text, value text)': 'asks is_staff() first',
    'public.search_company(query text)': 'asks is_staff() first',
    'public.set_documents_policy(stop_service boolean)': 'asks is_admin() first',
    'public.override_document(document uuid, until date, reason text)': 'asks is_staff() first',
    'public.end_shift(shift uuid)': 'ends a shift of the caller’s own driver, or any for staff',
    'public.reopen_shift(shift uuid)': 'asks is_staff() first',
    'public.send_heartbeat(heartbeat jsonb)':
      'writes the row of the caller’s own tablet, which proves its key',
    'public.ask_device(device uuid, action text)': 'refuses everybody but staff',
    'public.device_counts(search text, version text)': 'asks is_staff() first',
    'public.list_devices_by(sort text, page integer, per_page integer, search text, state text, version text)':
      'refuses everybody but staff',
    'public.list_devices(page integer, per_page integer, search text, state text, version text)':
      'refuses everybody but staff',
    'public.create_device_link(driver uuid, name text)': 'refuses everybody but staff',
    'public.devices_by_links(maker uuid, ends boolean)': 'refuses everybody but administrators',
    'public.driver_left(driver uuid)': 'refuses everybody but staff',
    'public.driver_returned(driver uuid)': 'refuses everybody but staff',
    'public.invitation(token text)': byInvitation,
    'public.company_has_vehicles()': forRegistrations,
    'private.may_add_case_photo(name text)':
      'asked by the policy of uploads; knows random names; not exposed by the API',
    'public.receipt_by_secret(secret text)': byReceiptSecret,
    'public.card_rating_link(code text)': byPrintedCode,
    'public.register_cards(kind text, cards jsonb)': 'refuses everybody but staff',
    'public.void_receipt(receipt uuid, reason text)': 'refuses everybody but staff',
    'public.issue_receipt(id uuid, taken_at timestamp with time zone, origin text, destination text, pesos integer, driver uuid, plate text)':
      'refuses everybody but staff',
    'public.case_by_secret(secret text)': bySecret,
    'public.reply_to_case(secret text, id uuid, body text)': bySecret,
    'public.open_case(secret text, kind text, body text, consent boolean, language text, happened_at timestamp with time zone, place text, email text, phone text, code text, with_photo boolean)':
      'for passengers without an account; limited by network and by driver',
    'public.request_trip(booking text, fields jsonb, person jsonb, consent boolean)':
      'for passengers without an account, where the company takes bookings; limited by network',
    'public.delay_trip(secret text, landing_day date, landing_clock time without time zone)': byTripSecret,
    'public.rate_trip(secret text, key uuid, rating integer, reasons text[])': byTripSecret,
    'public.trip_page(secret text)': byTripSecret,
    'public.trip_receipt(secret text)': byTripSecret,
    'public.open_rights_request(secret text, kind text, person text, name text, body text, language text, email text, phone text)':
      'for people without an account; limited by network',
    'public.rights_request_by_secret(secret text)': byRequestSecret,
    'public.confirm_rights_request(secret text)': byRequestSecret,
    'public.identify_rights_author(request_id uuid)': 'refuses everybody but administrators',
    'public.create_rights_link(request_id uuid)': 'refuses everybody but administrators',
    'public.set_rights_driver(request_id uuid, driver uuid)': 'refuses everybody but administrators',
    'public.rights_personal_data(request_id uuid)': 'refuses everybody but administrators',
    'public.extend_rights_request(request_id uuid, reason text)': 'refuses everybody but administrators',
    'public.ticket_timeline(ticket_id uuid)':
      'refuses everybody but staff, and about personal data everybody but administrators',
    'public.save_breach(entry jsonb, breach uuid)': 'refuses everybody but administrators',
    'public.file_rights_request(kind text, person text, channel text, name text, body text, received_on date, identified boolean, language text, email text, phone text)':
      'refuses everybody but administrators',
    'public.accept_invitation(token text, policy_version integer, photo_url text)':
      'links the caller’s own account to the driver whose secret it proves',
    'public.invite_drivers(drivers jsonb)': 'refuses everybody but the office',
    'public.renew_invitation(driver uuid)': 'refuses everybody but the office',
    'public.withdraw_invitation(driver uuid)': 'refuses everybody but the office',
    'public.send_ticket_reply(id uuid, ticket_id uuid, reply text, spanish text, by_mail boolean, outcome text)':
      'refuses everybody but staff, and about personal data everybody but administrators',
    'public.note_ticket(ticket_id uuid, note text)':
      'refuses everybody but staff, and about personal data everybody but administrators',
    'public.set_case_state(case_id uuid, state text)': 'refuses everybody but staff',
    'public.set_case_driver(case_id uuid, driver uuid)': 'refuses everybody but staff',
    'public.forget_case(case_id uuid)': 'refuses everybody but administrators',
    'public.own_announcements()': 'announcements for the caller’s own active driver',
    'public.read_announcement(announcement uuid)':
      'notes that the caller’s own active driver has read one that is for the driver',
    'public.write_announcement(id uuid, body text, valid_until date, language text, drivers uuid[], vehicles uuid[])':
      'refuses everybody but staff',
    'public.withdraw_announcement(announcement uuid)': 'refuses everybody but staff',
    'public.delete_announcement(announcement uuid)': 'refuses everybody but administrators',
    'public.list_announcements_by(sort text, page integer, per_page integer, search text, state text)':
      'refuses everybody but staff',
    'public.list_announcements(page integer, per_page integer, search text, state text)':
      'refuses everybody but staff',
    'public.list_announcement_readers(announcement uuid, page integer, per_page integer)':
      'refuses everybody but staff',
    'public.next_driver_code()': 'refuses everybody but the office',
    'private.is_approved_at_first()': 'the default of a column; reads one setting; not exposed by the API',
    'private.is_in_service(driver uuid)': 'asked by the policy of ratings; yes or no; not exposed by the API',
    'private.is_shown_photo(name text)':
      'asked by policies of photos, whose names callers know; yes or no; not exposed by the API',
    'private.may_add_photo(name text)':
      'asked by the policy of uploads; counts the caller’s own photos; not exposed by the API',
    'private.needed_pictures(as_of timestamp with time zone)':
      'asked by a policy of pictures; names of public files; not exposed by the API',
    'public.shared_driver_codes(drivers uuid[])': 'no rows for anybody but staff',
    'private.document_limits()': 'asked by a view of staff; days and ids only; not exposed by the API',
    'public.save_trip(trip uuid, fields jsonb, person jsonb, version integer, allowed uuid[], reason text)':
      'refuses everybody but staff',
    'public.take_messages(messages jsonb)': 'refuses everybody but staff',
    'public.tell_trips(driver uuid, trips uuid[])': 'refuses everybody but staff',
    'public.note_trip_reply(trip uuid)': 'refuses everybody but staff',
    'public.forget_trip(trip uuid)': 'refuses everybody but administrators',
    'public.trip_timeline(trip uuid)': 'refuses everybody but staff',
    'public.trip_drivers(trip uuid)': 'refuses everybody but staff',
    'public.trip_vehicles(trip uuid)': 'refuses everybody but staff',
    'public.pay_trip(trip uuid, payments jsonb)': 'refuses everybody but staff',
    'public.void_payment(payment uuid, reason text)': 'refuses everybody but staff',
    'public.close_driver_day(driver uuid, day date)': 'refuses everybody but staff',
    'public.count_cash(id uuid, driver uuid, expected integer, handed integer, note text)':
      'refuses everybody but staff',
    'public.cash_of_day(day date)': 'refuses everybody but staff',
    'public.trip_report(since date, until date)': 'refuses everybody but staff',
    'public.issue_trip_receipt(id uuid, trip uuid, origin text, destination text)':
      'refuses everybody but staff',
    'public.trip_link(trip uuid)': 'refuses everybody but staff',
    'public.renew_trip_link(trip uuid)': 'refuses everybody but staff',
    'public.trip_reviews(trip uuid, review uuid)': 'refuses everybody but staff',
    'public.own_trips()': 'trips of the caller’s own active driver',
    'public.tap_trip(key uuid, trip uuid, assignment integer, kind text, seconds_waited integer, details jsonb)':
      'moves a trip that is or was the caller’s own driver’s',
    'public.audit_log(page integer, per_page integer, person text, action text, refused boolean, since timestamp with time zone, until timestamp with time zone)':
      'refuses everybody but administrators and the service',
    'public.save_content(content jsonb, expected_version integer)': 'refuses everybody but staff',
    'public.publish_content(expected_version integer, note text)': 'refuses everybody but administrators',
    'public.content_history()': 'refuses everybody but staff',
    'public.personal_data(person uuid)':
      'everything about one person, for that person and administrators only',
  },
};

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function findings(db: Queryable, sql: string): Promise<readonly string[]> {
  return (await db.query<{ finding: string }>(sql)).map(({ finding }) => finding).sort();
}

test.each(lints)('R9 splinter $name', async ({ name, sql }) => {
  const deliberate = Object.keys(accepted[name.slice(0, 4)] ?? {}).sort();
  expect(await findings(server.context.db, sql)).toEqual(deliberate);
});

const badSchema = `
  create table public.bad_keys (id int, account uuid references auth.users, token text);
  grant select on public.bad_keys to anon;
  create index on public.bad_keys (id);
  create index on public.bad_keys (id);
  create view public.bad_view as select email from auth.users;
  grant select on public.bad_view to anon;
  create policy bad_policy on public.bad_keys for all to authenticated using (true);
  create policy bad_second on public.bad_keys for update to authenticated using (account = auth.uid());
  create table public.bad_empty (id int primary key);
  alter table public.bad_empty enable row level security;
  create table public.bad_meta (id int primary key);
  create policy bad_meta on public.bad_meta for select
    using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'admin');
  create function public.bad_function() returns int language sql security definer as 'select 1';
  grant execute on function public.bad_function() to anon, authenticated;
  create policy bad_listing on storage.objects for select to anon using (bucket_id = 'imagenes');`;

test('R9 the lints find what they are for', async () => {
  const undone = new Error('undone');
  const blind: string[] = [];
  const trial = server.context.db.transaction(async (transaction) => {
    await transaction.query(badSchema);
    for (const { name, sql } of lints) {
      const deliberate = Object.keys(accepted[name.slice(0, 4)] ?? {});
      const found = await findings(transaction, sql);
      if (found.length === deliberate.length) blind.push(name);
    }
    throw undone;
  });
  await expect(trial).rejects.toBe(undone);
  expect(blind).toEqual([]);
});
