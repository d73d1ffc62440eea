import { useId } from 'react';
import { chileanDay } from '../../../shared/chile/time.ts';
import { DataError } from '../../data/errors.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { FileField } from '../parts/files/FileField.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { BookingList } from './bookingStore.ts';
import { mergeBookings, takeBack } from './mergeBookings.ts';
import { readMessages } from './readMessages.ts';
import type { BookingActs } from './useBookings.ts';

/** Years of a busy chat: more slows the field down, and is a file anyway. */
const maxPastedCharacters = 2_000_000;

const outcomes = ['added', 'changed', 'replaced', 'repeated', 'removed', 'unread'] as const;

interface PasteDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly list: BookingList;
  readonly acts: BookingActs;
  readonly onClose: () => void;
}

/** Takes one message, many, or the file of an exported chat, and adds its bookings to the list. */
export function PasteDialog({ list, acts, onDone, onClose }: PasteDialogProps) {
  const t = useNamespace('bookings');
  const { count } = useFormat();
  const id = useId();
  const form = useForm({
    // The text of a chosen file stays out of the field, which a long chat would slow down.
    initial: { text: '', chat: null as string | null, takesBack: false },
    phrases: { nothing_read: t.nothingRead },
    fieldOf: () => 'text',
    submit: ({ text, chat, takesBack }) => {
      const pasted = readMessages([text, chat ?? ''].filter((each) => each !== '').join('\n'));
      const before = takesBack ? takeBack(list, pasted) : list;
      const merged = mergeBookings(before, pasted, chileanDay(new Date()));
      const outcome = outcomes
        .filter((each) => merged.outcome[each] > 0)
        .map((each) => t.outcome[each](merged.outcome[each], count(merged.outcome[each])));
      if (outcome.length === 0) return Promise.reject(new DataError('nothing_read', ''));
      acts.change(() => merged.list);
      onClose();
      onDone(`${outcome.join(', ')}.`);
      return Promise.resolve();
    },
  });
  return (
    <FormDialog title={t.pasteTitle} action={t.read} focusesField form={form} onClose={onClose}>
      <TextArea
        label={t.pasteLabel}
        hint={t.pasteHint}
        rows={8}
        maxLength={maxPastedCharacters}
        {...form.control('text')}
      />
      <FileField
        id={id}
        label={t.file}
        hint={t.fileHint}
        disabled={false}
        onText={(read) => {
          form.setValue('chat', read);
          form.clearFieldErrors();
        }}
      />
      {list.removed.length > 0 && <Checkbox label={t.takeBack} {...form.checkbox('takesBack')} />}
    </FormDialog>
  );
}
