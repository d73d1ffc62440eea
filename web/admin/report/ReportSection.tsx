import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn, FileDown, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useCompany, useContent } from '../../content/ContentProvider.tsx';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { loadReport, type Report } from '../../data/company/report.ts';
import { loadTripReport } from '../../data/trips/tripReport.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type SectionProps, sectionAddress, useOnDone } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useExport } from '../parts/files/useExport.ts';
import { useFormat } from '../parts/useFormat.ts';
import { isEmpty, totalsOf, type Compared, type TotalName } from './figures.ts';
import { Curves } from './Curves.tsx';
import { CaseTable, IdleTable, ReasonTable, SubjectTable, UsageTable, TripTables } from './parts.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { readPeriod } from './period.ts';
import { linesOf, reportCells } from './reportFile.ts';
import { Loading } from '../parts/Loading.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { shiftsAddress, totalAddress } from './links.ts';
import { useFigureFormat } from './useFigureFormat.ts';
import { useTripReport } from './useTripReport.ts';
import './report.css';

/** One page about a period beside the one before: trips, reviews, cases, shifts, devices, and what passengers used. */
export default function ReportSection({ location }: Pick<SectionProps, 'location'>) {
  const t = useNamespace('report');
  const period = readPeriod(location, useChileanDay());
  const { since, until } = period;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [adminKey, 'report', since, until],
    queryFn: ({ signal }) => loadReport(since, until, signal),
    placeholderData: keepPreviousData,
  });
  const trips = useTripReport(since, until);
  return (
    <div className="report flex flex-col gap-2.5" aria-busy={isFetching}>
      <div className="report-controls flex flex-wrap items-center gap-2">
        <PeriodBar period={period} onChange={location.setFilters} />
        {data && <ReportActions report={data} />}
      </div>
      {(error || !data) && <Loading title={t.loadFailed} error={error} retry={refetch} />}
      {data && <Span report={data} />}
      {data && (isEmpty(data) && trips?.length === 0 ? <Nothing /> : <Page report={data} />)}
    </div>
  );
}

interface PageProps {
  readonly report: Report;
}

/** The days of the report, and those that it is compared with. */
function Span({ report }: PageProps) {
  const t = useNamespace('report');
  const { report: name } = useNamespace('admin');
  const company = useCompany();
  const format = useFormat();
  const span = (since: string, until: string) =>
    since === until ? format.plainDay(since) : `${format.plainDay(since)} – ${format.plainDay(until)}`;
  return (
    <p className="text-small text-ink-soft">
      {/* Paper has neither the header nor the navigation, which name company and page. */}
      <strong aria-hidden="true" className="hidden pr-2 text-title text-ink print:inline">
        {company.name} · {name}
      </strong>
      <strong className="text-body text-ink">{span(report.since, report.until)}</strong>{' '}
      {t.comparedWith(span(report.since_before, report.until_before))}
    </p>
  );
}

function Page({ report }: PageProps) {
  return (
    <>
      <Totals report={report} />
      <div className="report-parts gap-3 xl:columns-2">
        <Curves report={report} />
        <ReasonTable report={report} />
        <SubjectTable report={report} kind="driver" />
        <SubjectTable report={report} kind="vehicle" />
        <TripTables report={report} />
        <CaseTable report={report} />
        <IdleTable report={report} />
        <UsageTable report={report} />
      </div>
    </>
  );
}

function Nothing() {
  const t = useNamespace('report');
  return (
    <EmptyState title={t.empty} icon={<ChartColumn size={44} />}>
      {t.emptyHint}
    </EmptyState>
  );
}

/** Exports the figures, and prints the page. */
function ReportActions({ report }: PageProps) {
  const t = useNamespace('report');
  const { report: name, selection } = useNamespace('admin');
  const { start } = useExport({ name, cells: reportCells }, useOnDone());
  const { routes } = useContent();
  const { since, until } = report;
  async function* readLines(signal: AbortSignal) {
    yield await linesOf(report, await loadTripReport(since, until, signal), routes);
  }
  return (
    <div className="flex gap-2">
      <SmallButton icon={FileDown} title={selection.exportAll} onClick={() => start(1, readLines)}>
        <span className="max-md:sr-only">{selection.exportAll}</span>
      </SmallButton>
      <SmallButton icon={Printer} onClick={() => window.print()}>
        {t.print}
      </SmallButton>
    </div>
  );
}

/** The totals of the period beside those before, each of which opens its list. */
function Totals({ report }: { readonly report: Report }) {
  const t = useNamespace('report');
  const { month } = useFormat();
  const { totals: write, count } = useFigureFormat();
  const { expiring, idle } = report;
  const totals = Object.entries(totalsOf(report)) as [TotalName, Compared][];
  return (
    <ul className="report-totals grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      <TripTotals report={report} />
      {totals.map(([name, { now, before }]) => (
        <Total
          key={name}
          label={t.totals[name]}
          value={write[name](now)}
          note={before ? t.before(write[name](before)) : t.noneBefore}
          address={totalAddress(name, report)}
        />
      ))}
      <Total
        label={t.expiring(month(expiring.month))}
        value={count(expiring.count)}
        address={sectionAddress('documents', { view: 'list', month: expiring.month })}
      />
      {idle && (
        <Total label={t.idle} value={count(idle.count)} address={shiftsAddress(report, { state: 'idle' })} />
      )}
    </ul>
  );
}

/** The trips and their income, which come first; nothing for a company without trips in either period. */
function TripTotals({ report }: PageProps) {
  const { trips: t, before: saysBefore, noneBefore } = useNamespace('report');
  const { count } = useFormat();
  const { since: from, until } = report;
  const now = useTripReport(from, until)?.find(({ part }) => part === 'total');
  const before = useTripReport(report.since_before, report.until_before)?.find(
    ({ part }) => part === 'total',
  );
  if (!now && !before) return null;
  const note = (write: (amount: number) => string, amount?: number) =>
    amount === undefined ? noneBefore : saysBefore(write(amount));
  const address = sectionAddress('trips', { state: 'done', from, until });
  return (
    <>
      <Total
        label={t.columns.trips}
        value={count(now?.trips ?? 0)}
        note={note(count, before?.trips)}
        address={address}
      />
      <Total
        label={t.income}
        value={formatPesos(now?.pesos ?? 0)}
        note={note(formatPesos, before?.pesos)}
        address={address}
      />
    </>
  );
}

interface TotalProps {
  readonly label: string;
  readonly value: string;
  /** The value before. */
  readonly note?: string;
  readonly address: string;
}

function Total({ label, value, note, address }: TotalProps) {
  return (
    <li>
      <Link
        href={address}
        className="flex h-full min-h-11 flex-col rounded-control border border-line bg-surface-raised px-3 py-1.5 hover:border-accent focus-visible:outline-offset-1"
      >
        <span className="text-caption leading-tight text-ink-soft">{label}</span>
        <span className="mt-auto flex flex-wrap items-baseline gap-x-2">
          <span className="text-lead font-bold tabular-nums">{value}</span>
          {note && <span className="text-caption text-ink-soft tabular-nums">{note}</span>}
        </span>
      </Link>
    </li>
  );
}
