import { Check, Hourglass, X } from 'lucide-react';
import { decidePhoto, type PhotoDecision } from '../../data/admin/drivers.ts';
import type { Driver } from '../../data/drivers.ts';
import { toDataError } from '../../data/errors.ts';
import { photoUrl } from '../../data/photoUrl.ts';
import { useArea } from '../../i18n/areas.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Photo } from '../../ui/Photo.tsx';
import { useChange } from '../parts/useChange.ts';

export interface PhotoReviewProps {
  readonly driver: Driver;
  readonly onDecided: (driver: Driver, decision: PhotoDecision) => void;
}

/** Shows the photo that waits for approval beside the one that passengers see; nothing for a driver without one. */
export function PhotoReview({ driver, onDecided }: PhotoReviewProps) {
  const { errors } = useWords();
  const { driverPhoto: t } = useArea('admin');
  const change = useChange((decision: PhotoDecision) => decidePhoto(driver, decision), onDecided);
  if (!driver.pending_photo_url) return null;
  const failure =
    change.error &&
    (toDataError(change.error).code === 'edit_conflict' ? t.changed : describeError(change.error, errors));
  return (
    <span className="mt-2 mb-1 flex flex-col items-start gap-2">
      <span className="inline-flex items-center gap-1.5 rounded-full bg-accent-soft px-3 py-0.5 text-small font-semibold text-accent">
        <Hourglass size={16} aria-hidden="true" />
        {t.waiting}
      </span>
      <span className="grid w-full max-w-60 grid-cols-2 gap-3">
        <LabelledPhoto label={t.current} stored={driver.photo_url} name={driver.name} />
        <LabelledPhoto label={t.next} stored={driver.pending_photo_url} name={driver.name} />
      </span>
      <span className="flex flex-wrap gap-2">
        <Button
          size="compact"
          icon={<Check size={20} aria-hidden="true" />}
          busy={change.isPending}
          aria-label={t.acceptOf(driver.name)}
          onClick={() => change.mutate('accept')}
        >
          {t.accept}
        </Button>
        <Button
          size="compact"
          variant="secondary"
          icon={<X size={20} aria-hidden="true" />}
          busy={change.isPending}
          aria-label={t.rejectOf(driver.name)}
          onClick={() => change.mutate('reject')}
        >
          {t.reject}
        </Button>
      </span>
      {failure && (
        <span role="alert" className="text-small text-danger">
          {failure}
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
