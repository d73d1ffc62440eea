import { useState } from 'react';
import type { OwnTrip } from '../data/trips/ownTrips.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Question } from './Question.tsx';
import { useOwnTripWords } from './useTripWords.ts';

/** Why a driver cannot drive a trip, as `tap_trip` knows it. */
const declineReasons = ['busy', 'unwell', 'vehicle', 'other'] as const;

interface AcceptanceProps {
  readonly trip: OwnTrip;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

/** Asks whether the driver takes the trip; again, with what has changed, after a change that matters. */
export function Acceptance({ trip, onAccept, onDecline }: AcceptanceProps) {
  const t = useNamespace('ownTrips');
  const changes = useOwnTripWords().changes(trip);
  if (trip.is_declined) return <Notice tone="info">{t.declined}</Notice>;
  if (trip.is_accepted) return null;
  return (
    <>
      {changes && <Notice tone="info">{t.changed(changes)}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={onAccept}>{t.accept}</Button>
        <Button variant="secondary" onClick={onDecline}>
          {t.decline}
        </Button>
      </div>
    </>
  );
}

interface DeclineFormProps {
  readonly onDecline: (reason: string) => void;
  readonly onBack: () => void;
}

/** Asks why; the reason reaches the office at once, or with the next signal. */
export function DeclineForm({ onDecline, onBack }: DeclineFormProps) {
  const t = useNamespace('ownTrips');
  return (
    <Question title={t.declineTitle} onBack={onBack}>
      {declineReasons.map((reason) => (
        <Button key={reason} variant="secondary" onClick={() => onDecline(reason)}>
          {t.declineReasons[reason]}
        </Button>
      ))}
    </Question>
  );
}

interface NoShowFormProps {
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Gives up a passenger who did not come, once the driver has called and written. The office decides. */
export function NoShowForm({ onSend, onBack }: NoShowFormProps) {
  const t = useNamespace('ownTrips');
  const [called, setCalled] = useState(false);
  const [wrote, setWrote] = useState(false);
  return (
    <Question title={t.noShow} onBack={onBack}>
      <Checkbox label={t.called} checked={called} onChange={setCalled} />
      <Checkbox label={t.wrote} checked={wrote} onChange={setWrote} />
      <p className="text-small text-ink-soft">{t.noShowText}</p>
      <Button variant="danger" disabled={!called || !wrote} onClick={onSend}>
        {t.noShow}
      </Button>
    </Question>
  );
}
