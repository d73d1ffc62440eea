import { History } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { chileanMoments, chileanStamp } from '../../../shared/chile/time.ts';
import { functionSorts } from '../../data/list/sort.ts';
import {
  correctShiftEnd,
  listShiftsPage,
  readShifts,
  shiftStates,
  type ShiftFilter,
  type ShiftRecord,
} from '../../data/shifts/shiftRecords.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { useBreakpoint } from '../parts/list/List.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import { FormDialog } from '../parts/dialogs.tsx';
import { OpenedAct, type RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useShiftColumns } from './columns.tsx';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { WhenFilter, type WhenFilterProps } from './WhenFilter.tsx';

const filters = {
  state: shiftStates,
  day: 'day',
  hour: 'hour',
  from: 'day',
  until: 'day',
  driver: 'id',
} as const;

/** The shifts of all vehicles: who drove which one, and when; which are open, and who has begun none. */
export default function ShiftsSection(props: SectionProps) {
  const { onDone } = props;
  const t = useNamespace('shiftRecords');
  const { frame, filter, listing } = useList(props, {
    name: 'shifts',
    words: t,
    icon: History,
    filters,
    sorts: functionSorts.list_shifts_by,
    load: listShiftsPage,
  });
  const { values } = filter;
  const idle = useIdleWords(values);
  const acts = useShiftActs({ onDone });
  const columns = useShiftColumns({ acts }, idle?.badge);
  const isPhone = useBreakpoint() === 'cards';
  const when = <WhenFilter filter={values} onChange={filter.set} />;
  return (
    <>
      <ListFrame
        {...frame}
        // Parts below the last row are quicker, where the list is in its own order.
        listing={
          idle || frame.sorting.sort
            ? listing
            : { ...listing, readAll: (signal) => readShifts(values, signal) }
        }
        words={idle ? { ...t, ...idle } : t}
        filters={
          <>
            {!isPhone && when}
            <StateFilter filter={values} onChange={filter.set} />
          </>
        }
        below={
          <>
            {isPhone && when}
            <DriverChip driver={values.driver} words={t} onClear={() => filter.set({ driver: '' })} />
          </>
        }
        list={{ columns, cardClass: 'py-1 pr-1 pl-3', lineClass: 'gap-x-2' }}
      />
      <OpenedAct rows={listing.rows} acts={acts} />
    </>
  );
}

/** The words for a list of drivers without a shift, in the period or today; null for a list of shifts. */
function useIdleWords({ state, from, until }: ShiftFilter) {
  const t = useNamespace('shiftRecords');
  if (state !== 'idle') return null;
  if (from || until)
    return { caption: t.withoutShiftCaption, badge: t.withoutShift, nothing: t.everybodyDrove };
  return { caption: t.idleCaption, badge: t.notBegun, nothing: t.everybodyBegan };
}

const idleOnly = { day: '', hour: '', driver: '' };

/** All shifts, the open ones, or the drivers without one. */
function StateFilter({ filter, onChange }: WhenFilterProps) {
  const t = useNamespace('shiftRecords');
  const labels = { ...t.states, idle: filter.from || filter.until ? t.withoutShift : t.states.idle };
  const change = (state: string) =>
    // Drivers without a shift are listed by days, not by an hour.
    onChange(
      state === 'idle'
        ? { state, from: filter.from || filter.day, until: filter.until || filter.day, ...idleOnly }
        : { state },
    );
  return (
    <SelectField
      hideLabel
      label={t.state}
      value={filter.state}
      options={[{ value: '', label: t.all }, ...optionsOf(shiftStates, labels)]}
      onChange={change}
      className="w-full md:w-44"
    />
  );
}

/** The act on shifts: correcting an end that was forgotten. */
function useShiftActs({ onDone }: Pick<SectionProps, 'onDone'>): readonly RecordAct<ShiftRecord>[] {
  const t = useNamespace('shiftRecords');
  return [
    {
      ...useNamedActs('shifts').correct,
      isFor: ({ idle, license_plate: plate }) => !idle && plate !== null,
      label: ({ driver_name: name, driver_code: code, license_plate: plate }) =>
        t.correct(name ?? code ?? '', plateInPairs(plate ?? '')),
      renderDialog: ([shift], close) => <EndDialog shift={shift} onDone={onDone} onClose={close} />,
    },
  ];
}

interface EndDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly shift: ShiftRecord;
  readonly onClose: () => void;
}

/** The end that the fields mean; null for a text that is no time. */
function endFrom({ started_at: start, ended_at: end }: ShiftRecord, day: string, time: string): Date | null {
  // The fields have no seconds, and clocks repeat an hour: the minute of the start means the start, that of the end the end.
  const known = [start, end].find((each) => each !== null && chileanStamp(each) === `${day} ${time}`);
  if (known) return new Date(known);
  const moments = chileanMoments(day, time);
  const isAfterStart = (moment: Date) => start === null || moment.getTime() > Date.parse(start);
  return moments.find(isAfterStart) ?? moments[0] ?? null;
}

/** Sets the end of a shift that the driver forgot to end. */
function EndDialog({ shift, onDone, onClose }: EndDialogProps) {
  const t = useNamespace('shiftRecords').end;
  const { errors } = useMessages();
  const format = useFormat();
  const { id, driver_name: name, license_plate: plate, started_at: start, ended_at: end } = shift;
  const known = end ?? start;
  const [given = '', givenTime = ''] = known ? chileanStamp(known).split(' ') : [];
  const form = useChangeForm({
    initial: { day: given, time: end ? givenTime : '' },
    draft: `shift-end:${id}`,
    changesRecord: true,
    check: ({ day, time }) => (endFrom(shift, day, time) ? {} : { [day ? 'time' : 'day']: 'required' }),
    phrases: { shift_end_invalid: t.invalid, shift_not_found: errors.code.not_found },
    save: ({ day, time }) => correctShiftEnd(id, endFrom(shift, day, time)!),
    onSaved: () => {
      onClose();
      onDone(t.saved(name ?? '', plateInPairs(plate ?? '')));
    },
  });
  return (
    <FormDialog title={t.title} form={form} onClose={onClose}>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {[name, plateInPairs(plate ?? '')].filter(Boolean).join(' · ')}
      </p>
      <p className="text-small text-ink-soft">
        {start ? `${t.began(format.time(start))} ${t.text}` : t.text}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t.day} type="date" {...form.field('day')} />
        <TextField label={t.time} type="time" {...form.field('time')} />
      </div>
    </FormDialog>
  );
}
