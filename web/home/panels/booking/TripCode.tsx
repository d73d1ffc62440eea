import { ArrowLeft, ListChecks } from 'lucide-react';
import { useState } from 'react';
import {
  bookingDirections,
  bookingLimits,
  type BookingDirection,
} from '../../../../shared/booking/booking.ts';
import { prefillFragment } from '../../../../shared/booking/prefill.ts';
import { useCompany, useContent } from '../../../content/ContentProvider.tsx';
import { whatsappDigits } from '../../../content/links.ts';
import { useChileanDay } from '../../../util/time/useChileanDay.ts';
import { bookUrl } from '../../../data/publicAddress.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { TextField } from '../../../forms/TextField.tsx';
import { useLanguage } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useSay } from '../../../i18n/Text.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ScanCard } from '../../../ui/ScanCard.tsx';

/** Leads to the form whose code opens the booking with all details on the passenger's own phone: this screen is shared. */
export function TripButton({ onOpen }: { readonly onOpen: () => void }) {
  const t = useNamespace('tripCode');
  if (whatsappDigits(useCompany()) === '') return null;
  return (
    <Button
      variant="secondary"
      icon={<ListChecks size={24} className="shrink-0" aria-hidden="true" />}
      className="w-full tablet:w-auto"
      onClick={onOpen}
    >
      {t.open}
    </Button>
  );
}

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index)).map((value) => ({
    value,
    label: value,
  }));

/** The fields hold nothing that says who travels, and no text to type: the screen is not the passenger's. */
const empty = { date: '', time: '', route: '', people: '1', bags: '1' };

/** A short form beside a code that opens the booking page filled in. Nothing of it leaves the screen. */
export function TripCode({ onBack }: { readonly onBack: () => void }) {
  const { back, heading, scan, qr, fields: t } = useNamespace('tripCode');
  const { language } = useLanguage();
  const [direction, setDirection] = useState<BookingDirection>('to');
  const [values, setValues] = useState(empty);
  const { people, bags, ...rest } = values;
  const fragment = prefillFragment({ direction, ...rest, people: Number(people), bags: Number(bags) });
  const set = (changes: Partial<typeof empty>) => setValues({ ...values, ...changes });
  const text = (name: 'date' | 'time') => ({
    value: values[name],
    onChange: (event: { readonly target: HTMLInputElement }) => set({ [name]: event.target.value }),
  });
  const choice = (name: 'people' | 'bags', least: number) => ({
    label: t[name],
    size: 'large' as const,
    value: values[name],
    options: numbers(least, bookingLimits[name]),
    onChange: (value: string) => set({ [name]: value }),
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 lg:grid-cols-3">
        <SelectField
          label={t.direction}
          size="large"
          value={direction}
          options={bookingDirections.map((value) => ({ value, label: t.directions[value] }))}
          onChange={(value) => setDirection(value === 'from' ? 'from' : 'to')}
        />
        <RouteField direction={direction} value={values.route} onChange={(route) => set({ route })} />
        <TextField {...text('date')} label={t.date} type="date" min={useChileanDay()} />
        <TextField {...text('time')} label={t.time[direction]} type="time" />
        <SelectField {...choice('people', 1)} />
        <SelectField {...choice('bags', 0)} />
      </div>
      <ScanCard value={bookUrl(language, fragment)} title={qr} heading={heading}>
        {scan}
      </ScanCard>
      <Button
        variant="secondary"
        icon={<ArrowLeft size={24} className="shrink-0" aria-hidden="true" />}
        onClick={onBack}
      >
        {back}
      </Button>
    </div>
  );
}

interface RouteFieldProps {
  readonly direction: BookingDirection;
  readonly value: string;
  readonly onChange: (route: string) => void;
}

function RouteField({ direction, value, onChange }: RouteFieldProps) {
  const { fields: t } = useNamespace('tripCode');
  const say = useSay();
  const routes = useContent().routes.map(({ id, name }) => ({ value: id, label: say(name) }));
  return (
    <SelectField
      label={t.place[direction]}
      size="large"
      value={value}
      options={[{ value: '', label: t.otherPlace }, ...routes]}
      onChange={onChange}
    />
  );
}
