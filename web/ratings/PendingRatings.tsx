import { CloudOff, CloudUpload } from 'lucide-react';
import { useArea } from '../i18n/areas.ts';
import { Optional } from '../ui/Optional.tsx';
import type { PendingCount } from './outbox.ts';
import { usePendingRatings } from './usePendingRatings.ts';

/** Counts the driver's ratings that are stored on this device; nothing when there are none. */
export default function PendingRatings({ driverId }: { readonly driverId: string }) {
  const pending = usePendingRatings(driverId);
  if (pending.waiting + pending.refused === 0) return null;
  return (
    <Optional>
      <Badge {...pending} />
    </Optional>
  );
}

function Badge({ waiting, refused }: PendingCount) {
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
