import { MessageCircle, Phone } from 'lucide-react';
import { contactOf } from '../../shared/chile/contact.ts';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappDigits, whatsappUrl } from '../content/links.ts';
import { useNamespace } from '../i18n/namespaces.ts';

const linkClass =
  'key flex min-h-16 flex-1 items-center gap-4 rounded-control px-4 py-2 font-semibold tablet:min-h-target tablet:px-6';

/** The ways to reach the company, for a driver who needs help. Nothing for a company without a number. */
export function CallCompany() {
  const { driver } = useNamespace('kiosk');
  const company = useCompany();
  const digits = whatsappDigits(company);
  const phone = company.phone ? contactOf(company.phone) : digits && `+${digits}`;
  const chat = whatsappUrl(company, driver.helpMessage);
  if (!phone && !chat) return null;
  return (
    <section aria-label={driver.help} className="mt-3">
      <h3 className="font-semibold">{driver.help}</h3>
      <div className="mt-2 flex flex-col gap-3 sm:flex-row">
        {phone && (
          <a href={`tel:${phone}`} className={linkClass}>
            <Phone size={26} className="shrink-0 text-accent" aria-hidden="true" />
            {driver.call}
          </a>
        )}
        {chat && (
          <a href={chat} target="_blank" rel="noopener noreferrer" className={linkClass}>
            <MessageCircle size={26} className="shrink-0 text-accent" aria-hidden="true" />
            WhatsApp
          </a>
        )}
      </div>
    </section>
  );
}
