import { useId } from 'react';
import { classes } from '../ui/classes.ts';
import { FieldError } from '../ui/FieldError.tsx';
import type { FieldProps } from './TextField.tsx';

export interface RadioFieldProps<Value extends string> extends Omit<FieldProps, 'hideLabel'> {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** A labelled choice of one, with every option in sight. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { label, value, options, disabled, error, hint, className, onChange } = props;
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset aria-describedby={described || undefined} className={className}>
      <legend className="text-small font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label
            key={option.value}
            className={classes('flex min-h-11 items-center gap-3', disabled && 'text-ink-soft')}
          >
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              disabled={disabled}
              onChange={() => onChange(option.value)}
              className="radio"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
