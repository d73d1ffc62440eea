import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OwnAnnouncement } from '../data/announcements/announcements.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { watchAnnouncements } from './watchAnnouncements.ts';

const AnnouncementsDialog = lazy(() => import('./AnnouncementsDialog.tsx'));

export interface AnnouncementsWatchProps {
  readonly driverId: string;
  /** How often the driver has taken the device in hand: unread announcements are shown each time. */
  readonly handed: number;
}

/** Shows the driver unread announcements at the start of a shift, and keeps those of the driver's menu up to date. */
export default function AnnouncementsWatch({ driverId, handed }: AnnouncementsWatchProps) {
  const [shown, setShown] = useState<readonly OwnAnnouncement[]>([]);
  const show = useEffectEvent(setShown);
  const takeInHand = useRef(() => undefined as void);
  useWhileShown(
    (signal) => {
      takeInHand.current = watchAnnouncements(driverId, (unread) => show(unread), signal);
    },
    [driverId],
  );
  useEffect(() => {
    if (handed > 0) takeInHand.current();
  }, [handed]);
  if (shown.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <AnnouncementsDialog driverId={driverId} announcements={shown} onClose={() => setShown([])} />
    </Suspense>
  );
}
