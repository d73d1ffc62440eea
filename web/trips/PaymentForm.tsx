import { useState } from 'react';
import { formatPesos } from '../../shared/content/pesos.ts';
import { tripPayments, type TripPayment } from '../../shared/trips.ts';
import type { PaymentLine } from '../data/trips/cash.ts';
import type { OwnTrip } from '../data/trips/ownTrips.ts';
import { TextField } from '../forms/TextField.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { parsePesos } from '../util/parseWhole.ts';
import { newUuid } from '../util/uuid.ts';
import { Question } from './Question.tsx';

interface PaymentFormProps {
  readonly trip: Pick<OwnTrip, 'pesos' | 'payment'>;
  readonly onPaid: (payments: readonly PaymentLine[]) => void;
  readonly onBack: () => void;
}

const amountInput = { inputMode: 'numeric', autoComplete: 'off', maxLength: 11 } as const;

/** Ends the trip with one press on the way it was paid, the booked one first. Other amounts take a press more. */
export function PaymentForm({ trip, onPaid, onBack }: PaymentFormProps) {
  const t = useNamespace('ownTrips');
  const [isOther, setOther] = useState(trip.pesos === null);
  const [fare, setFare] = useState(trip.pesos === null ? '' : String(trip.pesos));
  const [extra, setExtra] = useState('');
  const amounts = { fare: parsePesos(fare), other: parsePesos(extra) };
  const isReadable = typeof amounts.fare === 'number' && amounts.other !== null;
  const total = isReadable ? (amounts.fare ?? 0) + (amounts.other ?? 0) : null;
  const methods = [...tripPayments].sort((a, b) => Number(b === trip.payment) - Number(a === trip.payment));
  const pay = (method: TripPayment) => {
    const lines = (['fare', 'other'] as const).flatMap((kind) => {
      const pesos = amounts[kind];
      return typeof pesos === 'number' ? { id: newUuid(), kind, method, pesos } : [];
    });
    onPaid(lines);
  };
  return (
    <Question title={t.payTitle} onBack={onBack}>
      {isOther && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-3">
          <TextField
            {...amountInput}
            label={t.amount}
            value={fare}
            error={fare !== '' && typeof amounts.fare !== 'number' && t.amountProblem}
            onChange={({ target }) => setFare(target.value)}
          />
          <TextField
            {...amountInput}
            label={t.extra}
            value={extra}
            error={amounts.other === null && t.amountProblem}
            onChange={({ target }) => setExtra(target.value)}
          />
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
