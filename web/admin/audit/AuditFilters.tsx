import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { AuditFilter } from '../../data/admin/audit.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';

export interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

const control =
  'min-h-12.5 w-full rounded-control border-2 border-line-strong bg-surface-raised px-3 text-body text-ink focus-visible:outline-offset-1';

/** Filters the log by action, by days, and to failed attempts. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useNamespace('audit');
  const id = useId();
  const acts = Object.entries(t.acts).sort(([, a], [, b]) => a.localeCompare(b));
  const day = (name: 'from' | 'until') => (
    <div className="flex flex-col gap-1">
      <label htmlFor={`${id}-${name}`} className="text-small font-semibold">
        {t[name]}
      </label>
      <input
        id={`${id}-${name}`}
        type="date"
        value={filter[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={control}
      />
    </div>
  );
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr_auto]">
      <div className="col-span-2 flex min-w-0 flex-col gap-1 md:col-span-1">
        <label htmlFor={`${id}-action`} className="text-small font-semibold">
          {t.action}
        </label>
        <div className="relative">
          <select
            id={`${id}-action`}
            value={filter.action}
            onChange={(event) => onChange({ action: event.target.value })}
            className={`${control} appearance-none truncate pr-11`}
          >
            <option value="">{t.allActions}</option>
            {acts.map(([act, label]) => (
              <option key={act} value={act}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown size={22} className="pointer-events-none absolute top-3.5 right-3 text-ink-soft" />
        </div>
      </div>
      {day('from')}
      {day('until')}
      <Checkbox
        label={t.refusedOnly}
        checked={filter.refused === 'true'}
        onChange={(refused) => onChange({ refused: refused ? 'true' : '' })}
        className="col-span-2 min-h-12.5 items-center text-small font-semibold md:col-span-1"
      />
    </div>
  );
}
