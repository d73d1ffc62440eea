import { Car, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tour } from '../../shared/content/content.ts';
import { useContent } from '../content/ContentProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Text } from '../i18n/Text.tsx';
import { ContentPicture } from './ContentPicture.tsx';

export interface TourListProps {
  /** The booking controls of a tour. */
  readonly renderAction: (tour: Tour) => ReactNode;
}

/** The tours, below each other. */
export function TourList({ renderAction }: TourListProps) {
  const { tours } = useContent();
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
  return (
    <article className="overflow-hidden rounded-card border border-line bg-surface">
      <ContentPicture
        item={tour}
        className="aspect-[2/1] w-full low:aspect-[4/1] object-cover object-[50%_75%]"
      />
      <div className="flex flex-col gap-4 p-5">
        <div>
          <p className="inline-flex items-center gap-2 rounded-full bg-accent-soft px-4 py-1 font-semibold text-accent">
            <Clock size={20} aria-hidden="true" />
            {tour.duration === '3hours' ? tours.threeHours : tours.fullDay}
          </p>
          <h3 className="headline mt-3 text-[1.5rem] leading-tight">
            <Text words={tour.name} />
          </h3>
          <p className="mt-2 text-ink-soft">
            <Text words={tour.description} />
          </p>
        </div>
        {tour.stops.length > 0 && <Stops label={tours.stops} stops={tour.stops} />}
        <p className="flex items-center gap-3 border-t border-line pt-4">
          <Car size={26} className="shrink-0 text-accent" aria-hidden="true" />
          <span>
            {tours.taxiTime}{' '}
            <strong className="inline-block font-semibold">
              <Text words={tour.taxiTime} />
            </strong>
          </span>
        </p>
        {children}
      </div>
    </article>
  );
}

function Stops({ label, stops }: { label: string; stops: Tour['stops'] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {stops.map((stop, index) => (
        <li key={`${index}-${stop.place.es}`} className="group relative pb-5 pl-8 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-3 bottom-[-0.75rem] left-[0.4375rem] w-0.5 bg-line group-last:hidden"
          />
          <span
            aria-hidden="true"
            className="absolute top-1.5 left-0 size-4 rounded-full border-4 border-accent bg-surface"
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h4 className="font-semibold">
              <Text words={stop.place} />
            </h4>
            <p className="text-small font-semibold text-accent">
              <Text words={stop.duration} />
            </p>
          </div>
          <p className="mt-0.5 text-small text-ink-soft">
            <Text words={stop.description} />
          </p>
        </li>
      ))}
    </ol>
  );
}
