import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DayField } from '../parts/DayField.tsx';
import type { ListLocation } from '../parts/section.ts';
import { filtersOf, neighbour, periodKinds, periodOf, type Period, type PeriodKind } from './period.ts';
import { SmallIconButton } from '../parts/SmallButton.tsx';

interface PeriodBarProps {
  readonly period: Period;
  readonly onChange: ListLocation['setFilters'];
}

/** Chooses the kind of period, and the one before or behind it. */
export function PeriodBar({ period, onChange }: PeriodBarProps) {
  const t = useNamespace('report');
  const today = useChileanDay();
  const choose = (chosen: Period) => onChange(filtersOf(chosen));
  const chooseKind = (kind: PeriodKind) => {
    // The period on the screen stays in view: its last day, unless that is yet to come.
    const day = period.until < today ? period.until : today;
    choose(kind === 'days' ? { ...period, kind } : periodOf(kind, day));
  };
  const step = (by: -1 | 1, label: string, icon: ReactNode) => {
    const beside = neighbour(period, by, today);
    return (
      <SmallIconButton
        label={label}
        icon={icon}
        disabled={!beside}
        className="border-2 border-line-strong"
        onClick={() => beside && choose(beside)}
      />
    );
  };
  return (
    <>
      <div className="flex items-center gap-1">
        {step(-1, t.earlier, <ChevronLeft size={22} />)}
        {step(1, t.later, <ChevronRight size={22} />)}
      </div>
      <SelectField
        hideLabel
        label={t.period}
        value={period.kind}
        options={optionsOf(periodKinds, t.kinds)}
        onChange={chooseKind}
        className="min-w-36 flex-1 md:max-w-44"
      />
      {period.kind === 'days' && (
        <div className="flex gap-2 max-md:w-full lg:gap-3">
          <DayField
            label={t.from}
            value={period.since}
            className="flex-1"
            onChange={(since) =>
              since && choose({ ...period, since, until: since > period.until ? since : period.until })
            }
          />
          <DayField
            label={t.until}
            value={period.until}
            className="flex-1"
            onChange={(until) => until && choose({ ...period, until })}
          />
        </div>
      )}
    </>
  );
}
