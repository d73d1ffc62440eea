import { useState } from 'react';
import type { Booking } from '../../../shared/booking/booking.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { requestTrip, type BookingContact } from '../../data/trips/requestTrip.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { isEmail } from '../../forms/isEmail.ts';
import { useAction } from '../../forms/useAction.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface RequestFormProps {
  /** The booking's. */
  readonly id: string;
  /** Complete. */
  readonly booking: Booking;
  /** The company has the booking now. */
  readonly onSent: () => void;
}

/** Sends a complete booking to the company itself: a number to answer, perhaps an address, and one line of consent. */
export function RequestForm({ id, booking, onSent }: RequestFormProps) {
  const { request: t } = useNamespace('booking');
  const [contact, setContact] = useState<Contact>({ phone: '', email: '', consents: false });
  const [tried, setTried] = useState(false);
  /** The booking that the company has, and its code. */
  const [sent, setSent] = useState<{ readonly booking: Booking; readonly code: string } | null>(null);
  const sending = useAction(
    async () => {
      const code = await requestTrip(id, booking, contact);
      setSent({ booking, code });
      onSent();
    },
    { over_case_rate_limit: t.tooMany, requests_off: t.off, phone_invalid: t.phoneProblem },
  );
  const isReachable = phoneOf(contact.phone) !== null && hasGoodEmail(contact);
  const send = () => {
    setTried(true);
    if (isReachable && contact.consents) sending.run();
  };
  const isSame = sent !== null && JSON.stringify(sent.booking) === JSON.stringify(booking);
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line px-4 py-4">
      <h2 className="font-semibold">{t.title}</h2>
      {isSame ? (
        <Notice tone="success">{t.sent(sent.code)}</Notice>
      ) : (
        <>
          <ContactFields contact={contact} tried={tried} onChange={setContact} />
          {sending.errorText && <Notice tone="error">{sending.errorText}</Notice>}
          <Button variant="secondary" busy={sending.busy} onClick={send}>
            {t.send}
          </Button>
        </>
      )}
    </section>
  );
}

interface Contact extends BookingContact {
  readonly consents: boolean;
}

const hasGoodEmail = ({ email }: Contact): boolean => email.trim() === '' || isEmail(email);

interface ContactFieldsProps {
  readonly contact: Contact;
  /** The passenger wanted to send: what is missing shows. */
  readonly tried: boolean;
  readonly onChange: (contact: Contact) => void;
}

function ContactFields({ contact, tried, onChange }: ContactFieldsProps) {
  const { request: t } = useNamespace('booking');
  const { code: errors } = useMessages().errors;
  const set = (changes: Partial<Contact>) => onChange({ ...contact, ...changes });
  return (
    <>
      <TextField
        label={t.phone}
        hint={t.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        value={contact.phone}
        error={tried && phoneOf(contact.phone) === null ? t.phoneProblem : undefined}
        onChange={({ target }) => set({ phone: target.value })}
      />
      <TextField
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={contact.email}
        error={tried && !hasGoodEmail(contact) ? errors.email_address_invalid : undefined}
        onChange={({ target }) => set({ email: target.value })}
      />
      <Checkbox
        label={t.consent}
        checked={contact.consents}
        error={tried && !contact.consents ? t.consentProblem : undefined}
        onChange={(consents) => set({ consents })}
      />
    </>
  );
}
