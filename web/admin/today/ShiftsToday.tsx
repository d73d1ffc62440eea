import { useId } from 'react';
import { Link } from 'wouter';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Today, TodayShifts } from '../../data/company/today.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';

interface ShiftsTodayProps {
  readonly shifts: NonNullable<Today['shifts']>;
}

/** The drivers in a shift and those without, five of each by name. */
export function ShiftsToday({ shifts: { on, off } }: ShiftsTodayProps) {
  const { shifts: t } = useNamespace('today');
  const format = useFormat();
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface-raised px-4 py-2.5">
      <h3 id={id} className="font-semibold tabular-nums">
        {t.title(format.count(on.count), format.count(on.count + off.count))}
      </h3>
      <dl className="mt-0.5 grid gap-x-6 text-small md:grid-cols-2">
        <Drivers label={t.on} drivers={on} address={sectionAddress('shifts', { state: 'open' })} />
        <Drivers label={t.off} drivers={off} address={sectionAddress('shifts', { state: 'idle' })} />
      </dl>
    </section>
  );
}

interface DriversProps {
  readonly label: string;
  readonly drivers: TodayShifts;
  readonly address: string;
}

function Drivers({ label, drivers: { count, rows }, address }: DriversProps) {
  const { shifts: t } = useNamespace('today');
  const format = useFormat();
  const names = rows.map(({ name, plate, since }) => {
    const facts = [plate && plateInPairs(plate), since && format.ago(since)].filter(Boolean).join(', ');
    return facts ? `${name} (${facts})` : name;
  });
  const rest = count - rows.length;
  return (
    <div className="flex min-h-11 items-center gap-2">
      <dt className="shrink-0 self-start py-2.5 font-semibold">
        <Link href={address} className="text-accent underline underline-offset-4">
          {label}
        </Link>
      </dt>
      <dd className="min-w-0 self-start py-2.5 text-ink-soft">
        {(names.length > 0 ? names.join(' · ') : t.nobody) +
          (rest > 0 ? ` ${t.more(format.count(rest))}` : '')}
      </dd>
    </div>
  );
}
