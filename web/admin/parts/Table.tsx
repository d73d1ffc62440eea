import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';

export interface Column {
  readonly label: string;
  /** A width utility; columns without one share what is left. */
  readonly width?: string;
}

export interface TableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table whose columns keep their places from page to page and whose headings stay in sight. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, width }) => (
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
