import { useId, type ReactNode } from 'react';
import { Field } from '../../../forms/TextField.tsx';
import { classes } from '../../../ui/classes.ts';

export interface TextControlProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** The most characters. */
  readonly max: number;
  /** Has several lines. */
  readonly isLong?: boolean;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** The language of the text, for spelling and screen readers. */
  readonly lang?: string;
  /** By which the studio finds it. */
  readonly field: string;
  /** The key of a translation, among which the keyboard moves on. */
  readonly text?: string;
  readonly below?: ReactNode;
  readonly type?: 'text' | 'date';
  /** In a table, whose headings label it and which shows its error. */
  readonly isBare?: boolean;
}

/** A labelled text with its count near the limit. */
export function TextControl(props: TextControlProps) {
  const {
    label,
    value,
    onChange,
    onBlur,
    max,
    error,
    hint,
    lang,
    field,
    text,
    below,
    isLong,
    type = 'text',
    isBare,
  } = props;
  const id = useId();
  const length = [...value].length;
  const shownHint = hint ?? (type === 'text' && length > max * 0.8 ? `${length}/${max}` : undefined);
  const described = classes(error && `${id}-error`, shownHint && `${id}-hint`);
  const control = {
    id,
    lang,
    value,
    onBlur,
    'data-field': field,
    'data-text': text,
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
