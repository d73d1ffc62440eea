import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContent } from '../content/ContentProvider.tsx';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Text } from '../i18n/Text.tsx';
import { useCooldownMinutes } from '../ratings/cooldown.ts';
import { Button } from '../ui/Button.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { useNotice } from './useNotice.ts';

export interface HomeFooterProps {
  readonly onRate: () => void;
  /** A passenger has just rated. */
  readonly thanking: boolean;
  /** The badge of undelivered ratings, which loads later. */
  readonly pending: ReactNode;
}

/** How to book the next trip, or the company's notice in its place, and the rating: one per trip. */
export function HomeFooter({ onRate, thanking, pending }: HomeFooterProps) {
  const { home } = useMessages();
  const { whatsappNumber } = useContent().company;
  const notice = useNotice();
  const cooldown = useCooldownMinutes();
  return (
    <footer className="border-t border-line bg-surface-sunken">
      <div className="mx-auto flex max-w-360 flex-col gap-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:gap-6 sm:px-6 sm:py-3.5 tablet:py-1.5 xl:px-8">
        <div className="min-w-0">
          <p className="headline text-lead leading-tight tablet:text-body">{home.bookTrip}</p>
          {notice ? (
            <p className="text-small font-semibold text-accent">
              <Text words={notice} />
            </p>
          ) : (
            whatsappNumber && <p className="text-small text-ink-soft">{home.bookTripLine}</p>
          )}
          <Optional>{pending}</Optional>
        </div>
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-5">
          <div className="min-w-0 sm:text-right">
            <output className="font-semibold text-success">
              {(cooldown > 0 || thanking) && home.thanks}
            </output>
            {cooldown > 0 && <p className="text-small text-ink-soft">{home.rateAgain(cooldown)}</p>}
          </div>
          <Button
            onClick={onRate}
            disabled={cooldown > 0}
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
