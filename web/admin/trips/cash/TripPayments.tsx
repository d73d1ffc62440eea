import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { tripPayments } from '../../../../shared/trips.ts';
import {
  issueTripReceipt,
  paymentKinds,
  payTrip,
  tripPaymentsOf,
  voidPayment,
  type PaidLine,
  type PaymentKind,
  type PaymentLine,
} from '../../../data/trips/cash.ts';
import type { Trip } from '../../../data/trips/trips.ts';
import { optionsOf } from '../../../forms/options.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { TextField } from '../../../forms/TextField.tsx';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { parsePesos } from '../../../util/parseWhole.ts';
import { newUuid } from '../../../util/uuid.ts';
import { FormDialog, ReasonDialog } from '../../parts/dialogs.tsx';
import { ChangeButton } from '../../parts/list/cells.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { RecordCard } from '../../parts/record/RecordPage.tsx';
import { useRecordLocation } from '../../parts/record/useRecordLocation.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';
import { useChangeForm } from '../../parts/useChange.ts';
import { useOnDone } from '../../parts/section.ts';
import { useClosing, useTripData, type TripDialogProps, type TripProps } from '../TripChanges.tsx';
import { useSpanishWriter } from '../tripWords.ts';

const usePayments = ({ id }: Trip) =>
  useTripData(['trip-payments', id], (signal) => tripPaymentsOf(id, signal));

/** How a trip was paid, and its receipt. */
export function TripPayments({ trip }: TripProps) {
  const onDone = useOnDone();
  const { open } = useRecordLocation();
  const { cash: t } = useNamespace('trips');
  const writer = useSpanishWriter();
  const { airport, receiptEnds } = writer.t;
  const { data: lines = [] } = usePayments(trip);
  // The receipt names the route's place or says that it was agreed: an address is the passenger's.
  const place = writer.place(trip.route);
  const ends = {
    from: [airport, place ?? receiptEnds.destination],
    to: [place ?? receiptEnds.origin, airport],
    other: [receiptEnds.origin, receiptEnds.destination],
  } as const;
  const [origin, destination] = ends[trip.direction];
  const isPaid = lines.some(({ voided_at: voided }) => voided === null);
  return (
    <RecordCard title={t.payments}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 py-3">
        <SmallButton onClick={() => open({ act: 'pay' })}>{t.pay}</SmallButton>
        {isPaid && (
          <ChangeButton
            variant="secondary"
            change={() => issueTripReceipt(newUuid(), trip.id, origin, destination)}
            onDone={() => onDone(t.receiptDone)}
          >
            {t.receipt}
          </ChangeButton>
        )}
      </div>
    </RecordCard>
  );
}

function Line({ line }: { readonly line: PaidLine }) {
  const t = useNamespace('trips').cash;
  const [isAsking, setAsking] = useState(false);
  const onClose = () => setAsking(false);
  const close = useClosing({ onClose });
  const text = `${t.kinds[line.kind]} · ${t.methods[line.method]} · ${formatPesos(line.pesos)}`;
  const isVoid = line.voided_at !== null;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-3">
      <span className={classes('flex-1 tabular-nums', isVoid && 'text-ink-soft line-through')}>{text}</span>
      {isVoid ? (
        <span className="text-small text-ink-soft">{t.voided(line.void_reason ?? '')}</span>
      ) : (
        <SmallButton variant="quiet" aria-label={t.voidLine(text)} onClick={() => setAsking(true)}>
          {t.void}
        </SmallButton>
      )}
      {isAsking && (
        <ReasonDialog
          title={t.voidTitle}
          action={t.void}
          label={t.voidReason}
          draft={`void:${line.id}`}
          maxCharacters={200}
          save={(reason) => voidPayment(line.id, reason)}
          onSaved={() => close(t.voidDone)}
          onClose={onClose}
        >
          <p>{text}</p>
        </ReasonDialog>
      )}
    </li>
  );
}

/** A line whose amount is as it was typed. */
type WrittenLine = Omit<PaymentLine, 'id' | 'pesos'> & { readonly pesos: string };

/** Lines of one trip: more are a mistake. */
const maxLines = 6;

/** Notes how a trip was paid: as booked, in one press, or in several lines; of one that is paid in part, what is left. */
export function PayDialog({ trip, onClose }: TripDialogProps) {
  const t = useNamespace('trips').cash;
  const { common } = useMessages();
  const { data, error, refetch } = usePayments(trip);
  if (data) return <PayForm trip={trip} lines={data} onClose={onClose} />;
  return (
    <Dialog open title={t.payTitle(trip.code)} closeLabel={common.close} onClose={onClose}>
      <Loading error={error} retry={refetch} />
    </Dialog>
  );
}

const sumOf = (lines: readonly PaidLine[]) => lines.reduce((sum, { pesos }) => sum + pesos, 0);

interface PayFormProps extends TripDialogProps {
  /** The payments so far. */
  readonly lines: readonly PaidLine[];
}

/** A line whose amount is as it was typed, paid as the trip was booked. */
const lineOf = ({ payment }: Trip, kind: PaymentKind, pesos: string): WrittenLine => ({
  kind,
  method: payment ?? 'cash',
  pesos,
});

/** The form, what was paid before it, and what is left of the price; null where nobody has set one. */
function usePayForm({ trip, lines: paidLines, onClose }: PayFormProps) {
  const close = useClosing({ onClose });
  const t = useNamespace('trips').cash;
  const { id, payment, pesos: price, is_live: isLive } = trip;
  // As it was when the dialog opened: a payment whose response was lost is not offered another amount.
  const [held] = useState(() => paidLines.filter(({ voided_at: voided }) => voided === null));
  const paid = sumOf(held);
  const left = price && Math.max(0, price - sumOf(held.filter(({ kind }) => kind === 'fare')));
  const form = useChangeForm({
    // A trip that is paid may have cost more: waiting, or tolls.
    initial: { lines: [left === 0 ? lineOf(trip, 'waiting', '') : lineOf(trip, 'fare', `${left ?? ''}`)] },
    // Amounts come back for this booking only: neither for another price or payment nor once the trip is over.
    draft: ['payment', id, isLive, payment ?? 'cash', price, paid].join(':'),
    check: ({ lines }) =>
      lines.every(({ pesos }) => typeof parsePesos(pesos) === 'number') ? {} : { lines: 'amount' },
    phrases: { amount: t.wrongAmount },
    save: ({ lines }, keyOf) =>
      payTrip(
        id,
        lines.map((line, index) => ({
          ...line,
          id: keyOf([index, line]),
          pesos: parsePesos(line.pesos) ?? 0,
        })),
      ),
    onSaved: () => close(t.paid(trip.code)),
  });
  return { form, paid, left };
}

function PayForm(props: PayFormProps) {
  const { trip, onClose } = props;
  const t = useNamespace('trips').cash;
  const { form, paid, left } = usePayForm(props);
  const { lines } = form.values;
  const setLines = (changed: readonly WrittenLine[]) => form.setValue('lines', [...changed]);
  const kinds = optionsOf(paymentKinds, t.kinds);
  const methods = optionsOf(tripPayments, t.methods);
  return (
    <FormDialog title={t.payTitle(trip.code)} form={form} onClose={onClose}>
      {paid > 0 && (
        <p>
          {left === null ? t.paidSoFar(formatPesos(paid)) : t.paidOf(formatPesos(paid), formatPesos(left))}
        </p>
      )}
      {lines.map((line, index) => {
        const change = (changes: Partial<WrittenLine>) =>
          setLines(lines.with(index, { ...line, ...changes }));
        return (
          <fieldset key={index} className="grid grid-cols-3 gap-2">
            <legend className="sr-only">{t.line(String(index + 1))}</legend>
            <SelectField
              label={t.kind}
              value={line.kind}
              options={kinds}
              onChange={(kind) => change({ kind })}
            />
            <SelectField
              label={t.method}
              value={line.method}
              options={methods}
              onChange={(method) => change({ method })}
            />
            <TextField
              label={t.pesos}
              name={`pesos-${index + 1}`}
              inputMode="numeric"
              autoComplete="off"
              value={line.pesos}
              error={index === lines.length - 1 && form.fieldError('lines')}
              onChange={({ target }) => change({ pesos: target.value })}
            />
          </fieldset>
        );
      })}
      {lines.length < maxLines && (
        <div>
          <SmallButton icon={Plus} onClick={() => setLines([...lines, lineOf(trip, 'waiting', '')])}>
            {t.addLine}
          </SmallButton>
        </div>
      )}
    </FormDialog>
  );
}
