import type { CaseKind } from '../../../shared/cases.ts';
import type { ReviewReason } from '../../../shared/reviews.ts';
import type { UsageName } from '../../../shared/usage.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

/** The cases of a kind that arrived in a period. */
export interface CaseFigures {
  readonly kind: CaseKind;
  readonly cases: number;
  readonly answered: number;
  /** The seconds to the first answer, of all answered cases together. */
  readonly answer_seconds: number;
}

/** The company's totals of a period. */
export interface ReportTotals {
  readonly reviews: number;
  /** The stars of all reviews together. */
  readonly stars: number;
  /** Reviews of three stars or fewer. */
  readonly low: number;
  readonly reasons: Readonly<Record<ReviewReason, number>>;
  readonly shifts: number;
  readonly shift_seconds: number;
  /** The devices on the day with the most. */
  readonly devices: number;
  readonly cases: readonly CaseFigures[];
  readonly usage: readonly { readonly name: UsageName; readonly language: string; readonly uses: number }[];
}

/** The reviews of a driver or a vehicle. */
export interface ReportSubject {
  readonly id: string;
  /** The driver's name, or the plate; null once the record is deleted. */
  readonly name: string | null;
  readonly code: string | null;
  readonly reviews: number;
  readonly stars: number;
  readonly low: number;
  readonly reviews_before: number;
  readonly stars_before: number;
  readonly low_before: number;
}

/** A day, a week or a month of the curve. */
export interface ReportPoint {
  /** The first day, as `2026-11-24`. */
  readonly day: string;
  readonly reviews: number;
  readonly stars: number;
  readonly low: number;
  readonly shift_seconds: number;
}

/** The report of a period beside the one before. Days are days in Chile. */
export interface Report {
  readonly since: string;
  readonly until: string;
  readonly since_before: string;
  readonly until_before: string;
  readonly now: ReportTotals;
  readonly before: ReportTotals;
  readonly curve: readonly ReportPoint[];
  /** Those with the most low reviews, ten at most. */
  readonly drivers: readonly ReportSubject[];
  readonly vehicles: readonly ReportSubject[];
  /** Active drivers who began no shift, ten of them by name; null for a company without vehicles. */
  readonly idle: {
    readonly count: number;
    readonly rows: readonly { readonly id: string; readonly name: string; readonly code: string }[];
  } | null;
  /** Documents that expire next month, which is a text as `2026-12`. */
  readonly expiring: { readonly month: string; readonly count: number };
}

/**
 * The report of a period, both days included, in one round trip.
 * @throws DataError `not_admin`, `validation_failed`
 */
export async function loadReport(since: string, until: string, signal: AbortSignal): Promise<Report> {
  const found = await getDatabase().rpc('report', { since, until }).abortSignal(signal);
  return unwrap(found) as unknown as Report;
}
