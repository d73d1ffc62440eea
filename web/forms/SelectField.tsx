import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Field, type FieldProps } from './TextField.tsx';

export interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A labelled choice of one. */
export function SelectField({ value, options, onChange, label, error, hint, className }: SelectFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} hint={hint} className={className}>
      <div className="relative">
        <select
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-12 w-full appearance-none truncate rounded-control border-2 border-line-strong bg-surface-raised pr-11 pl-3 text-body text-ink focus-visible:outline-offset-1"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={22} className="pointer-events-none absolute top-3 right-3 text-ink-soft" />
      </div>
    </Field>
  );
}
