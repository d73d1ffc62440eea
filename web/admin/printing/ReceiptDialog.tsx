import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { normalizePlate } from '../../../shared/chile/plate.ts';
import { chileanMoment, chileanStamp } from '../../../shared/chile/time.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { writeReceipt, type PrintedCard } from '../../data/cards/printedCards.ts';
import { focusInvalid } from '../../forms/focusField.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { useChange } from '../parts/useChange.ts';
import { useOnce } from '../../forms/useRequestKeys.ts';

const maxPesos = 10_000_000;
const maxPlaceCharacters = 120;
const [pastDays, dayMs] = [730, 86_400_000];

interface Written {
  readonly day: string;
  readonly time: string;
  readonly origin: string;
  readonly destination: string;
  readonly pesos: string;
  readonly plate: string;
}

/** The moment of a trip, in the last two years; null for another text. */
function momentOf({ day, time }: Pick<Written, 'day' | 'time'>): Date | null {
  const moment = chileanMoment(day, time);
  const ageDays = (Date.now() - (moment?.getTime() ?? Number.NaN)) / dayMs;
  return ageDays < pastDays && ageDays > -1 ? moment : null;
}

/** Whole pesos; people write `25.000` and `$25.000`. Null for another text. */
function pesosOf(written: string): number | null {
  const bare = written.replaceAll(/[\s.$]/g, '');
  const pesos = /^\d{1,8}$/.test(bare) ? Number(bare) : 0;
  return pesos >= 1 && pesos <= maxPesos ? pesos : null;
}

function begin(): Written {
  const [day = '', time = ''] = chileanStamp(new Date().toISOString()).split(' ');
  return { day, time, origin: '', destination: '', pesos: '', plate: '' };
}

export interface ReceiptDialogProps {
  readonly onWritten: (cards: readonly PrintedCard[]) => void;
  readonly onClose: () => void;
}

/** Writes a receipt for a trip. */
export function ReceiptDialog({ onWritten, onClose }: ReceiptDialogProps) {
  const { receipt: t, plate: plateLabel, wrongPlate } = useNamespace('printing');
  const { errors } = useMessages();
  const [written, setWritten] = useState(begin);
  const [driver, setDriver] = useState<DriverOption | null>(null);
  const [checked, setChecked] = useState(false);
  const write = useOnce(newUuid, writeReceipt);
  const { busy, errorText, run } = useChange(write, onWritten, { '23514': wrongPlate });
  const takenAt = momentOf(written);
  const pesos = pesosOf(written.pesos);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    flushSync(() => setChecked(true));
    if (focusInvalid(event.currentTarget, false) || takenAt === null || pesos === null) return;
    const { origin, destination } = written;
    const plate = normalizePlate(written.plate);
    run({ takenAt, origin, destination, pesos, driver: driver?.id ?? null, plate });
  };
  const field = (name: keyof Written, error?: string | false) => ({
    value: written[name],
    error: (checked && error) || undefined,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setWritten({ ...written, [name]: event.target.value }),
  });
  const place = (name: 'origin' | 'destination') => ({
    label: t[name],
    maxLength: maxPlaceCharacters,
    ...field(name, written[name].trim() === '' && errors.field.required),
  });
  const choose = (chosen: DriverOption | null) => {
    setDriver(chosen);
    setWritten({ ...written, plate: chosen?.license_plate ?? '' });
  };
  const wrongMoment = takenAt === null && t.wrongMoment;
  const wrongAmount = pesos === null && t.wrongAmount;
  return (
    <FormDialog
      title={t.title}
      action={t.write}
      busy={busy}
      errorText={errorText}
      onSubmit={submit}
      onClose={onClose}
      focusesField
    >
      <TextField {...place('origin')} />
      <TextField {...place('destination')} />
      <TextField label={t.pesos} inputMode="numeric" maxLength={14} {...field('pesos', wrongAmount)} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="date" label={t.day} {...field('day', wrongMoment)} />
        <TextField type="time" label={t.time} {...field('time')} />
      </div>
      <DriverPicker label={t.driver} value={driver} onChange={choose} />
      <TextField label={plateLabel} autoCapitalize="characters" maxLength={20} {...field('plate')} />
      <p className="text-small text-ink-soft">{t.taxHint}</p>
    </FormDialog>
  );
}
