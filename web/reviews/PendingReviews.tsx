import { CloudOff, CloudUpload } from 'lucide-react';
import { useMemo } from 'react';
import { useNamespace } from '../i18n/namespaces.ts';
import { Optional } from '../ui/Boundary.tsx';
import { Notice } from '../ui/Notice.tsx';
import { createSignal, type Signal } from '../util/signal.ts';
import { useSignal } from '../util/useSignal.ts';
import { onReviews } from './channel.ts';
import { ReasonsPrompt } from './ReasonsPrompt.tsx';
import { storedReviews } from './reviewStore.ts';

interface PendingCount {
  /** Not delivered yet. */
  readonly waiting: number;
  /** Refused by the backend, still stored. */
  readonly refused: number;
}

/** Counts a driver's reviews that are stored on this device, across tabs, while somebody listens. */
function countPending(driverId: string): Pick<Signal<PendingCount>, 'get' | 'subscribe'> {
  const pending = createSignal<PendingCount>({ waiting: 0, refused: 0 });
  const subscribe = (listener: () => void) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const unsubscribe = pending.subscribe(listener);
    const count = async () => {
      const all = await storedReviews(driverId).catch(() => []);
      // The passenger's reasons may still be on the way of a review that has arrived.
      const stored = all.filter(({ delivered }) => !delivered);
      const refused = stored.filter((rating) => rating.refused !== undefined).length;
      if (!signal.aborted) pending.set({ waiting: stored.length - refused, refused });
    };
    onReviews(() => void count(), signal);
    void count();
    return () => {
      stopping.abort();
      unsubscribe();
    };
  };
  return { get: pending.get, subscribe };
}

/** The number of a driver's reviews that are stored on this device, as it changes. */
function usePendingReviews(driverId: string): PendingCount {
  return useSignal(useMemo(() => countPending(driverId), [driverId]));
}

/** Counts the driver's reviews that are stored on this device, and asks for the reasons of a low one. */
export default function PendingReviews({ driverId }: { readonly driverId: string }) {
  return (
    <>
      <Pending driverId={driverId} />
      <ReasonsPrompt driverId={driverId} />
    </>
  );
}

function Pending({ driverId }: { readonly driverId: string }) {
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
