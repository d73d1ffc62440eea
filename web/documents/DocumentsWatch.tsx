import { lazy, Suspense, useEffectEvent, useState } from 'react';
import { useWhileShown } from '../util/useWhileShown.ts';
import type { DocumentNews } from './documentNews.ts';
import { watchDocuments } from './watchDocuments.ts';

const DocumentsNews = lazy(() => import('./DocumentsNews.tsx'));

export interface DocumentsWatchProps {
  readonly driverId: string;
  /** The driver's vehicle is settled, if there is one: two questions at once would hide each other. */
  readonly isDayBegun: boolean;
  /** When the account signed in, as ISO 8601. */
  readonly signedInAt: string | undefined;
  /** The driver has the device in hand, and has seen what expires. */
  readonly onInHand: () => void;
  /** Receives whether a document keeps the driver out of service. */
  readonly onStopped: (isStopped: boolean) => void;
}

/**
 * Shows the driver what expires, after the sign-in and when a shift starts, and takes the card away while an expired document
 * keeps the driver out of service. Loads nothing before it has something to ask.
 */
export function DocumentsWatch({
  driverId,
  isDayBegun,
  signedInAt,
  onInHand,
  onStopped,
}: DocumentsWatchProps) {
  const [{ due, stopping }, setNews] = useState<DocumentNews>({ due: null, stopping: [] });
  const show = useEffectEvent((news: DocumentNews) => {
    // A poll without them leaves those that the driver is reading.
    setNews((shown) => ({ ...news, due: news.due ?? shown.due }));
    onStopped(news.stopping.length > 0);
    if (news.due?.length === 0 && news.stopping.length === 0) onInHand();
  });
  const settledSignIn = isDayBegun ? signedInAt : undefined;
  useWhileShown((signal) => watchDocuments(settledSignIn, (news) => show(news), signal), [settledSignIn]);
  if (stopping.length === 0 && !due?.length) return null;
  return (
    <Suspense fallback={null}>
      <DocumentsNews
        due={due ?? []}
        stopping={stopping}
        driverId={driverId}
        onClose={() => {
          setNews({ stopping, due: null });
          onInHand();
        }}
      />
    </Suspense>
  );
}
