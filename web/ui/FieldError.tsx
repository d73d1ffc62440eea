import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface FieldErrorProps {
  /** The control is described by it. */
  readonly id: string;
  /** Screen readers read it out when it appears, for a control that does not take the focus. */
  readonly role?: 'alert';
  readonly className?: string;
  readonly children: ReactNode;
}

/** The error of a field, with the sign that tells it from a hint without its colour. */
export function FieldError({ id, role, className, children }: FieldErrorProps) {
  return (
    <p
      id={id}
      role={role}
      className={classes('flex items-start gap-1.5 text-small font-medium text-danger', className)}
    >
      <CircleAlert size={18} className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}
