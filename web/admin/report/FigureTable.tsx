import type { ReactNode } from 'react';
import { useId } from 'react';
import { Link } from 'wouter';
import { classes } from '../../ui/classes.ts';

export interface FigureRow {
  readonly id: string;
  /** The heading of the row. */
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
  /** Draws a bar below the name, from 0 to 1. */
  readonly share?: number;
}

interface FigureTableProps {
  /** Read to screen readers only: the same text stands above. */
  readonly label: string;
  /** The first one is that of the names. */
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

const cell = 'border-b border-line py-1 pl-2 text-right tabular-nums';

/** Figures in rows, with a bar that shows how large a row is beside the others. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  const [first, ...others] = columns;
  return (
    <table aria-label={label} className="w-full border-collapse text-small">
      <thead>
        <tr className="text-ink-soft">
          <th scope="col" className="border-b border-line py-1 text-left font-semibold">
            {first}
          </th>
          {others.map((column) => (
            <th key={column} scope="col" className={classes(cell, 'font-semibold max-md:w-px')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells, share }) => (
          <tr key={id}>
            <th
              scope="row"
              className="border-b border-line py-1 text-left font-normal [overflow-wrap:anywhere]"
            >
              {name}
              {share !== undefined && <ShareBar share={share} />}
            </th>
            {cells.map((each, index) => (
              // The cells of a row have the order of the columns.
              // oxlint-disable-next-line react/no-array-index-key -- a cell has no identity but its column
              <td key={index} className={cell}>
                {each}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-0.5 h-1 w-full">
      <rect width="100" height="4" className="fill-surface-sunken" />
      <rect width={share * 100} height="4" className="fill-sea" />
    </svg>
  );
}

interface FigureLinkProps {
  readonly address: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A figure, or its name, that opens the list it counts. */
export function FigureLink({ address, className, children }: FigureLinkProps) {
  return (
    <Link
      href={address}
      className={classes(
        'inline-block py-1 font-semibold text-accent underline-offset-4 hover:underline focus-visible:outline-offset-1 print:py-0',
        className,
      )}
    >
      {children}
    </Link>
  );
}

interface FigurePartProps {
  readonly title: string;
  /** Shown instead of the table when it has no rows. */
  readonly empty: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
  /** Below the table. */
  readonly children?: ReactNode;
}

interface FigureCardProps {
  readonly title: string;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of the report. */
export function FigureCard({ title, aside, children }: FigureCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mb-3 break-inside-avoid rounded-card border border-line bg-surface-raised p-3"
    >
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A part of the report with its table. */
export function FigurePart({ title, empty, columns, rows, children }: FigurePartProps) {
  return (
    <FigureCard title={title}>
      {rows.length > 0 ? (
        <FigureTable label={title} columns={columns} rows={rows} />
      ) : (
        <p className="text-small text-ink-soft">{empty}</p>
      )}
      {children}
    </FigureCard>
  );
}
