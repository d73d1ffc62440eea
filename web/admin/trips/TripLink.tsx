import { useState } from 'react';
import { tripPageUrl } from '../../data/publicAddress.ts';
import { renewTripLink, reviewsOfTrip, tripLink } from '../../data/trips/tripLinks.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ChangeDialog } from '../parts/dialogs.tsx';
import { RecordCard } from '../parts/record/RecordPage.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { useDone, type TripProps } from './TripChanges.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { joined } from './tripWords.ts';
import { useTripData } from './useTripData.ts';

/** The link of the passenger's page, to copy, or to change where somebody has it who should not. */
export function TripLink({ trip }: TripProps) {
  const onDone = useDone();
  const { link: t } = useNamespace('tripContacts');
  const [isAsking, setAsking] = useState(false);
  const { data: secret } = useTripData(['trip-link', trip.id], () => tripLink(trip.id));
  if (secret === undefined || trip.is_forgotten) return null;
  const address = tripPageUrl(secret);
  return (
    <RecordCard title={t.title}>
      <p className="py-2 text-small text-ink-soft">{t.hint}</p>
      <div className="flex flex-wrap gap-3 pb-3">
        {/* Another link has not been copied. */}
        <CopyButton key={secret} text={address} words={t} otherwise={address} />
        <SmallButton onClick={() => setAsking(true)}>{t.renew}</SmallButton>
      </div>
      {isAsking && (
        <ChangeDialog
          title={t.renew}
          action={t.renew}
          change={() => renewTripLink(trip.id)}
          done={t.renewed(trip.code)}
          onDone={onDone}
          onClose={() => setAsking(false)}
        >
          <p>{t.question}</p>
        </ChangeDialog>
      )}
    </RecordCard>
  );
}

/** The ratings that were given for a trip; nothing without any. */
export function TripRatings({ trip }: TripProps) {
  const t = useNamespace('tripContacts');
  const { count, time } = useFormat();
  const { data: reviews = [] } = useTripData(['trip-reviews', trip.id], (signal) =>
    reviewsOfTrip(trip.id, signal),
  );
  if (reviews.length === 0) return null;
  return (
    <RecordCard title={t.ratings}>
      <ul className="py-2">
        {reviews.map(({ review_id: id, rating, created_at: at, is_replaced: isReplaced }) => (
          <li key={id}>{joined([t.stars(rating, count(rating)), time(at), isReplaced && t.replaced])}</li>
        ))}
      </ul>
    </RecordCard>
  );
}
