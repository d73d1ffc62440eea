import { useEffect, useState } from 'react';
import { followPendingRatings, type PendingCount } from './outbox.ts';

/** The number of a driver's ratings that are stored on this device, kept up to date across tabs. */
export function usePendingRatings(driverId: string): PendingCount {
  const [pending, setPending] = useState<PendingCount>({ waiting: 0, refused: 0 });
  useEffect(() => followPendingRatings(driverId, setPending), [driverId]);
  return pending;
}
