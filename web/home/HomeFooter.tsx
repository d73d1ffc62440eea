import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappDigits } from '../content/links.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Text } from '../i18n/Text.tsx';
import { useCooldownMinutes, useHasRaterLeft } from '../reviews/cooldown.ts';
import { Button } from '../ui/Button.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { classes } from '../ui/classes.ts';
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
    <footer
      ref={markUsable}
      className="relative border-t border-line bg-surface-sunken low:sticky low:bottom-0 low:z-10"
    >
      <div className="mx-auto flex max-w-360 flex-col gap-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:gap-x-6 sm:px-6 sm:py-3.5 low:py-1 tablet:py-1.5 tablet:portrait:flex-wrap xl:px-8">
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
              <p
                className={classes(
                  'text-small text-balance text-ink-soft low:hidden',
                  isStated && 'tablet:hidden',
                )}
              >
                {home.bookTripLine}
              </p>
            )
          )}
        </div>
        <div className="min-w-0 sm:flex-1 sm:text-right tablet:portrait:order-first tablet:portrait:basis-full tablet:portrait:text-center tablet:portrait:empty:hidden">
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
