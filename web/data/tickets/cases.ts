import { endOfChileanDay } from '../../../shared/chile/endOfDay.ts';
import { chileanMoment } from '../../../shared/chile/time.ts';
import { caseBucket, type CaseKind, type CaseState } from '../../../shared/cases.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';
import { getStorage } from '../client.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import { readTimeline, type OpenedTicket, type TicketRow } from './tickets.ts';

/** A case as the office sees it. Times are ISO 8601; `due_on` is a day in Chile. */
export type PassengerCase = Omit<TicketRow<'cases'>, 'kind' | 'state'> & {
  readonly kind: CaseKind;
  readonly state: CaseState;
};

/**
 * The filter of the list: a state, a first reply, which closed cases may have too, or the cases that are held back because
 * too many came about one driver. Other lists show these only when somebody searches for them.
 */
export const caseFilterStates = ['new', 'answered', 'closed', 'replied', 'held'] as const;

/** Filters; empty text for none. */
export interface CaseFilter extends SortedList<'case_list'> {
  readonly search: string;
  readonly state: (typeof caseFilterStates)[number] | '';
  readonly kind: CaseKind | '';
  /** The id of a driver. */
  readonly driver: string;
  /** The first day in Chile on which the cases came, as `2026-11-24`. */
  readonly from: string;
  /** The last one. */
  readonly until: string;
}

/** One page of the cases that a filter shows: new ones first, then the answered, in the order of their deadlines. */
export function listCasesPage(
  { search, state, kind, driver, from: since, until, ...order }: CaseFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<PassengerCase>> {
  return readPage<PassengerCase>(page, async (from, to) => {
    let query = getDatabase().from('case_list').select('*', { count: 'exact' });
    for (const words of searchFilters(search, 'case_list')) query = query.or(words);
    if (state === 'replied') query = query.not('answered_at', 'is', null);
    else if (state && state !== 'held') query = query.eq('state', state);
    if (state === 'held' || !search) query = query.eq('is_held', state === 'held');
    if (kind) query = query.eq('kind', kind);
    if (driver) query = query.eq('driver_id', driver);
    const [first, end] = [chileanMoment(since, '00:00'), endOfChileanDay(until)];
    if (first) query = query.gte('created_at', first.toISOString());
    if (end) query = query.lt('created_at', end.toISOString());
    const ordered = sorted(query, order)
      .order('is_closed')
      // The new ones before the answered.
      .order('state', { ascending: false })
      .order('due_on', { ascending: state !== 'closed' })
      .order('id');
    const response = await ordered.range(from, to).abortSignal(signal);
    return { ...response, data: response.data as PassengerCase[] | null };
  });
}

/** The number of open cases that are held back. */
export async function countHeldCases(signal: AbortSignal): Promise<number> {
  const query = getDatabase().from('case_list').select('id', { count: 'exact', head: true });
  const response = await query.eq('is_held', true).eq('is_closed', false).abortSignal(signal);
  unwrap(response);
  return response.count ?? 0;
}

export type CaseEvent = 'closed' | 'reopened' | 'driver';

export interface OpenedCase extends OpenedTicket<PassengerCase> {
  /** The contact of the driver whom the case is about; null without one. */
  readonly driverContact: string | null;
}

/** The case as it is now; null when it is gone. */
export async function readCase(id: string, signal: AbortSignal): Promise<OpenedCase | null> {
  const query = getDatabase().from('case_list').select('*').eq('id', id);
  const [row] = unwrap(await query.abortSignal(signal)) as PassengerCase[];
  if (!row) return null;
  const { driver_id: driver } = row;
  const [timeline, driverContact] = await Promise.all([
    readTimeline(id, signal),
    driver === null ? null : readDriverContact(driver, signal),
  ]);
  return { row, timeline, driverContact };
}

async function readDriverContact(driver: string, signal: AbortSignal): Promise<string | null> {
  const query = getDatabase().from('drivers').select('contact').eq('id', driver);
  return unwrap(await query.abortSignal(signal))[0]?.contact ?? null;
}

const linkLifetimeSeconds = 300;

/** An address under which the photo can be seen for some minutes; null when the photo has not arrived. */
export async function casePhotoUrl(photo: string): Promise<string | null> {
  const bucket = (await getStorage()).from(caseBucket);
  const { data } = await bucket.createSignedUrl(photo, linkLifetimeSeconds);
  return data?.signedUrl ?? null;
}

/** Closes a case, or reopens it. */
export async function setCaseState(id: string, state: 'new' | 'closed'): Promise<void> {
  unwrap(await getDatabase().rpc('set_case_state', { case_id: id, state }));
}

/** Says which driver a case is about; shift and vehicle follow from its time. */
export async function setCaseDriver(id: string, driver: string): Promise<void> {
  unwrap(await getDatabase().rpc('set_case_driver', { case_id: id, driver }));
}

/** Deletes the passenger's data of a case; the numbers stay. @throws DataError `not_admin` */
export async function forgetCase(id: string): Promise<void> {
  unwrap(await getDatabase().rpc('forget_case', { case_id: id }));
}
