import { helpUrl } from '../../data/publicAddress.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ScanCard } from '../../ui/ScanCard.tsx';

/** The card opens below its button, which may be the last thing in sight. */
function scrollIntoSight(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
}

/** A QR code under which the passenger writes to the company on their own phone. @param code the driver's verification code */
export default function HelpCode({ code }: { readonly code: string }) {
  const { language } = useLanguage();
  const { vehicle: words } = useNamespace('publicPages');
  return (
    <div ref={scrollIntoSight}>
      <ScanCard value={helpUrl(code, language)} title={words.helpQr} heading={words.helpTitle}>
        {words.helpText}
      </ScanCard>
    </div>
  );
}
