import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { onRest, restLeft } from '../ratings/cooldown.ts';
import { Button } from '../ui/Button.tsx';

export interface HomeFooterProps {
  readonly onRate: () => void;
  /** The rating just given; a new object for each one. */
  readonly submitted: object | null;
}

/** Where `PendingRatings`, which is loaded later, puts its badge. */
export const pendingSlotId = 'pending-ratings';

/** The next passenger has not rated anything. */
const thanksDuration = 10_000;
const restTick = 5_000;

const minutesLeft = () => Math.ceil(restLeft() / 60_000);

/** How long rating still rests, in whole minutes; 0: it does not. */
function useRest(): number {
  const [minutes, setMinutes] = useState(minutesLeft);
  const resting = minutes > 0;
  useEffect(() => {
    const look = () => setMinutes(minutesLeft());
    const timer = resting ? setInterval(look, restTick) : undefined;
    const unsubscribe = onRest(look);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [resting]);
  return minutes;
}

/** How to travel again, and the rating: one for each trip. Thanks for a while after one has been given. */
export function HomeFooter({ onRate, submitted }: HomeFooterProps) {
  const { home } = useWords();
  const [thanked, setThanked] = useState<object | null>(null);
  const rest = useRest();

  useEffect(() => {
    const timer = setTimeout(() => setThanked(submitted), thanksDuration);
    return () => clearTimeout(timer);
  }, [submitted]);

  const thanking = rest > 0 || submitted !== thanked;
  return (
    <footer className="border-t border-line bg-surface-sunken">
      <div className="mx-auto flex max-w-360 flex-col gap-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6 sm:px-6 sm:py-3.5 xl:px-8">
        <div className="min-w-0">
          <p className="headline text-lead leading-tight">{home.bookTrip}</p>
          <p className="text-small text-ink-soft">{home.bookTripLine}</p>
          <div id={pendingSlotId} />
        </div>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-5">
          <div className="min-w-0 sm:text-right">
            <output className="font-semibold text-success">{thanking && home.thanks}</output>
            {rest > 0 && <p className="text-small text-ink-soft">{home.rateAgain(rest)}</p>}
          </div>
          <Button
            onClick={onRate}
            disabled={rest > 0}
            icon={<Star size={24} aria-hidden="true" />}
            className="shrink-0 sm:whitespace-nowrap"
          >
            {home.rateTrip}
          </Button>
        </div>
      </div>
    </footer>
  );
}
