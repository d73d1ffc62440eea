import { useId } from 'react';

export interface FlagFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: boolean;
  readonly field: string;
  readonly onChange: (value: boolean) => void;
}

/** Yes or no. */
export function FlagField({ label, hint, error, value, field, onChange }: FlagFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-12 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={value}
          data-field={field}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="size-6 shrink-0 accent-accent"
        />
        {label}
      </label>
      {error && <p className="text-small font-medium text-danger">{error}</p>}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
