import { useQuery } from '@tanstack/react-query';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import type { Report } from '../../data/company/report.ts';
import { loadTripReport, type TripFigures, type TripReportPart } from '../../data/trips/tripReport.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { adminKey } from '../parts/useChange.ts';
import { sectionAddress } from '../parts/section.ts';
import { FigureLink, FigurePart } from './FigureTable.tsx';
import { useFigureFormat } from './useFigureFormat.ts';

const shownParts = ['driver', 'route', 'agency', 'method'] as const satisfies readonly TripReportPart[];

/** The figures of the trips of the period, by driver, route, agency and way of paying; nothing without trips. */
export function TripTables({ report: { since, until } }: { readonly report: Report }) {
  const { data = [] } = useQuery({
    queryKey: [adminKey, 'trip-report', since, until],
    queryFn: ({ signal }) => loadTripReport(since, until, signal),
  });
  return shownParts.map((part) => (
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
  readonly part: (typeof shownParts)[number];
  readonly rows: readonly TripFigures[];
  readonly total: TripFigures | undefined;
  readonly period: { readonly from: string; readonly until: string };
}

function TripPart({ part, rows, total, period }: TripPartProps) {
  const { trips: t, deleted } = useNamespace('report');
  const { routes } = useContent();
  const { count } = useFigureFormat();
  if (rows.length === 0 || !total) return null;
  const nameOf = ({ id, name }: TripFigures) => {
    if (part === 'method') return t.methods[id as keyof typeof t.methods];
    if (part === 'route') return routes.find((route) => route.id === id)?.name.es ?? id;
    return name ?? deleted;
  };
  const linkedNameOf = (row: TripFigures) =>
    part === 'driver' || part === 'agency' ? (
      <FigureLink address={sectionAddress('trips', { ...period, [part]: row.id })}>{nameOf(row)}</FigureLink>
    ) : (
      nameOf(row)
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
