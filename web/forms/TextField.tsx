import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import { FieldError } from '../ui/FieldError.tsx';

export interface FieldProps {
  readonly label: string;
  /** Only screen readers get the label; a select shows it before the name of its empty choice. */
  readonly hideLabel?: boolean;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly className?: string | undefined;
}

/** A labelled control with its error (`<id>-error`) and its hint (`<id>-hint`), which describe it. */
export function Field(props: FieldProps & { readonly id: string; readonly children: ReactNode }) {
  const { id, label, hideLabel, error, hint, className, children } = props;
  return (
    <div className={classes('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-small font-semibold'}>
        {label}
      </label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-soft empty:hidden">
          {hint}
        </p>
      )}
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'>;

export interface TextFieldProps extends FieldProps, InputProps {
  /** A control inside the field's right end, for example show and hide. */
  readonly trailing?: ReactNode;
}

/** A labelled input; give `autoComplete` and `inputMode`. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel = false, error, hint, trailing, className, ...rest } = props;
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Field id={id} label={label} hideLabel={hideLabel} error={error} hint={hint} className={className}>
      <div className="relative min-w-0">
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={classes(
            'min-h-target w-full min-w-0 rounded-control border-2 bg-surface-raised px-4 text-body text-ink',
            'placeholder:text-ink-soft focus-visible:outline-offset-1',
            error ? 'border-danger' : 'border-line-strong',
            Boolean(trailing) && 'pr-16 tablet:pr-21',
          )}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
    </Field>
  );
}

/** A required e-mail address; give `autoComplete`. */
export function EmailField(props: TextFieldProps) {
  return (
    <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} required {...props} />
  );
}
