import { BriefcaseBusiness } from 'lucide-react';
import { LoadError } from '../../components/LoadError.tsx';
import { nextTrips, type NextTrip } from '../../data/trips/nextTrips.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { dayAfter } from '../../util/time/month.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { Badge } from '../parts/list/cells.tsx';
import { sectionAddress } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useTripData } from './TripChanges.tsx';
import { useTripWords } from './tripWords.ts';
import { DayCard, DayRow } from '../today/DayCard.tsx';
import { refreshMs } from '../today/useToday.ts';

interface NextTripsProps {
  /** How many trips need a hand: all those in the lines of the day, each once. */
  readonly waiting: number;
}

/** The next five trips, on a phone three, below the number that the navigation shows. Each leads to its page. */
export function NextTrips({ waiting }: NextTripsProps) {
  const { trips: t, tripUnassigned } = useNamespace('today');
  const { externalOf, needs, states, tomorrow } = useNamespace('trips');
  const words = useTripWords();
  const { count, plainWeekday } = useFormat();
  const today = useChileanDay();
  const { data, error, refetch } = useTripData(['next-trips'], nextTrips, { refetchInterval: refreshMs });
  const factsOf = (trip: NextTrip) => {
    const { day, driver_name: driver, is_external: isExternal, external_name: company } = trip;
    return [
      day !== today && day && (day === dayAfter(today, 1) ? tomorrow : plainWeekday(day)),
      words.name(trip),
      driver ?? (isExternal ? externalOf(company ?? '—') : tripUnassigned),
      !trip.needs.includes('late') && states[trip.state],
    ].filter((fact) => typeof fact === 'string');
  };
  return (
    <DayCard
      title={waiting > 0 ? t.titleWaiting(count(waiting)) : t.title}
      icon={BriefcaseBusiness}
      isUrgent={false}
      link={{ to: sectionAddress('trips', { day: today }), label: t.day }}
    >
      {error && <LoadError title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="px-4 py-3 text-small text-ink-soft">{t.none}</p>}
      <ul>
        {data?.map((trip) => {
          const { id, clock } = trip;
          const address = sectionAddress('trips', { record: id });
          const row = { id, title: `${clock} ${words.way(trip)}`, facts: factsOf(trip), address };
          return (
            <DayRow key={id} row={row} className="max-md:nth-[n+4]:hidden">
              {trip.needs.includes('late') && <Badge tone="bg-danger-soft text-danger">{needs.late}</Badge>}
            </DayRow>
          );
        })}
      </ul>
    </DayCard>
  );
}
