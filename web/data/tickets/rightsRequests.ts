import type { RightsKind, RightsOutcome, RightsPerson } from '../../../shared/rights.ts';
import type { PersonalData } from '../accounts/personalData.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { DriverOption } from '../drivers/driverRecords.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';
import { readTimeline, type MailState, type OpenedTicket, type TicketRow } from './tickets.ts';

export type RightsChannel = 'page' | 'spoken' | 'paper';

/** A request as administrators see it. Times are ISO 8601; `received_on` and `due_on` are days in Chile. */
export type RightsRequest = Omit<
  TicketRow<'rights_requests'>,
  'kind' | 'state' | 'is_held' | 'answered_at' | 'body' | 'person' | 'channel' | 'outcome' | 'link_mail'
> & {
  readonly kind: RightsKind;
  readonly person: RightsPerson;
  readonly channel: RightsChannel;
  readonly body: string;
  /** Null while it is open. */
  readonly outcome: RightsOutcome | null;
  /** The mail with the link that confirms the contact; null for none. */
  readonly link_mail: MailState | null;
};

/** Filters; empty text for none. */
export interface RightsFilter extends SortedList<'rights_request_list'> {
  readonly search: string;
  readonly state: 'open' | 'closed' | '';
  readonly kind: RightsKind | '';
}

/** One page of the requests that a filter shows: open ones first, in the order of their deadlines. */
export function listRightsPage(
  { search, state, kind, ...order }: RightsFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<RightsRequest>> {
  return readPage<RightsRequest>(page, async (from, to) => {
    let query = getDatabase().from('rights_request_list').select('*', { count: 'exact' });
    for (const words of searchFilters(search, 'rights_request_list')) query = query.or(words);
    if (state) query = query.eq('is_closed', state === 'closed');
    if (kind) query = query.eq('kind', kind);
    const ordered = sorted(query, order)
      .order('is_closed')
      .order('due_on', { ascending: state !== 'closed' })
      .order('id');
    const response = await ordered.range(from, to).abortSignal(signal);
    return { ...response, data: response.data as RightsRequest[] | null };
  });
}

/** The codes of the events in a timeline. */
export type RightsEvent =
  | 'filed'
  | 'confirmed'
  | 'identified'
  | 'link'
  | 'account'
  | 'downloaded'
  | 'extended'
  | 'replied'
  | RightsOutcome;

export interface OpenedRequest extends OpenedTicket<RightsRequest> {
  /** The driver whose account is the author's; null without one. */
  readonly driver: DriverOption | null;
}

/** The driver of an account. */
async function driverOf(account: string, signal: AbortSignal): Promise<DriverOption | null> {
  const links = getDatabase().from('user_drivers').select('driver:drivers(id,name,license_plate)');
  return unwrap(await links.eq('user_id', account).abortSignal(signal))[0]?.driver ?? null;
}

/** The request as it is now; null when it is gone. */
export async function readRightsRequest(id: string, signal: AbortSignal): Promise<OpenedRequest | null> {
  const query = getDatabase().from('rights_request_list').select('*').eq('id', id);
  const [row] = unwrap(await query.abortSignal(signal)) as RightsRequest[];
  if (!row) return null;
  const [timeline, driver] = await Promise.all([
    readTimeline(id, signal),
    row.account_id === null ? null : driverOf(row.account_id, signal),
  ]);
  return { row, timeline, driver };
}

/** A request that came by word of mouth or on paper; the names are those of `file_rights_request`. */
export interface FiledRequest {
  readonly kind: RightsKind;
  readonly person: RightsPerson;
  readonly channel: Exclude<RightsChannel, 'page'>;
  readonly name: string;
  readonly body: string;
  readonly language: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** `2026-12-01` */
  readonly received_on: string;
  /** The administrator saw who it is. */
  readonly identified: boolean;
}

/** @throws DataError `not_admin`, `validation_failed` */
export async function fileRightsRequest({ email, phone, ...request }: FiledRequest): Promise<void> {
  const contact = { ...(email !== null && { email }), ...(phone !== null && { phone }) };
  unwrap(await getDatabase().rpc('file_rights_request', { ...request, ...contact }));
}

/** Extends the deadline by 30 days, once. @throws DataError `not_extendable` */
export async function extendRightsRequest(id: string, reason: string): Promise<void> {
  unwrap(await getDatabase().rpc('extend_rights_request', { request_id: id, reason }));
}

/** Says that the administrator saw who the author is. */
export async function identifyRightsAuthor(id: string): Promise<void> {
  unwrap(await getDatabase().rpc('identify_rights_author', { request_id: id }));
}

/** Makes a link for the contact of the request. @returns its secret */
export async function createRightsLink(id: string): Promise<string> {
  return unwrap(await getDatabase().rpc('create_rights_link', { request_id: id })) as string;
}

/** Says which driver the author is. @throws DataError `user_not_found` for one without an account */
export async function setRightsDriver(id: string, driver: string): Promise<void> {
  unwrap(await getDatabase().rpc('set_rights_driver', { request_id: id, driver }));
}

/** Reads the author's data, which the timeline notes. @throws DataError `not_confirmed`, `over_request_rate_limit` */
export async function readAuthorData(id: string): Promise<PersonalData> {
  return unwrap(await getDatabase().rpc('rights_personal_data', { request_id: id })) as PersonalData;
}
