import { Plus, X } from 'lucide-react';
import { contentShape, type Company } from '../../../shared/content/content.ts';
import type { Shape } from '../../../shared/content/shape.ts';
import {
  bufferMinutesOf,
  defaultBufferMinutes,
  waitingMinutesOf,
  defaultWaitingMinutes,
  type WaitingMinutes,
} from '../../../shared/content/waiting.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useErrorOf, useField } from '../content/editor/useField.ts';
import { NumberField } from '../content/editor/NumberField.tsx';
import { TextControl } from '../content/editor/TextControl.tsx';
import { WordsField } from '../content/editor/WordsField.tsx';
import { choiceName, fieldName } from '../content/names.ts';
import { useSelected } from '../content/studio.ts';
import { isSame } from '../content/model/same.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

const { nightHours, included, receipt, waitingMinutes } = contentShape.fields.company.fields;

/** A field of the company that may be absent. */
function useFact<
  Name extends 'nightHours' | 'included' | 'cards' | 'receipt' | 'waitingMinutes' | 'bufferMinutes',
>(name: Name) {
  const path = ['company', name];
  const fact = useField<Company[Name] | undefined>(path, contentShape.fields.company.fields[name]);
  const errorOf = useErrorOf();
  /** The problem of a part of the fact, in words. */
  const partError = (part: string, shape: Shape) => errorOf([...path, part], shape);
  return { ...fact, partError };
}

/** From and to of the night price. */
export function NightHoursFields() {
  const t = useNamespace('studio');
  const { value, write, key, partError } = useFact('nightHours');
  return (
    <fieldset>
      <legend className="pb-2 font-semibold">{fieldName(t, 'nightHours')}</legend>
      <div className="grid max-w-sm grid-cols-2 gap-4">
        {(['from', 'to'] as const).map((end) => (
          <TextControl
            key={end}
            type="time"
            label={fieldName(t, end)}
            value={value?.[end] ?? ''}
            max={5}
            error={partError(end, nightHours.fields[end])}
            field={`${key}/${end}`}
            onChange={(time) => write(withHour(value, { [end]: time }))}
          />
        ))}
      </div>
    </fieldset>
  );
}

const services = ['tolls', 'parking', 'childSeat'] as const;
const amounts = ['waitMinutes', 'bags'] as const;
/** Removed here instead of by its own field: with the last service the whole fact goes. */
const { optional: _, ...other } = included.fields.other;

/** The services within each price, and a sentence of the company's own. */
export function IncludedFields() {
  const t = useNamespace('studio');
  const { value, write, key, partError } = useFact('included');
  const change = (next: { readonly [Name in keyof Included]?: Included[Name] | undefined }) =>
    write(withIncluded(value, next));
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 font-semibold">{fieldName(t, 'included')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {services.map((service) => (
          <Checkbox
            key={service}
            label={fieldName(t, service)}
            data-field={`${key}/${service}`}
            checked={value?.[service] ?? false}
            onChange={(checked) => change({ [service]: checked })}
          />
        ))}
      </div>
      <div className="mt-2 grid max-w-sm grid-cols-2 gap-4">
        {amounts.map((amount) => (
          <NumberField
            key={amount}
            optional
            label={fieldName(t, amount)}
            value={value?.[amount]}
            error={partError(amount, included.fields[amount])}
            field={`${key}/${amount}`}
            onChange={(count) => change({ [amount]: count })}
          />
        ))}
      </div>
      <div className="mt-4">
        {value?.other ? (
          <>
            <WordsField path={['company', 'included', 'other']} shape={other} name={fieldName(t, 'other')} />
            <SmallButton variant="quiet" icon={X} onClick={() => change({ other: undefined })}>
              {t.editor.removeField}
            </SmallButton>
          </>
        ) : (
          <SmallButton icon={Plus} onClick={() => change({ other: { es: '' } })}>
            {t.editor.addField(fieldName(t, 'other'))}
          </SmallButton>
        )}
      </div>
    </fieldset>
  );
}

/** The minutes that drivers wait without charge; those of every company until this one has its own. */
export function WaitingFields() {
  const t = useNamespace('studio');
  const { write, key, partError } = useFact('waitingMinutes');
  const current = useSelected(({ company }) => waitingMinutesOf(company));
  return (
    <fieldset>
      <legend className="pb-1 font-semibold">{fieldName(t, 'waitingMinutes')}</legend>
      <p className="mb-2 text-small text-ink-soft">{t.hints.waitingMinutes}</p>
      <div className="grid grid-cols-2 items-end gap-4">
        {(['airport', 'elsewhere'] as const).map((place) => (
          <NumberField
            key={place}
            label={fieldName(t, place)}
            value={current[place]}
            error={partError(place, waitingMinutes.fields[place])}
            field={`${key}/${place}`}
            onChange={(minutes = current[place]) => write(withWaiting(current, { [place]: minutes }))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The minutes from a landing to the pick-up; those of every company until this one has its own. */
export function BufferField() {
  const t = useNamespace('studio');
  const { write, key, error } = useFact('bufferMinutes');
  const current = useSelected(({ company }) => bufferMinutesOf(company));
  return (
    <NumberField
      label={fieldName(t, 'bufferMinutes')}
      hint={t.hints.bufferMinutes}
      value={current}
      error={error}
      field={key}
      onChange={(minutes = current) => write(minutes === defaultBufferMinutes ? undefined : minutes)}
    />
  );
}

/** Whether the company accepts cards, or says nothing about it. */
export function CardsField() {
  const t = useNamespace('studio');
  const { unsaid } = useNamespace('studio').company;
  const { value, write } = useFact('cards');
  const options = [
    { value: '', label: unsaid },
    { value: 'yes', label: t.yes },
    { value: 'no', label: t.no },
  ];
  return (
    <SelectField
      label={fieldName(t, 'cards')}
      value={value === undefined ? '' : value ? 'yes' : 'no'}
      options={options}
      onChange={(chosen) => write(chosen === '' ? undefined : chosen === 'yes')}
    />
  );
}

/** How a passenger gets a receipt. A way for which the company has no number or address is not shown to passengers. */
export function ReceiptField() {
  const t = useNamespace('studio');
  const { unsaid, receiptHint } = useNamespace('studio').company;
  const { value, write } = useFact('receipt');
  return (
    <SelectField
      label={fieldName(t, 'receipt')}
      hint={receiptHint}
      value={value ?? ''}
      options={[
        { value: '', label: unsaid },
        ...receipt.of.map((each) => ({ value: each, label: choiceName(t, each) })),
      ]}
      onChange={(chosen) => write(chosen === '' ? undefined : chosen)}
    />
  );
}

type Included = NonNullable<Company['included']>;
type NightHours = NonNullable<Company['nightHours']>;

const nothing: Included = { tolls: false, parking: false, childSeat: false };

/** The services within a price with some of them changed; undefined once there are none, so that no screen names them. */
function withIncluded(
  current: Included | undefined,
  change: { readonly [Name in keyof Included]?: Included[Name] | undefined },
): Included | undefined {
  const all = Object.entries({ ...nothing, ...current, ...change });
  const next = all.filter(([, value]) => value !== undefined);
  return next.every(([, value]) => value === false)
    ? undefined
    : (Object.fromEntries(next) as unknown as Included);
}

/** The hours with one of them changed; undefined once both are empty. */
function withHour(current: NightHours | undefined, change: Partial<NightHours>): NightHours | undefined {
  const next = { from: '', to: '', ...current, ...change };
  return next.from === '' && next.to === '' ? undefined : next;
}

/** The free waiting with one of its minutes changed; undefined where it is what every company begins with. */
function withWaiting(current: WaitingMinutes, change: Partial<WaitingMinutes>): WaitingMinutes | undefined {
  const next = { ...current, ...change };
  return isSame(next, defaultWaitingMinutes) ? undefined : next;
}
