import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';

export interface HomeFooterProps {
  readonly onRate: () => void;
  /** The rating just given; a new object for each one. */
  readonly submitted: object | null;
}

/** The next passenger has not rated anything. */
const thanksDuration = 10_000;

/** How to travel again, and the rating. Thanks for a while after one has been given. */
export function HomeFooter({ onRate, submitted }: HomeFooterProps) {
  const { home } = useWords();
  const [thanked, setThanked] = useState<object | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => setThanked(submitted), thanksDuration);
    return () => clearTimeout(timer);
  }, [submitted]);

  const thanking = submitted !== thanked;
  return (
    <footer className="border-t border-line bg-surface-sunken">
      <div className="mx-auto flex max-w-360 flex-col gap-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6 sm:px-6 sm:py-3.5 xl:px-8">
        <div className="min-w-0">
          <p className="headline text-lead leading-tight">{home.bookTrip}</p>
          <p className="text-small text-ink-soft">{home.bookTripLine}</p>
        </div>
        <div className="flex shrink-0 flex-col sm:flex-row sm:items-center">
          <output>
            {thanking && (
              <span className="mb-3 block font-semibold text-success sm:mr-5 sm:mb-0">{home.thanks}</span>
            )}
          </output>
          <Button onClick={onRate} icon={<Star size={24} aria-hidden="true" />}>
            {home.rateTrip}
          </Button>
        </div>
      </div>
    </footer>
  );
}
