import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useChange } from '../useChange.ts';
import { useFormat } from '../useFormat.ts';

export interface BadgeProps {
  /** Utilities of the colours. */
  readonly tone: string;
  readonly icon?: ReactNode;
  readonly children: string;
}

/** A state in a word or two. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-small leading-tight font-semibold',
        tone,
      )}
    >
      {icon}
      <span>{children}</span>
    </span>
  );
}

interface TimeAgoProps {
  /** ISO 8601. */
  readonly time: string;
  readonly className?: string;
}

/** How long ago a time was; in full behind it. */
export function TimeAgo({ time, className }: TimeAgoProps) {
  const format = useFormat();
  return (
    <time dateTime={time} title={format.time(time)} className={className}>
      {format.ago(time)}
    </time>
  );
}

export interface ChangeButtonProps<Result> extends Pick<
  ButtonProps,
  'icon' | 'variant' | 'aria-label' | 'className' | 'children'
> {
  readonly change: () => Promise<Result>;
  readonly onDone: (result: Result) => void;
}

/** A button that changes the record of its row, and shows the error of a failed change. */
export function ChangeButton<Result>({ change, onDone, ...button }: ChangeButtonProps<Result>) {
  const { busy, errorText, run } = useChange(change, onDone);
  return (
    <>
      <Button {...button} size="compact" busy={busy} onClick={() => run()} />
      {errorText && (
        <span role="alert" className="text-small text-danger">
          {errorText}
        </span>
      )}
    </>
  );
}
