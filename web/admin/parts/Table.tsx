import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { useBreakpoint } from './useBreakpoint.ts';

export interface Column {
  readonly label: string;
  /** A width utility; columns without one share what is left. */
  readonly width?: string;
  /** Only part of the whole table. */
  readonly isExtra?: true;
}

export interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The rows; where there is no room for a table, the cards. */
  readonly children: ReactNode;
}

/** A table whose columns keep their places from page to page and whose headings stay in sight; or a list of cards. */
export function Table({ caption, columns, children }: TableProps) {
  const breakpoint = useBreakpoint();
  if (breakpoint === 'cards') return <ul aria-label={caption}>{children}</ul>;
  const shown = columns.filter(({ isExtra }) => !isExtra || breakpoint === 'wide');
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {shown.map(({ label, width }) => (
            <th
              key={label}
              scope="col"
              className={classes(
                'sticky top-0 z-10 bg-surface-raised shadow-[inset_0_-2px_0_var(--line)] px-2 py-3 text-left text-small font-semibold text-ink-soft',
                'first:pl-4 last:pr-4',
                width,
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
