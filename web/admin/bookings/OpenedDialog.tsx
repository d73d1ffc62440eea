import { useNamespace } from '../../i18n/namespaces.ts';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { BookingDialog } from './BookingDialog.tsx';
import { BookingEditor, type FormSubject } from './BookingEditor.tsx';
import { noBookings, type BookingList } from './bookingStore.ts';
import { PasteDialog } from './PasteDialog.tsx';
import type { BookingActs } from './useBookings.ts';
import type { Findings } from './useFindings.ts';

/** The dialog that is open. */
export type Opened =
  | { readonly kind: 'paste' }
  | { readonly kind: 'deletion' }
  | { readonly kind: 'booking'; readonly id: string }
  | { readonly kind: 'form'; readonly subject: FormSubject };

interface OpenedDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly opened: Opened | null;
  readonly list: BookingList;
  readonly findings: Findings;
  readonly acts: BookingActs;
  readonly onOpen: (next: Opened) => void;
  readonly onClose: () => void;
}

/** The dialog of the section that is open, if any. */
export function OpenedDialog({ opened, onOpen, ...shared }: OpenedDialogProps) {
  const { list, findings, acts, onDone, onRemove, onClose } = shared;
  if (opened?.kind === 'paste')
    return <PasteDialog list={list} acts={acts} onDone={onDone} onClose={onClose} />;
  if (opened?.kind === 'form')
    return (
      <BookingEditor
        subject={opened.subject}
        routes={findings.routes}
        acts={acts}
        onDone={onDone}
        onClose={onClose}
      />
    );
  if (opened?.kind === 'deletion') return <DeleteAll acts={acts} onDone={onDone} onClose={onClose} />;
  const row = list.bookings.find(({ id }) => id === opened?.id);
  if (!row) return null;
  return (
    <BookingDialog
      row={row}
      list={list.bookings}
      findings={findings}
      acts={acts}
      onEdit={() => onOpen({ kind: 'form', subject: { row, unread: null, initial: row.booking } })}
      onRemove={onRemove}
      onClose={onClose}
    />
  );
}

function DeleteAll({ acts, onDone, onClose }: Pick<OpenedDialogProps, 'acts' | 'onDone' | 'onClose'>) {
  const t = useNamespace('bookings');
  const confirm = () => {
    acts.change(() => noBookings);
    onClose();
    onDone(t.deletedAll);
  };
  return (
    <ConfirmDialog title={t.deleteAll} action={t.deleteAll} onConfirm={confirm} onClose={onClose}>
      <p>{t.deleteAllText}</p>
    </ConfirmDialog>
  );
}
