import { chileanDay } from '../../../shared/chile/time.ts';
import type { ShiftFilter } from '../../data/shifts/shiftRecords.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DayField } from '../parts/DayField.tsx';

export interface WhenFilterProps {
  readonly filter: ShiftFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

const always = { day: '', hour: '', from: '', until: '' };
const choices = ['any', 'today', 'yesterday', 'week', 'day', 'period'] as const;
type Choice = (typeof choices)[number];

/** The times that a choice sets: for drivers without a shift, who are listed by days, a period instead of a day. */
function spansOf(isIdle: boolean): Readonly<Partial<Record<Choice, typeof always>>> {
  const now = new Date();
  const daysAgo = (days: number) => chileanDay(new Date(now.getTime() - days * 86_400_000));
  const [today, yesterday] = [daysAgo(0), daysAgo(1)];
  const sinceMonday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  const period = (from: string, until = today) => ({ ...always, from, until });
  return {
    ...(!isIdle && { any: always }),
    today: isIdle ? always : { ...always, day: today },
    yesterday: isIdle ? period(yesterday, yesterday) : { ...always, day: yesterday },
    week: period(daysAgo(sinceMonday)),
    period: period(`${today.slice(0, 7)}-01`),
  };
}

/** When shifts were driven: a day or a moment of it, or a period, in which they began, as the report counts them. */
export function WhenFilter({ filter, onChange }: WhenFilterProps) {
  const { when: t, ...labels } = useNamespace('shiftRecords');
  const { day, hour, from, until, state } = filter;
  const isIdle = state === 'idle';
  const isPeriod = from !== '' || until !== '';
  const spans = spansOf(isIdle);
  const asked = JSON.stringify({ day, hour, from, until });
  const holds = (choice: Choice) => JSON.stringify(spans[choice]) === asked;
  const chosen = choices.find(holds) ?? (isPeriod ? 'period' : 'day');
  // An hour without a day is one of today.
  const setHour = (next: string) => onChange({ hour: next, day: day || chileanDay(new Date()) });
  return (
    <fieldset aria-label={t.label} className="flex gap-2 max-md:w-full max-md:flex-wrap lg:gap-3">
      <SelectField
        hideLabel
        label={t.label}
        value={chosen}
        options={optionsOf(
          choices.filter((choice) => choice === chosen || spans[choice]),
          t.choices,
        )}
        onChange={(choice) => onChange({ ...(spans[choice] ?? filter) })}
        className="w-full md:w-44"
      />
      {isPeriod && (
        <>
          <DayField label={labels.from} value={from} onChange={(next) => onChange({ from: next })} />
          <DayField label={labels.until} value={until} onChange={(next) => onChange({ until: next })} />
        </>
      )}
      {!isPeriod && !isIdle && (
        <>
          <DayField
            label={labels.day}
            value={day}
            className="flex-4"
            onChange={(next) => onChange({ day: next, hour: next && hour })}
          />
          <DayField label={labels.hour} type="time" value={hour} className="flex-3" onChange={setHour} />
        </>
      )}
    </fieldset>
  );
}
