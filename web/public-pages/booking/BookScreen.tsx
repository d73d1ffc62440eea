import { CalendarPlus, MessageCircle, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { composeBooking } from '../../../shared/booking/compose.ts';
import { calendarType } from '../../../shared/booking/calendar.ts';
import { useCompany, useContent } from '../../content/ContentProvider.tsx';
import { whatsappUrl } from '../../content/links.ts';
import { focusInvalid } from '../../forms/focusField.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useSay } from '../../i18n/Text.tsx';
import { isShared } from '../../session/memory.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkStyles.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ScanCard } from '../../ui/ScanCard.tsx';
import { PageButton } from '../PageButton.tsx';
import { downloadText } from '../../util/download.ts';
import { useLanguageInAddress } from '../useLanguageInAddress.ts';
import { BookingPrice } from './BookingPrice.tsx';
import { PeopleFields } from './PeopleFields.tsx';
import { tripFile } from './tripFile.ts';
import { RequestForm } from './RequestForm.tsx';
import { TripFields } from './TripFields.tsx';
import { useBookingForm, type BookingForm } from './useBookingForm.ts';

/** The page on which a passenger writes a booking and sends it by WhatsApp, offline too; perhaps also to the company itself. */
export default function BookScreen() {
  const t = useNamespace('booking');
  const form = useBookingForm();
  const { tripRequests } = useCompany();
  const top = useRef<HTMLHeadingElement>(null);
  useLanguageInAddress('/book');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    flushSync(form.showProblems);
    focusInvalid(event.currentTarget, false);
  };
  const turnRound = () => {
    form.turnRound();
    top.current?.focus();
  };
  const Clear = form.restore ? RotateCcw : Trash2;
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-5 py-6">
      <div>
        <h1 ref={top} tabIndex={-1} className="headline text-title outline-none">
          {t.title}
        </h1>
        <p className="mt-1 text-ink-soft">{t.lead}</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TripFields form={form} />
        <PeopleFields form={form} />
        <BookingPrice form={form} />
        <SendControls form={form} />
      </form>
      {tripRequests === true && form.isComplete && !isShared() && (
        <RequestForm id={form.id} booking={form.booking} onSent={form.forget} />
      )}
      <div className="flex flex-wrap gap-3">
        <PageButton variant="secondary" className="flex-auto" icon={Undo2} onClick={turnRound}>
          {t.turnRound}
        </PageButton>
        <PageButton
          variant="secondary"
          className="flex-auto"
          icon={Clear}
          onClick={form.restore ?? form.clear}
        >
          {form.restore ? t.restore : t.clear}
        </PageButton>
      </div>
    </main>
  );
}

/** Sends a complete booking; shows what is missing in any other one. */
function SendControls({ form }: { readonly form: BookingForm }) {
  const t = useNamespace('booking');
  const { home } = useMessages();
  const content = useContent();
  const say = useSay();
  const [openedMessage, setOpenedMessage] = useState('');
  const { booking, isComplete } = form;
  const route = content.routes.find(({ id }) => id === booking.route);
  const message = isComplete ? composeBooking(booking, route?.name.es ?? '', form.id, form.pickup) : '';
  const url = whatsappUrl(content.company, message);
  if (url === null) return <Notice tone="info">{t.noWhatsapp}</Notice>;
  const icon = <MessageCircle size={24} className="shrink-0" aria-hidden="true" />;
  if (!isComplete)
    return (
      <Button type="submit" icon={icon}>
        {t.send}
      </Button>
    );
  // Neither the chat nor a file stays on a device that others use.
  if (isShared())
    return (
      <ScanCard value={url} title={home.whatsappQr} heading={t.send}>
        {home.whatsappScan}
      </ScanCard>
    );
  const open = () => {
    form.forget();
    setOpenedMessage(message);
  };
  const save = () =>
    downloadText(
      tripFile(booking, route ? say(route.name) : '', message, content, t),
      `${booking.date}.ics`,
      calendarType,
    );
  return (
    <>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={open}
        className={classes(linkClass, linkVariants.primary)}
      >
        {icon}
        {t.send}
        <span className="sr-only">({home.opensNewTab})</span>
      </a>
      {openedMessage === message && <Notice tone="info">{t.opened}</Notice>}
      <MessageText message={message} />
      <PageButton variant="secondary" icon={CalendarPlus} onClick={save}>
        {t.calendar}
      </PageButton>
    </>
  );
}

/** The Spanish message as the company will read it, folded away. */
function MessageText({ message }: { readonly message: string }) {
  const t = useNamespace('booking');
  return (
    <details className="rounded-card border border-line px-4 py-3">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t.message}</summary>
      <p lang="es" className="mt-2 text-small wrap-anywhere whitespace-pre-line text-ink-soft">
        {message}
      </p>
    </details>
  );
}
