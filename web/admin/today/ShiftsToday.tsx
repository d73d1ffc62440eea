import { useId } from 'react';
import { Link } from 'wouter';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Today, TodayShifts } from '../../data/company/today.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';

interface ShiftsTodayProps {
  readonly shifts: NonNullable<Today['shifts']>;
}

/** The drivers in a shift, with vehicle and hour, and those without; five of each. Each leads to the driver's page. */
export function ShiftsToday({ shifts: { on, off } }: ShiftsTodayProps) {
  const { shifts: t } = useNamespace('today');
  const format = useFormat();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-2 items-start gap-x-3 gap-y-1 rounded-card border border-line bg-surface-raised px-4 py-2 text-small md:grid-cols-[auto_minmax(0,1fr)]"
    >
      <h3 id={id} className="col-span-2 text-body font-semibold tabular-nums max-md:sr-only">
        {t.title(format.count(on.count), format.count(on.count + off.count))}
      </h3>
      <Drivers
        label={t.on}
        drivers={on}
        address={sectionAddress('shifts', { state: 'open' })}
        factsOf={({ plate, since }) => [plate && plateInPairs(plate), since && format.clock(since)]}
      />
      <Drivers
        label={t.off}
        drivers={off}
        address={sectionAddress('shifts', { state: 'idle' })}
        factsOf={({ since }) => [since && format.ago(since)]}
        isSecond
      />
    </section>
  );
}

interface DriversProps {
  readonly label: string;
  readonly drivers: TodayShifts;
  /** Lists all of them. */
  readonly address: string;
  readonly factsOf: (row: TodayShifts['rows'][number]) => readonly (string | null)[];
  /** On a phone, where cases need the room, only its link stands there, beside that of the first. */
  readonly isSecond?: boolean;
}

function Drivers({ label, drivers: { count, rows }, address, factsOf, isSecond }: DriversProps) {
  const { shifts: t } = useNamespace('today');
  const format = useFormat();
  const id = useId();
  return (
    <>
      <Link
        id={id}
        href={address}
        className={classes(
          'flex min-h-11 items-center font-semibold text-accent tabular-nums underline underline-offset-4',
          isSecond && 'max-md:col-start-2 max-md:row-start-1',
        )}
      >
        {`${label} (${format.count(count)})`}
      </Link>
      <ul
        aria-labelledby={id}
        className={classes(
          'col-span-2 grid grid-cols-2 gap-1.5 md:col-span-1 md:flex md:flex-wrap',
          isSecond && 'max-md:hidden',
        )}
      >
        {rows.map((row) => (
          <li key={row.id} className="min-w-0">
            <Link
              href={sectionAddress('drivers', { record: row.id })}
              className="flex min-h-11 flex-col justify-center rounded-control border border-line px-2.5 py-1 leading-tight md:px-3 hover:border-accent hover:bg-accent-soft"
            >
              <span className="font-semibold [overflow-wrap:anywhere]">{row.name}</span>
              <span className="text-ink-soft tabular-nums">{factsOf(row).filter(Boolean).join(' · ')}</span>
            </Link>
          </li>
        ))}
        {count === 0 && <li className="text-ink-soft">{t.nobody}</li>}
      </ul>
    </>
  );
}
