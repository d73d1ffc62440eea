import { Hourglass, Smartphone, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useNamespace } from '../i18n/namespaces.ts';
import { rateUrl } from '../data/publicAddress.ts';
import { ScanCard } from '../ui/ScanCard.tsx';
import { every } from '../util/time/every.ts';
import { startCooldown } from './cooldown.ts';
import { useRatingLink, type ShownLink } from './useRatingLink.ts';

export interface RatingCodeProps {
  /** Receives the rating, 1 to 5, that arrived from the passenger's phone. */
  readonly onRated: (stars: number) => void;
  /** Receives the key of the rating that the link will write. */
  readonly onShown: (idempotencyKey: string) => void;
}

/** A QR code for rating on the passenger's own phone; the rating then shows on this screen too. */
export function RatingCode({ onRated, onShown }: RatingCodeProps) {
  const { vehicle } = useNamespace('publicPages');
  const shown = useRatingLink(
    (stars) => {
      startCooldown();
      onRated(stars);
    },
    ({ idempotencyKey }) => onShown(idempotencyKey),
  );
  if (shown.failure) return <NoCode {...shown} />;
  return (
    <section aria-label={vehicle.rateTitle} className="w-full lg:w-56 tablet:lg:w-96">
      <ScanCard
        value={shown.link ? rateUrl(shown.link.token) : undefined}
        title={vehicle.rateQr}
        heading={vehicle.rateTitle}
        variant="aside"
      >
        {vehicle.rateText}
      </ScanCard>
    </section>
  );
}

const everySecond = every(1_000);

/** Why there is no code: the pause after the last rating, a lost connection, or something else. */
function NoCode({ failure, pausedUntil }: ShownLink) {
  const { vehicle } = useNamespace('publicPages');
  // The next attempt may take a second longer than the pause.
  const minutesLeft = () => Math.max(1, Math.ceil(((pausedUntil ?? 0) - Date.now()) / 60_000));
  const minutes = useSyncExternalStore(everySecond, minutesLeft);
  const offline = failure?.code === 'network' || failure?.code === 'request_timeout';
  const [Icon, text] =
    pausedUntil !== null
      ? [Hourglass, vehicle.rateBusy(minutes)]
      : offline
        ? [WifiOff, vehicle.rateOffline]
        : [Smartphone, vehicle.rateUnavailable];
  return (
    <output className="flex w-full items-start gap-3 border-t border-line pt-4 text-left text-small text-ink-soft">
      <Icon size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
      {text}
    </output>
  );
}
