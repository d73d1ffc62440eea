import { plateInPairs } from '../../../shared/chile/plate.ts';
import { reviewReasons } from '../../../shared/reviews.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { Report, ReportSubject } from '../../data/company/report.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { sectionAddress } from '../parts/section.ts';
import { answerHours, averageOf, casesOf, usageOf, nameOfTrips, shownTripParts } from './figures.ts';
import { FigureLink, FigurePart } from './FigureTable.tsx';
import { casesAddress, reviewsAddress, shiftsAddress } from './links.ts';
import { useFigureFormat } from './useFigureFormat.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import type { TripFigures } from '../../data/trips/tripReport.ts';
import { useTripReport } from './useTripReport.ts';

interface PartProps {
  readonly report: Report;
}

/** How often passengers gave each reason, the most frequent first. */
export function ReasonTable({ report }: PartProps) {
  const t = useNamespace('report');
  const { words } = useNamespace('reasons');
  const { count } = useFigureFormat();
  const { now, before } = report;
  const highest = Math.max(1, ...Object.values(now.reasons));
  const given = reviewReasons
    .filter((reason) => now.reasons[reason] + before.reasons[reason] > 0)
    .sort((a, b) => now.reasons[b] - now.reasons[a]);
  return (
    <FigurePart
      title={t.titles.reasons}
      empty={t.none.reasons}
      columns={[t.columns.reason, t.columns.count, t.columns.before]}
      rows={given.map((reason) => ({
        id: reason,
        name: <FigureLink address={reviewsAddress(report, { reason })}>{words[reason]}</FigureLink>,
        cells: [count(now.reasons[reason]), count(before.reasons[reason])],
        share: now.reasons[reason] / highest,
      }))}
    />
  );
}

/** The drivers or vehicles with the most low reviews, beside the period before. */
export function SubjectTable({ report, kind }: PartProps & { readonly kind: 'driver' | 'vehicle' }) {
  const t = useNamespace('report');
  const { count, rating } = useFigureFormat();
  const subjects = kind === 'driver' ? report.drivers : report.vehicles;
  const nameOf = ({ name }: ReportSubject) => {
    if (name === null) return t.deleted;
    return kind === 'vehicle' ? plateInPairs(name) : name;
  };
  const averageBefore = ({ stars_before: stars, reviews_before: reviews }: ReportSubject) =>
    rating(averageOf({ stars, reviews }));
  return (
    <FigurePart
      title={t.titles[kind]}
      empty={t.none.reviews}
      columns={[t.columns[kind], t.columns.reviews, t.columns.average, t.columns.before, t.columns.low]}
      rows={subjects.map((subject) => ({
        id: subject.id,
        name: (
          <FigureLink address={reviewsAddress(report, { [kind]: subject.id })}>{nameOf(subject)}</FigureLink>
        ),
        cells: [
          count(subject.reviews),
          rating(averageOf(subject)),
          averageBefore(subject),
          <FigureLink key="low" address={reviewsAddress(report, { [kind]: subject.id, stars: 'low' })}>
            {count(subject.low)}
          </FigureLink>,
        ],
      }))}
    />
  );
}

/** Cases by kind, with the time to the first answer. */
export function CaseTable({ report }: PartProps) {
  const t = useNamespace('report');
  const { kinds } = useNamespace('cases');
  const { count, hours } = useFigureFormat();
  return (
    <FigurePart
      title={t.titles.cases}
      empty={t.none.cases}
      columns={[t.columns.kind, t.columns.count, t.columns.before, t.columns.answered]}
      rows={casesOf(report).map((each) => ({
        id: each.kind,
        name: <FigureLink address={casesAddress(report, { kind: each.kind })}>{kinds[each.kind]}</FigureLink>,
        cells: [
          count(each.cases),
          count(each.before),
          <FigureLink key="answered" address={casesAddress(report, { kind: each.kind, state: 'replied' })}>
            {`${count(each.answered)} · ${hours(answerHours(each))}`}
          </FigureLink>,
        ],
      }))}
    />
  );
}

/** The active drivers without a shift; nothing for a company without vehicles. */
export function IdleTable({ report }: PartProps) {
  const t = useNamespace('report');
  const { count } = useFigureFormat();
  const { idle } = report;
  if (!idle) return null;
  const rest = idle.count - idle.rows.length;
  return (
    <FigurePart
      title={t.idle}
      empty={t.none.idle}
      columns={[t.columns.driver, t.columns.code]}
      rows={idle.rows.map(({ id, name, code }) => ({
        id,
        name: <FigureLink address={sectionAddress('shifts', { driver: id })}>{name}</FigureLink>,
        cells: [code],
      }))}
    >
      {rest > 0 && (
        <FigureLink address={shiftsAddress(report, { state: 'idle' })} className="text-small">
          {t.more(count(rest))}
        </FigureLink>
      )}
    </FigurePart>
  );
}

/** How often passengers opened each panel and used WhatsApp, by language. */
export function UsageTable({ report }: PartProps) {
  const t = useNamespace('report');
  const { count } = useFigureFormat();
  const usage = usageOf(report);
  const highest = Math.max(1, ...usage.map(({ uses }) => uses));
  return (
    <FigurePart
      title={t.titles.usage}
      empty={t.none.usage}
      columns={[t.columns.used, t.columns.times, t.columns.before]}
      rows={usage.map(({ name, uses, before, languages }) => ({
        id: name,
        name: (
          <span className="flex flex-wrap justify-between gap-x-3">
            {t.used[name]}
            <span className="text-caption text-ink-soft tabular-nums">
              {languages.map(({ language, uses: own }) => `${language} ${count(own)}`).join(' · ')}
            </span>
          </span>
        ),
        cells: [count(uses), count(before)],
        share: uses / highest,
      }))}
    >
      <p className="mt-1 text-caption text-ink-soft">{t.usageHint}</p>
    </FigurePart>
  );
}

/** The figures of the trips of the period, by driver, route, agency and way of paying; nothing without trips. */
export function TripTables({ report: { since, until } }: { readonly report: Report }) {
  const data = useTripReport(since, until) ?? [];
  return shownTripParts.map((part) => (
    <TripPart
      key={part}
      part={part}
      rows={data.filter((each) => each.part === part)}
      total={data.find((each) => each.part === 'total')}
      period={{ from: since, until }}
    />
  ));
}

interface TripPartProps {
  readonly part: (typeof shownTripParts)[number];
  readonly rows: readonly TripFigures[];
  readonly total: TripFigures | undefined;
  readonly period: { readonly from: string; readonly until: string };
}

function TripPart({ part, rows, total, period }: TripPartProps) {
  const words = useNamespace('report');
  const { trips: t } = words;
  const { routes } = useContent();
  const { count } = useFigureFormat();
  if (rows.length === 0 || !total) return null;
  const linkedNameOf = (row: TripFigures) =>
    part === 'driver' || part === 'agency' ? (
      <FigureLink address={sectionAddress('trips', { ...period, [part]: row.id })}>
        {nameOfTrips(row, words, routes)}
      </FigureLink>
    ) : (
      nameOfTrips(row, words, routes)
    );
  return (
    <FigurePart
      title={t.titles[part]}
      empty=""
      columns={[t.columns[part], t.columns.trips, t.columns.noShows, t.columns.pesos]}
      rows={rows.map((row) => ({
        id: row.id,
        name: linkedNameOf(row),
        cells: [count(row.trips), part === 'method' ? '–' : count(row.no_shows), formatPesos(row.pesos)],
        share: total.pesos === 0 ? 0 : row.pesos / total.pesos,
      }))}
    />
  );
}
