import { Plus, X } from 'lucide-react';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { updateDriver } from '../../data/drivers/driverWrites.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { DraftLine } from '../parts/DraftLine.tsx';
import { RecordCard } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange, useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { SmallButton, SmallIconButton } from '../parts/SmallButton.tsx';

interface DaysOffCardProps extends Pick<SectionProps, 'onDone'> {
  readonly driver: ListedDriver;
}

/** The days on which a driver does not work, from today on: a reason against the driver when a trip of such a day is assigned. */
export function DaysOffCard({ driver, onDone }: DaysOffCardProps) {
  const { daysOff: t, driverList } = useNamespace('admin');
  const format = useFormat();
  const today = useChileanDay();
  const days = driver.days_off.filter((each) => each >= today);
  // A change leaves out the days that are over.
  const save = (days_off: string[]) => updateDriver(driver.id, { days_off, version: driver.version });
  const done = () => onDone(driverList.saved(driver.name));
  const removing = useChange(save, done, { edit_conflict: driverList.conflict });
  const form = useChangeForm({
    initial: { day: '' },
    draft: `days-off:${driver.id}`,
    check: ({ day }) => (day < today ? { day: day === '' ? 'required' : 'over' } : {}),
    phrases: { over: t.over, edit_conflict: driverList.conflict },
    save: ({ day }) => save([...new Set([...days, day])].toSorted()),
    onSaved: () => {
      form.setValue('day', '');
      done();
    },
  });
  const errorText = form.errorText ?? removing.errorText;
  return (
    <RecordCard title={t.title}>
      <ul className="flex flex-wrap gap-2 pb-2 text-small empty:hidden">
        {days.map((each) => (
          <li key={each} className="flex items-center rounded-control bg-surface-sunken pl-3 tabular-nums">
            {format.plainWeekday(each)}
            <SmallIconButton
              label={t.remove(format.plainWeekday(each))}
              icon={<X size={20} />}
              disabled={removing.busy || form.busy}
              onClick={() => removing.run(days.filter((other) => other !== each))}
            />
          </li>
        ))}
      </ul>
      <DraftLine draft={form.draft} />
      <form noValidate className="flex flex-wrap items-end gap-2 pb-2" onSubmit={form.onSubmit}>
        <TextField label={t.day} type="date" className="flex-1" {...form.field('day')} />
        <SmallButton type="submit" icon={Plus} busy={form.busy}>
          {t.add}
        </SmallButton>
      </form>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </RecordCard>
  );
}
