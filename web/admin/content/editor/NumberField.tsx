import { useId, useState } from 'react';
import { Field } from '../../../forms/TextField.tsx';
import { formatPesos } from '../../../content/pesos.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { parseWhole } from '../document/parseWhole.ts';
import { classes } from '../../../ui/classes.ts';

export interface NumberFieldProps {
  readonly label: string;
  /** Undefined: an optional number that is absent. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly optional?: boolean;
  /** An amount in pesos. */
  readonly isMoney?: boolean;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly field: string;
  /** In a table, whose headings label it. */
  readonly isBare?: boolean;
}

/** A whole number. What is no number stays in the field with its error, and leaves the document as it is. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    value,
    onChange,
    optional = false,
    isMoney = false,
    error,
    hint,
    field,
    isBare = false,
  } = props;
  const t = useNamespace('content');
  const id = useId();
  const written = value === undefined ? '' : isMoney ? formatPesos(value) : String(value);
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed === null ? value : parseWhole(typed);
  const isWrong = parsed === null || (parsed === undefined && !optional);
  const shownError = isWrong ? t.editor.notANumber : error;
  const described = classes(shownError && `${id}-error`, hint && `${id}-hint`);
  const input = (
    <input
      id={id}
      aria-label={isBare ? label : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? written}
      data-field={field}
      aria-invalid={shownError ? true : undefined}
      aria-describedby={isBare ? undefined : described || undefined}
      title={isBare ? shownError : undefined}
      onChange={(event) => {
        const next = parseWhole(event.target.value);
        setTyped(event.target.value);
        if (next !== null && (next !== undefined || optional)) onChange(next);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
      className={classes(
        'min-h-12 w-full rounded-control border-2 bg-surface-raised px-3 text-body text-ink tabular-nums focus-visible:outline-offset-1',
        shownError ? 'border-danger' : 'border-line-strong',
      )}
    />
  );
  if (isBare) return input;
  return (
    <Field id={id} label={label} error={shownError} hint={hint}>
      {input}
    </Field>
  );
}
