import { History } from 'lucide-react';
import { Link } from 'wouter';
import { useNamespace } from '../../i18n/namespaces.ts';
import { sectionAddress } from './section.ts';
import { useHasShifts } from './useHasShifts.ts';

interface ShiftsLinkProps {
  /** The driver or the plate, for the label. */
  readonly name: string;
  /** The filters of the shifts. */
  readonly filters: Readonly<Record<'search' | 'driver', string>> | Readonly<{ search: string }>;
  /** Shows the word beside the icon. */
  readonly hasText?: boolean;
}

/** Leads from the row of a driver or a vehicle to its shifts. */
export function ShiftsLink({ name, filters, hasText = false }: ShiftsLinkProps) {
  const t = useNamespace('admin');
  if (!useHasShifts()) return null;
  const label = t.shiftsOf(name);
  return (
    <Link
      href={sectionAddress('shifts', filters)}
      aria-label={label}
      title={label}
      className={
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control text-small font-semibold ' +
        'hover:bg-accent-soft hover:text-accent'
      }
    >
      <History size={20} className="shrink-0" />
      {hasText && <span>{t.shifts}</span>}
    </Link>
  );
}
