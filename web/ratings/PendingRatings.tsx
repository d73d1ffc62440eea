import { CloudOff, CloudUpload } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Driver } from '../data/drivers.ts';
import { useArea } from '../i18n/areas.ts';
import { followPendingRatings, type PendingRatings as Pending } from './outbox.ts';
import { startDelivery } from './delivery.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { pendingSlotId } from '../home/HomeFooter.tsx';

/** Delivers the driver's kept ratings, and says in the footer how many there are. Nothing when there are none. */
export function PendingRatings({ driver }: { readonly driver: Driver }) {
  const userId = userOf(useSession().state)?.id;
  const [pending, setPending] = useState<Pending>({ waiting: 0, refused: 0 });

  useEffect(() => followPendingRatings(driver.id, setPending), [driver.id]);
  useEffect(
    () => (userId === undefined ? undefined : startDelivery({ userId, driverId: driver.id })),
    [userId, driver.id],
  );

  const slot = document.getElementById(pendingSlotId);
  if (!slot || pending.waiting + pending.refused === 0) return null;
  return createPortal(
    // The delivery goes on without the words.
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <Badge {...pending} />
      </Suspense>
    </Boundary>,
    slot,
  );
}

function Badge({ waiting, refused }: Pending) {
  const { rating } = useArea('panels');
  return (
    <output className="mt-1 flex flex-wrap gap-x-4 text-small font-semibold text-ink-soft">
      {waiting > 0 && (
        <span className="inline-flex items-center gap-2" title={rating.pendingLong(waiting)}>
          <CloudUpload size={18} aria-hidden="true" />
          {rating.pending(waiting)}
        </span>
      )}
      {refused > 0 && (
        <span className="inline-flex items-center gap-2">
          <CloudOff size={18} aria-hidden="true" />
          {rating.refused(refused)}
        </span>
      )}
    </output>
  );
}
