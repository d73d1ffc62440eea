import { LoaderCircle } from 'lucide-react';
import { classes } from './classes.ts';

export interface SpinnerProps {
  /** For screen readers; leave it out where a text beside it says the same. */
  readonly label?: string;
  /** Pixels. */
  readonly size?: number;
  readonly className?: string;
}

export function Spinner({ label, size = 28, className }: SpinnerProps) {
  const icon = (
    <LoaderCircle
      className={classes('animate-spin motion-reduce:animate-none', className)}
      size={size}
      aria-hidden="true"
    />
  );
  if (label === undefined) return icon;
  return (
    <output className="flex justify-center">
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  );
}
