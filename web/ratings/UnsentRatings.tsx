import { useArea } from '../i18n/areas.ts';
import { Notice } from '../ui/Notice.tsx';
import { Optional } from '../ui/Optional.tsx';
import { usePendingRatings } from './usePendingRatings.ts';

/** Warns a driver who is about to sign out that ratings are not delivered yet. */
export function UnsentRatings({ driverId }: { readonly driverId: string }) {
  const { waiting, refused } = usePendingRatings(driverId);
  const unsent = waiting + refused;
  return (
    unsent > 0 && (
      <Optional>
        <Warning unsent={unsent} />
      </Optional>
    )
  );
}

function Warning({ unsent }: { readonly unsent: number }) {
  const { rating } = useArea('panels');
  return <Notice tone="info">{rating.unsent(unsent)}</Notice>;
}
