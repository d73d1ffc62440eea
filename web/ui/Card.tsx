import type { HTMLAttributes } from 'react';
import { classes } from './classes.ts';

/** A raised surface for things that belong together. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div {...rest} className={classes('rounded-card border border-line bg-surface-raised p-6', className)} />
  );
}
