import { Phone } from 'lucide-react';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';

interface ContactProps {
  readonly contact: string | null;
  /** Shows the number on a phone too. */
  readonly inFull?: boolean;
}

/** A number that a phone can dial; on a phone only its button, where the number has no room. */
export function Contact({ contact, inFull = false }: ContactProps) {
  if (!contact) return <span className="text-ink-soft">—</span>;
  const e164 = phoneOf(contact);
  return (
    <a
      title={contact}
      href={`tel:${e164 ?? contact}`}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 text-balance text-accent tabular-nums underline-offset-4 hover:underline"
    >
      {!inFull && <Phone size={18} className="shrink-0 md:hidden" />}
      <span className={inFull ? undefined : 'max-md:sr-only'}>{e164 ? displayPhone(e164) : contact}</span>
    </a>
  );
}
