import { useId } from 'react';
import { FieldError } from '../ui/FieldError.tsx';

interface CardChoiceProps<Value extends string> {
  readonly label: string;
  /** Empty until the person chooses. */
  readonly value: Value | '';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A choice of one, each option a card that a thumb hits. */
export function CardChoice<Value extends string>(props: CardChoiceProps<Value>) {
  const { label, value, options, error, onChange } = props;
  const id = useId();
  return (
    <fieldset data-invalid={error ? true : undefined} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control border-2 border-line-strong bg-surface-raised px-4 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={id}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="radio"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <FieldError id={`${id}-error`} role="alert" className="mt-1.5">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}
