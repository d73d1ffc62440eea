import { useQuery } from '@tanstack/react-query';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import type { Report } from '../../data/company/report.ts';
import { loadTripReport, type TripFigures } from '../../data/trips/tripReport.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { adminKey } from '../parts/useChange.ts';
import { sectionAddress } from '../parts/section.ts';
import { FigureLink, FigurePart } from './FigureTable.tsx';
import { nameOfTrips, shownTripParts } from './figures.ts';
import { useFigureFormat } from './useFigureFormat.ts';

/** The figures of the trips of the period, by driver, route, agency and way of paying; nothing without trips. */
export function TripTables({ report: { since, until } }: { readonly report: Report }) {
  const { data = [] } = useQuery({
    queryKey: [adminKey, 'trip-report', since, until],
    queryFn: ({ signal }) => loadTripReport(since, until, signal),
  });
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
