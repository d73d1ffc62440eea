import { useId, type InputHTMLAttributes } from 'react';
import { classes } from '../ui/classes.ts';
import { FieldError } from '../ui/FieldError.tsx';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'onChange'>;

export interface CheckboxProps extends InputProps {
  readonly label: string;
  /** Only screen readers get the label. */
  readonly hideLabel?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Utilities of the label; its height and alignment unless given. */
  readonly className?: string;
  readonly onChange: (checked: boolean) => void;
}

/** A labelled choice of yes or no, with its error and its hint, which describe it. */
export function Checkbox({
  label,
  hideLabel = false,
  hint,
  error,
  className,
  onChange,
  ...rest
}: CheckboxProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <>
      <label className={classes('flex gap-3', className ?? 'min-h-11 items-center')}>
        <input
          {...rest}
          type="checkbox"
          aria-label={hideLabel ? label : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="checkbox"
        />
        {!hideLabel && <span className="min-w-0">{label}</span>}
      </label>
      {error && (
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      )}
      {hint && (
        <p id={`${id}-hint`} className="pl-9 text-small text-ink-soft">
          {hint}
        </p>
      )}
    </>
  );
}
