import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}

export interface FactRowProps {
  /** On the coloured square. */
  readonly icon?: LucideIcon;
  /** In place of the icon, for example a number. */
  readonly mark?: ReactNode;
  readonly title: string;
  readonly line?: string;
  /** The highlighted value. */
  readonly value?: string;
  /** Actions below the fact. */
  readonly children?: ReactNode;
}

export function FactRow({ icon: Icon, mark, title, line, value, children }: FactRowProps) {
  return (
    <li className="py-4 first:pt-1 last:pb-1">
      <div className="flex items-center gap-4 sm:gap-5">
        <div className="flex size-14 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent sm:size-16">
          {Icon ? <Icon size={30} strokeWidth={1.75} aria-hidden="true" /> : mark}
        </div>
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-5 gap-y-1">
          <div
            className={classes(
              'min-w-0',
              line === undefined ? 'flex-[1_1_7rem]' : 'basis-full sm:flex-[1_1_7rem]',
            )}
          >
            <h3 className="text-lead leading-snug font-semibold hyphens-auto">{title}</h3>
            {line !== undefined && <p className="text-small text-ink-soft sm:text-body">{line}</p>}
          </div>
          {value !== undefined && (
            <p className="headline text-lead whitespace-nowrap sm:text-title tabular-nums">{value}</p>
          )}
        </div>
      </div>
      {children}
    </li>
  );
}
