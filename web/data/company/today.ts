import type { CaseKind } from '../../../shared/cases.ts';
import type { RightsKind } from '../../../shared/rights.ts';
import type { TripNeed } from '../../../shared/trips.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

/** A driver; times are ISO 8601 everywhere. */
export interface TodayDriver {
  readonly id: string;
  readonly name: string;
  readonly plate: string | null;
  readonly code: string;
  readonly since?: string;
}

export interface TodayReview {
  readonly id: string;
  /** Null for a driver whose record was deleted; the name too. */
  readonly driver_id: string | null;
  readonly name: string | null;
  readonly rating: number;
  readonly comment: string | null;
  readonly since: string;
}

export interface TodayDevice {
  readonly id: string;
  /** Empty until somebody names it. */
  readonly name: string;
  readonly driver: string;
  readonly plate: string | null;
  readonly since: string;
  readonly in_shift?: boolean;
  /** In per cent. */
  readonly battery?: number;
  readonly release?: number;
}

export interface TodayDocument {
  readonly id: string;
  /** Null for the document of a vehicle, and `vehicle_id` for that of a driver. */
  readonly driver_id: string | null;
  readonly vehicle_id: string | null;
  /** The driver's name; null for the document of a vehicle, which `plate` names. */
  readonly name: string | null;
  readonly plate: string | null;
  readonly kind: string;
  readonly since?: string;
  /** `2026-11-30` */
  readonly expires_on?: string;
  /** Days left; negative once it has expired. */
  readonly days?: number;
}

export interface TodayOwner {
  readonly id: string;
  readonly owner: 'driver' | 'vehicle';
  readonly name: string | null;
  readonly plate: string | null;
  readonly since: string;
  /** The kinds that are missing: each of a vehicle's, one of a driver's. */
  readonly kinds: readonly string[];
}

export interface TodayOperation {
  readonly id: string;
  readonly since: string;
  readonly succeeded_at: string | null;
  readonly reason: string | null;
}

/** A request about personal data whose deadline, a day in Chile, is near. */
export interface TodayRequest {
  readonly id: string;
  readonly number: string;
  readonly kind: RightsKind;
  readonly due_on: string;
}

/** A case that waits for a reply until a day in Chile. */
export interface TodayCase {
  readonly id: string;
  readonly number: string;
  readonly kind: CaseKind;
  readonly due_on: string;
}

/** The draft of the content while it differs from the newest release. */
export interface TodayDraft {
  readonly version: number;
  /** The number of the newest release. */
  readonly release: number;
  /** The last save. */
  readonly since: string;
  /** The address or number of the account that saved it; null for one that was deleted. */
  readonly by: string | null;
}

/** A trip that needs somebody. */
export interface TodayTrip {
  readonly id: string;
  readonly code: string;
  /** As `2026-11-30`; null, as the clock, for a message that could not be read. */
  readonly day: string | null;
  readonly clock: string | null;
  /** Null once the passenger's data are deleted, and for one without a name. */
  readonly name: string | null;
  readonly driver: string | null;
}

/** The needs of trips that Hoy counts. */
export type TodayNeed = Exclude<TripNeed, 'tight' | 'seats'>;

interface LineRows extends Readonly<Record<`trip_${TodayNeed}`, TodayTrip>> {
  waiting: TodayDriver;
  photos: TodayDriver;
  reviews: TodayReview;
  offline: TodayDevice;
  battery: TodayDevice;
  release: TodayDevice;
  unverified: TodayDocument;
  expired: TodayDocument;
  expiring: TodayDocument;
  missing: TodayOwner;
  mail: TodayOperation;
  backup: TodayOperation;
  rights: TodayRequest;
  draft: TodayDraft;
}

/** The cases that wait for a reply. */
export interface CaseLine {
  readonly id: 'cases';
  readonly count: number;
  /** Those of them whose deadline has passed. */
  readonly late: number;
  readonly rows: readonly TodayCase[];
}

/** Something that needs the office: how often, and the first five. */
export type TodayLine =
  | CaseLine
  | {
      [Id in keyof LineRows]: {
        readonly id: Id;
        readonly count: number;
        readonly rows: readonly LineRows[Id][];
      };
    }[keyof LineRows];
export type TodayLineId = TodayLine['id'];

/** Drivers in a shift or without: how many, and the first five. */
export interface TodayShifts {
  readonly count: number;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly plate: string | null;
    readonly since: string | null;
  }[];
}

/** Whether each first step is done. */
export interface TodaySteps {
  /** `number` as in the draft, empty without one; `tried`: somebody has opened its chat. */
  readonly company: { readonly name: boolean; readonly number: string; readonly tried: boolean };
  readonly prices: boolean;
  readonly claims: boolean;
  readonly vehicles: boolean;
  readonly drivers: boolean;
  readonly devices: boolean;
  readonly policy: boolean;
}

export interface Today {
  readonly steps: TodaySteps;
  /** Null for a company without vehicles. */
  readonly shifts: { readonly on: TodayShifts; readonly off: TodayShifts } | null;
  /** Null once everything is published. */
  readonly draft: TodayDraft | null;
  /** How many trips need a hand, each once whatever its lines; null for a company without any. */
  readonly trips: number | null;
  /** None on a good day. */
  readonly lines: readonly TodayLine[];
}

/** The company's day, in one round trip. @throws DataError `not_admin` */
export async function loadToday(signal: AbortSignal): Promise<Today> {
  return unwrap(await getDatabase().rpc('today').abortSignal(signal)) as unknown as Today;
}

/** Notes for the whole company that its WhatsApp number was tried, or that it has no vehicles. @throws DataError `not_admin` */
export async function settleFirstStep(step: 'whatsapp' | 'vehicles', value = ''): Promise<void> {
  unwrap(await getDatabase().rpc('settle_first_step', { step, value }));
}

/** The cases that wait for a reply: how many, how many of them are late, and the first five by their deadline. */
export type DueCases = Omit<CaseLine, 'id'>;

const mostDueRows = 5;

/**
 * The cases that wait for a reply and are not held back. A passenger's further message makes a case new again, so the state
 * `new` covers those too.
 * @param today in Chile, as `2026-12-01`
 */
export async function readDueCases(today: string, signal: AbortSignal): Promise<DueCases> {
  const waiting = getDatabase()
    .from('case_list')
    .select('id,number,kind,due_on', { count: 'exact' })
    .eq('state', 'new')
    .eq('is_held', false);
  const response = await waiting.order('due_on').order('id').limit(mostDueRows).abortSignal(signal);
  const rows = unwrap(response) as TodayCase[];
  const count = response.count ?? rows.length;
  const late = rows.filter(({ due_on: due }) => due < today).length;
  // Late cases come first: a second request is needed only where they fill all the rows.
  const isWhole = late < rows.length || count === rows.length;
  return { rows, count, late: isWhole ? late : await countLateCases(today, signal) };
}

async function countLateCases(today: string, signal: AbortSignal): Promise<number> {
  const query = getDatabase().from('case_list').select('id', { count: 'exact', head: true });
  const late = query.eq('state', 'new').eq('is_held', false).lt('due_on', today);
  const response = await late.abortSignal(signal);
  unwrap(response);
  return response.count ?? 0;
}

/** The open requests about personal data whose deadline is this day or earlier, the most urgent first. @param until as `2026-12-01` */
export async function rightsDueBy(until: string, signal: AbortSignal): Promise<readonly TodayRequest[]> {
  const query = getDatabase()
    .from('rights_request_list')
    .select('id,number,kind,due_on')
    .eq('is_closed', false)
    .lte('due_on', until);
  return unwrap(await query.order('due_on').order('id').abortSignal(signal)) as TodayRequest[];
}
