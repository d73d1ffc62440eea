import { useId, Suspense, useState, type ReactNode } from 'react';
import { displayPhone, readPhone } from '../../../../shared/chile/phone-reading.ts';
import { isInternational } from '../../../../shared/chile/contact.ts';
import { phoneOf } from '../../../../shared/chile/phone.ts';
import { readRut } from '../../../../shared/chile/rut.ts';
import type { NumberKind } from '../../../../shared/content/shape.ts';
import { Field } from '../../../forms/TextField.tsx';
import { classes } from '../../../ui/classes.ts';
import { Reading } from '../../../forms/Reading.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

export interface TextControlProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** The limit of the text, in characters. */
  readonly max: number;
  readonly isLong?: boolean;
  readonly error?: ReactNode;
  readonly hint?: string | undefined;
  /** The language of the text, for spelling and screen readers. */
  readonly lang?: string;
  /** The key by which the studio moves the focus. */
  readonly field: string;
  readonly below?: ReactNode;
  readonly type?: 'text' | 'date' | 'time';
  /** In a table, whose headings label it and which shows its error. */
  readonly isBare?: boolean;
}

/** A labelled text with its count near the limit. */
export function TextControl(props: TextControlProps) {
  const { label, value, onChange, onBlur, max, error, hint } = props;
  const { lang, field, below, isLong, type = 'text', isBare } = props;
  const id = useId();
  const length = [...value].length;
  const shownHint = hint ?? (type === 'text' && length > max * 0.8 ? `${length}/${max}` : undefined);
  const described = classes(Boolean(error) && `${id}-error`, shownHint && `${id}-hint`);
  const control = {
    id,
    lang,
    value,
    onBlur,
    'data-field': field,
    'aria-label': isBare ? label : undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': isBare ? undefined : described || undefined,
    className: classes(
      'w-full rounded-control border-2 bg-surface-raised px-3 text-body text-ink focus-visible:outline-offset-1',
      error ? 'border-danger' : 'border-line-strong',
      isLong ? 'min-h-24 resize-y py-2 [field-sizing:content]' : 'min-h-12',
    ),
  };
  const input = isLong ? (
    <textarea {...control} rows={3} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <input {...control} type={type} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
  );
  if (isBare) return input;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field id={id} label={label} error={error} hint={shownHint}>
        {input}
      </Field>
      {below}
    </div>
  );
}

interface ReadControlProps extends Omit<TextControlProps, 'below' | 'onBlur' | 'type' | 'isLong'> {
  readonly kind: NumberKind;
  /** Opens a chat. */
  readonly isWhatsapp: boolean;
}

/** The text as the content stores it: a number that was understood in E.164, a RUT with its dots. */
function stored(kind: NumberKind, text: string): string {
  if (kind === 'phone') return phoneOf(text) ?? text;
  const reading = readRut(text);
  return reading.kind === 'rut' ? reading.rut : text;
}

/** The stored text in groups. A number without its country stays as it is: it has a problem. */
function written(kind: NumberKind, value: string): string {
  return kind === 'phone' && isInternational(value) ? displayPhone(phoneOf(value) ?? value) : value;
}

/** A telephone number or a RUT. The document gets the value as understood; the field says how it was read. */
export function ReadControl({ kind, isWhatsapp, value, error, onChange, ...rest }: ReadControlProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const reading = (
    <Reading kind={isWhatsapp ? 'whatsapp' : kind} value={value} typing={typed !== null && !error} />
  );
  // The reading says more exactly what is wrong.
  const isDoubt = (kind === 'rut' ? readRut(value) : readPhone(value)).kind === 'doubt';
  return (
    <TextControl
      {...rest}
      error={error && isDoubt ? reading : error}
      value={typed ?? written(kind, value)}
      onChange={(text) => {
        setTyped(text);
        onChange(stored(kind, text));
      }}
      onBlur={() => {
        setTyped(null);
        if (stored(kind, value) !== value) onChange(stored(kind, value));
      }}
      below={
        <div className="text-small text-ink-soft empty:hidden">
          {!(error && isDoubt) && reading}
          <Suspense>{kind === 'phone' && <Suggestion value={value} onUse={onChange} />}</Suspense>
        </div>
      }
    />
  );
}

/** Offers a stored number that lacks its country code with the code, as it was understood. */
function Suggestion({ value, onUse }: { readonly value: string; readonly onUse: (value: string) => void }) {
  const t = useNamespace('numbers').phone;
  const reading = readPhone(value);
  if (reading.kind === 'doubt' || isInternational(value)) return null;
  return (
    <SmallButton className="mt-1" onClick={() => onUse(reading.e164)}>
      {t.use(reading.display)}
    </SmallButton>
  );
}
