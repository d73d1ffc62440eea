import { WifiOff } from 'lucide-react';
import { useNamespace } from '../i18n/namespaces.ts';
import { rateUrl } from '../data/publicAddress.ts';
import { ScanCard } from '../ui/ScanCard.tsx';
import { startCooldown } from './cooldown.ts';
import { useRatingLink } from './useRatingLink.ts';

export interface RatingCodeProps {
  /** Receives the rating, 1 to 5, that arrived from the passenger's phone. */
  readonly onRated: (stars: number) => void;
  /** Receives the key of the rating that the link will write. */
  readonly onShown: (idempotencyKey: string) => void;
}

/** A QR code for rating on the passenger's own phone; the rating then shows on this screen too. */
export function RatingCode({ onRated, onShown }: RatingCodeProps) {
  const { car } = useNamespace('publicPages');
  const { link, failure } = useRatingLink(
    (stars) => {
      startCooldown();
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
    <section aria-label={car.rateTitle} className="w-full lg:w-56 tablet:lg:w-96">
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
