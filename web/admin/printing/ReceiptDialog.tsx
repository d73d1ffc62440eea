import { useState } from 'react';
import { chileanMoment, chileanStamp } from '../../../shared/chile/time.ts';
import { plateField } from '../../../shared/cards.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { writeReceipt, type PrintedCard } from '../../data/cards/printedCards.ts';
import { RecordInput, type RecordInputProps } from '../../forms/RecordInput.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { parseWhole } from '../../util/parseWhole.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { useChangeForm } from '../parts/useChange.ts';

const maxPesos = 10_000_000;
const [pastDays, dayMs] = [730, 86_400_000];

const place = { shape: { kind: 'text', max: 120, required: true } } as const;
const fields = {
  origin: place,
  destination: place,
  pesos: { shape: { kind: 'text', max: 14, required: true } },
  day: { shape: { kind: 'day' } },
  time: { shape: { kind: 'text', max: 5, required: true } },
  plate: plateField,
} as const;
type Name = keyof typeof fields;
type Written = Readonly<Record<Name, string>> & { readonly driver: DriverOption | null };

/** The moment of a trip, in the last two years; null for another text. */
function momentOf({ day, time }: Pick<Written, 'day' | 'time'>): Date | null {
  const moment = chileanMoment(day, time);
  const ageDays = (Date.now() - (moment?.getTime() ?? Number.NaN)) / dayMs;
  return ageDays < pastDays && ageDays > -1 ? moment : null;
}

/** Whole pesos, written as in the table of prices. Null for another text. */
function pesosOf(written: string): number | null {
  const pesos = parseWhole(written) ?? 0;
  return pesos >= 1 && pesos <= maxPesos ? pesos : null;
}

function begin(): Written {
  const [day = '', time = ''] = chileanStamp(new Date().toISOString()).split(' ');
  return { day, time, origin: '', destination: '', pesos: '', plate: '', driver: null };
}

export interface ReceiptDialogProps {
  readonly onWritten: (cards: readonly PrintedCard[]) => void;
  readonly onClose?: () => void;
}

/** Writes a receipt for a trip. */
export function ReceiptDialog({ onWritten, onClose }: ReceiptDialogProps) {
  const { receipt: t, plate: plateLabel, wrongPlate } = useNamespace('printing');
  const [initial] = useState(begin);
  const form = useChangeForm({
    initial,
    draft: 'receipt',
    schema: () => fields,
    check: (written) => ({
      ...(momentOf(written) === null && { day: 'moment' }),
      ...(pesosOf(written.pesos) === null && { pesos: 'amount' }),
    }),
    phrases: { moment: t.wrongMoment, amount: t.wrongAmount, '23514': wrongPlate },
    save: (written, keyOf) => {
      const { origin, destination, plate, driver } = written;
      const [takenAt, pesos] = [momentOf(written)!, pesosOf(written.pesos)!];
      const receipt = { takenAt, origin, destination, pesos, driver: driver?.id ?? null, plate };
      return writeReceipt(keyOf(receipt), receipt);
    },
    onSaved: onWritten,
  });
  const input = (name: Name, label: string, rest?: Pick<RecordInputProps, 'type' | 'inputMode'>) => (
    <RecordInput of={fields[name]} binding={form.field(name)} label={label} {...rest} />
  );
  return (
    <FormDialog title={t.title} action={t.write} form={form} onClose={onClose} focusesField>
      {input('origin', t.origin)}
      {input('destination', t.destination)}
      {input('pesos', t.pesos, { inputMode: 'numeric' })}
      <div className="grid gap-4 sm:grid-cols-2">
        {input('day', t.day)}
        {input('time', t.time, { type: 'time' })}
      </div>
      <DriverPicker
        label={t.driver}
        {...form.control('driver')}
        onChange={(driver) =>
          form.setValues((written) => ({ ...written, driver, plate: driver?.license_plate ?? '' }))
        }
      />
      {input('plate', plateLabel)}
      <p className="text-small text-ink-soft">{t.taxHint}</p>
    </FormDialog>
  );
}
