import { useState } from 'react';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { issueTripReceipt, tripPaymentsOf, voidPayment, type PaidLine } from '../../../data/trips/cash.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { newUuid } from '../../../util/uuid.ts';
import { ReasonDialog } from '../../parts/dialogs.tsx';
import { ChangeButton } from '../../parts/list/cells.tsx';
import { RecordCard } from '../../parts/record/RecordPage.tsx';
import { useRecordLocation } from '../../parts/record/useRecordLocation.ts';
import { useDone, type TripProps } from '../TripChanges.tsx';
import { useSpanishWriter } from '../tripWords.ts';
import { useTripData } from '../useTripData.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** How a trip was paid, and its receipt. */
export function TripPayments({ trip }: TripProps) {
  const onDone = useDone();
  const { open } = useRecordLocation();
  const { cash: t } = useNamespace('trips');
  const writer = useSpanishWriter();
  const { airport, receiptEnds } = writer.t;
  const { data: lines = [] } = useTripData(['trip-payments', trip.id], (signal) =>
    tripPaymentsOf(trip.id, signal),
  );
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
  const onDone = useDone();
  const t = useNamespace('trips').cash;
  const [isAsking, setAsking] = useState(false);
  const text = `${t.kinds[line.kind]} · ${t.methods[line.method]} · ${formatPesos(line.pesos)}`;
  const isVoid = line.voided_at !== null;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-3">
      <span className={classes('flex-1 tabular-nums', isVoid && 'text-ink-soft line-through')}>{text}</span>
      {isVoid ? (
        <span className="text-small text-ink-soft">{t.voided(line.void_reason ?? '')}</span>
      ) : (
        <Button size="compact" variant="quiet" aria-label={t.voidLine(text)} onClick={() => setAsking(true)}>
          {t.void}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title={t.voidTitle}
          action={t.void}
          label={t.voidReason}
          draft={`void:${line.id}`}
          maxCharacters={200}
          save={(reason) => voidPayment(line.id, reason)}
          onSaved={() => {
            setAsking(false);
            onDone(t.voidDone);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{text}</p>
        </ReasonDialog>
      )}
    </li>
  );
}
