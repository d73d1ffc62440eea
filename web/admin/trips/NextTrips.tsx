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
  const { trips: t } = useNamespace('today');
  const format = useFormat();
  const { data, error, refetch } = useTripData(['next-trips'], nextTrips, { refetchInterval: refreshMs });
  const link = { to: sectionAddress('trips', { day: useChileanDay() }), label: t.day };
  return (
    <DayCard
      title={waiting > 0 ? t.titleWaiting(format.count(waiting)) : t.title}
      icon={BriefcaseBusiness}
      isUrgent={false}
      link={link}
    >
      {error && <LoadError title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {data && data.length === 0 && <p className="px-4 py-3 text-small text-ink-soft">{t.none}</p>}
      <ul>
        {data?.map((trip) => (
          <NextTripRow key={trip.id} trip={trip} />
        ))}
      </ul>
    </DayCard>
  );
}

function NextTripRow({ trip }: { readonly trip: NextTrip }) {
  const { tripUnassigned } = useNamespace('today');
  const t = useNamespace('trips');
  const words = useTripWords();
  const { plainWeekday } = useFormat();
  const today = useChileanDay();
  const { id, day, clock, state, driver_name: driver, is_external: isExternal, needs } = trip;
  const given = day === dayAfter(today, 1) ? t.tomorrow : day && plainWeekday(day);
  const other = isExternal ? t.externalOf(trip.external_name ?? '—') : tripUnassigned;
  const isLate = needs.includes('late');
  const shownState = isLate ? null : t.states[state];
  const facts = [day === today ? null : given, words.name(trip), driver ?? other, shownState];
  const row = {
    id,
    title: `${clock} ${words.way(trip)}`,
    facts: facts.filter((fact) => fact !== null),
    address: sectionAddress('trips', { record: id }),
  };
  return (
    <DayRow row={row} className="max-md:nth-[n+4]:hidden">
      {isLate && <Badge tone="bg-danger-soft text-danger">{t.needs.late}</Badge>}
    </DayRow>
  );
}
