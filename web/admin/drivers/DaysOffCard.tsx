import { useState } from 'react';
import { Plus, X } from 'lucide-react';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { updateDriver } from '../../data/drivers/driverWrites.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { DayField } from '../parts/DayField.tsx';
import { RecordCard } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
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
  const [day, setDay] = useState('');
  const days = driver.days_off.filter((each) => each >= today);
  // A change leaves out the days that are over.
  const { busy, run, errorText } = useChange(
    (days_off: string[]) => updateDriver(driver.id, { days_off, version: driver.version }),
    () => {
      setDay('');
      onDone(driverList.saved(driver.name));
    },
    { edit_conflict: driverList.conflict },
  );
  return (
    <RecordCard title={t.title}>
      <ul className="flex flex-wrap gap-2 pb-2 text-small empty:hidden">
        {days.map((each) => (
          <li key={each} className="flex items-center rounded-control bg-surface-sunken pl-3 tabular-nums">
            {format.plainWeekday(each)}
            <SmallIconButton
              label={t.remove(format.plainWeekday(each))}
              icon={<X size={20} />}
              disabled={busy}
              onClick={() => void run(days.filter((other) => other !== each))}
            />
          </li>
        ))}
      </ul>
      <form
        className="flex flex-wrap items-center gap-2 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (day >= today) void run([...new Set([...days, day])].toSorted());
        }}
      >
        <DayField label={t.day} value={day} className="flex-1" onChange={setDay} />
        <SmallButton type="submit" icon={Plus} busy={busy} disabled={day < today}>
          {t.add}
        </SmallButton>
      </form>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </RecordCard>
  );
}
