import { useContent } from '../../../content/ContentProvider.tsx';
import { whatsappUrl } from '../../../content/links.ts';
import { bookUrl } from '../../../data/publicAddress.ts';
import { useLanguage, useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { ScanCard } from '../../../ui/ScanCard.tsx';
import type { PanelProps } from '../../panelProps.ts';
import { referenceOf } from '../../referenceOf.ts';

/** Both ways to book on the passenger's own phone: the chat of the card, and the page that asks for all details. */
export default function BookingPanel({ driver }: PanelProps) {
  const { home } = useMessages();
  const { details: t } = useNamespace('tripCode');
  const { language } = useLanguage();
  const url = whatsappUrl(useContent().company, home.bookingMessage(referenceOf(driver)));
  if (url === null) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ScanCard value={url} title={home.whatsappQr} heading={t.chatHeading} variant="pair">
        {home.whatsappScan}
      </ScanCard>
      <ScanCard value={bookUrl(language, '')} title={t.qr} heading={t.heading} variant="pair">
        {t.text}
      </ScanCard>
    </div>
  );
}
