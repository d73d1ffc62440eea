import { Check, X } from 'lucide-react';
import { decidePhoto, type PhotoDecision } from '../../data/drivers/driverRecords.ts';
import { photoUrl } from '../../data/drivers/photoUrl.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Photo } from '../../ui/Photo.tsx';
import { useChange } from '../parts/useChange.ts';
import { WaitingBadge, type DecisionProps } from './DriverState.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';

/** Shows the photo that waits for approval beside the one that passengers see; nothing for a driver without one. */
export function PhotoReview({ driver, onDone }: DecisionProps) {
  const { driverPhoto: t } = useNamespace('admin');
  const { busy, errorText, run } = useChange(
    (decision: PhotoDecision) => decidePhoto(driver, decision),
    ({ name }, decision) => onDone(decision === 'accept' ? t.accepted(name) : t.rejected(name)),
    { edit_conflict: t.changed },
  );
  if (!driver.pending_photo_url) return null;
  return (
    <span className="mt-2 mb-1 flex flex-col items-start gap-2">
      <WaitingBadge>{t.waiting}</WaitingBadge>
      <span className="grid w-full max-w-60 grid-cols-2 gap-3">
        <LabelledPhoto label={t.current} stored={driver.photo_url} name={driver.name} />
        <LabelledPhoto label={t.next} stored={driver.pending_photo_url} name={driver.name} />
      </span>
      <span className="flex flex-wrap gap-2">
        <SmallButton
          icon={Check}
          busy={busy}
          aria-label={t.acceptOf(driver.name)}
          onClick={() => run('accept')}
        >
          {t.accept}
        </SmallButton>
        <SmallButton icon={X} busy={busy} aria-label={t.rejectOf(driver.name)} onClick={() => run('reject')}>
          {t.reject}
        </SmallButton>
      </span>
      {errorText && (
        <span role="alert" className="text-small text-danger">
          {errorText}
        </span>
      )}
    </span>
  );
}

interface LabelledPhotoProps {
  readonly label: string;
  /** As in the driver record. */
  readonly stored: string | null;
  readonly name: string;
}

function LabelledPhoto({ label, stored, name }: LabelledPhotoProps) {
  return (
    <span className="flex flex-col gap-1">
      <Photo
        src={photoUrl(stored)}
        name={`${label}: ${name}`}
        className="aspect-square w-full rounded-card"
      />
      <span aria-hidden="true" className="text-small text-ink-soft">
        {label}
      </span>
    </span>
  );
}
