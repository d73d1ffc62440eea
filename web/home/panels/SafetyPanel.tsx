import { MapPinned, RadioTower, Umbrella, UserRoundCheck } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { PanelProps } from '../panels.ts';
import { EmergencyCard } from './EmergencyCard.tsx';
import { FactRow, Facts } from './Facts.tsx';

/** The safety measures of the trip and the emergency numbers. */
export default function SafetyPanel({ driver }: PanelProps) {
  const { safety } = useNamespace('panels').info;
  const { measures } = useNamespace('emergency');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_1fr]">
      <EmergencyCard driver={driver} />
      <section aria-labelledby="safety-measures">
        <h3 id="safety-measures" className="headline mb-3 text-lead">
          {measures}
        </h3>
        <Facts>
          <FactRow icon={MapPinned} {...safety.gps} />
          <FactRow icon={UserRoundCheck} {...safety.driver} />
          <FactRow icon={Umbrella} {...safety.insurance} />
          <FactRow icon={RadioTower} {...safety.monitoring} />
        </Facts>
      </section>
    </div>
  );
}
