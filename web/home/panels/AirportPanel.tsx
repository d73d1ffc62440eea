import { CarFront, PlaneLanding, PlaneTakeoff } from 'lucide-react';
import { airportToCentreMinutes, gates } from '../../content/info.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FactRow, Facts } from './Facts.tsx';

export default function AirportPanel() {
  const { info } = useNamespace('panels');
  const { toCentre, domestic, international } = info.airport;
  return (
    <Facts>
      <FactRow icon={CarFront} {...toCentre} value={info.minutes(airportToCentreMinutes)} />
      <FactRow icon={PlaneTakeoff} {...domestic} value={info.gate(gates.domestic)} />
      <FactRow icon={PlaneLanding} {...international} value={info.gate(gates.international)} />
    </Facts>
  );
}
