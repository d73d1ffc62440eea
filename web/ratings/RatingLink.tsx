import { WifiOff } from 'lucide-react';
import { useArea } from '../i18n/areas.ts';
import { startRest } from './cooldown.ts';
import { ScanCard } from '../ui/ScanCard.tsx';
import { rateUrl } from '../data/publicAddress.ts';
import { useRatingLink } from './useRatingLink.ts';

export interface RatingLinkProps {
  /** The rating, 1 to 5, that has arrived from the passenger's own phone. */
  readonly onRated: (stars: number) => void;
  /** The key of the rating that the link on the screen will give. */
  readonly onShown: (idempotencyKey: string) => void;
}

/** A code with which the passenger rates on their own phone; this screen hears of it by itself. */
export function RatingLink({ onRated, onShown }: RatingLinkProps) {
  const { car } = useArea('publicPages');
  const { link, failure } = useRatingLink(
    (stars) => {
      startRest();
      onRated(stars);
    },
    ({ idempotencyKey }) => onShown(idempotencyKey),
  );
  if (failure)
    return (
      <output className="flex w-full items-start gap-3 border-t border-line pt-4 text-left text-small text-ink-soft">
        <WifiOff size={22} className="shrink-0" aria-hidden="true" />
        {failure.code === 'over_rating_link_rate_limit' ? car.rateBusy : car.rateOffline}
      </output>
    );
  return (
    <section aria-label={car.rateTitle} className="w-full lg:w-56">
      <ScanCard
        value={link ? rateUrl(link.token) : undefined}
        title={car.rateQr}
        heading={car.rateTitle}
        look="aside"
      >
        {car.rateText}
      </ScanCard>
    </section>
  );
}
