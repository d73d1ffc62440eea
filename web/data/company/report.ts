import type { CaseKind } from '../../../shared/cases.ts';
import type { ReviewReason } from '../../../shared/reviews.ts';
import type { UsageName } from '../../../shared/usage.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { Composite, Known } from '../rows.ts';

/** The cases of a kind that arrived in a period; `answer_seconds` to the first answer, of all answered ones together. */
export type CaseFigures = Known<Composite<'report_cases'>, { readonly kind: CaseKind }>;

/** The company's totals of a period. `stars` of all reviews together; `low` for three stars or fewer. */
export type ReportTotals = Known<
  Composite<'report_totals'>,
  {
    readonly reasons: Readonly<Record<ReviewReason, number>>;
    /** The devices on the day with the most. */
    readonly devices: number;
    readonly cases: readonly CaseFigures[];
    readonly usage: readonly Known<Composite<'report_usage'>, { readonly name: UsageName }>[];
  }
>;

/** The reviews of a driver or a vehicle. */
export type ReportSubject = Known<
  Composite<'report_subject'>,
  {
    /** The driver's name, or the plate; null once the record is deleted. */
    readonly name: string | null;
    readonly code: string | null;
  }
>;

/** A day, a week or a month of the curve, by its first day, as `2026-11-24`. */
export type ReportPoint = Known<Composite<'report_point'>, object>;

/** The report of a period beside the one before. Days are days in Chile. */
export type Report = Known<
  Composite<'report'>,
  {
    readonly now: ReportTotals;
    readonly before: ReportTotals;
    readonly curve: readonly ReportPoint[];
    /** Those with the most low reviews, ten at most. */
    readonly drivers: readonly ReportSubject[];
    readonly vehicles: readonly ReportSubject[];
    /** Active drivers who began no shift, ten of them by name; null for a company without vehicles. */
    readonly idle: Known<
      Composite<'report_idle'>,
      { readonly rows: readonly Known<Composite<'report_driver'>, object>[] }
    > | null;
    /** Documents that expire next month, which is a text as `2026-12`. */
    readonly expiring: Known<Composite<'report_expiry'>, object>;
  }
>;

/**
 * The report of a period, both days included, in one round trip.
 * @throws DataError `not_admin`, `validation_failed`
 */
export async function loadReport(since: string, until: string, signal: AbortSignal): Promise<Report> {
  const found = await getDatabase().rpc('report', { since, until }).abortSignal(signal);
  return unwrap(found) as Report;
}
