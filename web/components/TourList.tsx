import { Car, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import fullDayUrl from '../content/illustrations/tour-full-day.svg';
import santiagoUrl from '../content/illustrations/tour-santiago.svg';
import { builtInTours, fallbackTours, translateTour, type TourId } from '../content/tours.ts';
import type { Tour, TourStop } from '../data/tourRows.ts';
import { useNamespace } from '../i18n/namespaces.ts';

/** Tours added by an administrator have none. */
const pictures: Record<TourId, string> = {
  'santiago-3h': santiagoUrl,
  'santiago-full-day': fullDayUrl,
};

export interface TourListProps {
  /** The tours of the database. Without any, the list shows the built-in ones. */
  readonly rows: readonly Tour[] | undefined;
  /** The booking controls of a tour. */
  readonly renderAction: (tour: Tour) => ReactNode;
}

/** The tours in the language of the screen. */
export function TourList({ rows, renderAction }: TourListProps) {
  const words = useNamespace('tours');
  const tours = rows?.length ? rows.map((row) => translateTour(row, words)) : fallbackTours(words);
  return (
    <ul className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {tours.map((tour) => (
        <li key={tour.id}>
          <TourCard tour={tour}>{renderAction(tour)}</TourCard>
        </li>
      ))}
    </ul>
  );
}

function TourCard({ tour, children }: { tour: Tour; children: ReactNode }) {
  const { tours } = useNamespace('panels');
  const builtIn = builtInTours.find(({ rowId }) => rowId === tour.id);
  const picture = builtIn && pictures[builtIn.id];
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface">
      {picture !== undefined && (
        <img
          src={picture}
          alt=""
          decoding="async"
          className="aspect-[2/1] w-full object-cover object-[50%_75%]"
        />
      )}
      <div className="flex flex-col gap-4 p-5">
        <div>
          <p className="inline-flex items-center gap-2 rounded-full bg-accent-soft px-4 py-1 font-semibold text-accent">
            <Clock size={20} aria-hidden="true" />
            {tour.duration === '3hours' ? tours.threeHours : tours.fullDay}
          </p>
          <h3 className="headline mt-3 text-[1.5rem] leading-tight">{tour.name}</h3>
          {tour.description && <p className="mt-2 text-ink-soft">{tour.description}</p>}
        </div>
        {tour.stops.length > 0 && <Stops label={tours.stops} stops={tour.stops} />}
        {tour.taxiTime && (
          <p className="flex items-center gap-3 border-t border-line pt-4">
            <Car size={26} className="shrink-0 text-accent" aria-hidden="true" />
            <span>
              {tours.taxiTime}: <strong className="font-semibold">{tour.taxiTime}</strong>
            </span>
          </p>
        )}
        {children}
      </div>
    </article>
  );
}

function Stops({ label, stops }: { label: string; stops: readonly TourStop[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {stops.map((stop, index) => (
        <li key={`${index}-${stop.place}`} className="group relative pb-5 pl-8 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-3 bottom-[-0.75rem] left-[0.4375rem] w-0.5 bg-line group-last:hidden"
          />
          <span
            aria-hidden="true"
            className="absolute top-1.5 left-0 size-4 rounded-full border-4 border-accent bg-surface"
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h4 className="font-semibold">{stop.place}</h4>
            <p className="text-small font-semibold text-accent">{stop.duration}</p>
          </div>
          {stop.description && <p className="mt-0.5 text-small text-ink-soft">{stop.description}</p>}
        </li>
      ))}
    </ol>
  );
}
