import { ChevronDown } from 'lucide-react';
import { useNamespace } from '../i18n/namespaces.ts';
import { TripCard } from './TripCard.tsx';
import type { TripCardProps } from './tripCardProps.ts';
import { useOwnTripWords } from './useTripWords.ts';

/** A trip that is not the current one: a line that opens to the same card. */
export function TripLine(props: TripCardProps) {
  const { trip } = props;
  const t = useNamespace('ownTrips');
  const words = useOwnTripWords();
  return (
    <details className="group rounded-card border border-line bg-surface-raised">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 px-4 py-2 tablet:min-h-target">
        <strong className="text-lead tabular-nums">{trip.clock}</strong>
        <span className="min-w-0 flex-1">
          <span className="block">{`${words.from(trip)} → ${words.to(trip)}`}</span>
          <span className="block text-small text-ink-soft">{`${words.day(trip)} · ${t.states[trip.state]}`}</span>
        </span>
        <ChevronDown size={24} className="shrink-0 text-ink-soft group-open:rotate-180" aria-hidden="true" />
      </summary>
      <TripCard {...props} bare />
    </details>
  );
}
