import type { Driver } from '../data/drivers.ts';
import { useArea } from '../i18n/areas.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { guideUrl } from '../visitor/address.ts';

/** The travel guide for the passenger's own phone, in the language that is shown here. */
export default function GuidePanel(_props: { readonly driver: Driver }) {
  const { car } = useArea('visitors');
  const { language } = useLanguage();
  return (
    <div className="flex flex-col items-center gap-6 text-center">
      <QrCode value={guideUrl(language)} title={car.guideQr} className="aspect-square w-full max-w-80" />
      <p className="max-w-md text-lead">{car.guideText}</p>
    </div>
  );
}
