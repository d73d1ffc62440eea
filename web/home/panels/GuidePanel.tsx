import type { Driver } from '../../data/drivers.ts';
import { useArea } from '../../i18n/areas.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { ScanCard } from '../../ui/ScanCard.tsx';
import { guideUrl } from '../../data/publicAddress.ts';

/** The travel guide for the passenger's own phone, in the language that is shown here. */
export default function GuidePanel(_props: { readonly driver: Driver }) {
  const { car } = useArea('publicPages');
  const { language } = useLanguage();
  return (
    <ScanCard value={guideUrl(language)} title={car.guideQr} heading={car.guideTitle} look="large">
      {car.guideText}
    </ScanCard>
  );
}
