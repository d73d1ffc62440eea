import { Suspense, useEffect, useState } from 'react';
import { useArea } from '../i18n/areas.ts';
import { followPendingRatings } from './outbox.ts';
import { deliverRatings } from './delivery.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { Notice } from '../ui/Notice.tsx';

/** For whoever is about to sign out: tries to deliver the driver's ratings, and says how many are left meanwhile. */
export function UnsentRatings() {
  const { state } = useSession();
  const [unsent, setUnsent] = useState(0);
  const userId = state.status === 'driver' ? state.user.id : undefined;
  const driverId = state.status === 'driver' ? state.driver.id : undefined;

  useEffect(() => {
    if (userId === undefined || driverId === undefined) return undefined;
    void deliverRatings({ userId, driverId });
    return followPendingRatings(driverId, ({ waiting, refused }) => setUnsent(waiting + refused));
  }, [userId, driverId]);

  return (
    unsent > 0 && (
      // Signing out does not depend on the words.
      <Boundary fallback={() => null}>
        <Suspense fallback={null}>
          <Warning unsent={unsent} />
        </Suspense>
      </Boundary>
    )
  );
}

function Warning({ unsent }: { readonly unsent: number }) {
  const { rating } = useArea('panels');
  return <Notice tone="info">{rating.unsent(unsent)}</Notice>;
}
