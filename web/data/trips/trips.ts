import type { Json } from '../../../shared/database.types.ts';
import { dayAfter } from '../../util/time/month.ts';
import {
  openTripStates,
  type PriceVerdict,
  type TripDirection,
  type TripNeed,
  type TripPayment,
  type TripReason,
  type TripState,
} from '../../../shared/trips.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import { readEveryRow, readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';
import type { FunctionRow } from '../rows.ts';

/** The fields of a trip that the office writes. Days as `2026-11-28` and clocks as `18:30`, both of the company. */
export interface TripRecord {
  readonly state: TripState;
  readonly day: string | null;
  readonly clock: string | null;
  /** The second of two hours with the same name, when summer time ends. */
  readonly second_hour: boolean;
  /** From the airport: the pick-up follows from it and `buffer_minutes`. */
  readonly landing_day: string | null;
  readonly landing_clock: string | null;
  readonly buffer_minutes: number;
  /** The length of the drive; null where nobody knows it. */
  readonly minutes: number | null;
  readonly direction: TripDirection;
  readonly route: string | null;
  readonly flight: string | null;
  readonly people: number;
  readonly bags: number;
  readonly child_ages: readonly number[];
  readonly wheelchair: boolean;
  readonly pesos: number | null;
  readonly price_release: number | null;
  readonly price_check: PriceVerdict | null;
  readonly payment: TripPayment | null;
  readonly language: string;
  readonly agency: string | null;
  readonly voucher: string | null;
  readonly driver_id: string | null;
  readonly vehicle_id: string | null;
  readonly is_external: boolean;
  readonly group_id: string | null;
  readonly source: 'message' | 'office' | 'form';
}

/** Everything personal of a trip, and all its free text. Numbers are in E.164 once stored. */
export interface TripPerson {
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly from_text: string | null;
  readonly to_text: string | null;
  /** The text of the driver's sign, at most 40 characters; null for the surname. */
  readonly sign_text: string | null;
  /** For the driver. */
  readonly note: string | null;
  /** Another company that drives. */
  readonly external_name: string | null;
  readonly external_phone: string | null;
  readonly external_plate: string | null;
  /** As it was pasted. */
  readonly message: string | null;
}

/** A trip as the office sees it: a row of `trip_list`. Times are ISO 8601. */
export interface Trip extends TripRecord, TripPerson {
  readonly id: string;
  /** Five letters, for the telephone. */
  readonly code: string;
  /** Whether it takes its driver's and its vehicle's time. */
  readonly is_live: boolean;
  readonly reason: TripReason | null;
  /** The other day of a trip at night. */
  readonly other_day: string | null;
  readonly pickup_at: string | null;
  readonly told_at: string | null;
  /** The ids of drivers who were told of the trip and have not heard yet that they lost it. */
  readonly untold: readonly string[];
  readonly changed_at: string | null;
  readonly replied_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  /** Fields that a later message says differently. */
  readonly proposal: (Partial<TripRecord & TripPerson> & { readonly at: string }) | null;
  /** Whether the passenger's data have been deleted. */
  readonly is_forgotten: boolean;
  readonly driver_name: string | null;
  readonly driver_phone: string | null;
  readonly license_plate: string | null;
  readonly seats: number | null;
  readonly needs: readonly TripNeed[];
}

/** `open`: has not ended. */
export const tripFilterStates = ['open', 'requested', 'confirmed', 'done', 'no_show', 'cancelled'] as const;

/** Filters; empty text for none. */
export interface TripFilter extends SortedList<'trip_list'> {
  readonly search: string;
  /** The day, as `2026-11-28`, with the nights that begin or end on it. Without one: today and later, in a search also the month before. */
  readonly day: string;
  readonly state: (typeof tripFilterStates)[number] | '';
  readonly need: TripNeed | '';
  /** The id of a driver, or `none` for the trips without one. */
  readonly driver: string;
  readonly agency: string;
  /** The first day, for the statement of a span. */
  readonly from: string;
  readonly until: string;
}

/** A trip that has ended can have these needs. */
const lastingNeeds: ReadonlySet<TripNeed> = new Set(['proposal', 'changed', 'no_show', 'late_tap']);

type FixedFilter = Pick<
  TripFilter,
  'search' | 'day' | 'state' | 'need' | 'driver' | 'agency' | 'from' | 'until'
>;

/** The days before today in which a search looks, where no span is chosen. */
const searchedDays = 31;

function filteredTrips(
  { search, day, state, need, driver, agency, from, until }: FixedFilter,
  today: string,
) {
  // A filter on `needs` would compute every need of every open trip.
  let query = need
    ? getDatabase().rpc('trips_in_need', { need }, { count: 'exact' }).select('*')
    : getDatabase().from('trip_list').select('*', { count: 'exact' });
  for (const words of searchFilters(search, 'trip_list')) query = query.or(words);
  if (day) query = query.or(`day.eq.${day},other_day.eq.${day}`);
  if (state === 'open') query = query.in('state', openTripStates);
  else if (state) query = query.eq('state', state);
  if (driver === 'none') query = query.is('driver_id', null).eq('is_external', false);
  else if (driver) query = query.eq('driver_id', driver);
  if (agency) query = query.eq('agency', agency);
  if (from) query = query.gte('day', from);
  if (until) query = query.lte('day', until);
  if (need && !lastingNeeds.has(need) && !state) query = query.in('state', openTripStates);
  if (day || from || until || (need && need !== 'changed')) return query;
  // A request whose message could not be read has no day yet; a night that began yesterday is not over. Earlier passengers
  // are deleted: a search that reads their trips is one of a span.
  const first = search ? dayAfter(today, -searchedDays) : today;
  query = query.or(`day.gte.${first},other_day.gte.${first},day.is.null`);
  return query;
}

/** One page of the trips that a filter shows, by day and hour; requests without a day come first. @param today as `2026-11-28` */
export function listTripsPage(
  { sort, ...filter }: TripFilter,
  page: WantedPage,
  signal: AbortSignal,
  today: string,
): Promise<Page<Trip>> {
  return readPage<Trip>(page, async (first, last) => {
    const query = sorted(filteredTrips(filter, today), sort === undefined ? {} : { sort })
      .order('day', { nullsFirst: true })
      .order('clock')
      .order('id');
    const response = await query.range(first, last).abortSignal(signal);
    return { ...response, data: response.data as Trip[] | null };
  });
}

/** All trips of a day, with the nights that begin or end on it, by hour: for the board and what is printed. */
export function tripsOfDay(day: string, signal: AbortSignal): Promise<readonly Trip[]> {
  return readEveryRow<Trip>(async (from, to) => {
    const response = await getDatabase()
      .from('trip_list')
      .select('*', { count: 'exact' })
      .or(`day.eq.${day},other_day.eq.${day}`)
      .order('pickup_at')
      .order('id')
      .range(from, to)
      .abortSignal(signal);
    return { ...response, data: response.data as Trip[] | null };
  });
}

/** @returns null when the trip is gone */
export async function getTrip(id: string, signal?: AbortSignal): Promise<Trip | null> {
  const query = getDatabase().from('trip_list').select('*').eq('id', id);
  const [found] = unwrap(await (signal ? query.abortSignal(signal) : query));
  return (found as Trip | undefined) ?? null;
}

/** @param code as the panel shows it @returns null when no trip has it */
export async function tripOfCode(code: string, signal?: AbortSignal): Promise<Trip | null> {
  const query = getDatabase().from('trip_list').select('*').eq('code', code);
  const [found] = unwrap(await (signal ? query.abortSignal(signal) : query));
  return (found as Trip | undefined) ?? null;
}

/** The last trip of a telephone number, for the next booking of its passenger. @param phone in E.164 */
export async function lastTripOf(phone: string, signal: AbortSignal): Promise<Trip | null> {
  const query = getDatabase().from('trip_list').select('*').eq('phone', phone);
  // A request that could not be read has no day, and nothing that a booking could begin with.
  const byDay = query.order('day', { ascending: false, nullsFirst: false });
  const [found] = unwrap(await byDay.limit(1).abortSignal(signal));
  return (found as Trip | undefined) ?? null;
}

/** The trips with this voucher of an agency besides one of them: the other way, a second vehicle, or a mistake. */
export async function tripsOfVoucher(
  { agency, voucher, id }: Pick<Trip, 'agency' | 'voucher' | 'id'>,
  signal: AbortSignal,
): Promise<readonly Trip[]> {
  if (agency === null || voucher === null) return [];
  const query = getDatabase().from('trip_list').select('*').eq('voucher', voucher).eq('agency', agency);
  const rows: readonly object[] = unwrap(await query.neq('id', id).order('day').limit(5).abortSignal(signal));
  return rows as readonly Trip[];
}

/** The agencies of the trips of the last quarter and later, for the suggestions. @param today as `2026-11-28` */
export async function tripAgencies(today: string, signal: AbortSignal): Promise<readonly string[]> {
  const rows = unwrap(
    await getDatabase()
      .from('trips')
      .select('agency')
      .not('agency', 'is', null)
      .gte('day', dayAfter(today, -90))
      .limit(1000)
      .abortSignal(signal),
  );
  return [...new Set(rows.flatMap(({ agency }) => agency ?? []))].sort((a, b) => a.localeCompare(b));
}

/** The columns of `trip_people`. */
const personColumns: ReadonlySet<string> = new Set<keyof TripPerson | 'proposal'>([
  'name',
  'phone',
  'email',
  'from_text',
  'to_text',
  'sign_text',
  'note',
  'external_name',
  'external_phone',
  'external_plate',
  'message',
  'proposal',
]);

export interface TripChange {
  readonly values?: Partial<TripRecord & TripPerson & { readonly proposal: null }>;
  /** Needed for a step back and for an end without a passenger. */
  readonly reason?: TripReason;
  /** The ids of trips that driver or vehicle may overlap with. */
  readonly allowed?: readonly string[];
}

/** The answer of `save_trip`: the row without the passenger. */
export type SavedTrip = Pick<Trip, 'id' | 'code' | 'version' | 'state' | 'day' | 'pickup_at'>;

async function save(trip: string, version: number | null, change: TripChange): Promise<SavedTrip> {
  const { values = {}, reason, allowed = [] } = change;
  const columns = Object.entries<unknown>(values);
  const columnsOf = (isPersonal: boolean) =>
    Object.fromEntries(columns.filter(([name]) => personColumns.has(name) === isPersonal)) as Json;
  const saved = await getDatabase().rpc('save_trip', {
    trip,
    fields: columnsOf(false),
    person: columnsOf(true),
    allowed: [...allowed],
    ...(version !== null && { version }),
    ...(reason && { reason }),
  });
  return unwrap(saved) as SavedTrip;
}

/** Adds a trip; the same id twice is one trip. */
export function addTrip(id: string, change: TripChange): Promise<SavedTrip> {
  return save(id, null, change);
}

/**
 * Changes a trip.
 * @throws DataError `edit_conflict`; `overlap` with the other trip's code in `details`; `reason_required`; `no_such_time`
 */
export function changeTrip(
  { id, version }: Pick<Trip, 'id' | 'version'>,
  change: TripChange,
): Promise<SavedTrip> {
  return save(id, version, change);
}

export type TripDriver = FunctionRow<'trip_drivers'>;
export type TripVehicle = FunctionRow<'trip_vehicles'>;

/** The active drivers for a trip, the free ones first, with the vehicle that each would take and the reasons against them. */
export async function tripDrivers(trip: string, signal: AbortSignal): Promise<readonly TripDriver[]> {
  return unwrap(await getDatabase().rpc('trip_drivers', { trip }).abortSignal(signal));
}

/** The vehicles for a trip, the free ones first, with the reasons against each. */
export async function tripVehicles(trip: string, signal: AbortSignal): Promise<readonly TripVehicle[]> {
  return unwrap(await getDatabase().rpc('trip_vehicles', { trip }).abortSignal(signal));
}

export type TripEvent = FunctionRow<'trip_timeline'>;

export async function tripTimeline(trip: string, signal: AbortSignal): Promise<readonly TripEvent[]> {
  return unwrap(await getDatabase().rpc('trip_timeline', { trip }).abortSignal(signal));
}

/** A driver who is told of trips. */
export interface ToldDriver {
  readonly id: string;
  readonly name: string;
  /** A telephone number, in E.164 where we recognise it. */
  readonly contact: string | null;
}

/** The drivers of trips, by name. */
export async function driversToTell(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ToldDriver[]> {
  const query = getDatabase()
    .from('drivers')
    .select('id,name,contact')
    .in('id', [...ids]);
  return unwrap(await query.order('name').abortSignal(signal));
}

/** Notes that WhatsApp was opened for a driver with these trips. */
export async function tellTrips(driver: string, trips: readonly Pick<Trip, 'id'>[]): Promise<void> {
  unwrap(await getDatabase().rpc('tell_trips', { driver, trips: trips.map(({ id }) => id) }));
}

/** Notes that the reply to the passenger was opened. */
export async function noteTripReply(trip: string): Promise<void> {
  unwrap(await getDatabase().rpc('note_trip_reply', { trip }));
}

/** Deletes at once who travels. Administrators only. */
export async function forgetTrip(trip: string): Promise<void> {
  unwrap(await getDatabase().rpc('forget_trip', { trip }));
}

/** A message as `take_messages` takes it. */
export interface TakenMessage {
  /** From which the id of the trip follows: the id in the message, or its sender and code. */
  readonly key: string;
  /** By which the same message is known. */
  readonly text: string;
  readonly fields: Partial<TripRecord>;
  readonly person: Partial<TripPerson>;
}

export const messageOutcomes = ['added', 'proposed', 'known', 'past'] as const;
type MessageOutcome = (typeof messageOutcomes)[number];

/** The outcome of one message. `id` and `code` are of the trip; null code for a message that made none. */
export interface TakenTrip {
  /** From 1, in the order of the messages. */
  readonly place: number;
  readonly outcome: MessageOutcome;
  readonly id: string;
  readonly code: string | null;
}

/** Takes pasted messages, at most 1,000 at once. */
export async function takeMessages(messages: readonly TakenMessage[]): Promise<readonly TakenTrip[]> {
  const taken = unwrap(await getDatabase().rpc('take_messages', { messages: messages as unknown as Json }));
  return taken as unknown as readonly TakenTrip[];
}

/** Those of these ids that drivers or vehicles have still. */
export async function existingMembers(
  table: 'drivers' | 'vehicles',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = unwrap(
    await getDatabase()
      .from(table)
      .select('id')
      .in('id', [...new Set(ids)]),
  );
  return new Set(rows.map(({ id }) => id));
}
