import { dayAfter, lastDayOf, monthOf } from '../../util/time/month.ts';
import type { ListLocation } from '../parts/section.ts';

export const periodKinds = ['day', 'week', 'month', 'days'] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** A period of days in Chile, as `2026-11-24`, both included. `days` is any number of days. */
export interface Period {
  readonly kind: PeriodKind;
  readonly since: string;
  readonly until: string;
}

/** A report has at most three years. */
const mostDays = 1_095;
const dayMs = 86_400_000;
const earliest = '2000-01-01';

const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function monday(day: string): string {
  // Sunday is 0.
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The period of a kind with this day in it. */
export function periodOf(kind: Exclude<PeriodKind, 'days'>, day: string): Period {
  if (kind === 'day') return { kind, since: day, until: day };
  if (kind === 'week') return { kind, since: monday(day), until: dayAfter(monday(day), 6) };
  return { kind, since: `${monthOf(day)}-01`, until: lastDayOf(monthOf(day)) };
}

/** The period that an address names: by default the month of today. */
export function readPeriod({ filter }: Pick<ListLocation, 'filter'>, today: string): Period {
  const kind = periodKinds.find((each) => each === filter('period')) ?? 'month';
  const since = isDay(filter('from')) ? filter('from') : today;
  if (kind !== 'days') return periodOf(kind, since);
  const until = isDay(filter('until')) && filter('until') >= since ? filter('until') : since;
  const last = dayAfter(since, mostDays - 1);
  return { kind, since, until: until < last ? until : last };
}

/** The filters of the address that name a period. */
export function filtersOf({ kind, since, until }: Period): Readonly<Record<string, string>> {
  return { period: kind === 'month' ? '' : kind, from: since, until: kind === 'days' ? until : '' };
}

/** The number of days of a period. */
export function lengthOf({ since, until }: Period): number {
  return Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1;
}

/** The period beside one; null beyond today or before there were any figures. */
export function neighbour(period: Period, step: -1 | 1, today: string): Period | null {
  const { kind } = period;
  const edge = step < 0 ? dayAfter(period.since, -1) : dayAfter(period.until, 1);
  if (edge > today || edge < earliest) return null;
  if (kind !== 'days') return periodOf(kind, edge);
  const shift = step * lengthOf(period);
  return { kind, since: dayAfter(period.since, shift), until: dayAfter(period.until, shift) };
}
