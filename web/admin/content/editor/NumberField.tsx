import { useId, useState } from 'react';
import { Field } from '../../../forms/TextField.tsx';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { parseWhole } from '../../../util/parseWhole.ts';

interface NumberFieldProps {
  readonly label: string;
  /** Undefined for an optional number that is absent. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly optional?: boolean;
  /** Shows the number as an amount in pesos. */
  readonly isMoney?: boolean;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly field: string;
  /** In a table, whose headings label it. It shows its error itself. */
  readonly isBare?: boolean;
}

/** A whole number. Text that is no number stays in the field with an error; the document stays as it is. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, error, hint, field } = props;
  const { optional = false, isMoney = false, isBare = false } = props;
  const t = useNamespace('studio');
  const id = useId();
  const written = value === undefined ? '' : isMoney ? formatPesos(value) : String(value);
  const { text, isWrong, type, leave } = useTypedNumber(value, optional, onChange);
  const wrong = [
    isMoney ? t.editor.notAnAmount : t.editor.notANumber,
    value !== undefined && t.editor.stillStored(written),
  ].filter(Boolean);
  const shownError = isWrong ? wrong.join('. ') : error;
  const described = classes(shownError && `${id}-error`, hint && `${id}-hint`);
  const input = (
    <input
      id={id}
      aria-label={isBare ? label : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={text ?? written}
      data-field={field}
      aria-invalid={shownError ? true : undefined}
      aria-describedby={described || undefined}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      className={classes(
        'min-h-12 w-full rounded-control border-2 bg-surface-raised px-3 text-body text-ink tabular-nums focus-visible:outline-offset-1',
        shownError ? 'border-danger' : 'border-line-strong',
      )}
    />
  );
  if (isBare)
    return (
      <>
        {input}
        {shownError && (
          <p id={`${id}-error`} className="mt-1 text-small font-medium text-danger">
            {shownError}
          </p>
        )}
      </>
    );
  return (
    <Field id={id} label={label} error={shownError} hint={hint}>
      {input}
    </Field>
  );
}

/**
 * A whole number while it is typed. Text that is no number leaves the document with the number from before the typing, not
 * with the beginning of the text.
 */
function useTypedNumber(
  value: number | undefined,
  optional: boolean,
  onChange: (value: number | undefined) => void,
) {
  const [typing, setTyping] = useState<{ readonly text: string; readonly before: number | undefined } | null>(
    null,
  );
  const isNumber = (number: number | undefined | null): number is number | undefined =>
    number !== null && (number !== undefined || optional);
  const isWrong = !isNumber(typing ? parseWhole(typing.text) : value);
  return {
    /** Null unless the field is being typed into. */
    text: typing?.text ?? null,
    isWrong,
    type: (text: string) => {
      // Beside a wrong text the document has the earlier number, or one that another administrator has saved.
      const before = typing && !isWrong ? typing.before : value;
      const next = parseWhole(text);
      setTyping({ text, before });
      onChange(isNumber(next) ? next : before);
    },
    leave: () => {
      if (!isWrong) setTyping(null);
    },
  };
}
