import { verifyUrl } from '../../data/publicAddress.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Plate } from '../../components/Plate.tsx';
import { ScanCard } from '../../ui/ScanCard.tsx';
import type { PanelProps } from '../panelProps.ts';
import { EmergencyCard } from './EmergencyCard.tsx';

/** One press from the home screen: the numbers, what to say, the plate, and a code that takes it to the passenger's phone. */
export default function EmergencyPanel({ driver }: PanelProps) {
  const { onPhone: t } = useNamespace('emergency');
  return (
    <div className="grid items-start gap-6 tablet:landscape:grid-cols-[1.6fr_1fr] low:gap-4">
      <EmergencyCard driver={driver} hideTitle />
      <div className="flex flex-col items-center gap-4">
        <Plate plate={driver.license_plate} variant="large" />
        <ScanCard value={verifyUrl(driver.verification_code)} title={t.qr} heading={t.title} variant="aside">
          {t.text}
        </ScanCard>
      </div>
    </div>
  );
}
