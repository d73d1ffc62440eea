import type { MouseEvent, ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import { useRecordLocation } from './useRecordLocation.ts';

interface RecordLinkProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Opens the page of a row's record, as a press anywhere on the row does. It leads there in a new tab, too. */
export function RecordLink({ id, className, children }: RecordLinkProps) {
  const { record, addressOf, open } = useRecordLocation();
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open({ record: id });
  };
  return (
    <a
      href={addressOf(id)}
      data-row-link={id}
      aria-current={record === id || undefined}
      onClick={press}
      className={classes('underline-offset-4 hover:underline', className)}
    >
      {children}
    </a>
  );
}

/** Moves the focus from one row's link to the next one's by the arrow keys. */
export function moveBetweenRows(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(event.target as HTMLElement);
  const next = at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Whether a press was meant for the row, and not for a control in it or for its text. */
export function isRowPress({ target }: MouseEvent): boolean {
  const isControl =
    (target as Element).closest('a, button, input, select, textarea, label, dialog, [popover]') !== null;
  return !isControl && window.getSelection()?.isCollapsed !== false;
}
