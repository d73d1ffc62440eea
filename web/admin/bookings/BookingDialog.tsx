import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { languageNames } from '../../i18n/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { Contact } from '../parts/Contact.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { AssignmentFields } from './AssignmentFields.tsx';
import { BookingReply } from './BookingReply.tsx';
import type { ListedBooking } from './bookingStore.ts';
import { FindingNotices } from './FindingNotices.tsx';
import type { BookingActs } from './useBookings.ts';
import type { Findings } from './useFindings.ts';
import { useBookingWords } from './wording.ts';

interface BookingDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly row: ListedBooking;
  readonly list: readonly ListedBooking[];
  readonly findings: Findings;
  readonly acts: BookingActs;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** One booking: what to check, driver and vehicle, the reply to the passenger. */
export function BookingDialog(props: BookingDialogProps) {
  const { row, list, findings, acts, onEdit, onRemove, onClose } = props;
  const t = useNamespace('bookings');
  const { common } = useMessages();
  const words = useBookingWords(findings.routes);
  const name = words.name(row.booking);
  const remove = () =>
    onRemove(onClose, {
      id: row.id,
      announcement: t.removing(name),
      done: t.removed(name),
      run: () => Promise.resolve(acts.remove(row.id)),
    });
  return (
    <Dialog
      open
      width="wide"
      title={name}
      closeLabel={common.close}
      onClose={() => {
        if (row.changed) acts.update(row.id, { changed: false });
        onClose();
      }}
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <FindingNotices row={row} findings={findings} />
          <AssignmentFields row={row} list={list} findings={findings} acts={acts} />
          <BookingReply row={row} findings={findings} />
        </div>
        <div className="flex flex-col gap-5">
          <Facts row={row} findings={findings} />
          {row.text && <Message text={row.text} />}
          <div className="flex flex-wrap gap-3">
            <Button size="compact" variant="secondary" onClick={onEdit}>
              {t.edit}
            </Button>
            <Button size="compact" variant="secondary" onClick={remove}>
              {t.remove}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function Facts({ row, findings }: Pick<BookingDialogProps, 'row' | 'findings'>) {
  const t = useNamespace('bookings');
  const format = useFormat();
  const words = useBookingWords(findings.routes);
  const { booking } = row;
  const facts = [
    [t.date, `${format.plainWeekday(booking.date)}, ${booking.time}`],
    [t.trip, words.trip(booking)],
    [t.flight, booking.flight],
    [t.passenger, words.load(booking)],
    [t.price, words.price(booking.pesos)],
    [t.paying, t.payments[booking.payment]],
    [t.language, languageNames[booking.language]],
    [t.phone, row.phone && <Contact key="phone" inFull contact={row.phone} />],
  ] as const;
  return <RecordFacts facts={facts} />;
}

function Message({ text }: { readonly text: string }) {
  const t = useNamespace('bookings');
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold">{t.message}</summary>
      <p className="text-small [overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
    </details>
  );
}
