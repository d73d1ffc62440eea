import { useCallback } from 'react';
import { chileanStamp } from '../../shared/chile/time.ts';
import { companyZone } from '../../shared/chile/zone.ts';
import { LoadError } from '../components/LoadError.tsx';
import { Plate } from '../components/Plate.tsx';
import type { OwnShift } from '../data/shifts/driverAtWheel.ts';
import { listOwnShifts } from '../data/shifts/shifts.ts';
import { useLoad } from '../data/useLoad.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { durationOf } from '../util/time/duration.ts';

/** The minutes of a shift; of an open one those so far. */
function minutesOf({ started_at: start, ended_at: end }: OwnShift): number {
  const { hours, minutes } = durationOf(start, end ?? new Date().toISOString());
  return hours * 60 + minutes;
}

function useDurationText(): (minutes: number) => string {
  const t = useNamespace('ownShifts');
  const whole = new Intl.NumberFormat(localeOf(useLanguage().language));
  return (minutes) => t.duration(whole.format(Math.floor(minutes / 60)), whole.format(minutes % 60));
}

/** The driver's shifts of the last 30 days, with their hours. */
export default function OwnShifts({ driverId }: { readonly driverId: string }) {
  const { common } = useMessages();
  const t = useNamespace('ownShifts');
  const load = useCallback(() => listOwnShifts(driverId), [driverId]);
  const { value: shifts, error, reload } = useLoad(load);
  const describeDuration = useDurationText();
  if (error) return <LoadError title={t.title} error={error} onRetry={reload} />;
  if (!shifts) return <Spinner label={common.loading} size={44} className="text-accent" />;
  if (shifts.length === 0) return <p>{t.empty}</p>;
  const total = shifts.reduce((sum, shift) => sum + minutesOf(shift), 0);
  return (
    <>
      <p className="mb-3 text-lead font-semibold tabular-nums">{t.total(describeDuration(total))}</p>
      <ul className="flex flex-col">
        {shifts.map((shift) => (
          <ShiftLine key={shift.id} shift={shift} />
        ))}
      </ul>
    </>
  );
}

function ShiftLine({ shift }: { readonly shift: OwnShift }) {
  const t = useNamespace('ownShifts');
  const describeDuration = useDurationText();
  const locale = localeOf(useLanguage().language);
  const { license_plate: plate, started_at: start, ended_at: end } = shift;
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: companyZone(),
  });
  const timeOf = (moment: string) => chileanStamp(moment).slice(11);
  return (
    <li className="flex items-start gap-x-3 border-b border-line py-3 last:border-b-0 sm:gap-x-4">
      {/* A column of its own, also without a plate: the days stand below each other. */}
      <span className="min-w-28 shrink-0 tablet:min-w-40">
        {plate && <Plate variant="tag" plate={plate} />}
      </span>
      {/* On a phone the day has a line of its own. */}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-2 tabular-nums">
        <span className="font-semibold whitespace-nowrap max-sm:basis-full">
          {day.format(new Date(start))}
        </span>
        <span className="mr-auto whitespace-nowrap">
          {timeOf(start)} – {end ? timeOf(end) : t.open}
        </span>
        <span className="text-ink-soft">{describeDuration(minutesOf(shift))}</span>
      </div>
    </li>
  );
}
