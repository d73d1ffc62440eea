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
import { Acceptance, DeclineForm, NoShowForm } from './Acceptance.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { ShiftOffer } from './ShiftOffer.tsx';
import { SignScreen } from './SignScreen.tsx';
import { freeSecondsLeft, isOpen, nextStep, type KnownDay, type Step } from './tripDay.ts';
import { tap } from './tripStore.ts';
import { useNow } from './useNow.ts';
import { useLength } from './useTripWords.ts';

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

type View = 'acts' | 'decline' | 'noShow' | 'payment' | 'shift';

/** The acts of a driver on one trip: accept it, move it on, hold up the sign, say how it was paid. */
export function TripActs(props: TripCardProps) {
  const { driver, trip } = props;
  const [view, setView] = useState<View>('acts');
  const act = useAction((kind: TapKind, details?: TapDetails) => tap(driver.id, trip, kind, details));
  const send = (kind: TapKind, details?: TapDetails) => {
    setView('acts');
    act.run(kind, details);
  };
  const goBack = () => setView('acts');
  return (
    <div className="flex flex-col gap-3">
      {act.errorText && <Notice tone="error">{act.errorText}</Notice>}
      {view === 'acts' && <Acts {...props} onView={setView} onTap={send} />}
      {view === 'decline' && (
        <DeclineForm onDecline={(reason) => send('declined', { reason })} onBack={goBack} />
      )}
      {view === 'noShow' && (
        <NoShowForm onSend={() => send('no_show', { called: true, wrote: true })} onBack={goBack} />
      )}
      {view === 'payment' && (
        <PaymentForm trip={trip} onPaid={(payments) => send('done', { payments })} onBack={goBack} />
      )}
      {view === 'shift' && <ShiftOffer driver={driver} onSettled={() => send('on_way')} />}
    </div>
  );
}

interface ActsProps extends TripCardProps {
  readonly onView: (view: View) => void;
  readonly onTap: (kind: TapKind) => void;
}

function Acts({ day, trip, lacksShift, onView, onTap }: ActsProps) {
  const t = useNamespace('ownTrips');
  const step = nextStep(trip);
  const take = (next: Step) => {
    if (next === 'done') onView('payment');
    else if (next === 'on_way' && lacksShift) onView('shift');
    else onTap(next);
  };
  return (
    <>
      {trip.state === 'confirmed' && (
        <Acceptance trip={trip} onAccept={() => onTap('accepted')} onDecline={() => onView('decline')} />
      )}
      {trip.state === 'waiting' && <FreeWait day={day} trip={trip} onNoShow={() => onView('noShow')} />}
      {step && (trip.is_accepted || trip.state !== 'confirmed') && (
        <StepButton step={step} onHeld={() => take(step)} />
      )}
      {isOpen(trip) && trip.state !== 'on_board' && <SignButton trip={trip} />}
      {trip.state === 'confirmed' && trip.is_accepted && (
        <Button variant="quiet" size="compact" onClick={() => onView('decline')}>
          {t.decline}
        </Button>
      )}
    </>
  );
}

interface StepButtonProps {
  readonly step: Step;
  readonly onHeld: () => void;
}

/** Moves the trip on; it has to be held, because pockets and passengers press too. */
function StepButton({ step, onHeld }: StepButtonProps) {
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
function FreeWait({
  day,
  trip,
  onNoShow,
}: Pick<ActsProps, 'day' | 'trip'> & { readonly onNoShow: () => void }) {
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
        <Button variant="secondary" onClick={onNoShow}>
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
