import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../ui/classes.ts';
import type { Option } from './options.ts';
import { Field, type FieldProps } from './TextField.tsx';

export interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  /** `large`: as high as a text field. */
  readonly size?: keyof typeof sizes;
}

const sizes = {
  medium: { select: 'min-h-12 pr-11 pl-3', icon: 'top-3 right-3' },
  large: { select: 'min-h-target pr-14 pl-4', icon: 'top-1/2 right-4 -translate-y-1/2' },
};

/** A labelled choice of one. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const {
    value,
    options,
    onChange,
    disabled,
    size = 'medium',
    label,
    hideLabel = false,
    error,
    hint,
    className,
  } = props;
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel={hideLabel} error={error} hint={hint} className={className}>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen) onChange(chosen.value);
          }}
          className={classes(
            'w-full appearance-none truncate rounded-control border-2 border-line-strong bg-surface-raised text-body text-ink',
            'focus-visible:outline-offset-1 disabled:border-line disabled:text-ink-soft disabled:opacity-100',
            sizes[size].select,
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {hideLabel && option.value === '' ? `${label}: ${option.label}` : option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={size === 'large' ? 24 : 22}
          className={classes('pointer-events-none absolute text-ink-soft', sizes[size].icon)}
        />
      </div>
    </Field>
  );
}
