import type { Route } from '../../../shared/content/content.ts';
import type { TripFigures, TripReportPart } from '../../data/trips/tripReport.ts';
import type { report as words } from '../../i18n/es/fleet/report.ts';
import type { CaseFigures, Report, ReportTotals } from '../../data/company/report.ts';
import type { UsageName } from '../../../shared/usage.ts';

/** A figure of the period and of the one before; null where there is nothing to divide. */
export interface Compared {
  readonly now: number | null;
  readonly before: number | null;
}

const divided = (amount: number, count: number) => (count === 0 ? null : amount / count);

const sumOf = (cases: readonly CaseFigures[], figure: (each: CaseFigures) => number) =>
  cases.reduce((sum, each) => sum + figure(each), 0);

const secondsPerHour = 3_600;

/** The mean stars of some reviews, 1 to 5. */
export function averageOf({ stars, reviews }: Pick<ReportTotals, 'stars' | 'reviews'>): number | null {
  return divided(stars, reviews);
}

/** Hours to the first answer, of answered cases. */
export function answerHours({ answered, answer_seconds: seconds }: CaseFigures): number | null {
  return divided(seconds / secondsPerHour, answered);
}

/** The totals of the report, by name: hours, shares from 0 to 1, and counts. */
export function totalsOf({ now, before }: Pick<Report, 'now' | 'before'>) {
  const of = (figure: (totals: ReportTotals) => number | null): Compared => ({
    now: figure(now),
    before: figure(before),
  });
  return {
    reviews: of(({ reviews }) => reviews),
    average: of(averageOf),
    lowShare: of(({ low, reviews }) => divided(low, reviews)),
    cases: of(({ cases }) => sumOf(cases, (each) => each.cases)),
    answerHours: of(({ cases }) =>
      divided(
        sumOf(cases, (each) => each.answer_seconds) / secondsPerHour,
        sumOf(cases, (each) => each.answered),
      ),
    ),
    shifts: of(({ shifts }) => shifts),
    hours: of(({ shift_seconds: seconds }) => seconds / secondsPerHour),
    devices: of(({ devices }) => devices),
  };
}
export type TotalName = keyof ReturnType<typeof totalsOf>;

/** A kind of cases in the period, and the number in the one before. */
export interface ComparedCases extends CaseFigures {
  readonly before: number;
}

/** The kinds with cases in either period, the most frequent first. */
export function casesOf({ now, before }: Report): readonly ComparedCases[] {
  const earlier = new Map(before.cases.map((each) => [each.kind, each.cases]));
  const current = now.cases.map((each) => ({ ...each, before: earlier.get(each.kind) ?? 0 }));
  const gone = before.cases
    .filter(({ kind }) => !now.cases.some((each) => each.kind === kind))
    .map(({ kind, cases }) => ({ kind, cases: 0, answered: 0, answer_seconds: 0, before: cases }));
  return [...current, ...gone];
}

/** How often something was used. */
export interface UsageFigures {
  readonly name: UsageName;
  readonly uses: number;
  readonly before: number;
  /** The uses of the period, the most frequent language first. */
  readonly languages: readonly { readonly language: string; readonly uses: number }[];
}

/** The names with uses in either period, the most used first. */
export function usageOf({ now, before }: Report): readonly UsageFigures[] {
  const names = new Set([...now.usage, ...before.usage].map(({ name }) => name));
  const usesOf = (usage: ReportTotals['usage'], name: UsageName) =>
    usage.filter((each) => each.name === name);
  const sum = (usage: ReportTotals['usage']) => usage.reduce((total, { uses }) => total + uses, 0);
  return [...names]
    .map((name) => {
      const own = usesOf(now.usage, name);
      const languages = own
        .map(({ language, uses }) => ({ language, uses }))
        .sort((a, b) => b.uses - a.uses || a.language.localeCompare(b.language));
      return { name, uses: sum(own), before: sum(usesOf(before.usage, name)), languages };
    })
    .sort((a, b) => b.uses - a.uses || a.name.localeCompare(b.name));
}

/** Whether neither period has anything to report. */
export function isEmpty({ now, before, idle, expiring }: Report): boolean {
  const has = ({ reviews, shifts, devices, cases, usage }: ReportTotals) =>
    reviews + shifts + devices + cases.length + usage.length > 0;
  return !has(now) && !has(before) && idle === null && expiring.count === 0;
}

/** The parts of the trips' figures that the page and the file have, in their order. */
export const shownTripParts = [
  'driver',
  'route',
  'agency',
  'method',
] as const satisfies readonly TripReportPart[];

/** The name of the driver, the route, the agency or the way of paying that figures of trips are about. */
export function nameOfTrips(
  { part, id, name }: TripFigures,
  { trips: t, deleted }: typeof words,
  routes: readonly Route[],
): string {
  if (part === 'method') return t.methods[id as keyof typeof t.methods];
  if (part === 'route') return routes.find((route) => route.id === id)?.name.es ?? id;
  return name ?? deleted;
}
