import { useId, useState } from 'react';
import { chileanDay } from '../../../shared/chile/time.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
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
  const [text, setText] = useState('');
  /** The text of a chosen file stays out of the field, which a long chat would slow down. */
  const [chat, setChat] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [takesBack, setTakesBack] = useState(false);
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  const submit = () => {
    const pasted = readMessages([text, chat ?? ''].filter((each) => each !== '').join('\n'));
    const before = takesBack ? takeBack(list, pasted) : list;
    const merged = mergeBookings(before, pasted, chileanDay(new Date()));
    const outcome = outcomes
      .filter((each) => merged.outcome[each] > 0)
      .map((each) => t.outcome[each](merged.outcome[each], count(merged.outcome[each])));
    if (outcome.length === 0) {
      setError(t.nothingRead);
      return;
    }
    acts.change(() => merged.list);
    onClose();
    onDone(`${outcome.join(', ')}.`);
  };
  return (
    <FormDialog
      title={t.pasteTitle}
      action={t.read}
      focusesField
      form={{ onSubmit: submit }}
      onClose={onClose}
    >
      <TextArea
        label={t.pasteLabel}
        hint={t.pasteHint}
        error={error}
        rows={8}
        value={text}
        maxLength={maxPastedCharacters}
        onChange={change}
      />
      <FileField
        id={id}
        label={t.file}
        hint={t.fileHint}
        disabled={false}
        onText={(read) => {
          setChat(read);
          setError(undefined);
        }}
      />
      {list.removed.length > 0 && <Checkbox label={t.takeBack} checked={takesBack} onChange={setTakesBack} />}
    </FormDialog>
  );
}
