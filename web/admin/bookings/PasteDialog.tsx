import { FileText } from 'lucide-react';
import { useState } from 'react';
import { chileanDay } from '../../../shared/chile/time.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { FileButton } from '../../forms/FileButton.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readFileText } from '../../util/csv.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { BookingList } from './bookingStore.ts';
import { mergeBookings, takeBack } from './mergeBookings.ts';
import { readMessages } from './readMessages.ts';
import type { BookingActs } from './useBookings.ts';

/** Years of a busy chat, without its files. */
const maxPastedCharacters = 2_000_000;

interface PasteDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly list: BookingList;
  readonly acts: BookingActs;
  readonly onClose: () => void;
}

/** Takes one message, many, or the file of an exported chat, and adds its bookings to the list. */
export function PasteDialog({ list, acts, onDone, onClose }: PasteDialogProps) {
  const t = useNamespace('bookings');
  const { count } = useFormat();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [takesBack, setTakesBack] = useState(false);
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  const readFile = async (file: File) => {
    if (file.size > maxPastedCharacters) setError(t.fileTooLarge);
    else change(await readFileText(file));
  };
  const submit = () => {
    const pasted = readMessages(text);
    const before = takesBack ? takeBack(list, pasted) : list;
    const merged = mergeBookings(before, pasted, chileanDay(new Date()));
    const { added, changed, replaced, repeated, removed, unread } = merged.outcome;
    if (added + changed + replaced + repeated + removed + unread === 0) {
      setError(t.nothingRead);
      return;
    }
    acts.change(() => merged.list);
    onClose();
    const outcome = t.outcome(count(added), count(changed), count(replaced), count(repeated), count(unread));
    onDone(removed > 0 ? `${outcome} ${t.leftOut(count(removed))}` : outcome);
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
      <FileButton
        label={t.chooseFile}
        icon={<FileText size={22} aria-hidden="true" className="shrink-0" />}
        accept=".txt,text/plain"
        onFile={(file) => void readFile(file)}
      />
      {list.removed.length > 0 && <Checkbox label={t.takeBack} checked={takesBack} onChange={setTakesBack} />}
    </FormDialog>
  );
}
