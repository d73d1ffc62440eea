import { lazy, Suspense, useState, type ReactNode } from 'react';
import { formatPesos } from '../../shared/content/pesos.ts';
import { tripPayments, type TripPayment } from '../../shared/trips.ts';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import type { OwnTrip } from '../data/trips/ownTrips.ts';
import type { TapDetails, TapKind } from '../data/trips/taps.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { parsePesos } from '../util/parseWhole.ts';
import { newUuid } from '../util/uuid.ts';

const ShiftPanel = lazy(() => import('../shift/ShiftPanel.tsx'));

interface QuestionProps {
  readonly driver: DriverAtWheel;
  readonly trip: OwnTrip;
  readonly onTap: (kind: TapKind, details?: TapDetails) => void;
  readonly onBack: () => void;
}

interface QuestionFrameProps extends Pick<QuestionProps, 'onBack'> {
  readonly title: string;
  readonly children: ReactNode;
}

/** A question in place of a trip's buttons, with a way back to them. */
function Question({ title, onBack, children }: QuestionFrameProps) {
  const { home } = useMessages();
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-semibold">{title}</legend>
      {children}
      <Button variant="quiet" onClick={onBack}>
        {home.cancel}
      </Button>
    </fieldset>
  );
}

/** Why a driver cannot drive a trip, as `tap_trip` knows it. */
const declineReasons = ['busy', 'unwell', 'vehicle', 'other'] as const;

/** Asks why; the reason reaches the office at once, or with the next signal. */
function DeclineQuestion({ onTap, onBack }: QuestionProps) {
  const t = useNamespace('ownTrips');
  return (
    <Question title={t.declineTitle} onBack={onBack}>
      {declineReasons.map((reason) => (
        <Button key={reason} variant="secondary" onClick={() => onTap('declined', { reason })}>
          {t.declineReasons[reason]}
        </Button>
      ))}
    </Question>
  );
}

/** Gives up a passenger who did not come, once the driver has called and written. The office decides. */
function NoShowQuestion({ onTap, onBack }: QuestionProps) {
  const t = useNamespace('ownTrips');
  const [done, setDone] = useState({ called: false, wrote: false });
  const give = () => onTap('no_show', { called: true, wrote: true });
  return (
    <Question title={t.noShow} onBack={onBack}>
      {(['called', 'wrote'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t[name]}
          checked={done[name]}
          onChange={(checked) => setDone({ ...done, [name]: checked })}
        />
      ))}
      <p className="text-small text-ink-soft">{t.noShowText}</p>
      <Button variant="danger" disabled={!done.called || !done.wrote} onClick={give}>
        {t.noShow}
      </Button>
    </Question>
  );
}

const amountKinds = ['fare', 'other'] as const;
const amountInput = { inputMode: 'numeric', autoComplete: 'off', maxLength: 11 } as const;

/** Ends the trip with one press on the way it was paid, the booked one first. Other amounts take a press more. */
function PaymentQuestion({ trip, onTap, onBack }: QuestionProps) {
  const t = useNamespace('ownTrips');
  const [isOther, setOther] = useState(trip.pesos === null);
  const [typed, setTyped] = useState({ fare: `${trip.pesos ?? ''}`, other: '' });
  const amounts = { fare: parsePesos(typed.fare), other: parsePesos(typed.other) };
  const { fare, other } = amounts;
  const total = typeof fare === 'number' && other !== null ? fare + (other ?? 0) : null;
  const problems = { fare: typed.fare !== '' && typeof fare !== 'number', other: other === null };
  const methods = [...tripPayments].sort((a, b) => Number(b === trip.payment) - Number(a === trip.payment));
  const pay = (method: TripPayment) => {
    const payments = amountKinds.flatMap((kind) => {
      const pesos = amounts[kind];
      return typeof pesos === 'number' ? { id: newUuid(), kind, method, pesos } : [];
    });
    onTap('done', { payments });
  };
  return (
    <Question title={t.payTitle} onBack={onBack}>
      {isOther && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-3">
          {amountKinds.map((kind) => (
            <TextField
              key={kind}
              {...amountInput}
              label={kind === 'fare' ? t.amount : t.extra}
              value={typed[kind]}
              error={problems[kind] && t.amountProblem}
              onChange={({ target }) => setTyped({ ...typed, [kind]: target.value })}
            />
          ))}
        </div>
      )}
      {methods.map((method, index) => (
        <Button
          key={method}
          variant={index === 0 ? 'primary' : 'secondary'}
          disabled={total === null}
          onClick={() => pay(method)}
        >
          {total === null ? t.payments[method] : `${t.payments[method]} ${formatPesos(total)}`}
        </Button>
      ))}
      {!isOther && (
        <Button variant="quiet" onClick={() => setOther(true)}>
          {t.otherAmount}
        </Button>
      )}
    </Question>
  );
}

/** Offers to begin the shift before the first trip of the day. The trip does not depend on it. */
function ShiftOffer({ driver, onTap }: QuestionProps) {
  const t = useNamespace('ownTrips');
  const { common } = useMessages();
  const [begins, setBegins] = useState(false);
  const settle = () => onTap('on_way');
  return (
    <section aria-label={t.beginShift} className="flex flex-col gap-3">
      <p className="font-semibold">{t.noShift}</p>
      {begins ? (
        <Suspense fallback={<Spinner label={common.loading} size={44} className="text-accent" />}>
          <ShiftPanel driver={driver} onClose={settle} />
        </Suspense>
      ) : (
        <Button onClick={() => setBegins(true)}>{t.beginShift}</Button>
      )}
      <Button variant="secondary" onClick={settle}>
        {t.withoutShift}
      </Button>
    </section>
  );
}

/** The questions that a tap may need. */
export const tripQuestions = {
  decline: DeclineQuestion,
  noShow: NoShowQuestion,
  payment: PaymentQuestion,
  shift: ShiftOffer,
} as const;
