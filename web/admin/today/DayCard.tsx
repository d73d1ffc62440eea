import { ChevronRight, type LucideIcon } from 'lucide-react';
import { Fragment, useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from '../../ui/classes.ts';
import { TimeAgo } from '../parts/list/cells.tsx';
import type { RowView } from './rows.ts';

interface DayCardProps {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly isUrgent: boolean;
  /** To everything that the card shows a part of. */
  readonly link?: { readonly to: string; readonly label: string } | false | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card of the day, with its heading. */
export function DayCard({ title, icon: Icon, isUrgent, link, className, children }: DayCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes('rounded-card border border-line bg-surface-raised', className)}
    >
      <div className="flex min-h-12 items-center gap-3 border-b border-line py-1 pr-2 pl-4">
        <Icon size={22} className={classes('shrink-0', isUrgent ? 'text-danger' : 'text-accent')} />
        <h3 id={id} className="min-w-0 flex-1 leading-snug font-semibold">
          {title}
        </h3>
        {link && (
          <Link
            href={link.to}
            className="inline-flex min-h-11 shrink-0 items-center rounded-control px-2 text-small font-semibold text-accent underline-offset-4 hover:underline"
          >
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

interface DayRowProps {
  readonly row: RowView;
  readonly className?: string;
  /** Stands at the end of the row. */
  readonly children: ReactNode;
}

/** The whole row opens its place; a button of its own stands above that. */
export function DayRow({ row: { title, facts, since, address }, className, children }: DayRowProps) {
  return (
    <li
      className={classes(
        'relative flex min-h-13 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4 last:rounded-b-card last:border-b-0 has-[a:hover]:bg-surface-sunken',
        className,
      )}
    >
      <div className="min-w-0 flex-1 text-small">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {address ? (
            <Link
              href={address}
              className="font-semibold after:absolute after:inset-0 focus-visible:outline-offset-1"
            >
              {title}
            </Link>
          ) : (
            <span className="font-semibold">{title}</span>
          )}
          {since && <TimeAgo time={since} className="text-ink-soft" />}
        </p>
        {facts.length > 0 && (
          <p className="text-ink-soft [overflow-wrap:anywhere]">
            {facts.map((fact, index) => (
              // A code has a hyphen, at which it would break where the row is narrow.
              <Fragment key={fact}>
                {index > 0 && <span> · </span>}
                <span className="inline-block first:first-letter:uppercase">{fact}</span>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <div className="relative empty:hidden">{children}</div>
      {address && <ChevronRight size={20} className="shrink-0 text-ink-soft" />}
    </li>
  );
}
