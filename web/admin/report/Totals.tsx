import { Link } from 'wouter';
import type { Report } from '../../data/company/report.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import { sectionAddress } from '../parts/section.ts';
import { totalsOf, type Compared, type TotalName } from './figures.ts';
import { shiftsAddress, totalAddress } from './links.ts';
import { useFigureFormat } from './useFigureFormat.ts';

/** The totals of the period beside those before, each of which opens its list. */
export function Totals({ report }: { readonly report: Report }) {
  const t = useNamespace('report');
  const { month } = useFormat();
  const { totals: write, count } = useFigureFormat();
  const { expiring, idle } = report;
  const totals = Object.entries(totalsOf(report)) as [TotalName, Compared][];
  return (
    <ul className="report-totals grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-5">
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
