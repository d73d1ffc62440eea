import { MapPinned, RadioTower, Umbrella, UserRoundCheck } from 'lucide-react';
import type { Driver } from '../../data/drivers.ts';
import { useArea } from '../../i18n/areas.ts';
import { EmergencyCard } from './EmergencyCard.tsx';
import { Fact, factIcon, Facts } from './Facts.tsx';

/** What keeps this trip safe, and whom to call when it is not. */
export default function SafetyPanel({ driver }: { readonly driver: Driver }) {
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
          <Fact mark={<MapPinned {...factIcon} />} {...safety.gps} />
          <Fact mark={<UserRoundCheck {...factIcon} />} {...safety.driver} />
          <Fact mark={<Umbrella {...factIcon} />} {...safety.insurance} />
          <Fact mark={<RadioTower {...factIcon} />} {...safety.monitoring} />
        </Facts>
      </section>
    </div>
  );
}
