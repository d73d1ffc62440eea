import { Star } from 'lucide-react';
import { classes } from '../ui/classes.ts';

export interface StarShapeProps {
  readonly filled: boolean;
  /** Its size. */
  readonly className: string;
}

/** One star of a rating, filled up to the chosen one. */
export function StarShape({ filled, className }: StarShapeProps) {
  return (
    <Star
      aria-hidden="true"
      strokeWidth={1.5}
      className={classes(filled ? 'fill-accent text-accent' : 'fill-transparent text-line-strong', className)}
    />
  );
}
