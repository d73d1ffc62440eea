import { lazy, Suspense, useEffect, useState } from 'react';
import type { Look } from './PapersNews.tsx';
import { onStart } from '../shift/starts.ts';
import { isNewSignIn } from './news.ts';

const PapersNews = lazy(() => import('./PapersNews.tsx'));

/** The first look at whether a paper stops the driver, once the screen is drawn, and further ones. In milliseconds. */
const firstLook = 2_000;
const lookInterval = 60 * 60_000;

export interface PapersWatchProps {
  readonly driverId: string;
  /** The driver's car is settled, if there is one: two questions at once would hide each other. */
  readonly isDayBegun: boolean;
  /** When the account signed in, as ISO 8601. */
  readonly signedInAt: string | undefined;
}

/**
 * Shows the driver what expires, after the sign-in and when a shift starts, and takes the card away while an expired paper
 * keeps the driver out of service. Loads nothing before it has something to ask.
 */
export function PapersWatch({ driverId, isDayBegun, signedInAt }: PapersWatchProps) {
  const [latest, setLatest] = useState<Look | null>(null);
  useEffect(() => {
    const look = (withDue: boolean) => setLatest({ withDue });
    if (isDayBegun && isNewSignIn(signedInAt)) look(true);
    // One that is under way may show what expires.
    const first = setTimeout(() => setLatest((known) => known ?? { withDue: false }), firstLook);
    const next = setInterval(look, lookInterval, false);
    const stop = onStart(() => look(true));
    return () => {
      clearTimeout(first);
      clearInterval(next);
      stop();
    };
  }, [isDayBegun, signedInAt]);
  if (!latest) return null;
  return (
    <Suspense fallback={null}>
      <PapersNews look={latest} driverId={driverId} />
    </Suspense>
  );
}
