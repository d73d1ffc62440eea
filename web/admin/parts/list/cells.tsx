import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useChange } from '../useChange.ts';
import { useFormat } from '../useFormat.ts';
import { useMay } from '../useMay.ts';
import { SmallIconButton } from '../SmallButton.tsx';

interface RowActionsProps {
  /** With the row's name: «Editar a Ana Soto». */
  readonly editLabel: string;
  readonly deleteLabel: string;
  readonly onEdit: () => void;
  /** Left out where the row cannot be deleted. */
  readonly onDelete?: (() => void) | undefined;
  /** Further buttons, between the two. */
  readonly children?: ReactNode;
}

/** The buttons of a row that edit its record and, for roles that may, delete it. */
export function RowActions(props: RowActionsProps) {
  const { editLabel, deleteLabel, onEdit, onDelete, children } = props;
  const isDeletable = useMay('delete') && onDelete !== undefined;
  return (
    <div className="flex flex-wrap justify-end">
      <SmallIconButton label={editLabel} icon={<Pencil size={20} />} onClick={onEdit} />
      {children}
      {isDeletable && (
        <SmallIconButton label={deleteLabel} icon={<Trash2 size={20} />} onClick={onDelete} isDanger />
      )}
    </div>
  );
}

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
      {children}
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
