import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappDigits } from '../content/links.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Text } from '../i18n/Text.tsx';
import { useCooldownMinutes, useHasRaterLeft } from '../reviews/cooldown.ts';
import { Button } from '../ui/Button.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { markFirst } from '../util/firstScreen.ts';
import { useNotice } from './useNotice.ts';

export interface HomeFooterProps {
  readonly onRate: () => void;
  /** A passenger has just rated. */
  readonly thanking: boolean;
  /** The badge of undelivered ratings, which loads later. */
  readonly pending: ReactNode;
}

/** The last part of the screen. */
const markUsable = () => markFirst('usable');

/**
 * How to book the next trip, or the company's notice in its place, and the rating: one per trip. Thanks the passenger who
 * has rated; tells the next one when the screen takes their rating.
 */
export function HomeFooter({ onRate, thanking, pending }: HomeFooterProps) {
  const { home } = useMessages();
  const company = useCompany();
  const notice = useNotice();
  const cooldown = useCooldownMinutes();
  const hasRaterLeft = useHasRaterLeft();
  const isThanked = !hasRaterLeft && (cooldown > 0 || thanking);
  const isStated = isThanked || cooldown > 0;
  return (
    <footer ref={markUsable} className="home-footer">
      <div className="home-footer-row">
        <div className="min-w-0 tablet:portrait:flex-1">
          <div className="flex flex-wrap items-baseline gap-x-6">
            <p className="headline text-lead leading-tight tablet:text-body">{home.bookTrip}</p>
            <Optional>{pending}</Optional>
          </div>
          {notice ? (
            <p className="text-small font-semibold text-accent">
              <Text words={notice} />
            </p>
          ) : (
            whatsappDigits(company) && (
              // A tablet has room for one of the two.
              <p className="home-footer-line" data-stated={isStated ? '' : undefined}>
                {home.bookTripLine}
              </p>
            )
          )}
        </div>
        <div className="home-footer-state">
          <output className="font-semibold text-success">{isThanked && home.thanks}</output>
          {cooldown > 0 && (
            <p className="text-small text-ink-soft">
              {hasRaterLeft ? home.ratedBefore(cooldown) : home.rateAgain(cooldown)}
            </p>
          )}
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
    </footer>
  );
}
