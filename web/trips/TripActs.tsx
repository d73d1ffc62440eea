import { RectangleEllipsis } from 'lucide-react';
import { useState } from 'react';
import { waitingMinutesOf } from '../../shared/content/waiting.ts';
import { useCompany } from '../content/ContentProvider.tsx';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import type { OwnTrip } from '../data/trips/ownTrips.ts';
import type { TapDetails, TapKind } from '../data/trips/taps.ts';
import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { HoldButton } from '../ui/HoldButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDialog } from '../ui/useDialog.ts';
import { tripQuestions } from './Questions.tsx';
import { SignScreen } from './SignScreen.tsx';
import { freeSecondsLeft, isOpen, nextStep, type KnownDay, type Step } from './tripDay.ts';
import { tap } from './tripStore.ts';
import { useNow } from './useNow.ts';
import { useLength, useOwnTripWords } from './useTripWords.ts';

export interface TripCardProps {
  readonly driver: DriverAtWheel;
  /** The company has vehicles, and the driver has taken none. */
  readonly lacksShift: boolean;
  readonly day: KnownDay;
  readonly trip: OwnTrip;
  /** Without a frame and without the hour, which stand around it. */
  readonly bare?: boolean;
}

const holdMs = 700;

type QuestionName = keyof typeof tripQuestions;

/** The acts of a driver on one trip: accept it, move it on, hold up the sign, say how it was paid. */
export function TripActs(props: TripCardProps) {
  const { driver, trip } = props;
  const [asked, ask] = useState<QuestionName | null>(null);
  const act = useAction((kind: TapKind, details?: TapDetails) => tap(driver.id, trip, kind, details));
  const send = (kind: TapKind, details?: TapDetails) => {
    ask(null);
    act.run(kind, details);
  };
  const Question = asked && tripQuestions[asked];
  return (
    <div className="flex flex-col gap-3">
      {act.errorText && <Notice tone="error">{act.errorText}</Notice>}
      {Question ? (
        <Question driver={driver} trip={trip} onTap={send} onBack={() => ask(null)} />
      ) : (
        <Acts {...props} onAsk={ask} onTap={send} />
      )}
    </div>
  );
}

interface ActsProps extends TripCardProps {
  readonly onAsk: (question: QuestionName) => void;
  readonly onTap: (kind: TapKind) => void;
}

function Acts(props: ActsProps) {
  const { trip, lacksShift, onAsk, onTap } = props;
  const t = useNamespace('ownTrips');
  const step = nextStep(trip);
  const take = (next: Step) => {
    if (next === 'done') onAsk('payment');
    else if (next === 'on_way' && lacksShift) onAsk('shift');
    else onTap(next);
  };
  return (
    <>
      {trip.state === 'confirmed' && <Acceptance {...props} />}
      {trip.state === 'waiting' && <FreeWait {...props} />}
      {step && (trip.is_accepted || trip.state !== 'confirmed') && (
        <StepButton step={step} onHeld={() => take(step)} />
      )}
      {isOpen(trip) && trip.state !== 'on_board' && <SignButton trip={trip} />}
      {trip.state === 'confirmed' && trip.is_accepted && (
        <Button variant="quiet" size="compact" onClick={() => onAsk('decline')}>
          {t.decline}
        </Button>
      )}
    </>
  );
}

/** Asks whether the driver takes the trip; again, with what has changed, after a change that matters. */
function Acceptance({ trip, onAsk, onTap }: ActsProps) {
  const t = useNamespace('ownTrips');
  const changes = useOwnTripWords().changes(trip);
  if (trip.is_declined) return <Notice tone="info">{t.declined}</Notice>;
  if (trip.is_accepted) return null;
  return (
    <>
      {changes && <Notice tone="info">{t.changed(changes)}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={() => onTap('accepted')}>{t.accept}</Button>
        <Button variant="secondary" onClick={() => onAsk('decline')}>
          {t.decline}
        </Button>
      </div>
    </>
  );
}

/** Moves the trip on; it has to be held, because pockets and passengers press too. */
function StepButton({ step, onHeld }: { readonly step: Step; readonly onHeld: () => void }) {
  const t = useNamespace('ownTrips');
  return (
    <div>
      <HoldButton
        label={`${t.steps[step]}. ${t.hold}`}
        durationMs={holdMs}
        onHeld={onHeld}
        className="flex min-h-20 w-full items-center justify-center overflow-hidden rounded-control bg-accent px-4 py-3 text-accent-ink"
      >
        <strong className="text-[min(var(--text-title),9vw)] leading-tight">{t.steps[step]}</strong>
      </HoldButton>
      <p aria-hidden="true" className="mt-1 text-center text-small text-ink-soft">
        {t.hold}
      </p>
    </div>
  );
}

/** The waiting that the passenger does not pay, as it goes by; after it the passenger may be given up. */
function FreeWait({ day, trip, onAsk }: ActsProps) {
  const t = useNamespace('ownTrips');
  const lengthOf = useLength();
  const minutes = waitingMinutesOf(useCompany());
  const free = trip.direction === 'from' ? minutes.airport : minutes.elsewhere;
  const left = freeSecondsLeft(trip, free, day, useNow());
  if (left === null) return null;
  return (
    <>
      <p role="timer" className="font-semibold tabular-nums">
        {left > 0 ? t.free(lengthOf(left)) : t.freeOver(lengthOf(-left))}
      </p>
      {left <= 0 && (
        <Button variant="secondary" onClick={() => onAsk('noShow')}>
          {t.noShow}
        </Button>
      )}
    </>
  );
}

function SignButton({ trip }: { readonly trip: OwnTrip }) {
  const t = useNamespace('ownTrips');
  const sign = useDialog();
  if (!trip.sign_text) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={<RectangleEllipsis size={24} aria-hidden="true" />}
        onClick={sign.show}
      >
        {t.sign}
      </Button>
      {sign.open && <SignScreen text={trip.sign_text} code={trip.code} onClose={sign.close} />}
    </>
  );
}
