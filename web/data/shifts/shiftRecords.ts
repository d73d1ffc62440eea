import { endOfChileanDay } from '../../../shared/chile/endOfDay.ts';
import { chileanMoment, chileanMoments } from '../../../shared/chile/time.ts';
import { readRpcPage, type Page, type WantedPage } from '../list/page.ts';
import { withoutControls } from '../list/search.ts';
import type { SortedByFunction } from '../list/sort.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';

/**
 * The states that the list of shifts can be filtered by. `idle` lists active drivers who have begun no shift in the
 * period, or today.
 */
export const shiftStates = ['open', 'idle'] as const;

/** Filters; empty text for none. */
export interface ShiftFilter extends SortedByFunction<'list_shifts_by'> {
  /** A plate, or words of a driver's name and code. */
  readonly search: string;
  /** The id of a driver. */
  readonly driver: string;
  readonly state: (typeof shiftStates)[number] | '';
  /** A day in Chile, as `2026-11-24`. */
  readonly day: string;
  /** A time of that day, as `22:00`. */
  readonly hour: string;
  /** The first day in Chile on which the shifts began, or the drivers without one began none, as `2026-11-24`. */
  readonly from: string;
  /** The last one. */
  readonly until: string;
}

/** A shift as `list_shifts_by` returns it. */
type ListedShift = Known<
  FunctionRow<'list_shifts_by'>,
  {
    /** Null once the driver's record is deleted. */
    readonly driver_id: string | null;
    readonly driver_name: string | null;
    readonly driver_code: string | null;
    readonly driver_phone: string | null;
    /** Null for a driver who has never begun a shift. */
    readonly license_plate: string | null;
    readonly device_name: string | null;
    /** ISO 8601; null for a driver who has never begun a shift. */
    readonly started_at: string | null;
    /** Null while the shift is open. */
    readonly ended_at: string | null;
    /** Open for so long that the driver probably forgot to end it. */
    readonly forgotten: boolean;
  }
>;

/** A shift as the company's office sees it. Names and phone are empty where the person had their data deleted. */
export interface ShiftRecord extends ListedShift {
  /** The end, or the moment when an open shift was read. */
  readonly lasts_until: string;
  /** The row is a driver who has begun no shift, with their last one. */
  readonly idle: boolean;
}

/** The time that a filter asks for. With `began` it keeps the shifts that began in it, else those that touch it. */
interface Span {
  readonly since?: string;
  readonly until?: string;
  readonly began?: boolean;
}

/** The time that a filter asks for: a period, a moment, a day, or none. */
function spanOf({ day = '', hour, from = '', until = '' }: Partial<ShiftFilter>): Span {
  const [first, end] = [chileanMoment(from, '00:00'), endOfChileanDay(until)];
  if (first || end)
    return {
      ...(first && { since: first.toISOString() }),
      ...(end && { until: end.toISOString() }),
      began: true,
    };
  const [since, ...later] = chileanMoments(day, hour || '00:00');
  if (!since) return {};
  // An hour that clocks repeat is asked for from its first pass to its second.
  if (hour) return { since: since.toISOString(), until: (later[0] ?? since).toISOString() };
  // Not the first 23:59: clocks repeat the last hour of the day on which summer ends.
  const next = endOfChileanDay(day) ?? since;
  return { since: since.toISOString(), until: new Date(next.getTime() - 1).toISOString() };
}

/** The arguments of `list_shifts_by` that the filters give. */
function filtersOf(filter: Partial<ShiftFilter>) {
  const { search = '', driver, state, sort = '' } = filter;
  return {
    sort,
    search: withoutControls(search),
    state: state === 'open' ? state : '',
    ...(driver && { driver }),
    ...spanOf(filter),
  };
}

/** Adds to shifts where they end so far. */
function recordsOf(shifts: readonly ListedShift[]): readonly ShiftRecord[] {
  const now = new Date().toISOString();
  return shifts.map((shift) => ({ ...shift, lasts_until: shift.ended_at ?? now, idle: false }));
}

/** A driver as `list_drivers_without_shift_by` returns them, with their last shift. */
type IdleDriver = Known<
  FunctionRow<'list_drivers_without_shift_by'>,
  {
    readonly contact: string | null;
    readonly license_plate: string | null;
    readonly started_at: string | null;
    readonly ended_at: string | null;
  }
>;

async function listIdleDrivers(
  { search = '', from, until, sort = '' }: Partial<ShiftFilter>,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<ShiftRecord>> {
  const wanted = {
    sort,
    search: withoutControls(search),
    ...(from && { since: from }),
    ...(until && { until }),
  };
  const found = await readRpcPage(page, signal, (part) =>
    getDatabase().rpc('list_drivers_without_shift_by', { ...wanted, ...part }),
  );
  const rows = (found.rows as readonly IdleDriver[]).map(({ name, contact, ...driver }) => ({
    ...driver,
    driver_id: driver.id,
    driver_name: name,
    driver_phone: contact,
    device_name: null,
    lasts_until: driver.ended_at ?? '',
    forgotten: false,
    idle: true,
  }));
  return { ...found, rows };
}

/**
 * One page of the shifts that a filter shows, newest first, or of the drivers who began none in it or today, by name, unless a
 * heading sorts them.
 */
export async function listShiftsPage(
  filter: Partial<ShiftFilter>,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<ShiftRecord>> {
  if (filter.state === 'idle') return listIdleDrivers(filter, page, signal);
  const filters = filtersOf(filter);
  const found = await readRpcPage(page, signal, (part) =>
    getDatabase().rpc('list_shifts_by', { ...filters, ...part }),
  );
  return { ...found, rows: recordsOf(found.rows) };
}

/** All shifts that a filter shows, newest first, a thousand at a time, each part below the last row of the one before. */
export async function* readShifts(
  filter: ShiftFilter,
  signal: AbortSignal,
): AsyncGenerator<readonly ShiftRecord[]> {
  const filters = { ...filtersOf(filter), sort: '', per_page: 1_000 };
  let last: ShiftRecord | undefined;
  do {
    const below = last?.started_at ? { before: last.started_at, before_id: last.id } : {};
    const query = getDatabase().rpc('list_shifts_by', { ...filters, ...below });
    const rows = recordsOf(unwrap(await query.abortSignal(signal)));
    yield rows;
    last = rows.at(-1);
  } while (last);
}

/** Whether there is a vehicle, with which a shift could begin, or a shift. */
export async function hasShifts(signal: AbortSignal): Promise<boolean> {
  const any = (table: 'vehicles' | 'shifts') =>
    getDatabase().from(table).select('id').limit(1).abortSignal(signal);
  const found = await Promise.all([any('vehicles'), any('shifts')]);
  return found.some((response) => unwrap(response).length > 0);
}

/**
 * Reverses the end of a shift that the caller has just ended.
 * @throws DataError `driver_on_shift`, `vehicle_in_use` or `shift_end_final` once something came after it; `not_admin`
 */
export async function reopenShift(shift: string): Promise<void> {
  unwrap(await getDatabase().rpc('reopen_shift', { shift }));
}

/**
 * Sets the end of a shift that was forgotten, between its start and its present end, or now.
 * @throws DataError `shift_end_invalid`, `shift_not_found`, `not_admin`
 */
export async function correctShiftEnd(shift: string, end: Date): Promise<void> {
  unwrap(await getDatabase().rpc('correct_shift_end', { shift, ended_at: end.toISOString() }));
}
