import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Route } from '../../../shared/content/content.ts';
import { reviewReasons } from '../../../shared/reviews.ts';
import type { Report, ReportSubject } from '../../data/company/report.ts';
import type { TripFigures } from '../../data/trips/tripReport.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';
import {
  averageOf,
  casesOf,
  nameOfTrips,
  shownTripParts,
  totalsOf,
  usageOf,
  type TotalName,
} from './figures.ts';

/** A figure of the file: its part of the report, its name, and both periods; null without a value. */
export interface ReportLine {
  readonly part: string;
  readonly name: string;
  readonly now: number | null;
  readonly before: number | null;
  readonly decimals: number;
}

/** Averages, shares and hours have decimals. */
const decimals: Readonly<Partial<Record<TotalName, number>>> = {
  average: 2,
  lowShare: 3,
  answerHours: 1,
  hours: 1,
};

/**
 * The figures of the report and of the trips of its period as lines of a file, in Spanish like every file.
 * @param routes those whose names the file has
 */
export async function linesOf(
  report: Report,
  trips: readonly TripFigures[],
  routes: readonly Route[],
): Promise<readonly ReportLine[]> {
  const t = await loadNamespace('report', 'es');
  const { kinds } = await loadNamespace('cases', 'es');
  const { words } = await loadNamespace('reasons', 'es');
  const whole = (part: string, name: string, now: number, before: number | null): ReportLine => ({
    part,
    name,
    now,
    before,
    decimals: 0,
  });
  const totals = Object.entries(totalsOf(report)).map(([name, figure]) => ({
    part: t.columns.total,
    name: t.totals[name as TotalName],
    ...figure,
    decimals: decimals[name as TotalName] ?? 0,
  }));
  const subjectLines = (part: string, subject: ReportSubject, name: string): readonly ReportLine[] => [
    whole(part, `${name}: ${t.columns.reviews}`, subject.reviews, subject.reviews_before),
    {
      part,
      name: `${name}: ${t.columns.average}`,
      now: averageOf(subject),
      before: averageOf({ stars: subject.stars_before, reviews: subject.reviews_before }),
      decimals: 2,
    },
    whole(part, `${name}: ${t.columns.low}`, subject.low, subject.low_before),
  ];
  const tripLines = (part: string, each: TripFigures): readonly ReportLine[] => {
    const { trips: counted, noShows, pesos } = t.trips.columns;
    const name = nameOfTrips(each, t, routes);
    // A trip that nobody took has no way of paying.
    const missed = each.part === 'method' ? [] : [whole(part, `${name}: ${noShows}`, each.no_shows, null)];
    return [
      whole(part, `${name}: ${counted}`, each.trips, null),
      ...missed,
      whole(part, `${name}: ${pesos}`, each.pesos, null),
    ];
  };
  return [
    ...totals,
    ...reviewReasons.map((reason) =>
      whole(t.titles.reasons, words[reason], report.now.reasons[reason], report.before.reasons[reason]),
    ),
    ...report.drivers.flatMap((each) => subjectLines(t.titles.driver, each, each.name ?? t.deleted)),
    ...report.vehicles.flatMap((each) =>
      subjectLines(t.titles.vehicle, each, each.name === null ? t.deleted : plateInPairs(each.name)),
    ),
    ...shownTripParts.flatMap((part) =>
      trips.filter((each) => each.part === part).flatMap((each) => tripLines(t.trips.titles[part], each)),
    ),
    ...casesOf(report).map(({ kind, cases, before }) => whole(t.titles.cases, kinds[kind], cases, before)),
    ...usageOf(report).map(({ name, uses, before }) => whole(t.titles.usage, t.used[name], uses, before)),
  ];
}

/** A file of the report. */
export const reportCells: FileCells<ReportLine> = {
  parte: ({ part }) => part,
  cifra: ({ name }) => name,
  período: ({ now, decimals: digits }) => csvNumber(now, digits),
  'período anterior': ({ before, decimals: digits }) => csvNumber(before, digits),
};
