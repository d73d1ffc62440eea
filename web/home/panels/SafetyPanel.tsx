import { MapPinned, RadioTower, Umbrella, UserRoundCheck } from 'lucide-react';
import { useArea } from '../../i18n/areas.ts';
import type { PanelProps } from '../panels.ts';
import { EmergencyCard } from './EmergencyCard.tsx';
import { FactRow, factIcon, Facts } from './Facts.tsx';

/** The safety measures of the trip and the emergency numbers. */
export default function SafetyPanel({ driver }: PanelProps) {
  const { safety } = useArea('panels').info;
  const { measures } = useArea('emergency');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_1fr]">
      <EmergencyCard plate={driver.license_plate} driverCode={driver.driver_code} />
      <section aria-labelledby="safety-measures">
        <h3 id="safety-measures" className="headline mb-3 text-lead">
          {measures}
        </h3>
        <Facts>
          <FactRow mark={<MapPinned {...factIcon} />} {...safety.gps} />
          <FactRow mark={<UserRoundCheck {...factIcon} />} {...safety.driver} />
          <FactRow mark={<Umbrella {...factIcon} />} {...safety.insurance} />
          <FactRow mark={<RadioTower {...factIcon} />} {...safety.monitoring} />
        </Facts>
      </section>
    </div>
  );
}
