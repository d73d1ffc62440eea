import { guideUrl } from '../../data/publicAddress.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { ScanCard } from '../../ui/ScanCard.tsx';

/** A QR code of the travel guide, in the language of this screen. */
export default function GuidePanel() {
  const { vehicle } = useNamespace('publicPages');
  const { language } = useLanguage();
  return (
    <ScanCard value={guideUrl(language)} title={vehicle.guideQr} heading={vehicle.guideTitle} variant="large">
      {vehicle.guideText}
    </ScanCard>
  );
}
