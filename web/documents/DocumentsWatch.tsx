import { lazy, Suspense, useEffect, useState } from 'react';
import type { Poll } from './DocumentsNews.tsx';
import { shiftStarted, shownShift } from '../shift/openShift.ts';
import { isNewSignIn } from './news.ts';

const DocumentsNews = lazy(() => import('./DocumentsNews.tsx'));

/** The first look at whether a document stops the driver, once the screen is drawn, and further ones. In milliseconds. */
const firstPoll = 2_000;
const pollInterval = 60 * 60_000;
/** The driver who is out of service waits for the company. In milliseconds. */
const stoppedInterval = 60_000;

export interface DocumentsWatchProps {
  readonly driverId: string;
  /** The driver's vehicle is settled, if there is one: two questions at once would hide each other. */
  readonly isDayBegun: boolean;
  /** When the account signed in, as ISO 8601. */
  readonly signedInAt: string | undefined;
  /** A document keeps the driver out of service. */
  readonly isStopped: boolean;
  readonly onStopped: (isStopped: boolean) => void;
}

/**
 * Shows the driver what expires, after the sign-in and when a shift starts, and takes the card away while an expired document
 * keeps the driver out of service. Loads nothing before it has something to ask.
 */
export function DocumentsWatch(props: DocumentsWatchProps) {
  const { driverId, isDayBegun, signedInAt, isStopped, onStopped } = props;
  const [latest, setLatest] = useState<Poll | null>(null);
  useEffect(() => {
    const poll = (withDue: boolean) => setLatest({ withDue });
    if (isDayBegun && isNewSignIn(signedInAt)) poll(true);
    // One that is under way may show what expires.
    const first = setTimeout(() => setLatest((known) => known ?? { withDue: false }), firstPoll);
    const stop = shiftStarted.listen(() => poll(true));
    return () => {
      clearTimeout(first);
      stop();
    };
  }, [isDayBegun, signedInAt]);
  useEffect(() => {
    // Before the first look there is nothing to repeat.
    const poll = () => setLatest((known) => known && { withDue: false });
    const next = setInterval(poll, isStopped ? stoppedInterval : pollInterval);
    // The documents of another vehicle count.
    const stop = shownShift().subscribe(poll);
    return () => {
      clearInterval(next);
      stop();
    };
  }, [isStopped]);
  if (!latest) return null;
  return (
    <Suspense fallback={null}>
      <DocumentsNews poll={latest} driverId={driverId} onStopped={onStopped} />
    </Suspense>
  );
}
