import { Pencil } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { chileanMoments, chileanStamp } from '../../../shared/chile/time.ts';
import { correctShiftEnd, type ShiftRecord } from '../../data/shifts/shiftRecords.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

/** The act on shifts: correcting an end that was forgotten. */
export function useShiftActs({ onDone }: Pick<SectionProps, 'onDone'>): readonly RecordAct<ShiftRecord>[] {
  const t = useNamespace('shiftRecords');
  return [
    {
      id: 'correct',
      title: t.end.title,
      icon: Pencil,
      isFor: ({ idle, license_plate: plate }) => !idle && plate !== null,
      label: ({ driver_name: name, driver_code: code, license_plate: plate }) =>
        t.correct(name ?? code ?? '', plateInPairs(plate ?? '')),
      renderDialog: ([shift], close) => (
        <EndDialog
          shift={shift}
          onClose={close}
          onSaved={(message) => {
            close();
            onDone(message);
          }}
        />
      ),
    },
  ];
}

interface EndDialogProps {
  readonly shift: ShiftRecord;
  readonly onSaved: (message: string) => void;
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
function EndDialog({ shift, onSaved, onClose }: EndDialogProps) {
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
    onSaved: () => onSaved(t.saved(name ?? '', plateInPairs(plate ?? ''))),
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
