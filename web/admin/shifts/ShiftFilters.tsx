import { chileanStamp } from '../../../shared/chile/time.ts';
import { shiftStates, type ShiftFilter } from '../../data/shifts/shiftRecords.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DayField } from '../parts/DayField.tsx';

interface FilterProps {
  readonly filter: ShiftFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Filters the shifts by a day, or by a moment of it. An hour without a day is one of today. */
export function DayAndHour({ filter: { day, hour }, onChange }: FilterProps) {
  const t = useNamespace('shiftRecords');
  const change = (next: Readonly<Record<'day' | 'hour', string>>) =>
    onChange({ ...next, from: '', until: '' });
  const changeHour = (next: string) => {
    const [today = ''] = chileanStamp(new Date().toISOString()).split(' ');
    change({ hour: next, day: day || today });
  };
  return (
    <div className="flex gap-2 max-md:w-full lg:gap-3">
      <DayField
        label={t.day}
        value={day}
        className="flex-4"
        onChange={(next) => change({ day: next, hour: next && hour })}
      />
      <DayField label={t.hour} type="time" value={hour} className="flex-3" onChange={changeHour} />
    </div>
  );
}

/** Filters the shifts by the days on which they began, as the report counts them. It takes the place of a day. */
export function PeriodFields({ filter: { from, until }, onChange }: FilterProps) {
  const t = useNamespace('shiftRecords');
  const change = (next: Readonly<Record<string, string>>) => onChange({ ...next, day: '', hour: '' });
  return (
    <div className="flex gap-2 max-md:w-full lg:gap-3">
      <DayField label={t.from} value={from} onChange={(next) => change({ from: next })} />
      <DayField label={t.until} value={until} onChange={(next) => change({ until: next })} />
    </div>
  );
}

/** All shifts, the open ones, or the drivers without one. */
export function StateFilter({ filter, onChange }: FilterProps) {
  const t = useNamespace('shiftRecords');
  const labels = { ...t.states, idle: filter.from || filter.until ? t.withoutShift : t.states.idle };
  const change = (state: string) =>
    // Drivers who have not begun have no time to filter by.
    onChange(state === 'idle' ? { state, day: '', hour: '', driver: '' } : { state });
  return (
    <SelectField
      hideLabel
      label={t.state}
      value={filter.state}
      options={[{ value: '', label: t.all }, ...optionsOf(shiftStates, labels)]}
      onChange={change}
      className="w-full md:w-56"
    />
  );
}
