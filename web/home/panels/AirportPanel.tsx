import { CarFront, PlaneLanding, PlaneTakeoff } from 'lucide-react';
import { airportToCentreMinutes, gates } from '../../content/info.ts';
import { useArea } from '../../i18n/areas.ts';
import { FactRow, factIcon, Facts } from './Facts.tsx';

export default function AirportPanel() {
  const { info } = useArea('panels');
  const { toCentre, domestic, international } = info.airport;
  return (
    <Facts>
      <FactRow mark={<CarFront {...factIcon} />} {...toCentre} value={info.minutes(airportToCentreMinutes)} />
      <FactRow mark={<PlaneTakeoff {...factIcon} />} {...domestic} value={info.gate(gates.domestic)} />
      <FactRow
        mark={<PlaneLanding {...factIcon} />}
        {...international}
        value={info.gate(gates.international)}
      />
    </Facts>
  );
}
