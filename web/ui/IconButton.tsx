import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** For screen readers and as tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'large' | 'compact';
}

export function IconButton({ label, icon, size = 'large', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-flex shrink-0 items-center justify-center rounded-control text-current transition-colors',
        'hover:bg-accent-soft hover:text-accent disabled:opacity-55 motion-reduce:transition-none',
        size === 'large' ? 'size-target' : 'size-11',
        className,
      )}
    >
      {icon}
    </button>
  );
}
