import { CloudOff, CloudUpload } from 'lucide-react';
import { useNamespace } from '../i18n/namespaces.ts';
import { useUnsent, type UnsentCount } from '../outbox/useUnsent.ts';
import { Optional } from '../ui/Boundary.tsx';
import { ReasonsPrompt } from './ReasonsPrompt.tsx';

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
  const { reviews } = useUnsent(driverId);
  if (reviews.waiting + reviews.refused === 0) return null;
  return (
    <Optional>
      <Badge {...reviews} />
    </Optional>
  );
}

function Badge({ waiting, refused }: UnsentCount) {
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
