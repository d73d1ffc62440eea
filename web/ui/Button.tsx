import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  /** `large`: 56 px, on everything a passenger touches; `compact`: 44 px, in the admin panel. On a tablet in the vehicle both: 76. */
  readonly size?: keyof typeof sizes;
  /** Shows a spinner and ignores presses, but keeps the focus. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** The label stays readable. */
const disabledClass = 'disabled:bg-line disabled:text-ink-soft';

const variants = {
  primary: `bg-accent text-accent-ink hover:bg-accent-strong active:bg-accent-strong ${disabledClass}`,
  secondary:
    'border-2 border-line-strong bg-surface-raised text-ink hover:border-accent hover:text-accent active:bg-accent-soft disabled:opacity-55',
  quiet: 'text-accent underline-offset-4 hover:underline active:bg-accent-soft disabled:opacity-55',
  danger: `bg-danger text-danger-ink hover:bg-danger-strong active:bg-danger-strong ${disabledClass}`,
};
export type ButtonVariant = keyof typeof variants;

const sizes = {
  large: 'min-h-target px-[min(1.5rem,7vw)] py-3 text-body',
  compact: 'min-h-11 px-4 py-2 text-small tablet:min-h-target',
};

export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'large', busy, icon, className, children, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={press}
      className={classes(
        'inline-flex items-center justify-center gap-3 rounded-control text-center text-balance font-semibold transition-colors',
        'disabled:cursor-not-allowed aria-disabled:cursor-progress motion-reduce:transition-none',
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {busy ? <Spinner size={22} className="shrink-0" /> : icon}
      {/* No bare text: a translated page has `<font>` in its place, and the spinner would have nothing to stand before. */}
      <span className="contents">{children}</span>
    </button>
  );
}
