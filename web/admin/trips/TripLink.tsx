import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tripPageUrl } from '../../data/publicAddress.ts';
import { renewTripLink, reviewsOfTrip, tripLink } from '../../data/trips/tripLinks.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { RecordCard } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey, useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

interface TripLinkProps extends Pick<SectionProps, 'onDone'> {
  readonly trip: Trip;
}

/** The link of the passenger's page, to copy, or to change where somebody has it who should not. */
export function TripLink({ trip, onDone }: TripLinkProps) {
  const { link: t } = useNamespace('tripContacts');
  const [isAsking, setAsking] = useState(false);
  const { data: secret } = useQuery({
    queryKey: [adminKey, 'trip-link', trip.id],
    queryFn: ({ signal }) => tripLink(trip.id, signal),
  });
  const renewing = useChange(
    () => renewTripLink(trip.id),
    () => {
      setAsking(false);
      onDone(t.renewed(trip.code));
    },
  );
  if (secret === undefined || trip.is_forgotten) return null;
  const address = tripPageUrl(secret);
  return (
    <RecordCard title={t.title}>
      <p className="py-2 text-small text-ink-soft">{t.hint}</p>
      <div className="flex flex-wrap gap-3 pb-3">
        {/* Another link has not been copied. */}
        <CopyButton key={secret} text={address} words={t} otherwise={address} />
        <Button size="compact" variant="secondary" onClick={() => setAsking(true)}>
          {t.renew}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t.renew}
          action={t.renew}
          busy={renewing.busy}
          errorText={renewing.errorText}
          onConfirm={() => renewing.run()}
          onClose={() => setAsking(false)}
        >
          <p>{t.question}</p>
        </ConfirmDialog>
      )}
    </RecordCard>
  );
}

/** The ratings that were given for a trip; nothing without any. */
export function TripRatings({ trip }: Pick<TripLinkProps, 'trip'>) {
  const t = useNamespace('tripContacts');
  const { count, time } = useFormat();
  const { data: reviews = [] } = useQuery({
    queryKey: [adminKey, 'trip-reviews', trip.id],
    queryFn: ({ signal }) => reviewsOfTrip(trip.id, signal),
  });
  if (reviews.length === 0) return null;
  return (
    <RecordCard title={t.ratings}>
      <ul className="py-2">
        {reviews.map(({ review_id: id, rating, created_at: at, is_replaced: isReplaced }) => (
          <li key={id}>
            {[t.stars(rating, count(rating)), time(at), isReplaced && t.replaced].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </RecordCard>
  );
}
