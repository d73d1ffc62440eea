import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { classes } from '../ui/classes.ts';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** A control inside the field's right end, for example show and hide. */
  readonly trailing?: ReactNode;
}

/** A labelled input. Error and hint belong to its description; give `autoComplete` and `inputMode`. */
export function TextField({ label, error, hint, trailing, className, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const errorId = error ? `${inputId}-error` : undefined;
  const hintId = hint ? `${inputId}-hint` : undefined;
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={inputId} className="text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
          className={classes(
            'min-h-14 w-full rounded-control border-2 bg-surface-raised px-4 text-body text-ink',
            'placeholder:text-ink-soft focus-visible:outline-offset-1',
            error ? 'border-danger' : 'border-line-strong',
            Boolean(trailing) && 'pr-16',
          )}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-small font-medium text-danger">
          <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
