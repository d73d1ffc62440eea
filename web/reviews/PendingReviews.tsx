import { CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNamespace } from '../i18n/namespaces.ts';
import { Optional } from '../ui/Boundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { onReviews } from './channel.ts';
import { storedReviews } from './reviewStore.ts';

interface PendingCount {
  /** Not delivered yet. */
  readonly waiting: number;
  /** Refused by the backend, still stored. */
  readonly refused: number;
}

/** The number of a driver's reviews that are stored on this device, kept up to date across tabs. */
function usePendingReviews(driverId: string): PendingCount {
  const [pending, setPending] = useState<PendingCount>({ waiting: 0, refused: 0 });
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const count = async () => {
      const stored = await storedReviews(driverId).catch(() => []);
      const refused = stored.filter((rating) => rating.refused !== undefined).length;
      if (!signal.aborted) setPending({ waiting: stored.length - refused, refused });
    };
    onReviews(() => void count(), signal);
    void count();
    return () => stopping.abort();
  }, [driverId]);
  return pending;
}

/** Counts the driver's reviews that are stored on this device; nothing when there are none. */
export default function PendingReviews({ driverId }: { readonly driverId: string }) {
  const pending = usePendingReviews(driverId);
  if (pending.waiting + pending.refused === 0) return null;
  return (
    <Optional>
      <Badge {...pending} />
    </Optional>
  );
}

function Badge({ waiting, refused }: PendingCount) {
  const { rating } = useNamespace('panels');
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

/** Warns a driver who is about to sign out that reviews are not delivered yet. */
export function UnsentReviews({ driverId }: { readonly driverId: string }) {
  const { waiting, refused } = usePendingReviews(driverId);
  return (
    waiting + refused > 0 && (
      <Optional>
        <Warning unsent={waiting + refused} />
      </Optional>
    )
  );
}

function Warning({ unsent }: { unsent: number }) {
  return <Notice tone="info">{useNamespace('panels').rating.unsent(unsent)}</Notice>;
}
