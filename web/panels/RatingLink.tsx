import { WifiOff } from 'lucide-react';
import { useArea } from '../i18n/areas.ts';
import { startRest } from '../pwa/ratingsRest.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { rateUrl } from '../visitor/address.ts';
import { useRatingLink } from './useRatingLink.ts';

export interface RatingLinkProps {
  /** The rating, 1 to 5, that has arrived from the passenger's own phone. */
  readonly onRated: (stars: number) => void;
}

/** A code with which the passenger rates on their own phone; this screen hears of it by itself. */
export function RatingLink({ onRated }: RatingLinkProps) {
  const { car } = useArea('visitors');
  const { link, failure } = useRatingLink((stars) => {
    startRest();
    onRated(stars);
  });
  if (failure)
    return (
      <output className="flex w-full items-start gap-3 border-t border-line pt-4 text-left text-small text-ink-soft">
        <WifiOff size={22} className="shrink-0" aria-hidden="true" />
        {failure.code === 'over_review_rate_limit' ? car.rateBusy : car.rateOffline}
      </output>
    );
  return (
    <section
      aria-label={car.rateTitle}
      className="flex w-full flex-col items-center gap-4 border-t border-line pt-5 sm:flex-row sm:text-left"
    >
      {link ? (
        <QrCode
          value={rateUrl(link.token)}
          title={car.rateQr}
          className="aspect-square w-48 shrink-0 sm:w-44"
        />
      ) : (
        <span
          aria-hidden="true"
          className="block aspect-square w-48 shrink-0 sm:w-44 rounded-control bg-white"
        />
      )}
      <div className="min-w-0">
        <h3 className="text-lead leading-tight font-semibold">{car.rateTitle}</h3>
        <p className="mt-1 text-small text-ink-soft">{car.rateText}</p>
      </div>
    </section>
  );
}
