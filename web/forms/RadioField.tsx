import { useId } from 'react';
import { classes } from '../ui/classes.ts';
import { FieldError } from '../ui/FieldError.tsx';
import type { Option } from './options.ts';
import type { FieldProps } from './TextField.tsx';

export interface RadioFieldProps<Value extends string> extends Omit<FieldProps, 'hideLabel'> {
  /** Empty until the person chooses. */
  readonly value: Value | '';
  readonly options: readonly Option<Value>[];
  readonly disabled?: boolean;
  /** `cards`: each option is one that a thumb hits. */
  readonly variant?: keyof typeof variants;
  readonly onChange: (value: Value) => void;
}

const variants = {
  lines: { legend: '', options: 'flex flex-wrap gap-x-6', option: 'min-h-11' },
  cards: {
    legend: 'mb-1.5',
    options: 'grid grid-cols-1 gap-2 sm:grid-cols-2',
    option:
      'min-h-13 cursor-pointer rounded-control border-2 border-line-strong bg-surface-raised px-[min(1rem,5vw)] py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-focus',
  },
};

/** A labelled choice of one, with every option in sight. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { label, value, options, disabled, variant = 'lines', error, hint, className, onChange } = props;
  const style = variants[variant];
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <fieldset
      data-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
      className={classes('min-w-0', className)}
    >
      <legend className={classes('text-small font-semibold', style.legend)}>{label}</legend>
      <div className={style.options}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes('flex items-center gap-3', style.option, disabled && 'text-ink-soft')}
          >
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              disabled={disabled}
              onChange={() => onChange(option.value)}
              className="radio"
            />
            <span className="min-w-0 hyphens-auto">{option.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <FieldError id={`${id}-error`} role="alert" {...(variant === 'cards' && { className: 'mt-1.5' })}>
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
